"""A fresh database of either kind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.postgres import drop_database, new_database
from tests.support.servers import sqlite_url


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a fresh, empty database."""
    if request.param == "sqlite":
        (tmp_path / "data").mkdir()
        yield sqlite_url(tmp_path / "data")
        return
    url = new_database()
    yield url
    drop_database(url)


@pytest.fixture
def postgres() -> Iterator[str]:
    """The URL of a fresh PostgreSQL database."""
    url = new_database()
    yield url
    drop_database(url)
