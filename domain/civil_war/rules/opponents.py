"""Which Forces may fight each other. Ruling CW-33."""

from collections.abc import Sequence

from iacta.domain.civil_war.state import Unit
from iacta.domain.kernel.proof.errors import RuleViolation


def check_sides(attackers: Sequence[Unit], defenders: Sequence[Unit]) -> None:
    """Refuse a Force of several sides, or two Forces of the same side. CW-33."""
    for who, units in (("attacker", attackers), ("defender", defenders)):
        if len({unit.side for unit in units}) > 1:
            raise RuleViolation(
                "CW-33", "all units of a Force must belong to one side", pointer=f"/command/{who}"
            )
    if attackers[0].side == defenders[0].side:
        raise RuleViolation(
            "CW-33", "attacker and defender are the same side", pointer="/command/defender"
        )
