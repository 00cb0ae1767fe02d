"""Recovery. BP 4.4, BP 12."""

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import leaders, points
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import State, Unit, words
from iacta.domain.de_bello_punico.state.keys import SideKey
from iacta.domain.kernel.proof.errors import RuleViolation


def recoverable_units(state: State, side: str) -> list[Unit]:
    """The units that can lose a point of Disorder: in range, not in panic. BP 12, BP 4.1.1."""
    return [
        unit
        for unit in leaders.units_in_range(state, side)
        if unit.disorder and "commanded" not in unit.marks
    ]


def might_recover(state: State) -> bool:
    """Whether the side in phase could recover, by public facts."""
    side = state.side
    return (
        side is not None and state.waits(side, "recovery") and bool(recoverable_units(state, side))
    )


def rally(play: Unfolding, side: SideKey, key: str) -> None:
    """Spend a point to remove 1 Disorder, even in an enemy zone. BP 4.4, BP 12."""
    able = {unit.id: unit for unit in recoverable_units(play.state, side)}
    if key not in able:
        detail = f"{words.unit(play.state, key)} cannot recover"
        raise RuleViolation("BP 12", detail, pointer="/command/unit")
    points.spend(play, side, "recovery")
    play.add(fx.Recovered(key, able[key].disorder - 1))
