"""Whose segment it is. CW-34, CW-41."""

from iacta.domain.civil_war.state import Seat, State
from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase


def moving_seat(state: State, role: str) -> Seat:
    """The seat whose segment it is and who acts in it, or the referee for him. CW-34."""
    seat = state.active
    if seat is None:
        raise OutOfPhase("no segment is on")
    if role not in ("referee", f"seat:{seat}"):
        raise NotYourTurn(f"it is the {seat} seat's segment")
    return seat


def marching_seat(state: State, role: str) -> Seat:
    """The active seat while it marches. CW-41."""
    seat = moving_seat(state, role)
    if state.fighting:
        raise OutOfPhase("marching is over in this segment")
    return seat
