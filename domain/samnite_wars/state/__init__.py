"""The state: what is folded from effects. A hand is digests; without openings it is a count."""

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
CardLimit = Literal["one", "none"]
FateDeck = Literal["hidden", "face-up"]
CardName = Annotated[str, Meta(min_length=1, max_length=40)]
RegionName = Annotated[str, Meta(min_length=1, max_length=40)]

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
"""Where the turn stands. The phases of the source, cut where somebody has to choose."""

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
"""The players, named after houses that gave Rome consuls in these wars."""

HOME = "Latins"
HAND = 10
END_REGIONS = 6


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what the state is made of."""


class Switches(Part, frozen=True):
    """The settings of the campaign. No turn limit is 0."""

    card_limit: CardLimit = "one"
    fate_deck: FateDeck = "hidden"
    turn_limit: int = 60


class Player(Part, frozen=True):
    """A player. ``cards``: how many he holds.

    ``hand`` is the digest of his hand as it was last dealt; since then cards have been ``shown``,
    ``put_away`` face down and ``received`` (digests of lists). ``laid`` and ``claim`` are what he
    has laid in this step and is not open yet.
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

    name: RegionName
    civilization: Civilization
    hellenized: bool
    needed: int = 1
    tokens: int = 0

    @property
    def controlled(self) -> bool:
        """Whether Rome controls it."""
        return self.tokens >= self.needed


class FaceDown(Part, frozen=True):
    """Cards that were discarded unseen: the digest of their list, and how many."""

    cards: str
    count: int


class TurnEvent(Part, frozen=True):
    """The turn's event: as rolled, and what it became on the way. SW-9."""

    face: int
    rolled: Rolled
    kind: EventKind
    region: RegionName | None = None
    region_face: int | None = None
    how: str = ""


class Window(Part, frozen=True):
    """A chance to play cards: for whom, who has still to answer, and which cards. SW-32."""

    key: Ask
    asked: tuple[SeatKey, ...]
    cards: tuple[CardName, ...]
    claims: tuple[CardName, ...]


class Naming(Part, frozen=True):
    """The region that a Foe lets rebel. SW-28."""

    seat: SeatKey
    region: RegionName


class Reason(Part, frozen=True):
    """A part of a card's force, with its reason and rule."""

    value: int
    reason: str
    rule: str


class Fighting(Part, frozen=True):
    """A card in an effort, and how its force adds up."""

    name: CardName
    kind: str
    parts: tuple[Reason, ...]

    @property
    def force(self) -> int:
        """What the card counts."""
        return sum(part.value for part in self.parts)


class Effort(Part, frozen=True):
    """One side's War Effort, open."""

    cards: tuple[Fighting, ...] = ()

    @property
    def force(self) -> int:
        """The side's total. SW P27."""
        return sum(card.force for card in self.cards)


class Battle(Part, frozen=True):
    """The turn's battle; it stays until the turn ends.

    ``rounds``: the dice that broke a tie, Rome's first.
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


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game before and after any effect.

    ``deck`` is the digest of the Fate deck's order; its first ``drawn`` of ``size`` cards are
    dealt. ``discard`` are the cards played openly since, ``face_down`` those discarded unseen.
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
        """A player, if the seat is in play."""
        return next((player for player in self.players if player.seat == seat), None)

    def region(self, name: str) -> Region | None:
        """A region, if there is such a one."""
        return next((region for region in self.regions if region.name == name), None)

    def with_player(self, player: Player) -> "State":
        """The state with one player as given."""
        players = tuple(player if one.seat == player.seat else one for one in self.players)
        return msgspec.structs.replace(self, players=players)

    def with_region(self, region: Region) -> "State":
        """The state with one region as given."""
        regions = tuple(region if one.name == region.name else one for one in self.regions)
        return msgspec.structs.replace(self, regions=regions)

    def nothing_laid(self) -> "State":
        """The state when what was laid has been taken up."""
        players = tuple(
            msgspec.structs.replace(player, laid="", claim="") if player.laid else player
            for player in self.players
        )
        return msgspec.structs.replace(self, players=players)

    @property
    def left(self) -> int:
        """Cards left in the deck."""
        return self.size - self.drawn

    @property
    def discarded(self) -> int:
        """Cards in the discard, shown or not."""
        return len(self.discard) + sum(pile.count for pile in self.face_down)

    @property
    def controlled(self) -> tuple[str, ...]:
        """The regions that Rome controls, the Latins among them."""
        return tuple(region.name for region in self.regions if region.controlled)

    @property
    def subjects(self) -> tuple[str, ...]:
        """The regions that Rome could lose: those it controls, without the Latins. SW-8."""
        return tuple(name for name in self.controlled if name != HOME)

    def neighbours(self, name: str) -> tuple[str, ...]:
        """The regions that border one, in the map's order."""
        near = {other for pair in self.borders if name in pair for other in pair} - {name}
        return tuple(region.name for region in self.regions if region.name in near)

    def bordering(self, name: str) -> bool:
        """Whether a region shares a border with the Republic."""
        return any(other in self.controlled for other in self.neighbours(name))

    @property
    def order(self) -> tuple[str, ...]:
        """The seats in turn order from the Consul."""
        seats = tuple(player.seat for player in self.players)
        first = seats.index(self.consul) if self.consul in seats else 0
        return seats[first:] + seats[:first]

    @property
    def foes(self) -> tuple[str, ...]:
        """Everyone but the Consul, in turn order."""
        return self.order[1:]

    def role(self, seat: str) -> str:
        """What a player is in this turn."""
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
