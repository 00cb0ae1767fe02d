"""Whether the openings are those of the sealed values, and shown to whom the events show them."""

from collections.abc import Iterator
from typing import Any

import msgspec
import sqlalchemy as sa

from iacta.domain.kernel.campaign.recheck import decide_again
from iacta.domain.kernel.campaign.state import Campaign, Past
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import encode
from iacta.domain.kernel.proof.record import Event
from iacta.domain.kernel.proof.seals import Opening
from iacta.service.store import schema as t
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow


class Fault(msgspec.Struct, frozen=True):
    """What differs, and at which event."""

    campaign: str
    seq: int
    what: str


class Openings:
    """A campaign's openings as stored, its forks' shared past included; unreadable ones not."""

    def __init__(self, reader: Reader, row: CampaignRow) -> None:
        self._reader, self._row = reader, row
        self._unread: dict[str, Fault] = {}
        self._kept: dict[str, tuple[int, Opening, tuple[str, ...]]] = {}
        for segment in reader.segments(row):
            for one in reader.until(t.openings, segment):
                self._read(one)
        self._values = {digest: opening.value for digest, (_, opening, _) in self._kept.items()}
        self._sealed: dict[str, int] = {}
        self._public: dict[str, int] = {}

    def _read(self, one: Any) -> None:
        try:
            opening = msgspec.json.decode(one["opening"], type=Opening)
            bytes.fromhex(opening.salt)
            self._kept[one["digest"]] = (one["seq"], opening, tuple(one["to"].split()))
        except (msgspec.MsgspecError, TypeError, ValueError) as error:
            what = f"an opening is malformed: {error}"
            self._unread[one["digest"]] = Fault(self._row.id, one["seq"], what)

    def check(
        self, event: Event, before: Campaign, system: AnySystem, past: Past
    ) -> Iterator[Fault]:
        """The openings of an event that was decided in the state ``before``."""
        digests = list(seals.digests_in([event.command, event.draws, event.effects]))
        self._sealed.update(dict.fromkeys(digests, event.seq))
        for digest in seals.revealed_in(event.effects, self._sealed):
            self._public.setdefault(digest, event.seq)
        for digest in digests:
            yield from self._check_one(event, digest)
        own = event.seq > (self._row.fork_at or 0)  # the parent's are checked with the parent
        kept = [digest for digest in digests if digest in self._kept]
        if own and kept and not self._rightly_shown(event, kept, before, system, past):
            yield Fault(self._row.id, event.seq, "a sealed value is not for whom the rules show it")

    def _check_one(self, event: Event, digest: str) -> Iterator[Fault]:
        if digest not in self._kept:
            if self._row.kind == "live" and digest not in self._unread:
                yield Fault(self._row.id, event.seq, "a sealed value has no opening")
            return
        seq, opening, _ = self._kept[digest]
        salt = bytes.fromhex(opening.salt)
        right = seals.digest(event.campaign, event.seq, salt, opening.value)
        if (seq, digest) != (event.seq, right):
            yield Fault(self._row.id, event.seq, "an opening is not what was sealed")

    def _rightly_shown(
        self, event: Event, kept: list[str], before: Campaign, system: AnySystem, past: Past
    ) -> bool:
        """Whether the roles who may see an event's values are those that deciding it again gives.

        Where it cannot be decided again, whether they are roles of the campaign at all.
        """
        given = {digest: self._kept[digest][2] for digest in kept}
        if not any(given.values()) and not any(
            seals.digests_in([event.command, event.effects])
        ):  # hidden dice alone are for nobody
            return True
        learned: dict[str, tuple[str, ...]] = {}
        try:
            decide_again(before, event, system, self._values, past, learned)
        except Exception:  # of another edition, hidden still, or damaged: said elsewhere
            roles = {"referee", *(f"seat:{seat.seat}" for seat in before.seats)}
            return roles.issuperset(role for to in given.values() for role in to)
        # Equal values of one event cannot be distinguished, and neither can their seals.
        return self._by_value(given) == self._by_value(
            {digest: learned.get(digest, ()) for digest in kept}
        )

    def _by_value(self, given: dict[str, tuple[str, ...]]) -> list[tuple[bytes, list[str]]]:
        return sorted((encode(self._values[one]), sorted(to)) for one, to in given.items())

    def check_all(self) -> Iterator[Fault]:
        """What was not read, what nothing sealed, and what is shown to everyone."""
        yield from self._unread.values()
        p = t.published.c
        query = sa.select(p.digest, p.seq).where(p.campaign_id == self._row.id)
        shown = {(digest, seq) for digest, seq in self._reader.connection.execute(query)}
        first = (self._row.fork_at or 0) + 1
        due = {
            (digest, seq)
            for digest, seq in self._public.items()
            if seq >= first and (digest in self._kept or digest in self._unread)
        }
        faults = {(seq, "what is shown to everyone was not opened there") for _, seq in shown - due}
        faults |= {(seq, "what was opened is not shown to everyone") for _, seq in due - shown}
        faults |= {
            (seq, "an opening of nothing that was sealed")
            for digest, (seq, _, _) in self._kept.items()
            if digest not in self._sealed
        }
        yield from (Fault(self._row.id, seq, what) for seq, what in sorted(faults))
