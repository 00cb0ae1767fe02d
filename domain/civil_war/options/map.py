"""The options of a seat in its segment and in Adjustments."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby

from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.rules import control, march, peoples, recruit, sail
from iacta.domain.civil_war.rules.board import Board, land
from iacta.domain.civil_war.rules.ways import Way
from iacta.domain.civil_war.state import SEATS, Leader, RetreatDue, Seat, State, Unit
from iacta.domain.civil_war.state.words import band, unit_title
from iacta.domain.kernel.contract.choices import (
    Alternative,
    Choice,
    Choices,
    ChooseOne,
    ChooseSome,
    Option,
    one_of,
    option,
    some_of,
)
from iacta.domain.kernel.contract.words import count_of, listed, number

SEAT_NAMES = {"caesarian": "Caesarians", "republican": "Republicans"}


def on_the_map(state: State, role: str) -> list[Option]:
    """The active seat's options in its segment. CW-34, CW-41."""
    seat = state.active
    if seat is None:
        return (
            [option(cmd.CloseYear, "Proceed to Adjustments", "CW-65")] if role == "referee" else []
        )
    if role not in ("referee", f"seat:{seat}"):
        return []
    board = Board(state)
    sides: dict[tuple[str, str], str] = {}
    for zone, side, enemy in board.contested(seat):
        sides.setdefault((zone, enemy), side)
    fights = [_attack(board, zone, side, enemy) for (zone, enemy), side in sides.items()]
    if state.fighting:
        return fights or [_end(state, len(fights))]
    marches = march.marches(board, seat)
    # Why a leader stays is said once, where the first of those in the zone may go.
    kept = {one.name: _kept(board, one.name, seat) for one in state.zones}
    armies = _armies(marches)
    return [
        *(_march(board, one, "", kept.pop(one.zone, "")) for one, *_ in armies),
        *(_sail(board, seat, one, kept) for one in sail.voyages(board, seat)),
        *_courts(board, seat),
        _end(state, len(fights), _unmoved(marches)),
        # What is seldom wanted: a part of an army that goes farther, and leaders alone.
        *(_march(board, one, _span(one), "") for _, *farther in armies for one in farther),
        *_travels(board, marches),
    ]


def _unmoved(marches: Iterable[march.March]) -> int:
    """How many stacks hold units that may march and have not moved."""
    still = (one for one in marches if not _moved(one))
    return len({(one.zone, one.side) for one in still})


def _moved(one: march.March) -> bool:
    """Whether all units of a march have moved in this segment; leaders alone do not count."""
    return all(unit.spent for unit in one.units)


def _end(state: State, fights: int, unmoved: int = 0) -> Option:
    which = "End the marches and fight" if fights else "End the segment"
    moved = any(one.spent for one in state.units) or any(one.spent for one in state.leaders)
    if not state.fighting and not moved:
        which += ": nobody has moved"
    elif unmoved:
        which += f": {count_of(unmoved, 'stack')} {'has' if unmoved == 1 else 'have'} not moved"
    return option(cmd.EndMarches, which, "CW-41")


def _armies(marches: Iterable[march.March]) -> list[list[march.March]]:
    """The armies that may march, those that have not moved first and the strongest of them.

    Each as a whole, then the parts of it that go farther.
    """
    armies: dict[tuple[str, str, str | None], list[march.March]] = {}
    for one in marches:
        if one.units:
            armies.setdefault((one.zone, one.side, one.people), []).append(one)
    return sorted(
        armies.values(),
        key=lambda parts: (_moved(parts[0]), -_strength_of(parts[0].units)),
    )


def _travels(board: Board, marches: Iterable[march.March]) -> Iterator[Option]:
    """The journeys of leaders alone, by zone."""
    alone = (one for one in marches if not one.units)
    for zone, found in groupby(alone, lambda one: one.zone):
        yield _travel(board, zone, list(found))


def _strength_of(units: Iterable[Unit]) -> int:
    return sum(unit.strength for unit in units)


def _march(board: Board, one: march.March, span: str, kept: str) -> Option:
    choices: dict[str, Choice] = {
        "/to": _goals(board, one),
        "/units": some_units(one.units, 1, one.most),
    }
    if one.leaders:
        choices["/leaders"] = _some_leaders(one.leaders)
    side = f" by the {one.people} alone" if one.people else ""
    key = f"{one.zone}:{one.people or one.side}:{one.goals[0].cost}:{one.most}"
    horse = _horse_alone(board, one)
    room = f", at most {count_of(one.most, 'unit')}" if one.most < len(one.units) else ""
    led = f" with {band(board.state, [led.name for led in one.leaders])}" if one.leaders else ""
    army = "" if horse or span else f": {_strength_of(one.units)} SP{led}"
    title = f"March from {one.zone}{side}{horse}{span}{room}{army}{kept}"
    return option(cmd.March, title, "CW-37", choices, key=key, zone=one.zone, leaders=[])


def _span(one: march.March) -> str:
    """How far a march goes: `, 4 MA`."""
    near, far = min(way.cost for way in one.goals), max(way.cost for way in one.goals)
    return f", {near} to {far} MA" if near != far else f", {far} MA"


def _horse_alone(board: Board, one: march.March) -> str:
    """Said of a march that only the Equites of a mixed army can make."""
    foot = land(board.units_in(one.zone, one.side))
    kinds = {unit.kind for unit in foot if unit.people == one.people}
    alone = {unit.kind for unit in one.units} == {"equites"} != kinds
    return " with cavalry alone" if alone else ""


KEPT = {"CW E4": "illness", "CW E6": "unrest", "CW-63": "unrest"}
"""What keeps a leader in place by each rule."""


def _kept(board: Board, zone: str, seat: Seat) -> str:
    """The leaders who cannot go with the others, and why: `; unrest keeps Caesar (CW E6)`."""
    led = (one for side in board.sides(seat) for one in board.leaders_in(zone, side))
    rules = {one.name: march.immobilized_by(board, one) for one in led}
    return "".join(f"; {KEPT[rule]} keeps {name} ({rule})" for name, rule in rules.items() if rule)


def _travel(board: Board, zone: str, alone: Sequence[march.March]) -> Option:
    """Leaders without units go one at a time, each as far as their MA lead."""
    goals = {one.leaders[0].name: {"/to": _goals(board, one)} for one in alone}
    first = next(iter(goals))
    command = {"type": "civil-war.march", "zone": zone, "leaders": [], "units": []}
    if len(goals) == 1:
        command["leaders"] = [first]
        title, choices = f"Move {first} alone from {zone}", goals[first]
    else:
        other = list(goals)[1] if len(goals) == 2 else "another leader"
        title = f"Move {first} or {other} alone from {zone}"
        each = (Alternative(name, name, choices=to) for name, to in goals.items())
        choices = {"/leaders/-": one_of(each)}
    return Option(f"travel:{zone}", title, "CW-37", command, choices)


def _goals(board: Board, one: march.March) -> ChooseOne:
    return _to(board, one.side, one.goals, one.units, _goal)


def _to(
    board: Board,
    side: str,
    ways: Sequence[Way],
    units: Sequence[Unit],
    told: Callable[[Board, str, Way], str],
) -> ChooseOne:
    """Where units may go; what a region counts for is told once."""
    known: set[str] = set()
    return one_of(
        Alternative(way.to, told(board, side, way) + _prize(board, side, way, units, known))
        for way in _ranked(board, side, ways, units)
    )


def _ranked(board: Board, side: str, ways: Sequence[Way], units: Sequence[Unit]) -> Sequence[Way]:
    """Where units may go, first what they may take from the enemy; leaders alone seek nothing."""
    own = _strength_of(units)
    return sorted(ways, key=lambda way: _rank(board, side, way, own)) if units else ways


def _rank(board: Board, side: str, way: Way, own: int) -> tuple[int, float, int, int]:
    """The enemy's weaker zones first, by what they count for; then stronger, own, new wars."""
    foes = _strength_of(board.enemies_in(way.to, side))
    if way.war:
        return 3, 0, foes, way.cost
    if not foes and not _enemy_held(board, way.to, side):
        return 2, 0, 0, way.cost
    return int(foes >= own), -_worth(board, way.to, side), foes, way.cost


def _worth(board: Board, zone: str, side: str) -> float:
    """The control points of a zone's region for each zone that it takes; none of a region held."""
    region = board.state.region(board.zones[zone].region or "")
    if region is None or region.control == side:
        return 0
    return region.points / control.NEEDS[region.name].zones


def _prize(board: Board, side: str, way: Way, units: Sequence[Unit], known: set[str]) -> str:
    """The region of a zone that units may take, and its points: `; part of Italia, 5 points`.

    Regions that are ``known`` are only named; this one is added to them.
    """
    region = board.zones[way.to].region
    own = _strength_of(units)
    if not units or region is None or _rank(board, side, way, own)[:2] >= (2, 0):
        return ""
    if not _worth(board, way.to, side):
        return ""
    points = control.POINTS[region]
    parts = [] if region == way.to else [f"part of {region}"]
    parts += [] if region in known else [f"{points} point{'' if points == 1 else 's'}"]
    known.add(region)
    return f"; {', '.join(parts)}"


def _goal(board: Board, side: str, way: Way) -> str:
    """Who stands in a zone, and what it costs to reach it."""
    over = f" over the {way.over}" if way.over else ""
    war = f"; means war with the {way.war}" if way.war else ""
    return f"{way.to}: {_there(board, side, way.to)}, {way.cost} MA{over}{war}"


def some_units(units: Sequence[Unit], least: int, most: int) -> ChooseSome:
    """A choice of ``least`` to ``most`` units, capped at what a command may hold."""
    return some_of((Alternative(unit.id, unit_title(unit)) for unit in units), least, min(most, 60))


def _some_leaders(leaders: Sequence[Leader]) -> ChooseSome:
    named = (Alternative(one.name, f"{one.name}, TB {one.tb}, PC {one.pc}") for one in leaders)
    return some_of(named, 0, 20)


def _sail(board: Board, seat: Seat, one: sail.Voyage, kept: dict[str, str]) -> Option:
    fleets = []
    for count in range(1, len(one.ships) + 1):
        most = min(one.most, board.terms.carries * count)
        aboard: Choices = {"/units": some_units(one.units, one.least, most)} if most else {}
        fleets.append(Alternative(count, count_of(count, "Naves counter"), aboard))
    choices: dict[str, Choice] = {
        "/to": _to(board, seat, one.goals, one.units, _voyage),
        "/ships": one_of(fleets),
    }
    if one.leaders:
        choices["/leaders"] = _some_leaders(one.leaders)
    passengers = f" by the {one.people} alone" if one.people else ""
    landing = " to a hostile shore" if one.least else ""
    return option(
        cmd.Sail,
        f"Sail from {one.zone}{passengers}{landing}, {_aboard(one)}{kept.pop(one.zone, '')}",
        "CW-42",
        choices,
        key=":".join((one.zone, one.people or seat, str(one.least), str(one.most))),
        zone=one.zone,
        units=[],
        leaders=[],
    )


def _aboard(one: sail.Voyage) -> str:
    """How many go along: `one to six units`."""
    if not one.most:
        return "ships alone"
    least = "" if one.least == one.most else f"{number(one.least)} to " if one.least else "up to "
    return f"{least}{count_of(one.most, 'unit')}"


def _voyage(board: Board, side: str, way: Way) -> str:
    parts = [f"{way.to}: {_there(board, side, way.to)}", f"by {listed(way.route[1:-1])}"]
    if way.war:
        parts.append(f"means war with the {way.war}")
    return ", ".join(parts)


def _courts(board: Board, seat: Seat) -> list[Option]:
    return [
        option(
            cmd.Court,
            f"{leader.name} negotiates an alliance with the {people.name}: 1d6 + {leader.pc} must"
            f" reach {board.terms.embassy}",
            "CW-52",
            key=f"{leader.name}:{people.name}",
            leader=leader.name,
            people=people.name,
        )
        for leader in board.state.leaders
        for people in peoples.open_to(board, seat, leader)
    ]


def _attack(board: Board, zone: str, side: str, enemy: str) -> Option:
    own = sum(unit.strength for unit in board.fighters(zone, side))
    theirs = sum(unit.strength for unit in board.fighters(zone, enemy))
    who = SEAT_NAMES.get(enemy, enemy)
    with_ = "" if side in SEATS else f" with the {side}"
    title = f"Attack the {who} in {zone}{with_}, SP {own} to {theirs}"
    key = f"{zone}:{enemy}"
    return option(cmd.Attack, title, "CW-41", key=key, zone=zone, against=enemy)


def retreats(board: Board, due: RetreatDue) -> list[Option]:
    """The ways of a beaten Force, each with whose zone it is and who stands there. CW-47."""
    return [
        option(
            cmd.Retreat,
            f"Retreat to {goal}: {_there(board, due.side, goal)}",
            "CW-47",
            key=f"{due.zone}:{goal}",
            to=goal,
        )
        for goal in due.to
    ]


def _there(board: Board, side: str, zone: str) -> str:
    """Who stands in a zone, and whose it is where they do not tell.

    `7 enemy SP with Scipio`; `6 friendly SP, enemy-held until the year's end`; `empty, neutral`.
    """
    sides = {unit.side for unit in board.units_in(zone)}
    sides |= {leader.side for leader in board.leaders.get(zone, ()) if leader.side}
    enemies = {one for one in sides if board.hostile(side, one)}
    held = _enemy_held(board, zone, side)
    ours = "neutral" if board.people_at_peace(zone) or not _holder(board, zone) else "friendly"
    whose = "enemy-held" if held else ours
    friends = _strength(
        board, zone, sides - enemies, "neutral" if ours == "neutral" else "friendly"
    )
    foes = _strength(board, zone, enemies, "enemy")
    if not friends and not foes:
        return f"empty, {whose}"
    told = " against ".join(one for one in (friends, foes) if one)
    if held == bool(foes) or (foes and friends):
        return told
    # Units that fell back there take nothing. CW-55.
    takes = not foes and any(not unit.fell_back for unit in land(board.units_in(zone)))
    return f"{told}, {whose} until the year's end" if takes else f"{told}, the zone still {whose}"


def _holder(board: Board, zone: str) -> str | None:
    """The side whose zone it is: who controls it, else its people or their ally."""
    people = board.home_of(zone)
    home = (people.ally or people.name) if people else None
    return board.zones[zone].control or home


def _enemy_held(board: Board, zone: str, side: str) -> bool:
    holder = _holder(board, zone)
    return holder is not None and board.hostile(side, holder)


def _strength(board: Board, zone: str, sides: Collection[str], whose: str) -> str:
    """Who would fight in a zone of some sides: `6 enemy SP with Scipio`. CW-46."""
    strength = sum(unit.strength for side in sides for unit in board.fighters(zone, side))
    leaders = [one.name for one in board.leaders.get(zone, ()) if one.side in sides]
    if not leaders:
        return f"{strength} {whose} SP" if strength else ""
    led = band(board.state, leaders)
    return f"{strength} {whose} SP with {led}" if strength else f"{led} ({whose}) alone"


def recruiting(state: State, role: str) -> list[Option]:
    """The recruitment option for the next region, if the role may recruit. CW-59."""
    if not state.recruiting:
        return []
    region = state.region(state.recruiting[0])
    if region is None or role not in ("referee", f"seat:{region.control}"):
        return []
    name = region.name
    due = recruit.levy(state)
    if due is None:
        title = f"Recruit nothing in {name}: there is nothing to raise"
        return [option(cmd.Recruit, title, "CW-59", key=name, region=name)]
    zones = []
    for zone in due.zones:
        by_sea = zone in due.ports and "naves" in due.candidates
        harbour: Choices = {"/naves": _levied(due, "naves")} if by_sea else {}
        zones.append(Alternative(zone, zone, harbour))
    choices: dict[str, Choice] = {"/zone": one_of(zones)}
    choices |= {f"/{kind}": _levied(due, kind) for kind in due.candidates if kind != "naves"}
    numbers = listed([f"{due.numbers[kind]} {kind.capitalize()}" for kind in due.candidates])
    title = f"Recruit in {name}: up to {numbers}"
    nobody: dict[str, list[str]] = {kind: [] for kind in recruit.KINDS}
    return [option(cmd.Recruit, title, "CW-59", choices, key=name, region=name, **nobody)]


def _levied(due: recruit.Levy, kind: str) -> ChooseSome:
    return some_units(due.candidates[kind], 0, due.numbers[kind])
