"""Load, fold, decide, draw, record, append: where the pure domain meets the store."""
