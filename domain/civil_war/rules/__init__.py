"""What is legal and what results, a chapter a module."""
