"""What commands do: facts with everything that explains them. Folding them needs no rule."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.kernel.contract.system import Effect
from iacta.domain.kernel.proof.record import SeatKey
from iacta.domain.kernel.proof.seals import Sealed
from iacta.domain.samnite_wars.state import (
    Ask,
    BattleKind,
    CardName,
    Effort,
    Region,
    RegionName,
    Side,
    Step,
    Switches,
    TurnEvent,
)

Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Rounds = tuple[tuple[int | None, ...], ...]
Count = Annotated[int, Meta(ge=0)]


class Began(Effect, frozen=True, tag="samnite-wars.began"):
    """The map and the players, before the first die. SW P6."""

    seats: tuple[SeatKey, ...]
    regions: tuple[Region, ...]
    borders: tuple[tuple[RegionName, RegionName], ...]
    switches: Switches


class SetUpRolled(Effect, frozen=True, tag="samnite-wars.set-up-rolled"):
    """Prestige by seat, the first coins, and the dice for the first Consul. SW P6."""

    prestige: tuple[int, ...]
    coins: int
    consul: SeatKey
    rounds: Rounds


class TurnBegun(Effect, frozen=True, tag="samnite-wars.turn-begun"):
    """A turn begins under its Consul. SW P7."""

    turn: int
    consul: SeatKey


class PhaseBegun(Effect, frozen=True, tag="samnite-wars.phase-begun"):
    """The turn waits at its next step."""

    step: Step


class Shuffled(Effect, frozen=True, tag="samnite-wars.shuffled"):
    """The undealt cards lie in a new order that nobody knows. SW P6, SW-43."""

    deck: Sealed
    left: Count


class Renewed(Effect, frozen=True, tag="samnite-wars.renewed"):
    """The deck was empty: the discard is shuffled into a new one. SW-23."""

    deck: Sealed
    left: Count


class TopShown(Effect, frozen=True, tag="samnite-wars.top-shown"):
    """The deck lies face up, and this is its top card; no card if it is empty. SW-23."""

    card: CardName | None


class Dealt(Effect, frozen=True, tag="samnite-wars.dealt"):
    """A player draws cards. ``hand``: his whole hand from now on, sealed to him. SW P8."""

    seat: SeatKey
    count: Count
    hand: Sealed


class Taxed(Effect, frozen=True, tag="samnite-wars.taxed"):
    """Taxes come in: 2 and one for each region. SW P9."""

    regions: Count
    coins: Count
    total: Count


class Corrupted(Effect, frozen=True, tag="samnite-wars.corrupted"):
    """More than 20 coins lay in the Treasury, and some are gone. SW P19."""

    face: int
    lost: Count
    total: Count


class TreasuryChanged(Effect, frozen=True, tag="samnite-wars.treasury-changed"):
    """The Treasury gains or loses coins. ``total``: what is in it then."""

    change: int
    total: Count
    reason: str
    rule: str


class PrestigeChanged(Effect, frozen=True, tag="samnite-wars.prestige-changed"):
    """A player gains or loses PT. ``total``: what he then has; not below 0 (SW-7).

    ``faces``: the dice that said how many, if any.
    """

    seat: SeatKey
    change: int
    total: Count
    reason: str
    rule: str
    faces: tuple[int, ...] = ()


class EventRolled(Effect, frozen=True, tag="samnite-wars.event-rolled"):
    """The turn's event, and what the region table made of a war. SW P11, SW P16."""

    event: TurnEvent


class WindowOpened(Effect, frozen=True, tag="samnite-wars.window-opened"):
    """These players may play these cards, and each answers. SW-32."""

    window: Ask
    asked: tuple[SeatKey, ...]
    cards: tuple[CardName, ...]
    claims: tuple[CardName, ...]


class AnswerLaid(Effect, frozen=True, tag="samnite-wars.answer-laid"):
    """A player has answered, unseen. The digests stand in his command."""

    seat: SeatKey
    cards: Digest
    claim: Digest


class WindowClosed(Effect, frozen=True, tag="samnite-wars.window-closed"):
    """Everybody has answered."""

    window: Ask


class CardsPlayed(Effect, frozen=True, tag="samnite-wars.cards-played"):
    """Cards are shown, do what they do, and go to the discard."""

    seat: SeatKey
    cards: tuple[CardName, ...]


class CampaignForbidden(Effect, frozen=True, tag="samnite-wars.campaign-forbidden"):
    """Plague strikes: no campaign this turn."""

    seat: SeatKey


class WarNegated(Effect, frozen=True, tag="samnite-wars.war-negated"):
    """A card has turned the war into a Pax Romana. SW-26, SW-37."""

    seat: SeatKey
    card: CardName


class RebelsNamed(Effect, frozen=True, tag="samnite-wars.rebels-named"):
    """A Foe has named a region. SW-28."""

    seat: SeatKey
    region: RegionName


class RebelsChosen(Effect, frozen=True, tag="samnite-wars.rebels-chosen"):
    """The region that rebels; the dice if the Foes were divided. SW-28."""

    region: RegionName
    tied: tuple[RegionName, ...] = ()
    rounds: Rounds = ()


class BattleBegun(Effect, frozen=True, tag="samnite-wars.battle-begun"):
    """Rome and a region will fight. SW-10."""

    kind: BattleKind
    region: RegionName
    attacker: Side
    latin_city: bool = False


class EnemyNamed(Effect, frozen=True, tag="samnite-wars.enemy-named"):
    """The Consul has named who leads the enemy, and his own ally if he takes one."""

    enemy: SeatKey
    ally: SeatKey | None = None


class EnemyAllyNamed(Effect, frozen=True, tag="samnite-wars.enemy-ally-named"):
    """The enemy's leader has named his ally, or none. SW-25."""

    ally: SeatKey | None


class GiftsAwaited(Effect, frozen=True, tag="samnite-wars.gifts-awaited"):
    """These allies have cards to give. SW-25."""

    seats: tuple[SeatKey, ...]


class Gave(Effect, frozen=True, tag="samnite-wars.gave"):
    """An ally has given cards, known to giver and receiver alone. SW-25."""

    seat: SeatKey
    to: SeatKey
    count: Count
    cards: Sealed


class EffortLaid(Effect, frozen=True, tag="samnite-wars.effort-laid"):
    """A side's War Effort lies face down. SW-15."""

    seat: SeatKey
    effort: Digest


class BattleFought(Effect, frozen=True, tag="samnite-wars.battle-fought"):
    """Both efforts, card by card, and who won. ``rounds``: the dice that broke a tie. SW-16."""

    rome: Effort
    enemy: Effort
    rounds: Rounds
    winner: Side


class FreedomRolled(Effect, frozen=True, tag="samnite-wars.freedom-rolled"):
    """Whether a region goes free after a lost battle: on 1 to 3. SW P12, SW P15."""

    face: int
    frees: bool


class RegionFreed(Effect, frozen=True, tag="samnite-wars.region-freed"):
    """A region has thrown off Rome; all its tokens are taken away. SW-5."""

    region: RegionName


class Conquered(Effect, frozen=True, tag="samnite-wars.conquered"):
    """A Conquest card puts a token on the region. ``wanting``: who rolled for the honour. SW-19."""

    seat: SeatKey
    card: CardName
    region: RegionName
    tokens: int
    wanting: tuple[SeatKey, ...] = ()
    rounds: Rounds = ()


class DiscardLaid(Effect, frozen=True, tag="samnite-wars.discard-laid"):
    """A player has put away what he discards, unseen. SW P18."""

    seat: SeatKey
    cards: Digest


class Discarded(Effect, frozen=True, tag="samnite-wars.discarded"):
    """Cards go to the discard, face down; their number shows. SW-23."""

    seat: SeatKey
    count: Count


class TurnEnded(Effect, frozen=True, tag="samnite-wars.turn-ended"):
    """The turn is over."""

    turn: int


class GameEnded(Effect, frozen=True, tag="samnite-wars.game-ended"):
    """The game is over: declared by a Consul, or at the turn limit. SW-6, SW-41."""

    reason: str
    rule: str
    declared_by: SeatKey | None = None


Fact = (
    Began
    | SetUpRolled
    | TurnBegun
    | PhaseBegun
    | Shuffled
    | Renewed
    | TopShown
    | Dealt
    | Taxed
    | Corrupted
    | TreasuryChanged
    | PrestigeChanged
    | EventRolled
    | WindowOpened
    | AnswerLaid
    | WindowClosed
    | CardsPlayed
    | CampaignForbidden
    | WarNegated
    | RebelsNamed
    | RebelsChosen
    | BattleBegun
    | EnemyNamed
    | EnemyAllyNamed
    | GiftsAwaited
    | Gave
    | EffortLaid
    | BattleFought
    | FreedomRolled
    | RegionFreed
    | Conquered
    | DiscardLaid
    | Discarded
    | TurnEnded
    | GameEnded
)
