"""Which campaigns of a lineage keep the same secrets."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import sqlalchemy as sa

from iacta.domain.kernel.proof.seals import Opening
from iacta.service.campaigns.engine import row_for
from iacta.service.campaigns.lineage import sharing
from iacta.service.store.database import Database
from iacta.service.store.lineage import descendants, forks_of, forks_since
from iacta.service.store.read import Reader
from iacta.service.store.write import Writer

DECK, HAND, BID = "d" * 64, "e" * 64, "f" * 64


class Records:
    """Heads and openings of campaigns, as the writer leaves them."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def campaign(
        self,
        name: str,
        parent: str | None = None,
        at: int | None = None,
        *,
        seq: int = 20,
        kind: str = "live",
        sealed: Mapping[str, int] | None = None,
        shown: Mapping[str, int] | None = None,
    ) -> None:
        where = {"parent_id": parent, "fork_at": at, "seq": seq, "kind": kind}
        row = row_for(name, "tally", name, "public", **where)
        with self.database.writing() as connection:
            writer = Writer(connection)
            writer.add_campaign(row)
            for digest, seen in (sealed or {}).items():
                writer.store_opening(name, seen, digest, Opening("0" * 32, "x"), ())
            for digest, seen in (shown or {}).items():
                writer.publish(name, digest, seen)
            writer.flush()

    def sharing(self, name: str) -> list[str]:
        with self.database.reading() as connection:
            reader = Reader(connection)
            row = reader.campaign(name)
            assert row is not None
            return [one.id for one in sharing(reader, row)]


@pytest.fixture
def records(url: str) -> Iterator[Records]:
    """An empty database of either kind."""
    database = Database(url)
    yield Records(database)
    database.close()


def test_a_lineage_shares_what_its_common_past_sealed(records: Records) -> None:
    records.campaign("a", sealed={DECK: 5, HAND: 9})
    records.campaign("b", "a", 5)
    records.campaign("c", "a", 12)
    records.campaign("d", "c", 15, sealed={BID: 18})
    records.campaign("e", "d", 18)
    records.campaign("stranger", sealed={"0" * 64: 2})
    everyone = ["a", "b", "c", "d", "e"]
    for one in everyone:
        assert records.sharing(one) == [other for other in everyone if other != one]
    assert records.sharing("stranger") == []


def test_a_branch_made_before_the_first_secret_shares_none(records: Records) -> None:
    records.campaign("a", sealed={DECK: 5})
    records.campaign("before", "a", 4, sealed={HAND: 5})
    records.campaign("after", "a", 5)
    assert records.sharing("a") == ["after"]
    assert records.sharing("before") == []
    assert records.sharing("after") == ["a"]


def test_a_fork_at_an_event_older_than_its_parents_own_shares_the_grandparents(
    records: Records,
) -> None:
    records.campaign("a", sealed={DECK: 5, HAND: 9})
    records.campaign("b", "a", 12, shown={DECK: 14})
    records.campaign("c", "b", 6)
    assert records.sharing("c") == ["a"], "b has shown the one value that they share"
    assert records.sharing("b") == ["a"]


def test_what_either_has_shown_to_everyone_is_no_secret_that_they_share(records: Records) -> None:
    records.campaign("a", sealed={HAND: 5}, shown={HAND: 13})
    records.campaign("b", "a", 8)
    records.campaign("c", "a", 9)
    assert records.sharing("a") == [], "it has shown it after they had left"
    assert records.sharing("b") == ["c"]
    records.campaign("d", "b", 10, shown={HAND: 12})
    assert records.sharing("d") == []
    assert records.sharing("c") == ["b"]


def test_a_value_sealed_after_the_branches_parted_is_not_shared(records: Records) -> None:
    records.campaign("a", sealed={DECK: 5, HAND: 15}, shown={DECK: 7})
    records.campaign("b", "a", 10, sealed={BID: 12})
    assert records.sharing("a") == records.sharing("b") == []


@pytest.mark.parametrize("kind", ["read-only", "imported"])
def test_what_is_not_played_on_here_is_passed_over_but_leads_to_its_branches(
    records: Records, kind: str
) -> None:
    records.campaign("a", sealed={DECK: 5}, kind=kind)
    records.campaign("b", "a", 8)
    records.campaign("c", "a", 8)
    assert records.sharing("b") == ["c"]
    assert records.sharing("a") == ["b", "c"]


def test_forks_are_found_by_an_index(records: Records) -> None:
    for number in range(30):
        records.campaign(f"c{number}", f"c{number - 1}" if number else None, number or None)
    plans: list[str] = []
    with records.database.reading() as connection:
        sqlite = connection.dialect.name == "sqlite"
        if not sqlite:  # a table of 30 rows is read faster without any index
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")

        def explain(
            connection: sa.Connection, cursor: Any, statement: str, given: Any, *_: Any
        ) -> None:
            if statement.startswith(("SELECT", "WITH")):
                how = "EXPLAIN QUERY PLAN " if sqlite else "EXPLAIN "
                plan = connection.connection.cursor().execute(how + statement, given).fetchall()
                plans.append(str([tuple(row) for row in plan]))

        sa.event.listen(connection, "before_cursor_execute", explain)
        reader = Reader(connection)
        forks_of(reader, "c1", [], 10)
        descendants(reader, "c1", [], "c2", 10)
        forks_since(reader, ["c1", "c2"], 1)
    assert len(plans) == 3
    assert all("campaigns_parent" in plan for plan in plans)
