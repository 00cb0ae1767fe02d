"""A fresh database of either kind, which a server has begun."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.postgres import drop_database, new_database
from tests.support.servers import begin, sqlite_url


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of a database of the newest schema, in which nothing is."""
    if request.param == "sqlite":
        begin(tmp_path / "data")
        yield sqlite_url(tmp_path / "data")
        return
    url = new_database(begun=True)
    yield url
    drop_database(url)


@pytest.fixture
def empty(url: str, tmp_path: Path) -> Iterator[str]:
    """The URL of a fresh database of the same kind, in which no server ever was."""
    if "postgres" not in url:
        (tmp_path / "empty").mkdir()
        yield sqlite_url(tmp_path / "empty")
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
