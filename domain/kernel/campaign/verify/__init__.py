"""Verification: the numbered checks of the format."""
