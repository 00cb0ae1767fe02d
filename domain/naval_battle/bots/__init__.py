"""Two bots: one picks legal commands at random, one plays sensibly.

Both get a view and options, never the state, and are deterministic for the same random choices.
"""

from collections.abc import Sequence

from iacta.domain.kernel.contract.choices import Below, Option, Unfillable, fill
from iacta.domain.naval_battle.bots.load import any_load
from iacta.domain.naval_battle.bots.plans import Plain, View
from iacta.domain.naval_battle.bots.steady import steady_command

RARELY = 12
"""Options that end a battle early are taken once in this many times."""
EARLY_ENDS = (
    ("decline", "NV 1.3"),
    ("let-pass", "NV 1.4"),
    ("let-pass", "NV 1.6"),
    ("concede", "NV 1.5"),
    ("call-off", "NB-14"),
    ("agree", "NB-14"),
)


def random_command(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """Any option, filled at random; a load that is no proposal is made up from the view."""
    if not options:
        return None
    found = [
        option
        for option in options
        if ((option.kind, option.rule) not in EARLY_ENDS or below(RARELY) == 0)
    ] or list(options)
    option = found[below(len(found))]
    try:
        return fill(option, below)
    except Unfillable:
        return any_load(game, role, below)


__all__ = ["random_command", "steady_command"]
