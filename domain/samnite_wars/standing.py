"""The standing of the game: turn, step, and who must act."""

from collections.abc import Sequence

from iacta.domain.kernel.contract.system import Label, Measure, Outcome, Phase, Standing, Waiting
from iacta.domain.samnite_wars.rules import efforts, revolts, turns, windows
from iacta.domain.samnite_wars.state import State, Step

TITLES: dict[Step, str] = {
    "set-up": "Set-up",
    "strategy": "Strategy",
    "event": "Event",
    "event-cards": "After the event",
    "peace": "Peace",
    "raids": "Raids",
    "treaty": "War negated",
    "pax": "Pax Romana",
    "rebels": "Revolt",
    "enemy": "Battle",
    "ally": "Battle",
    "gifts": "Battle",
    "efforts": "Battle",
    "free": "War lost",
    "battle-cards": "After the battle",
    "etcetera": "End of the turn",
    "over": "The end",
}
"""Where a turn stands; what is asked there is told with who is awaited."""


def standing(state: State) -> Standing:
    """The turn, the step, who must act, and the outcome once the game is over. SW P7."""
    if state.step == "":
        return Standing(None, None, ())
    turn = Label(state.turn, f"Turn {state.turn}") if state.turn else None
    phase = Phase(state.step, TITLES[state.step])
    if state.step == "over":
        return Standing(turn, phase, (), Outcome(state.ended, turns.winners(state)))
    return Standing(turn, phase, waiting(state))


def waiting(state: State) -> tuple[Waiting, ...]:
    """Who must act, and on what; several at once for simultaneous secret choices."""
    battle = state.battle
    enemy = battle.enemy if battle and battle.enemy else ""
    consul = (state.consul,)
    match state.step:
        case "set-up":
            return _await(("referee",), "the opening rolls and the deal", "set-up")
        case "strategy":
            return _await(consul, "cards to buy, or gold to keep", "draw")
        case "event":
            return _await(consul, "the roll", "roll-event")
        case "event-cards" | "battle-cards":
            return _await(windows.seats_to_answer(state), "a card, or none", "answer")
        case "peace":
            return _await(consul, "Pax Romana or a campaign", "pax-romana", "campaign")
        case "raids":
            return _await(consul, "fortifications or a campaign", "fortify", "campaign")
        case "treaty":
            return _await(consul, "Pax Romana", "pax-romana")
        case "pax":
            return _await(consul, "more Peace cards", "peace-card")
        case "rebels":
            return _await(revolts.seats_to_name(state), "the region that rebels", "name-rebels")
        case "enemy":
            return _await(consul, "the enemy's leader", "name-enemy")
        case "ally":
            return _await((enemy,), "an ally, or none", "name-ally")
        case "gifts":
            return _await(battle.giving if battle else (), "an ally's cards", "give")
        case "efforts":
            return _await(efforts.seats_to_lay(state), "a War Effort", "lay-effort")
        case "free":
            return _await(consul, "the region that goes free", "free-region")
        case _:
            return _await(turns.seats_to_discard(state), "up to five discards", "discard")


def _await(seats: Sequence[str], what: str, *kinds: str) -> tuple[Waiting, ...]:
    return tuple([Waiting.of("samnite-wars", seat, what, *kinds) for seat in seats])


def measures(state: State) -> tuple[Measure, ...]:
    """Prestige decides the game."""
    return (Measure("Prestige", "PT", "more", {one.seat: one.prestige for one in state.players}),)
