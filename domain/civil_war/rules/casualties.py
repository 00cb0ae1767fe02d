"""The victor's choice of losses. CW 8.4.2F; ruling CW-31."""

from iacta.domain.civil_war.effects import AnyEffect, LossesChosen
from iacta.domain.civil_war.state import LossesDue, State
from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase, RuleViolation


def choose(state: State, units: tuple[str, ...], role: str) -> AnyEffect:
    """Apply the victor's choice: full units are reduced, reduced ones eliminated. Refused if it
    is not the role's choice or the units are not the right ones.
    """
    dues = [due for due in state.pending if isinstance(due, LossesDue)]
    if not dues:
        raise OutOfPhase("no losses need to be chosen")
    due = dues[0]
    if role not in ("referee", f"seat:{due.seat}"):
        raise NotYourTurn("only the victorious seat chooses its losses")
    if len(set(units)) != len(units) or len(units) != due.count or not set(units) <= {*due.units}:
        raise RuleViolation(
            "CW 8.4.2F",
            f"choose {due.count} different units of the victorious side",
            pointer="/command/units",
        )
    reduced = {unit.id for unit in state.units if unit.reduced}
    return LossesChosen(
        due.zone,
        due.seat,
        reduced=tuple(key for key in units if key not in reduced),
        eliminated=tuple(key for key in units if key in reduced),
    )
