"""The contract: what a game is, and what every game can build on."""
