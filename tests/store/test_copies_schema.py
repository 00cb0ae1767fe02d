"""An older database is brought to copies by key, and back."""

from collections.abc import Iterator
from typing import Any

import pytest
import sqlalchemy as sa

from iacta.service.store import migrate
from iacta.service.store.database import Database

BEFORE = "2026_11_22_seals"
ROW: dict[str, Any] = {
    "shard": 0,
    "system": "tally",
    "name": "Alea",
    "visibility": "public",
    "kind": "imported",
    "seq": 1,
    "hash": "0" * 64,
    "frontier": b"",
    "checkpoint": "",
    "key": "alea.example+00000000+AAAA ",
}


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    """A database of the version before."""
    database = Database(url)
    migrate.downgrade(database, BEFORE)
    yield database
    database.close()


def add(database: Database, **members: Any) -> None:
    """A campaign's head."""
    row = {**ROW, **members}
    names = ", ".join(row)
    values = ", ".join(f":{name}" for name in row)
    with database.writing() as connection:
        connection.execute(sa.text(f"INSERT INTO campaigns ({names}) VALUES ({values})"), row)


def heads(database: Database, *names: str) -> list[tuple[Any, ...]]:
    """Columns of every campaign's head."""
    with database.reading() as connection:
        query = sa.text(f"SELECT {', '.join(names)} FROM campaigns ORDER BY id")
        return [tuple(row) for row in connection.execute(query)]


def test_a_campaign_of_before_is_its_only_copy(database: Database) -> None:
    add(database, id="one")
    migrate.upgrade(database)
    found = heads(database, "id", "campaign", "key", "reason")
    assert found == [("one", "one", "alea.example+00000000+AAAA", None)]
    with pytest.raises(sa.exc.IntegrityError):
        add(database, id="two", campaign="one", key="alea.example+00000000+AAAA")
    add(database, id="two", campaign="one", key="another")


def test_older_code_shows_nothing_that_it_does_not_know(database: Database) -> None:
    migrate.upgrade(database)
    add(database, id="one", campaign="one")
    add(database, id="two", campaign="one", key="another")
    add(database, id="three", campaign="three", visibility="hidden")
    add(database, id="four", campaign="four", kind="deleted")
    migrate.downgrade(database, BEFORE)
    assert dict(heads(database, "id", "visibility")) == {
        "one": "public",
        "two": "private",
        "three": "private",
        "four": "private",
    }
