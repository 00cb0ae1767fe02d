"""Given, when, then for the war on the map: a bare board, and segments in it."""

from typing import Any

import msgspec

from iacta.domain.civil_war.state import State
from tests.domain.civil_war.given import begun, ruled
from tests.domain.civil_war.given import unit as placed

replace = msgspec.structs.replace


def bare(scenario: str = "rubicon", **switches: Any) -> State:
    """The map without units, leaders or control; peoples at peace, nobody in play but as placed."""
    state = begun(scenario, **switches)
    return replace(
        state,
        units=(),
        leaders=tuple(
            replace(
                leader,
                zone=None,
                faction_leader=False,
                faction=None if leader.people else leader.faction,
            )
            for leader in state.leaders
        ),
        zones=tuple(replace(zone, control=None) for zone in state.zones),
        cities=tuple(replace(city, control=None) for city in state.cities),
        regions=tuple(replace(region, control=None) for region in state.regions),
        peoples=tuple(
            replace(people, at_war=False, ally=None, led_by=None) for people in state.peoples
        ),
    )


def segment(
    *changes: Any,
    order: tuple[str, ...] = ("caesarian", "republican"),
    number: int = 1,
    in_force: tuple[int, ...] = (),
    year: int = -48,
    scenario: str = "rubicon",
    **switches: Any,
) -> State:
    """A segment on a bare board with what is placed there."""
    state = replace(
        bare(scenario, **switches),
        year=year,
        phase="segments",
        event=in_force[0] if in_force else 12,
        in_force=in_force,
        initiative=order[0] if order else "caesarian",
        segments=order,
        segment=number,
    )
    return ruled(state, *changes)


def unit(zone: str, side: str = "caesarian", kind: str = "legio", **more: Any) -> Any:
    """A unit to place on the map: SP 4, quality 2, MA 3 unless said otherwise."""
    return placed(zone, side, kind, **({"ma": 3} | more))


def folk(zone: str, people: str, side: str | None = None, **more: Any) -> Any:
    """A unit of a people."""
    return unit(zone, side or people, "people", people=people, **more)


AFLOAT = (
    unit("Creta", "republican", "naves", id="fleetr"),
    unit("Sardinia", "caesarian", "naves", id="fleetc"),
)


def end_of_year(*changes: Any, **more: Any) -> State:
    """The last segment of a year on a bare board: ending it brings Adjustments.

    Each seat has a fleet, so that neither has nothing left (CW-62).
    """
    return segment(*AFLOAT, *changes, order=("caesarian",), **more)
