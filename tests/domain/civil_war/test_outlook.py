"""What the strong bot expects of the year's end, where enemies could still come."""

import pytest

from iacta.domain.civil_war.bots.outlook import Outlook, at_least
from iacta.domain.civil_war.bots.reckoning import Reckoning
from tests.domain.civil_war.test_reckoning import VALUES, spain, units
from tests.domain.civil_war.test_steady_bot import army, ruled_by, seen
from tests.domain.civil_war.war import segment


@pytest.mark.parametrize(
    ("count", "chances", "often"),
    [(0, [], 1), (1, [], 0), (1, [0.5, 0.5], 0.75), (2, [1, 0.5], 0.5), (2, [0.5, 0.5], 0.25)],
)
def test_how_often_so_many_come_true(count: int, chances: list[float], often: float) -> None:
    assert at_least(count, chances) == pytest.approx(often)


def test_a_zone_counts_for_more_the_fewer_there_are_to_spare() -> None:
    """Asia needs three of its four zones: one may be lost, and then each of the others counts."""
    reckoning = Reckoning(seen(ruled_by(segment(*army("Asia", 3)))), "caesarian", VALUES)
    assert Outlook(reckoning, {}).stake("Syria") == 0
    stakes = [Outlook(reckoning, {"Asia": risk}).stake("Syria") for risk in (0.5, 1)]
    assert stakes == pytest.approx([VALUES["Asia"] / 2, VALUES["Asia"]])


def test_what_is_taken_is_expected_as_often_as_it_is_kept() -> None:
    """A Legio takes Lusitania, which completes Hispania, and may be driven out again."""
    state = spain()
    *rest, going = units(state, "Ulterior")
    moved = {"Ulterior": rest, "Lusitania": [going]}
    outlook = Outlook(Reckoning(seen(state), "caesarian", VALUES), {})
    for risk in (0, 0.25, 1):
        gain = outlook.gain(moved, {"Lusitania": risk})
        assert gain == pytest.approx((1 - risk) * VALUES["Hispania"])
