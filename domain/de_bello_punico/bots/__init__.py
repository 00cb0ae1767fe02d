"""The bots: one sends any legal command, one keeps a front and attacks where it is the stronger.

They get a view and options, never the state, and are deterministic for the same random choices.
"""

from collections.abc import Sequence

from iacta.domain.de_bello_punico.bots.sight import Plain, View
from iacta.domain.de_bello_punico.bots.steady import steady_command, steady_in_advance
from iacta.domain.kernel.contract.choices import Below, Option, fill

PASSING = ("end", "ready", "accept")


def random_command(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """Any option, filled at random; an impulse is ended one time in four."""
    if not options:
        return None
    passing = [one for one in options if one.id in PASSING]
    acting = [one for one in options if one.id not in PASSING]
    if acting and (not passing or below(4)):
        return fill(acting[below(len(acting))], below)
    return fill((passing or acting)[below(len(passing or acting))], below)


__all__ = ["random_command", "steady_command", "steady_in_advance"]
