"""Panic, flight, and breaking through."""

import pytest

from iacta.domain.kernel.contract.words import count_of
from iacta.domain.kernel.proof.errors import RuleViolation
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.rules import turns, victory
from iacta.domain.naval_battle.state import State, words
from tests.domain.naval_battle.given import (
    after,
    begun,
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

MANY = [ship(f"R{n}", f"{file}10", of="reactive") for n, file in enumerate("abcde")]


def force(afloat: int, original: int, *more: object, prizes: int = 0, **members: object) -> State:
    """The active side has some of its original fleets left, and prizes."""
    own = [ship(f"A{n}", f"{file}1") for n, file in zip(range(afloat), "abcdefgh", strict=False)]
    took = [
        prize(f"P{n}", f"{file}3", unit(f"C{n}"), by="active")
        for n, file in zip(range(prizes), "abcdefgh", strict=False)
    ]
    sides = (side("active", original=original), side("reactive", original=5))
    return sea(*own, *took, *MANY, *more, **({"sides": sides} | members))  # type: ignore[arg-type]


def panicked(state: State, seat: str = "active") -> bool:
    return after(state, cmd.EndCombat()).side(seat).panicked


@pytest.mark.parametrize(
    ("afloat", "original", "panics"),
    [(3, 5, False), (2, 5, True), (2, 4, True), (3, 4, False), (1, 1, False), (1, 2, True)],
)
def test_a_force_panics_with_half_or_less_of_its_fleets(
    afloat: int, original: int, panics: bool
) -> None:
    """NV 10.1, NB-8: half is exact, so three of five are enough and two of four are not."""
    assert panicked(force(afloat, original)) is panics


def test_five_fleets_three_sunk_one_taken_and_no_panic() -> None:
    """NV 10.2, NB-8: two of its own and a prize are three, which is more than two and a half."""
    assert panicked(force(2, 5)) is True
    state = force(2, 5, prizes=1)
    assert turns.controlled(state, "active") == 3
    assert panicked(state) is False


def test_panic_lasts_for_the_rest_of_the_battle() -> None:
    """NV 10.3, NB-8: prizes that come later do not end it, and it is not told twice."""
    sides = (side("active", original=5, panicked=True), side("reactive", original=5))
    state = force(2, 5, prizes=3, sides=sides)
    assert panicked(state) is True
    assert "Panicked" not in kinds(when(state, cmd.EndCombat()))


def test_panic_is_judged_for_both_when_a_combat_ends() -> None:
    """NB-26: the side that does not act may panic as well."""
    sides = (side("active", original=8), side("reactive", original=12))
    effects = when(force(2, 8, sides=sides), cmd.EndCombat())
    told = [(one.seat, one.controlled, one.original) for one in effects[:2]]
    assert told == [("active", 2, 8), ("reactive", 5, 12)]


def test_fleets_that_broke_through_are_not_lost_to_panic() -> None:
    """NB-10, NV 11.7: they count as destroyed for victory only."""
    gone = ship("Away", "", status="through")
    state = force(2, 5, gone)
    assert turns.controlled(state, "active") == 3
    assert panicked(state) is False


def test_ships_leave_by_their_own_edge_only_after_panic() -> None:
    """NV 11.1: before that it is refused, and not offered."""
    own, enemy = ship("Own", "d1"), ship("Enemy", "d9", of="reactive")
    state = sea(own, ship("Other", "a5"), enemy, phase="movement")
    assert "flee:Own" not in offered(state, "active")
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Flee("Own"))
    assert refused.value.rule == "NV 11.1"


def fleeing(square: str = "d1", **more: object) -> State:
    sides = (side("active", original=4, panicked=True), side("reactive", original=1))
    own, enemy = ship("Own", square, unit("Legio"), **more), ship("Enemy", "d9", of="reactive")
    return sea(own, ship("Other", "a5"), enemy, phase="movement", sides=sides)


def test_ships_that_flee_are_rolled_for() -> None:
    """NV 11.2, NB-15: on the table of fates; what escapes is off the board with all aboard."""
    left = of(fx.LeftBoard, when(fleeing(), cmd.Flee("Own"), 4))
    assert (left.how, left.face, left.fate) == ("fled", 4, "escapes")
    state = after(fleeing(), cmd.Flee("Own"), 4)
    assert (status(state, "Own"), status(state, "Legio")) == ("fled", "aboard")
    lost = after(fleeing(), cmd.Flee("Own"), 6)
    assert (status(lost, "Own"), status(lost, "Legio")) == ("sunk", "eliminated")
    assert victory.score(lost, "reactive") == 10
    assert victory.score(state, "reactive") == 0


def test_leaving_takes_the_whole_move() -> None:
    """NB-7, NV 11.4: the fleet starts on the rank along the edge, and has not moved."""
    with pytest.raises(RuleViolation) as refused:
        when(fleeing("d2"), cmd.Flee("Own"))
    assert refused.value.rule == "NB-7"
    moved = after(fleeing("d2"), cmd.Move("Own", "d1"))
    with pytest.raises(RuleViolation):
        when(moved, cmd.Flee("Own"))
    assert "flee:Own" not in offered(moved, "active")


def running(square: str = "d10", seat: str = "active", case: str = "c", **more: object) -> State:
    own = ship("Own", square, unit("Legio"), of=seat, **more)  # type: ignore[arg-type]
    others = ship("Other", "a5"), ship("Enemy", "d5", of="reactive")
    return sea(own, *others, phase="movement", case=case, mover=seat)  # type: ignore[arg-type]


def test_in_case_c_the_active_side_breaks_through_by_the_enemys_edge() -> None:
    """NV 11.3, NV 11.5: panicked or not, without a die, with all aboard."""
    effects = when(running(), cmd.BreakThrough("Own"))
    left = of(fx.LeftBoard, effects)
    assert (left.how, left.face, left.fate) == ("through", None, "through")
    state = after(running(), cmd.BreakThrough("Own"))
    assert (status(state, "Own"), status(state, "Legio")) == ("through", "aboard")


def test_at_actium_fleets_may_break_through() -> None:
    """NV 11.3, NV 11.5: Antony's was an intercepted naval movement, case (c)."""
    state = begun("actium")
    assert state.case == "c"
    assert {one.force for one in state.fleets if one.side == "active"} == {"moving"}
    assert "break-through:Own" in offered(running(case=state.case), "active")


@pytest.mark.parametrize(
    ("case", "seat", "square"),
    [("a", "active", "d10"), ("b", "active", "d10"), ("c", "reactive", "d1")],
)
def test_nobody_else_breaks_through(case: str, seat: str, square: str) -> None:
    """NV 11.3, NB-7: in no other case, and not the side that intercepts."""
    state = running(square, seat, case)
    assert "break-through:Own" not in offered(state, seat)
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.BreakThrough("Own"))
    assert refused.value.rule == "NV 11.3"


def test_breaking_through_takes_a_fleets_whole_move() -> None:
    """NV 11.4, NB-7: from a square at the edge, where it began; its check has to let it move."""
    with pytest.raises(RuleViolation) as refused:
        when(running("d9"), cmd.BreakThrough("Own"))
    assert refused.value.rule == "NV 11.4"
    moved = after(running("d9"), cmd.Move("Own", "d10"))
    for state, rule in (
        (moved, "NV 3.1"),
        (running(check="F"), "NV 4.4"),
        (running(check="H"), "NV 3.7"),
    ):
        with pytest.raises(RuleViolation) as refused:
            when(state, cmd.BreakThrough("Own"))
        assert refused.value.rule == rule


def test_those_who_broke_through_are_a_force_of_their_own() -> None:
    """NV 11.6: the battle goes on for those left behind, and nothing more befalls them."""
    state = after(running(), cmd.BreakThrough("Own"))
    assert state.result is None
    assert [one.name for one in state.on_board("active")] == ["Other"]
    sunk = after(state, cmd.EndMovement())
    assert "Own" not in [one.name for one in sunk.on_board("active")]


def test_they_count_as_destroyed_for_victory_with_all_aboard() -> None:
    """NV 11.7, NB-10: five points for the fleet, five for the legion."""
    assert victory.score(running(), "reactive") == 0
    assert victory.score(after(running(), cmd.BreakThrough("Own")), "reactive") == 10


def test_who_may_break_through_reads_what_it_scores() -> None:
    """NV 11.7, NV 12.7, NB-10: all that is aboard, baggage too; of a prize nothing is promised."""
    own = ship("Own", "d10", unit("Legio"), unit("Train", factor=0))
    taken = prize("Prize", "e10", unit("Captor"), by="active")
    state = sea(own, taken, ship("Enemy", "d5", of="reactive"), phase="movement", case="c")
    titles = {one.id: one.title for one in SYSTEM.options(state, "seat:active", {})}
    scored = victory.score(after(state, cmd.BreakThrough("Own")), "reactive")
    assert titles["break-through:Own"] == (
        "Own breaks through, free to sail on; counted as destroyed:"
        f" {count_of(scored, 'point')} for {words.side(state, 'reactive')}"
    )
    assert titles["break-through:Prize"] == "Prize breaks through"
