"""The state: a fold of effects. Hands are digests; without openings only their size is known."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from iacta.domain.kernel.proof.record import SeatKey

Civilization = Literal["civilized", "semi-civilized", "un-civilized"]
Rolled = Literal["revolt", "peace", "raids", "war"]
EventKind = Literal["revolt", "peace", "raids", "war", "pax"]
BattleKind = Literal["campaign", "revolt", "war"]
Side = Literal["rome", "enemy"]
Ask = Literal["event", "battle"]
CardLimit = Literal["none", "one"]
FateDeck = Literal["hidden", "face-up"]
DiscardPile = Literal["face-up", "face-down"]
WarLoss = Literal["loss", "remainder"]
Corruption = Literal["until-20", "once"]
Declaration = Literal["settled", "any-time"]
CardName = Annotated[str, Meta(min_length=1, max_length=40, description="A card's name.")]
RegionName = Annotated[str, Meta(min_length=1, max_length=40, description="A region's name.")]

Step = Literal[
    "",
    "set-up",
    "strategy",
    "event",
    "event-cards",
    "peace",
    "raids",
    "treaty",
    "pax",
    "rebels",
    "enemy",
    "ally",
    "gifts",
    "efforts",
    "free",
    "battle-cards",
    "etcetera",
    "over",
]
"""The step of the turn: the source's phases, split wherever somebody must choose."""

SEATS = {
    "fabius": "Fabius",
    "papirius": "Papirius",
    "valerius": "Valerius",
    "claudius": "Claudius",
    "decius": "Decius",
    "aemilius": "Aemilius",
    "junius": "Junius",
    "manlius": "Manlius",
}
"""The seats, named after families that gave Rome consuls in these wars."""

HOME = "Latins"
HAND = 10
END_REGIONS = 6


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Base class of the parts of the state."""


class Switches(Part, frozen=True):
    """The switches of the campaign. A turn limit of 0 means none."""

    war_loss: WarLoss = "loss"  #: what is rounded down when a war takes half the Treasury
    corruption: Corruption = "until-20"  #: how often it strikes
    declaration: Declaration = "settled"  #: when the Consul may declare the end
    #: How many Victory, Defeat and Peace cards may be played at once.
    card_limit: CardLimit = "none"
    fate_deck: FateDeck = "hidden"  #: whether the deck is hidden or face up
    discard_pile: DiscardPile = "face-up"  #: whether the cards played lie open
    turn_limit: int = 60  #: the turn after which the game is over; 0 for none


class Player(Part, frozen=True, kw_only=True):
    """A player. ``cards``: how many cards are in the hand.

    ``hand``: the digest of the hand when last dealt; since then cards were ``shown``, ``put_away``
    face down and ``received`` (digests of lists). ``laid`` and ``claim``: what was laid in this
    step and is not revealed yet.
    """

    seat: SeatKey
    prestige: int = 0
    cards: int = 0
    hand: str = ""
    shown: tuple[CardName, ...] = ()
    put_away: tuple[str, ...] = ()
    received: tuple[str, ...] = ()
    laid: str = ""
    claim: str = ""
    conquests: tuple[RegionName, ...] = ()


class Region(Part, frozen=True):
    """A region; Rome controls it with ``needed`` tokens on it. SW P5, SW-5."""

    name: RegionName  #: its name
    civilization: Civilization  #: the culture of its people
    hellenized: bool  #: whether it is Hellenized
    needed: int = 1  #: tokens needed for control
    tokens: int = 0  #: Rome's tokens in it

    @property
    def controlled(self) -> bool:
        """Whether Rome controls it."""
        return self.tokens >= self.needed


class FaceDown(Part, frozen=True):
    """Cards discarded face down: the digest of their list, and how many."""

    cards: str
    count: int


class TurnEvent(Part, frozen=True):
    """The turn's event: as rolled, and as the region table changed it. SW-9."""

    face: int  #: the face of the die
    rolled: Rolled  #: the event as rolled
    kind: EventKind  #: the event after the region table
    region: RegionName | None = None  #: the region concerned
    region_face: int | None = None  #: the face of the region die
    how: str = ""  #: why it differs from the event rolled, in words


class Window(Part, frozen=True):
    """A window for playing cards: who may play, who has still to answer, which cards. SW-32."""

    key: Ask
    asked: tuple[SeatKey, ...]
    cards: tuple[CardName, ...]
    claims: tuple[CardName, ...]


class Naming(Part, frozen=True):
    """A Foe's vote for the region that rebels. SW-28."""

    seat: SeatKey
    region: RegionName


class Reason(Part, frozen=True):
    """A part of a card's force, with its reason and rule."""

    value: int  #: what it adds
    reason: str  #: why
    rule: str  #: the rule or ruling


class Fighting(Part, frozen=True):
    """A card in a War Effort, and how its force adds up."""

    name: CardName  #: the card's name
    kind: str  #: its type
    parts: tuple[Reason, ...]  #: how its force adds up

    @property
    def force(self) -> int:
        """The card's total force."""
        return sum(part.value for part in self.parts)


class Effort(Part, frozen=True):
    """One side's War Effort, revealed."""

    cards: tuple[Fighting, ...] = ()  #: the cards in it

    @property
    def force(self) -> int:
        """The side's total. SW P27."""
        return sum(card.force for card in self.cards)


class Battle(Part, frozen=True, kw_only=True):
    """The turn's battle; kept until the turn ends.

    ``rounds``: the tie-break dice, Rome's first.
    """

    kind: BattleKind
    region: RegionName
    attacker: Side
    latin_city: bool = False
    enemy: SeatKey | None = None
    rome_ally: SeatKey | None = None
    enemy_ally: SeatKey | None = None
    giving: tuple[SeatKey, ...] = ()
    rome_effort: Effort | None = None
    enemy_effort: Effort | None = None
    rounds: tuple[tuple[int | None, ...], ...] = ()
    winner: Side | None = None

    def role(self, side: Side) -> str:
        """Whether a side attacks or defends. SW-10."""
        return "attacker" if side == self.attacker else "defender"


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, gc=False):
    """The state of the game.

    ``deck``: the digest of the Fate deck's order, whose first ``drawn`` of ``size`` cards are
    dealt. ``discard``: the cards played openly since; ``face_down``: those discarded face down.
    """

    step: Step = ""
    turn: int = 0
    switches: Switches = Switches()
    players: tuple[Player, ...] = ()
    consul: str = ""
    regions: tuple[Region, ...] = ()
    borders: tuple[tuple[RegionName, RegionName], ...] = ()
    treasury: int = 0
    deck: str = ""
    size: int = 0
    drawn: int = 0
    top: CardName | None = None
    discard: tuple[CardName, ...] = ()
    face_down: tuple[FaceDown, ...] = ()
    event: TurnEvent | None = None
    window: Window | None = None
    names: tuple[Naming, ...] = ()
    battle: Battle | None = None
    plague: bool = False
    battle_lost: bool = False
    lost_this_turn: bool = False
    ended: str = ""

    def player(self, seat: str) -> Player | None:
        """The player of a seat, or None if the seat is not in play."""
        return next((player for player in self.players if player.seat == seat), None)

    def seated(self, seat: str) -> Player:
        """The player of a seat that is in play."""
        player = self.player(seat)
        assert player is not None
        return player

    def region(self, name: str) -> Region | None:
        """The region of that name, or None."""
        return next((region for region in self.regions if region.name == name), None)

    def with_player(self, player: Player) -> "State":
        """The state with one player replaced."""
        players = tuple(player if one.seat == player.seat else one for one in self.players)
        return msgspec.structs.replace(self, players=players)

    def with_region(self, region: Region) -> "State":
        """The state with one region replaced."""
        regions = tuple(region if one.name == region.name else one for one in self.regions)
        return msgspec.structs.replace(self, regions=regions)

    def with_nothing_laid(self) -> "State":
        """The state with all laid choices cleared."""
        players = tuple(
            msgspec.structs.replace(player, laid="", claim="") if player.laid else player
            for player in self.players
        )
        return msgspec.structs.replace(self, players=players)

    @property
    def current_battle(self) -> Battle:
        """The battle of this turn; there must be one."""
        assert self.battle is not None
        return self.battle

    @property
    def left(self) -> int:
        """How many cards are left in the deck."""
        return self.size - self.drawn

    @property
    def discarded(self) -> int:
        """How many cards are in the discard pile, face up or down."""
        return len(self.discard) + sum(pile.count for pile in self.face_down)

    @property
    def open_discard(self) -> tuple[str, ...]:
        """The played cards that lie face up for all to see. SW-23."""
        return self.discard if self.switches.discard_pile == "face-up" else ()

    @property
    def controlled(self) -> tuple[str, ...]:
        """The regions that Rome controls, including the Latins."""
        return tuple(region.name for region in self.regions if region.controlled)

    @property
    def subjects(self) -> tuple[str, ...]:
        """The regions that Rome could lose: those it controls, except the Latins. SW-8."""
        return tuple(name for name in self.controlled if name != HOME)

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The regions that border a region, in map order."""
        near = {other for pair in self.borders if name in pair for other in pair} - {name}
        return tuple(region.name for region in self.regions if region.name in near)

    def bordering(self, name: str) -> bool:
        """Whether a region shares a border with the Republic."""
        return any(other in self.controlled for other in self.neighbours(name))

    @property
    def turn_order(self) -> tuple[str, ...]:
        """The seats in turn order from the Consul."""
        seats = tuple(player.seat for player in self.players)
        first = seats.index(self.consul) if self.consul in seats else 0
        return seats[first:] + seats[:first]

    @property
    def foes(self) -> tuple[str, ...]:
        """Every seat but the Consul, in turn order."""
        return self.turn_order[1:]

    def role(self, seat: str) -> str:
        """A seat's role this turn: consul, consul-ally, enemy, enemy-ally or foe."""
        battle = self.battle
        if seat == self.consul:
            return "consul"
        if battle is not None and seat == battle.enemy:
            return "enemy"
        if battle is not None and seat == battle.rome_ally:
            return "consul-ally"
        if battle is not None and seat == battle.enemy_ally:
            return "enemy-ally"
        return "foe"
