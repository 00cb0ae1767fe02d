"""How a battle begins: the Forces in the hex, as the documents give them. NV 1.2."""

from collections.abc import Sequence

from iacta.domain.kernel.contract.copies import copied
from iacta.domain.kernel.contract.system import Setup
from iacta.domain.naval_battle.documents import BattleData, FleetData, ForceData, KindList, kind_of
from iacta.domain.naval_battle.effects import AnyEffect, Begun
from iacta.domain.naval_battle.state import SEATS, Fleet, Leader, Seat, Side, Switches, Unit


def begin(setup: Setup) -> Sequence[AnyEffect]:
    """The first effect. Nobody is committed, and nobody has decided to fight. NV 1.2."""
    battle: BattleData = setup.data[setup.scenario]
    kinds: KindList = setup.data["kinds"]
    forces = [(seat, force) for seat in SEATS for force in getattr(battle, seat).forces]
    return [
        copied(
            Begun,
            battle,
            scenario=setup.scenario,
            switches=Switches(*(setup.options[key] for key in Switches.__struct_fields__)),
            tables=setup.data["tables"],
            sides=tuple(_side(seat, battle) for seat in SEATS),
            fleets=tuple(
                _fleet(seat, force, fleet, kinds)
                for seat, force in forces
                for fleet in force.fleets
            ),
            units=tuple(unit for seat, force in forces for unit in _troops(seat, force, kinds)),
            leaders=tuple(
                Leader(one.name, seat, one.discipline, one.rating, force.role, ship=one.ship or "")
                for seat, force in forces
                for one in force.leaders
            ),
        )
    ]


def _side(seat: Seat, battle: BattleData) -> Side:
    data = getattr(battle, seat)
    return Side(
        seat=seat, name=data.name, stratagems=data.stratagems, port=data.port, pool=data.pool
    )


def _fleet(seat: Seat, force: ForceData, data: FleetData, kinds: KindList) -> Fleet:
    """A fleet with the dice and points of its kind. NV 6.8, NB-1, NB-9."""
    kind = kinds.kind("fleet")
    assert kind is not None
    return Fleet(
        name=data.name,
        side=seat,
        control=seat,
        discipline=data.discipline,
        factor=kind.factor,
        points=kind.points,
        capacity=data.capacity,
        force=force.role,
        plural=data.plural,
    )


def _troops(seat: Seat, force: ForceData, kinds: KindList) -> list[Unit]:
    found = []
    for troop in force.troops:
        kind = kind_of(kinds, troop)
        found.append(
            Unit(
                name=troop.name,
                side=seat,
                kind=troop.kind,
                discipline=troop.discipline,
                factor=kind.factor,
                points=kind.points,
                weight=kind.weight,
                legion=kind.legion,
                force=force.role,
                ship=troop.ship or "",
                plural=troop.plural,
            )
        )
    return found
