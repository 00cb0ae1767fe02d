"""Wording shared by narration and options: leaders, units, sums, results."""

from collections.abc import Sequence
from itertools import pairwise

from iacta.domain.civil_war.state import State, Unit
from iacta.domain.kernel.contract.words import count_of, listed, number

SEATS = {"caesarian": "the Caesarians", "republican": "the Republicans"}
GLYPHS = {"1/4": "¼", "1/2": "½", "3/4": "¾"}
NUMERALS = {*"ivxlc"}
KINDS = {"legio": "Legio", "auxilia": "Auxilia", "equites": "Equites", "naves": "Naves"}


def ranked(state: State, names: Sequence[str]) -> list[str]:
    """Leaders by name, the highest-ranking first."""

    def rank(name: str) -> tuple[bool, int]:
        leader = state.leader(name)
        return (leader.faction_leader, leader.tb) if leader else (False, 0)

    return sorted(names, key=rank, reverse=True)


def band(state: State, names: Sequence[str]) -> str:
    """Leaders in their order; more than three as the first and `n others`."""
    first, *others = ranked(state, names)
    if len(others) < 3:
        return listed([first, *others])
    return f"{first} and {number(len(others))} others"


def leading(state: State, leaders: Sequence[str], units: Sequence[str]) -> list[str]:
    """Those of some leaders who command such units: a people's leader only their own. CW-70"""
    peoples = {unit.people for key in units if (unit := state.unit(key))}
    return [
        name
        for name in leaders
        if (one := state.leader(name)) is None or not one.people or peoples <= {one.people}
    ]


def agree(subject: Sequence[object], verb: str) -> str:
    """A plain verb in the number of its subject: `march`, `marches` for one.

    Pacorus & Surena, one counter, are two.
    """
    if len(subject) != 1 or " & " in str(subject[0]):
        return verb
    return f"{verb}{'es' if verb.endswith(('ch', 'sh', 's')) else 's'}"


def place(state: State, name: str) -> str:
    """A zone by name; one that bears its people's name is `the land of the Germani`."""
    zone = state.zone(name)
    return f"the land of the {name}" if zone is not None and zone.people == name else name


def region(state: State, name: str) -> str:
    """A region by name; one that bears a zone's name is `the region Asia`."""
    return f"the region {name}" if state.zone(name) is not None else name


def kind_of(unit: Unit) -> str:
    """The kind of a unit, or its people."""
    return unit.people or KINDS.get(unit.kind, unit.kind)


def unit_name(unit: Unit) -> str:
    """A unit's own name: `Legio XIII`, `Legio Martia`, and for `c-cohorts-1` `Cohorts 1`."""
    first, *rest = unit.id.removeprefix(f"{unit.side[:1]}-").split("-")
    if first == "legio":
        rest = [one.upper() if {*one} <= NUMERALS else one.capitalize() for one in rest]
    return " ".join([first.capitalize(), *rest])


def unit_title(unit: Unit) -> str:
    """A unit in words: its name, its kind or people, strength, quality."""
    return f"{unit_name(unit)}: {unit_values(unit)}"


def unit_values(unit: Unit) -> str:
    """What there is to know of a unit beside its name: `Legio, SP 5, quality 2`."""
    kind = kind_of(unit)
    what = "" if unit_name(unit).startswith(kind) else f"{kind}, "
    worn = ", reduced" if unit.reduced else ""
    return f"{what}SP {unit.strength}, quality {unit.quality}{worn}"


def places(state: State, ids: Sequence[str]) -> str:
    """Where units stand: `three units in Roma and one unit in Asia`."""
    zones: dict[str, int] = {}
    for key in ids:
        unit = state.unit(key)
        if unit is not None:
            zones[unit.zone] = zones.get(unit.zone, 0) + 1
    return listed(
        [f"{count_of(many, 'unit')} in {place(state, zone)}" for zone, many in zones.items()]
    )


def listed_way(state: State, route: Sequence[str]) -> str:
    """A way from its second place on: `through Picenum to Roma, over the Tiberis`."""
    known = {frozenset(one.between): one for one in (state.chart.borders if state.chart else ())}
    met = [known.get(frozenset(pair)) for pair in pairwise(route)]
    names = dict.fromkeys(one.name for one in met if one and one.kind != "open" and one.name)
    through = f"through {listed([place(state, one) for one in route[1:-1]])} "
    if len(route) == 2:
        through = ""
    over = f", over the {listed([*names])}" if names else ""
    return f"{through}to {place(state, route[-1])}{over}"


def added(die: int, values: Sequence[int], total: int) -> str:
    """The modified die as a sum: `6 + 4 − 3 = 7`."""
    parts = [str(die)]
    parts += [f"+ {value}" if value > 0 else f"\u2212 {-value}" for value in values if value]
    shown = str(total) if total >= 0 else f"\u2212{-total}"
    return f"{' '.join(parts)} = {shown}"


def result(attacker: str, defender: str) -> str:
    """A cell of the combat table as printed: `½/A`."""
    return f"{GLYPHS.get(attacker, attacker)}/{GLYPHS.get(defender, defender)}"
