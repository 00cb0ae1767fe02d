"""What is read often, derived from the log and rebuildable from it."""
