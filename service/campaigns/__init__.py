"""Load, fold, decide, draw, record, append: where the pure and the impure side meet."""
