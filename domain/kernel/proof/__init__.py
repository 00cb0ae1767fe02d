"""The proof: canonical bytes, the record, dice, seals, the tree, signed notes, capsules."""
