"""A bot that plays to win: it marches when the odds are good, and a card that helps is played.

It gets a view and options in plain data, never the state, and plays only legal options.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.kernel.contract.choices import Below, Option
from iacta.domain.samnite_wars.bots.seat import shrewd
from iacta.domain.samnite_wars.tables import PLAGUE, SCANDAL


def shrewd_in_advance(
    game: Mapping[str, Any], options: Sequence[Option], role: str, below: Below
) -> Mapping[str, Any] | None:
    """Between two players: what harms the Consul as a Foe, and nothing as Consul, while no war is.

    Among more it depends on who is ahead, and a war's might on its region.
    """
    if len(game["players"]) > 2:
        return None
    for option in options:
        if option.command["window"] == "event":
            answer = {"as_foe": [SCANDAL, PLAGUE]}
            return {**option.command, "until": "game", "answer": answer}
    return None


__all__ = ["shrewd", "shrewd_in_advance"]
