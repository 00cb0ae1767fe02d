"""The campaign: the game that every game has. Founding, rewinding, ruling, seats, seals."""
