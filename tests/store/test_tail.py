"""A database that lacks its end is noticed, and what it lacks is never thrown again."""

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import pytest
import sqlalchemy as sa

from iacta.service.campaigns import importing
from iacta.service.campaigns.engine import Batch
from iacta.service.campaigns.ingest import Ingest
from iacta.service.campaigns.slices import SliceFile
from iacta.service.errors import Problem
from iacta.service.projections.fsck_mark import check_mark
from iacta.service.store import migrate, tail
from iacta.service.store import schema as t
from iacta.service.store.lines import Lines
from iacta.service.store.mark import Kind, Mark
from iacta.service.store.read import Reader
from iacta.service.store.write import Writer
from tests.store.test_store import Home
from tests.support.servers import rows

ORDER = t.metadata.sorted_tables


class Copied:
    """A database as it was once; `back` puts it in place again."""

    def __init__(self, url: str) -> None:
        self._engine = sa.create_engine(url, poolclass=sa.NullPool)
        with self._engine.connect() as connection:
            self._rows = {
                one.name: [dict(row) for row in connection.execute(sa.select(one)).mappings()]
                for one in ORDER
            }

    def back(self) -> None:
        with self._engine.begin() as connection:
            for table in ORDER:
                connection.execute(table.delete())
                if self._rows[table.name]:
                    connection.execute(table.insert(), self._rows[table.name])


@pytest.fixture
def mark(tmp_path: Path) -> Path:
    """Where the mark is."""
    return tmp_path / "beside" / "mark"


@pytest.fixture
def home(url: str, mark: Path) -> Iterator[Home]:
    """An engine over a fresh database, with a mark."""
    home = Home(url, mark=mark)
    yield home
    home.close()


def opened(url: str, mark: Path, seed: str = "later") -> Home:
    """The next process."""
    return Home(url, seed, mark=mark)


def kinds(home: Home, *campaigns: str) -> list[str]:
    return [home.row(one).kind for one in campaigns]


def refusal(home: Home, campaign_id: str) -> Problem:
    with pytest.raises(Problem) as found:
        home.send(campaign_id)
    return found.value


def told(home: Home) -> tuple[list[str], list[str]]:
    """What `fsck` says: faults, and what is lost."""
    with home.engine.reading() as reader:
        faults, lost = check_mark(reader, home.engine.mark)
    return [one.what for one in faults], [one.what for one in lost]


def test_a_campaign_that_lost_its_end_is_read_only_and_no_other(
    url: str, home: Home, mark: Path
) -> None:
    lost, whole = home.found(), home.found()
    home.send(lost)
    copied = Copied(url)
    signed = home.send(lost).head.seq
    home.close()
    copied.back()
    later = opened(url, mark)
    faults, _ = told(later)
    assert faults == [
        "the log ends at position 3, and 4 was acknowledged",
        f"its log ends here, and event {signed} was signed",
    ]
    later.engine.check()
    assert kinds(later, lost, whole) == ["read-only", "live"]
    assert refusal(later, lost).type.slug == "read-only"
    assert later.send(whole).head.seq == 2
    assert told(later) == ([], [f"its log ends here, and event {signed} was signed"])
    ready, detail = later.engine.write_status()
    assert ready
    assert "fsck" in detail
    assert later.faults() == []
    later.close()


def test_where_the_mark_cannot_tell_which_all_are_read_only(
    url: str, home: Home, mark: Path
) -> None:
    one, other = home.found(), home.found()
    home.close()
    begun = Mark(mark)
    begun.refresh()
    begun.add([("pos", 0, 99), ("size", one, 0, 2, "00" * 32)])
    begun.close()
    later = opened(url, mark)
    later.engine.check()
    assert kinds(later, one, other) == ["read-only", "read-only"]
    later.close()


def test_a_campaign_that_is_gone_altogether_is_named(url: str, home: Home, mark: Path) -> None:
    whole = home.found()
    copied = Copied(url)
    gone = home.found()
    home.close()
    copied.back()
    later = opened(url, mark)
    assert "its 1 signed events are not in the database" in told(later)[0]
    later.engine.check()
    assert kinds(later, whole) == ["live"]
    assert told(later) == ([], ["its 1 signed events are not in the database"])
    with later.reading() as reader:
        assert reader.campaign(gone) is None
    later.close()


def test_a_kill_between_commit_and_mark_changes_nothing(url: str, home: Home, mark: Path) -> None:
    desk = home.found()
    home.send(desk)
    before = mark.read_bytes()
    home.send(desk)
    home.close()
    mark.write_bytes(before)
    stored = rows(url)
    later = opened(url, mark)
    later.engine.check()
    assert rows(url) == stored
    assert told(later) == ([], [])
    assert (later.engine.mark.pos, later.engine.mark.signed(desk).size) == (3, 3)
    later.send(desk)
    later.close()


def noting(home: Home, kind: Kind, value: str) -> None:
    """A commit that the mark is told of."""

    def work(batch: Batch) -> Callable[[], None]:
        batch.note(kind, value)
        return lambda: None

    home.engine.submit(work, alone=True).result(timeout=60)


@pytest.mark.parametrize("other", [False, True], ids=["the same worker", "another, in between"])
def test_a_kill_between_commit_and_mark_loses_no_revocation(
    url: str, home: Home, mark: Path, other: bool
) -> None:
    desk = home.found()
    before = mark.read_bytes()
    noting(home, "revoked", "ab" * 8)
    home.close()
    assert b"revoked" in mark.read_bytes()
    mark.write_bytes(before)
    later = opened(url, mark)
    if other:
        noting(later, "used", "cd" * 8)
    else:
        later.send(desk)
    later.close()
    found = Mark(mark)
    found.refresh()
    assert found.holds("revoked", "ab" * 8)
    assert found.holds("used", "cd" * 8) == other


def test_what_is_answered_is_in_the_mark_before(
    home: Home, mark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = home.found()
    noted: list[int] = []

    def work(batch: Any) -> Any:
        row = batch.tx.campaign(desk)
        made = _sent(batch, row)

        def answer() -> Any:
            noted.append(_read(mark).signed(desk).size)
            return made()

        return answer

    done = home.engine.submit(work).result(60)
    assert noted == [done.head.seq] == [2]


def _sent(batch: Any, row: Any) -> Any:
    from iacta.service.campaigns import commands as run
    from tests.store.test_store import COMBAT

    return run.execute(batch, row, "referee", run.Submission(COMBAT, key="k"), None)


def _read(path: Path) -> Mark:
    found = Mark(path)
    found.refresh()
    found.close()
    return found


def test_without_its_mark_a_database_is_for_readers_only(url: str, home: Home, mark: Path) -> None:
    desk = home.found()
    home.close()
    mark.unlink()
    stored = rows(url)
    later = opened(url, mark)
    problem = refusal(later, desk)
    assert problem.type.slug == "not-ready"
    assert "iacta mark --accept" in problem.detail
    assert later.engine.write_status() == (False, problem.detail)
    assert told(later)[0] == [problem.detail]
    assert later.engine.mark.missing
    assert len(later.events(desk)) == 1
    assert rows(url) == stored
    assert not mark.exists()
    with later.database.writing() as connection:
        tail.begin(Writer(connection), later.engine.mark)
    assert later.send(desk).head.seq == 2
    assert not later.engine.mark.missing
    later.close()


def test_a_mark_that_goes_while_the_server_runs_stops_its_writing(home: Home, mark: Path) -> None:
    desk = home.found()
    kept = mark.read_bytes()
    mark.unlink()
    assert refusal(home, desk).type.slug == "not-ready"
    mark.write_bytes(kept)
    assert home.send(desk).head.seq == 2


def test_an_empty_database_begins_a_mark_and_one_that_was_emptied_does_too(
    url: str, mark: Path
) -> None:
    home = opened(url, mark)
    home.engine.check()
    assert mark.exists()
    home.close()
    mark.unlink()
    later = opened(url, mark)
    later.found()
    later.close()


def test_an_upgraded_installation_goes_on_by_itself(url: str, home: Home, mark: Path) -> None:
    """Before the migration there was no mark that could be missing."""
    desk = home.found("tally", "short")
    with home.database.writing() as connection:
        connection.execute(
            t.invitations.insert(),
            {"hash": "ab" * 32, "campaign_id": desk, "seat": "north", "claimed": True},
        )
    home.close()
    mark.unlink()
    before = Home(url, mark=mark)
    migrate.downgrade(before.database, "2026_11_21_log")
    migrate.upgrade(before.database)
    before.close()
    later = opened(url, mark)
    assert later.engine.write_status() == (True, "")
    later.engine.check()
    assert later.engine.mark.signed(desk).size == 1
    assert later.engine.mark.holds("used", "ab" * 32)
    later.close()
    mark.unlink()
    last = opened(url, mark)
    assert refusal(last, desk).type.slug == "not-ready"
    last.close()


def test_a_tail_that_goes_while_the_server_runs_is_noticed(
    url: str, home: Home, mark: Path
) -> None:
    """As when a standby takes over that had not been told everything."""
    desk = home.found()
    copied = Copied(url)
    home.send(desk)
    copied.back()
    assert refusal(home, desk).type.slug == "read-only"
    assert kinds(home, desk) == ["read-only"]


def test_another_log_of_the_same_length_is_noticed_by_a_new_connection(
    url: str, home: Home, mark: Path
) -> None:
    desk = home.found()
    copied = Copied(url)
    home.send(desk)
    home.send(desk)
    copied.back()
    other = Home(url, "elsewhere", mark=mark.with_name("another"))
    with other.database.writing() as connection:
        tail.begin(Writer(connection), other.engine.mark)
    other.play(desk, 5)
    other.close()
    home.database._write.dispose()
    assert refusal(home, desk).type.slug == "read-only"
    assert "its first 3 events are not those that were signed" in told(home)[1]


def test_two_processes_share_a_mark(url: str, home: Home, mark: Path) -> None:
    other = opened(url, mark, "other")
    desk = home.found()
    for number in range(6):
        (home, other)[number % 2].send(desk)
    assert home.engine.mark.refresh()
    assert other.engine.mark.refresh()
    for one in (home, other):
        assert (one.engine.mark.pos, one.engine.mark.signed(desk).size) == (7, 7)
        assert told(one) == ([], [])
    other.close()


def test_what_is_committed_while_it_is_checked_is_not_missed(
    url: str, home: Home, mark: Path
) -> None:
    """The mark is read before the database, never after."""
    other = opened(url, mark, "other")
    desk = home.found()
    with other.engine.reading() as reader:
        assert reader.campaign_ids() == [desk]
        home.send(desk)
        assert check_mark(reader, other.engine.mark) == ([], [])
    other.close()


def test_a_repeat_brings_the_mark_up_to_date(home: Home, mark: Path) -> None:
    """The first answer may have been cut off between the commit and the mark."""
    desk = home.found()
    home.send(desk, key="k")
    behind = Mark()
    home.engine.mark, whole = behind, home.engine.mark
    assert not home.send(desk, key="k").answers[0].made
    assert (behind.pos, behind.signed(desk).size) == (2, 2)
    home.engine.mark = whole


def test_what_was_revoked_stays_revoked_after_a_restored_copy(
    url: str, home: Home, mark: Path
) -> None:
    desk = home.found()
    with home.database.writing() as connection:
        for one in ("aa" * 32, "bb" * 32):
            token = {"hash": one, "campaign_id": desk, "role": "observer"}
            connection.execute(t.tokens.insert(), token)
            invited = {"hash": one, "campaign_id": desk, "seat": "x", "claimed": False}
            connection.execute(t.invitations.insert(), invited)
    copied = Copied(url)

    def work(batch: Any) -> None:
        batch.note("revoked", "aa" * 32)
        batch.note("used", "aa" * 32)

    home.write(work)
    home.send(desk)
    home.close()
    copied.back()
    later = opened(url, mark)
    later.engine.check()
    with later.reading() as reader:
        assert reader.token(desk, "aa" * 32) is None
        assert reader.token(desk, "bb" * 32) is not None
        claimed = sa.select(t.invitations.c.hash).where(t.invitations.c.claimed)
        assert list(reader.connection.execute(claimed).scalars()) == ["aa" * 32]
    later.close()


class TestTakingBack:
    """That campaigns are read-only, while no fork was made."""

    def take_back(self, home: Home, campaign_id: str) -> None:
        def work(batch: Any) -> None:
            row = batch.tx.campaign(campaign_id)
            batch.noted += tail.take_back(batch.tx, batch.engine.mark, row)
            tail.reopen(batch.tx)

        home.write(work)

    def test_of_a_complete_database(self, url: str, home: Home) -> None:
        desk = home.found()
        assert home.engine.mark_restored() == 1
        assert refusal(home, desk).type.slug == "read-only"
        self.take_back(home, desk)
        home.engine.check()
        assert home.send(desk).head.seq == 2
        assert home.engine.write_status() == (True, "")

    def test_of_a_short_one_for_good(self, url: str, home: Home, mark: Path) -> None:
        desk = home.found()
        copied = Copied(url)
        home.send(desk)
        copied.back()
        home.engine.check()
        self.take_back(home, desk)
        home.close()
        later = opened(url, mark)
        assert later.send(desk).head.seq == 2
        assert told(later) == ([], [])
        later.close()

    def test_not_once_it_was_forked(self, url: str, home: Home) -> None:
        desk, earlier = home.found(), home.found()
        home.fork(earlier, 1)
        home.engine.mark_restored()
        home.fork(desk, 1)
        with pytest.raises(Problem, match="forked"):
            self.take_back(home, desk)
        assert kinds(home, desk) == ["read-only"]
        self.take_back(home, earlier)
        assert kinds(home, earlier) == ["live"]

    def test_not_where_the_mark_knows_of_a_fork(self, url: str, home: Home) -> None:
        """The fork itself may be in what a second restored copy has lost."""
        desk = home.found()
        home.engine.mark_restored()
        home.write(lambda batch: batch.note("forked", desk))
        with pytest.raises(Problem, match="forked"):
            self.take_back(home, desk)


class TestStamped:
    """A copy that says that it is one."""

    def test_makes_its_campaigns_read_only_by_itself(self, url: str, home: Home) -> None:
        desk = home.found()
        with home.database.writing() as connection:
            tail.mark_as_copy(Writer(connection), "2026-11-22T12:00:00.000Z")
        assert told(home) == (
            [],
            ["a copy of 2026-11-22T12:00:00.000Z: with the first start on it every campaign is"
             " read-only"],
        )  # fmt: skip
        home.engine.check()
        assert kinds(home, desk) == ["read-only"]
        assert home.engine.mark.epoch == 1
        fork = home.fork(desk, 1)
        home.engine.check()
        assert kinds(home, desk, fork) == ["read-only", "live"]

    def test_begins_a_mark_that_knows_of_no_revocation(
        self, url: str, home: Home, mark: Path
    ) -> None:
        desk = home.found()
        with home.database.writing() as connection:
            tail.mark_as_copy(Writer(connection), "2026-11-22T12:00:00.000Z")
        home.close()
        mark.unlink()
        later = opened(url, mark)
        assert later.engine.write_status()[0]
        later.engine.check()
        assert kinds(later, desk) == ["read-only"]
        assert later.engine.mark.missing
        later.close()


def test_a_mark_that_cannot_be_written_stops_the_next_command(
    url: str, home: Home, mark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = home.found()

    def full(self: Lines, texts: Any) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Lines, "append", full)
        assert home.send(desk).head.seq == 2, "it is durable, so it is answered"
        stored = rows(url)
        assert refusal(home, desk).type.slug == "not-ready"
        assert rows(url) == stored
    assert home.send(desk).head.seq == 3
    assert _read(mark).signed(desk).size == 3


def test_what_could_not_be_noted_is_noted_at_the_end(
    home: Home, mark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A revocation stands nowhere else, so no later start would find out."""
    home.found()

    def full(self: Lines, texts: Any) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Lines, "append", full)
        home.write(lambda batch: batch.note("revoked", "aa" * 32))
    home.close()
    assert _read(mark).holds("revoked", "aa" * 32)


@pytest.mark.parametrize("damage", [{"frontier": b"x"}, {"seq": 9}, {"hash": "zz"}])
def test_a_damaged_campaign_keeps_no_other_from_being_played(
    url: str, home: Home, mark: Path, damage: dict[str, Any]
) -> None:
    damaged, whole = home.found(), home.found()
    home.close()
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    with engine.begin() as connection:
        broken = t.campaigns.update().where(t.campaigns.c.id == damaged).values(**damage)
        connection.execute(broken)
    later = opened(url, mark)
    assert later.send(whole).head.seq == 2
    later.close()


class TestShown:
    """A checkpoint of the server's own key that its log cannot have."""

    def take_in(self, home: Home, capsule: bytes) -> None:
        with TemporaryFile() as rows:
            found = importing.examine([capsule], home.systems, rows)
            ingest = Ingest(found, SliceFile(rows), "public", lambda batch, copy_id: {})
            for job in ingest.jobs():
                home.engine.run(job)

    def test_of_more_events_makes_the_campaign_read_only(
        self, url: str, home: Home, mark: Path
    ) -> None:
        desk = home.found()
        copied = Copied(url)
        home.send(desk)
        longer = home.capsule(desk)
        home.close()
        copied.back()
        mark.unlink()
        later = opened(url, mark)
        with later.database.writing() as connection:
            tail.begin(Writer(connection), later.engine.mark)
        later.engine.check()
        assert kinds(later, desk) == ["live"], "without its mark nobody can know"
        self.take_in(later, longer)
        row = later.row(desk)
        assert (row.kind, row.seq) == ("read-only", 2)
        assert later.capsule(desk) == longer
        assert later.faults() == []
        later.close()

    def test_of_other_events_makes_the_campaign_read_only(
        self, url: str, home: Home, mark: Path
    ) -> None:
        desk = home.found()
        copied = Copied(url)
        home.send(desk)
        shown = home.capsule(desk)
        home.close()
        copied.back()
        mark.unlink()
        later = opened(url, mark)
        with later.database.writing() as connection:
            tail.begin(Writer(connection), later.engine.mark)
        later.send(desk, entropy="another")
        later.send(desk)
        before = later.events(desk)
        with pytest.raises(Problem) as found:
            self.take_in(later, shown)
        assert found.value.type.slug == "log-differs"
        assert later.row(desk).kind == "read-only"
        assert later.events(desk) == before
        later.close()

    def test_of_what_is_here_changes_nothing(self, url: str, home: Home) -> None:
        desk = home.found()
        home.send(desk)
        earlier = home.capsule(desk)
        home.send(desk)
        stored = rows(url)
        for capsule in (earlier, home.capsule(desk)):
            self.take_in(home, capsule)
        assert rows(url) == stored


def test_allowances_drawn_meanwhile_do_not_have_the_whole_compared_again(
    postgres: str, mark: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Home(postgres, mark=mark)
    game = home.found()
    compared: list[Mark] = []
    original = tail.compare

    def compare(reader: Reader, kept: Mark) -> tail.Comparison:
        compared.append(kept)
        return original(reader, kept)

    monkeypatch.setattr(tail, "compare", compare)
    with home.database.drawing(), home.database.drawing():
        for _ in range(3):
            home.send(game)
    assert compared == []
    home.close()
