"""A campaign as the fold of its events: the game's state and what belongs to the record.

A rewind takes the game back. It never takes back what belongs to the record: chains, seats,
openings, the edition.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.contract.system import Label, Outcome, Phase, Standing, System, Waiting
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.dice import CHAINS
from iacta.domain.kernel.proof.errors import CorruptLog
from iacta.domain.kernel.proof.record import ZERO, Event


class ChainHead(msgspec.Struct, frozen=True):
    """Where a chain stands: ``used`` of ``links`` links under ``anchor``."""

    anchor: str
    links: int
    used: int = 0


class SeatState(msgspec.Struct, frozen=True):
    """A seat in play."""

    seat: str
    name: str
    claimed: bool = False
    resigned: bool = False
    ousted: bool = False
    """resigned by another's hand, and not replaced since"""


class Agreed(msgspec.Struct, frozen=True):
    """A seat agreed, in ``event``, to a fork after event ``at``."""

    seat: str
    at: int
    event: int


class SealedSpan(msgspec.Struct, frozen=True):
    """How far a sealed chain was drawn: link ``used`` under ``anchor``, in ``campaign``."""

    campaign: str
    anchor: str
    used: int


class Ending(msgspec.Struct, frozen=True):
    """The event from which the campaign is over: its number, time and hash."""

    seq: int
    at: str
    hash: str


class Stretch(msgspec.Struct, frozen=True):
    """Events ``first`` … of this record were recorded in ``campaign``."""

    campaign: str
    first: int


class Campaign(msgspec.Struct, frozen=True):
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
    fork_consents: tuple[Agreed, ...] = ()
    chains: dict[str, ChainHead] = {}
    sealed: tuple[SealedSpan, ...] = ()
    seals_opened: bool = False
    ended: Ending | None = None
    agreed: dict[str, str] = {}
    """seat → its answer to whether the seals are to be opened, since the campaign is over"""
    reshuffle_due: bool = False
    stretches: tuple[Stretch, ...] = ()
    hidden: int = 0
    """last event by which somebody learned, or chose, a hidden value"""
    own_order: int = 0
    """event since which a hidden order is this branch's alone; one before it is another's too"""

    def seat(self, key: str) -> SeatState | None:
        """A seat in play, if it is one."""
        return next((seat for seat in self.seats if seat.seat == key), None)

    @property
    def grace(self) -> int | None:
        """Days for which every seat has to agree to open the seals; None: any seat may open them,
        as in records that do not name the switch.
        """
        days = self.options.get("seal_grace")
        return None if days is None else int(days)

    @property
    def asked(self) -> tuple[str, ...]:
        """The seats that have to agree to open the seals: claimed, and not given up."""
        return tuple(seat.seat for seat in self.seats if seat.claimed and not seat.resigned)


Past = Callable[[int], Campaign]
"""seq → the campaign after that event."""


def decode_effect(system: System, plain: Mapping[str, Any]) -> Any:
    """An effect's struct; `CorruptLog` if it is none that is known."""
    try:
        if plain.get("type") in fx.TAGS:
            return msgspec.convert(plain, fx.KERNEL, strict=True)
        return msgspec.convert(plain, system.effect_type, strict=True)
    except msgspec.ValidationError as error:
        raise CorruptLog(f"{plain.get('type')}: {error}") from None


def decode_change(system: System, plain: Mapping[str, Any]) -> Any:
    """A change that a ruling carries; ``msgspec.ValidationError`` if the system has no such."""
    return msgspec.convert(plain, system.change_type, strict=True)


def evolve(campaign: Campaign, event: Event, digest: str, system: System, past: Past) -> Campaign:
    """The campaign after one more event. `CorruptLog` if it cannot follow."""
    if event.seq != campaign.seq + 1 or event.prev != campaign.hash:
        raise CorruptLog(f"event {event.seq} does not follow event {campaign.seq}")
    if event.campaign != campaign.id and not _begins(event):
        raise CorruptLog(f"event {event.seq} is of another campaign")
    chains, sealed = dict(campaign.chains), campaign.sealed
    for draw in event.draws:
        if draw["chain"] in CHAINS:
            head = chains.get(draw["chain"])
            if head is None or draw["link"] != head.used + 1:
                raise CorruptLog(
                    f"event {event.seq} does not draw the {draw['chain']} chain's next link"
                )
            chains[draw["chain"]] = msgspec.structs.replace(head, used=draw["link"])
            if draw["chain"] == "sealed":
                sealed = _span(sealed, event.campaign, head.anchor, draw["link"])
    campaign = msgspec.structs.replace(
        campaign,
        seq=event.seq,
        hash=digest,
        at=event.at,
        chains=chains,
        sealed=sealed,
        hidden=event.seq if _hides(event) else campaign.hidden,
    )
    if event.command["type"] == "campaign.reshuffle":
        campaign = _reshuffled(campaign)
    for plain in event.effects:
        effect = decode_effect(system, plain)
        campaign = apply(campaign, event.campaign, effect, system, past)
        if isinstance(effect, fx.Resigned) and event.for_:
            campaign = _seat(campaign, effect.seat, ousted=True)
    return campaign


def _reshuffled(campaign: Campaign) -> Campaign:
    own = campaign.seq if campaign.own_order else 0
    return msgspec.structs.replace(campaign, reshuffle_due=False, own_order=own)


def _begins(event: Event) -> bool:
    return bool(event.effects) and event.effects[0]["type"] in ("campaign-created", "forked")


def _span(
    spans: tuple[SealedSpan, ...], campaign: str, anchor: str, link: int
) -> tuple[SealedSpan, ...]:
    others = tuple(span for span in spans if span.anchor != anchor)
    return (*others, SealedSpan(campaign, anchor, link))


def _hides(event: Event) -> bool:
    """Whether somebody learned, or chose, a hidden value by this event."""
    opens = any(effect["type"] == "opened" for effect in event.effects)
    return opens or any(True for _ in seals.find([event.command, event.draws, event.effects]))


def apply(
    campaign: Campaign, recorded_in: str, effect: Any, system: System, past: Past
) -> Campaign:
    """The campaign after one effect."""
    replace = msgspec.structs.replace
    match effect:
        case fx.CampaignCreated():
            if campaign.seq != 1:
                raise CorruptLog("a campaign is created in the middle of a record")
            return replace(
                campaign,
                id=recorded_in,
                system=effect.system,
                edition=effect.edition,
                scenario=effect.scenario,
                options=effect.options,
                replaced={key: effect.data[key] for key in effect.custom},
                seats=tuple(SeatState(seat.seat, seat.name) for seat in effect.seats),
                chains=_heads(effect.anchors),
                game=system.state_type(),
                stretches=(Stretch(recorded_in, campaign.seq),),
            )
        case fx.Forked():
            elsewhere = effect.parent != campaign.id or recorded_in == campaign.id
            if elsewhere or effect.at != campaign.seq - 1:
                raise CorruptLog("a fork does not begin where it says")
            if not set(effect.held) <= {seat.seat for seat in campaign.seats}:
                raise CorruptLog("a fork holds a seat that is not there")
            campaign = _over(campaign, campaign.outcome)
            return replace(
                campaign,
                id=recorded_in,
                seats=tuple(
                    SeatState(seat.seat, seat.name, claimed=seat.seat in effect.held)
                    for seat in campaign.seats
                ),
                chains=_heads(effect.anchors),
                consents=(),
                fork_consents=(),
                own_order=campaign.seq if effect.carries else 0,
                reshuffle_due=(
                    effect.seen and not effect.keep_order and system.reshuffle is not None
                ),
                stretches=(*campaign.stretches, Stretch(recorded_in, campaign.seq)),
            )
        case fx.Rewound():
            if effect.to >= campaign.seq:
                raise CorruptLog("a rewind goes forward")
            then = past(effect.to)
            campaign = _over(campaign, then.outcome)
            return replace(campaign, game=then.game, consents=())
        case fx.Consented():
            return replace(campaign, consents=(*campaign.consents, (effect.seat, effect.to)))
        case fx.ForkConsented():
            return _agreed(campaign, effect)
        case fx.ForkMade():
            if effect.at >= campaign.seq or effect.child == campaign.id:
                raise CorruptLog("a fork is noted that cannot be")
            left = tuple(one for one in campaign.fork_consents if one.at != effect.at)
            return replace(campaign, fork_consents=left)
        case fx.Extended():
            ended = campaign.chains.get(effect.chain)
            if ended is None or ended.used != ended.links:
                raise CorruptLog(f"the {effect.chain} chain is extended before its end")
            head = ChainHead(effect.anchor, effect.links)
            return replace(campaign, chains={**campaign.chains, effect.chain: head})
        case fx.SealsAgreed():
            if campaign.outcome is None or campaign.seals_opened or not campaign.seat(effect.seat):
                raise CorruptLog("a seat that there is answers once it is over, before the opening")
            return replace(campaign, agreed={**campaign.agreed, effect.seat: effect.agree})
        case fx.SealsOpened():
            if campaign.outcome is None or campaign.seals_opened:
                raise CorruptLog("seals are opened before the end, or twice")
            return replace(campaign, seals_opened=True)
        case fx.Ruled():
            game = campaign.game
            for change in effect.changes:
                game = system.evolve(game, decode_effect_change(system, change))
            return replace(campaign, game=game)
        case fx.SeatClaimed():
            return _seat(campaign, effect.seat, claimed=True, resigned=False, ousted=False)
        case fx.Resigned():
            return _seat(campaign, effect.seat, resigned=True)
        case fx.EditionAdopted():
            return replace(campaign, edition=effect.edition)
        case fx.Concluded():
            if campaign.outcome is not None:
                raise CorruptLog("the campaign is over already")
            return _over(campaign, Outcome(effect.reason, effect.winners))
        case fx.SeatHandedOver(role):
            return _handed_over(campaign, role)
        case fx.Opened() | fx.Annotated():
            return campaign
        case _:
            return replace(campaign, game=system.evolve(campaign.game, effect))


def _agreed(campaign: Campaign, effect: fx.ForkConsented) -> Campaign:
    stood = [
        one for one in campaign.fork_consents if (one.seat, one.at) == (effect.seat, effect.at)
    ]
    if campaign.seat(effect.seat) is None or effect.at >= campaign.seq:
        raise CorruptLog("an agreement to a fork that cannot be")
    if bool(stood) != effect.withdrawn:
        raise CorruptLog("an agreement is given twice, or taken back that was not given")
    left = tuple(one for one in campaign.fork_consents if one not in stood)
    if not effect.withdrawn:
        left = (*left, Agreed(effect.seat, effect.at, campaign.seq))
    return msgspec.structs.replace(campaign, fork_consents=left)


def _handed_over(campaign: Campaign, role: str) -> Campaign:
    """A seat's new holder has it as if claimed, and has agreed to nothing yet."""
    if not role.startswith("seat:"):
        return campaign
    key = role.removeprefix("seat:")
    left = tuple(one for one in campaign.fork_consents if one.seat != key)
    agreed = {seat: to for seat, to in campaign.agreed.items() if seat != key}
    campaign = _seat(campaign, key, claimed=True, resigned=False, ousted=False)
    return msgspec.structs.replace(campaign, fork_consents=left, agreed=agreed)


def decode_effect_change(system: System, plain: Mapping[str, Any]) -> Any:
    """A recorded change; `CorruptLog` if it is none that is known."""
    try:
        return decode_change(system, plain)
    except msgspec.ValidationError as error:
        raise CorruptLog(f"{plain.get('type')}: {error}") from None


def _over(campaign: Campaign, outcome: Outcome | None) -> Campaign:
    """The campaign with this outcome, or none, from this event on; every seat is asked anew."""
    ended = None if outcome is None else Ending(campaign.seq, campaign.at, campaign.hash)
    return msgspec.structs.replace(campaign, outcome=outcome, ended=ended, agreed={})


def _heads(anchors: fx.Anchors) -> dict[str, ChainHead]:
    return {
        "open": ChainHead(anchors.open.anchor, anchors.open.links),
        "sealed": ChainHead(anchors.sealed.anchor, anchors.sealed.links),
    }


def _seat(campaign: Campaign, key: str, **change: bool) -> Campaign:
    if campaign.seat(key) is None:
        raise CorruptLog(f"there is no seat {key!r}")
    seats = tuple(
        msgspec.structs.replace(seat, **change) if seat.seat == key else seat
        for seat in campaign.seats
    )
    return msgspec.structs.replace(campaign, seats=seats)


def replay(events: Iterable[tuple[Event, str]], system: System) -> Iterable[Campaign]:
    """Fold a whole record, giving the campaign after each event."""
    states: list[Campaign] = [Campaign()]
    for event, digest in events:
        states.append(evolve(states[-1], event, digest, system, states.__getitem__))
        yield states[-1]


def standing(campaign: Campaign, system: System) -> Standing:
    """Where the campaign stands, the record's own needs included."""
    game = system.standing(campaign.game)
    if campaign.outcome is not None:
        waiting: tuple[Waiting, ...] = ()
        if campaign.hidden and not campaign.seals_opened:
            waiting = _awaited_for_seals(campaign)
        return Standing(game.turn, game.phase, waiting, campaign.outcome)
    if campaign.reshuffle_due:
        return Standing(
            game.turn,
            game.phase,
            (Waiting("referee", "a reshuffle", ("campaign.reshuffle",)),),
        )
    return game


def _awaited_for_seals(campaign: Campaign) -> tuple[Waiting, ...]:
    """The seats that have not answered yet; once all have, or none is asked, the referee."""
    asked = campaign.asked if campaign.grace is not None else ()
    left = [seat for seat in asked if seat not in campaign.agreed] or ["referee"]
    return tuple(Waiting(seat, "the seals", ("campaign.open-seals",)) for seat in left)


class SeatView(msgspec.Struct, frozen=True):
    """A seat as everyone sees it."""

    seat: str
    name: str
    title: str
    letter: str
    slot: int
    claimed: bool
    resigned: bool


class View(msgspec.Struct, frozen=True):
    """What an audience sees of a campaign. ``game`` is the system's own view."""

    system: str
    scenario: str
    edition: str
    status: str
    turn: Label | None
    phase: Phase | None
    waiting: tuple[Waiting, ...]
    seats: tuple[SeatView, ...]
    winners: tuple[str, ...]
    game: Any


def seat_views(campaign: Campaign, system: System) -> tuple[SeatView, ...]:
    """The seats in play with their titles and marks."""
    views = []
    for seat in campaign.seats:
        of = system.seat(seat.seat)
        views.append(
            SeatView(
                seat.seat,
                seat.name,
                of.title,
                of.letter,
                of.slot,
                seat.claimed,
                seat.resigned,
            )
        )
    return tuple(views)


def view(
    campaign: Campaign, system: System, audience: str, known: Mapping[str, Any]
) -> dict[str, Any]:
    """The view of one audience in plain data."""
    at = standing(campaign, system)
    shown = View(
        campaign.system,
        campaign.scenario,
        campaign.edition,
        "concluded" if campaign.outcome else "open",
        at.turn,
        at.phase,
        at.waiting,
        seat_views(campaign, system),
        at.outcome.winners if at.outcome else (),
        system.view(campaign.game, audience, known),
    )
    plain: dict[str, Any] = to_plain(shown)
    return plain
