"""State → what one audience gets. Only allocations and bids are ever hidden."""

from typing import Any

import msgspec

from iacta.domain.kernel.contract.system import Known
from iacta.domain.naval_battle.options.battle import rallying
from iacta.domain.naval_battle.rules import attacks, fitness, movement, turns, victory
from iacta.domain.naval_battle.rules.board import edge
from iacta.domain.naval_battle.state import (
    SEATS,
    CaptureDue,
    Fleet,
    Leader,
    Seat,
    Side,
    State,
    Unit,
)


class _View(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class BoardView(_View, frozen=True):
    """The board: files a, b … from the left, ranks from ``edges.active`` to ``edges.reactive``.

    ``depth``: how many ranks from its edge a side sets up in.
    """

    columns: int
    rows: int
    depth: int
    edges: dict[str, int]


class UnitView(_View, frozen=True):
    """A ground unit. ``state``: full or flipped; ``may``: `board`, `rally`."""

    name: str
    owner: str
    force: str
    kind: str
    discipline: str
    factor: int
    points: int
    weight: str
    state: str
    active: bool
    check: str | None
    rallied: bool
    may: tuple[str, ...]


class LeaderView(_View, frozen=True):
    """A leader and what he takes off his shipmates' dice."""

    name: str
    owner: str
    force: str
    discipline: str
    rating: int


class FleetView(_View, frozen=True):
    """A fleet, wherever it is.

    ``owner`` built it, ``control`` commands it; ``captor`` is the ground unit that took it.
    ``status``: reserve, ready, board, sunk, through, fled, converted, returned. ``may``: move,
    ram, volley, board, rally, flee, break-through; ``reach``: squares in reach; ``beside`` and
    ``shots``: targets.
    """

    name: str
    owner: str
    control: str
    force: str
    discipline: str
    factor: int
    points: int
    capacity: int
    status: str
    square: str | None
    state: str
    panicked: bool
    captured: bool
    captor: str | None
    check: str | None
    moved: bool
    attacked: bool
    rallied: bool
    aboard: tuple[UnitView, ...]
    leaders: tuple[LeaderView, ...]
    may: tuple[str, ...]
    reach: tuple[str, ...]
    beside: tuple[str, ...]
    shots: tuple[str, ...]


class LoadView(_View, frozen=True):
    """A fleet of an allocation and who goes aboard, from the top."""

    fleet: str
    aboard: tuple[str, ...]
    leaders: tuple[str, ...]


class LossView(_View, frozen=True):
    """A fleet, ground unit or leader that is lost or taken, and how: sunk, captured, through …"""

    name: str
    owner: str
    what: str
    points: int
    how: str


class SideView(_View, frozen=True):
    """A side. ``points``: what it is credited with; ``allocation`` and ``bid`` null if unknown.

    ``controlled`` of ``original`` fleets: half or less is panic. ``pool``: fleet counters.
    """

    seat: str
    name: str
    stratagems: int
    port: str | None
    pool: tuple[str, ...]
    force: str | None
    interceptor: str | None
    agreed: bool
    has_allocated: bool
    allocation: tuple[LoadView, ...] | None
    has_bid: bool
    bid: int | None
    panicked: bool
    controlled: int
    original: int
    points: int


class PendingView(_View, frozen=True):
    """A choice that a seat has to make: `capture` of a beaten fleet, or `call-off`."""

    seat: str
    choice: str
    fleet: str | None
    unit: str | None
    ship: str | None


class ResultView(_View, frozen=True):
    """How it ended. ``passage``: whether supply or the moving Force goes through, once said.

    ``through``: fleets that go on in any case, and are not intercepted again this move.
    """

    reason: str
    winner: str | None
    points: dict[str, int]
    through: tuple[str, ...]
    passage: bool | None
    withdrew: str | None


class View(_View, frozen=True):
    """The battle as one audience sees it. ``first`` has tactical superiority, once it is won."""

    scenario: str
    case: str
    place: str
    board: BoardView
    turn: int
    turn_limit: int
    phase: str
    mover: str | None
    first: str | None
    double_move: str | None
    sides: tuple[SideView, ...]
    fleets: tuple[FleetView, ...]
    ashore: tuple[UnitView, ...]
    ashore_leaders: tuple[LeaderView, ...]
    losses: tuple[LossView, ...]
    pending: PendingView | None
    result: ResultView | None


def view(state: State, audience: str, known: Known) -> View:
    """What ``audience`` sees; it differs by what it knows of allocations and bids alone."""
    edges: dict[str, int] = {seat: edge(state, seat) for seat in SEATS}
    return View(
        scenario=state.scenario,
        case=state.case,
        place=state.place,
        board=BoardView(state.columns, state.rows, state.depth, edges),
        turn=state.turn,
        turn_limit=state.turn_limit,
        phase=state.phase,
        mover=state.mover,
        first=state.first,
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
    return SideView(
        seat=side.seat,
        name=side.name,
        stratagems=side.stratagems,
        port=side.port or None,
        pool=side.pool,
        force=side.force or None,
        interceptor=side.interceptor or None,
        agreed=side.agreed,
        has_allocated=bool(side.allocation),
        allocation=_allocation(known.get(side.allocation)),
        has_bid=bool(side.bid),
        bid=known.get(side.bid),
        panicked=side.panicked,
        controlled=turns.controlled(state, side.seat),
        original=side.original,
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
    boarder = fitness.may_board(state, fleet) if fighting and beside else None
    strikes = fighting and fitness.may_strike(fleet)
    may = {
        "move": bool(reach),
        "break-through": moving and fitness.may_break_through(state, fleet),
        "flee": moving and fitness.may_flee(state, fleet),
        "rally": fleet.name in ready,
        "ram": strikes and bool(beside),
        "volley": strikes and bool(shots),
        "board": boarder is not None,
    }
    top = fitness.active(state, fleet)
    aboard = []
    for unit in state.passengers(fleet):
        able = {"board": unit == boarder, "rally": unit.name in ready}
        aboard.append(_unit(unit, unit == top, tuple(key for key in able if able[key])))
    leaders = [one for name in fleet.leaders if (one := state.leader(name)) is not None]
    return FleetView(
        name=fleet.name,
        owner=fleet.side,
        control=fleet.control,
        force=fleet.force,
        discipline=fleet.discipline,
        factor=fleet.factor,
        points=fleet.points,
        capacity=fleet.capacity,
        status=fleet.status,
        square=fleet.square or None,
        state=_face(fleet.flipped),
        panicked=state.side(fleet.control).panicked,
        captured=fitness.is_prize(fleet),
        captor=fleet.captor or None,
        check=fleet.check or None,
        moved=fleet.moved,
        attacked=fleet.attacked,
        rallied=fleet.rallied,
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
    return UnitView(
        name=unit.name,
        owner=unit.side,
        force=unit.force,
        kind=unit.kind,
        discipline=unit.discipline,
        factor=unit.factor,
        points=unit.points,
        weight=unit.weight,
        state=_face(unit.flipped),
        active=active,
        check=unit.check or None,
        rallied=unit.rallied,
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
    if fitness.is_prize(fleet) or fleet.status == "returned":
        return "captured"
    return fleet.status if fleet.status in ("through", "fled") else ""


def _pending(state: State) -> PendingView | None:
    match state.pending:
        case None:
            return None
        case CaptureDue(seat, unit, ship, fleet):
            return PendingView(seat, "capture", fleet, unit, ship)
        case _:
            return PendingView(state.pending.seat, "call-off", None, None, None)


def _result(state: State) -> ResultView | None:
    result = state.result
    if result is None:
        return None
    points: dict[str, int] = dict(zip(SEATS, result.points, strict=True))
    return ResultView(
        result.reason,
        result.winner,
        points,
        result.through,
        result.passage,
        result.withdrew or None,
    )
