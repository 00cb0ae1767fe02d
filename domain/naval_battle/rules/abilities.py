"""What a fleet and its active ground unit may still do this turn, as their checks allow."""

from iacta.domain.kernel.proof.errors import Invalid, RuleViolation
from iacta.domain.naval_battle.rules import board
from iacta.domain.naval_battle.state import Fleet, Mode, Seat, State, Unit, other

MOVES = ("P", "D")
ATTACKS = ("P", "H")
SQUARES = 2
"""A fleet's movement. NV 3.1."""


def is_prize(fleet: Fleet) -> bool:
    """Whether a fleet is a prize in enemy hands. NV 9.2."""
    return fleet.control != fleet.side


def allowance(state: State, fleet: Fleet) -> int:
    """Squares a fleet may move: a prize one, and no double move; others two. NV 3.1, NV 9.2."""
    if is_prize(fleet):
        return 1
    doubled = state.double == "in-use" and state.mover == state.first == fleet.control
    return 2 * SQUARES if doubled else SQUARES


def may_move(fleet: Fleet) -> bool:
    """Whether a fleet may move, by its own check and nobody else's. NV 3.7, NV 4.4, NB-6."""
    return fleet.check in MOVES and not fleet.moved and not fleet.rallied


def may_strike(fleet: Fleet) -> bool:
    """Whether the fleet itself may ram or shoot. NV 3.5, NV 5.5, NV 9.4."""
    return fleet.check in ATTACKS and not fleet.attacked and not fleet.rallied


def active(state: State, fleet: Fleet) -> Unit | None:
    """The topmost ground unit that is no baggage; those below wait. NV 4.1, NV 4.2, NB-11."""
    deck = state.deck(fleet)
    return deck[0] if deck else None


def may_board(state: State, fleet: Fleet) -> Unit | None:
    """The active ground unit, if it may attack: by its own check, once a stack. NV 4.4, NV 5.4."""
    unit = active(state, fleet)
    if unit is None or fleet.attacked or unit.rallied or unit.check not in ATTACKS:
        return None
    return unit


def modes(unit: Unit) -> tuple[Mode, ...]:
    """The ways in which a ground unit may board. NV 8.2, NV 8.3, NV 8.4, NB-5."""
    found: list[Mode] = ["Phalanx"] if unit.factor else []
    if unit.weight == "heavy":
        found.append("Wedge")
    if unit.legion:
        found.append("Quincunx")
    return tuple(found)


def may_rally(state: State, fleet: Fleet, counter: Fleet | Unit) -> bool:
    """Whether a flipped unit may rally: it passed or halts, no enemy adjacent, not moved. NB-20."""
    if not counter.flipped or counter.rallied or counter.check not in ATTACKS:
        return False
    if isinstance(counter, Fleet) and counter.moved:
        return False
    return not board.neighbours(state, fleet, other(fleet.control))


def may_flee(state: State, fleet: Fleet) -> bool:
    """Whether a fleet may flee by its own edge, after panic, as its move. NV 11.1, NB-7."""
    panicked = state.side(fleet.control).panicked
    return panicked and may_move(fleet) and board.at_edge(state, fleet, fleet.control)


def may_break_through(state: State, fleet: Fleet) -> bool:
    """Whether an active fleet may break through, in case (c) only. NV 11.3, NV 11.4, NB-7."""
    if state.case != "c" or fleet.control != "active":
        return False
    return may_move(fleet) and board.at_edge(state, fleet, "reactive")


def own_fleet(state: State, name: str, seat: Seat) -> Fleet:
    """A fleet on the board under the seat's command; `Refused` otherwise. NV 9.2."""
    fleet = state.fleet(name)
    if fleet is None or fleet.status != "board" or seat not in (fleet.side, fleet.control):
        raise Invalid(f"{name} is not a fleet of yours on the board", pointer="/command/fleet")
    if fleet.control != seat:
        raise RuleViolation("NV 9.2", f"{name} is a prize of the enemy", pointer="/command/fleet")
    return fleet


def why_no_move(fleet: Fleet) -> tuple[str, str]:
    """The rule by which a fleet may not move now, and the reason in words."""
    if fleet.check not in MOVES:
        return _check_rule(fleet, "NV 3.7"), f"the Command Check of {fleet.name} is {fleet.check}"
    if fleet.moved:
        return "NV 3.1", f"{fleet.name} has already moved"
    return "NB-20", f"{fleet.name} has tried to rally"


def why_no_strike(fleet: Fleet) -> tuple[str, str]:
    """The rule by which a fleet may not ram or shoot now, and the reason in words."""
    if fleet.attacked:
        return _why_spent(fleet)
    if fleet.check not in ATTACKS:
        return _check_rule(fleet, "NV 3.5"), f"the Command Check of {fleet.name} is {fleet.check}"
    return "NB-20", f"{fleet.name} has tried to rally"


def why_no_boarding(state: State, fleet: Fleet) -> tuple[str, str]:
    """The rule by which nobody on a fleet may board now, and the reason in words."""
    unit = active(state, fleet)
    if fleet.attacked:
        return _why_spent(fleet)
    if unit is None:
        return "NV 8.1", f"{fleet.name} has no ground unit that fights"
    if unit.check not in ATTACKS:
        return "NV 3.5", f"the Command Check of {unit.name} is {unit.check}"
    return "NB-20", f"{unit.name}: a unit that has tried to rally does not attack"


def _check_rule(fleet: Fleet, rule: str) -> str:
    """F has a rule of its own. NV 4.4, NB-6."""
    return "NV 4.4" if fleet.check == "F" else rule


def _why_spent(fleet: Fleet) -> tuple[str, str]:
    """Who was taken, or reverted, this turn has not checked in it. NV 9.4, NB-16."""
    if fleet.check:
        return "NV 5.6", f"{fleet.name} and those aboard have already attacked this turn"
    if fleet.aboard:
        return "NV 9.4", f"{fleet.name} was captured this turn"
    return "NB-16", f"{fleet.name} reverted this turn"
