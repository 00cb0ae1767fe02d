"""State → what one audience gets: the table, and whatever it knows of what is hidden."""

import msgspec

from iacta.domain.kernel.contract.system import Known
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


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what a view is made of."""


class CardView(Shape, frozen=True):
    """A card in a hand, with its condition and effect in a few words."""

    name: str
    kind: str
    force: int
    note: str


class PlayerView(Shape, frozen=True):
    """A player. ``hand`` is null for those who may not see it; ``laid``: he has laid his choice."""

    seat: SeatKey
    title: str
    letter: str
    slot: int
    role: str
    prestige: int
    cards: int
    hand: tuple[CardView, ...] | None
    conquests: tuple[str, ...]
    laid: bool


class DeckView(Shape, frozen=True):
    """The Fate deck. ``top``: its top card where it lies face up."""

    left: int
    top: str | None


class DiscardView(Shape, frozen=True):
    """The discard: the cards played openly, oldest first, and how many lie face down."""

    count: int
    shown: tuple[str, ...]
    face_down: int


class RegionView(Shape, frozen=True):
    """A region. ``adjacent``: free, and bordering the Republic."""

    name: str
    civilization: str
    hellenized: bool
    tokens: int
    needed: int
    controlled: bool
    borders: tuple[str, ...]
    adjacent: bool


class AnswerView(Shape, frozen=True):
    """One's own answer in a window."""

    cards: tuple[str, ...]
    claim: str | None


class WindowView(Shape, frozen=True):
    """Who may play which cards now, and who has answered; ``mine``: one's own answer."""

    key: str
    asked: tuple[str, ...]
    answered: tuple[str, ...]
    cards: tuple[str, ...]
    claims: tuple[str, ...]
    mine: AnswerView | None


class NamingView(Shape, frozen=True):
    """The region that a Foe lets rebel."""

    seat: str
    region: str


class FightingView(Shape, frozen=True):
    """A card in an effort, its force and how that adds up."""

    name: str
    kind: str
    force: int
    parts: tuple[Reason, ...]


class SideView(Shape, frozen=True):
    """One side of a battle. ``cards`` and ``force`` are null while they are hidden."""

    seat: str | None
    ally: str | None
    role: str
    laid: bool
    cards: tuple[FightingView, ...] | None
    force: int | None


class BattleView(Shape, frozen=True):
    """The battle of the turn. ``rounds``: dice that broke a tie, Rome's first."""

    kind: str
    region: str
    latin_city: bool
    rome: SideView
    enemy: SideView
    open: bool
    rounds: tuple[tuple[int | None, ...], ...]
    winner: str | None


class View(Shape, frozen=True):
    """The game as one audience sees it."""

    turn: int
    turn_limit: int | None
    step: str
    consul: str
    players: tuple[PlayerView, ...]
    treasury: int
    tax: int
    deck: DeckView
    discard: DiscardView
    regions: tuple[RegionView, ...]
    event: TurnEvent | None
    plague: bool
    battle_lost: bool
    window: WindowView | None
    names: tuple[NamingView, ...]
    battle: BattleView | None
    may_declare: bool


LETTERS = "FPVCDAJM"
SLOTS = 4
MARKS = {
    seat: (letter, index % SLOTS + 1)
    for index, (seat, letter) in enumerate(zip(SEATS, LETTERS, strict=True))
}
"""Each seat's letter and slot: eight players share four slots, and letters tell them apart."""


def view(state: State, audience: str, known: Known) -> View:
    """What ``audience`` sees; it differs by what it knows and by nothing else."""
    return View(
        turn=state.turn,
        turn_limit=state.switches.turn_limit or None,
        step=state.step,
        consul=state.consul,
        players=tuple(_player(state, player, known) for player in state.players),
        treasury=state.treasury,
        tax=turns.tax(state),
        deck=DeckView(state.left, state.top),
        discard=DiscardView(
            state.discarded, state.discard, sum(pile.count for pile in state.face_down)
        ),
        regions=tuple(_region(state, region) for region in state.regions),
        event=state.event,
        plague=state.plague,
        battle_lost=state.battle_lost,
        window=_window(state, state.window, audience, known) if state.window else None,
        names=tuple(NamingView(one.seat, one.region) for one in state.names),
        battle=_battle(state, state.battle, known) if state.battle else None,
        may_declare=turns.may_declare(state),
    )


def _player(state: State, player: Player, known: Known) -> PlayerView:
    hand = hands.seen(player, known)
    letter, slot = MARKS[player.seat]
    return PlayerView(
        seat=player.seat,
        title=SEATS[player.seat],
        letter=letter,
        slot=slot,
        role=state.role(player.seat),
        prestige=player.prestige,
        cards=player.cards,
        hand=None if hand is None else tuple(CARD_VIEWS[name] for name in hand),
        conquests=player.conquests,
        laid=bool(player.laid),
    )


CARD_VIEWS = {
    card.name: CardView(card.name, card.kind, card.force, card.note) for card in BY_NAME.values()
}


def _region(state: State, region: Region) -> RegionView:
    return RegionView(
        name=region.name,
        civilization=region.civilization,
        hellenized=region.hellenized,
        tokens=region.tokens,
        needed=region.needed,
        controlled=region.controlled,
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
    return BattleView(
        kind=battle.kind,
        region=battle.region,
        latin_city=battle.latin_city,
        rome=_side(state, battle, "rome", known),
        enemy=_side(state, battle, "enemy", known),
        open=battle.winner is not None,
        rounds=battle.rounds,
        winner=battle.winner,
    )


def _side(state: State, battle: Battle, side: Side, known: Known) -> SideView:
    """A side; its cards once they are open, and before for those who know them. SW-15."""
    rome = side == "rome"
    seat = state.consul if rome else battle.enemy
    player = state.player(seat or "")
    effort: Effort | None = battle.rome_effort if rome else battle.enemy_effort
    laid = effort is not None
    if effort is None and state.step == "efforts" and player is not None and player.laid:
        laid = True
        if player.laid in known:
            effort = efforts.reckon(state, side, efforts.names_of(known[player.laid]))
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
