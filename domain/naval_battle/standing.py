"""The standing of the battle: turn, phase, and who must act."""

from collections.abc import Iterable
from functools import partial

from iacta.domain.kernel.contract.system import Label, Measure, Outcome, Phase, Standing, Waiting
from iacta.domain.kernel.contract.words import count_of
from iacta.domain.naval_battle.state import SEATS, CaptureDue, Result, State, other

PHASE_TITLES = {
    "occasion": "Before the battle",
    "reply": "Reply to the interception",
    "allocation": "Allocation",
    "bids": "Bids for superiority",
    "deployment": "Setting up",
    "command": "Command Checks",
    "movement": "Movement",
    "combat": "Combat",
    "reconstitution": "Reconstitution",
    "passage": "Passage",
    "withdrawal": "Withdrawal",
}
ACTIONS: dict[str, tuple[str, ...]] = {
    "deployment": ("form-line", "place"),
    "command": ("check",),
    "movement": (
        "double-move",
        "move",
        "rally",
        "flee",
        "break-through",
        "call-off",
        "end-movement",
    ),
    "combat": ("ram", "volley", "board", "call-off", "end-combat"),
}
"""What the side whose part of the turn it is may send."""

_wait = partial(Waiting.of, "naval-battle")


def standing(state: State) -> Standing:
    """The turn, the phase, who must act, and the outcome once the battle is over."""
    if state.phase == "":
        return Standing(None, None, ())
    turn = Label(state.turn, f"Turn {state.turn}") if state.turn else None
    if state.phase == "over":
        assert state.result is not None
        return Standing(turn, None, (), _outcome(state, state.result))
    return Standing(turn, Phase(state.phase, PHASE_TITLES[state.phase]), waiting(state))


def _outcome(state: State, result: Result) -> Outcome:
    winners = () if result.winner is None else (result.winner,)
    if not state.turn:
        return Outcome(result.reason, winners)
    return Outcome(f"{meaning(state, result)}; {result.reason}", winners)


def meaning(state: State, result: Result) -> str:
    """What the end means in the case at hand. NV 12.3, NV 12.4, NV 12.5, NV 12.6, NV 12.7."""
    won = "neither side has won"
    if result.winner is not None:
        won = f"the {state.side(result.winner).name} have won"
    through = passage(state, result)
    return f"{won}, and {through}" if through else won


def passage(state: State, result: Result) -> str:
    """What becomes of supply or of the moving Force, once it is decided."""
    if state.case == "a" or result.passage is None:
        return ""
    if state.case == "b":
        return f"supply {'goes' if result.passage else 'does not go'} through"
    return _moved_on(state, result)


def _moved_on(state: State, result: Result) -> str:
    """What becomes of the moving Force once it is decided. NV 12.5, NV 12.6, NV 12.7."""
    if result.passage:
        return "the moving Force sails on"
    if not result.through:
        return "the moving Force does not sail on"
    name, count = state.side("active").name, len(result.through)
    through = f"{count_of(count, 'fleet')} of the {name} {'has' if count == 1 else 'have'}"
    stays = any(one.control == "active" and one.square for one in state.fleets)
    return f"{through} broken through{', while the rest does not sail on' if stays else ''}"


def waiting(state: State) -> tuple[Waiting, ...]:
    """Who must act, and on what; for secret choices every seat that has not chosen."""
    if state.pending is not None:
        capture = isinstance(state.pending, CaptureDue)
        kinds = ("capture", "sink") if capture else ("agree", "decline")
        what = "what becomes of a beaten fleet" if capture else "an answer to the proposal"
        return (_wait(state.pending.seat, what, *kinds),)
    match state.phase:
        case "occasion":
            return _occasion(state)
        case "reply":
            return (_wait("active", "battle for supply, or none", "give-battle", "concede"),)
        case "allocation":
            due = [seat for seat in SEATS if not state.side(seat).allocation]
            return tuple(_wait(seat, "allocation", "allocate") for seat in due)
        case "bids":
            due = [seat for seat in SEATS if not state.side(seat).bid]
            return tuple(_wait(seat, "bids for superiority", "bid") for seat in due)
        case "reconstitution" | "passage" | "withdrawal":
            return _aftermath(state)
    assert state.mover is not None
    return (_wait(state.mover, PHASE_TITLES[state.phase].lower(), *ACTIONS[state.phase]),)


def _occasion(state: State) -> tuple[Waiting, ...]:
    if state.case == "a":
        due = [seat for seat in SEATS if not state.side(seat).agreed]
        return tuple(_wait(seat, "battle, or none", "agree", "decline") for seat in due)
    return (_wait("reactive", "interception, or none", "intercept", "let-pass"),)


def _aftermath(state: State) -> tuple[Waiting, ...]:
    assert state.result is not None
    winner = state.result.winner
    assert winner is not None
    if state.phase == "reconstitution":
        return (_wait(winner, "reconstitution", "reconstitute"),)
    if state.phase == "passage":
        return (_wait(winner, "whether passage is allowed", "passage"),)
    return (_wait(other(winner), "where to withdraw to", "withdraw"),)


def measures(state: State) -> tuple[Measure, ...]:
    """Fleets decide the battle (NV 12); what stands on them is what an attack costs."""
    seats = [side.seat for side in state.sides]
    afloat = [one for one in state.fleets if one.status in ("reserve", "ready", "board")]

    def counted(owners: Iterable[str]) -> dict[str, int]:
        found = list(owners)
        return {seat: found.count(seat) for seat in seats}

    units = (one.side for one in state.units if one.status != "eliminated")
    leaders = (one.side for one in state.leaders if one.status != "dead")
    flipped = (one.control for one in afloat if one.flipped)
    return (
        Measure("Fleets", "fleets", "more", counted(one.control for one in afloat)),
        Measure("Fleets disrupted", "fleets", "less", counted(flipped)),
        Measure("Ground units", "units", "more", counted(units)),
        Measure("Leaders", "leaders", "more", counted(leaders)),
    )
