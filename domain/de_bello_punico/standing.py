"""The standing of the battle: turn, impulse, and who must act."""

from functools import partial
from typing import assert_never

from iacta.domain.de_bello_punico.rules import attacks, elephants, set_up, strategy
from iacta.domain.de_bello_punico.state import State, Unit
from iacta.domain.de_bello_punico.state.keys import KEY, SIDES, other
from iacta.domain.de_bello_punico.state.pending import (
    AdvancePending,
    AttackPending,
    LeaderDue,
    LeaderWithdrawal,
    PursuitPending,
    RollPending,
)
from iacta.domain.de_bello_punico.state.words import SIDES as NAMES
from iacta.domain.de_bello_punico.state.words import leader, unit
from iacta.domain.kernel.contract.system import Label, Measure, Outcome, Phase, Standing, Waiting

TITLES = {
    "set-up": "Set-up",
    "command": "Phase A, Command Points",
    "initiative": "Phase B, initiative",
    "order": "Phase B, order of play",
    "elephants": "Phase C, against the elephants",
    "stampede": "Phase C, furious elephants",
    "move": "Phase C, movement",
    "volley": "Phase C, missile volley",
    "attack-points": "Phase C, the attacker's Command Points",
    "defence-points": "Phase C, the defender's Command Points",
    "combat": "Phase C, combat",
    "recover": "Phase C, recovery",
}
NUMERALS = (
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"),
    *("XI", "XII", "XIII", "XIV", "XV", "XVI"),
)

_wait = partial(Waiting.of, KEY)


def turn_label(turn: int) -> str:
    """A turn as the track prints it: `Turn XIV`."""
    return f"Turn {NUMERALS[turn - 1]}" if 1 <= turn <= len(NUMERALS) else f"Turn {turn}"


def standing(state: State) -> Standing:
    """The turn, the impulse, who must act, and the outcome once the battle is over."""
    if state.phase == "":
        return Standing(None, None, ())
    turn = Label(state.turn, turn_label(state.turn)) if state.turn else None
    if state.phase == "over":
        return Standing(turn, None, (), Outcome(state.ending, state.winners))
    title = TITLES[state.phase]
    if state.phase == "volley" and state.side is not None:
        title = f"{title}: {NAMES[other(state.side)]} shoots"
    elif state.phase == "defence-points" and state.side is not None:
        title = f"{title}: {NAMES[other(state.side)]}"
    elif state.side is not None and state.phase not in ("order", "initiative"):
        title = f"{title}: {NAMES[state.side]}"
    return Standing(turn, Phase(state.phase, title), waiting(state))


def waiting(state: State) -> tuple[Waiting, ...]:
    """Who must act, and on what; a pending matter comes before the side in phase."""
    if state.pending:
        return (_pending(state),)
    side = state.side
    match state.phase:
        case "set-up":
            due = set_up.due(state)
            return (
                (_wait(due, "placing the army", "ready", "shift", "seat-leader", "hold-out"),)
                if due
                else ()
            )
        case "command":
            kind = "place" if state.alternate else "place-all"
            return tuple(_wait(one, "Command Points", kind) for one in strategy.due(state))
        case "initiative":
            return tuple(_wait(one, "the initiative", "roll-initiative") for one in SIDES)
    assert side is not None
    match state.phase:
        case "order":
            return (_wait(side, "the order of play", "choose-order"),)
        case "elephants":
            return (_wait("rome", "elephants to goad", "goad", "end"),)
        case "stampede":
            # a ruling may have calmed the last of them
            kind = "stampede" if elephants.furious_units(state) else "end"
            return (_wait("rome", "furious elephants to move", kind),)
        case "move":
            # what is of use only before a unit moves, then what one mostly does
            kinds = ("hasten", "march", "move-leader", "move", "recall", "ambush", "leave", "end")
            return (_wait(side, "movement", *kinds),)
        case "volley":
            return (_wait(other(side), "missile volleys", "shoot", "end"),)
        case "combat":
            return (_wait(side, "attacks", "attack", "end"),)
        case "recover":
            return (_wait(side, "recovery", "rally", "end"),)
    due = attacks.committing_side(state)
    assert due is not None
    return (_wait(due, "Command Points for the combats", "commit"),)


def _pending(state: State) -> Waiting:
    first = state.pending[0]
    if isinstance(first, RollPending):
        return _wait(first.window[0], "Fortuna", "reroll", "accept")
    match first:
        case AttackPending():
            side = state.by_id[first.target].side
            met = unit(state, first.target)
            return _wait(side, f"an answer to the attack on {met}", "stand", "withdraw")
        case LeaderWithdrawal():
            name = leader(state, first.side)
            return _wait(first.side, f"the withdrawal of {name}", "withdraw")
        case AdvancePending():
            side = state.by_id[first.unit].side
            return _wait(side, f"the advance of {unit(state, first.unit)}", "occupy", "stay")
        case PursuitPending():
            side = state.by_id[first.unit].side
            return _wait(side, f"the pursuit of {unit(state, first.unit)}", "pursue", "hold")
        case LeaderDue():
            raise AssertionError("a leader's roll was not made at once")
        case _:
            assert_never(first)


def measures(state: State) -> tuple[Measure, ...]:
    """Rout Points decide the battle (BP 16); units and their order are what a combat costs."""
    here: dict[str, list[Unit]] = {army.side: [] for army in state.armies}
    for one in state.units:
        if one.here:
            here[one.side].append(one)
    rout: dict[str, int] = {army.side: army.rout for army in state.armies}
    counted = {side: len(units) for side, units in here.items()}
    disorder = {side: sum(one.disorder for one in units) for side, units in here.items()}
    return (
        Measure("Rout Points", "points", "less", rout),
        Measure("Units", "units", "more", counted),
        Measure("Disorder", "points", "less", disorder),
    )
