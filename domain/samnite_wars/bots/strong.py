"""What the strong bot's search goes by: shrewd play and other legal commands, over dealt hands."""

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

from msgspec.structs import replace

from iacta.domain.kernel.contract.choices import Below, Option, fill
from iacta.domain.kernel.contract.system import Known, Possible, Search
from iacta.domain.samnite_wars.bots.judgement import GOLD
from iacta.domain.samnite_wars.bots.seat import shrewd
from iacta.domain.samnite_wars.bots.sense import crowns, sensible
from iacta.domain.samnite_wars.rules import hands, turns
from iacta.domain.samnite_wars.state import State
from iacta.domain.samnite_wars.tables import DECK

Plain = Mapping[str, Any]

MOST = 5
"""commands that are thought of beside the shrewd one"""
TRIES = 3
"""times that an option with choices is filled"""
TURNS = 1
"""turns after which a world is judged"""
NEVER = 1_000
"""a moment that never comes"""
STEEP, SOON = 60, 2
"""How sure a lead is, by 400 games between two shrewd players: of so many PT, divided by Rome's
regions and so many more, it wins 73 games of 100."""


def candidates(
    game: Mapping[str, Any], options: Sequence[Option], role: str, below: Below
) -> list[Plain]:
    """The shrewd command, then sensible others of every option, at random where there are choices.

    The shrewd player declares the end only to win: nothing is better. But he claims a region even
    where that ends the game for another.
    """
    first, seat = shrewd(game, options, role, below), role.removeprefix("seat:")
    if first is None:
        return []
    if first["type"] == "samnite-wars.declare-end":
        return [first]
    if crowns(game, seat, first):
        first = {**first, "claim": None}
    found = [first]
    for number in range(TRIES):
        for option in options:
            if number and not option.choices:
                continue
            command = fill(option, below)
            new = command not in found and len(found) <= MOST
            if new and sensible(game, seat, command):
                found.append(command)
    return [one for one in found if sensible(game, seat, one)] or [first]


def possible(state: State, role: str, known: Known, below: Below) -> tuple[State, Possible]:
    """The cards that the seat has not seen, dealt anew; what others have laid is due again."""
    own = state.seated(role.removeprefix("seat:"))
    piles = [*state.face_down]
    seen = {*(hands.visible_hand(own, known) or ()), *state.discard}
    seen.update(name for pile in piles for name in known.get(pile.cards, ()))
    seen.update([state.top] if state.top else [])
    left = [card.name for card in DECK if card.name not in seen]
    for at in range(len(left) - 1, 0, -1):
        to = below(at + 1)
        left[at], left[to] = left[to], left[at]
    hidden: dict[str, tuple[Any, tuple[str, ...]]] = {}

    def deal(digest: str, count: int, *roles: str) -> str:
        hidden[digest] = [left.pop() for _ in range(min(count, len(left)))], roles
        return digest

    for player in state.players:
        if player.seat != own.seat:
            hand = deal(f"hand of {player.seat}", player.cards, f"seat:{player.seat}")
            dealt = replace(player, hand=hand, shown=(), put_away=(), received=())
            state = state.with_player(replace(dealt, laid="", claim=""))
    for pile in piles:
        if pile.cards not in known:
            deal(pile.cards, pile.count)
    top = [state.top] if state.top else []
    hidden[state.deck] = [""] * state.drawn + top + left, ()
    return state, hidden


def moment(state: State) -> int:
    """The turn."""
    return NEVER if state.step == "over" else state.turn


def until(state: State) -> int:
    """So many turns later."""
    return state.turn + TURNS


def worth(state: State, seat: str) -> float:
    """The chance that the seat wins, from 0 to 1; a victory that is shared is divided.

    The Consul of six regions who leads declares the end; until then it is a matter of PT, of the
    Treasury that is the Consul's at the turn's end, and of how soon the game may end. Of the others
    the best counts most.
    """
    winners = turns.winners(state)
    if state.step == "over" or (turns.may_declare(state) and winners == (state.consul,)):
        return (seat in winners) / len(winners)
    prestige = {one.seat: float(one.prestige) for one in state.players}
    prestige[state.consul] += GOLD * state.treasury
    own = prestige.pop(seat)
    ahead = own - (max(prestige.values()) + sum(prestige.values()) / len(prestige)) / 2
    return 1 / (1 + exp(-ahead * (SOON + len(state.controlled)) / STEEP))


SEARCH: Search[State] = Search(
    plain=shrewd,
    candidates=candidates,
    possible=possible,
    moment=moment,
    until=until,
    worth=worth,
    rollouts=20,
)
