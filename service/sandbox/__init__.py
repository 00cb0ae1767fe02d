"""Runs work on untrusted files and on whole campaigns in processes of their own, under limits.

A process that asks for too much memory or time ends; the server, and everybody else, goes on.
Processes are forked from a small server of their own (`multiprocessing`'s forkserver) that has
the games loaded: one begins within some 20 ms, and inherits neither a socket nor a connection to
the database from the serving process.

The limits are of memory and time alone. A process is not confined: it runs as the server's user,
with its files, its network and its environment, so what it does with a file must be safe by itself.
"""
