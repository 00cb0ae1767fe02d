"""What a command names of its own side, else a refusal."""

from iacta.domain.de_bello_punico.state import Leader, State, Unit, words
from iacta.domain.kernel.proof.errors import Invalid, RuleViolation


def own_unit(state: State, side: str, key: str, pointer: str = "/command/unit") -> Unit:
    """A side's unit, wherever it is."""
    unit = state.by_id.get(key)
    if unit is None or unit.side != side:
        raise Invalid(f"{words.SIDES[side]} has no unit {key!r}", pointer=pointer)
    return unit


def own_leader(state: State, side: str) -> Leader:
    """A side's leader on the field. BP 13."""
    leader = state.leader(side)
    if leader is None or leader.fate:
        raise RuleViolation("BP 13", f"{words.SIDES[side]} has no leader")
    return leader
