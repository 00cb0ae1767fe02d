"""`iacta play`: a seat or the referee plays on a server, through its public API alone."""
