"""The campaign: what every game shares. Creating, rewinding, ruling, seats, seals."""
