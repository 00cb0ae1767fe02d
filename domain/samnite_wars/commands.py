"""What seats and the referee may send. Bounds here are the API's contract."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.kernel.contract.system import Command, CommandSpec, Part
from iacta.domain.kernel.proof.record import SeatKey
from iacta.domain.samnite_wars.state import Ask, CardName, RegionName

Cards = Annotated[tuple[CardName, ...], Meta(max_length=5)]
Answers = Annotated[tuple[CardName, ...], Meta(max_length=7)]
"""all Victory cards and Scandal, where no limit is set (SW-20)"""


class WarEffort(Part, frozen=True):
    """At most one card of each type that fights. SW P27."""

    ally: CardName | None = None
    strategy: CardName | None = None
    troops: CardName | None = None
    weapon: CardName | None = None
    battle: CardName | None = None

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of its cards, in the order of the types."""
        named = (self.ally, self.strategy, self.troops, self.weapon, self.battle)
        return tuple(name for name in named if name is not None)


class SetUp(Command, frozen=True, tag="samnite-wars.set-up"):
    """Roll prestige, coins and the first Consul, shuffle and deal. SW P6."""


class Draw(Command, frozen=True, tag="samnite-wars.draw"):
    """Pay gold for as many cards; none is a choice too. SW P10."""

    cards: Annotated[int, Meta(ge=0, le=89)]


class RollEvent(Command, frozen=True, tag="samnite-wars.roll-event"):
    """Roll the turn's event, and the region of a war. SW P11."""


class Answer(Command, frozen=True, tag="samnite-wars.answer"):
    """Play cards when everybody is asked, or none: an empty answer is a pass. SW-32.

    ``cards`` all count; ``claim`` is a card of which only one player's can count: one that negates
    a war, or a Conquest card. Sealed until everybody has answered.
    """

    window: Ask
    cards: Answers
    claim: CardName | None


class PaxRomana(Command, frozen=True, tag="samnite-wars.pax-romana"):
    """Keep the peace, with a Peace card or without. ``opponent``: Intrigue's victim. SW P13."""

    card: CardName | None = None
    opponent: SeatKey | None = None


class PeaceCard(Command, frozen=True, tag="samnite-wars.peace-card"):
    """Play one more Peace card, or no more, where their number is not limited. SW-20."""

    card: CardName | None = None
    opponent: SeatKey | None = None


class Fortify(Command, frozen=True, tag="samnite-wars.fortify"):
    """Roll what the walls cost. SW P14."""


class Campaign(Command, frozen=True, tag="samnite-wars.campaign"):
    """Invade a region. ``levy``: Recruitment or Conscription after a lost battle. SW P13."""

    region: RegionName
    enemy: SeatKey
    ally: SeatKey | None = None
    levy: CardName | None = None


class NameRebels(Command, frozen=True, tag="samnite-wars.name-rebels"):
    """A Foe names the region that rebels, openly. SW P12."""

    region: RegionName


class NameEnemy(Command, frozen=True, tag="samnite-wars.name-enemy"):
    """The Consul names who leads the enemy, and with four players an ally of his own. SW P12."""

    enemy: SeatKey
    ally: SeatKey | None = None


class NameAlly(Command, frozen=True, tag="samnite-wars.name-ally"):
    """The enemy of Rome names an ally, or none. SW-25."""

    ally: SeatKey | None = None


class Give(Command, frozen=True, tag="samnite-wars.give"):
    """An ally gives two cards of his choice, unseen by others. SW-25."""

    cards: Cards


class LayEffort(Command, frozen=True, tag="samnite-wars.lay-effort"):
    """Lay a War Effort face down. SW P27."""

    effort: WarEffort


class FreeRegion(Command, frozen=True, tag="samnite-wars.free-region"):
    """After a lost war the Consul chooses which region goes free. SW P15."""

    region: RegionName


class Discard(Command, frozen=True, tag="samnite-wars.discard"):
    """Discard up to five cards face down; none is a choice too. SW P18."""

    cards: Cards


class DeclareEnd(Command, frozen=True, tag="samnite-wars.declare-end"):
    """The Consul of six regions ends the game. SW P1."""


Consular = Draw | RollEvent | PaxRomana | PeaceCard | Fortify | Campaign | NameEnemy | FreeRegion
"""What the Consul alone does."""

Played = Answer | NameRebels | NameAlly | Give | LayEffort | Discard | DeclareEnd | Consular
"""What a player does."""

Order = SetUp | Played

SEAT = ("seat",)

COMMANDS = (
    CommandSpec(SetUp, "Set up: roll, shuffle and deal", ("seat", "referee"), ("set-up",)),
    CommandSpec(Draw, "Strategy: pay for cards", SEAT, ("strategy",), example={"cards": 2}),
    CommandSpec(RollEvent, "Roll the event", SEAT, ("event",)),
    CommandSpec(
        Answer,
        "Play cards, or none",
        SEAT,
        ("event-cards", "battle-cards"),
        secret=("cards", "claim"),
        example={"window": "event", "cards": ["Plague"], "claim": None},
    ),
    CommandSpec(PaxRomana, "Pax Romana", SEAT, ("peace", "treaty"), example={"card": "Trade"}),
    CommandSpec(
        PeaceCard,
        "Play another Peace card",
        SEAT,
        ("pax",),
        example={"card": "Intrigue", "opponent": "papirius"},
    ),
    CommandSpec(Fortify, "Fortify", SEAT, ("raids",)),
    CommandSpec(
        Campaign,
        "Campaign",
        SEAT,
        ("peace", "raids"),
        example={"region": "Samnites", "enemy": "papirius"},
    ),
    CommandSpec(
        NameRebels, "Name the rebelling region", SEAT, ("rebels",), example={"region": "Samnites"}
    ),
    CommandSpec(
        NameEnemy, "Name the enemy's leader", SEAT, ("enemy",), example={"enemy": "papirius"}
    ),
    CommandSpec(NameAlly, "Name an ally", SEAT, ("ally",), example={"ally": "valerius"}),
    CommandSpec(
        Give,
        "Give cards to a principal",
        SEAT,
        ("gifts",),
        secret=("cards",),
        example={"cards": ["Swords", "Tactics"]},
    ),
    CommandSpec(
        LayEffort,
        "Lay a War Effort",
        SEAT,
        ("efforts",),
        secret=("effort",),
        example={"effort": {"troops": "Legions", "weapon": "Swords"}},
    ),
    CommandSpec(
        FreeRegion, "Let a region go free", SEAT, ("free",), example={"region": "Umbrians"}
    ),
    CommandSpec(
        Discard,
        "Discard cards, or none",
        SEAT,
        ("etcetera",),
        secret=("cards",),
        example={"cards": ["Chariots"]},
    ),
    CommandSpec(DeclareEnd, "Declare the end of the game", SEAT),
)
