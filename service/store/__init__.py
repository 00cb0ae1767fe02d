"""The log and what is kept beside it, on SQLite or PostgreSQL behind one contract."""
