"""Read models, derived from the log and rebuildable from it."""
