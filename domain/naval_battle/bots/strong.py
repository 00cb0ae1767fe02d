"""What the strong bot's search goes by: its captain's judgement, and how a battle stands.

The captain reckons two plies of chances. Where its rule of thumb decides alone (a double move, a
prize), the search tries both ways.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from iacta.domain.kernel.contract.choices import Below, Option, by_kind
from iacta.domain.kernel.contract.system import Known, Possible, Search
from iacta.domain.naval_battle.bots import stakes
from iacta.domain.naval_battle.bots.captain import captain
from iacta.domain.naval_battle.bots.plans import Plain, View
from iacta.domain.naval_battle.bots.steady import Kinds, phase_of, steady_command
from iacta.domain.naval_battle.rules.turns import controlled
from iacta.domain.naval_battle.rules.victory import score
from iacta.domain.naval_battle.state import State, other

NEVER = 1_000
"""A moment that never comes: before the first turn, worlds are played on to the end."""
WON = 6.0
"""What a battle that is won is worth, on the scale of the stakes."""


def candidates(game: View, options: Sequence[Option], role: str, below: Below) -> list[Plain]:
    """What the captain would do, and the other way where only a try can tell."""
    first = captain(game, options, role, below)
    if first is None:
        return []
    if first["type"] == "naval-battle.call-off":
        return [first]
    return [first, *(one for one in _others(game, by_kind(options)) if one != first)]


def _others(game: View, kinds: Kinds) -> Iterator[Plain]:
    phase = phase_of(game)
    if phase == "capture":
        for kind in ("capture", "sink"):
            yield dict(kinds[kind][0].command)
    if phase == "movement" and not any(one["moved"] for one in game["fleets"]):
        yield from (dict(one.command) for one in kinds.get("double-move", ()))


def possible(state: State, role: str, known: Known, below: Below) -> tuple[State, Possible]:
    """The same, but that the other side has still to lay what it has laid in secret."""
    side = state.side(other(role.removeprefix("seat:")))
    allocation = side.allocation if side.allocated else ""
    before = replace(side, allocation=allocation, bid="")
    return state if before == side else state.with_side(before), {}


def moment(state: State) -> int:
    """The part of the turn: two for each turn."""
    if state.phase == "over":
        return NEVER
    return 2 * state.turn + (state.mover != state.first)


def until(state: State) -> int:
    """The beginning of the mover's next part, so that the enemy has answered."""
    return moment(state) + 2 if state.turn else NEVER


def worth(state: State, seat: str) -> float:
    """The logarithm of the odds to win, as the stakes have it."""
    if state.result is not None:
        winner = state.result.winner
        return 0.0 if winner is None else WON if winner == seat else -WON
    return _stands(state, seat) - _stands(state, other(seat))


def _stands(state: State, seat: str) -> float:
    """What a side has won, and how far its line is from breaking."""
    side = state.side(seat)
    over = controlled(state, seat) - side.original / 2
    nerve = -stakes.PANIC if side.panicked else stakes.nerve(over)
    fleets = state.on_board(seat)
    flipped = sum(one.flipped for one in fleets)
    prizes = sum(one.control != one.side for one in fleets)
    won = stakes.POINT * score(state, seat) + stakes.PRIZE * prizes
    return won + nerve - stakes.FLIPPED * flipped


SEARCH: Search[State] = Search(
    plain=steady_command,
    candidates=candidates,
    possible=possible,
    moment=moment,
    until=until,
    worth=worth,
    rollouts=24,
)
