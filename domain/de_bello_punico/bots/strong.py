"""What the strong bot's search goes by: all that the steady bot thinks of, and how a battle stands.

Markers are placed as the steady bot places them: the search takes up a turn where it is fought.
"""

from collections.abc import Iterator, Sequence

from iacta.domain.de_bello_punico.bots.sight import Plain, Sight, View
from iacta.domain.de_bello_punico.bots.steady import (
    PLAYS,
    attacks,
    first_of,
    kinds_of,
    steady_command,
)
from iacta.domain.de_bello_punico.rules.morale import rout_value
from iacta.domain.de_bello_punico.rules.strategy import placed_markers
from iacta.domain.de_bello_punico.state import State, Unit
from iacta.domain.de_bello_punico.state.keys import other
from iacta.domain.kernel.contract.choices import Below, Option
from iacta.domain.kernel.contract.system import Known, Possible, Search

MOST = 4
"""attacks that are thought of"""
NEVER = 1_000
"""a moment that never comes"""
WON = 3.0
"""what a battle that is won is worth, in armies"""
FOUGHT = ("order", "elephants", "stampede", "move", "volley", "combat", "recover")
"""the phases in which a choice is searched"""
ALSO = ("choose-order", "stay", "hold", "reroll", "withdraw")
"""commands that are thought of where the steady bot would not send them"""


def candidates(game: View, options: Sequence[Option], role: str, below: Below) -> list[Plain]:
    """What the steady bot would do, and what else it thinks of in this phase."""
    first = steady_command(game, options, role, below)
    if first is None:
        return []
    found = [first]
    if game["phase"] in FOUGHT or game["pending"]:
        for one in _others(game, options, role, below):
            if one not in found:
                found.append(one)
    return found


def _others(game: View, options: Sequence[Option], role: str, below: Below) -> Iterator[Plain]:
    see, kinds = Sight(game, role.removeprefix("seat:")), kinds_of(options)
    for kind, play in PLAYS:
        for option in kinds.get(kind, ()):
            command = play(see, option, below)
            if command is not None:
                yield command
            elif kind in ALSO:
                yield first_of(option)
    for option in kinds.get("choose-order", ()):
        yield from ({**option.command, "order": order} for order in ("first", "second"))
    for option in kinds.get("attack", ()):
        ranked = sorted(attacks(see, option), key=lambda one: -one[0])
        yield from (command for _, command in ranked[:MOST])


def possible(state: State, role: str, known: Known, below: Below) -> tuple[State, Possible]:
    """The enemy's markers: one of them is the Vacuus, unless that has been turned over.

    It lies last in its box, and in a box of many as often as one of them.
    """
    side = other(role.removeprefix("seat:"))
    markers = placed_markers(state, side)
    hidden = {one.box: one for one in markers if not one.used}
    lots = [one for one in markers if one.box in hidden]
    lot = below(max(1, len(lots)))
    seals = {one.seal: "point" for one in markers if not one.used}
    if lot < len(lots) and all(one.worth != 0 for one in markers):
        seals[hidden[lots[lot].box].seal] = "vacuus"
    return state, {seal: (worth, (f"seat:{side}",)) for seal, worth in seals.items()}


def moment(state: State) -> int:
    """The impulse: two for each turn."""
    if state.phase == "over":
        return NEVER
    second = state.side is not None and state.first is not None and state.side != state.first
    return 2 * state.turn + (second and state.phase not in ("command", "initiative", "order"))


def until(state: State) -> int:
    """A fight is judged after the impulse, all else after that of the enemy."""
    fight = state.pending or state.phase in ("volley", "combat", "recover")
    return moment(state) + (1 if fight else 2)


def worth(state: State, seat: str) -> float:
    """By how much the seat's army is the better off, in parts of what it can bear."""
    if state.phase == "over":
        return WON * ((seat in state.winners) - (other(seat) in state.winners))
    return _spirit(state, seat) - _spirit(state, other(seat))


def _spirit(state: State, side: str) -> float:
    """What an army can bear yet, as a part of its limit: less what its disorder may soon cost."""
    army = state.army(side)
    shaken = sum(_shaken(state, one) for one in state.units if one.side == side and one.steady)
    leader = 0.0 if state.commands(side) else 2.0
    return 1 - (army.rout + shaken + leader) / army.limit


def _shaken(state: State, unit: Unit) -> float:
    """The Rout Points that a unit is likely to cost soon."""
    part = unit.disorder / state.values[unit.type].morale
    return 0.6 * part * rout_value(state, unit.type)


SEARCH: Search[State] = Search(
    plain=steady_command,
    candidates=candidates,
    possible=possible,
    moment=moment,
    until=until,
    worth=worth,
    rollouts=12,
)
