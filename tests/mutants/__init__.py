"""Mutants: small faults planted one by one, each of which some test must find."""
