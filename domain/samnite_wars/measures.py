"""What the players stand by: prestige."""

from iacta.domain.kernel.contract.system import Measure
from iacta.domain.samnite_wars.state import State


def measures(state: State) -> tuple[Measure, ...]:
    """Prestige decides the game."""
    return (Measure("Prestige", "PT", "more", {one.seat: one.prestige for one in state.players}),)
