"""The view of one audience. Only allocations and bids are ever hidden."""

from typing import Any, assert_never

from iacta.domain.kernel.contract.copies import copied
from iacta.domain.kernel.contract.system import Known, ViewPart
from iacta.domain.naval_battle.options.battle import rallying
from iacta.domain.naval_battle.rules import abilities, attacks, movement, turns, victory
from iacta.domain.naval_battle.rules.board import edge
from iacta.domain.naval_battle.state import (
    SEATS,
    CallDue,
    CaptureDue,
    Fleet,
    Leader,
    Seat,
    Side,
    State,
    Unit,
)


class BoardView(ViewPart, frozen=True):
    """The battleboard. Ranks run from ``edges.active`` to ``edges.reactive``."""

    columns: int  #: how many files, a, b … from the left
    rows: int  #: how many ranks
    depth: int  #: how many ranks from its edge a side sets up in
    edges: dict[str, int]  #: the rank at each side's edge, by seat


class UnitView(ViewPart, frozen=True, kw_only=True):
    """A ground unit."""

    name: str  #: its name, used in commands
    owner: str  #: the seat that it belongs to
    force: str  #: the Force that it sails with
    kind: str  #: what it is
    discipline: str  #: its training and morale, from `imperator` to `mob`
    factor: int  #: combat factor of the side that is face up
    points: int  #: victory points for eliminating or capturing it
    weight: str  #: `light`, `medium` or `heavy`
    state: str  #: `full` or `flipped`
    active: bool  #: whether it is on deck: it boards, and is boarded and shot at first
    check: str | None  #: the result of its Command Check this turn
    rallied: bool  #: whether it has tried to rally this turn
    may: tuple[str, ...]  #: what it may do now: `board`, `rally`


class LeaderView(ViewPart, frozen=True):
    """A leader."""

    name: str  #: the leader's name, used in commands
    owner: str  #: the seat that the leader belongs to
    force: str  #: the Force that the leader sails with
    discipline: str  #: the leader's own discipline
    rating: int  #: subtracted from the check dice of units aboard


class FleetView(ViewPart, frozen=True, kw_only=True):
    """A fleet, wherever it is."""

    name: str  #: its name, used in commands
    owner: str  #: the seat that built it
    control: str  #: the seat that commands it
    force: str  #: the Force that it sails with
    discipline: str  #: of its crew
    factor: int  #: combat factor of the side that is face up
    points: int  #: victory points for eliminating or capturing it
    capacity: int  #: how many ground units it carries
    #: `reserve`, `ready`, `board`, `sunk`, `through`, `fled`, `converted` or `returned`.
    status: str
    square: str | None  #: where it is; null off the board
    state: str  #: `full` or `flipped`
    panicked: bool  #: whether the side that commands it has panicked
    captured: bool  #: whether it is a prize
    captor: str | None  #: the ground unit that took it
    check: str | None  #: the result of its Command Check this turn
    moved: bool  #: whether it has moved this turn
    attacked: bool  #: whether it has attacked this turn
    rallied: bool  #: whether it has tried to rally this turn
    aboard: tuple[UnitView, ...]  #: its ground units, from the top
    leaders: tuple[LeaderView, ...]  #: the leaders aboard
    #: What it may do now: `move`, `ram`, `volley`, `board`, `rally`, `flee`, `break-through`.
    may: tuple[str, ...]
    reach: tuple[str, ...]  #: squares it may move to now
    beside: tuple[str, ...]  #: fleets it may ram or board now
    shots: tuple[str, ...]  #: fleets it may shoot at now


class LoadView(ViewPart, frozen=True):
    """A fleet of an allocation and who goes aboard."""

    fleet: str  #: the fleet
    aboard: tuple[str, ...]  #: its ground units, from the top
    leaders: tuple[str, ...]  #: the leaders aboard


class LossView(ViewPart, frozen=True):
    """A fleet, ground unit or leader that is lost or taken."""

    name: str  #: what was lost
    owner: str  #: the seat that it belonged to
    what: str  #: `fleet`, `unit` or `leader`
    points: int  #: what it counts for the enemy
    how: str  #: `sunk`, `captured`, `through`, `fled`, `eliminated` or `dead`


class SideView(ViewPart, frozen=True, kw_only=True):
    """A side."""

    seat: str  #: the key of the seat
    name: str  #: the side's name
    stratagems: int  #: Military Stratagems left
    port: str | None  #: the friendly port, if there is one
    pool: tuple[str, ...]  #: spare fleet counters for prizes, by discipline
    force: str | None  #: the Force that it intercepts with
    interceptor: str | None  #: the leader whose stratagem paid for the interception
    agreed: bool  #: whether it agrees to what is proposed
    has_allocated: bool  #: whether it has chosen who fights
    allocation: tuple[LoadView, ...] | None  #: who fights and who is aboard; null if unknown
    has_bid: bool  #: whether it has bid stratagems
    bid: int | None  #: how many; null if unknown
    panicked: bool  #: whether it has panicked
    controlled: int  #: fleets that it controls; half of `original` or less is panic
    original: int  #: fleets that it began with
    points: int  #: what it is credited with


class PendingView(ViewPart, frozen=True):
    """A choice that a seat has to make."""

    seat: str  #: whose choice it is
    choice: str  #: `capture` of a beaten fleet, or `call-off`
    fleet: str | None  #: the beaten fleet
    unit: str | None  #: the ground unit that beat it
    ship: str | None  #: the fleet that this unit is aboard


class ResultView(ViewPart, frozen=True):
    """How the battle ended."""

    reason: str  #: how it ended, in words
    winner: str | None  #: the seat that won; null for a draw
    points: dict[str, int]  #: by seat
    #: Fleets that go on in any case, and are not intercepted again this move.
    through: tuple[str, ...]
    passage: bool | None  #: whether supply or the moving Force goes through, once said
    withdrew: str | None  #: where the loser went


class View(ViewPart, frozen=True, kw_only=True):
    """The battle as one audience sees it."""

    scenario: str  #: the scenario's key
    case: str  #: the occasion: `a` (agreed), `b` (supply) or `c` (interception)
    place: str  #: where it is fought
    board: BoardView  #: the battleboard
    turn: int  #: the turn, from 1
    turn_limit: int  #: the turn after which it is over
    phase: str  #: the phase of the turn
    mover: str | None  #: the seat that moves or fights now
    first: str | None  #: the seat with tactical superiority, once it is won
    double_move: str | None  #: where the double move stands: `unused`, `in-use` or `used`
    sides: tuple[SideView, ...]  #: both sides
    fleets: tuple[FleetView, ...]  #: every fleet, wherever it is
    ashore: tuple[UnitView, ...]  #: ground units that are aboard no fleet
    ashore_leaders: tuple[LeaderView, ...]  #: leaders who are aboard no fleet
    losses: tuple[LossView, ...]  #: what is lost or taken
    pending: PendingView | None  #: a choice to be made before all else
    result: ResultView | None  #: how it ended; null while it is fought


def view(state: State, audience: str, known: Known) -> View:
    """The view of ``audience``; views differ only in allocations and bids that are known."""
    edges: dict[str, int] = {seat: edge(state, seat) for seat in SEATS}
    return copied(
        View,
        state,
        board=BoardView(state.columns, state.rows, state.depth, edges),
        double_move=state.double or None,
        sides=tuple(_side(state, side, known) for side in state.sides),
        fleets=tuple(_fleet(state, fleet) for fleet in state.fleets),
        ashore=tuple(_unit(unit, False, ()) for unit in state.units if unit.status == "reserve"),
        ashore_leaders=tuple(_leader(one) for one in state.leaders if one.status == "reserve"),
        losses=_losses(state),
        pending=_pending(state),
        result=_result(state),
    )


def _side(state: State, side: Side, known: Known) -> SideView:
    return copied(
        SideView,
        side,
        port=side.port or None,
        force=side.force or None,
        interceptor=side.interceptor or None,
        has_allocated=bool(side.allocation),
        allocation=_allocation(known.get(side.allocation)),
        has_bid=bool(side.bid),
        bid=known.get(side.bid),
        controlled=turns.controlled(state, side.seat),
        points=_points(state, side.seat),
    )


def _points(state: State, seat: Seat) -> int:
    if state.result is not None:
        return state.result.points[SEATS.index(seat)]
    return victory.score(state, seat)


def _allocation(plain: Any) -> tuple[LoadView, ...] | None:
    if plain is None:
        return None
    return tuple(
        LoadView(one["fleet"], tuple(one.get("aboard", ())), tuple(one.get("leaders", ())))
        for one in plain
    )


def _fleet(state: State, fleet: Fleet) -> FleetView:
    on_board = fleet.status == "board"
    acts = on_board and state.mover == fleet.control and state.pending is None
    moving, fighting = acts and state.phase == "movement", acts and state.phase == "combat"
    reach = tuple(movement.squares(state, fleet)) if moving else ()
    beside = tuple(one.name for one in attacks.beside(state, fleet)) if fighting else ()
    shots = tuple(one.name for one in attacks.shot_at(state, fleet)) if fighting else ()
    ready = {one.name for one in rallying(state, [fleet])} if moving else set()
    boarder = abilities.may_board(state, fleet) if fighting and beside else None
    strikes = fighting and abilities.may_strike(fleet)
    may = {
        "move": bool(reach),
        "break-through": moving and abilities.may_break_through(state, fleet),
        "flee": moving and abilities.may_flee(state, fleet),
        "rally": fleet.name in ready,
        "ram": strikes and bool(beside),
        "volley": strikes and bool(shots),
        "board": boarder is not None,
    }
    top = abilities.active(state, fleet)
    aboard = []
    for unit in state.passengers(fleet):
        able = {"board": unit == boarder, "rally": unit.name in ready}
        aboard.append(_unit(unit, unit == top, tuple(key for key in able if able[key])))
    leaders = [one for name in fleet.leaders if (one := state.leader(name)) is not None]
    return copied(
        FleetView,
        fleet,
        owner=fleet.side,
        square=fleet.square or None,
        state=_face(fleet.flipped),
        panicked=state.side(fleet.control).panicked,
        captured=abilities.is_prize(fleet),
        captor=fleet.captor or None,
        check=fleet.check or None,
        aboard=tuple(aboard),
        leaders=tuple(_leader(one) for one in leaders),
        may=tuple(key for key in may if may[key]),
        reach=reach,
        beside=beside if strikes or boarder else (),
        shots=shots if strikes else (),
    )


def _face(flipped: bool) -> str:
    return "flipped" if flipped else "full"


def _unit(unit: Unit, active: bool, may: tuple[str, ...]) -> UnitView:
    return copied(
        UnitView,
        unit,
        owner=unit.side,
        state=_face(unit.flipped),
        active=active,
        check=unit.check or None,
        may=may,
    )


def _leader(leader: Leader) -> LeaderView:
    return LeaderView(leader.name, leader.side, leader.force, leader.discipline, leader.rating)


def _losses(state: State) -> tuple[LossView, ...]:
    fleets = [
        LossView(one.name, one.side, "fleet", one.points, how)
        for one in state.fleets
        if (how := _how(one))
    ]
    units = [
        LossView(one.name, one.side, "unit", one.points, one.status)
        for one in state.units
        if one.status == "eliminated"
    ]
    leaders = [
        LossView(one.name, one.side, "leader", 0, one.status)
        for one in state.leaders
        if one.status == "dead"
    ]
    return (*fleets, *units, *leaders)


def _how(fleet: Fleet) -> str:
    """How a fleet is lost to its side, or nothing. A prize is captured wherever it went."""
    if fleet.status == "sunk":
        return "sunk"
    if abilities.is_prize(fleet) or fleet.status == "returned":
        return "captured"
    return fleet.status if fleet.status in ("through", "fled") else ""


def _pending(state: State) -> PendingView | None:
    match state.pending:
        case None:
            return None
        case CaptureDue(seat, unit, ship, fleet):
            return PendingView(seat, "capture", fleet, unit, ship)
        case CallDue(seat):
            return PendingView(seat, "call-off", None, None, None)
        case _:
            assert_never(state.pending)


def _result(state: State) -> ResultView | None:
    result = state.result
    if result is None:
        return None
    points = dict(zip(SEATS, result.points, strict=True))
    return copied(ResultView, result, points=points, withdrew=result.withdrew or None)
