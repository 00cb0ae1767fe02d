"""Shapes of requests and answers. Requests reject unknown members; answers may gain members."""
