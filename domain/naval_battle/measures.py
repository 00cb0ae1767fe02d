"""What the sides stand by: fleets afloat, their order, ground units, leaders."""

from collections.abc import Iterable

from iacta.domain.kernel.contract.system import Measure
from iacta.domain.naval_battle.state import State


def measures(state: State) -> tuple[Measure, ...]:
    """Fleets decide the battle (NV 12); what stands on them is what an attack costs."""
    seats = [side.seat for side in state.sides]
    afloat = [one for one in state.fleets if one.status in ("reserve", "ready", "board")]

    def counted(owners: Iterable[str]) -> dict[str, int]:
        found = list(owners)
        return {seat: found.count(seat) for seat in seats}

    units = (one.side for one in state.units if one.status != "eliminated")
    leaders = (one.side for one in state.leaders if one.status != "dead")
    flipped = (one.control for one in afloat if one.flipped)
    return (
        Measure("Fleets", "fleets", "more", counted(one.control for one in afloat)),
        Measure("Fleets flipped", "fleets", "less", counted(flipped)),
        Measure("Ground units", "units", "more", counted(units)),
        Measure("Leaders", "leaders", "more", counted(leaders)),
    )
