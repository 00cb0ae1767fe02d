"""A campaign as the fold of its events: the game's state and what belongs to the record.

A rewind takes the game back. It never takes back what belongs to the record: chains, seats,
openings, the edition.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, assert_never

import msgspec
from msgspec.structs import replace

from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign import standing_answers as stands
from iacta.domain.kernel.campaign.facts import (
    Drawn,
    Fact,
    decode_recorded_change,
    read_fact,
)
from iacta.domain.kernel.campaign.standing_answers import (
    StandingAnswer,
    StandingAnswers,
    StandingAnswerView,
)
from iacta.domain.kernel.contract.system import AnySystem, Label, Outcome, Phase, Standing, Waiting
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.dice import CHAINS
from iacta.domain.kernel.proof.errors import CorruptLog
from iacta.domain.kernel.proof.record import ZERO


class ChainHead(msgspec.Struct, frozen=True):
    """The position in a chain: ``used`` of ``links`` links under ``anchor``."""

    anchor: str
    links: int
    used: int = 0


class SeatState(msgspec.Struct, frozen=True, kw_only=True):
    """A seat in play."""

    seat: str
    name: str
    claimed: bool = False
    resigned: bool = False
    ousted: bool = False
    """resigned by another's hand, and not replaced since"""


class ForkConsent(msgspec.Struct, frozen=True):
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


class RecordedSpan(msgspec.Struct, frozen=True):
    """Events ``first`` … of this record were recorded in ``campaign``."""

    campaign: str
    first: int


class Since(msgspec.Struct, frozen=True):
    """An event by its number and its time."""

    seq: int  #: its number
    at: str  #: when it was accepted, in UTC


class Awaited(msgspec.Struct, frozen=True, rename={"for_": "for"}):
    """Who is awaited, and since when."""

    seat: str  #: the key of the seat, or `referee`
    for_: str  #: what for, in words
    kinds: tuple[str, ...]  #: the types of the commands that are due
    #: The event since which: the one that made it due, or by which the same seat acted last.
    since: Since


class Campaign(msgspec.Struct, frozen=True, kw_only=True):
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


def evolve(
    campaign: Campaign, record: bytes, digest: str, system: AnySystem, past: Past
) -> Campaign:
    """The campaign after one more recorded event. `CorruptLog` if it cannot follow."""
    event = read_fact(system, record)
    if event.seq != campaign.seq + 1 or event.prev != campaign.hash:
        raise CorruptLog(f"event {event.seq} does not follow event {campaign.seq}")
    if event.campaign != campaign.id and not _is_genesis(event):
        raise CorruptLog(f"event {event.seq} is of another campaign")
    campaign = begin_event(campaign, event.campaign, event.at, event.draws)
    for effect in event.effects:
        try:
            campaign = apply(campaign, event.campaign, effect, system, past)
        except CorruptLog as fault:
            kind = effect.__struct_config__.tag
            raise CorruptLog(f"event {event.seq}, {kind}: {fault}") from None
    return finish_event(campaign, event, record, digest, system)


def begin_event(campaign: Campaign, recorded_in: str, at: str, draws: Iterable[Drawn]) -> Campaign:
    """The campaign with its next event begun: its number, time and draws are applied."""
    seq = campaign.seq + 1
    chains, sealed = campaign.chains, campaign.sealed
    for draw in draws:
        if draw.chain in CHAINS:
            head = chains.get(draw.chain)
            if head is None or draw.link != head.used + 1:
                raise CorruptLog(f"event {seq} does not draw the {draw.chain} chain's next link")
            chains = {**chains, draw.chain: replace(head, used=draw.link)}
            if draw.chain == "sealed":
                others = tuple(span for span in sealed if span.anchor != head.anchor)
                sealed = (*others, SealedSpan(recorded_in, head.anchor, draw.link))
    return replace(campaign, seq=seq, at=at, chains=chains, sealed=sealed)


def finish_event(
    campaign: Campaign, event: Fact, record: bytes, digest: str, system: AnySystem
) -> Campaign:
    """The campaign after an event whose effects it has taken up, with what rests on the whole."""
    ended = campaign.ended
    if ended is not None and ended.seq == event.seq:
        ended = replace(ended, hash=digest)
    campaign = replace(
        campaign,
        hash=digest,
        ended=ended,
        last_secret_seq=(
            event.seq if _involves_secret(event, record) else campaign.last_secret_seq
        ),
    )
    if event.command.type == "campaign.reshuffle":
        own = campaign.seq if campaign.own_order_since else 0
        campaign = replace(campaign, reshuffle_due=False, own_order_since=own)
    for effect in event.effects:
        if event.for_ and isinstance(effect, fx.Resigned):
            campaign = _with_seat(campaign, effect.seat, ousted=True)
        if isinstance(effect, fx.StandingLaid):
            *others, laid = campaign.standing_answers
            laid = replace(laid, entropy=event.entropy)
            campaign = replace(campaign, standing_answers=(*others, laid))
    return replace(campaign, waiting=_waiting(campaign, event, system))


BEGIN_ANEW = ("campaign.fork", "campaign.rewind")
"""Commands after which everybody is awaited from now on."""


def _waiting(campaign: Campaign, event: Fact, system: AnySystem) -> tuple[Awaited, ...]:
    """Who is awaited after an event: whoever was awaited for the same and did not act, still is."""
    kind, now = event.command.type, Since(event.seq, event.at)
    acted = "" if kind.startswith("campaign.") else event.acting.removeprefix("seat:")
    before = () if kind in BEGIN_ANEW else campaign.waiting
    return _since(campaign, system, [one for one in before if one.seat != acted], now)


def awaited(campaign: Campaign, system: AnySystem) -> tuple[Awaited, ...]:
    """Who is awaited, and since when; for what another release did not await, the last event."""
    return _since(campaign, system, campaign.waiting, Since(campaign.seq, campaign.at))


def _since(
    campaign: Campaign, system: AnySystem, before: Iterable[Awaited], now: Since
) -> tuple[Awaited, ...]:
    left = {(one.seat, one.kinds): one.since for one in before}
    return tuple(
        Awaited(one.seat, one.for_, one.kinds, left.get((one.seat, one.kinds), now))
        for one in standing(campaign, system).waiting
    )


def _is_genesis(event: Fact) -> bool:
    return isinstance(event.effects[0] if event.effects else None, fx.CampaignCreated | fx.Forked)


def _involves_secret(event: Fact, record: bytes) -> bool:
    """Whether somebody learned, or chose, a hidden value by this event."""
    opens = any(isinstance(effect, fx.Opened) for effect in event.effects)
    return opens or bool(seals.digests_of(record))


def apply(
    campaign: Campaign, recorded_in: str, effect: Any, system: AnySystem, past: Past
) -> Campaign:
    """The campaign after one effect, the game's or the kernel's."""
    if type(effect) not in fx.SHAPES:
        return replace(campaign, game=system.evolve(campaign.game, effect))
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
                seats=tuple(SeatState(seat=seat.seat, name=seat.name) for seat in effect.seats),
                chains=_heads(effect.anchors),
                game=system.state_type(),
                stretches=(RecordedSpan(recorded_in, campaign.seq),),
            )
        case fx.Forked():
            elsewhere = effect.parent != campaign.id or recorded_in == campaign.id
            if elsewhere or effect.at != campaign.seq - 1:
                raise CorruptLog("a fork does not begin where it says")
            if not set(effect.held) <= {seat.seat for seat in campaign.seats}:
                raise CorruptLog("a fork carries a seat that is not in play")
            campaign = _with_outcome(campaign, campaign.outcome)
            return replace(
                campaign,
                id=recorded_in,
                seats=tuple(
                    SeatState(seat=seat.seat, name=seat.name, claimed=seat.seat in effect.held)
                    for seat in campaign.seats
                ),
                chains=_heads(effect.anchors),
                consents=(),
                fork_consents=(),
                standing_answers=(),
                own_order_since=campaign.seq if effect.carries else 0,
                reshuffle_due=(
                    effect.seen and not effect.keep_order and system.reshuffle is not None
                ),
                stretches=(*campaign.stretches, RecordedSpan(recorded_in, campaign.seq)),
            )
        case fx.Rewound():
            if effect.to >= campaign.seq:
                raise CorruptLog("a rewind goes forward")
            then = past(effect.to)
            campaign = _with_outcome(campaign, then.outcome)
            return replace(campaign, game=then.game, consents=(), standing_answers=())
        case fx.Consented():
            return replace(campaign, consents=(*campaign.consents, (effect.seat, effect.to)))
        case fx.ForkConsented():
            return _with_fork_consent(campaign, effect)
        case fx.ForkMade():
            if effect.at >= campaign.seq or effect.child == campaign.id:
                raise CorruptLog("a noted fork is of a later event, or of the campaign itself")
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
                raise CorruptLog("only a seat in play answers, between the end and the opening")
            return replace(
                campaign, seal_answers={**campaign.seal_answers, effect.seat: effect.agree}
            )
        case fx.SealsOpened():
            if campaign.outcome is None or campaign.seals_opened:
                raise CorruptLog("seals are opened before the end, or twice")
            return replace(campaign, seals_opened=True)
        case fx.Ruled():
            game = campaign.game
            for change in effect.changes:
                game = system.evolve(game, decode_recorded_change(system, change))
            return replace(campaign, game=game)
        case fx.StandingLaid():
            return _with_standing_answer(campaign, effect)
        case fx.StandingEnded():
            still = stands.without(campaign.standing_answers, effect.seat, effect.window)
            return replace(campaign, standing_answers=still)
        case fx.SeatClaimed():
            campaign = _without_standing_answers(campaign, effect.seat)
            return _with_seat(campaign, effect.seat, claimed=True, resigned=False, ousted=False)
        case fx.Resigned():
            campaign = _without_standing_answers(campaign, effect.seat)
            return _with_seat(campaign, effect.seat, resigned=True)
        case fx.EditionAdopted():
            return replace(campaign, edition=effect.edition, standing_answers=())
        case fx.Concluded():
            if campaign.outcome is not None:
                raise CorruptLog("the campaign is over already")
            return _with_outcome(campaign, Outcome(effect.reason, effect.winners))
        case fx.SeatHandedOver(role):
            return _with_new_holder(campaign, role)
        case fx.Opened() | fx.Annotated():
            return campaign
        case _:
            assert_never(effect)


def _with_fork_consent(campaign: Campaign, effect: fx.ForkConsented) -> Campaign:
    stood = [
        one for one in campaign.fork_consents if (one.seat, one.at) == (effect.seat, effect.at)
    ]
    if campaign.seat(effect.seat) is None or effect.at >= campaign.seq:
        raise CorruptLog("agreement to a fork comes from no seat, or is to a later event")
    if bool(stood) != effect.withdrawn:
        raise CorruptLog("an agreement is given twice, or taken back that was not given")
    left = tuple(one for one in campaign.fork_consents if one not in stood)
    if not effect.withdrawn:
        left = (*left, ForkConsent(effect.seat, effect.at, campaign.seq))
    return replace(campaign, fork_consents=left)


def _with_standing_answer(campaign: Campaign, effect: fx.StandingLaid) -> Campaign:
    if campaign.seat(effect.seat) is None or campaign.outcome is not None:
        raise CorruptLog("only a seat in play answers in advance, and before the end")
    laid = StandingAnswer(
        seat=effect.seat,
        window=effect.window,
        until=effect.until,
        answer=effect.answer,
        event=campaign.seq,
    )
    return replace(campaign, standing_answers=stands.with_laid(campaign.standing_answers, laid))


def _without_standing_answers(campaign: Campaign, seat: str) -> Campaign:
    return replace(campaign, standing_answers=stands.without_seat(campaign.standing_answers, seat))


def _with_new_holder(campaign: Campaign, role: str) -> Campaign:
    """A seat's new holder has it as if claimed, and has agreed to nothing yet."""
    if not role.startswith("seat:"):
        return campaign
    key = role.removeprefix("seat:")
    left = tuple(one for one in campaign.fork_consents if one.seat != key)
    seal_answers = {seat: to for seat, to in campaign.seal_answers.items() if seat != key}
    campaign = _without_standing_answers(campaign, key)
    campaign = _with_seat(campaign, key, claimed=True, resigned=False, ousted=False)
    return replace(campaign, fork_consents=left, seal_answers=seal_answers)


def _with_outcome(campaign: Campaign, outcome: Outcome | None) -> Campaign:
    """The campaign with this outcome, or none, from this event on; every seat is asked again.

    The event's own hash is entered once it is known.
    """
    ended = None if outcome is None else Ending(campaign.seq, campaign.at, ZERO)
    standing_answers = campaign.standing_answers if outcome is None else ()
    return replace(
        campaign,
        outcome=outcome,
        ended=ended,
        seal_answers={},
        standing_answers=standing_answers,
    )


def _heads(anchors: fx.Anchors) -> dict[str, ChainHead]:
    begun = {"open": anchors.open, "sealed": anchors.sealed}
    return {chain: ChainHead(one.anchor, one.links) for chain, one in begun.items()}


def _with_seat(campaign: Campaign, key: str, **change: bool) -> Campaign:
    if campaign.seat(key) is None:
        raise CorruptLog(f"there is no seat {key!r}")
    seats = tuple(replace(seat, **change) if seat.seat == key else seat for seat in campaign.seats)
    return replace(campaign, seats=seats)


def replay(records: Iterable[tuple[bytes, str]], system: AnySystem) -> Iterable[Campaign]:
    """Fold stored records with their hashes, giving the campaign after each event."""
    states: list[Campaign] = [Campaign()]
    for record, digest in records:
        states.append(evolve(states[-1], record, digest, system, states.__getitem__))
        yield states[-1]


def standing(campaign: Campaign, system: AnySystem) -> Standing:
    """Turn, phase and who is awaited, including for the kernel's own commands."""
    game = system.standing(campaign.game)
    if campaign.outcome is not None:
        waiting: tuple[Waiting, ...] = ()
        if campaign.keeps_secrets:
            waiting = _waiting_for_seals(campaign)
        return Standing(game.turn, game.phase, waiting, campaign.outcome)
    if campaign.reshuffle_due:
        return Standing(
            game.turn, game.phase, (Waiting("referee", "a reshuffle", ("campaign.reshuffle",)),)
        )
    return game


def _waiting_for_seals(campaign: Campaign) -> tuple[Waiting, ...]:
    """The seats that have not answered yet; once all have, or none is asked, the referee."""
    seal_voters = campaign.seal_voters if campaign.grace is not None else ()
    left = [seat for seat in seal_voters if seat not in campaign.seal_answers] or ["referee"]
    return tuple(Waiting(seat, "the seals", ("campaign.open-seals",)) for seat in left)


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as everyone sees it."""

    seat: str  #: the key of the seat
    name: str  #: the player's name
    title: str  #: what the game calls it
    letter: str  #: its abbreviation
    slot: int  #: its pattern and colour, 1 to 4
    claimed: bool  #: whether somebody holds it
    resigned: bool  #: whether its player has given up


class View(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What an audience sees of a campaign."""

    system: str  #: the key of the system
    scenario: str  #: the key of the scenario
    edition: str  #: of the rules that it is played under
    status: str  #: `open` or `concluded`
    turn: Label | None  #: null where the game counts none
    phase: Phase | None  #: null where the game has none now
    waiting: tuple[Waiting, ...]  #: whose answer the game waits for
    seats: tuple[SeatView, ...]  #: in the order of the system
    winners: tuple[str, ...]  #: the seats that won, once it is over
    game: Any  #: what the audience sees of the game itself
    standing_answers: tuple[StandingAnswerView, ...] = ()  #: left out where there is none


def seat_views(campaign: Campaign, system: AnySystem) -> tuple[SeatView, ...]:
    """The seats in play with their titles and marks."""
    return tuple(
        SeatView(
            seat=seat.seat,
            name=seat.name,
            title=of.title,
            letter=of.letter,
            slot=of.slot,
            claimed=seat.claimed,
            resigned=seat.resigned,
        )
        for seat in campaign.seats
        for of in (system.seat(seat.seat),)
    )


def view(
    campaign: Campaign, system: AnySystem, audience: str, known: Mapping[str, Any]
) -> dict[str, Any]:
    """The view of one audience in plain data."""
    at = standing(campaign, system)
    shown = View(
        system=campaign.system,
        scenario=campaign.scenario,
        edition=campaign.edition,
        status="concluded" if campaign.outcome else "open",
        turn=at.turn,
        phase=at.phase,
        waiting=at.waiting,
        seats=seat_views(campaign, system),
        winners=at.outcome.winners if at.outcome else (),
        game=system.view(campaign.game, audience, known),
        standing_answers=tuple(stands.views(campaign.standing_answers, system, known)),
    )
    plain: dict[str, Any] = to_plain(shown)
    return plain
