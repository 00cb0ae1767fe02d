"""Who may fight whom. Ruling CW-33."""

from collections.abc import Sequence

from iacta.domain.civil_war.state import Unit
from iacta.domain.kernel.proof.errors import RuleViolation


def check_sides(attackers: Sequence[Unit], defenders: Sequence[Unit]) -> None:
    """Each Force is of one side, and the two sides differ. CW-33."""
    for who, units in (("attacker", attackers), ("defender", defenders)):
        if len({unit.side for unit in units}) > 1:
            raise RuleViolation("CW-33", "a Force is of one side only", pointer=f"/command/{who}")
    if attackers[0].side == defenders[0].side:
        raise RuleViolation("CW-33", "a side does not fight itself", pointer="/command/defender")
