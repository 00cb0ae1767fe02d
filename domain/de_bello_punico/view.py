"""What one audience sees: everything but the markers that are not its own. BP-12."""

import msgspec

from iacta.domain.de_bello_punico.rules import elephants, leaders
from iacta.domain.de_bello_punico.state import Army, Leader, Marker, Missile, State, Unit
from iacta.domain.de_bello_punico.state.keys import SIDES
from iacta.domain.de_bello_punico.state.pending import AnyPending
from iacta.domain.de_bello_punico.state.words import BOXES
from iacta.domain.kernel.contract.system import Known


class Shape(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what stands in a view."""


class TerrainView(Shape, frozen=True):
    """A kind of ground. ``cost`` in MP; null: nobody enters."""

    letter: str
    key: str
    title: str
    cost: int | None


class FieldView(Shape, frozen=True):
    """The field: rows of terrain letters from the north. Hex ccrr is column cc, row rr, from 1."""

    title: str
    width: int
    height: int
    rows: tuple[str, ...]
    terrain: tuple[TerrainView, ...]
    edges: dict[str, str]
    note: str


class UnitView(Shape, frozen=True):
    """A unit. ``hex`` is null off the field, but for a pursuer the hex it left by."""

    id: str
    side: str
    type: str
    title: str
    letters: str
    arm: str
    hex: str | None
    facing: int
    strength: int
    movement: int
    morale: int
    missile: bool
    disorder: int
    panicked: bool
    leader: str | None
    fate: str
    marks: tuple[str, ...]


class LeaderView(Shape, frozen=True):
    """A leader. ``range`` in hexes; ``hex`` is where the unit he rides with stands."""

    side: str
    name: str
    value: int
    range: int
    unit: str | None
    hex: str | None
    fate: str


class MarkerView(Shape, frozen=True):
    """A marker. ``is``: point or vacuus, null for those who may not see it."""

    worth: str | None = msgspec.field(name="is")
    used: bool = False


class BoxView(Shape, frozen=True):
    """A command box and its markers: as placed, then, with all placed, the Vacuus last (BP-12)."""

    box: str
    title: str
    markers: tuple[MarkerView, ...]


class ArmyView(Shape, frozen=True):
    """A side: Rout Points and limit, Command Points, markers still to place, its boxes."""

    side: str
    rout: int
    limit: int
    points: int
    to_place: int
    placed: bool
    boxes: tuple[BoxView, ...]


class View(Shape, frozen=True):
    """The battle. ``side`` is in phase; ``pending`` is settled in this order.

    ``missiles`` is the campaign's own missile table (BP 9.3): a document, so not among the printed.
    """

    scenario: str
    turn: int
    turns: int
    phase: str
    first: str | None
    side: str | None
    field: FieldView | None
    armies: tuple[ArmyView, ...]
    leaders: tuple[LeaderView, ...]
    units: tuple[UnitView, ...]
    missiles: tuple[Missile, ...]
    pending: tuple[AnyPending, ...]
    charges: int
    checks: int
    draw: str | None
    winners: tuple[str, ...]
    ending: str


def view(state: State, audience: str, known: Known) -> View:
    """What ``audience`` sees; it differs by what it knows and by nothing else."""
    return View(
        scenario=state.scenario,
        turn=state.turn,
        turns=state.turns,
        phase=state.phase,
        first=state.first,
        side=state.side,
        field=_field(state),
        armies=tuple(_army(state, army, known) for army in state.armies),
        leaders=tuple(_leader(state, leader) for leader in state.leaders),
        units=tuple(_unit(state, unit) for unit in state.units),
        missiles=state.missiles,
        pending=state.pending,
        charges=state.charges,
        checks=state.checks if elephants.targets(state) else 0,
        draw=state.draw,
        winners=state.winners,
        ending=state.ending,
    )


def _field(state: State) -> FieldView | None:
    field = state.field
    if field is None:
        return None
    terrain = tuple(TerrainView(one.letter, one.key, one.title, one.cost) for one in field.terrain)
    edges: dict[str, str] = {side: field.home(side) for side in SIDES}
    return FieldView(field.title, field.width, field.height, field.rows, terrain, edges, field.note)


def _unit(state: State, unit: Unit) -> UnitView:
    values = state.values[unit.type]
    rider = state.rider(unit.id)
    return UnitView(
        unit.id,
        unit.side,
        unit.type,
        values.title,
        values.letters,
        values.arm,
        unit.hex,
        unit.facing,
        values.combat,
        values.movement,
        values.morale,
        values.missile,
        unit.disorder,
        unit.panicked,
        rider.name if rider else None,
        unit.fate,
        unit.marks,
    )


def _leader(state: State, leader: Leader) -> LeaderView:
    place = state.by_id[leader.unit].hex if leader.unit else None
    return LeaderView(
        leader.side,
        leader.name,
        leader.value,
        leaders.reach(leader),
        leader.unit,
        place,
        leader.fate,
    )


def _army(state: State, army: Army, known: Known) -> ArmyView:
    mine = [one for one in state.markers if one.side == army.side]
    laid = any(one.side == army.side for one in state.placements)
    whole = army.points + 1 if state.commands(army.side) else 0
    left = whole - len(mine) if state.phase == "command" and not laid else 0
    boxes = tuple(
        BoxView(box, BOXES[box], tuple(_marker(one, known) for one in mine if one.box == box))
        for box in army.boxes
    )
    return ArmyView(army.side, army.rout, army.limit, army.points, left, laid, boxes)


def _marker(marker: Marker, known: Known) -> MarkerView:
    if marker.worth is not None:
        return MarkerView("point" if marker.worth else "vacuus", True)
    return MarkerView(known.get(marker.seal), False)
