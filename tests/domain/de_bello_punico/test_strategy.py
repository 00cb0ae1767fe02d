"""The strategic phase and the initiative. BP 3, BP 4, BP 5."""

from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import strategy
from iacta.domain.de_bello_punico.state import State
from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, OutOfPhase, RuleViolation
from tests.domain.de_bello_punico.given import (
    after,
    battle,
    begun,
    every,
    folded,
    known,
    leader,
    marker,
    of,
    options,
    unit,
    when,
)


def ready(scenario: str = "trebbia", **switches: Any) -> State:
    """The strategic phase of turn I."""
    state = begun(scenario, **switches)
    for side in state.setting:
        state = after(state, cmd.Ready(), seat=side)
    return state


def place(state: State, side: str, box: str, worth: str = "point") -> State:
    """A marker placed."""
    return after(state, cmd.Place(box, worth), seat=side, marker=worth)


def test_carthage_places_first_and_then_by_turns() -> None:
    """BP 3.1A, BP 4.1: until one side has no more; Trebbia has 5 markers against 3."""
    state, order = ready(), []
    boxes = {
        "rome": iter(("combat", "combat", "movement")),
        "carthage": iter(("combat",) * 3 + ("furor",) * 2),
    }
    while due := strategy.due(state):
        (side,) = due
        order.append(side[0])
        worth = strategy.markers_left(state, side, known(state, side))[0]
        state = place(state, side, next(boxes[side]), worth)
    assert "".join(order) == "crcrcrcc"
    assert state.phase == "initiative"


def test_where_only_the_vacuus_is_left_it_is_said() -> None:
    """BP 4: it does nothing of what a box is for."""
    state = ready()
    while due := strategy.due(state):
        (side,) = due
        left = strategy.markers_left(state, side, known(state, side))
        if left == ("vacuus",):
            break
        state = place(state, side, "combat", left[0])
    titles = [one.title for one in options(state, side).values()]
    assert "Place the last marker, the Vacuus, in Movement" in titles


def test_an_option_says_what_is_left_to_place_and_what_the_box_is_for() -> None:
    """BP 4.1 to 4.9: who has never played reads what they hold, and for what."""
    state = place(place(ready(), "carthage", "combat"), "rome", "movement", "vacuus")
    offered = options(state, "carthage")
    boxes = state.army("carthage").boxes
    titles = {box: offered[f"place:{box}"].title for box in boxes}
    held = "Of three Command Points and one blank, place one"
    assert all(title.startswith(f"{held} in ") for title in titles.values())
    assert titles["furor"] == f"{held} in Furor: two mercenary charges"
    state = place(state, "carthage", "combat", "vacuus")
    mine = options(state, "rome")["place:combat"].title
    assert mine.startswith("Of two Command Points, place one in Combat: ")


def test_each_side_has_its_points_and_one_vacuus() -> None:
    """BP 4: two points and the Vacuus for Rome at the Trebbia."""
    state = place(ready(), "carthage", "combat")
    assert options(state)["place:combat"].choices["/marker"].values == ["point", "vacuus"]
    state = place(state, "rome", "combat", "vacuus")
    state = place(state, "carthage", "combat")
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Place("movement", "vacuus"), marker="vacuus")
    assert refused.value.rule == "BP 4"
    assert options(state)["place:combat"].choices["/marker"].values == ["point"]


def test_three_markers_fill_a_box_and_one_fills_fortuna() -> None:
    """BP 4.1, BP 4.9."""
    state = ready("zama")
    for _ in range(3):
        state = place(place(state, "carthage", "combat"), "rome", "combat")
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Place("combat", "point"), seat="carthage", marker="point")
    assert refused.value.rule == "BP 4.1"
    state = place(state, "carthage", "fortuna")
    state = place(state, "rome", "fortuna", "vacuus")
    assert "place:fortuna" not in options(state, "carthage")
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Place("fortuna", "vacuus"), seat="carthage", marker="vacuus")
    assert refused.value.rule == "BP 4.9"


def test_nobody_places_out_of_turn_or_in_a_box_he_has_not() -> None:
    """BP 4.1, BP-28."""
    state = ready()
    with pytest.raises(NotYourTurn):
        when(state, cmd.Place("combat", "point"), marker="point")
    with pytest.raises(RuleViolation):
        when(state, cmd.Place("elephants", "point"), seat="carthage", marker="point")


def test_what_lies_in_a_box_is_seen_and_what_it_is_is_not() -> None:
    """BP-12: the number is public, the Vacuus its owner's secret until it is used."""
    state = place(ready(), "carthage", "combat", "vacuus")

    def seen(side: str) -> list[Any]:
        view = SYSTEM.view(state, f"seat:{side}", known(state, side))
        army = next(one for one in view.armies if one.side == "carthage")
        return [one.worth for box in army.boxes if box.box == "combat" for one in box.markers]

    assert seen("carthage") == ["vacuus"]
    assert seen("rome") == [None]


def placed_in_movement(vacuus: int) -> tuple[State, list[Any]]:
    """Rome's three markers lie in Movement, placed one by one, the Vacuus as its ``vacuus``-th."""
    state, worths = ready(), ["point", "point"]
    worths.insert(vacuus, "vacuus")
    for worth in worths:
        state = place(place(state, "carthage", "combat"), "rome", "movement", worth)
    state = place(state, "carthage", "furor", "vacuus")
    return state, when(state, cmd.Place("furor", "point"), seat="carthage", marker="point")


@pytest.mark.parametrize("vacuus", [0, 1, 2])
def test_which_marker_is_used_does_not_tell_where_the_vacuus_lies(vacuus: int) -> None:
    """BP-12: with all placed each marker is sealed anew, and the Vacuus is the last of its box."""
    state, effects = placed_in_movement(vacuus)
    before = [one.seal for one in state.markers]
    shown = every(fx.MarkersShown, effects)
    assert [one.side for one in shown] == ["carthage", "rome"]
    state = folded(state, effects)
    assert state.phase == "initiative"
    assert not {one.seal for one in state.markers} & set(before)
    boxes = [one.box for one in state.markers if one.side == "carthage"]
    assert boxes == ["combat"] * 3 + ["furor"] * 2
    mine = state.in_box("rome", "movement")
    assert [one.seal.split("-")[0] for one in mine] == ["point", "point", "vacuus"]
    units = [one for one in state.units if one.type == "equites"]
    state = replace(state, phase="move", side="rome", first="rome")
    used = of(fx.MarkerUsed, when(state, cmd.Hasten((units[0].id,))))
    assert used.marker == mine[0].seal


def test_placed_together_both_commands_are_sealed_until_the_second() -> None:
    """BP-12, placing together: then the boxes are shown, and each marker is sealed anew."""
    state = ready(placing="together")
    with pytest.raises(OutOfPhase):
        when(state, cmd.Place("combat", "point"), marker="point")
    mine, theirs = (
        ("combat", "movement", "combat"),  # the Vacuus is the second
        ("furor", "furor", "combat", "combat", "fortuna"),
    )
    first = when(state, cmd.PlaceAll(mine, 1), boxes=mine, vacuus=1)
    assert [type(effect) for effect in first] == [fx.PlacementLaid]
    state = folded(state, first)
    with pytest.raises(Conflict):
        when(state, cmd.PlaceAll(mine, 1), boxes=mine, vacuus=1)
    second = when(state, cmd.PlaceAll(theirs, 4), seat="carthage", boxes=theirs, vacuus=4)
    state = folded(state, second)
    assert state.phase == "initiative"
    shown = [(one.side, one.box, one.seal.split("-")[0]) for one in state.markers]
    assert [one for one in shown if one[0] == "rome"] == [
        ("rome", "combat", "point"),
        ("rome", "combat", "point"),
        ("rome", "movement", "vacuus"),
    ]
    assert [(box, worth) for side, box, worth in shown if side == "carthage"] == [
        ("combat", "point"),
        ("combat", "point"),
        ("furor", "point"),
        ("furor", "point"),
        ("fortuna", "vacuus"),
    ]


def test_placed_together_too_the_vacuus_is_the_last_of_its_box() -> None:
    """BP-12."""
    state = ready(placing="together")
    mine, theirs = ("movement",) * 3, ("combat",) * 3 + ("furor",) * 2
    state = after(state, cmd.PlaceAll(mine, 0), boxes=mine, vacuus=0)
    state = after(state, cmd.PlaceAll(theirs, 1), seat="carthage", boxes=theirs, vacuus=1)
    for side, box, count in (("rome", "movement", 3), ("carthage", "combat", 3)):
        worths = [one.seal.split("-")[0] for one in state.in_box(side, box)]
        assert worths == ["point"] * (count - 1) + ["vacuus"]


@pytest.mark.parametrize(
    ("boxes", "vacuus"),
    [
        (("combat", "combat"), 0),
        (("fortuna", "fortuna", "combat"), 0),
        (("furor", "combat", "combat"), 0),
        (("combat", "combat", "movement"), 3),
    ],
)
def test_a_whole_placement_keeps_the_same_bounds(boxes: tuple[str, ...], vacuus: int) -> None:
    """BP-12, BP 4.1, BP 4.9, BP-28."""
    state = ready(placing="together")
    with pytest.raises(RuleViolation):
        when(state, cmd.PlaceAll(boxes, vacuus), boxes=boxes, vacuus=vacuus)


def duel(*markers: Any) -> State:
    """Initiative is due between two units with their leaders."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1004"),
        phase="initiative",
        leaders=(leader("rome", "r1"), leader("carthage", "k1")),
        markers=markers,
    )
    return replace(state, side=None, first=None)


def initiative() -> State:
    """With a point and the Vacuus in Rome's box."""
    return duel(marker("rome", "initiative"), marker("rome", "initiative", 2, "vacuus"))


def test_points_in_the_box_add_to_the_die_and_the_vacuus_adds_nothing() -> None:
    """BP 3.1B, BP 4.2, BP 5, BP-38: all markers there are shown at the roll."""
    effects = when(initiative(), cmd.RollInitiative(), 4, 4)
    assert {one.worth for one in every(fx.MarkerUsed, effects)} == {0, 1}
    rolled = of(fx.InitiativeRolled, effects)
    assert (rolled.sides, rolled.faces, rolled.bonus) == (("carthage", "rome"), (4, 4), (0, 1))
    assert of(fx.InitiativeResolved, effects).winner == "rome"


def test_equal_totals_are_rolled_again_by_a_new_command() -> None:
    """BP 5, BP-38: what was shown counts again."""
    effects = when(initiative(), cmd.RollInitiative(), 5, 4)
    assert of(fx.InitiativeResolved, effects).winner is None
    told = SYSTEM.narrate(initiative(), effects, {}).text
    assert told[0] == (
        "Nobody has the initiative, and both roll again: Carthage 5, Rome 4 + 1 = 5."
    )
    assert not any(line.startswith("Both sides roll") for line in told)
    state = folded(initiative(), effects)
    assert state.phase == "initiative"
    again = when(state, cmd.RollInitiative(), 2, 2, seat="carthage")
    assert of(fx.InitiativeRolled, again).bonus == (0, 1)
    assert of(fx.InitiativeResolved, again).winner == "rome"


@pytest.mark.parametrize(("order", "first"), [("first", "rome"), ("second", "carthage")])
def test_the_winner_chooses_to_be_first_or_second(order: str, first: str) -> None:
    """BP 5, BP 3.1C."""
    state = after(initiative(), cmd.RollInitiative(), 1, 6)
    assert state.phase == "order"
    with pytest.raises(NotYourTurn):
        when(state, cmd.ChooseOrder(order), seat="carthage")
    state = after(state, cmd.ChooseOrder(order))
    assert (state.first, state.side, state.phase) == (first, first, "move")


def test_impulses_follow_one_another_and_the_empty_ones_pass() -> None:
    """BP 3, BP 3.1, BP 3.1C, BP 3.1D: move, enemy volley, combat, recovery, for each side."""
    state = after(after(initiative(), cmd.RollInitiative(), 1, 6), cmd.ChooseOrder("first"))
    effects = when(state, cmd.End())
    begun_ = [(one.phase, one.side) for one in every(fx.PhaseBegun, effects)]
    assert begun_ == [
        ("volley", "rome"),
        ("attack-points", "rome"),
        ("defence-points", "rome"),
        ("combat", "rome"),
        ("recover", "rome"),
        ("elephants", "carthage"),
        ("stampede", "carthage"),
        ("move", "carthage"),
    ]
    last = when(folded(state, effects), cmd.End(), seat="carthage")
    assert of(fx.TurnBegun, last).turn == 4
    assert folded(state, [*effects, *last]).markers == ()


def test_a_side_without_its_leader_places_and_uses_no_points() -> None:
    """BP 13, BP-24."""
    state = duel(marker("rome", "initiative"))
    dead = replace(state.leaders[0], hex=None, fate="dead")
    state = replace(state, leaders=(dead, state.leaders[1]))
    effects = when(state, cmd.RollInitiative(), 3, 3)
    assert of(fx.InitiativeRolled, effects).bonus == (0, 0)
    assert not every(fx.MarkerUsed, effects)
    assert strategy.marker_count(state, "rome") == 0
    assert strategy.due(replace(state, phase="command", markers=())) == ("carthage",)


def test_fortuna_rerolls_an_own_die_and_the_new_face_stands() -> None:
    """BP 4.9, BP-23: even if it is worse, and only once."""
    state = duel(marker("rome", "fortuna"))
    rolled = after(state, cmd.RollInitiative(), 5, 4)
    assert rolled.pending[0].window == ("rome",)
    with pytest.raises(NotYourTurn):
        when(rolled, cmd.Accept(), seat="carthage")
    effects = when(rolled, cmd.Reroll(), 2)
    assert of(fx.Rerolled, effects) == fx.Rerolled("rome", 4, 2)
    assert of(fx.InitiativeResolved, effects).totals == (5, 2)
    again = folded(rolled, effects)
    assert not again.in_box("rome", "fortuna")


def test_the_dice_of_the_initiative_are_told_once_with_what_is_added() -> None:
    """BP 3.1B, BP-26: with who has it, not also when they may still be thrown again."""
    state = duel(marker("carthage", "initiative"), marker("rome", "fortuna"))
    effects = when(state, cmd.RollInitiative(), 5, 4)
    ahead = "Carthage is ahead for the initiative, and a die may be rerolled: "
    assert SYSTEM.narrate(state, effects, {}).text[0] == f"{ahead}Carthage 5 + 1 = 6, Rome 4."
    assert SYSTEM.odds_key(effects)["faces"] == {"carthage": 5, "rome": 4}
    level = SYSTEM.narrate(state, when(state, cmd.RollInitiative(), 5, 6), {}).text[0]
    assert level.startswith("Both sides are level for the initiative, ")
    rolled = folded(state, effects)
    again = SYSTEM.narrate(rolled, when(rolled, cmd.Reroll(), 2), {}).text
    assert again[0] == "Carthage has the initiative: Carthage 5 + 1 = 6, Rome 2."


def test_the_window_opens_for_the_vacuus_too() -> None:
    """BP-26: what is asked tells nothing; its owner can only let the die stand."""
    rolled = after(duel(marker("rome", "fortuna", 1, "vacuus")), cmd.RollInitiative(), 5, 4)
    assert rolled.pending[0].window == ("rome",)
    assert set(options(rolled)) == {"accept"}
    assert options(rolled)["accept"].title == "Accept the die: Carthage wins, 5 to 4"
    with pytest.raises(RuleViolation) as refused:
        when(rolled, cmd.Reroll())
    assert refused.value.rule == "BP 4.9"
    assert of(fx.InitiativeResolved, when(rolled, cmd.Accept())).winner == "carthage"


def test_without_a_marker_in_fortuna_nobody_is_asked() -> None:
    """BP-26."""
    effects = when(duel(), cmd.RollInitiative(), 5, 4)
    assert of(fx.InitiativeResolved, effects).winner == "carthage"


def test_a_side_without_its_leader_is_not_asked_for_fortuna() -> None:
    """BP-24, BP-26: its marker lies there and is of no use."""
    state = duel(marker("rome", "fortuna"))
    dead = replace(state.leaders[0], hex=None, fate="dead")
    state = replace(state, leaders=(dead, state.leaders[1]))
    assert of(fx.InitiativeResolved, when(state, cmd.RollInitiative(), 5, 4)).winner == "carthage"
