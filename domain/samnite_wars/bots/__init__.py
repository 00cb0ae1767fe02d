"""A bot that plays to win: it marches when the odds are good, and a card that helps is played.

It gets a view and options in plain data, never the state, and plays only legal options.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.kernel.contract.choices import Below, Option
from iacta.domain.samnite_wars.bots.seat import Seat


def shrewd(
    game: Mapping[str, Any], options: Sequence[Option], role: str, below: Below
) -> Mapping[str, Any] | None:
    """The next command of a seat as plain data, or None if it has nothing to do."""
    if not options:
        return None
    return Seat(game, role.removeprefix("seat:"), options, below).choose()
