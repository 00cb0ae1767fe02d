"""The sequence of play: what waits for a player, and what follows by itself. BP 3, BP 3.1."""

from typing import assert_never

from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rules import (
    attacks,
    combat,
    elephants,
    initiative,
    leaders,
    missiles,
    morale,
    pursuit,
    recovery,
    strategy,
    victory,
)
from iacta.domain.de_bello_punico.rules.unfolding import Unfolding
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.keys import Phase, other
from iacta.domain.de_bello_punico.state.pending import (
    CombatPending,
    ElephantPending,
    InitiativePending,
    LeaderDue,
    LeaderPending,
    LeaderWithdrawal,
    PursuitPending,
    RollPending,
    VolleyPending,
)

NEXT: dict[Phase, Phase] = {
    "elephants": "stampede",
    "stampede": "move",
    "move": "volley",
    "volley": "attack-points",
    "attack-points": "defence-points",
    "defence-points": "combat",
    "combat": "recover",
}
"""The impulses of a side in phase, in their order. BP 3.1C."""


def settle(play: Unfolding) -> None:
    """Continue until a player must decide or roll. BP 3.1."""
    while play.state.phase != "over":
        if play.state.pending:
            if not _settled(play):
                return
        elif phase_has_choices(play.state):
            return
        else:
            begin_next_phase(play)


def _settled(play: Unfolding) -> bool:
    """Settle the first pending matter unless a player is asked."""
    first = play.state.pending[0]
    if isinstance(first, RollPending):
        if first.window:
            return False
        _resolve(play, first)
        return True
    if isinstance(first, LeaderDue):
        leaders.roll(play, first.side)
        return True
    if isinstance(first, LeaderWithdrawal):
        return leaders.settle_withdrawal(play, first.side)
    if isinstance(first, PursuitPending):
        pursuer = play.state.by_id[first.unit]
        if pursuit.may_hold(pursuer) and play.state.waits(pursuer.side, "cavalry"):
            return False
        pursuit.pursue(play, first)
        return True
    return False


def _resolve(play: Unfolding, roll: RollPending) -> None:
    match roll:
        case InitiativePending():
            initiative.resolve(play, roll)
        case CombatPending():
            combat.resolve(play, roll)
        case VolleyPending():
            missiles.resolve(play, roll)
        case ElephantPending():
            elephants.resolve(play, roll)
        case LeaderPending():
            leaders.resolve(play, roll)
        case _:
            assert_never(roll)


def phase_has_choices(state: State) -> bool:
    """Whether a phase holds a choice for a player, by public facts."""
    match state.phase:
        case "set-up":
            return bool(state.setting)
        case "command":
            return bool(strategy.due(state))
        case "initiative" | "move":
            return True
        case "order":
            return state.first is None
        case "elephants":
            return elephants.might_roll(state)
        case "stampede":
            return bool(elephants.furious_units(state))
        case "volley":
            assert state.side is not None
            return missiles.any_shot(state, other(state.side))
        case "attack-points" | "defence-points":
            side = attacks.committing_side(state)
            assert side is not None
            if not state.waits(side, "combat") or not attacks.any_attack(state, state.side):
                return False
            return bool(attacks.committable(state, side))
        case "combat":
            return attacks.any_attack(state, state.side)
        case "recover":
            return recovery.might_recover(state)
    return False


def begin_next_phase(play: Unfolding) -> None:
    """Begin the next phase, with what happens at its beginning."""
    state = play.state
    match state.phase:
        case "set-up":
            play.add(fx.TurnBegun(1))
        case "command":
            play.add(fx.PhaseBegun("initiative"))
        case "order":
            play.add(fx.PhaseBegun("elephants", state.first))
        case "recover":
            _recovered(play)
        case _:
            play.add(fx.PhaseBegun(NEXT[state.phase], state.side))
            if play.state.phase == "stampede":
                morale.flee_all(play)  # BP 11.1: before other units move


def _recovered(play: Unfolding) -> None:
    """The other side's impulses, or the end of the turn. BP 3.1C, BP 3.1D."""
    state = play.state
    assert state.side is not None
    if state.side == state.first:
        play.add(fx.PhaseBegun("elephants", other(state.side)))
        return
    play.add(victory.judge(state) or fx.TurnBegun(state.turn + 1))
