"""A game's command as the kernel takes it: in its phase, then decided by the game."""

from typing import Any

from iacta.domain.kernel.campaign.requests import check_phase
from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.seals import Secrets


def decided(
    system: System, state: Any, command: Any, role: str, dice: Dice, secrets: Secrets
) -> list[Any]:
    """The effects of a command. Raises `Refused`."""
    (spec,) = (spec for spec in system.commands if isinstance(command, spec.shape))
    check_phase(spec, system.standing(state))
    return list(system.decide(state, command, role, dice, secrets))
