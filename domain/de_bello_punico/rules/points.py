"""Command Points: what lies in a box, what a seat knows of it, and spending it. BP 4."""

from collections.abc import Mapping
from typing import Any

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import Marker, State
from iacta.domain.de_bello_punico.state.keys import SideKey
from iacta.domain.de_bello_punico.state.words import BOXES
from iacta.domain.kernel.contract.words import count_of
from iacta.domain.kernel.proof.errors import RuleViolation
from iacta.domain.kernel.proof.seals import Secrets

NO_LEADER = "a side without a leader on the field cannot use Command Points"
RULES = {
    "initiative": "BP 4.2",
    "combat": "BP 4.3",
    "recovery": "BP 4.4",
    "cavalry": "BP 4.5",
    "movement": "BP 4.6",
    "furor": "BP 4.7",
    "elephants": "BP 4.8",
    "fortuna": "BP 4.9",
}
"""The rule of each box."""


def usable_points(
    state: State, side: str, box: str, known: Mapping[str, Any]
) -> tuple[Marker, ...]:
    """The unused points in a box, as far as ``known`` shows them; none without a leader. BP-24."""
    if not state.commands(side):
        return ()
    return tuple(one for one in state.in_box(side, box) if known.get(one.seal) == "point")


def require_points(
    state: State, side: str, box: str, secrets: Secrets, count: int = 1
) -> list[Marker]:
    """So many points of a box, else a refusal that rests on what the side itself knows. BP-12."""
    if not state.commands(side):
        raise RuleViolation("BP 13", NO_LEADER)
    own = state.in_box(side, box)
    found = [one for one in own if secrets.known(one.seal) == "point"]
    if len(found) < count:
        held = count_of(len(found), "unused Command Point")
        raise RuleViolation(RULES[box], f"the {BOXES[box]} box holds {held}")
    return found[:count]


def spend(play: Unfolding, side: SideKey, box: str, count: int = 1) -> None:
    """Use points of a box and show them. Call it before any die is thrown.

    The Vacuus lies last in its box (BP-12): the first points are the first markers.
    """
    for marker in require_points(play.state, side, box, play.secrets, count):
        play.secrets.open(marker.seal)
        play.add(fx.MarkerUsed(side, marker.box, marker.seal, 1))
