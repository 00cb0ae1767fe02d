"""Event 11: desertion of Legio. CW E11; rulings CW-3, CW-15, CW-29."""

from iacta.domain.civil_war.effects import AnyEffect, DesertionAwaited, LegioDeserted
from iacta.domain.civil_war.state import SEATS, DesertionDue, State, Unit
from iacta.domain.civil_war.tables import DESERTION
from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase, RuleViolation

DESERTERS = 2


def regions(faces: tuple[int, int]) -> tuple[str, ...]:
    """The regions rolled by two d6; none on doubles. CW E11."""
    if faces[0] == faces[1]:
        return ()
    return tuple(DESERTION.cell(str(face), "region") for face in faces)


def strike(state: State, name: str) -> list[AnyEffect]:
    """Desertion in one region: at once if there is nothing to choose, otherwise a choice. CW-29."""
    region = state.region(name)
    if region is None or region.control is None:  # CW-3: nobody controls it
        return []
    legio = legio_in(state, name, region.control)
    alike = len({_face_value(unit) for unit in legio}) <= 1
    if not legio:
        return []
    ids = tuple(unit.id for unit in legio)
    if len(legio) <= DESERTERS or alike:  # CW-3: as many as there are
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


def choose(state: State, units: tuple[str, ...], role: str) -> AnyEffect:
    """Apply the controller's choice of deserters, in the region those units are in. CW-29."""
    dues = [due for due in state.pending if isinstance(due, DesertionDue)]
    if not dues:
        raise OutOfPhase("no deserters need to be chosen")
    own = [due for due in dues if role in ("referee", f"seat:{due.seat}")]
    if not own:
        raise NotYourTurn("the other seat must choose the deserters")
    for due in own:
        if set(units) <= set(due.units) and len(set(units)) == len(units) == due.count:
            seat = next(seat for seat in SEATS if seat == due.seat)
            return LegioDeserted(due.region, seat, units)
    raise RuleViolation(
        "CW-29",
        f"choose {own[0].count} Legio in one of the regions with desertion",
        pointer="/command/units",
    )
