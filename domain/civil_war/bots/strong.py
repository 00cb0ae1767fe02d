"""What the strong bot's search goes by: the steady bot's best orders, and how the war stands.

Only battles are searched, whether to give one and which: they decide the war, and a march without
one the steady bot judges as well. Nothing is hidden on the map.
"""

from collections.abc import Sequence

from iacta.domain.civil_war.bots.judgement import POINT
from iacta.domain.civil_war.bots.situation import Plain
from iacta.domain.civil_war.bots.steady import BATTLE, View, orders, steady_command
from iacta.domain.civil_war.rules.control import points
from iacta.domain.civil_war.state import SEATS, State
from iacta.domain.kernel.contract.choices import Below, Option
from iacta.domain.kernel.contract.system import Known, Possible, Search

BATTLES = 3
"""battles that are thought of, each at another place"""
NEVER = 1_000_000
"""a moment that never comes"""
SEGMENTS = 10
"""more than the segments of any year"""
AHEAD = 2
"""segments, this one too, after which a war is judged: the enemy has answered"""
WON = 100.0
"""what a war that is won is worth, in SP"""
ZONE = 0.5
"""what a zone that is held is worth, in SP, beside the region's points"""
END = {"type": "civil-war.end-marches"}


def candidates(game: View, options: Sequence[Option], role: str, below: Below) -> list[Plain]:
    """What the steady bot would do; where that is a battle, others, the best march, and none."""
    first = steady_command(game, options, role, below)
    if first is None:
        return []
    rated = orders(game, options, role)
    if not rated or rated[0].value < BATTLE // 2:
        return [first]
    found, places = [first], {first.get("to")}
    for one in rated:
        place = one.command.get("to")
        if one.value >= BATTLE // 2 and place not in places and len(found) < BATTLES:
            places.add(place)
            found.append(one.command)
    quiet = [one.command for one in rated if 0 < one.value < BATTLE // 2]
    return [*found, *quiet[:1], END]


def possible(state: State, role: str, known: Known, below: Below) -> tuple[State, Possible]:
    """The war as it is."""
    return state, {}


def moment(state: State) -> int:
    """The segment of the year."""
    if state.phase == "over":
        return NEVER
    late = SEGMENTS - 1 if state.phase == "adjustments" else 0
    return state.year * SEGMENTS + (state.segment if state.phase == "segments" else late)


def until(state: State) -> int:
    """The segment after the enemy's, or the Adjustments."""
    return moment(state) + AHEAD


def worth(state: State, seat: str) -> float:
    """By how many SP the seat is ahead: units by quality, control points and zones in SP."""
    enemy = next(one for one in SEATS if one != seat)
    if state.phase == "over" and state.winner:
        return WON if state.winner == seat else -WON
    held = points(state)
    ahead = float(POINT * (held[seat] - held[enemy]))
    for unit in state.units:
        if unit.status == "map" and unit.side in (seat, enemy):
            value = unit.strength * (2 + unit.quality) / 3
            ahead += value if unit.side == seat else -value
    for zone in state.zones:
        if zone.control in (seat, enemy):
            ahead += ZONE if zone.control == seat else -ZONE
    return ahead


SEARCH: Search[State] = Search(
    plain=steady_command,
    candidates=candidates,
    possible=possible,
    moment=moment,
    until=until,
    worth=worth,
    rollouts=8,
)
