"""What the sides stand by: Rout Points, units on the field, Disorder."""

from iacta.domain.de_bello_punico.state import State, Unit
from iacta.domain.kernel.contract.system import Measure


def measures(state: State) -> tuple[Measure, ...]:
    """Rout Points decide the battle (BP 16); units and their order are what a combat costs."""
    here: dict[str, list[Unit]] = {army.side: [] for army in state.armies}
    for unit in state.units:
        if unit.here:
            here[unit.side].append(unit)
    rout: dict[str, int] = {army.side: army.rout for army in state.armies}
    counted = {side: len(units) for side, units in here.items()}
    disorder = {side: sum(one.disorder for one in units) for side, units in here.items()}
    return (
        Measure("Rout Points", "points", "less", rout),
        Measure("Units", "units", "more", counted),
        Measure("Disorder", "points", "less", disorder),
    )
