"""The scenarios and their set-up. BP 17."""

import pytest

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import changes as ch
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules.morale import rout_value
from iacta.domain.de_bello_punico.state import State
from iacta.domain.kernel.proof.errors import (
    Conflict,
    Invalid,
    NotYourTurn,
    OutOfPhase,
    RuleViolation,
)
from tests.domain.de_bello_punico.given import (
    DOWN,
    UP,
    after,
    begun,
    of,
    options,
    rows,
    when,
)

BATTLES = rows("battles.csv")


@pytest.mark.parametrize("row", BATTLES, ids=lambda row: row["battle"])
def test_a_battle_begins_as_the_scenario_says(row: dict[str, str]) -> None:
    """BP 17.1.4, BP 17.2.3, BP 17.3.3, BP 17.4.3, BP-17: turns, limits, points, whose set-up."""
    state = begun(row["battle"])
    assert state.turns == int(row["turns"])
    for side in ("rome", "carthage"):
        army = state.army(side)
        assert army.limit == int(row[f"{side} limit"])
        assert army.points == int(row[f"{side} points"])
        leader = state.leader(side)
        assert leader is not None
        assert leader.value == army.points
        assert state.at[str(leader.hex)].side == side
    assert state.setting[0] == ("rome" if row["battle"] == "trebbia" else "carthage")
    assert (state.draw or "none") == row["draw"]


def test_who_sets_up_is_told_that_the_army_stands_already() -> None:
    """BP 17.1.2: nothing need be shifted."""
    told = options(begun("trebbia"))["ready"].title
    assert told == "Finish setting up: the army may stay as it stands"


@pytest.mark.parametrize("row", BATTLES, ids=lambda row: row["battle"])
def test_no_two_units_stand_together(row: dict[str, str]) -> None:
    """BP 7, BP 17.1.2, BP 17.2.2, BP 17.3.2, BP 17.4.2: each on a free hex of its type."""
    state = begun(row["battle"])
    assert len(state.at) == len(state.units)
    spots = {(spot.side, spot.type, hex_) for spot in state.spots for hex_ in spot.hexes}
    assert all((unit.side, unit.type, unit.hex) in spots for unit in state.units)


def columns(state: State, *kinds: str) -> set[int]:
    """The columns in which Roman units of these types stand."""
    mine = [unit for unit in state.units if unit.side == "rome" and unit.type in kinds]
    return {int(unit.place[:2]) for unit in mine}


def test_the_celts_at_the_trebbia_stand_on_the_roman_left() -> None:
    """BP 17.1: the elephants were driven against them there; Rome faces north."""
    state = begun("trebbia")
    assert max(columns(state, "allied-celts")) < min(columns(state, "hastati", "principes"))
    assert any(unit.type == "elephants" and unit.place[:2] == "08" for unit in state.units)


def test_the_light_foot_at_zama_stands_in_the_lanes() -> None:
    """BP 17.4.2: between the columns, which are left open for the elephants."""
    state = begun("zama")
    assert not columns(state, "velites") & columns(state, "hastati", "principes")


@pytest.mark.parametrize("battle", ["trebbia", "beneventum", "po", "zama"])
def test_no_limit_is_passed_in_the_first_shock(battle: str) -> None:
    """BP 16, BP 17.1.4: the printed limits are a fair part of all that an army can lose."""
    state = begun(battle)
    for army in state.armies:
        mine = [unit for unit in state.units if unit.side == army.side]
        whole = 5 + sum(rout_value(state, unit.type) for unit in mine)
        assert 0.2 <= army.limit / whole <= 0.55


def test_zama_has_sixty_units_and_more() -> None:
    """BP 17.4: our order of battle is of the size of the game's."""
    assert 60 <= len(begun("zama").units) <= 70


@pytest.mark.parametrize("scenario", ["trebbia", "beneventum", "po", "zama"])
def test_units_are_set_up_facing_the_enemys_edge(scenario: str) -> None:
    """BP-47, BP 8."""
    state = begun(scenario)
    for one in state.units:
        assert one.facing == (UP if state.grid.field.home(one.side) == "south" else DOWN)


@pytest.mark.parametrize(
    ("battle", "costs"),
    [
        ("trebbia", {"open": 1, "rocky": 2, "hill": 2, "river": 2}),
        ("beneventum", {"open": 1, "bushes": 2, "hill": 2, "river": None}),
        ("po", {"open": 1, "bushes": 2, "hill": 2, "river": None}),
        ("zama", {"open": 1}),
    ],
)
def test_what_ground_costs(battle: str, costs: dict[str, int | None]) -> None:
    """BP 17.1.1, BP 17.2.1, BP 17.3.1, BP 17.4.1."""
    field = begun(battle).field
    assert field is not None
    assert {ground.key: ground.cost for ground in field.terrain} == costs


def test_all_romans_at_the_trebbia_but_two_types_are_reduced() -> None:
    """BP 17.1.3a, BP-10, BP-11: the reduced side is 1 Disorder."""
    state = begun("trebbia")
    fresh = {unit.type for unit in state.units if unit.side == "rome" and not unit.disorder}
    assert fresh == {"equites", "allied-celts"}
    assert {unit.disorder for unit in state.units if unit.side == "rome"} == {0, 1}
    assert not any(unit.disorder for unit in state.units if unit.side == "carthage")
    assert not any(unit.disorder for unit in begun("zama").units)


def test_seven_boxes_a_side() -> None:
    """BP-28, BP 4.1: Furor is Carthage's, Elephants Rome's, also at the Trebbia."""
    zama = begun("zama")
    assert len(zama.army("rome").boxes) == len(zama.army("carthage").boxes) == 7
    assert "elephants" in zama.army("rome").boxes
    assert "furor" not in zama.army("rome").boxes
    assert "furor" in zama.army("carthage").boxes
    assert begun("trebbia").army("rome").boxes == zama.army("rome").boxes


def test_a_unit_shifts_among_the_hexes_of_its_type() -> None:
    """BP 17.1.2, BP-50: where there are more hexes than units the player chooses."""
    state = begun("trebbia")
    velites = next(unit for unit in state.units if unit.type == "velites")
    state = after(state, cmd.Shift(velites.id, "0912"))
    assert state.by_id[velites.id].hex == "0912"
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Shift(velites.id, "1113"))
    assert refused.value.rule == "BP 17.1.2"
    with pytest.raises(Invalid):
        when(state, cmd.Shift("k1", "0912"))


def test_sides_set_up_one_after_the_other() -> None:
    """BP-17, BP 17.1.2: the Romans first at the Trebbia, Carthage at Zama."""
    state = begun("trebbia")
    with pytest.raises(NotYourTurn):
        when(state, cmd.Ready(), seat="carthage")
    state = after(state, cmd.Ready())
    state = after(state, cmd.Ready(), seat="carthage")
    assert (state.phase, state.turn) == ("command", 1)
    with pytest.raises(OutOfPhase):
        when(state, cmd.Ready())
    with pytest.raises(NotYourTurn):
        when(begun("zama"), cmd.Ready())


def test_a_leader_is_set_up_with_any_unit_of_his() -> None:
    """BP 17.1.2, BP-30."""
    state = begun("trebbia")
    effects = when(state, cmd.SeatLeader("r1"))
    assert of(fx.LeaderSeated, effects).unit == "r1"
    state = after(state, cmd.SeatLeader("r1"))
    with pytest.raises(Conflict):
        when(state, cmd.SeatLeader("r1"))


def test_a_leader_who_was_removed_is_not_set_up() -> None:
    """BP 17.1.2, BP 13: neither offered nor accepted, and a ruling brings him back."""
    state = SYSTEM.evolve(begun("trebbia"), ch.RemoveLeader("rome"))
    assert "seat-leader" not in options(state)
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.SeatLeader("r1"))
    assert refused.value.rule == "BP 13"
    assert "seat-leader" in options(SYSTEM.evolve(state, ch.SetLeader("rome", "r2")))


def carthage_sets_up() -> State:
    return after(begun("trebbia"), cmd.Ready())


def test_one_numidian_unit_may_be_held_out() -> None:
    """BP 17.1.3, BP 17.1.3c: light cavalry, once, at the Trebbia only."""
    state = carthage_sets_up()
    offered = options(state, "carthage")["hold-out"].choices["/unit"].values
    assert {state.by_id[key].type for key in offered} == {"light-cavalry"}
    held = after(state, cmd.HoldOut(offered[0]), seat="carthage")
    assert held.by_id[offered[0]].fate == "held"
    assert "hold-out" not in options(held, "carthage")
    for key in (offered[1], "k1"):
        with pytest.raises(RuleViolation) as refused:
            when(held, cmd.HoldOut(key), seat="carthage")
        assert refused.value.rule == "BP 17.1.3c"
    zama = begun("zama")
    horse = next(u.id for u in zama.units if u.side == "carthage" and u.type == "light-cavalry")
    with pytest.raises(RuleViolation):
        when(zama, cmd.HoldOut(horse), seat="carthage")


def test_a_unit_that_was_held_out_may_be_set_up_again() -> None:
    """BP 17.1.3c, BP 17.1.2: until the set-up is done."""
    state = carthage_sets_up()
    key = options(state, "carthage")["hold-out"].choices["/unit"].values[0]
    place = state.by_id[key].place
    held = after(state, cmd.HoldOut(key), seat="carthage")
    assert key in options(held, "carthage")["shift"].choices["/unit"].values
    with pytest.raises(Conflict):
        when(held, cmd.SeatLeader(key), seat="carthage")
    back = after(held, cmd.Shift(key, place), seat="carthage")
    assert back == state
    assert "hold-out" in options(back, "carthage")
    assert "shift" not in options(after(held, cmd.Ready(), seat="carthage"), "carthage")


def test_to_finish_stands_first_however_much_may_be_moved() -> None:
    """BP 17: a list of nine units to move leaves it in sight."""
    state = begun("trebbia")
    (due,) = SYSTEM.standing(state).waiting
    assert due.kinds[0] == "de-bello-punico.ready"
    assert next(iter(options(state, due.seat))) == "ready"


def test_the_choice_of_a_marker_says_that_exactly_one_is_the_vacuus() -> None:
    """BP 4.1: not in the table alone."""
    state = begun("trebbia")
    while state.phase == "set-up":
        state = after(state, cmd.Ready(), seat=SYSTEM.standing(state).waiting[0].seat)
    first = SYSTEM.standing(state).waiting[0].seat
    place = next(one for one in options(state, first).values() if one.id.startswith("place:"))
    titles = [one.title for one in place.choices["/marker"].alternatives]
    vacuus = "the Vacuus, a blank, to mislead"
    assert titles == ["a Command Point", vacuus]
