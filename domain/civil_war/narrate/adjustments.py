"""The Adjustments as sentences: what a year's end settles, and who raises whom."""

from collections.abc import Mapping, Sequence

from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.narrate.combat import chosen, seat_name
from iacta.domain.civil_war.rules import recruit
from iacta.domain.civil_war.standing import year_label
from iacta.domain.civil_war.state import SEATS, Seat, State, words
from iacta.domain.kernel.contract.words import NUMBERS, count_of, listed, number, sentence

ADJUSTMENTS = "Adjustments. "
"""before a year's account, which may stand behind its last battle"""
NO_RECRUITS = "no recruits: "
"""between who gets none and the reason"""
RAISE_NOBODY = " raise nobody: "
"""between a side that recruits nowhere and the reason"""


def settled(state: State, effect: fx.ControlSettled) -> list[str]:
    """A year's account: who is ahead and why, what changed hands, who raises nobody."""
    account = f"{year_label(effect.year)} is settled: {_standing(effect.points)}"
    lines = [f"{ADJUSTMENTS}{account}{_moved(state, effect)}."]
    for seat in (*SEATS, None):
        zones = [words.place(state, taken.zone) for taken in effect.zones if taken.seat == seat]
        cities = [taken.city for taken in effect.cities if taken.seat == seat]
        if seat is None:
            if zones:
                lines.append(sentence(f"nobody holds {listed(zones, 'or')} any more"))
        elif zones or cities:
            places = [listed(zones)] if zones else []
            places += [_all("city", "cities", cities)] if cities else []
            lines.append(sentence(f"{seat_name(seat)} take {', and '.join(places)}"))
    return [*lines, *_regions(effect), *_without_levy(state, effect)]


def _moved(state: State, effect: fx.ControlSettled) -> str:
    """Why the points changed: `; the Caesarians lose Gallia (−2: 4 of the 5 zones it needs)`."""
    parts = []
    for seat in SEATS:
        gained: list[str] = []
        lost: list[str] = []
        for one in effect.regions:
            region = state.region(one.region)
            before = region.control if region else None
            name = words.region(state, one.region)
            if one.seat == seat != before:
                gained.append(f"{name} (+{one.points})")
            elif before == seat and one.seat is None:  # else it is another's gain
                lost.append(f"{name} (\u2212{one.points}{_short(one, seat)})")
        does = [f"gain {listed(gained)}"] if gained else []
        does += [f"lose {listed(lost)}"] if lost else []
        if does:
            parts.append(f"{seat_name(seat)} {listed(does)}")
    return "".join(f"; {part}" for part in parts)


def _short(one: fx.RegionJudged, seat: Seat) -> str:
    """What a seat lacks of what control of a region needs: `: 4 of the 5 zones it needs`. CW-57."""
    held, needs = one.held[seat], one.needs
    for has, of, one_of, many in (
        (held.zones, needs.zones, "zone", "zones"),
        (held.cities, needs.cities, "city", "cities"),
        (held.legio, needs.legio, "Legio", "Legio"),
    ):
        if has < of:
            return f": {has or 'none'} of the {of} {many} it needs" if of > 1 else f": no {one_of}"
    return ""


def _without_levy(state: State, effect: fx.ControlSettled) -> list[str]:
    """The sides that recruit nowhere, and why. CW R1, CW-59."""
    lines = []
    for seat in SEATS if effect.regions else ():
        held = [one.region for one in effect.regions if one.seat == seat]
        if any(region in effect.recruiting for region in held):
            continue
        why = "they control no region"
        if held:
            where = words.region(state, held[0])
            why = f"{where}, the only one they control, gives no recruits (CW R1)"
        lines.append(sentence(f"{seat_name(seat)}{RAISE_NOBODY}{why}"))
    return lines


def _regions(effect: fx.ControlSettled) -> list[str]:
    """`The Caesarians control the regions Italia and Roma; the Republicans Asia.`"""
    parts: list[str] = []
    for seat in SEATS:
        held = [one.region for one in effect.regions if one.seat == seat]
        if held and parts:
            parts.append(f"{seat_name(seat)} {listed(held)}")
        elif held:
            parts.append(f"{seat_name(seat)} control {_all('region', 'regions', held)}")
    return [sentence("; ".join(parts))] if parts else []


def _all(one: str, many: str, names: Sequence[str]) -> str:
    """`the city Narbo`, `the regions Asia and Roma`: zones bear the same names."""
    return f"the {one if len(names) == 1 else many} {listed(names)}"


def recruited(state: State, effect: fx.Recruited) -> list[str]:
    """What a region's holder raises and restores there."""
    if effect.seat is None or effect.zone is None:
        return [_none_raised(state, effect.region)]
    does = []
    if effect.raised:
        does.append(f"raise {chosen(state, effect.raised)} in {effect.zone}")
    if effect.restored:
        where = words.region(state, effect.region)
        does.append(f"restore {chosen(state, effect.restored)} in {where}")
    told = listed(does) or f"raise no units in {words.region(state, effect.region)}"
    return [sentence(f"{seat_name(effect.seat)} {told}")]


def _none_raised(state: State, name: str) -> str:
    """Why a region gives its holder no recruits."""
    region, why = state.region(name), recruit.hindrance(state)
    if region is None or region.control is None:
        return f"{name} gives {NO_RECRUITS}{why}."
    who = seat_name(region.control)
    return f"{name} gives {who} {NO_RECRUITS}{why.replace(who, 'they')}."


def ahead(points: Mapping[str, int]) -> str:
    """`nine control points to two`; both in digits where one has to be."""
    less, more = sorted(points.values())
    count = number if more < len(NUMBERS) else str
    noun = "control point" if more == 1 else "control points"
    return f"{count(more)} {noun} to {count(less) if less else 'none'}"


def _standing(points: Mapping[str, int]) -> str:
    """Who is ahead: `the Caesarians lead with two control points to one`."""
    less, more = sorted(points.values())
    if less == more:
        return f"both sides hold {count_of(more, 'control point')}"
    best = max(points, key=lambda seat: points[seat])
    return f"{seat_name(best)} lead with {ahead(points)}"
