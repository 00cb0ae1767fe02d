"""All input and output. Names no game: systems are discovered."""
