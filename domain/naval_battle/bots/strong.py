"""What the strong bot's search goes by: the steady bot's own ideas, and how a battle stands."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from iacta.domain.kernel.contract.choices import Below, Option
from iacta.domain.kernel.contract.system import Known, Possible, Search
from iacta.domain.naval_battle.bots.plans import Plain, View
from iacta.domain.naval_battle.bots.steady import (
    Kinds,
    attacks,
    kinds_of,
    moves,
    phase_of,
    steady_command,
)
from iacta.domain.naval_battle.rules.victory import score
from iacta.domain.naval_battle.state import Fleet, State, Unit, other

FEARS = ((1.0, 3), (0.0, 1), (4.0, 2))
"""How much enemies in reach count, and how many moves are thought of that are best then."""
MOST = 5
"""Attacks that are thought of."""
NEVER = 1_000
"""A moment that never comes: worlds are played on to the end of the battle."""
WON = 20.0
"""What a battle that is won is worth, in points."""
FLIPPED = 0.5
"""The part of a counter's points that it is worth flipped."""
LEADER = 2.0


def candidates(game: View, options: Sequence[Option], role: str, below: Below) -> list[Plain]:
    """What the steady bot would do, and what else is worth a thought in this phase."""
    first = steady_command(game, options, role, below)
    if first is None:
        return []
    kinds, seat = kinds_of(options), role.removeprefix("seat:")
    found = [first]
    for one in _others(game, kinds, seat):
        if one not in found:
            found.append(one)
    return found


def _others(game: View, kinds: Kinds, seat: str) -> Iterator[Plain]:
    match phase_of(game):
        case "movement":
            for fear, most in FEARS:
                found = moves(game, kinds, seat, fear)
                best = sorted(found, key=lambda one: (-one[0], one[1]))
                yield from (command for _, _, command in best[:most])
            yield from _as_they_are(kinds, "break-through", "double-move", "end-movement")
        case "combat":
            ranked = sorted(attacks(game, kinds), key=lambda one: -one[0])
            yield from (command for _, command in ranked[:MOST])
            yield from _as_they_are(kinds, "end-combat")
        case "capture":
            yield from _as_they_are(kinds, "capture", "sink")
        case "call-off":
            yield from _as_they_are(kinds, "agree", "decline")


def _as_they_are(kinds: Kinds, *wanted: str) -> Iterator[Plain]:
    for kind in wanted:
        yield from (dict(one.command) for one in kinds.get(kind, ()))


def possible(state: State, role: str, known: Known, below: Below) -> tuple[State, Possible]:
    """The same, but that the other side has still to lay what it has laid in secret."""
    side = state.side(other(role.removeprefix("seat:")))
    allocation = side.allocation if side.allocated else ""
    return state.with_side(replace(side, allocation=allocation, bid="")), {}


def moment(state: State) -> int:
    """The part of the turn: two for each turn."""
    if state.phase == "over":
        return NEVER
    return 2 * state.turn + (state.mover != state.first)


def until(state: State) -> int:
    """The beginning of the mover's next part, so that the enemy has answered."""
    return moment(state) + 2 if state.turn else NEVER


def worth(state: State, seat: str) -> float:
    """Points ahead, those that are likely yet, and the battle itself once it is over."""
    enemy = other(seat)
    ahead = float(score(state, seat) - score(state, enemy))
    if state.result is not None:
        won = state.result.winner
        return ahead + (0.0 if won is None else WON if won == seat else -WON)
    return ahead + 0.5 * (_strength(state, seat) - _strength(state, enemy))


def _strength(state: State, seat: str) -> float:
    """What a side has on the board, in points; a flipped counter is worth half."""
    total = 0.0
    for fleet in state.on_board(seat):
        counters: list[Fleet | Unit] = [fleet, *state.passengers(fleet)]
        total += sum(one.points * (FLIPPED if one.flipped else 1) for one in counters)
        total += LEADER * len(fleet.leaders)
    return total


SEARCH: Search[State] = Search(
    plain=steady_command,
    candidates=candidates,
    possible=possible,
    moment=moment,
    until=until,
    worth=worth,
    rollouts=24,
)
