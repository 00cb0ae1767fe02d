"""The command line: `iacta`."""
