"""Event 11: Legio leave their standards. CW E11; rulings CW-3, CW-15, CW-29."""

from iacta.domain.civil_war.effects import DesertionAwaited, Fact, LegioDeserted
from iacta.domain.civil_war.state import SEATS, DesertionDue, State, Unit
from iacta.domain.civil_war.tables import DESERTION
from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase, RuleViolation

DESERTERS = 2


def regions(faces: tuple[int, int]) -> tuple[str, ...]:
    """The regions that two d6 name; none for doubles. CW E11."""
    if faces[0] == faces[1]:
        return ()
    return tuple(DESERTION.cell(str(face), "region") for face in faces)


def strike(state: State, name: str) -> list[Fact]:
    """What one region loses: at once if there is nothing to choose, else a choice. CW-29."""
    region = state.region(name)
    if region is None or region.control is None:  # CW-3: nobody controls it
        return []
    legio = legio_in(state, name, region.control)
    alike = len({_face_value(unit) for unit in legio}) <= 1
    if not legio:
        return []
    ids = tuple(unit.id for unit in legio)
    if len(legio) <= DESERTERS or alike:  # CW-3: what is there, if it is fewer
        return [LegioDeserted(name, region.control, ids[:DESERTERS])]
    return [DesertionAwaited(DesertionDue(region.control, name, DESERTERS, ids))]


def legio_in(state: State, region: str, seat: str) -> list[Unit]:
    """A seat's Legio on the map in a region, in order."""
    zones = {zone.name for zone in state.zones if zone.region == region}
    return [
        unit
        for unit in state.units
        if unit.status == "map"
        and unit.kind == "legio"
        and unit.side == seat
        and unit.zone in zones
    ]


def _face_value(unit: Unit) -> tuple[object, ...]:
    flags = (unit.crossed, unit.must_leave)
    return (unit.zone, unit.sp, unit.reduced_sp, unit.quality, unit.reduced, *flags)


def choose(state: State, units: tuple[str, ...], role: str) -> Fact:
    """The controller names his deserters; the region is that of his units. CW-29."""
    dues = [due for due in state.pending if isinstance(due, DesertionDue)]
    if not dues:
        raise OutOfPhase("no deserters are to be chosen")
    own = [due for due in dues if role in ("referee", f"seat:{due.seat}")]
    if not own:
        raise NotYourTurn("the other seat chooses the deserters")
    for due in own:
        if set(units) <= set(due.units) and len(set(units)) == len(units) == due.count:
            seat = next(seat for seat in SEATS if seat == due.seat)
            return LegioDeserted(due.region, seat, units)
    raise RuleViolation(
        "CW-29",
        f"name {own[0].count} Legio of one region that is losing some",
        pointer="/command/units",
    )
