"""A campaign as the fold of its events: the game's state and what belongs to the record.

A rewind takes the game back. It never takes back what belongs to the record: chains, seats,
openings, the edition.
"""

from collections.abc import Iterable
from typing import Any, assert_never

from msgspec.structs import replace

from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign import standing_answers as stands
from iacta.domain.kernel.campaign.facts import Drawn, Fact, decode_recorded_change, read_fact
from iacta.domain.kernel.campaign.standing_answers import StandingAnswer
from iacta.domain.kernel.campaign.state import (
    Campaign,
    ChainHead,
    Ending,
    ForkConsent,
    Past,
    RecordedSpan,
    SealedSpan,
    SeatState,
)
from iacta.domain.kernel.campaign.waiting import awaited_after
from iacta.domain.kernel.contract.system import AnySystem, Outcome
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.dice import CHAINS
from iacta.domain.kernel.proof.errors import CorruptLog, require
from iacta.domain.kernel.proof.record import ZERO


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
    game = campaign.game
    for effect in event.effects:
        try:
            if type(effect) in fx.SHAPES:
                campaign = replace(campaign, game=game)
                campaign = apply(campaign, event.campaign, effect, system, past)
                game = campaign.game
            else:
                game = system.evolve(game, effect)
        except CorruptLog as fault:
            kind = effect.__struct_config__.tag
            raise CorruptLog(f"event {event.seq}, {kind}: {fault}") from None
    campaign = replace(campaign, game=game)
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
    secret = seals.names_digest(record)
    if event.command.type == "campaign.reshuffle":
        own = campaign.seq if campaign.own_order_since else 0
        campaign = replace(campaign, reshuffle_due=False, own_order_since=own)
    for effect in event.effects:
        if type(effect) is fx.Opened:
            secret = True
        elif type(effect) is fx.Resigned and event.for_:
            campaign = _with_seat(campaign, effect.seat, ousted=True)
        elif type(effect) is fx.StandingLaid:
            *others, laid = campaign.standing_answers
            laid = replace(laid, entropy=event.entropy)
            campaign = replace(campaign, standing_answers=(*others, laid))
    ended = campaign.ended
    if ended is not None and ended.seq == event.seq:
        ended = replace(ended, hash=digest)
    # A hidden value is involved if somebody learned, or chose, one by this event.
    last_secret_seq = event.seq if secret else campaign.last_secret_seq
    campaign = replace(campaign, hash=digest, ended=ended, last_secret_seq=last_secret_seq)
    return replace(campaign, waiting=awaited_after(campaign, event, system))


def _is_genesis(event: Fact) -> bool:
    return isinstance(event.effects[0] if event.effects else None, fx.CampaignCreated | fx.Forked)


def apply(
    campaign: Campaign, recorded_in: str, effect: Any, system: AnySystem, past: Past
) -> Campaign:
    """The campaign after one effect, the game's or the kernel's."""
    if type(effect) not in fx.SHAPES:
        return replace(campaign, game=system.evolve(campaign.game, effect))
    match effect:
        case fx.CampaignCreated():
            require(campaign.seq == 1, "a campaign is created in the middle of a record")
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
            here = effect.parent == campaign.id and recorded_in != campaign.id
            require(here and effect.at == campaign.seq - 1, "a fork does not begin where it says")
            in_play = {seat.seat for seat in campaign.seats}
            require(in_play.issuperset(effect.held), "a fork carries a seat that is not in play")
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
            require(effect.to < campaign.seq, "a rewind goes forward")
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
            left = tuple(consent for consent in campaign.fork_consents if consent.at != effect.at)
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
            require(campaign.outcome is None, "the campaign is over already")
            return _with_outcome(campaign, Outcome(effect.reason, effect.winners))
        case fx.SeatHandedOver(role):
            return _with_new_holder(campaign, role)
        case fx.Opened() | fx.Annotated():
            return campaign
        case _:
            assert_never(effect)


def _with_fork_consent(campaign: Campaign, effect: fx.ForkConsented) -> Campaign:
    stood = [
        consent
        for consent in campaign.fork_consents
        if (consent.seat, consent.at) == (effect.seat, effect.at)
    ]
    if campaign.seat(effect.seat) is None or effect.at >= campaign.seq:
        raise CorruptLog("agreement to a fork comes from no seat, or is to a later event")
    if bool(stood) != effect.withdrawn:
        raise CorruptLog("an agreement is given twice, or taken back that was not given")
    left = tuple(consent for consent in campaign.fork_consents if consent not in stood)
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
    left = tuple(consent for consent in campaign.fork_consents if consent.seat != key)
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
    return {chain: ChainHead(anchor.anchor, anchor.links) for chain, anchor in begun.items()}


def _with_seat(campaign: Campaign, key: str, **change: bool) -> Campaign:
    require(campaign.seat(key) is not None, f"there is no seat {key!r}")
    seats = tuple(replace(seat, **change) if seat.seat == key else seat for seat in campaign.seats)
    return replace(campaign, seats=seats)


def replay(records: Iterable[tuple[bytes, str]], system: AnySystem) -> Iterable[Campaign]:
    """Fold stored records with their hashes, giving the campaign after each event."""
    states: list[Campaign] = [Campaign()]
    for record, digest in records:
        states.append(evolve(states[-1], record, digest, system, states.__getitem__))
        yield states[-1]
