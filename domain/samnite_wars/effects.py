"""The effects. They carry every outcome with its explanation, so folding needs no rules."""

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

    seats: tuple[SeatKey, ...]  #: the players' seats in order
    regions: tuple[Region, ...]  #: every region
    borders: tuple[tuple[RegionName, RegionName], ...]  #: pairs of regions that border each other
    switches: Switches  #: the settings of the campaign


class SetUpRolled(Effect, frozen=True, tag="samnite-wars.set-up-rolled"):
    """Prestige by seat, the first coins, and the dice for the first Consul. SW P6."""

    prestige: tuple[int, ...]  #: Prestige (PT), in the order of seats
    coins: int  #: coins in the Treasury
    consul: SeatKey  #: the first Consul
    rounds: Rounds  #: the dice for the first Consul, one row a round


class TurnBegun(Effect, frozen=True, tag="samnite-wars.turn-begun"):
    """A turn begins under its Consul. SW P7."""

    turn: int  #: the turn, from 1
    consul: SeatKey  #: the Consul's seat


class PhaseBegun(Effect, frozen=True, tag="samnite-wars.phase-begun"):
    """The next step of the turn begins."""

    step: Step  #: the step that the turn waits at


class Shuffled(Effect, frozen=True, tag="samnite-wars.shuffled"):
    """The undealt cards are shuffled into a new secret order. SW P6, SW-43."""

    deck: Sealed  #: the order of the cards, sealed
    left: Count  #: how many cards there are


class Renewed(Effect, frozen=True, tag="samnite-wars.renewed"):
    """The deck was empty, and the discard pile is reshuffled into a new one. SW-23."""

    deck: Sealed  #: the order of the cards, sealed
    left: Count  #: how many cards there are


class TopShown(Effect, frozen=True, tag="samnite-wars.top-shown"):
    """The new top card of a face-up deck; null if the deck is empty. SW-23."""

    card: CardName | None = None  #: the top card; null if the deck is empty


class Dealt(Effect, frozen=True, tag="samnite-wars.dealt"):
    """A player draws cards. ``hand``: the digest of the whole new hand, sealed to them. SW P8."""

    seat: SeatKey
    count: Count  #: how many cards were drawn
    hand: Sealed  #: the whole hand from now on, sealed to its player


class Taxed(Effect, frozen=True, tag="samnite-wars.taxed"):
    """Taxes: 2 coins, plus 1 per region. SW P9."""

    regions: Count  #: regions that paid
    coins: Count  #: coins that came in
    total: Count  #: coins in the Treasury then


class Corrupted(Effect, frozen=True, tag="samnite-wars.corrupted"):
    """The Treasury held more than 20 coins and loses some. SW P19."""

    face: int  #: what the die showed
    lost: Count  #: coins that are gone
    total: Count  #: coins in the Treasury then


class TreasuryChanged(Effect, frozen=True, tag="samnite-wars.treasury-changed"):
    """The Treasury gains or loses coins. ``total``: the coins after that."""

    change: int  #: coins gained, or lost if negative
    total: Count  #: coins in the Treasury then
    reason: str  #: why
    rule: str  #: the rule or ruling


class PrestigeChanged(Effect, frozen=True, tag="samnite-wars.prestige-changed"):
    """A player gains or loses PT. ``total``: the PT after that, never below 0 (SW-7).

    ``faces``: the dice that gave the amount, if any.
    """

    seat: SeatKey
    change: int  #: PT gained, or lost if negative
    total: Count  #: what the player then has, not below 0 (SW-7)
    reason: str  #: why
    rule: str  #: the rule or ruling
    faces: tuple[int, ...] = ()  #: the dice that said how many, if any


class EventRolled(Effect, frozen=True, tag="samnite-wars.event-rolled"):
    """The turn's event, and the result of the region table for a war. SW P11, SW P16."""

    event: TurnEvent  #: the event, as rolled and as it became


class WindowOpened(Effect, frozen=True, tag="samnite-wars.window-opened"):
    """A window opens: these players may play these cards, and each must answer. SW-32."""

    window: Ask  #: what it is about
    asked: tuple[SeatKey, ...]  #: the seats that are asked
    cards: tuple[CardName, ...]  #: cards that may be played
    claims: tuple[CardName, ...] = ()  #: cards of which only one player's can count


class AnswerLaid(Effect, frozen=True, tag="samnite-wars.answer-laid"):
    """A player has answered in secret. The digests are in the player's command."""

    seat: SeatKey
    cards: Digest  #: the digest of the cards
    claim: Digest  #: the digest of the claim


class WindowClosed(Effect, frozen=True, tag="samnite-wars.window-closed"):
    """Everybody has answered, and the window closes."""

    window: Ask  #: what it was about


class CardsPlayed(Effect, frozen=True, tag="samnite-wars.cards-played"):
    """Cards are revealed, take effect, and go to the discard pile."""

    seat: SeatKey
    cards: tuple[CardName, ...]  #: the cards that are shown


class CampaignForbidden(Effect, frozen=True, tag="samnite-wars.campaign-forbidden"):
    """Plague: no campaign this turn."""

    seat: SeatKey  #: the player who played the card


class WarNegated(Effect, frozen=True, tag="samnite-wars.war-negated"):
    """A card negates the war: it becomes Pax Romana. SW-26, SW-37."""

    seat: SeatKey  #: the player who played the card
    card: CardName  #: the card


class RebelsNamed(Effect, frozen=True, tag="samnite-wars.rebels-named"):
    """A Foe names a region to rebel. SW-28."""

    seat: SeatKey  #: the Foe
    region: RegionName  #: the region that is named


class RebelsChosen(Effect, frozen=True, tag="samnite-wars.rebels-chosen"):
    """The region that rebels, with the dice if the vote was tied. SW-28."""

    region: RegionName  #: the region that rebels
    tied: tuple[RegionName, ...] = ()  #: regions named equally often
    rounds: Rounds = ()  #: the dice that chose among them, one row a round


class BattleBegun(Effect, frozen=True, tag="samnite-wars.battle-begun"):
    """A battle between Rome and a region begins. SW-10."""

    kind: BattleKind  #: `campaign`, `revolt` or `war`
    region: RegionName  #: where it is fought
    attacker: Side  #: the side that attacks
    latin_city: bool = False  #: whether it is at a Latin city


class EnemyNamed(Effect, frozen=True, tag="samnite-wars.enemy-named"):
    """The Consul has named the enemy's leader, and an ally if any."""

    enemy: SeatKey  #: the seat that leads the enemy
    ally: SeatKey | None = None  #: the seat that fights at Rome's side


class EnemyAllyNamed(Effect, frozen=True, tag="samnite-wars.enemy-ally-named"):
    """The enemy's leader has named an ally, or none. SW-25."""

    ally: SeatKey | None = None  #: the seat that fights at the enemy's side


class GiftsAwaited(Effect, frozen=True, tag="samnite-wars.gifts-awaited"):
    """These allies must give cards. SW-25."""

    seats: tuple[SeatKey, ...]  #: the allies who have cards to give


class Gave(Effect, frozen=True, tag="samnite-wars.gave"):
    """An ally has given cards, known only to giver and receiver. SW-25."""

    seat: SeatKey  #: the giver
    to: SeatKey  #: the receiver
    count: Count  #: how many cards
    cards: Sealed  #: the cards, sealed to both


class EffortLaid(Effect, frozen=True, tag="samnite-wars.effort-laid"):
    """A side has laid a War Effort face down. SW-15."""

    seat: SeatKey
    effort: Digest  #: the digest of the War Effort


class BattleFought(Effect, frozen=True, tag="samnite-wars.battle-fought"):
    """Both War Efforts, card by card, and the winner. ``rounds``: tie-break dice. SW-16."""

    rome: Effort  #: Rome's effort
    enemy: Effort  #: the enemy's effort
    rounds: Rounds  #: the dice that broke a tie, Rome's first
    winner: Side  #: which side won


class FreedomRolled(Effect, frozen=True, tag="samnite-wars.freedom-rolled"):
    """The die for a region's freedom after a lost battle: free on 1 to 3. SW P12, SW P15."""

    face: int  #: what the die showed
    frees: bool  #: whether a region goes free


class RegionFreed(Effect, frozen=True, tag="samnite-wars.region-freed"):
    """A region goes free and loses all its tokens. SW-5."""

    region: RegionName  #: the region that goes free


class Conquered(Effect, frozen=True, tag="samnite-wars.conquered"):
    """A Conquest card puts a token on the region. ``wanting``: the claimants who rolled. SW-19."""

    seat: SeatKey  #: the player who conquers
    card: CardName  #: the Conquest card
    region: RegionName  #: the region that is conquered
    tokens: int  #: Rome's tokens in it then
    wanting: tuple[SeatKey, ...] = ()  #: who rolled for the honour
    rounds: Rounds = ()  #: the dice that decided, one row a round


class DiscardLaid(Effect, frozen=True, tag="samnite-wars.discard-laid"):
    """A player has chosen what to discard, in secret. SW P18."""

    seat: SeatKey
    cards: Digest  #: the digest of the cards


class Discarded(Effect, frozen=True, tag="samnite-wars.discarded"):
    """Cards go to the discard pile face down; only their number is public. SW-23."""

    seat: SeatKey
    count: Count  #: how many cards


class TurnEnded(Effect, frozen=True, tag="samnite-wars.turn-ended"):
    """The turn is over."""

    turn: int  #: the turn's number


class GameEnded(Effect, frozen=True, tag="samnite-wars.game-ended"):
    """The game is over: declared by a Consul, or at the turn limit. SW-6, SW-41."""

    reason: str  #: why it is over
    rule: str  #: the rule or ruling
    declared_by: SeatKey | None = None  #: the Consul who declared it; null at the turn limit


TurnEffect = Began | SetUpRolled | TurnBegun | PhaseBegun | TurnEnded | GameEnded
DeckEffect = Shuffled | Renewed | TopShown | Dealt | DiscardLaid | Discarded
AccountEffect = Taxed | Corrupted | TreasuryChanged | PrestigeChanged
WindowEffect = WindowOpened | AnswerLaid | WindowClosed | CardsPlayed
EventEffect = EventRolled | CampaignForbidden | WarNegated | RebelsNamed | RebelsChosen
AlliesEffect = BattleBegun | EnemyNamed | EnemyAllyNamed | GiftsAwaited | Gave
BattleEffect = AlliesEffect | EffortLaid | BattleFought | FreedomRolled | RegionFreed | Conquered

AnyEffect = TurnEffect | DeckEffect | AccountEffect | WindowEffect | EventEffect | BattleEffect
