"""What seats and the referee may send. Bounds here are the API's contract."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.kernel.contract.system import Command, CommandSpec, Part
from iacta.domain.kernel.proof.record import SeatKey
from iacta.domain.samnite_wars.state import Ask, CardName, RegionName

MOST_DISCARDS = 5
Cards = Annotated[tuple[CardName, ...], Meta(max_length=MOST_DISCARDS)]
Answers = Annotated[tuple[CardName, ...], Meta(max_length=7)]
"""all Victory cards and Scandal, if there is no limit (SW-20)"""


class WarEffort(Part, frozen=True):
    """At most one card of each battle type. SW P27."""

    ally: CardName | None = None  #: an Ally card
    strategy: CardName | None = None  #: a Strategy card
    troops: CardName | None = None  #: a Troops card
    weapon: CardName | None = None  #: a Weapon card
    battle: CardName | None = None  #: a Battle card

    @property
    def cards(self) -> tuple[str, ...]:
        """The names of its cards, in order of type."""
        named = (self.ally, self.strategy, self.troops, self.weapon, self.battle)
        return tuple(name for name in named if name is not None)


class SetUp(Command, frozen=True, tag="samnite-wars.set-up"):
    """Roll prestige, coins and the first Consul, shuffle and deal. SW P6."""


class Draw(Command, frozen=True, tag="samnite-wars.draw"):
    """Buy cards for a coin each; 0 keeps the gold. SW P10."""

    cards: Annotated[int, Meta(ge=0, le=89)]  #: how many to buy


class RollEvent(Command, frozen=True, tag="samnite-wars.roll-event"):
    """Roll the turn's event, and a war's region. SW P11."""


class Answer(Command, frozen=True, tag="samnite-wars.answer"):
    """Answer with cards that may be played now, or with none to pass. SW-32.

    The answer is sealed until everybody has answered.
    """

    window: Ask  #: the open window
    cards: Answers  #: cards that all take effect; empty to pass
    #: A card that takes effect for one player only: it negates a war, or is a Conquest card.
    claim: CardName | None


class PaxRomana(Command, frozen=True, tag="samnite-wars.pax-romana"):
    """Choose Pax Romana, with or without a Peace card. SW P13."""

    card: CardName | None = None  #: a Peace card
    opponent: SeatKey | None = None  #: the target of Intrigue


class PeaceCard(Command, frozen=True, tag="samnite-wars.peace-card"):
    """Play another Peace card, or stop, if their number is not limited. SW-20."""

    card: CardName | None = None  #: a Peace card; null to stop
    opponent: SeatKey | None = None  #: the target of Intrigue


class Fortify(Command, frozen=True, tag="samnite-wars.fortify"):
    """Fortify against Raids, and roll the cost. SW P14."""


class Campaign(Command, frozen=True, tag="samnite-wars.campaign"):
    """Invade a region. SW P13."""

    region: RegionName  #: the region to invade
    enemy: SeatKey  #: the Foe who leads the enemy
    ally: SeatKey | None = None  #: the Foe who fights at Rome's side
    levy: CardName | None = None  #: Recruitment or Conscription, after a lost battle


class NameRebels(Command, frozen=True, tag="samnite-wars.name-rebels"):
    """As a Foe, openly name the region that rebels. SW P12."""

    region: RegionName  #: the region that rebels


class NameEnemy(Command, frozen=True, tag="samnite-wars.name-enemy"):
    """As Consul, name the enemy's leader and, with four or more players, an ally. SW P12."""

    enemy: SeatKey  #: the Foe who leads the enemy
    ally: SeatKey | None = None  #: with four or more players, the Foe who fights at Rome's side


class NameAlly(Command, frozen=True, tag="samnite-wars.name-ally"):
    """As the enemy's leader, name an ally or none. SW-25."""

    ally: SeatKey | None = None  #: the Foe who joins; none if omitted


class Give(Command, frozen=True, tag="samnite-wars.give"):
    """As an ally, give two cards of your choice, hidden from others. SW-25."""

    cards: Cards  #: the two cards


class LayEffort(Command, frozen=True, tag="samnite-wars.lay-effort"):
    """Lay a War Effort face down. SW P27.

    All Efforts of a war are opened together.
    """

    effort: WarEffort  #: the cards that fight, no more than one of each kind


class FreeRegion(Command, frozen=True, tag="samnite-wars.free-region"):
    """As Consul after a lost war, choose which region goes free. SW P15."""

    region: RegionName  #: the region that goes free


class Discard(Command, frozen=True, tag="samnite-wars.discard"):
    """Discard up to five cards face down, or none. SW P18."""

    cards: Cards  #: the cards to discard, up to five


class DeclareEnd(Command, frozen=True, tag="samnite-wars.declare-end"):
    """As Consul of six regions, declare the end of the game. SW P1."""


ConsulCommand = (
    Draw | RollEvent | PaxRomana | PeaceCard | Fortify | Campaign | NameEnemy | FreeRegion
)
"""Commands of the Consul only."""

PlayerCommand = (
    Answer | NameRebels | NameAlly | Give | LayEffort | Discard | DeclareEnd | ConsulCommand
)
"""Commands of any player."""

AnyCommand = SetUp | PlayerCommand

SEAT = ("seat",)

COMMANDS = (
    CommandSpec(SetUp, "Set up: roll, shuffle and deal", ("seat", "referee"), ("set-up",)),
    CommandSpec(Draw, "Strategy: buy cards", SEAT, ("strategy",), example={"cards": 2}),
    CommandSpec(RollEvent, "Roll the event", SEAT, ("event",)),
    CommandSpec(
        Answer,
        "Play cards or pass",
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
        "Give cards to your ally",
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
    CommandSpec(FreeRegion, "Free a region", SEAT, ("free",), example={"region": "Umbrians"}),
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
