"""Adjustments: recruitment by the printed numbers. CW R1; ruling CW-59."""

from collections import Counter

import msgspec

from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.effects import AnyEffect, Recruited
from iacta.domain.civil_war.rules import control
from iacta.domain.civil_war.rules.board import Board
from iacta.domain.civil_war.rules.ways import room
from iacta.domain.civil_war.state import Seat, State, Unit, words
from iacta.domain.civil_war.tables import REGIONS
from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase, RuleViolation

KINDS = ("legio", "auxilia", "equites", "naves")
NUMBERS = {
    row.label: {kind: int(REGIONS.cell(row.label, kind)) for kind in KINDS}
    for row in REGIONS.rows
    if row.label != "Roma"
}


class Levy(msgspec.Struct, frozen=True):
    """What a region's controller may raise or restore: candidates and limits by kind.

    ``zones``: where units may be raised; ``ports``: those of them where Naves may be.
    """

    region: str
    seat: Seat
    zones: tuple[str, ...]
    ports: tuple[str, ...]
    candidates: dict[str, tuple[Unit, ...]]
    numbers: dict[str, int]


def levy(state: State) -> Levy | None:
    """What the next region may recruit; null if uncontrolled or nothing can be raised."""
    if state.phase != "adjustments" or not state.recruiting:
        return None
    region = state.region(state.recruiting[0])
    if region is None or region.control is None:
        return None
    seat, board = region.control, Board(state)
    if state.switches.garrisons == "recruitment" and not control.garrisoned(
        state, region.name, seat
    ):  # CW-58
        return None
    numbers = NUMBERS[region.name]
    kept = Counter[str](
        unit.kind for unit in state.units if unit.side == seat and unit.status == "reserve"
    )
    most = sum(min(number, kept[kind]) for kind, number in numbers.items() if kind != "naves")
    own = tuple(
        zone.name
        for zone in state.zones
        if zone.region == region.name
        and zone.control == seat
        and not board.enemies_in(zone.name, seat)
    )
    roomy = tuple(zone for zone in own if room(board, seat, zone) >= most)
    inside = {zone.name for zone in state.zones if zone.region == region.name}
    found = {kind: _candidates(state, seat, kind, inside) for kind in KINDS if numbers[kind]}
    if not roomy:  # restoring needs no room
        found = {
            kind: tuple(unit for unit in units if unit.status == "map" or kind == "naves")
            for kind, units in found.items()
        }
    zones = roomy or own
    candidates = {kind: units for kind, units in found.items() if units}
    if not zones or not candidates:
        return None
    ports = tuple(zone for zone in zones if board.atlas.is_port(zone))
    return Levy(region.name, seat, zones, ports, candidates, numbers)


def _candidates(state: State, seat: Seat, kind: str, inside: set[str]) -> tuple[Unit, ...]:
    """Reduced units of a kind in the region, then units in the Reserve, each sort limited."""
    own = [unit for unit in state.units if unit.side == seat and unit.kind == kind]
    worn = [one for one in own if one.status == "map" and one.reduced and one.zone in inside]
    kept: dict[tuple[int, int], list[Unit]] = {}
    for unit in own:
        if unit.status == "reserve":
            kept.setdefault((unit.quality, unit.sp), []).append(unit)
    most = max(numbers[kind] for numbers in NUMBERS.values())
    best = [unit for key in sorted(kept, reverse=True) for unit in kept[key][:most]]
    return (*worn, *best)


def recruit(state: State, command: cmd.Recruit, role: str) -> AnyEffect:
    """Raise and restore units in one zone of the region that is due. CW-59."""
    if state.phase != "adjustments" or not state.recruiting:
        raise OutOfPhase("recruitment is not due now")
    region = state.region(state.recruiting[0])
    seat = region.control if region else None
    if role not in ("referee", f"seat:{seat}"):
        raise NotYourTurn(f"only the controller of {state.recruiting[0]} recruits now")
    if command.region != state.recruiting[0]:
        detail = f"{state.recruiting[0]} recruits next, in the printed order"
        raise RuleViolation("CW R1", detail, pointer="/command/region")
    due = levy(state)
    if due is None:
        if command != cmd.Recruit(command.region):
            raise RuleViolation("CW-59", f"nothing can be raised in {command.region}")
        return skip(state)
    if command.zone is None or command.zone not in due.zones:
        detail = f"units can be raised only in: {', '.join(due.zones)}"
        raise RuleViolation("CW-59", detail, pointer="/command/zone")
    chosen = [
        unit
        for kind, ids in zip(
            KINDS, (command.legio, command.auxilia, command.equites, command.naves), strict=True
        )
        for unit in _chosen(due, kind, ids, command.zone)
    ]
    return Recruited(
        due.region,
        due.seat,
        command.zone,
        raised=tuple(unit.id for unit in chosen if unit.status == "reserve"),
        restored=tuple(unit.id for unit in chosen if unit.status == "map"),
    )


def skip(state: State) -> Recruited:
    """Skip the next region: it is uncontrolled, or nothing can be raised."""
    region = state.region(state.recruiting[0])
    return Recruited(state.recruiting[0], region.control if region else None, None, (), ())


def hindrance(state: State) -> str:
    """Why the next region gives no recruits, in words. CW-59."""
    region = state.region(state.recruiting[0])
    seat = region.control if region else None
    if region is None or seat is None:
        return "nobody controls it"
    if state.switches.garrisons == "recruitment" and not control.garrisoned(
        state, region.name, seat
    ):
        return "its garrison is missing"
    kept = {unit.kind for unit in state.units if unit.side == seat and unit.status == "reserve"}
    if not kept & {kind for kind, number in NUMBERS[region.name].items() if number}:
        return f"{words.SEATS[seat]} have none of the right kinds in Reserve"
    return f"{words.SEATS[seat]} have no room there"


def _chosen(due: Levy, kind: str, ids: tuple[str, ...], zone: str) -> list[Unit]:
    """The named units of a kind; refused unless candidates, within the limit, Naves in a port."""
    known = {unit.id: unit for unit in due.candidates.get(kind, ())}
    if len(ids) > due.numbers[kind]:
        detail = f"{due.region} allows at most {due.numbers[kind]} {kind}"
        raise RuleViolation("CW R1", detail, pointer=f"/command/{kind}")
    if kind == "naves" and ids and zone not in due.ports:
        raise RuleViolation("CW-59", f"{zone} has no port", pointer="/command/naves")
    for index, key in enumerate(ids):
        if key not in known or key in ids[:index]:
            raise RuleViolation(
                "CW-59",
                f"unit {key!r} cannot be recruited here",
                pointer=f"/command/{kind}/{index}",
            )
    return [known[key] for key in ids]
