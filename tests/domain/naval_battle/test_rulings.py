"""What a referee's ruling may change, and what it may not."""

import pytest

from iacta.domain.kernel.proof.errors import Invalid, OutOfPhase, Refused
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import changes as ch
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle.state import State
from tests.domain.naval_battle.given import after, begun, chief, flipped, prize, sea, ship, status
from tests.domain.naval_battle.given import unit as troops
from tests.support.table import Table

OWN = ship("Own", "d4", troops("Legio"), chief("Antony"))
ENEMY = ship("Enemy", "d5", troops("Guard"), of="reactive")
TAKEN = prize("Prize", "a5", troops("Captor"), chief("Publicola"), by="active")
FIGHT = sea(OWN, ENEMY, TAKEN)


def ruled(state: State, change: ch.AnyChange) -> State:
    SYSTEM.check_change(state, change)
    made: State = SYSTEM.evolve(state, change)
    return made


def test_a_fleet_is_put_elsewhere() -> None:
    """NB-18: on a free square of the board."""
    assert ruled(FIGHT, ch.PlaceFleet("Own", "e4")).at("e4") is not None
    for square in ("d5", "i1", "a11"):
        with pytest.raises(Invalid) as refused:
            SYSTEM.check_change(FIGHT, ch.PlaceFleet("Own", square))
        assert refused.value.pointer == "/square"


def test_counters_are_turned_over() -> None:
    """NB-21: fleets and ground units have two sides, leaders one."""
    assert flipped(ruled(FIGHT, ch.FlipCounter("Own")), "Own")
    assert flipped(ruled(FIGHT, ch.FlipCounter("Legio")), "Legio")
    with pytest.raises(Invalid):
        SYSTEM.check_change(FIGHT, ch.FlipCounter("Antony"))


def test_counters_are_taken_out() -> None:
    """NV 4.6, NV 9.3: a fleet with all aboard; a captor, and his prize reverts."""
    gone = ruled(FIGHT, ch.RemoveCounter("Own"))
    assert [status(gone, name) for name in ("Own", "Legio", "Antony")] == [
        "sunk",
        "eliminated",
        "dead",
    ]
    free = ruled(FIGHT, ch.RemoveCounter("Captor"))
    assert free.fleet("Prize").control == "reactive"  # type: ignore[union-attr]
    assert status(free, "Publicola") == "dead"
    assert status(ruled(FIGHT, ch.RemoveCounter("Antony")), "Antony") == "dead"
    assert status(ruled(FIGHT, ch.RemoveCounter("Legio")), "Legio") == "eliminated"


@pytest.mark.parametrize(
    "change", [ch.RemoveCounter("Nobody"), ch.FlipCounter("Nobody"), ch.PlaceFleet("Nobody", "a1")]
)
def test_who_is_not_on_the_board_is_not_changed(change: ch.AnyChange) -> None:
    """NB-18: neither there nor before the battle."""
    for state in (FIGHT, begun("actium")):
        with pytest.raises(Refused):
            SYSTEM.check_change(state, change)


def test_panic_and_stratagems_are_set() -> None:
    """NV 10.3, NB-13."""
    assert ruled(FIGHT, ch.SetPanic("active", True)).side("active").panicked
    assert ruled(FIGHT, ch.SetStratagems("active", 7)).side("active").stratagems == 7


def test_nothing_is_changed_under_a_choice_or_after_the_end() -> None:
    """NV 9.1: the beaten fleet is dealt with first."""
    empty = ship("Enemy", "d5", of="reactive", flipped=True)
    due = after(sea(OWN, empty, TAKEN), cmd.Board("Own", "Enemy", "Phalanx"), 6)
    with pytest.raises(OutOfPhase):
        SYSTEM.check_change(due, ch.RemoveCounter("Legio"))
    over = after(begun("naulochus"), cmd.Decline(), seat="active")
    with pytest.raises(OutOfPhase):
        SYSTEM.check_change(over, ch.SetPanic("active", True))


def test_a_side_that_a_ruling_leaves_without_a_fleet_has_lost_the_battle() -> None:
    """NB-14: with the next command."""
    state = ruled(sea(OWN, ENEMY), ch.RemoveCounter("Enemy"))
    assert after(state, cmd.EndCombat()).result is not None


def test_a_ruling_is_told() -> None:
    """NV 1.8: each change in a sentence."""
    table = Table.found(SYSTEM, "actium")
    changes = (
        ch.PlaceFleet("Own", "e4"),
        ch.FlipCounter("Own"),
        ch.RemoveCounter("Legio"),
        ch.SetPanic("active", True),
        ch.SetPanic("active", False),
        ch.SetStratagems("reactive", 1),
    )
    for change in changes:
        (line,) = SYSTEM.narrate(FIGHT, [change], {}).text
        assert line.endswith(".")
    table.do(
        "referee",
        "campaign.rule",
        text="More.",
        reason="A slip.",
        changes=[{"type": "naval-battle.set-stratagems", "seat": "active", "stratagems": 5}],
    )
    assert table.game.side("active").stratagems == 5
