"""Checks of whose segment it is. CW-34, CW-41."""

from iacta.domain.civil_war.state import Seat, State
from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase


def moving_seat(state: State, role: str) -> Seat:
    """The seat whose segment it is; refused unless ``role`` is that seat or the referee. CW-34."""
    seat = state.active
    if seat is None:
        raise OutOfPhase("no segment is in progress")
    if role not in ("referee", f"seat:{seat}"):
        raise NotYourTurn(f"it is the {seat} seat's segment")
    return seat


def marching_seat(state: State, role: str) -> Seat:
    """The active seat; refused unless it may still march. CW-41."""
    seat = moving_seat(state, role)
    if state.fighting:
        raise OutOfPhase("the marches of this segment are over")
    return seat
