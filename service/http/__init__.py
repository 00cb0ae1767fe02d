"""The HTTP API: requests in, problems and answers out."""
