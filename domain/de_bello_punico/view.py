"""The view of one audience: everything but the other side's markers. BP-12."""

import msgspec

from iacta.domain.de_bello_punico.rules import elephants, leaders
from iacta.domain.de_bello_punico.state import Army, Leader, Marker, Missile, State, Unit
from iacta.domain.de_bello_punico.state.keys import SIDES
from iacta.domain.de_bello_punico.state.pending import AnyPending
from iacta.domain.de_bello_punico.state.words import BOXES
from iacta.domain.kernel.contract.copies import copied
from iacta.domain.kernel.contract.system import Known, ViewPart


class TerrainView(ViewPart, frozen=True):
    """A kind of ground."""

    letter: str  #: what stands for it in the rows of the field
    key: str  #: its key
    title: str  #: its name
    cost: int | None  #: MP to enter; null if impassable


class FieldView(ViewPart, frozen=True):
    """The field. Hex ccrr is column cc, row rr, from 1."""

    title: str  #: its name
    width: int  #: how many columns
    height: int  #: how many rows
    rows: tuple[str, ...]  #: terrain letters, one string per row, from the north
    terrain: tuple[TerrainView, ...]  #: what the letters mean
    edges: dict[str, str]  #: each side's own edge, `north` or `south`, by side
    note: str  #: a remark on the field


class UnitView(ViewPart, frozen=True, kw_only=True):
    """A unit."""

    id: str  #: its id, used in commands
    side: str  #: `rome` or `carthage`
    type: str  #: the type of its counter
    title: str  #: what the type is called
    letters: str  #: the letters on the counter
    arm: str  #: foot, light (infantry), horse or elephants
    hex: str | None  #: its hex; null off the field; for a pursuer, where it left
    facing: int  #: the side of the hex that it faces, 0 to 5, clockwise
    strength: int  #: Combat Points, added to its die
    movement: int  #: movement allowance
    morale: int  #: the Disorder at which it panics
    missile: bool  #: whether it can shoot
    disorder: int  #: points of Disorder
    panicked: bool  #: whether it is in panic
    leader: str | None  #: the leader who is stacked with it
    #: Why it is off the field: held, pursuing, fled, eliminated, removed or left; empty on
    #: the field.
    fate: str
    marks: tuple[str, ...]  #: what it has done this turn


class LeaderView(ViewPart, frozen=True):
    """A leader."""

    side: str  #: `rome` or `carthage`
    name: str  #: the leader's name
    value: int  #: as printed
    range: int  #: command range, in hexes
    unit: str | None  #: the unit that the leader is stacked with; null alone, or off the field
    hex: str | None  #: the leader's hex; null off the field
    fate: str  #: the leader's fate; empty while on the field


class MarkerView(ViewPart, frozen=True):
    """A marker."""

    #: `point` or `vacuus`; null if the audience may not see it.
    worth: str | None = msgspec.field(name="is")
    used: bool = False  #: whether it has been used, and so revealed


class BoxView(ViewPart, frozen=True):
    """A command box and its markers."""

    box: str  #: its key
    title: str  #: its name
    markers: tuple[MarkerView, ...]  #: as placed; once all are placed, the Vacuus is last (BP-12)


class ArmyView(ViewPart, frozen=True):
    """A side and its command."""

    side: str  #: `rome` or `carthage`
    rout: int  #: Rout Points so far
    limit: int  #: the Rout Points at which the army is beaten
    points: int  #: Command Points a turn
    to_place: int  #: markers still to place
    placed: bool  #: whether all have been placed in secret
    boxes: tuple[BoxView, ...]  #: the boxes that markers are placed in


class View(ViewPart, frozen=True, kw_only=True):
    """The battle as one audience sees it."""

    scenario: str  #: the scenario's key
    turn: int  #: the turn, from 1
    turns: int  #: how many turns there are
    phase: str  #: the phase of the turn
    first: str | None  #: the First player of the turn
    side: str | None  #: the side in phase
    field: FieldView | None  #: the field; null before the set-up
    armies: tuple[ArmyView, ...]  #: both sides
    leaders: tuple[LeaderView, ...]  #: both sides' leaders
    units: tuple[UnitView, ...]  #: both sides' units, those off the field included
    #: The campaign's own missile table (BP 9.3), a document and so not among the printed tables.
    missiles: tuple[Missile, ...]
    pending: tuple[AnyPending, ...]  #: what has to be settled, in this order
    charges: int  #: charges that a Furor point already spent still allows
    checks: int  #: rolls on the Elephants Table that a point already spent still allows
    draw: str | None  #: the side that wins a draw; null if neither
    winners: tuple[str, ...]  #: the sides that have won
    ending: str  #: how the battle ended, in words; empty while it is fought


def view(state: State, audience: str, known: Known) -> View:
    """The view of ``audience``; views differ only by what is known."""
    return copied(
        View,
        state,
        field=_field(state),
        armies=tuple(_army(state, army, known) for army in state.armies),
        leaders=tuple(_leader(state, leader) for leader in state.leaders),
        units=tuple(_unit(state, unit) for unit in state.units),
        checks=state.checks if elephants.targets(state) else 0,
    )


def _field(state: State) -> FieldView | None:
    field = state.field
    if field is None:
        return None
    terrain = tuple(copied(TerrainView, one) for one in field.terrain)
    edges = {side: field.home(side) for side in SIDES}
    return copied(FieldView, field, terrain=terrain, edges=edges)


def _unit(state: State, unit: Unit) -> UnitView:
    values = state.values[unit.type]
    rider = state.rider(unit.id)
    return copied(
        UnitView,
        unit,
        title=values.title,
        letters=values.letters,
        arm=values.arm,
        strength=values.combat,
        movement=values.movement,
        morale=values.morale,
        missile=values.missile,
        leader=rider.name if rider else None,
    )


def _leader(state: State, leader: Leader) -> LeaderView:
    escort = state.escort(leader)
    unit = escort.id if escort else None
    return copied(LeaderView, leader, range=leaders.command_range(leader), unit=unit)


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
