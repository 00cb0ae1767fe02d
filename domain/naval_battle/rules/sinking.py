"""Ships that sink, are captured, or are lost by their captors. NV 4.6, NV 9."""

from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import OutOfPhase, RuleViolation
from iacta.domain.naval_battle.effects import Captured, FleetSunk, Jump, Reverted
from iacta.domain.naval_battle.rules import board
from iacta.domain.naval_battle.rules.unfolding import Unfolding
from iacta.domain.naval_battle.state import CaptureDue, Fleet, Leader, Seat, State

DROWNS = {"only-f": ("F",), "f-and-r": ("F", "R")}
"""Results that fail a jump, by the switch ``jumps``. NV 4.7, NB-25."""


def sink(play: Unfolding, name: str, dice: Dice) -> None:
    """A fleet goes down with its ground units; each leader may jump. NV 4.6, NV 6.5."""
    state = play.state
    fleet = state.fleet(name)
    assert fleet is not None
    leaders = [one for each in fleet.leaders if (one := state.leader(each)) is not None]
    jumps = tuple(_jump(state, fleet, leader, dice) for leader in leaders)
    play.add(FleetSunk(name, fleet.aboard, jumps))


def refuges(state: State, fleet: Fleet, leader: Leader) -> list[Fleet]:
    """The friendly fleets beside a sinking one, the soundest first. NV 4.6, NB-25."""
    near = board.neighbours(state, fleet, leader.side)
    return sorted(near, key=lambda one: (one.flipped, one.control != one.side, one.name))


def _jump(state: State, fleet: Fleet, leader: Leader, dice: Dice) -> Jump:
    """A leader's check: drowns on F, or if no fleet can be reached. NV 4.6, NV 4.7."""
    near = refuges(state, fleet, leader)
    if not near:
        return Jump(leader.name, None, leader.discipline, "", "")
    face = dice.roll("d6", f"jump of {leader.name}")
    assert state.tables is not None
    result = state.tables.read("panic_check", leader.discipline, face)
    to = "" if result in DROWNS[state.switches.jumps] else near[0].name
    return Jump(leader.name, face, leader.discipline, result, to)


def capture_due(state: State, seat: Seat) -> CaptureDue:
    """The beaten fleet that a seat must capture or sink; `OutOfPhase` if there is none."""
    if not isinstance(state.pending, CaptureDue) or state.pending.seat != seat:
        raise OutOfPhase("there is no beaten fleet for you to capture or sink")
    return state.pending


def capture(play: Unfolding, seat: Seat, leaders: tuple[str, ...]) -> None:
    """The boarders take the fleet instead of destroying it. NV 9.1, NV 3.3, NV 9.5."""
    state = play.state
    taken = capture_due(state, seat)
    ship, prize = state.fleet(taken.ship), state.fleet(taken.fleet)
    assert ship is not None
    assert prize is not None
    for name in leaders:
        if name not in ship.leaders or leaders.count(name) > 1:
            detail = f"{name} is not aboard {ship.name}"
            raise RuleViolation("NV 3.3", detail, pointer="/command/leaders")
    play.add(
        Captured(prize.name, seat, taken.unit, ship.name, leaders, prize.leaders, prize.aboard)
    )


def destroy(play: Unfolding, seat: Seat, dice: Dice) -> None:
    """The boarders let the beaten fleet sink. NV 9.1, NV 4.6."""
    sink(play, capture_due(play.state, seat).fleet, dice)


def free_prizes(play: Unfolding) -> None:
    """Prizes whose captor is eliminated revert at once, with nobody aboard. NV 9.3, NB-16."""
    for fleet in play.state.fleets:
        captor = play.state.unit(fleet.captor)
        if fleet.status == "board" and captor is not None and captor.status == "eliminated":
            play.add(Reverted(fleet.name, fleet.captor, fleet.leaders))
