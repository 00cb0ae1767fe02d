"""The strategic phase: markers are placed, one by one or all at once. BP 4, BP 4.1, BP-12."""

from collections.abc import Iterable, Mapping
from typing import Any

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import Marker, State
from iacta.domain.de_bello_punico.state.keys import SIDES, BoxKey, SideKey
from iacta.domain.de_bello_punico.state.words import BOXES
from iacta.domain.de_bello_punico.state.words import SIDES as NAMES
from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, OutOfPhase, RuleViolation

WORTHS = {"point": "Command Point", "vacuus": "Vacuus"}
MOST = 3
"""markers in one box; Fortuna holds one. BP 4.1, BP 4.9"""


def marker_count(state: State, side: str) -> int:
    """How many markers a side places: its points and the Vacuus; none without a leader. BP-24."""
    return state.army(side).points + 1 if state.commands(side) else 0


def placed_markers(state: State, side: str) -> tuple[Marker, ...]:
    """The markers that a side has placed this turn."""
    return tuple(one for one in state.markers if one.side == side)


def due(state: State) -> tuple[SideKey, ...]:
    """The sides to place now: in turns, Carthage first (BP 4.1), or all that have not (BP-12)."""
    if not state.alternate:
        laid = {one.side for one in state.placements} | {one.side for one in state.markers}
        return tuple(side for side in SIDES if side not in laid and marker_count(state, side))
    carthage, rome = (len(placed_markers(state, side)) for side in SIDES)
    if carthage < marker_count(state, "carthage") and (
        carthage <= rome or rome >= marker_count(state, "rome")
    ):
        return ("carthage",)
    return ("rome",) if rome < marker_count(state, "rome") else ()


def box_capacity(box: str) -> int:
    """How many markers a box takes. BP 4.1, BP 4.9."""
    return 1 if box == "fortuna" else MOST


def open_boxes(state: State, side: str) -> tuple[BoxKey, ...]:
    """The boxes with room for a side's next marker."""
    mine = placed_markers(state, side)
    return tuple(
        box
        for box in state.army(side).boxes
        if sum(1 for one in mine if one.box == box) < box_capacity(box)
    )


def markers_left(state: State, side: str, known: Mapping[str, Any]) -> tuple[str, ...]:
    """What markers a side has left: ``point``, ``vacuus`` or both. BP 4."""
    mine = [known[one.seal] for one in placed_markers(state, side)]
    left = []
    if mine.count("point") < state.army(side).points:
        left.append("point")
    if "vacuus" not in mine:
        left.append("vacuus")
    return tuple(left)


def place(play: Unfolding, side: SideKey, box: BoxKey, marker: str) -> None:
    """Place one marker. BP 4.1."""
    state = play.state
    if not state.alternate:
        raise OutOfPhase("by this campaign's switch all markers are placed in one command")
    if side not in due(state):
        raise NotYourTurn(f"{NAMES[side]} does not place the next marker")
    if box not in open_boxes(state, side):
        if box not in state.army(side).boxes:
            raise RuleViolation(*_no_box(side, box), pointer="/command/box")
        rule = "BP 4.9" if box == "fortuna" else "BP 4.1"
        raise RuleViolation(rule, f"the {BOXES[box]} box is full", pointer="/command/box")
    known = {one.seal: play.secrets.known(one.seal) for one in placed_markers(state, side)}
    if marker not in markers_left(state, side, known):
        raise RuleViolation("BP 4", f"no {WORTHS[marker]} is left", pointer="/command/marker")
    play.add(fx.MarkerPlaced(side, box, play.secrets.member("marker").sealed))
    if not due(play.state):
        hidden = play.secrets.hidden
        for one in SIDES:
            mine = placed_markers(play.state, one)
            _show(play, one, [(it.box, hidden(it.seal) == "vacuus") for it in mine])


def place_all(play: Unfolding, side: SideKey, boxes: tuple[BoxKey, ...], vacuus: int) -> None:
    """Place all markers in secret; the second side's command shows in which boxes. BP-12."""
    state = play.state
    if state.alternate:
        raise OutOfPhase("by this campaign's switch markers are placed one by one")
    if side not in due(state):
        raise Conflict("your markers are already placed")
    _check_all(state, side, boxes, vacuus)
    member = play.secrets.member
    play.add(fx.PlacementLaid(side, member("boxes").sealed, member("vacuus").sealed))
    if not due(play.state):
        secrets = play.secrets
        for laid in play.state.placements:
            boxes, which = secrets.open(laid.boxes), secrets.hidden(laid.vacuus)
            _show(play, laid.side, [(box, i == which) for i, box in enumerate(boxes)])


def _check_all(state: State, side: str, boxes: tuple[BoxKey, ...], vacuus: int) -> None:
    count, where = marker_count(state, side), "/command/boxes"
    if len(boxes) != count:
        raise RuleViolation("BP 4", f"exactly {count} markers must be placed", pointer=where)
    if vacuus >= count:
        raise RuleViolation(
            "BP 4", "vacuus must be the index of one of the boxes", pointer="/command/vacuus"
        )
    for box in boxes:
        if box not in state.army(side).boxes:
            raise RuleViolation(*_no_box(side, box), pointer=where)
        if boxes.count(box) > box_capacity(box):
            rule = "BP 4.9" if box == "fortuna" else "BP 4.1"
            detail = f"there are too many markers in the {BOXES[box]} box"
            raise RuleViolation(rule, detail, pointer=where)


def _no_box(side: str, box: str) -> tuple[str, str]:
    """Furor is Carthage's, Elephants Rome's. BP-28."""
    rule = "BP 4.7" if box == "furor" else "BP 4.8"
    return rule, f"{NAMES[side]} has no {BOXES[box]} box"


def _show(play: Unfolding, side: SideKey, markers: Iterable[tuple[BoxKey, bool]]) -> None:
    """Seal a side's markers anew, box by box, the Vacuus as the last in its box. BP-12.

    The points of a box are used in this order: which of its markers are used tells how many, and
    not which is the Vacuus. The new seals do not tell which marker was placed when.
    """
    order = play.state.army(side).boxes.index
    sealed = tuple(
        fx.PlacedMarker(box, play.secrets.seal("vacuus" if vacuus else "point", (f"seat:{side}",)))
        for box, vacuus in sorted(markers, key=lambda one: (order(one[0]), one[1]))
    )
    if sealed:
        play.add(fx.MarkersShown(side, sealed))
