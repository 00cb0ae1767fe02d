"""What the sides stand by: Rout Points, units on the field, Disorder."""

from iacta.domain.de_bello_punico.state import State
from iacta.domain.kernel.contract.system import Measure


def measures(state: State) -> tuple[Measure, ...]:
    """Rout Points decide the battle (BP 16); units and their order are what a combat costs."""
    sides = [army.side for army in state.armies]
    here = {side: [one for one in state.units if one.side == side and one.here] for side in sides}
    disorder: dict[str, int] = {side: sum(one.disorder for one in units) for side, units in here.items()}
    rout: dict[str, int] = {army.side: army.rout for army in state.armies}
    counted: dict[str, int] = {side: len(units) for side, units in here.items()}
    return (
        Measure("Rout Points", "points", "less", rout),
        Measure("Units", "units", "more", counted),
        Measure("Disorder", "points", "less", disorder),
    )
