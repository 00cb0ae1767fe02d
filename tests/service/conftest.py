"""The service over a fresh database (see `tests.support.fixtures`)."""

from tests.support.fixtures import data, http, postgres, url

__all__ = ["data", "http", "postgres", "url"]
