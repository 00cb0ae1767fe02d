"""What a bot sends, whatever it goes by: the one way in which bots are asked."""

from collections.abc import Mapping
from typing import Any

from iacta.domain.kernel.campaign.search import searched
from iacta.domain.kernel.contract.choices import Below
from iacta.domain.kernel.contract.system import AnySystem, Known
from iacta.domain.kernel.proof.canonical import to_plain

STRONG = "strong"
"""The bot that searches."""


def bot_names(system: AnySystem) -> tuple[str, ...]:
    """The bots of a game, the strongest last."""
    return (*system.bots, *([STRONG] if system.search is not None else []))


def command_of(
    bot: str, system: AnySystem, state: Any, role: str, known: Known, below: Below
) -> Mapping[str, Any] | None:
    """The next command of a role that a bot plays, in plain data; None where it has none.

    ``state`` tells of hidden values their digests alone, and ``known`` those that the role may see.
    """
    options = system.options(state, role, known)
    shown = to_plain(system.view(state, role, known))
    if bot != STRONG or system.search is None:
        return system.bots[bot](shown, options, role, below)
    found = system.search.candidates(shown, options, role, below)
    if len(found) < 2:
        return found[0] if found else None
    return searched(system, state, role, known, found, below)
