"""What tests of every system and of the service play with: scripted means, a table, forgeries."""
