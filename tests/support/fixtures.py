"""The service over a fresh database, spoken to over HTTP within this process."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient

from tests.support.postgres import drop_database, new_database
from tests.support.servers import app_of, sqlite_url


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a module's tests."""
    return tmp_path_factory.mktemp("service") / "data"


@pytest.fixture(scope="module")
def url(data: Path) -> str:
    """The embedded database's URL."""
    return sqlite_url(data)


@pytest.fixture(scope="module")
def http(data: Path) -> Iterator[httpx.Client]:
    """A client of the service, in a scripted world."""
    with TestClient(app_of(data)) as client:
        yield client


@pytest.fixture
def postgres() -> Iterator[str]:
    """The URL of a fresh PostgreSQL database, which a server has begun."""
    url = new_database(begun=True)
    yield url
    drop_database(url)
