"""Movement: two squares, everybody carried, and what the fleet's own check says."""

import pytest

from iacta.domain.kernel.proof.errors import Invalid, NotYourTurn, RuleViolation
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.state import State
from tests.domain.naval_battle.given import after, chief, of, offered, prize, sea, ship, unit, when

ENEMY = ship("Enemy", "h10", unit("Marines"), of="reactive")


def moving(*ships: object, **more: object) -> State:
    return sea(*ships, ENEMY, phase="movement", **more)  # type: ignore[arg-type]


def reach(state: State, name: str) -> set[str]:
    """Where an option lets a fleet go."""
    for option in SYSTEM.options(state, f"seat:{state.mover}", {}):
        if option.id == f"move:{name}":
            return set(option.choices["/to"].values)
    return set()


def test_fleets_move_two_squares() -> None:
    """NV 3.1, NB-17: beside and beside again, never cornerwise in one step."""
    state = moving(ship("Own", "d4"))
    two = {"d6", "e5", "f4", "e3", "d2", "c3", "b4", "c5"}
    assert reach(state, "Own") == {"d5", "e4", "d3", "c4"} | two
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Move("Own", "d7"))
    assert (refused.value.rule, refused.value.pointer) == ("NV 3.1", "/command/to")


def test_a_fleet_is_named_as_in_a_sentence() -> None:
    """`Move the Egyptian squadron`, as the log has it; somebody's wing bears no article."""

    def titles(state: State) -> set[str]:
        return {one.title for one in SYSTEM.options(state, "seat:active", {})}

    eastern = ship("Egyptian squadron", "d4", flipped=True)
    assert titles(moving(eastern, ship("Sosius' wing", "f4"))) >= {
        "Move the Egyptian squadron from d4",
        "Move Sosius' wing from f4",
        "Rally the Egyptian squadron",
    }
    ready = ship("Egyptian squadron", "", status="ready")
    assert "Set up the Egyptian squadron" in titles(sea(ready, ENEMY, phase="deployment"))
    taken = ship("Egyptian squadron", "d5", of="reactive", flipped=True)
    boarders = ship("Own", "d4", unit("Legio X"))
    beaten = after(sea(boarders, taken, ENEMY), cmd.Board("Own", taken[0].name, "Phalanx"), 6)
    assert titles(beaten) == {
        "Legio X captures the Egyptian squadron",
        "Sink the Egyptian squadron",
    }


def test_the_end_of_movement_counts_who_has_not_moved() -> None:
    """NV 3.1: who ends it with one tap sees what that leaves undone."""

    def end(state: State) -> str:
        options = SYSTEM.options(state, "seat:active", {})
        return next(one.title for one in options if one.id == "end-movement")

    state = moving(ship("Own", "d4"), ship("Other", "f4"))
    assert end(state) == "End movement: two fleets unmoved"
    state = after(after(state, cmd.Move("Own", "d5")), cmd.Move("Other", "f5"))
    assert end(state) == "End movement"


def test_the_end_comes_first_where_there_is_nothing_else_to_do() -> None:
    """NV 5.4, NB-14: and a proposal to end the battle is no reason to stay."""

    def ids(state: State) -> list[str]:
        return [one.id for one in SYSTEM.options(state, "seat:active", {})]

    far = moving(ship("Own", "d4"))
    assert ids(far) == ["move:Own", "call-off", "end-movement"]
    moved = after(far, cmd.Move("Own", "d5"))
    assert ids(moved) == ["end-movement", "call-off"]
    assert ids(after(moved, cmd.EndMovement())) == ["end-combat", "call-off"]
    near = sea(ship("Own", "h9"), ENEMY)
    assert ids(near)[-2:] == ["call-off", "end-combat"]


@pytest.mark.parametrize(
    ("square", "told"),
    [("d3", "End combat, no enemy in reach"), ("h9", "End combat")],
)
def test_the_end_of_combat_says_where_no_enemy_is_in_reach(square: str, told: str) -> None:
    """NV 5.4: who is near may have attacked already, or may not attack."""
    state = sea(ship("Own", square, check="F"), ENEMY)
    first = SYSTEM.options(state, "seat:active", {})[0]
    assert (first.id, first.title) == ("end-combat", told)


def test_a_fleet_moves_once_a_turn_and_in_its_own_part() -> None:
    """NV 3.1: and only its own side's."""
    state = after(moving(ship("Own", "d4")), cmd.Move("Own", "d5"))
    with pytest.raises(RuleViolation, match=r"^Own has already moved$") as refused:
        when(state, cmd.Move("Own", "d6"))
    assert refused.value.rule == "NV 3.1"
    with pytest.raises(NotYourTurn, match=r"^the Antonians have the turn$"):
        when(state, cmd.Move("Enemy", "h9"), seat="reactive")
    with pytest.raises(Invalid):
        when(state, cmd.Move("Enemy", "h9"))


def test_other_fleets_are_in_the_way() -> None:
    """NB-18: nobody passes through a fleet or stops on it; round it he may go."""
    wall = [ship("Ahead", "d5"), ship("Behind", "d3"), ship("Right", "e4")]
    state = moving(ship("Own", "d4"), *wall)
    assert reach(state, "Own") == {"c4", "b4", "c5", "c3"}
    path = of(fx.Moved, when(state, cmd.Move("Own", "c5"))).path
    assert path == ("d4", "c4", "c5")


def test_passengers_are_carried_and_never_move_themselves() -> None:
    """NV 3.2: a fleet that moves takes all along; there is nothing else to move."""
    state = moving(ship("Own", "d4", unit("Legio"), chief("Agrippa")))
    there = after(state, cmd.Move("Own", "d6"))
    ship_there = there.at("d6")
    assert ship_there is not None
    assert (ship_there.aboard, ship_there.leaders) == (("Legio",), ("Agrippa",))
    for name in ("Legio", "Agrippa"):
        with pytest.raises(Invalid):
            when(state, cmd.Move(name, "d5"))


def test_the_double_move_is_four_squares_for_the_whole_side() -> None:
    """NV 2.11, NB-23: in one movement phase, and prizes not."""
    ours = [ship("One", "c4"), ship("Two", "e4"), prize("Prize", "g4", unit("X"), by="active")]
    state = after(moving(*ours, double="unused"), cmd.DoubleMove())
    assert {"c8", "b7"} <= reach(state, "One")
    assert "e8" in reach(state, "Two")
    assert reach(state, "Prize") == {"g5", "h4", "g3", "f4"}


@pytest.mark.parametrize(
    ("check", "moves"), [("P", True), ("D", True), ("H", False), ("F", False), ("R", False)]
)
def test_for_movement_the_fleets_own_check_alone_counts(check: str, moves: bool) -> None:
    """NV 3.7, NB-21: whatever its passengers' checks say."""
    for crew in ("P", "F"):
        state = moving(ship("Own", "d4", unit("Legio", check=crew), check=check))
        assert bool(reach(state, "Own")) is moves
        if not moves:
            with pytest.raises(RuleViolation) as refused:
                when(state, cmd.Move("Own", "d5"))
            assert refused.value.rule == ("NV 4.4" if check == "F" else "NV 3.7")


def test_who_is_flipped_may_rally_instead_of_acting() -> None:
    """NV 4.3, NB-20: each for itself; who has rallied neither moves nor attacks."""
    own = ship("Own", "d4", unit("Legio", flipped=True), flipped=True)
    state = moving(own)
    assert {"rally:Own", "rally:Legio"} <= offered(state, "active")
    fleet = after(state, cmd.Rally("Own"), 4)
    assert not fleet.fleet("Own").flipped  # type: ignore[union-attr]
    assert fleet.unit("Legio").flipped  # type: ignore[union-attr]
    with pytest.raises(RuleViolation):
        when(fleet, cmd.Move("Own", "d5"))
    both = after(fleet, cmd.Rally("Legio"), 5)
    assert both.unit("Legio").flipped  # type: ignore[union-attr]
    with pytest.raises(RuleViolation) as again:
        when(both, cmd.Rally("Legio"), 1)
    assert again.value.rule == "NB-20"


@pytest.mark.parametrize(
    "why",
    [{"check": "D"}, {"check": "F"}, {"flipped": False}, {"moved": True}, {"rallied": True}],
)
def test_who_may_not_rally(why: dict[str, object]) -> None:
    """NB-20: not who is disrupted now, failed, is not flipped, has moved or has tried."""
    state = moving(ship("Own", "d4", **({"flipped": True} | why)))  # type: ignore[arg-type]
    with pytest.raises(RuleViolation):
        when(state, cmd.Rally("Own"))
    assert "rally:Own" not in offered(state, "active")


def test_nobody_rallies_beside_an_enemy() -> None:
    """NB-20: and nobody rallies others' units. NV 4.3."""
    beside = ship("Close", "d5", of="reactive", flipped=True)
    state = moving(ship("Own", "d4", flipped=True), beside)
    assert "rally:Own" not in offered(state, "active")
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Rally("Own"))
    assert refused.value.rule == "NB-20"
    with pytest.raises(Invalid):
        when(state, cmd.Rally("Close"))


def test_a_rally_is_read_on_its_line_with_the_leaders_help() -> None:
    """NB-22: Agrippa takes two off the die of a recruit."""
    own = ship("Own", "d4", unit("Legio", flipped=True, discipline="recruit"), chief("Agrippa", 2))
    rolled = of(fx.RallyRolled, when(moving(own), cmd.Rally("Legio"), 5))
    assert (rolled.row, rolled.face, rolled.value, rolled.rallies) == ("recruit", 5, 3, True)
    assert [(one.value, one.rule) for one in rolled.modifiers] == [(-2, "NB-22")]
