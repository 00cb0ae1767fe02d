"""Command Checks: everybody for himself, what the results bar, and routs."""

import pytest

from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.state import State
from iacta.domain.naval_battle.tables import DISCIPLINES, TABLE_SET, WORST_LAST
from tests.domain.naval_battle.given import (
    after,
    chief,
    flipped,
    kinds,
    of,
    offered,
    prize,
    sea,
    ship,
    side,
    status,
    unit,
    when,
)

ENEMY = ship("Enemy", "h10", unit("Marines"), of="reactive")
BESIDE = ship("Close", "d5", unit("Guard"), of="reactive")


def due(*ships: object, panicked: bool = False, **more: object) -> State:
    """The active side's checks are due."""
    sides = (side("active", original=3, panicked=panicked), side("reactive", original=1))
    members = {"phase": "command", "sides": sides} | more
    return sea(*ships, ENEMY, **members)  # type: ignore[arg-type]


def fresh(name: str, square: str, *crew: object, **more: object) -> object:
    """A ship that has not checked."""
    return ship(name, square, *crew, **({"check": ""} | more))  # type: ignore[arg-type]


def test_each_unit_checks_for_itself() -> None:
    """NV 3.4, NV 3.6, NV 4.3: one die each, on the line of its discipline; baggage not at all."""
    own = fresh(
        "Own",
        "d4",
        unit("Legio", check="", discipline="imperator"),
        unit("Mob", "mob", check="", discipline="mob"),
        unit("Baggage", "impediti", check="", discipline="mob"),
    )
    checked = of(fx.Checked, when(due(own), cmd.CheckCommand(), 6, 6, 6))
    found = [(one.name, one.row, one.result) for one in checked.checks]
    assert found == [("Own", "veteran", "H"), ("Legio", "imperator", "P"), ("Mob", "mob", "D")]
    assert checked.table == "command_check"


def test_who_throws_is_counted_before_the_throw_and_how_many_will_pass() -> None:
    """NV 3.4: each fleet and each ground unit aboard, baggage not."""

    def title(*ships: object) -> str:
        (only,) = SYSTEM.options(due(*ships), "seat:active", {})
        return only.title

    baggage = unit("Baggage", "impediti")
    own = fresh("Own", "d4", unit("Legio"), unit("Mob", "mob"), baggage)
    bare = fresh("Bare", "e4")
    told = "Make the Command Checks: a die each for"
    both = f"{told} two fleets and two ground units"
    assert title(own, bare) == f"{both}; about 3 of 4 will pass"
    mob = fresh("Own", "d4", unit("Mob", "mob"), discipline="mob")
    assert title(mob) == f"{told} one fleet and one ground unit; about 1 of 2 will pass"
    assert title(bare) == f"{told} one fleet"


def test_a_disrupted_unit_may_be_on_a_sound_fleet_and_the_other_way_round() -> None:
    """NV 4.5, NB-21: disruption turns the one that it strikes, and no other."""
    mob = {"check": "", "discipline": "mob"}
    state = after(due(fresh("Own", "d4", unit("Mob", "mob", **mob))), cmd.CheckCommand(), 1, 6)
    assert (flipped(state, "Own"), flipped(state, "Mob")) == (False, True)
    own = fresh("Own", "d4", unit("Legio", check=""), discipline="mob")
    state = after(due(own), cmd.CheckCommand(), 6, 1)
    assert (flipped(state, "Own"), flipped(state, "Legio")) == (True, False)


def test_who_is_disrupted_already_is_not_lost_by_it() -> None:
    """NB-21: only combat kills."""
    own = fresh("Own", "d4", discipline="mob", flipped=True)
    effects = when(due(own), cmd.CheckCommand(), 6)
    assert not of(fx.Checked, effects).checks[0].flips
    assert kinds(effects) == ["Checked", "PhaseBegun"]


@pytest.mark.parametrize(
    ("fleet", "crew", "attacks"),
    [
        ("P", "P", {"ram:Own", "volley:Own", "board:Own"}),
        ("H", "H", {"ram:Own", "volley:Own", "board:Own"}),
        ("D", "P", {"board:Own"}),
        ("P", "D", {"ram:Own", "volley:Own"}),
        ("F", "P", {"board:Own"}),
        ("P", "F", {"ram:Own", "volley:Own"}),
        ("R", "P", {"board:Own"}),
        ("F", "F", set()),
    ],
)
def test_results_bar_attacks_of_fleets_and_of_passengers(
    fleet: str, crew: str, attacks: set[str]
) -> None:
    """NV 3.5, NV 4.4, NB-6: each by its own result; halting bars no attack."""
    state = sea(ship("Own", "d4", unit("Legio", check=crew), check=fleet), BESIDE)
    assert offered(state, "active") - {"call-off", "end-combat"} == attacks


def test_a_fleet_that_fails_after_panic_neither_moves_nor_attacks_but_its_unit_may() -> None:
    """NV 4.4, NB-6: from the check to the boarding."""
    own = fresh("Own", "d4", unit("Legio", check="", discipline="imperator"))
    state = due(own, BESIDE, panicked=True)
    effects = when(state, cmd.CheckCommand(), 5, 1)
    assert [one.result for one in of(fx.Checked, effects).checks] == ["F", "P"]
    state = after(state, cmd.CheckCommand(), 5, 1)
    assert not any(one.startswith("move:") for one in offered(state, "active"))
    state = after(state, cmd.EndMovement())
    assert {"board:Own"} == offered(state, "active") - {"call-off", "end-combat"}
    assert of(fx.Attacked, when(state, cmd.Board("Own", "Close", "Phalanx"), 1)).unit == "Legio"


def test_panic_has_a_table_of_its_own() -> None:
    """NV 4.4, NB-21: the same die is worse after panic; a failure is no disruption."""
    for panicked, want in ((False, "P"), (True, "F")):
        checked = of(
            fx.Checked, when(due(fresh("Own", "d4"), panicked=panicked), cmd.CheckCommand(), 5)
        )
        assert (checked.checks[0].result, checked.checks[0].flips) == (want, False)


def test_only_fleets_rout() -> None:
    """NV 3.8: a ground unit with R stays aboard and fails."""
    own = fresh("Own", "d4", unit("Legio", check=""))
    effects = when(due(own, panicked=True), cmd.CheckCommand(), 1, 6)
    assert kinds(effects) == ["Checked", "PhaseBegun"]
    effects = when(due(own, panicked=True), cmd.CheckCommand(), 6, 1)
    assert of(fx.Routed, effects).path == ("d4", "d3", "d2")


def test_routed_fleets_run_home_as_far_as_they_get() -> None:
    """NB-19: those nearest to their edge first; others bar the way; prizes run one square."""
    front, rear = fresh("Front", "d4"), fresh("Rear", "d3")
    effects = when(due(front, rear, panicked=True), cmd.CheckCommand(), 6, 6)
    paths = {one.fleet: one.path for one in effects if isinstance(one, fx.Routed)}
    assert paths == {"Rear": ("d3", "d2", "d1"), "Front": ("d4", "d3", "d2")}
    barred = fresh("Own", "d4"), ship("Wall", "d3", check="")
    effects = when(due(*barred, panicked=True), cmd.CheckCommand(), 6, 1)
    assert of(fx.Routed, effects).path == ("d4",)
    taken = prize("Prize", "d4", unit("X", check="", factor=0), by="active", check="")
    effects = when(due(taken, panicked=True), cmd.CheckCommand(), 6)
    assert of(fx.Routed, effects).path == ("d4", "d3")


@pytest.mark.parametrize(
    ("face", "was", "fate", "ends"),
    [
        (3, False, "escapes", "fled"),
        (4, False, "battered", "fled"),
        (4, True, "lost", "sunk"),
        (6, False, "lost", "sunk"),
    ],
)
def test_a_fleet_that_routs_at_its_edge_is_rolled_for(
    face: int, was: bool, fate: str, ends: str
) -> None:
    """NV 11.2, NB-15: it escapes, is battered, or is lost with all aboard."""
    crew = unit("Legio", check=""), chief("Antony")
    state = due(fresh("Own", "d1", *crew, flipped=was), fresh("Other", "a4"), panicked=True)
    effects = when(state, cmd.CheckCommand(), 6, 1, 1, face)
    left = of(fx.LeftBoard, effects)
    assert (left.how, left.face, left.fate) == ("routed", face, fate)
    there = after(state, cmd.CheckCommand(), 6, 1, 1, face)
    assert status(there, "Own") == ends
    lost = ends == "sunk"
    assert status(there, "Legio") == ("eliminated" if lost else "aboard")
    assert status(there, "Antony") == ("dead" if lost else "aboard")


def test_leaders_help_their_shipmates_alone() -> None:
    """NB-22: the best rating aboard comes off the die, which stays on the table."""
    own = fresh("Own", "d4", chief("Antony", 1), chief("Cleopatra", 2), discipline="mob")
    other = fresh("Other", "a4", discipline="mob")
    checked = of(fx.Checked, when(due(own, other), cmd.CheckCommand(), 6, 6))
    assert [(one.value, one.result) for one in checked.checks] == [(4, "H"), (6, "D")]
    low = of(fx.Checked, when(due(own, other), cmd.CheckCommand(), 1, 1))
    assert [one.value for one in low.checks] == [1, 1]


@pytest.mark.parametrize("key", ["command_check", "panic_check"])
def test_each_discipline_checks_worse_than_the_one_before(key: str) -> None:
    """NV 3.4: on both tables, at every face, and better nowhere."""
    means = []
    for row in DISCIPLINES:
        cells = [WORST_LAST[TABLE_SET.read(key, row, face)] for face in range(1, 7)]
        assert cells == sorted(cells)
        means.append(sum(cells))
    assert means == sorted(means)
    assert len(set(means)) == len(means)
