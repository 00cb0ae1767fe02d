"""Moving through friendly units. BP 7.1."""

from iacta.domain.de_bello_punico.state import Unit
from iacta.domain.de_bello_punico.state.keys import ARMS

LEGION = ("hastati", "principes")
"""types that pass through each other freely, and count as one for Movement points. BP 7.1, BP 4.6,
BP-13"""


def crosses_freely(mover: Unit, other: Unit) -> bool:
    """Whether neither takes Disorder: light infantry, or Hastati with Principes. BP 7.1."""
    if "light" in (ARMS[mover.type], ARMS[other.type]):
        return True
    return mover.type in LEGION and other.type in LEGION
