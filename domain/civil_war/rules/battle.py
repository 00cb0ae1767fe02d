"""The two Forces of a combat, on our map or on a physical one."""

from fractions import Fraction

import msgspec

from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.rules.opponents import check_sides
from iacta.domain.civil_war.state import Kind, State, Unit
from iacta.domain.kernel.proof.errors import Invalid, RuleViolation


class Fighter(msgspec.Struct, frozen=True, kw_only=True):
    """A unit in a combat; ``sp`` is that of the side that is face up."""

    id: str
    kind: Kind
    sp: int
    quality: int
    reduced: bool
    people: str | None = None
    northern: bool = False
    reduced_sp: int = 0

    @property
    def value(self) -> tuple[object, ...]:
        """What distinguishes it from other units when losses are chosen."""
        return (self.kind, self.sp, self.quality, self.reduced, self.people, self.reduced_sp)


class Captain(msgspec.Struct, frozen=True, kw_only=True):
    """A leader in a combat."""

    name: str
    tb: int
    pc: int
    faction_leader: bool
    ill: bool = False
    people: str | None = None


class Force(msgspec.Struct, frozen=True):
    """One side of a combat. ``side``: a seat or a people; null off our map."""

    units: tuple[Fighter, ...]
    leaders: tuple[Captain, ...]
    side: str | None = None

    @property
    def strength(self) -> int:
        """The sum of SP."""
        return sum(unit.sp for unit in self.units)

    @property
    def quality(self) -> Fraction:
        """The exact mean quality of its units. CW-11."""
        return Fraction(sum(unit.quality for unit in self.units), len(self.units))

    @property
    def only_peoples(self) -> bool:
        """Whether all units are non-Roman. CW 8.6b, CW 8.6c."""
        return all(unit.kind == "people" for unit in self.units)

    @property
    def faction_leaders(self) -> tuple[Captain, ...]:
        """The Faction Leaders present."""
        return tuple(leader for leader in self.leaders if leader.faction_leader)


class Battle(msgspec.Struct, frozen=True, kw_only=True):
    """A combat before the die is rolled. ``events``: the year events that apply."""

    attacker: Force
    defender: Force
    crossing: bool
    outside_republic: bool
    events: tuple[int, ...] = ()
    zone: str | None = None


def northern(state: State, people: str | None) -> bool:
    """Whether units of a people are German or Celtic. CW E5, CW E15."""
    known = state.people(people) if people else None
    return known is not None and known.nationality in ("germanic", "celtic")


def on_a_table(state: State, command: cmd.AdjudicateCombat) -> Battle:
    """The combat of an adjudication; `Invalid` if a unit's people is wrong. CW-32."""
    counts = command.year_events
    return Battle(
        attacker=_field_force(state, command.attacker, "attacker", counts),
        defender=_field_force(state, command.defender, "defender", counts),
        crossing=command.crossing,
        outside_republic=command.outside_republic,
        events=state.in_force if counts else (),
    )


def _field_force(state: State, force: cmd.FieldForce, who: str, counts: bool) -> Force:
    for index, unit in enumerate(force.units):
        _check_people(state, unit, f"/command/{who}/units/{index}/people", counts)
    units = tuple(
        Fighter(
            id=str(index),
            kind=unit.kind,
            sp=unit.sp,
            quality=unit.quality,
            reduced=unit.reduced,
            people=unit.people,
            northern=northern(state, unit.people),
        )
        for index, unit in enumerate(force.units)
    )
    ill = {leader.name for leader in state.leaders if leader.ill} if counts else set()
    leaders = tuple(
        Captain(
            name=leader.name,
            tb=leader.tb,
            pc=leader.pc,
            faction_leader=leader.faction_leader,
            ill=leader.name in ill,
        )
        for leader in force.leaders
    )
    return Force(units, leaders)


def _check_people(state: State, unit: cmd.FieldUnit, pointer: str, counts: bool) -> None:
    if (unit.kind == "people") != (unit.people is not None):
        raise Invalid("people is required for kind people, and allowed only there", pointer=pointer)
    if counts and unit.people is not None and state.people(unit.people) is None:
        raise Invalid(
            f"{unit.people!r} is not in this campaign's peoples document, so its nationality is"
            " unknown and year events cannot be applied",
            pointer=pointer,
        )


def on_the_map(state: State, command: cmd.ResolveCombat) -> Battle:
    """The combat of two Forces in one zone; refused unless they may fight each other. CW-33."""
    zone = state.zone(command.zone)
    if zone is None:
        raise Invalid(f"there is no zone {command.zone!r}", pointer="/command/zone")
    attackers = _present(state, command.zone, command.attacker, "attacker")
    defenders = _present(state, command.zone, command.defender, "defender")
    check_sides(attackers, defenders)
    return Battle(
        attacker=_force(state, attackers),
        defender=_force(state, defenders),
        crossing=2 * sum(unit.crossed for unit in attackers) >= len(attackers),  # CW-26
        outside_republic=zone.outside_republic,
        events=state.in_force,
        zone=zone.name,
    )


def _present(state: State, zone: str, ids: tuple[str, ...], who: str) -> list[Unit]:
    units = []
    for index, key in enumerate(ids):
        pointer = f"/command/{who}/{index}"
        unit = state.unit(key)
        if unit is None or unit.status != "map" or unit.zone != zone:
            raise Invalid(f"unit {key!r} is not in {zone}", pointer=pointer)
        if unit.must_leave:
            raise RuleViolation(
                "CW-25", f"unit {key!r} must leave the zone and cannot fight", pointer=pointer
            )
        if key in ids[:index]:
            raise Invalid(f"unit {key!r} is listed twice", pointer=pointer)
        units.append(unit)
    return units


def _force(state: State, units: list[Unit]) -> Force:
    side = units[0].side
    fighters = tuple(
        Fighter(
            id=unit.id,
            kind=unit.kind,
            sp=unit.strength,
            quality=unit.quality,
            reduced=unit.reduced,
            people=unit.people,
            northern=northern(state, unit.people),
            reduced_sp=unit.reduced_sp,
        )
        for unit in units
    )
    captains = tuple(
        Captain(
            name=leader.name,
            tb=leader.tb,
            pc=leader.pc,
            faction_leader=leader.faction_leader,
            ill=leader.ill,
            people=leader.people,
        )
        for leader in state.leaders_in(units[0].zone)
        if leader.side == side and not leader.must_leave  # CW-24
    )
    return Force(fighters, captains, side)
