"""Whether a database still holds all that was acknowledged; if not, its campaigns are read-only.

What was acknowledged and is gone was seen. Were it played again, the same dice would fall, and a
second log would be signed. So a campaign with a lost tail goes on in a fork only.
"""

import contextlib
from collections.abc import Iterator, Sequence
from typing import cast

import msgspec
import sqlalchemy as sa
import structlog

from iacta.domain.kernel.proof import merkle
from iacta.service.errors import Problem, Unusable
from iacta.service.store import schema as t
from iacta.service.store.database import DatabaseError
from iacta.service.store.mark import KINDS, Kind, Mark, Note, Signed
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow
from iacta.service.store.write import SHARD, Writer, unpack

log = structlog.get_logger()

COMPARED = "compared"
"""set on a connection once the whole database behind it was compared with the mark"""
UNREADABLE = "Read-only: the mark cannot be read or written; the log says why."
KEPT = ("live", "read-only", "imported")


class Short(msgspec.Struct, frozen=True):
    """A campaign whose stored log is not the one that was signed. ``kind``: "" where it is gone."""

    campaign: str
    kind: str
    seq: int
    signed: int

    @property
    def description(self) -> str:
        """What is wrong with it."""
        if not self.kind:
            return f"its {self.signed} signed events are not in the database"
        if self.seq < self.signed:
            return f"its log ends here, and event {self.signed} was signed"
        return f"its first {self.signed} events are not those that were signed"


class Comparison(msgspec.Struct, frozen=True):
    """A database compared with the mark. ``lost``: positions that it has not reached."""

    lost: int
    short: tuple[Short, ...]
    ahead: tuple[Note, ...]
    """what the mark does not know yet, after a kill between a commit and its lines"""

    @property
    def unnamed(self) -> bool:
        """Whether events are lost of which the mark does not know the campaign."""
        named = sum(one.signed - one.seq for one in self.short if one.kind != "read-only")
        return self.lost > named


def compare(reader: Reader, mark: Mark) -> Comparison:
    """Compare every campaign. The mark has to be read before the transaction begins."""
    pos = reader.connection.execute(
        sa.select(t.shards.c.pos).where(t.shards.c.shard == SHARD)
    ).scalar_one()
    signed = mark.all_signed()
    short: list[Short] = []
    ahead: list[Note] = []
    for row in _campaigns(reader):
        of = signed.pop(row.id, Signed(0, 0, ""))
        if row.kind not in KEPT:
            continue
        with _guarded(row):
            if row.seq < of.size or _differs(reader, row, of):
                short.append(Short(row.id, row.kind, row.seq, of.size))
            elif row.seq > of.size:
                ahead.append(size_note(row, of.epoch))
    short += [Short(campaign, "", 0, of.size) for campaign, of in signed.items()]
    return Comparison(max(0, mark.pos - pos), tuple(short), tuple(ahead))


def _campaigns(reader: Reader) -> Iterator[CampaignRow]:
    for row in reader.connection.execute(sa.select(t.campaigns).order_by(t.campaigns.c.id)):
        yield CampaignRow(**row._mapping)


@contextlib.contextmanager
def _guarded(row: CampaignRow) -> Iterator[None]:
    """A damaged row is its own campaign's fault, which `fsck` names; the others are played on."""
    try:
        yield
    except DatabaseError:
        raise
    except Exception as error:
        log.error("not compared with the mark", campaign=row.id, error=repr(error))


def _differs(reader: Reader, row: CampaignRow, signed: Signed) -> bool:
    """Whether a log of at least the signed size is another one."""
    return signed.size > 0 and root_at(reader, row, signed.size).hex() != signed.root


def root_at(reader: Reader, row: CampaignRow, size: int) -> bytes:
    """The root of a campaign's first ``size`` events."""
    if size == row.seq:
        return merkle.frontier_root(unpack(row.frontier))
    nodes = [reader.node(row, *place) for place in merkle.frontier_nodes(size)]
    return merkle.frontier_root(nodes)


def size_note(row: CampaignRow, epoch: int) -> Note:
    """A note that a campaign's log is signed up to its head."""
    return ("size", row.id, epoch, row.seq, merkle.frontier_root(unpack(row.frontier)).hex())


def growth_notes(tx: Writer, mark: Mark) -> list[Note]:
    """Notes of what a commit made larger. Repeats count: their first answer may have been lost."""
    notes: list[Note] = []
    grown = {row.id for row in tx.touched}
    for row in tx.heads:
        signed = mark.signed(row.id)
        with _guarded(row):
            # A read-only one may be longer and yet not what was signed.
            if row.seq > signed.size and (row.kind != "read-only" or row.id in grown):
                notes.append(size_note(row, signed.epoch))
    if tx.pos > mark.pos:
        notes.append(("pos", mark.epoch, tx.pos))
    return notes


def store_notes(tx: Writer, mark: Mark, notes: Sequence[Note]) -> list[Note]:
    """Store, with what they are of, the notes that no table tells, until the mark has them.

    A kill between the commit and the mark's lines would lose them. Returns those that one lost.
    """
    due = [note for note in notes if note[0] in KINDS]
    if not due:
        return []
    left = _stored_notes(tx.facts(), mark)
    tx.set_fact("notes", "\n".join(" ".join(map(str, note)) for note in (*left, *due)))
    return left


def _stored_notes(facts: dict[str, str], mark: Mark) -> list[Note]:
    """The notes that were stored and did not reach the mark."""
    lines = (line.split(" ") for line in facts.get("notes", "").splitlines())
    return [(kind, value) for kind, value in lines if not mark.holds(cast(Kind, kind), value)]


def check_mark(tx: Writer, mark: Mark) -> list[Note]:
    """Compare with the mark before anything is written; returns the notes to add after the commit.

    The position at every batch; every campaign at the first batch of a connection, and where the
    position is behind. Raises `Problem` where there is no mark, or it cannot be read or written.
    """
    try:
        # The writers' lock is held: nobody commits, so nobody notes what is not in this view.
        there = mark.refresh()
        if there:
            mark.flush()
            if COMPARED in tx.connection.info and tx.pos >= mark.pos:
                return []
        else:
            _begin(tx, mark)
        return _compare_all(tx, mark)
    except (OSError, Unusable) as error:
        log.error("mark", error=str(error))
        raise Problem("not-ready", UNREADABLE) from None


def mark_as_copy(tx: Writer, when: str) -> int:
    """Mark the database as a restored copy, for the next batch; returns how many are live."""
    tx.set_fact("copied", when)
    tx.connection.info.pop(COMPARED, None)
    return sum(row.kind == "live" for row in _campaigns(tx))


def missing(reader: Reader, mark: Mark) -> str:
    """Why nothing may be written: there was a mark, and there is none now. Empty if that is not so.

    A database that is empty, was upgraded just now, or is a copy that says so, begins a new one.
    The mark has to be read before the transaction begins.
    """
    if mark.exists:
        return ""
    facts = reader.facts()
    empty = reader.connection.execute(sa.select(t.events.c.pos).limit(1)).first() is None
    if empty or facts.get("mark") != "kept" or "copied" in facts:
        return ""
    return (
        f"Read-only: the mark at {mark.path} is missing, so nobody can tell whether this"
        " database is complete. If it is the one that was in use, run `iacta mark --accept`; if it"
        " is a copy, run `iacta restored`."
    )


def read_only_notice(reader: Reader) -> str:
    """The notice while campaigns are read-only because events were lost; empty if none is."""
    if "closed" not in reader.facts():
        return ""
    return (
        "Campaigns were made read-only, because the database was restored or has lost events:"
        " `iacta fsck` names them."
    )


def _begin(tx: Writer, mark: Mark) -> None:
    """Make the first mark; raises `Problem` if one is missing."""
    why = missing(tx, mark)
    if why:
        raise Problem("not-ready", why)
    if "copied" in tx.facts():  # what was revoked after the copy was made, nobody knows
        mark.begin([("since", tx.pos + 1), ("taken-back", tx.pos)])
    else:
        begin(tx, mark)
    mark.flush()


def begin(tx: Writer, mark: Mark) -> None:
    """Make a mark, trusting that the database is complete."""
    mark.begin([("since", tx.pos)])


def _compare_all(tx: Writer, mark: Mark) -> list[Note]:
    facts, comparison = tx.facts(), compare(tx, mark)
    notes = [*comparison.ahead, *_stored_notes(facts, mark)]
    if facts.get("mark") != "kept":
        tx.set_fact("mark", "kept")
        notes += [("since", tx.pos), *_used(tx)]
    live = any(one.kind == "live" for one in comparison.short)
    if comparison.lost or "copied" in facts or live:
        notes += _close(tx, mark, comparison, facts)
    return notes


def _used(tx: Writer) -> list[Note]:
    """The invitations that are used up already."""
    c = t.invitations.c
    return [
        ("used", one) for one in tx.connection.execute(sa.select(c.hash).where(c.claimed)).scalars()
    ]


def _close(tx: Writer, mark: Mark, comparison: Comparison, facts: dict[str, str]) -> list[Note]:
    """Make campaigns read-only: those that are short, or all."""
    short = {one.campaign for one in comparison.short}
    every = comparison.unnamed or "copied" in facts
    live = [row for row in _campaigns(tx) if row.kind == "live" and (every or row.id in short)]
    for row in live:
        tx.change(row, kind="read-only")
    tx.set_fact("copied", None)
    if "closed" not in facts:
        tx.set_fact("closed", str(tx.pos))
    _revoke(tx, mark)
    log.warning(
        "events are missing" if comparison.lost or short else "a restored copy",
        copied=facts.get("copied"),
        position=tx.pos,
        acknowledged=mark.pos,
        short=[msgspec.to_builtins(one) for one in comparison.short[:20]],
        read_only=len(live),
    )
    return [("pos", mark.epoch + 1, tx.pos), ("taken-back", tx.pos)]


def _revoke(tx: Writer, mark: Mark) -> None:
    """Revoke and use up again what the mark knows and the database has forgotten."""
    tokens, invitations = t.tokens.c.hash, t.invitations.c.hash
    for one in tx.connection.execute(sa.select(tokens)).scalars().all():
        if mark.holds("revoked", one):
            tx.connection.execute(t.tokens.delete().where(tokens == one))
    for one in tx.connection.execute(sa.select(invitations)).scalars().all():
        if mark.holds("used", one):
            mine = t.invitations.update().where(invitations == one)
            tx.connection.execute(mine.values(claimed=True))


def take_back(tx: Writer, mark: Mark, row: CampaignRow) -> list[Note]:
    """Make a read-only campaign live again; raises `Problem` once a fork was made of it."""
    closed = int(tx.facts().get("closed", 0))
    if mark.holds("forked", row.id) or _forked_after(tx, row, closed):
        raise Problem("conflict", f"{row.id} was forked after it had become read-only.")
    tx.change(row, kind="live")
    signed = mark.signed(row.id)
    log.warning("read-only taken back", campaign=row.id, seq=row.seq, signed=signed.size)
    short = row.seq < signed.size or _differs(tx, row, signed)
    return [size_note(row, signed.epoch + 1)] if short else []


def reopen(tx: Writer) -> None:
    """Drop the notice about read-only campaigns once none is left."""
    if all(row.kind != "read-only" for row in _campaigns(tx)):
        tx.set_fact("closed", None)


def _forked_after(tx: Writer, row: CampaignRow, pos: int) -> bool:
    """Whether a fork of a campaign was begun after a position."""
    e, c = t.events.c, t.campaigns.c
    forks = sa.select(c.id).where(c.parent_id == row.id)
    first = sa.select(sa.func.min(e.pos)).where(e.campaign_id.in_(forks)).group_by(e.campaign_id)
    return any(begun > pos for begun in tx.connection.execute(first).scalars())
