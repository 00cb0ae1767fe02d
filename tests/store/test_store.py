"""The store's contract, the same on SQLite and on PostgreSQL."""

import contextlib
import sqlite3
import threading
import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.proof.errors import Refused
from iacta.service.campaigns import capsule, genesis, reading
from iacta.service.campaigns import commands as run
from iacta.service.campaigns.engine import Batch, Engine
from iacta.service.campaigns.reading import Folds
from iacta.service.entropy import LinkStore
from iacta.service.errors import Problem
from iacta.service.projections.fsck import check_campaign, check_log
from iacta.service.projections.rebuild import rebuild
from iacta.service.projections.snapshots import EVERY
from iacta.service.signing import Signer, check_signature
from iacta.service.store import commit, migrate
from iacta.service.store import schema as t
from iacta.service.store.database import Database, DatabaseDown
from iacta.service.store.mark import Mark
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow
from tests.support.host import ScriptedHost
from tests.support.play import ADJUDICATE
from tests.support.servers import KEY, NAME, rows, sqlite_url, systems

COMBAT = {"type": "civil-war.adjudicate-combat", **ADJUDICATE}


class Home:
    """An engine over a database, as a server's process has it."""

    def __init__(
        self, url: str, seed: str = "alea", links: int = 1024, mark: Path | None = None
    ) -> None:
        self.database = Database(url)
        if migrate.current(self.database) != migrate.newest():
            migrate.upgrade(self.database)
        self.systems = systems()
        self.links = LinkStore()
        host = ScriptedHost(seed, links=links)
        signer = Signer(NAME, bytes.fromhex(KEY))
        self.engine = Engine(self.database, self.systems, signer, host, self.links, Mark(mark))

    def close(self) -> None:
        self.engine.close()
        self.database.close()

    def write(self, work: Any, *, alone: bool = True) -> Any:
        return self.engine.submit(lambda batch: _answer(work(batch)), alone=alone).result(60)

    def found(self, system: str = "civil-war", scenario: str = "table", **more: Any) -> str:
        create = cmd.Create(system, scenario, **more)
        row: CampaignRow = self.write(lambda batch: genesis.create(batch, create, "A", "public"))
        return row.id

    def send(
        self,
        campaign_id: str,
        command: Any = COMBAT,
        *,
        role: str = "referee",
        key: str | None = None,
        match: int | None = None,
        entropy: str = "",
    ) -> Any:
        def work(batch: Batch) -> Any:
            row = batch.tx.campaign(campaign_id)
            assert row is not None
            return run.execute(batch, row, role, order, match)

        order = run.Submission(command, entropy, key=key or run.new_key(self.engine.host))
        return self.engine.submit(work).result(60)

    def play(self, campaign_id: str, count: int) -> None:
        """Many events at once."""

        def work(batch: Batch) -> Any:
            for _ in range(count):
                row = batch.tx.campaign(campaign_id)
                assert row is not None
                order = run.Submission(COMBAT, key=run.new_key(batch.engine.host))
                run.execute(batch, row, "referee", order, None)

        self.write(work)

    def fork(self, campaign_id: str, at: int) -> str:
        def work(batch: Batch) -> CampaignRow:
            parent = batch.tx.campaign(campaign_id)
            assert parent is not None
            return genesis.fork(batch, parent, "referee", cmd.Fork(at), "child")

        row: CampaignRow = self.write(work)
        return row.id

    @contextlib.contextmanager
    def reading(self) -> Iterator[Reader]:
        with self.database.reading() as connection:
            yield Reader(connection)

    def row(self, campaign_id: str) -> CampaignRow:
        with self.reading() as reader:
            row = reader.campaign(campaign_id)
            assert row is not None
            return row

    def events(self, campaign_id: str) -> list[Any]:
        with self.reading() as reader:
            return [one.event() for one in reader.events(self.row(campaign_id), 0)]

    def faults(self) -> list[Any]:
        with self.reading() as reader:
            found = list(check_log(reader))
            for one in reader.campaign_ids():
                found += check_campaign(reader, one, self.systems, self.links)
        return found

    def capsule(self, campaign_id: str, audience: str = "public") -> bytes:
        with self.reading() as reader:
            row = self.row(campaign_id)
            lines = capsule.export(self.engine.folds, reader, row, audience, steps=False)
            return b"".join(lines)

    def verifies(self, campaign_id: str) -> bool:
        data = self.capsule(campaign_id)
        key = self.engine.signer.key.text()
        return verify_capsule(data, check_signature, key=key, systems=self.systems).ok


def _answer(value: Any) -> Any:
    return lambda: value


@pytest.fixture
def home(url: str) -> Iterator[Home]:
    """An engine over a fresh database."""
    home = Home(url)
    yield home
    home.close()


def positions(home: Home) -> list[int]:
    with home.database.reading() as connection:
        return list(
            connection.execute(sa.select(t.events.c.pos).order_by(t.events.c.pos)).scalars()
        )


class TestStore:
    """Whatever holds on one database holds on the other."""

    def test_migrations_go_up_down_and_up(self, empty: str) -> None:
        database = Database(empty)
        assert migrate.current(database) is None
        for _ in range(2):
            migrate.upgrade(database)
            assert migrate.current(database) == migrate.newest()
            names = set(sa.inspect(database.engine).get_table_names())
            assert names == {*t.metadata.tables, "alembic_version"}
            migrate.downgrade(database, "base")
            assert set(sa.inspect(database.engine).get_table_names()) == {"alembic_version"}
        database.close()

    def test_tokens_come_through_migrations(self, url: str) -> None:
        """Down again, a token that a fork shares is its oldest campaign's."""
        database = Database(url)
        migrate.downgrade(database, "2026_11_21_log")
        old = [{"hash": "a" * 64, "campaign_id": "1", "role": "seat:north"}]
        insert = sa.text("INSERT INTO tokens (hash, campaign_id, role) VALUES (:hash, :of, :role)")
        with database.engine.begin() as connection:
            for row in old:
                connection.execute(insert, {**row, "of": row["campaign_id"]})
        migrate.upgrade(database)
        with database.engine.begin() as connection:
            new = [{**one, "made": None} for one in old]
            assert [dict(one._mapping) for one in connection.execute(sa.select(t.tokens))] == new
            connection.execute(t.tokens.insert(), {**old[0], "campaign_id": "2"})
        migrate.downgrade(database, "2026_11_21_log")
        with database.engine.begin() as connection:
            found = connection.execute(sa.text("SELECT hash, campaign_id, role FROM tokens"))
            assert [dict(one._mapping) for one in found] == old
        database.close()

    def test_migrations_make_what_the_models_say(self, empty: str) -> None:
        database = Database(empty)
        migrate.upgrade(database)
        with database.engine.connect() as connection:
            context = MigrationContext.configure(connection, opts={"compare_type": True})
            assert compare_metadata(context, t.metadata) == []
        command.check(migrate._config(engine=database.engine))
        database.close()

    def test_an_upgrade_of_what_is_up_to_date_changes_nothing(self, url: str, home: Home) -> None:
        home.send(home.found())
        before = rows(url)
        migrate.upgrade(home.database)
        assert rows(url) == before

    def test_readers_cannot_write(self, home: Home) -> None:
        with pytest.raises(sa.exc.DBAPIError), home.database.reading() as connection:
            connection.execute(t.shards.update().values(pos=99))

    def test_a_query_that_is_wrong_does_not_look_like_an_outage(self, home: Home) -> None:
        with pytest.raises(sa.exc.ProgrammingError), home.database.reading() as connection:
            connection.exec_driver_sql("SELECT nothing FROM nowhere")
        assert not issubclass(sa.exc.ProgrammingError, DatabaseDown)

    def test_an_error_quotes_no_row(self, home: Home) -> None:
        row = {"hash": "h", "campaign_id": "s3cret", "seat": None, "claimed": False}
        with pytest.raises(sa.exc.IntegrityError) as raised, home.database.writing() as connection:
            connection.execute(t.invitations.insert(), row)
        assert "s3cret" not in "".join(traceback.format_exception(raised.value))

    def test_a_reader_sees_one_state_of_the_data(self, home: Home) -> None:
        campaign_id = home.found()
        with home.reading() as reader:
            first = reader.campaign(campaign_id)
            home.send(campaign_id)
            assert reader.campaign(campaign_id) == first
            assert first is not None
            assert len(list(reader.events(first, 0))) == 1
        assert home.row(campaign_id).seq == 2

    def test_many_senders_lose_and_double_nothing(self, home: Home) -> None:
        one, other = home.found(), home.found()
        with ThreadPoolExecutor(16) as pool:
            sent = [
                pool.submit(home.send, (one, other)[i % 2], key=f"k{i}", entropy=f"e{i}")
                for i in range(160)
            ]
            done = [future.result(60) for future in sent]
        for campaign_id in (one, other):
            events = home.events(campaign_id)
            assert [event.seq for event in events] == list(range(1, 82))
            links = [event.draws[0]["link"] for event in events[1:]]
            assert links == list(range(1, 81)), "each link is used once"
            assert home.verifies(campaign_id)
        assert len({answer.answers[0].event for answer in done}) == 160
        assert positions(home) == list(range(1, 163))
        assert home.faults() == []

    def test_a_key_makes_one_event_however_often_it_is_sent(self, home: Home) -> None:
        campaign_id = home.found()
        with ThreadPoolExecutor(16) as pool:
            sent = [pool.submit(home.send, campaign_id, key="k") for _ in range(50)]
            done = [future.result(60) for future in sent]
        assert sum(one.answers[0].made for one in done) == 1
        assert len({one.answers[0].event for one in done}) == 1
        assert home.row(campaign_id).seq == 2

    def test_uniqueness_is_a_constraint(self, home: Home) -> None:
        """A second event of a number, of a key or of a position is refused by the database."""
        campaign_id = home.found()
        home.send(campaign_id, key="k")
        with home.reading() as reader:
            row = reader.connection.execute(sa.select(t.events).where(t.events.c.seq == 2)).one()
        again = dict(row._mapping)
        for change in (
            {"pos": 99, "key": "new"},
            {"pos": 99, "seq": 3},
            {"seq": 3, "key": "new"},
        ):
            with pytest.raises(sa.exc.IntegrityError), home.database.writing() as connection:
                connection.execute(t.events.insert(), {**again, **change})

    def test_what_is_written_survives_the_process(self, url: str) -> None:
        first = Home(url)
        campaign_id = first.found("tally", "short")
        first.send(campaign_id, {"type": "tally.set-up"})
        before = first.capsule(campaign_id)
        first.close()
        second = Home(url, "another")
        assert second.capsule(campaign_id) == before
        assert second.verifies(campaign_id)
        second.send(campaign_id, {"type": "tally.bid", "bid": 1}, role="seat:north")
        assert second.row(campaign_id).seq == 3
        assert second.faults() == []
        second.close()

    def test_snapshots_and_projections_rebuilt_are_those_that_were(
        self, url: str, home: Home
    ) -> None:
        desk = home.found()
        home.play(desk, EVERY + 40)
        game = home.found("tally", "short")
        home.send(game, {"type": "tally.set-up"})
        home.fork(desk, EVERY + 10)
        home.send(home.fork(desk, 20))
        before = rows(url)
        assert len(before["snapshots"]) == 1
        assert len(before["rolls"]) > EVERY
        with home.database.writing() as connection:
            for table in (*t.PROJECTIONS, t.snapshots):
                connection.execute(table.delete())
        assert home.faults() != []
        with home.reading() as reader:
            ids = reader.campaign_ids()
        for one in ids:
            assert home.write(lambda batch, one=one: rebuild(batch.tx, one, home.systems)) == ""
        assert rows(url) == before
        assert home.faults() == []

    def test_a_state_is_the_same_from_a_snapshot_as_from_the_first_event(self, home: Home) -> None:
        desk = home.found()
        home.play(desk, EVERY + 5)
        with home.reading() as reader:
            row = home.row(desk)
            from_snapshot = Folds(home.systems).state_at(reader, row, row.seq)
        with home.database.writing() as connection:
            connection.execute(t.snapshots.delete())
        with home.reading() as reader:
            assert Folds(home.systems).state_at(reader, row, row.seq) == from_snapshot
        assert home.engine.folds.state_at(None, row, row.seq) == from_snapshot  # type: ignore[arg-type]

    def test_a_snapshot_of_another_shape_is_folded_anew(self, home: Home) -> None:
        desk = home.found()
        home.play(desk, EVERY)
        with home.reading() as reader:
            row = home.row(desk)
            expected = Folds(home.systems).state_at(reader, row, row.seq)
        for broken in (b"{}", b"not JSON", b'{"shape":"older","campaign":{}}'):
            with home.database.writing() as connection:
                connection.execute(t.snapshots.update().values(state=broken))
            with home.reading() as reader:
                assert Folds(home.systems).state_at(reader, row, row.seq) == expected

    def test_a_fold_is_bounded_by_snapshots(self, home: Home, counted: list[str]) -> None:
        desk = home.found()
        home.play(desk, 2 * EVERY)
        with home.reading() as reader:
            row = home.row(desk)
            folded = []
            original = reader._page

            def page(*arguments: Any) -> Any:
                found = original(*arguments)
                folded.append(len(found))
                return found

            reader._page = page  # type: ignore[method-assign]
            Folds(home.systems).state_at(reader, row, row.seq)
        assert sum(folded) < EVERY

    def test_cached_states_are_bounded_by_bytes(
        self, home: Home, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        desk = home.found()
        home.play(desk, 20)
        with home.reading() as reader:
            row = home.row(desk)
            sizes = [len(one.record) for one in reader.events(row, 0)]
            monkeypatch.setattr(reading, "CACHE_BYTES", sum(sizes[:19]) + sum(sizes))
            folds = Folds(home.systems)
            states = {at: folds.state_at(reader, row, at) for at in (5, 19, 21)}
            assert all(folds.state_at(reader, row, at) is states[at] for at in (19, 21))
            assert folds.state_at(reader, row, 5) is not states[5]

    def test_a_fork_shares_its_parents_rows(self, url: str, home: Home) -> None:
        desk = home.found()
        home.play(desk, 9)
        before = len(rows(url)["events"])
        child = home.fork(desk, 8)
        assert len(rows(url)["events"]) == before + 1
        mine, theirs = home.events(child), home.events(desk)
        assert mine[:8] == theirs[:8]
        assert (mine[8].seq, mine[8].campaign, mine[8].prev) == (9, child, theirs[8].prev)
        assert mine[8].effects[0]["type"] == "forked"
        home.send(child)
        home.send(desk)
        assert home.row(child).seq == 10
        grandchild = home.fork(child, 9)
        assert [one.campaign for one in home.events(grandchild)] == [desk] * 8 + [child, grandchild]
        for one in (desk, child, grandchild):
            assert home.verifies(one)
        assert home.faults() == []

    def test_a_fork_costs_the_same_at_any_length(self, home: Home, counted: list[str]) -> None:
        """The number of statements does not grow with the log; nor do the rows that are written."""
        desk = home.found()
        home.play(desk, 9)
        counted.clear()
        home.fork(desk, 10)
        short = len(counted)
        for _ in range(10):
            home.play(desk, 199)
        assert home.row(desk).seq == 2000
        counted.clear()
        home.fork(desk, 2000)
        assert len(counted) <= short + 8, "\n".join(counted)  # the frontier's nodes: log2(2000)
        inserts = [one for one in counted if one.startswith("INSERT INTO events")]
        assert len(inserts) == 1

    def test_an_append_costs_the_same_at_any_length(self, home: Home, counted: list[str]) -> None:
        desk = home.found()
        home.play(desk, 3)
        counted.clear()
        home.send(desk)
        short = len(counted)
        home.play(desk, 1000)
        counted.clear()
        home.send(desk)
        assert len(counted) == short

    def test_receipts_rest_on_kept_nodes(self, home: Home) -> None:
        from iacta.domain.kernel.proof import merkle

        desk = home.found()
        home.play(desk, 700)
        with home.reading() as reader:
            row = home.row(desk)
            leaves = reader.hashes(row, 1, row.seq)
            for seq in (1, 256, 257, 512, 700, row.seq):
                path = merkle.inclusion_path(
                    lambda *place: reader.node(row, *place), seq - 1, row.seq
                )
                root = merkle.root_of(leaves)
                assert merkle.root_from_path(leaves[seq - 1], seq - 1, row.seq, path) == root

    def test_chains_are_extended_and_links_marked_used(self, home: Home, url: str) -> None:
        short = Home(url, "short", links=3)
        desk = short.found()
        for _ in range(8):
            short.send(desk)
        links = [event.draws[0]["link"] for event in short.events(desk)[1:]]
        assert links == [1, 2, 3, 1, 2, 3, 1, 2]
        assert short.verifies(desk)
        assert short.faults() == []
        short.close()

    def test_the_coming_links_are_encrypted_if_a_key_is_configured(self, url: str) -> None:
        home = Home(url)
        home.engine.links = home.links = LinkStore("22" * 32)
        desk = home.found()
        home.send(desk)
        made: list[str] = []
        stored = rows(url)["chains"]
        assert len(stored) == 2
        with home.reading() as reader:
            for one in reader.connection.execute(sa.select(t.chains)):
                chain = home.links.decode(one.anchor, one.links, one.stored)
                made += [link.hex() for link in chain.stored]
                assert all(link not in one.stored for link in chain.stored)
                for other, why in (("", "is not set"), ("33" * 32, "is not the key")):
                    with pytest.raises(Problem, match=f"IACTA_LINKS_KEY {why}"):
                        LinkStore(other).decode(one.anchor, one.links, one.stored)
        assert len(set(made)) == 64
        assert home.faults() == []
        home.close()

    def test_two_engines_on_one_database_keep_one_order(self, url: str) -> None:
        """As two processes do on PostgreSQL; on SQLite the command line beside a server."""
        one, other = Home(url, "one"), Home(url, "other")
        desks = [one.found(), other.found()]

        def many(home: Home, who: int) -> list[Any]:
            return [
                home.send(desks[i % 2], key=f"{who}.{i}", entropy=f"{who}.{i}") for i in range(40)
            ]

        with ThreadPoolExecutor(4) as pool:
            running = [pool.submit(many, (one, other)[i % 2], i) for i in range(4)]
            for future in running:
                assert all(done.answers[0].made for done in future.result(120))
        for desk in desks:
            events = one.events(desk)
            assert [event.seq for event in events] == list(range(1, 82))
            assert sorted(event.draws[0]["link"] for event in events[1:]) == list(range(1, 81))
            assert one.verifies(desk)
            assert other.capsule(desk) == one.capsule(desk)
        assert positions(one) == list(range(1, 163))
        assert one.faults() == []
        repeat = other.send(desks[0], key="0.0", entropy="0.0")
        assert not repeat.answers[0].made
        head = one.row(desks[0]).seq
        one.send(desks[0])
        with pytest.raises(Exception, match=f"event {head + 1}"):
            other.send(desks[0], match=head)
        one.close()
        other.close()

    def test_two_engines_do_not_use_a_link_twice(self, url: str) -> None:
        one, other = Home(url, "one", links=4), Home(url, "other", links=4)
        desk = one.found()
        for i in range(10):
            (one, other)[i % 2].send(desk)
        seeds = [event.draws[0]["seed"] for event in one.events(desk)[1:]]
        assert len(set(seeds)) == 10
        assert one.verifies(desk)
        assert one.faults() == []
        one.close()
        other.close()

    def test_a_clock_that_is_set_back_spoils_nothing(self, url: str, home: Home) -> None:
        """Events are never dated before those that they follow."""
        desk = home.found()
        for _ in range(3):
            home.send(desk)
        earlier = Home(url, "later")  # its clock begins anew
        earlier.send(desk)
        later = earlier.found()
        times = [event.at for event in home.events(desk)]
        assert times[-1] == times[-2] == max(times)
        assert [event.seq for event in home.events(desk)] == [1, 2, 3, 4, 5]
        for one in (desk, later):
            assert earlier.verifies(one)
        assert home.faults() == []
        earlier.close()

    def test_a_refused_command_leaves_no_trace(self, url: str, home: Home) -> None:
        desk = home.found()
        before = rows(url)
        with pytest.raises(Refused):
            home.send(desk, {"type": "civil-war.enter-leaders"})
        assert rows(url) == before

    def test_a_text_with_a_nul_is_kept_as_it_is(self, home: Home) -> None:
        """PostgreSQL holds no NUL in a text; what the log may hold has to fit there too."""
        desk = home.found()
        home.send(desk, {"type": "campaign.annotate", "seq": 1, "text": "a\0b"})
        assert home.events(desk)[-1].command["text"] == "a\0b"
        assert home.verifies(desk)


@pytest.fixture
def counted(home: Home) -> Iterator[list[str]]:
    """The statements that are run."""
    found: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        found.append(statement)

    engines = (home.database._write, home.database._read)
    for engine in engines:
        sa.event.listen(engine, "before_cursor_execute", note)
    yield found
    for engine in engines:
        sa.event.remove(engine, "before_cursor_execute", note)


def test_a_database_in_memory_is_refused(tmp_path: Path) -> None:
    for url in ("sqlite://", "sqlite:///:memory:"):
        with pytest.raises(ValueError, match="not durable"):
            Database(url)


def test_sqlite_is_durable_and_only_the_writer_checkpoints(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    with database.writing() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
    with database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA wal_autocheckpoint").scalar() == 0
        assert connection.exec_driver_sql("PRAGMA query_only").scalar() == 1
    database.close()


def _in_the_file(path: Path) -> int:
    """Events in the file of a database itself, what is still in its write-ahead log left out."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as connection:
        found: int = connection.execute("SELECT count(*) FROM events").fetchone()[0]
    return found


class TestWriteAheadLog:
    """Moving it into the database syncs the file twice, for which no command should wait."""

    def test_a_commit_never_moves_it(self, tmp_path: Path) -> None:
        """SQLite itself would after 1,000 pages, of which these are 2,000 and more."""
        home = Home(sqlite_url(tmp_path))
        desk = home.found()
        home.database.checkpoint_wal()
        path = tmp_path / "iacta.sqlite"
        before = _in_the_file(path)
        home.send(desk, {"type": "campaign.annotate", "seq": 1, "text": "a"})
        with home.database.writing() as connection:
            connection.exec_driver_sql("CREATE TABLE more (what BLOB)")
            connection.exec_driver_sql("INSERT INTO more VALUES (zeroblob(8192000))")
        assert _in_the_file(path) == before
        home.database.checkpoint_wal()
        assert _in_the_file(path) == len(home.events(desk)) > before
        home.close()

    def test_the_writer_moves_it_when_nobody_waits(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(commit, "CHECKPOINT_EVERY", 5)
        home = Home(sqlite_url(tmp_path))
        desk = home.found()
        for _ in range(5):
            home.send(desk, {"type": "campaign.annotate", "seq": 1, "text": "a"})
        assert _in_the_file(tmp_path / "iacta.sqlite") >= 4
        home.close()

    def test_a_failure_to_move_it_stops_nothing(
        self, home: Home, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(_: Database) -> None:
            raise OSError("no space left")

        monkeypatch.setattr(commit, "CHECKPOINT_EVERY", 1)
        monkeypatch.setattr(Database, "checkpoint_wal", fail)
        desk = home.found()
        home.send(desk)
        home.send(desk)
        assert home.row(desk).seq == 3


class Polled:
    """A reader that asks again and again for what lies past its cursor."""

    def __init__(self, url: str, query: str) -> None:
        self.engine = sa.create_engine(url, poolclass=sa.NullPool, isolation_level="AUTOCOMMIT")
        self.query, self.cursor, self.seen = query, 0, set[int]()
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self._poll)

    def _poll(self) -> None:
        with self.engine.connect() as connection:
            while True:
                last = self.stop.is_set()
                for (pos,) in connection.execute(sa.text(self.query), {"at": self.cursor}):
                    self.seen.add(pos)
                    self.cursor = max(self.cursor, pos)
                if last:
                    return


def test_positions_have_no_gaps_where_identity_columns_lose_events(postgres: str) -> None:
    """The negative control: with an identity column a polling reader misses what commits late."""
    engine = sa.create_engine(postgres, pool_size=4)
    with engine.begin() as connection:
        connection.execute(
            sa.text("CREATE TABLE naive (pos bigint GENERATED ALWAYS AS IDENTITY, n int)")
        )
    # Two writers, step by step: the first draws its number, the second draws and commits, a reader
    # passes, the first commits.
    insert = sa.text("INSERT INTO naive (n) VALUES (1)")
    reader = Polled(postgres, "SELECT pos FROM naive WHERE pos > :at ORDER BY pos")
    with engine.connect() as first, engine.connect() as second:
        first.execute(insert)
        second.execute(insert)
        second.commit()
        with reader.engine.connect() as connection:
            for (pos,) in connection.execute(sa.text(reader.query), {"at": reader.cursor}):
                reader.seen.add(pos)
                reader.cursor = pos
        first.commit()
    reader.stop.set()
    reader.thread.start()
    reader.thread.join()
    with engine.connect() as connection:
        stored = set(connection.execute(sa.text("SELECT pos FROM naive")).scalars())
    assert stored - reader.seen == {1}, "the identity column was to lose the first writer's event"
    reader.engine.dispose()
    engine.dispose()

    homes = [Home(postgres, f"{i}") for i in range(2)]
    desks = [homes[0].found() for _ in range(3)]
    ours = Polled(postgres, "SELECT pos FROM events WHERE pos > :at ORDER BY pos")
    ours.thread.start()
    with ThreadPoolExecutor(6) as pool:
        sent = [pool.submit(homes[i % 2].send, desks[i % 3], entropy=str(i)) for i in range(150)]
        for future in sent:
            future.result(60)
    ours.stop.set()
    ours.thread.join()
    ours.engine.dispose()
    assert sorted(ours.seen) == positions(homes[0]) == list(range(1, 154))
    for home in homes:
        home.close()
