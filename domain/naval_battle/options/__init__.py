"""What a seat may do now, in a stable order."""

from collections.abc import Sequence
from typing import Any

from iacta.domain.kernel.contract.system import Known, Option
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.naval_battle.options.battle import combat, movement
from iacta.domain.naval_battle.options.made import one_of, simple
from iacta.domain.naval_battle.rules import allocation, board, deployment, occasion, superiority
from iacta.domain.naval_battle.state import CaptureDue, Seat, State, other

Command = dict[str, Any]


def options(state: State, role: str, known: Known) -> Sequence[Option]:
    """The options of a seat. They rest on public facts alone, and so are the same for all."""
    if role not in ("seat:active", "seat:reactive") or state.phase in ("", "over"):
        return ()
    seat: Seat = "active" if role == "seat:active" else "reactive"
    if state.pending is not None:
        return _pending(state, seat)
    match state.phase:
        case "occasion":
            return _occasion(state, seat)
        case "reply":
            return _reply(seat)
        case "allocation":
            return _allocation(state, seat)
        case "bids":
            return _bid(state, seat)
        case "reconstitution" | "passage" | "withdrawal":
            return _aftermath(state, seat)
    if seat != state.mover:
        return ()
    match state.phase:
        case "deployment":
            return _deployment(state, seat)
        case "command":
            return (simple("check", "Make the Command Checks", "NV 3.4"),)
        case "movement":
            return movement(state, seat)
        case _:
            return combat(state, seat)


def _pending(state: State, seat: Seat) -> Sequence[Option]:
    pending = state.pending
    if pending is None or pending.seat != seat:
        return ()
    if not isinstance(pending, CaptureDue):
        return (
            simple("agree", "Agree to end the battle", "NB-14"),
            simple("decline", "Fight on", "NB-14"),
        )
    ship = state.fleet(pending.ship)
    chiefs = ship.leaders if ship is not None else ()
    items = [{"value": name, "title": f"{name} goes over as well"} for name in chiefs]
    choices = {"/leaders": {"some_of": items, "min": 0, "max": len(items)}} if items else {}
    return (
        Option(
            f"capture:{pending.fleet}",
            f"{pending.unit} takes {pending.fleet}",
            "NV 9.1",
            {"type": "naval-battle.capture"},
            choices,
        ),
        simple("sink", f"Sink {pending.fleet}", "NV 9.1"),
    )


def _occasion(state: State, seat: Seat) -> Sequence[Option]:
    if state.case == "a":
        if state.side(seat).agreed:
            return ()
        return (
            simple("agree", "Agree to a naval battle", "NV 1.3"),
            simple("decline", "Decline a naval battle", "NV 1.3"),
        )
    if seat != "reactive":
        return ()
    if state.case == "b":
        found = [
            Option(
                f"intercept:{force}",
                f"Intercept the supply with the {force} Force"
                if force != "force"
                else "Intercept the supply",
                "NV 1.4",
                _forced(force),
            )
            for force in occasion.forces(state, "reactive")
        ]
        return (*found, simple("let-pass", "Let supply pass", "NV 1.4"))
    chiefs = [leader.name for leader in occasion.interceptors(state)]
    found = [
        simple("intercept", f"{name} intercepts, for a stratagem", "NV 1.6", leader=name)
        for name in chiefs
    ]
    return (*found, simple("let-pass", "Let the moving Force pass", "NV 1.6"))


def _forced(force: str) -> Command:
    command = {"type": "naval-battle.intercept"}
    return command if force == "force" else {**command, "force": force}


def _reply(seat: Seat) -> Sequence[Option]:
    if seat != "active":
        return ()
    return (
        simple("give-battle", "Give battle for the supply", "NV 1.5"),
        simple("concede", "Concede that supply is cut", "NV 1.5"),
    )


def _allocation(state: State, seat: Seat) -> Sequence[Option]:
    """A few whole allocations to take as they are, and any other by its form. NV 2.1."""
    if state.side(seat).allocation:
        return ()
    command = {"type": "naval-battle.allocate"}
    ready = [(to_plain(ships), title) for title, ships in allocation.proposals(state, seat)]
    return (
        Option(
            "allocate-as-proposed",
            "Commit your Force as proposed",
            "NV 2.1",
            command,
            {"/ships": one_of(ready)},
        ),
        Option(
            "allocate",
            "Choose who fights, and aboard what",
            "NV 2.6",
            command,
            {"/ships": {"schema": "Allocate/properties/ships"}},
        ),
    )


def _bid(state: State, seat: Seat) -> Sequence[Option]:
    if state.side(seat).bid:
        return ()
    most = superiority.most(state, seat)
    choices = {"/stratagems": {"integer": {"min": 0, "max": most}}}
    command = {"type": "naval-battle.bid"}
    title = "Stake stratagems for tactical superiority"
    return (Option("bid", title, "NV 2.9", command, choices),)


def _deployment(state: State, seat: Seat) -> Sequence[Option]:
    squares = one_of((square, square) for square in board.free_zone(state, seat))
    found = [
        Option(
            f"place:{fleet.name}",
            f"Set up {fleet.name}",
            "NV 2.11",
            {"type": "naval-battle.place", "fleet": fleet.name},
            {"/square": squares},
        )
        for fleet in deployment.waiting(state, seat)
    ]
    return (simple("form-line", "Set up all the rest in line", "NV 2.11"), *found)


def _aftermath(state: State, seat: Seat) -> Sequence[Option]:
    assert state.result is not None
    winner = state.result.winner
    assert winner is not None
    if state.phase == "withdrawal":
        if seat != other(winner):
            return ()
        port = state.side(seat).port
        return (
            simple("withdraw", f"Go into {port}", "NV 12.2", port=True),
            simple("withdraw", "Leave the hex", "NV 12.2", port=False),
        )
    if seat != winner:
        return ()
    if state.phase == "reconstitution":
        return (simple("reconstitute", "Roll for your eliminated units", "NV 14.1"),)
    what, rule = ("supply", "NV 12.3") if state.case == "b" else ("the moving Force", "NV 12.5")
    return (
        simple("passage", f"Let {what} through", rule, allow=True),
        simple("passage", f"Do not let {what} through", rule, allow=False),
    )
