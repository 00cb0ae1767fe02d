"""Prizes: taken, sailed, lost again."""

import pytest
from msgspec.structs import replace

from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase, RuleViolation
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.rules import abilities
from iacta.domain.naval_battle.state import State, Switches, Unit
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
    status,
    unit,
    when,
)

A, MISS, B = 1, 3, 6
FAR = ship("Far", "h10", of="reactive")
BOARD = cmd.Board("Own", "Enemy", "Phalanx")


def beaten(*crew: object, own: tuple[object, ...] = ()) -> State:
    """Boarders hold a fleet whose hull is destroyed, with this crew of no fighters."""
    boarders = own or (unit("Legio"), unit("Reserve"), chief("Antony"), chief("Publicola"))
    mine = ship("Own", "d4", *boarders)  # type: ignore[arg-type]
    enemy = ship("Enemy", "d5", *crew, of="reactive", flipped=True)  # type: ignore[arg-type]
    return after(sea(mine, enemy, FAR), BOARD, B)


def test_whoever_destroys_a_fleet_by_boarding_may_take_it() -> None:
    """NV 9.1: the seat chooses between taking and sinking, and nothing else goes on."""
    state = beaten()
    assert state.pending is not None
    assert offered(state, "active") == {"capture:Enemy", "sink"}
    assert offered(state, "reactive") == set()
    with pytest.raises(OutOfPhase):
        when(state, cmd.EndCombat())
    with pytest.raises(OutOfPhase):
        when(state, cmd.Capture(), seat="reactive")
    taken = after(state, cmd.Capture())
    prize_ship = taken.fleet("Enemy")
    assert prize_ship is not None
    assert (prize_ship.control, prize_ship.captor, prize_ship.aboard) == (
        "active",
        "Legio",
        ("Legio",),
    )
    sunk = after(state, cmd.Sink())
    assert status(sunk, "Enemy") == "sunk"
    assert sunk.pending is None


def test_a_rammed_fleet_is_not_taken() -> None:
    """NV 9.1: only boarding gives the choice."""
    state = sea(ship("Own", "d4"), ship("Enemy", "d5", of="reactive", flipped=True), FAR)
    assert kinds(when(state, cmd.Ram("Own", "Enemy"), B)) == ["Attacked", "FleetSunk"]


def test_the_captor_goes_over_and_the_next_unit_comes_up() -> None:
    """NV 3.3, NV 4.2: nobody but the active unit, and leaders who go with it."""
    taken = after(beaten(), cmd.Capture(("Publicola",)))
    own, prize_ship = taken.fleet("Own"), taken.fleet("Enemy")
    assert own is not None
    assert prize_ship is not None
    assert (own.aboard, own.leaders) == (("Reserve",), ("Antony",))
    assert prize_ship.leaders == ("Publicola",)
    assert abilities.active(taken, own).name == "Reserve"  # type: ignore[union-attr]
    with pytest.raises(RuleViolation) as refused:
        when(beaten(), cmd.Capture(("Agrippa",)))
    assert refused.value.rule == "NV 3.3"


def test_enemy_leaders_on_a_ship_that_is_taken_are_eliminated() -> None:
    """NV 9.5, NB-10: and baggage is taken with it."""
    state = beaten(unit("Baggage", "impediti"), chief("Agrippa"))
    captured = of(fx.Captured, when(state, cmd.Capture()))
    assert (captured.killed, captured.lost) == (("Agrippa",), ("Baggage",))
    taken = after(state, cmd.Capture())
    assert (status(taken, "Agrippa"), status(taken, "Baggage")) == ("dead", "eliminated")


def test_a_prize_and_its_captor_do_not_attack_on_the_turn_of_the_capture() -> None:
    """NV 9.4, NB-10: from the next turn on they may."""
    mine = ship("Own", "d4", unit("Legio"))
    enemy = ship("Enemy", "d5", of="reactive", flipped=True)
    near = ship("Near", "d6", unit("Guard"), of="reactive")
    taken = after(after(sea(mine, enemy, near), BOARD, B), cmd.Capture())
    assert offered(taken, "active") == {"call-off", "end-combat"}
    for command in (cmd.Ram("Enemy", "Near"), cmd.Board("Enemy", "Near", "Phalanx")):
        with pytest.raises(RuleViolation) as refused:
            when(taken, command)
        assert refused.value.rule == "NV 9.4"
    later = sea(prize("Prize", "d5", unit("Legio"), by="active"), near)
    assert {"ram:Prize", "volley:Prize", "board:Prize"} <= offered(later, "active")


def test_prizes_act_as_friendly_ships_one_square_a_turn() -> None:
    """NV 9.2: the captor's side moves them, and the owner no longer."""
    state = sea(prize("Prize", "d5", unit("Legio"), by="active"), FAR, phase="movement")
    assert after(state, cmd.Move("Prize", "d6")).at("d6") is not None
    with pytest.raises(RuleViolation):
        when(state, cmd.Move("Prize", "d7"))
    theirs = sea(
        prize("Prize", "d5", unit("Legio"), by="active"), FAR, phase="movement", mover="reactive"
    )
    with pytest.raises(RuleViolation) as refused:
        when(theirs, cmd.Move("Prize", "d6"))
    assert refused.value.rule == "NV 9.2"
    with pytest.raises(NotYourTurn):
        when(theirs, cmd.Move("Prize", "d6"), seat="active")


def test_prizes_never_move_doubly() -> None:
    """NV 9.2: one square even in the double move."""
    state = sea(
        prize("Prize", "d5", unit("Legio"), by="active"), FAR, phase="movement", double="in-use"
    )
    with pytest.raises(RuleViolation):
        when(state, cmd.Move("Prize", "d7"))


def test_a_prize_reverts_when_boarders_eliminate_its_captor() -> None:
    """NV 9.3, NB-16: at once, its own boarders have nobody left to fight, nobody is aboard."""
    lost = prize("Prize", "d5", unit("Captor", flipped=True), chief("Agrippa"), by="reactive")
    state = sea(ship("Own", "d4", unit("Legio")), lost, FAR)
    board = cmd.Board("Own", "Prize", "Phalanx")
    effects = when(state, board, B)
    assert kinds(effects) == ["Attacked", "Reverted"]
    assert not of(fx.Attacked, effects).beaten
    there = after(state, board, B).fleet("Prize")
    assert there is not None
    assert (there.control, there.captor, there.aboard, there.leaders) == ("active", "", (), ())
    assert status(after(state, board, B), "Agrippa") == "dead"
    assert {"ram:Prize"} & offered(after(state, board, B), "active") == set()


def test_a_prize_reverts_when_its_captor_is_shot_or_falls_boarding() -> None:
    """NV 9.3: however he dies."""
    lost = prize("Prize", "d5", unit("Captor", flipped=True), by="reactive")
    state = sea(ship("Own", "d4"), lost, FAR)
    assert kinds(when(state, cmd.Volley("Own", "Prize"), B)) == ["Attacked", "Reverted"]
    mine = prize("Prize", "d4", unit("Captor", flipped=True), by="active")
    state = sea(mine, ship("Enemy", "d5", unit("Guard"), of="reactive"), ship("Own", "a1"))
    effects = when(state, cmd.Board("Prize", "Enemy", "Phalanx"), A)
    assert kinds(effects) == ["Attacked", "Reverted"]
    there = after(state, cmd.Board("Prize", "Enemy", "Phalanx"), A).fleet("Prize")
    assert there is not None
    assert there.control == "reactive"


def from_a_prize(**more: object) -> State:
    """Boarders from a prize have a beaten fleet beside them, and a friend near the prize."""
    mine = prize("Prize", "d4", unit("Captor"), chief("Antony"), by="active")
    enemy = ship("Enemy", "d5", of="reactive", flipped=True)
    avenger = ship("Avenger", "d3", unit("Guard"), of="reactive")
    return sea(mine, enemy, avenger, FAR, **more)  # type: ignore[arg-type]


FROM_PRIZE = cmd.Board("Prize", "Enemy", "Phalanx")


def test_the_attacker_has_the_option_of_capturing_it_from_a_prize_too() -> None:
    """NV 9.1, NB-24: the unit goes over, and its first prize stays one without anybody aboard."""
    state = after(from_a_prize(), FROM_PRIZE, B)
    assert offered(state, "active") == {"capture:Enemy", "sink"}
    taken = after(state, cmd.Capture())
    first, second = taken.fleet("Prize"), taken.fleet("Enemy")
    assert first is not None
    assert second is not None
    assert (first.control, first.captor, first.aboard) == ("active", "Captor", ())
    assert (second.control, second.captor, second.aboard) == ("active", "Captor", ("Captor",))


def test_by_a_switch_boarders_from_a_prize_sink_what_they_beat() -> None:
    """NB-24: nobody else would hold their prize."""
    state = from_a_prize(switches=Switches(captors="sink"))
    assert kinds(when(state, FROM_PRIZE, B)) == ["Attacked", "FleetSunk"]
    assert after(state, FROM_PRIZE, B).pending is None


def two_prizes() -> State:
    """The same unit has taken two; it is the enemy's turn."""
    taken = after(after(from_a_prize(), FROM_PRIZE, B), cmd.Capture())
    turn = after(after(taken, cmd.EndCombat()), cmd.CheckCommand(), 1, 1, 1)
    return after(turn, cmd.EndMovement())


def test_both_prizes_revert_when_their_captor_is_eliminated() -> None:
    """NV 9.3, NB-24: wherever it is."""
    taken = two_prizes()
    near = taken.with_units(replace(captor_of(taken), flipped=True)).with_fleets(
        replace(taken.fleet("Far"), square="d6")  # type: ignore[type-var]
    )
    effects = when(near, cmd.Volley("Far", "Enemy"), B)
    assert kinds(effects)[:3] == ["Attacked", "Reverted", "Reverted"]
    assert {one.fleet for one in effects[1:3]} == {"Prize", "Enemy"}
    there = after(near, cmd.Volley("Far", "Enemy"), B)
    assert status(there, "Antony") == "dead"
    assert [one.name for one in there.fleets if one.control != one.side] == []


def captor_of(state: State) -> Unit:
    found = state.unit("Captor")
    assert found is not None
    return found


def test_a_prize_that_its_captor_has_left_is_defended_by_its_hull_and_may_be_retaken() -> None:
    """NB-24, NV 8.6, NV 9.1: boarded by its own side it is theirs again, and no prize."""
    state = two_prizes()
    board = cmd.Board("Avenger", "Prize", "Phalanx")
    beaten_hull = after(state, board, B)
    assert offered(beaten_hull, "reactive") == {"capture:Prize", "sink"}
    back = after(beaten_hull, cmd.Capture(), seat="reactive").fleet("Prize")
    assert back is not None
    assert (back.control, back.captor, back.aboard) == ("reactive", "", ("Guard",))


def test_a_prize_that_sinks_takes_its_captor_down() -> None:
    """NV 4.6, NB-3: it does not revert first; his leaders may jump to his side's ships."""
    lost = prize("Prize", "d5", unit("Captor"), chief("Agrippa"), by="reactive")
    near = ship("Near", "d6", of="reactive")
    state = sea(ship("Own", "d4"), lost, near)
    there = after(state, cmd.Ram("Own", "Prize"), B, 1)
    assert (status(there, "Prize"), status(there, "Captor")) == ("sunk", "eliminated")
    assert there.fleet("Near").leaders == ("Agrippa",)  # type: ignore[union-attr]


def test_a_prize_stays_on_its_flipped_side() -> None:
    """NV 9.1: it was destroyed but for the capture."""
    assert flipped(after(beaten(), cmd.Capture()), "Enemy")
