"""The state of a campaign: the game's own, and what belongs to the record.

It is made anew with each event and holds no cycle, so the collector need not look at it.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.standing_answers import StandingAnswers
from iacta.domain.kernel.contract.system import Outcome
from iacta.domain.kernel.proof.record import ZERO


class ChainHead(msgspec.Struct, gc=False, frozen=True):
    """The position in a chain: ``used`` of ``links`` links under ``anchor``."""

    anchor: str
    links: int
    used: int = 0


class SeatState(msgspec.Struct, gc=False, frozen=True, kw_only=True):
    """A seat in play."""

    seat: str
    name: str
    claimed: bool = False
    resigned: bool = False
    ousted: bool = False
    """resigned by another's hand, and not replaced since"""


class ForkConsent(msgspec.Struct, gc=False, frozen=True):
    """A seat agreed, in ``event``, to a fork after event ``at``."""

    seat: str
    at: int
    event: int


class SealedSpan(msgspec.Struct, gc=False, frozen=True):
    """How far a sealed chain was drawn: link ``used`` under ``anchor``, in ``campaign``."""

    campaign: str
    anchor: str
    used: int


class Ending(msgspec.Struct, gc=False, frozen=True):
    """The event from which the campaign is over: its number, time and hash."""

    seq: int
    at: str
    hash: str


class RecordedSpan(msgspec.Struct, gc=False, frozen=True):
    """Events ``first`` … of this record were recorded in ``campaign``."""

    campaign: str
    first: int


class Since(msgspec.Struct, gc=False, frozen=True):
    """An event by its number and its time."""

    seq: int  #: its number
    at: str  #: when it was accepted, in UTC


class Awaited(msgspec.Struct, gc=False, frozen=True, rename={"for_": "for"}):
    """Who is awaited, and since when."""

    seat: str  #: the key of the seat, or `referee`
    for_: str  #: what for, in words
    kinds: tuple[str, ...]  #: the types of the commands that are due
    #: The event since which: the one that made it due, or by which the same seat acted last.
    since: Since


class Campaign(msgspec.Struct, gc=False, frozen=True, kw_only=True):
    """The fold. ``game`` is the system's own state."""

    id: str = ""
    system: str = ""
    edition: str = ""
    scenario: str = ""
    options: dict[str, str | int | bool] = {}
    replaced: dict[str, str] = {}
    """hashes of the documents that the campaign brought itself"""
    seats: tuple[SeatState, ...] = ()
    seq: int = 0
    hash: str = ZERO
    at: str = ""
    game: Any = None
    outcome: Outcome | None = None
    consents: tuple[tuple[str, int], ...] = ()
    fork_consents: tuple[ForkConsent, ...] = ()
    chains: dict[str, ChainHead] = {}
    sealed: tuple[SealedSpan, ...] = ()
    seals_opened: bool = False
    ended: Ending | None = None
    seal_answers: dict[str, str] = {}
    """seat → its answer to whether the seals are to be opened, since the campaign is over"""
    reshuffle_due: bool = False
    stretches: tuple[RecordedSpan, ...] = ()
    last_secret_seq: int = 0
    """last event by which somebody learned, or chose, a hidden value; 0 if none did"""
    waiting: tuple[Awaited, ...] = ()
    """who is awaited; see `awaited`"""
    standing_answers: StandingAnswers = ()
    own_order_since: int = 0
    """event since which a hidden order is this branch's alone; one before it is another's too"""

    def seat(self, key: str) -> SeatState | None:
        """A seat in play, if it is one."""
        return next((seat for seat in self.seats if seat.seat == key), None)

    @property
    def referee_sees_all(self) -> bool:
        """Whether the referee sees what is hidden in seats."""
        return self.options.get("referee_sees") == "all"

    @property
    def keeps_secrets(self) -> bool:
        """Whether something was hidden by an event, and the seals are not open."""
        return self.last_secret_seq > 0 and not self.seals_opened

    @property
    def grace(self) -> int | None:
        """Days for which every seat has to agree to open the seals; None: any seat may open them,
        as in records that do not name the switch.
        """
        days = self.options.get("seal_grace")
        return None if days is None else int(days)

    @property
    def seal_voters(self) -> tuple[str, ...]:
        """The seats that have to agree to open the seals: claimed, and not given up."""
        return tuple(seat.seat for seat in self.seats if seat.claimed and not seat.resigned)


Past = Callable[[int], Campaign]
"""seq → the campaign after that event."""


def no_past(seq: int) -> Campaign:
    """A `Past` for what needs no earlier state: a first event, a game's own command."""
    raise AssertionError(f"nothing here looks back to event {seq}")
