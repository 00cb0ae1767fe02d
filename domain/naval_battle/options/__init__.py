"""The legal options of a seat, in a stable order."""

from collections.abc import Sequence

from iacta.domain.kernel.contract.choices import (
    Alternative,
    Choice,
    Choices,
    ChooseList,
    Option,
    integer,
    one_of,
    option,
    some_of,
)
from iacta.domain.kernel.contract.system import Known
from iacta.domain.kernel.contract.words import count_of, number
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle.options.battle import combat, movement
from iacta.domain.naval_battle.rules import (
    allocation,
    board,
    checks,
    deployment,
    occasion,
    superiority,
)
from iacta.domain.naval_battle.state import CaptureDue, Load, Seat, State, other
from iacta.domain.naval_battle.state.words import does, the


def options(state: State, role: str, known: Known) -> Sequence[Option]:
    """The options of a seat. They depend on public facts only, so every reader gets the same."""
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
            if state.side(seat).bid:
                return ()
            choices = {"/stratagems": integer(0, superiority.max_bid(state, seat))}
            return (option(cmd.Bid, _bid(state, seat), "NV 2.9", choices),)
        case "reconstitution" | "passage" | "withdrawal":
            return _aftermath(state, seat)
    if seat != state.mover:
        return ()
    match state.phase:
        case "deployment":
            return _deployment(state, seat)
        case "command":
            title = f"Make the Command Checks: {_throwers(state, seat)}"
            return (option(cmd.CheckCommand, title, "NV 3.4"),)
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
            option(cmd.Agree, "Agree to end the battle", "NB-14"),
            option(cmd.Decline, "Fight on", "NB-14"),
        )
    ship = state.fleet(pending.ship)
    chiefs = ship.leaders if ship is not None else ()
    items = [Alternative(name, f"{name} moves to the prize") for name in chiefs]
    choices: Choices = {"/leaders": some_of(items, 0, len(items))} if items else {}
    beaten = the(state, pending.fleet)
    title = f"{does(state, pending.unit, 'capture')} {beaten}"
    return (
        option(cmd.Capture, title, "NV 9.1", choices, key=pending.fleet),
        option(cmd.Sink, f"Sink {beaten}", "NV 9.1"),
    )


def _occasion(state: State, seat: Seat) -> Sequence[Option]:
    if state.case == "a":
        if state.side(seat).agreed:
            return ()
        return (
            option(cmd.Agree, "Agree to a naval battle", "NV 1.3"),
            option(cmd.Decline, "Decline a naval battle", "NV 1.3"),
        )
    if seat != "reactive":
        return ()
    if state.case == "b":
        found = [_intercept(force) for force in occasion.forces(state, "reactive")]
        return (*found, option(cmd.LetPass, "Let supply pass", "NV 1.4"))
    chiefs = [leader.name for leader in occasion.interceptors(state)]
    cost = f"at the cost of {count_of(occasion.COST, 'stratagem')}"
    found = [
        option(cmd.Intercept, f"Intercept with {name} {cost}", "NV 1.6", key=name, leader=name)
        for name in chiefs
    ]
    return (*found, option(cmd.LetPass, "Let the moving Force pass", "NV 1.6"))


def _intercept(force: str) -> Option:
    if force == "force":
        return option(cmd.Intercept, "Intercept the supply", "NV 1.4", key=force)
    title = f"Intercept the supply with the {force} Force"
    return option(cmd.Intercept, title, "NV 1.4", key=force, force=force)


def _reply(seat: Seat) -> Sequence[Option]:
    if seat != "active":
        return ()
    return (
        option(cmd.GiveBattle, "Give battle for the supply", "NV 1.5"),
        option(cmd.Concede, "Concede: supply is cut", "NV 1.5"),
    )


def _allocation(state: State, seat: Seat) -> Sequence[Option]:
    """A few whole allocations to take as they are, and any other ship by ship. NV 2.1."""
    if state.side(seat).allocation:
        return ()
    ready = [
        Alternative(to_plain(ships), f"{title}: {_told(ships)}")
        for title, ships in allocation.proposals(state, seat)
    ]
    return (
        Option(
            "allocate-as-proposed",
            "Choose who fights: by a ready list, the usual one first",
            "NV 2.1",
            {"type": "naval-battle.allocate"},
            {"/ships": one_of(ready)},
        ),
        option(
            cmd.Allocate,
            "Choose who fights: fleet by fleet",
            "NV 2.6",
            {"/ships": _ships(state, seat)},
        ),
    )


def _told(ships: Sequence[Load]) -> str:
    """Each fleet with who goes aboard, from the top, and the leaders."""
    return ", ".join(
        f"{one.fleet} ({', '.join([*one.aboard, *one.leaders]) or 'nobody'})" for one in ships
    )


def _bid(state: State, seat: Seat) -> str:
    """What both sides can bid, and who has superiority where they bid the same. NV 2.10."""
    most, theirs = (superiority.max_bid(state, one) for one in (seat, other(seat)))
    tie = state.side(superiority.TIES[state.case]).name
    return (
        f"Bid up to {number(most)} of your stratagems for tactical superiority: the"
        f" {state.side(other(seat)).name} can bid {number(theirs)}, and a tie goes to the {tie}"
    )


def _ships(state: State, seat: Seat) -> ChooseList:
    """The fleets that may take part, each with what fits aboard, from the top. NV 2.2, NV 2.6."""
    fleets, units, leaders = allocation.available(state, seat)
    ships = []
    for fleet in fleets:
        choices: dict[str, Choice] = {}
        if fleet.capacity and units:
            choices["/aboard"] = some_of((one.name for one in units), 0, fleet.capacity)
        if leaders:
            choices["/leaders"] = some_of((one.name for one in leaders), 0, len(leaders))
        ships.append(Alternative({"fleet": fleet.name}, fleet.name, choices))
    return ChooseList(tuple(ships), 1, len(ships), once=True)


def _deployment(state: State, seat: Seat) -> Sequence[Option]:
    squares = {"/square": one_of(board.free_zone(state, seat))}
    waiting = deployment.waiting(state, seat)
    begun = any(fleet.control == seat for fleet in state.fleets if fleet.square)
    which = f"{'the other' if begun else 'all'} {count_of(len(waiting), 'fleet')}"
    line = f"Set up {which if len(waiting) > 1 else 'the last fleet'} in line"
    found = [
        option(cmd.Place, f"Set up {the(state, name)}", "NV 2.11", squares, key=name, fleet=name)
        for name in [fleet.name for fleet in waiting]
    ]
    return (option(cmd.FormLine, line, "NV 2.11"), *found)


def _throwers(state: State, seat: Seat) -> str:
    """Who throws a die, fleets and ground units aboard that can fight; how many pass. NV 3.4."""
    fleets = state.on_board(seat)
    units = sum(len(state.deck(fleet)) for fleet in fleets)
    aboard = f" and {count_of(units, 'ground unit')}" if units else ""
    told = f"a die each for {count_of(len(fleets), 'fleet')}{aboard}"
    if len(fleets) + units == 1:
        return told
    passing = round(checks.expected_passes(state, seat))
    return f"{told}; about {passing} of {len(fleets) + units} will pass"


PASSAGES = {
    ("b", "active"): ("Bring supply through", "Do not bring supply through"),
    ("b", "reactive"): ("Let supply through", "Cut supply"),
    ("c", "active"): ("Sail on", "Do not sail on"),
    ("c", "reactive"): ("Let the moving Force sail on", "Stop the moving Force"),
}
"""What the winner may say, by case and seat. NV 12.3, NV 12.5."""


def _aftermath(state: State, seat: Seat) -> Sequence[Option]:
    assert state.result is not None
    winner = state.result.winner
    assert winner is not None
    if state.phase == "withdrawal":
        if seat != other(winner):
            return ()
        port = state.side(seat).port
        return (
            option(cmd.Withdraw, f"Go into {port}", "NV 12.2", key="True", port=True),
            option(cmd.Withdraw, "Leave the hex", "NV 12.2", key="False", port=False),
        )
    if seat != winner:
        return ()
    if state.phase == "reconstitution":
        return (option(cmd.Reconstitute, "Roll for your eliminated units", "NV 14.1"),)
    rule = "NV 12.3" if state.case == "b" else "NV 12.5"
    yes, no = PASSAGES[state.case, seat]
    return (
        option(cmd.Passage, yes, rule, key="True", allow=True),
        option(cmd.Passage, no, rule, key="False", allow=False),
    )
