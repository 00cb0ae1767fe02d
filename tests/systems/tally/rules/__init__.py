"""The rules: what is legal and what results, one module per chapter."""
