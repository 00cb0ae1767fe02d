"""The end: when it comes, who has won, what it means, what is left."""

from typing import Any

import pytest

from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, OutOfPhase, RuleViolation
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.state import State
from tests.domain.naval_battle.given import (
    after,
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

B = 6


def last_blow(case: str = "a", *more: Any, **members: Any) -> State:
    """The active side's last blow would leave the reactive side without a fleet."""
    own = ship("Own", "d4", unit("Legio"))
    enemy = ship("Enemy", "d5", unit("Guard"), of="reactive", flipped=True)
    return sea(own, enemy, *more, case=case, **members)


RAM = cmd.Ram("Own", "Enemy")


def ended(case: str = "a", *more: Any, **members: Any) -> State:
    """The same after it."""
    return after(last_blow(case, *more, **members), RAM, B)


def result(state: State) -> Any:
    assert state.result is not None
    return state.result


def sides(port: str = "", pool: tuple[Any, ...] = (), theirs: tuple[Any, ...] = ()) -> Any:
    """Both sides, the reactive one with a port perhaps, and both with counters."""
    return (
        side("active", original=2, pool=pool),
        side("reactive", original=2, port=port, pool=theirs),
    )


def drawn(case: str) -> State:
    """The last turn of a battle in which nobody has lost anything is over."""
    own, enemy = ship("Own", "a1"), ship("Enemy", "h10", of="reactive")
    more = {"turn": 20, "first": "reactive", "mover": "active", "case": case}
    return after(sea(own, enemy, **more), cmd.EndCombat())


def test_it_ends_when_a_side_has_no_fleet_on_the_board() -> None:
    """NB-14: in the event of the last blow."""
    effects = when(last_blow(), RAM, B)
    assert kinds(effects) == ["Attacked", "FleetSunk", "BattleEnded", "PhaseBegun"]
    state = ended()
    assert (state.phase, result(state).winner) == ("over", "active")
    assert SYSTEM.standing(state).outcome.winners == ("active",)  # type: ignore[union-attr]


def test_it_ends_after_the_last_turn() -> None:
    """NB-14: of both sides."""
    own, enemy = ship("Own", "a1"), ship("Enemy", "h10", of="reactive")
    state = sea(own, enemy, turn=20, mover="active")
    assert after(state, cmd.EndCombat()).turn == 20
    over = drawn("a")
    assert (over.phase, result(over).winner) == ("over", None)


def test_it_ends_when_both_agree() -> None:
    """NB-14: one proposes, once in his part of a turn; the other agrees or fights on."""
    own, enemy = ship("Own", "a1"), ship("Enemy", "h10", of="reactive")
    state = after(sea(own, enemy), cmd.CallOff())
    assert offered(state, "active") == set()
    with pytest.raises(OutOfPhase):
        when(state, cmd.EndCombat())
    with pytest.raises(Conflict):
        when(state, cmd.Agree(), seat="active")
    refused = after(state, cmd.Decline(), seat="reactive")
    assert refused.pending is None
    with pytest.raises(RuleViolation):
        when(refused, cmd.CallOff())
    agreed = after(state, cmd.Agree(), seat="reactive")
    assert (agreed.phase, result(agreed).winner) == ("over", None)
    with pytest.raises(OutOfPhase):
        when(refused, cmd.Agree(), seat="reactive")


def test_strength_points_decide_and_not_fleets_alone() -> None:
    """NV 12.1: a lost fleet is five, the legions that sink with another are more."""
    lost = ship("Lost", "", status="sunk"), unit("One", status="eliminated")
    state = last_blow("a", lost[0])
    state = state.__class__(
        **{name: getattr(state, name) for name in state.__struct_fields__ if name != "units"},
        units=(*state.units, lost[1], unit("Two", status="eliminated")),
    )
    over = after(state, RAM, B)
    assert result(over).points == (10, 15)
    assert result(over).winner == "reactive"


def test_what_is_captured_counts_as_well() -> None:
    """NV 12.1: a prize is its points."""
    taken = prize("Prize", "a5", unit("Captor"), by="active")
    assert result(ended("a", taken)).points == (15, 0)


def test_the_captor_of_a_prize_that_breaks_through_counts_with_it() -> None:
    """NV 11.7, NV 12.1, NB-10: the hull is lost to its owner, the legion to the captor."""
    gone = prize("Prize", "", unit("Captor"), by="active", status="through")
    assert result(ended("a", gone)).points == (15, 5)


@pytest.mark.parametrize(("port", "phase"), [("Massilia", "withdrawal"), ("", "over")])
def test_who_has_only_prizes_left_leaves_the_hex_or_goes_into_port(port: str, phase: str) -> None:
    """NV 12.2, NV 13.1: they are his fleets now, and he has lost."""
    lost = prize("Prize", "a9", unit("Taker"), by="reactive")
    gone = [ship(f"Gone{n}", "", of="reactive", status="sunk") for n in range(3)]
    state = sea(
        ship("Own", "a1"),
        lost,
        *gone,
        turn=20,
        first="reactive",
        sides=sides(port, theirs=("recruit",)),
    )
    effects = when(state, cmd.EndCombat())
    assert ("Withdrew" in kinds(effects)) == (not port)
    assert after(state, cmd.EndCombat()).phase == phase


def test_a_prize_without_a_counter_does_not_go_on() -> None:
    """NV 13.3, NV 12.7: it is eliminated, though it had broken through."""
    gone = prize("Prize", "", unit("Captor"), by="active", status="through")
    assert result(ended("a", gone)).through == ()
    assert result(ended("a", gone, sides=sides(pool=("recruit",)))).through == ("Prize",)


def test_equal_points_and_nobody_has_won() -> None:
    """NV 12.1: fleet for fleet, legion for legion."""
    lost = ship("Lost", "", status="sunk")
    state = last_blow("a", lost)
    state = state.with_units(*(unit("Guard", "impediti", side="reactive", points=0),))
    assert result(after(state, RAM, B)).winner is None


def test_the_winner_decides_whether_supply_goes_through() -> None:
    """NV 12.3: he, and nobody else, either way."""
    state = ended("b")
    assert state.phase == "passage"
    assert offered(state, "active") == {"passage:True", "passage:False"}
    with pytest.raises(NotYourTurn):
        when(state, cmd.Passage(True), seat="reactive")
    for allow in (True, False):
        over = after(state, cmd.Passage(allow), seat="active")
        assert (over.phase, result(over).passage) == ("over", allow)


def test_the_winner_decides_whether_the_moving_force_goes_on() -> None:
    """NV 12.5: in case (c)."""
    over = after(ended("c"), cmd.Passage(True), seat="active")
    reason = SYSTEM.standing(over).outcome.reason  # type: ignore[union-attr]
    assert reason.startswith("the Antonians have won, and the moving Force sails on; ")


def moving(*more: Any) -> State:
    """In case (c) the moving Force has lost three fleets in its last turn."""
    gone = [ship(f"Gone{n}", "", status="sunk") for n in range(3)]
    enemy = ship("Enemy", "h9", of="reactive")
    return sea(*more, enemy, *gone, case="c", turn=20, first="reactive")


def test_fleets_which_continue_moving_may_not_be_intercepted_again() -> None:
    """NV 12.8, NB-30: a Force that is let through, or wins and sails on, and what joined it."""
    joined = ship("Joined", "b1", force="present")
    prize_ship = prize("Prize", "c1", unit("Captor"), by="active")
    state = moving(ship("Own", "a1"), joined, prize_ship, ship("Away", "", status="through"))
    state = state.with_side(side("active", original=4, pool=("recruit",)))
    decided = after(state, cmd.EndCombat())
    seat = decided.result.winner if decided.result else ""
    over = after(decided, cmd.Passage(True), seat=seat)
    assert result(over).through == ("Away", "Own", "Joined", "Prize")
    told = SYSTEM.narrate(decided, when(decided, cmd.Passage(True), seat=seat), {}).text
    assert "Own, Joined and Prize cannot be intercepted again during this move." in told
    assert result(after(decided, cmd.Passage(False), seat=seat)).through == ("Away",)


def test_the_outcome_says_what_became_of_a_moving_force_that_broke_through() -> None:
    """NV 12.7, NB-29: all of it, or some while the rest stays."""
    away = [ship(f"Away{n}", "", status="through") for n in range(2)]
    reason = "the Caesarians have won, and two fleets of the Antonians have broken through"
    all_gone = after(
        sea(ship("Own", "a10"), ship("Enemy", "h9", of="reactive"), away[0], case="c",
            phase="movement"),
        cmd.BreakThrough("Own"),
    )  # fmt: skip
    outcome = SYSTEM.standing(all_gone).outcome
    assert outcome is not None
    assert outcome.reason == f"{reason}; the Antonians have no fleet on the board"
    state = after(moving(ship("Own", "a1"), *away), cmd.EndCombat())
    stopped = after(state, cmd.Passage(False), seat="reactive")
    outcome = SYSTEM.standing(stopped).outcome
    assert outcome is not None
    rest = "while the rest does not sail on; the last turn is over"
    assert outcome.reason == f"{reason}, {rest}"


@pytest.mark.parametrize(
    ("case", "seat", "allow", "words"),
    [
        ("b", "active", True, "The Antonians bring their supply through."),
        ("b", "reactive", False, "The Caesarians cut the supply."),
        ("c", "active", True, "The Antonians sail on."),
        ("c", "reactive", True, "The Caesarians let the moving Force sail on."),
        ("c", "reactive", False, "The Caesarians stop the moving Force."),
    ],
)
def test_the_winner_acts_in_their_own_name(case: str, seat: str, allow: bool, words: str) -> None:
    """NV 12.3, NV 12.5: nobody lets themselves through."""
    lost = ship("Lost", "", of="active" if seat == "reactive" else "reactive", status="sunk")
    own, enemy = ship("Own", "a1"), ship("Enemy", "h9", of="reactive")
    state = after(sea(own, enemy, lost, turn=20, first="reactive", case=case), cmd.EndCombat())
    assert state.phase == "passage"
    story = SYSTEM.narrate(state, when(state, cmd.Passage(allow), seat=seat), {})
    assert story.text[0] == words


def test_a_moving_force_that_is_let_through_does_not_withdraw() -> None:
    """NB-29, NV 12.5: though it has lost; sent back it leaves the hex."""
    state = after(moving(ship("Own", "a1")), cmd.EndCombat())
    assert (state.phase, result(state).winner) == ("passage", "reactive")
    through = when(state, cmd.Passage(True), seat="reactive")
    assert kinds(through) == ["PassageDecided", "PhaseBegun"]
    back = when(state, cmd.Passage(False), seat="reactive")
    assert kinds(back) == ["PassageDecided", "Withdrew", "PhaseBegun"]


def test_nobody_is_asked_for_a_moving_force_that_is_gone() -> None:
    """NB-29: all that is left of it has broken through."""
    state = sea(
        ship("Own", "d4", unit("Legio"), flipped=True),
        ship("Away", "", status="through"),
        ship("Enemy", "d5", unit("Guard"), of="reactive"),
        case="c",
        mover="reactive",
    )
    over = after(state, cmd.Ram("Enemy", "Own"), B, seat="reactive")
    assert (over.phase, result(over).passage) == ("over", False)
    assert result(over).through == ("Away",)


@pytest.mark.parametrize(("case", "passage"), [("a", None), ("b", False), ("c", False)])
def test_without_a_winner_nothing_goes_through(case: str, passage: bool | None) -> None:
    """NV 12.4, NV 12.6, NB-14: neither supply nor the moving Force; nobody is asked."""
    state = drawn(case)
    assert (state.phase, result(state).passage) == ("over", passage)


def test_with_a_friendly_port_the_loser_may_stay() -> None:
    """NV 12.2: he goes into it, or leaves the hex; without one he leaves."""
    near = ship("Near", "h9", of="reactive")
    taken = [ship("Lost", "", of="reactive", status="sunk")]
    state = sea(
        ship("Own", "a1"),
        near,
        *taken,
        turn=20,
        first="reactive",
        sides=sides("Massilia"),
    )
    state = after(state, cmd.EndCombat())
    assert (state.phase, offered(state, "reactive")) == (
        "withdrawal",
        {"withdraw:True", "withdraw:False"},
    )
    with pytest.raises(NotYourTurn):
        when(state, cmd.Withdraw(True), seat="active")
    for port, into in ((True, "port"), (False, "away")):
        over = after(state, cmd.Withdraw(port), seat="reactive")
        assert (over.phase, result(over).withdrew) == ("over", into)
    without = sea(ship("Own", "a1"), near, *taken, turn=20, first="reactive")
    over = after(without, cmd.EndCombat())
    assert (over.phase, result(over).withdrew) == ("over", "away")


def test_fleets_that_broke_through_go_on_in_any_case() -> None:
    """NV 12.7, NV 12.8: lost or won; they are named, so that nobody intercepts them again."""
    away = ship("Away", "", status="through")
    state = ended("c", away)
    assert result(state).through == ("Away",)
    assert result(after(state, cmd.Passage(False), seat="active")).through == ("Away",)
    before = last_blow("c", away)
    story = SYSTEM.narrate(before, when(before, RAM, B), {})
    assert "Away cannot be intercepted again during this move." in story.text


def test_prizes_become_friendly_fleets_by_available_counters() -> None:
    """NV 13.1, NV 13.2, NB-27: the best of the pool, whatever the prize's own discipline."""
    taken = prize("Prize", "a5", unit("Captor"), by="active", discipline="mob")
    state = ended("a", taken, sides=sides(pool=("recruit", "imperator")))
    fleet = state.fleet("Prize")
    assert fleet is not None
    assert (fleet.status, fleet.control, fleet.discipline) == ("converted", "active", "imperator")
    assert state.side("active").pool == ("recruit",)
    assert state.side("reactive").pool == ("mob",)


def test_without_a_counter_a_prize_is_eliminated() -> None:
    """NV 13.3, NB-31: its captor is taken off by its own side."""
    taken = prize("Prize", "a5", unit("Captor"), by="active")
    state = ended("a", taken)
    assert (status(state, "Prize"), status(state, "Captor")) == ("returned", "reserve")
    assert state.side("reactive").pool == ("veteran",)


def test_a_prize_that_went_to_its_owners_pool_is_not_reconstituted_as_well() -> None:
    """NV 14.1, NB-28: its counter is there already; one that was sunk returns as the owner's."""
    lost = prize("Ours", "a9", unit("Taker"), by="reactive")
    near = [ship(f"Gone{n}", "", of="reactive", status="sunk") for n in range(3)]
    own, enemy = ship("Own", "d4"), ship("Enemy", "d5", of="reactive")
    state = sea(own, enemy, lost, *near, turn=20, first="reactive")
    over = after(state, cmd.EndCombat())
    assert (over.phase, status(over, "Ours")) == ("over", "returned")
    beside = prize("Ours", "d5", unit("Taker"), by="reactive")
    fight = sea(own, ship("Enemy", "h9", of="reactive"), beside, *near, turn=20, first="reactive")
    sunk = after(after(fight, cmd.Ram("Own", "Ours"), B), cmd.EndCombat())
    back = after(sunk, cmd.Reconstitute(), 1, seat="active").fleet("Ours")
    assert back is not None
    assert (back.status, back.control) == ("reserve", "active")


def test_with_prizes_on_both_sides_all_are_returned_before_any_counter_is_taken() -> None:
    """NV 13.4: each finds the other's returned counter in his pool."""
    mine = prize("Theirs", "a5", unit("Captor"), by="active", discipline="recruit")
    lost = prize("Ours", "", unit("Taker"), by="reactive", discipline="mob", status="fled")
    state = ended("a", mine, lost)
    first, second = state.fleet("Theirs"), state.fleet("Ours")
    assert first is not None
    assert second is not None
    assert (first.status, first.discipline) == ("converted", "mob")
    assert (second.status, second.discipline) == ("converted", "recruit")
    assert [one.pool for one in state.sides] == [(), ()]


def test_the_victor_reconstitutes_his_eliminated_units() -> None:
    """NV 14.1, NB-28: fleets and ground units, each by a die, back on the flipped side."""
    lost = ship("Lost", "", status="sunk", discipline="recruit")
    state = ended("a", lost, ship("Gone", "", of="reactive", status="sunk"))
    assert state.phase == "reconstitution"
    with pytest.raises(NotYourTurn):
        when(state, cmd.Reconstitute(), seat="reactive")
    rolled = of(fx.Reconstituted, when(state, cmd.Reconstitute(), 2, seat="active"))
    assert [(one.name, one.row, one.face, one.returns) for one in rolled.rolls] == [
        ("Lost", "recruit", 2, True)
    ]
    back = after(state, cmd.Reconstitute(), 2, seat="active")
    assert (status(back, "Lost"), back.fleet("Lost").flipped) == ("reserve", True)  # type: ignore[union-attr]
    assert status(after(state, cmd.Reconstitute(), 3, seat="active"), "Lost") == "sunk"
    assert result(back).points == result(state).points


def test_after_the_battle_one_thing_follows_another() -> None:
    """NB-14: reconstitution, passage, withdrawal, each only where there is something to do."""
    lost = ship("Lost", "", status="sunk")
    enemies = [ship(f"Gone{n}", "", of="reactive", status="sunk") for n in range(2)]
    near = ship("Near", "h9", of="reactive")
    state = sea(
        ship("Own", "a1"),
        near,
        lost,
        *enemies,
        turn=20,
        first="reactive",
        case="b",
        sides=sides("Massilia"),
    )
    phases = []
    for command, faces, seat in (
        (cmd.EndCombat(), (), "active"),
        (cmd.Reconstitute(), (1,), "active"),
        (cmd.Passage(True), (), "active"),
        (cmd.Withdraw(True), (), "reactive"),
    ):
        state = after(state, command, *faces, seat=seat)
        phases.append(state.phase)
    assert phases == ["reconstitution", "passage", "withdrawal", "over"]
