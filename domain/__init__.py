"""The games and what they share. Pure: no clock, entropy, files, logging or network."""
