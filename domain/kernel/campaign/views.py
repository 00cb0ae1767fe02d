"""What an audience sees of a campaign."""

from collections.abc import Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.campaign import standing_answers as stands
from iacta.domain.kernel.campaign.standing_answers import StandingAnswerView
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.campaign.waiting import standing
from iacta.domain.kernel.contract.copies import copied
from iacta.domain.kernel.contract.system import AnySystem, Label, Phase, Waiting
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.vault import Vault


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


def known_to(vault: Vault, campaign: Campaign, audience: str) -> Mapping[str, Any]:
    """The hidden values that an audience could see in this state of the campaign."""
    return vault.known_to(audience, campaign.seq, all_seats=campaign.referee_sees_all)


def seat_views(campaign: Campaign, system: AnySystem) -> tuple[SeatView, ...]:
    """The seats in play with their titles, as the scenario calls them, and marks."""
    called = system.scenario(campaign.scenario).seats
    titles = dict(zip((seat.seat for seat in system.seats), called, strict=False))
    return tuple(
        copied(
            SeatView, seat, title=titles.get(seat.seat, of.title), letter=of.letter, slot=of.slot
        )
        for seat in campaign.seats
        for of in (system.seat(seat.seat),)
    )


def view(
    campaign: Campaign, system: AnySystem, audience: str, known: Mapping[str, Any]
) -> dict[str, Any]:
    """The view of one audience in plain data."""
    at = standing(campaign, system)
    made = copied(
        View,
        campaign,
        status="concluded" if campaign.outcome else "open",
        turn=at.turn,
        phase=at.phase,
        waiting=at.waiting,
        seats=seat_views(campaign, system),
        winners=at.outcome.winners if at.outcome else (),
        game=system.view(campaign.game, audience, known),
        standing_answers=tuple(stands.views(campaign.standing_answers, system, known)),
    )
    plain: dict[str, Any] = to_plain(made)
    return plain
