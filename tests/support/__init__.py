"""What tests of every system and of the service play with: scripts, a table, forgeries."""
