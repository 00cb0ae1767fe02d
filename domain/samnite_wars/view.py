"""The view of one audience: everything public, and what it knows of hidden cards."""

from iacta.domain.kernel.contract.copies import copied
from iacta.domain.kernel.contract.system import Known, ViewPart
from iacta.domain.kernel.proof.record import SeatKey
from iacta.domain.samnite_wars.rules import efforts, hands, turns
from iacta.domain.samnite_wars.state import (
    SEATS,
    Battle,
    Effort,
    Player,
    Reason,
    Region,
    Side,
    State,
    TurnEvent,
    Window,
)
from iacta.domain.samnite_wars.tables import BY_NAME


class CardView(ViewPart, frozen=True):
    """A card in a hand, with its condition and effect in a few words."""

    name: str  #: its name, used in commands
    kind: str  #: its type
    force: int  #: its force in a battle
    note: str  #: its condition and effect, in a few words


class PlayerView(ViewPart, frozen=True, kw_only=True):
    """A player."""

    seat: SeatKey  #: the key of the seat
    title: str  #: the player's family
    letter: str  #: a letter for tight spaces
    slot: int  #: its pattern and colour, 1 to 4
    role: str  #: `consul`, `consul-ally`, `enemy`, `enemy-ally` or `foe`
    prestige: int  #: Prestige (PT)
    cards: int  #: how many cards are in the hand
    hand: tuple[CardView, ...] | None  #: the cards; null if the audience may not see them
    conquests: tuple[str, ...]  #: regions that the player has conquered
    laid: bool  #: whether a secret choice has been laid


class DeckView(ViewPart, frozen=True):
    """The Fate deck."""

    left: int  #: how many cards are left
    top: str | None  #: the top card of a face-up deck


class DiscardView(ViewPart, frozen=True):
    """The discard."""

    count: int  #: how many cards in all
    shown: tuple[str, ...]  #: the cards played openly, the oldest first
    face_down: int  #: how many lie face down


class RegionView(ViewPart, frozen=True, kw_only=True):
    """A region."""

    name: str  #: its name, used in commands
    civilization: str  #: the culture of its people
    hellenized: bool  #: whether it is Hellenized
    tokens: int  #: Rome's tokens in it
    needed: int  #: tokens needed for control
    controlled: bool  #: whether Rome controls it
    borders: tuple[str, ...]  #: the regions beside it
    adjacent: bool  #: whether it is free and borders the Republic


class AnswerView(ViewPart, frozen=True):
    """Your own answer in a window."""

    cards: tuple[str, ...]  #: the cards laid
    claim: str | None  #: a card that takes effect for one player only


class WindowView(ViewPart, frozen=True):
    """An open window for playing cards."""

    key: str  #: what it is about: `event` or `battle`
    asked: tuple[str, ...]  #: the seats that may play
    answered: tuple[str, ...]  #: the seats that have answered
    cards: tuple[str, ...]  #: cards that may be played now
    claims: tuple[str, ...]  #: cards that take effect for one player only
    mine: AnswerView | None  #: your own answer


class NamingView(ViewPart, frozen=True):
    """A Foe's vote for the region that rebels."""

    seat: str  #: the Foe
    region: str  #: the region voted for


class FightingView(ViewPart, frozen=True):
    """A card in an effort, its force and how that adds up."""

    name: str  #: the card's name
    kind: str  #: its type
    force: int  #: its total force here
    parts: tuple[Reason, ...]  #: how that adds up


class SideView(ViewPart, frozen=True):
    """One side of a battle."""

    seat: str | None  #: who leads the side
    ally: str | None  #: the seat allied with it
    role: str  #: `attacker` or `defender`
    laid: bool  #: whether its War Effort is laid
    cards: tuple[FightingView, ...] | None  #: the cards in it; null while they are hidden
    force: int | None  #: their sum; null while they are hidden


class BattleView(ViewPart, frozen=True, kw_only=True):
    """The battle of the turn."""

    kind: str  #: `campaign`, `revolt` or `war`
    region: str  #: where it is fought
    latin_city: bool  #: whether it is the revolt of a Latin city
    rome: SideView  #: Rome's side
    enemy: SideView  #: the enemy's side
    open: bool  #: whether it has been fought
    rounds: tuple[tuple[int | None, ...], ...]  #: the tie-break dice, Rome's first
    winner: str | None  #: `rome` or `enemy`; null before it is fought


class View(ViewPart, frozen=True, kw_only=True):
    """The game as one audience sees it."""

    turn: int  #: the turn, from 1
    turn_limit: int | None  #: the last turn; null if there is no limit
    step: str  #: the step of the turn
    consul: str  #: the seat of the Consul
    players: tuple[PlayerView, ...]  #: in the order of seats
    treasury: int  #: coins in the Treasury
    tax: int  #: coins that the next Taxation Phase brings
    deck: DeckView  #: the Fate deck
    discard: DiscardView  #: the discard
    regions: tuple[RegionView, ...]  #: the regions
    event: TurnEvent | None  #: the turn's event, once it is rolled
    plague: bool  #: whether Plague forbids a campaign this turn
    battle_lost: bool  #: whether Rome lost a battle in its last turn
    window: WindowView | None  #: the open window, if any
    names: tuple[NamingView, ...]  #: the Foes' votes for a region to rebel
    battle: BattleView | None  #: the battle of the turn
    may_declare: bool  #: whether the Consul may end the game


LETTERS = "FPVCDAJM"
SLOTS = 4
MARKS = {
    seat: (letter, index % SLOTS + 1)
    for index, (seat, letter) in enumerate(zip(SEATS, LETTERS, strict=True))
}
"""Each seat's letter and slot; eight players share four slots and differ by letter."""


def view(state: State, audience: str, known: Known) -> View:
    """The view of ``audience``; views differ only by what is known."""
    return copied(
        View,
        state,
        turn_limit=state.switches.turn_limit or None,
        players=tuple(_player(state, player, known) for player in state.players),
        tax=turns.tax(state),
        deck=DeckView(state.left, state.top),
        discard=DiscardView(
            state.discarded, state.open_discard, state.discarded - len(state.open_discard)
        ),
        regions=tuple(_region(state, region) for region in state.regions),
        window=_window(state, state.window, audience, known) if state.window else None,
        names=tuple(NamingView(one.seat, one.region) for one in state.names),
        battle=_battle(state, state.battle, known) if state.battle else None,
        may_declare=turns.may_declare(state),
    )


def _player(state: State, player: Player, known: Known) -> PlayerView:
    hand = hands.visible_hand(player, known)
    letter, slot = MARKS[player.seat]
    return copied(
        PlayerView,
        player,
        title=SEATS[player.seat],
        letter=letter,
        slot=slot,
        role=state.role(player.seat),
        hand=None if hand is None else tuple(CARD_VIEWS[name] for name in hand),
        laid=bool(player.laid),
    )


CARD_VIEWS = {
    card.name: CardView(card.name, card.kind, card.force, card.note) for card in BY_NAME.values()
}


def _region(state: State, region: Region) -> RegionView:
    return copied(
        RegionView,
        region,
        borders=state.neighbours(region.name),
        adjacent=not region.controlled and state.bordering(region.name),
    )


def _window(state: State, window: Window, audience: str, known: Known) -> WindowView:
    answered = tuple(
        player.seat for player in state.players if player.seat in window.asked and player.laid
    )
    own = state.player(audience.removeprefix("seat:"))
    mine = None
    if own is not None and own.laid in known and own.claim in known:
        mine = AnswerView(tuple(known[own.laid]), known[own.claim])
    return WindowView(window.key, window.asked, answered, window.cards, window.claims, mine)


def _battle(state: State, battle: Battle, known: Known) -> BattleView:
    return copied(
        BattleView,
        battle,
        rome=_side(state, battle, "rome", known),
        enemy=_side(state, battle, "enemy", known),
        open=battle.winner is not None,
    )


def _side(state: State, battle: Battle, side: Side, known: Known) -> SideView:
    """A side; its cards once revealed, and earlier for those who know them. SW-15."""
    rome = side == "rome"
    seat = state.consul if rome else battle.enemy
    player = state.player(seat or "")
    effort: Effort | None = battle.rome_effort if rome else battle.enemy_effort
    laid = effort is not None
    if effort is None and state.step == "efforts" and player is not None and player.laid:
        laid = True
        if player.laid in known:
            effort = efforts.total_effort(state, side, efforts.names_of(known[player.laid]))
    return SideView(
        seat=seat,
        ally=battle.rome_ally if rome else battle.enemy_ally,
        role=battle.role(side),
        laid=laid,
        cards=_fighting(effort) if effort else None,
        force=effort.force if effort else None,
    )


def _fighting(effort: Effort) -> tuple[FightingView, ...]:
    return tuple(
        FightingView(card.name, card.kind, card.force, card.parts) for card in effort.cards
    )
