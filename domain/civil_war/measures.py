"""What the sides stand by: control points, strength, leaders."""

from iacta.domain.civil_war.rules import control
from iacta.domain.civil_war.state import SEATS, State
from iacta.domain.kernel.contract.system import Measure


def measures(state: State) -> tuple[Measure, ...]:
    """Control points decide the war (CW R1); strength and leaders are what a fight costs."""
    strength: dict[str, int] = {
        seat: sum(one.strength for one in state.units if one.side == seat and one.status == "map")
        for seat in SEATS
    }
    leaders: dict[str, int] = {
        seat: sum(one.faction == seat and one.status == "in-play" for one in state.leaders)
        for seat in SEATS
    }
    return (
        Measure("Control points", "points", "more", control.points(state)),
        Measure("Strength on the map", "SP", "more", strength),
        Measure("Leaders in play", "leaders", "more", leaders),
    )
