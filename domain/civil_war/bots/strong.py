"""What the strong bot's search goes by: the orders of a player who knows what must be won.

A march is judged by the regions and the points that it would give or deny at the year's end too,
as often as nobody comes to take them back. Whole armies march on to far goals, where the steady bot
leaves them standing, come together before who is too strong for one, over the sea too, and stand in
the enemy's way; ships go to who waits for them. They know when enough have come, divide an army
that is more than a zone needs, send one unit to what lies open and leave one where an army stood,
stay nowhere to be destroyed, and leave neither leaders nor the zones of a region to an enemy who
could come. The last segment of a year takes what wins a region, and whose war is lost otherwise
dares all in it. Who outlasts the war plays alike: an army that waits is not where it is needed.
Which of several battles comes first is searched, up to their end.
Nothing is hidden on the map.
"""

from collections.abc import Sequence

from iacta.domain.civil_war.bots.judgement import Judgement
from iacta.domain.civil_war.bots.positions import LOST, POINT
from iacta.domain.civil_war.bots.reckoning import Reckoning
from iacta.domain.civil_war.bots.situation import Plain, Temper, is_last, strength
from iacta.domain.civil_war.bots.steady import (
    BATTLE,
    WORTH_IT,
    RatedCommand,
    View,
    orders,
    steady_command,
    tempered_command,
)
from iacta.domain.civil_war.bots.sweep import sweep
from iacta.domain.civil_war.rules.control import points
from iacta.domain.civil_war.state import SEATS, State
from iacta.domain.kernel.contract.choices import Below, Option
from iacta.domain.kernel.contract.system import Known, Possible, Search

STRONG = Temper(bold=4, care=2, step=12, reckons=True)
DESPERATE = Temper(bold=1, care=0, reckons=True)
BATTLES = 3
"""battles that are thought of, each at another place"""
JOINED = BATTLE - LOST // 2
"""value from which an order joins units that would be beaten alone; nothing comes before it"""
NEVER = 1_000_000
"""a moment that never comes"""
SEGMENTS = 10
"""more than the segments of any year"""
WON = 100.0
"""what a war that is won is worth, in SP"""
ZONE = 0.5
"""what a zone that is held is worth, in SP, beside the region's points"""
END = {"type": "civil-war.end-marches"}


def candidates(game: View, options: Sequence[Option], role: str, below: Below) -> list[Plain]:
    """The best order by the seat's temper; where that is a battle, battles at other places."""
    seat = role.removeprefix("seat:")
    temper = _temper(game, seat)
    seen = Judgement(game, seat, temper) if game["map"] else None
    rated = orders(seen, options) if seen else []
    swept = _swept(seen, options, rated) if seen and rated else None
    if swept is not None:
        return [swept.command]
    if seen is None or not rated or rated[0].value < WORTH_IT:
        first = tempered_command(game, options, role, below, temper)
        return [] if first is None else [first]
    if rated[0].value >= JOINED:
        return [rated[0].command]
    battles: dict[str, list[Plain]] = {}
    for one in rated:
        if one.value >= BATTLE // 2:
            battles.setdefault(one.command["to"], []).append(one.command)
    found = [_fewest(seen, marches) for marches in [*battles.values()][:BATTLES]]
    return found or [rated[0].command]


def _fewest(seen: Judgement, marches: Sequence[Plain]) -> Plain:
    """Of the marches to a battle the smallest that is certain to win it, else the first.

    So that no army comes from afar where others are enough.
    """
    sure = [one for one in marches if seen.enemies(one["to"]) and seen.certain(one)]
    return min(
        sure,
        key=lambda one: strength([seen.units[key] for key in one["units"]]),
        default=marches[0],
    )


def _swept(
    seen: Judgement, options: Sequence[Option], rated: Sequence[RatedCommand]
) -> RatedCommand | None:
    """What a sweep begins with: at once if nobody answers it any more, else after the battles."""
    if seen.answered and rated[0].value >= BATTLE // 2:
        return None
    swept = sweep(seen, options)
    return swept if swept and swept.value >= WORTH_IT else None


def _temper(game: View, seat: str) -> Temper:
    """What the seat dares; whatever it can, where the war is lost at the year's end otherwise."""
    if is_last(game, seat) and Reckoning(game, seat, {}).is_lost():
        return DESPERATE
    return STRONG


def brief(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """No more marches: to the fights, and through them as the steady bot goes."""
    ending = next((one for one in options if one.command["type"] == END["type"]), None)
    return END if ending is not None else steady_command(game, options, role, below)


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
    """The end of the segment, when its combats have been fought."""
    return moment(state) + 1


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
    plain=brief,
    candidates=candidates,
    possible=possible,
    moment=moment,
    until=until,
    worth=worth,
    rollouts=12,
)
