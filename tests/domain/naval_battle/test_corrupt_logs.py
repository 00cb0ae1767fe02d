"""An effect that is impossible in the state it meets is a corrupt log, never passed over."""

import pytest

from iacta.domain.kernel.proof.errors import CorruptLog
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import changes as ch
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.state import CaptureDue, Load, State
from tests.domain.naval_battle.given import begun, chief, prize, sea, ship, unit

OWN = ship("Own", "d4", unit("Legio"), chief("Antony"))
ENEMY = ship("Enemy", "d5", unit("Guard"), of="reactive")
FIGHT = sea(OWN, ENEMY)
MOVING = sea(OWN, ENEMY, phase="movement")
CHECKING = sea(OWN, ENEMY, phase="command")
TAKEN = sea(OWN, prize("Prize", "d5", unit("Captor"), by="active"))


def hit(did: str, on: str = "Guard", **more: object) -> fx.Attacked:
    blow = fx.Blow(6, "B", on, "B", did, "NB-2")  # type: ignore[arg-type]
    members = {
        "attack": "boarding",
        "seat": "active",
        "fleet": "Own",
        "unit": "Legio",
        "target": "Enemy",
        "row": "Phalanx",
        "dice": 5,
        "blows": (blow,),
        "beaten": False,
    }
    return fx.Attacked(**(members | more))  # type: ignore[arg-type]


def due(state: State) -> State:
    return SYSTEM.evolve(state, fx.CaptureAwaited(CaptureDue("active", "Legio", "Own", "Enemy")))  # type: ignore[no-any-return]


CASES = [
    (State(), fx.Agreed("active")),
    (State(), fx.AllocationLaid("active", "x")),
    (begun("actium"), fx.BattleGiven("active")),
    (begun("supply"), fx.Intercepted("reactive", "besieged", "", 9)),
    (begun("actium"), fx.PhaseBegun("combat")),
    (begun("actium"), fx.AllocationLaid("active", "x")),
    (begun("actium"), fx.AllocationsOpened((Load("Liburnians"),), ())),
    (begun("actium"), fx.BidLaid("active", "x")),
    (begun("actium"), fx.SuperiorityWon((1, 0), "active", "NV 2.9")),
    (FIGHT, fx.Deployed("active", (fx.Placed("Own", "d1"),))),
    (MOVING, fx.TurnBegun(2, "reactive")),
    (FIGHT, fx.TurnBegun(4, "reactive")),
    (CHECKING, fx.Checked("reactive", "command_check", ())),
    (CHECKING, fx.Checked("active", "command_check", (fx.Check("Own", "", 1, (), 1, "P", False),))),
    (FIGHT, fx.Routed("Own", ("d4", "d3"))),
    (MOVING, fx.Moved("Own", ("d3", "d2"))),
    (MOVING, fx.Moved("Own", ("d4", "d5"))),
    (MOVING, fx.Moved("Nobody", ("d4", "d3"))),
    (FIGHT, fx.Moved("Own", ("d4", "d3"))),
    (FIGHT, fx.LeftBoard("Own", "fled", 6, "lost", "lost")),
    (MOVING, fx.LeftBoard("Nobody", "through", None, "through", "through")),
    (MOVING, fx.DoubleMoveBegun("active")),
    (MOVING, fx.RallyRolled("Own", "veteran", 1, (), 1, "rallies", True)),
    (FIGHT, fx.RallyRolled("Own", "veteran", 1, (), 1, "rallies", True)),
    (MOVING, hit("nothing")),
    (FIGHT, hit("killed")),
    (FIGHT, hit("flipped", "Nobody")),
    (FIGHT, hit("attacker-lost")),
    (FIGHT, hit("killed", "Enemy")),
    (FIGHT, hit("nothing", seat="reactive")),
    (FIGHT, hit("nothing", target="Nobody")),
    (FIGHT, fx.FleetSunk("Own", (), ())),
    (FIGHT, fx.FleetSunk("Own", ("Legio",), ())),
    (FIGHT, fx.FleetSunk("Nobody", (), ())),
    (due(FIGHT), fx.CaptureAwaited(CaptureDue("active", "Legio", "Own", "Enemy"))),
    (FIGHT, fx.Captured("Enemy", "active", "Legio", "Own", (), (), ())),
    (due(FIGHT), fx.Captured("Enemy", "active", "Legio", "Own", (), (), ())),
    (due(FIGHT), fx.Captured("Enemy", "active", "Nobody", "Own", (), (), ("Guard",))),
    (due(FIGHT), fx.Captured("Enemy", "active", "Legio", "Own", ("X",), (), ("Guard",))),
    (TAKEN, fx.Reverted("Prize", "Captor", ())),
    (FIGHT, fx.Reverted("Enemy", "Guard", ())),
    (FIGHT, fx.Panicked("active", 1, 7)),
    (FIGHT, fx.CallRefused("active")),
    (State(), fx.BattleEnded("agreed", "nothing", (0, 0))),
    (FIGHT, fx.Converted((fx.Conversion("Enemy", None),))),
    (FIGHT, fx.Reconstituted("active", ())),
    (FIGHT, fx.PassageDecided("active", True)),
    (FIGHT, fx.Withdrew("active", "port")),
    (State(), ch.SetPanic("active", True)),
    (FIGHT, ch.PlaceFleet("Own", "d5")),
    (FIGHT, ch.RemoveCounter("Nobody")),
    (FIGHT, ch.FlipCounter("Nobody")),
]


@pytest.mark.parametrize(("state", "effect"), CASES)
def test_the_impossible_is_a_corrupt_log(state: State, effect: fx.AnyEffect) -> None:
    """NV 1.8: state is never silently kept."""
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(state, effect)


def test_a_prize_is_converted_by_a_counter_that_is_there() -> None:
    """NV 13.1: not by one that the pool does not have."""
    over = SYSTEM.evolve(TAKEN, fx.BattleEnded("agreed", "over", (0, 0)))
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(over, fx.Converted((fx.Conversion("Prize", "imperator"),)))


def test_a_battle_begins_once() -> None:
    """NV 1.2: a second beginning is a corrupt log."""
    state = begun("actium")
    members = {name: getattr(state, name) for name in fx.Begun.__struct_fields__}
    with pytest.raises(CorruptLog):
        SYSTEM.evolve(state, fx.Begun(**members))
