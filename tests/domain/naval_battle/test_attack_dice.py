"""Each die of an attack: what it counts as, by which rule, and what it did. NV 8.9, NB-2."""

import pytest

from iacta.domain.kernel.proof.dice import Dice, ScriptSource
from iacta.domain.naval_battle.effects import Blow
from iacta.domain.naval_battle.rules.attack_dice import Struck, counts_as, roll_attack
from iacta.domain.naval_battle.state import Switches
from tests.domain.naval_battle.given import unit


class Printed:
    """A set of tables on which every face gives the same result."""

    def __init__(self, result: str) -> None:
        self.result = result

    def read(self, key: str, row: str, face: int) -> str:
        """What the table says."""
        assert (key, row) == ("combat", "2")
        return self.result


def struck(*, hull: bool = False, light: bool = False) -> Struck:
    return Struck(name="Enemy", flipped=False, hull=hull, light=light)


@pytest.mark.parametrize(
    ("result", "target", "as_b", "told"),
    [
        ("A", struck(), False, ("A", "NB-2")),
        ("B", struck(hull=True), False, ("B", "NB-2")),
        ("-", struck(), True, ("", "NB-2")),
        ("L", struck(hull=True), False, ("B", "NV 8.11")),
        ("L", struck(light=True), False, ("B", "NV 1.1")),
        ("L", struck(), False, ("", "NB-2")),
        ("L", struck(), True, ("B", "NB-2")),
    ],
)
def test_a_result_counts_by_its_target(
    result: str, target: Struck, as_b: bool, told: tuple[str, str]
) -> None:
    assert counts_as(result, target, Switches("as-b" if as_b else "none")) == told


def test_every_die_is_told_with_its_face_and_its_purpose() -> None:
    source = ScriptSource([3, 5])
    attacker, target = unit("Own", factor=2), unit("Enemy")
    printed = (Printed("-"), "combat", "2")
    fight = roll_attack(attacker, [target], printed, Switches(), Dice(source), "ram")  # type: ignore[arg-type]
    assert [die.purpose for die in source.read] == ["ram, die 1", "ram, die 2"]
    assert fight.blows == [Blow(face, "-", "Enemy", "", "nothing", "NB-2") for face in (3, 5)]
    assert not fight.attacker.flipped


def test_an_attacker_who_is_hit_is_flipped_and_throws_no_more() -> None:
    source = ScriptSource([4])
    attacker, target = unit("Own", factor=2), unit("Enemy")
    printed = (Printed("A"), "combat", "2")
    fight = roll_attack(attacker, [target], printed, Switches(), Dice(source), "ram")  # type: ignore[arg-type]
    assert (fight.attacker.flipped, fight.stopped, fight.lost) == (True, True, False)
    assert fight.blows == [Blow(4, "A", "Enemy", "A", "attacker-flipped", "NB-2")]


@pytest.mark.parametrize(
    ("result", "told"),
    [
        ("A", ("A", "attacker-flipped", "NV 6.6")),
        ("B", ("B", "flipped", "NV 6.3")),
        ("L", ("B", "flipped", "NV 6.3")),
        ("-", ("", "nothing", "NB-2")),
    ],
)
def test_a_ram_counts_by_rules_of_its_own(result: str, told: tuple[str, str, str]) -> None:
    printed = (Printed(result), "combat", "2")
    attacker, target = unit("Own", factor=1), unit("Enemy")
    dice = Dice(ScriptSource([4]))
    fight = roll_attack(attacker, [target], printed, Switches(), dice, "ram", ram=True)  # type: ignore[arg-type]
    (blow,) = fight.blows
    assert (blow.counts, blow.did, blow.rule) == told
