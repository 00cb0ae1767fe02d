"""What dice bring as they lie, to who may accept or reroll one of them."""

from typing import assert_never

from iacta.domain.de_bello_punico.rules import combat
from iacta.domain.de_bello_punico.rules.leaders import DEADLY
from iacta.domain.de_bello_punico.state import State, words
from iacta.domain.de_bello_punico.state.pending import (
    CombatPending,
    ElephantPending,
    InitiativePending,
    LeaderPending,
    RollPending,
    VolleyPending,
)


def as_they_lie(state: State, roll: RollPending) -> str:
    """What comes of a roll that nobody changes, without what may follow from it."""
    faces = [throw.face for throw in roll.throws]
    match roll:
        case InitiativePending():
            return _initiative(roll)
        case CombatPending():
            return _combat(state, roll)
        case VolleyPending():
            return f"a {faces[0]}, the volley {'hits' if faces[0] <= roll.number else 'misses'}"
        case ElephantPending():
            return f"a {faces[0]}"
        case LeaderPending():
            fate = "dies" if faces[0] == DEADLY else "lives"
            return f"a {faces[0]}, {words.leader(state, roll.side)} {fate}"
        case _:
            assert_never(roll)


def _initiative(roll: InitiativePending) -> str:
    totals = [throw.face + bonus for throw, bonus in zip(roll.throws, roll.bonus, strict=True)]
    high, low = max(totals), min(totals)
    if high == low:
        return f"a tie at {high}, thrown again"
    side = roll.throws[totals.index(high)].side
    return f"{words.SIDES[side]} wins, {high} to {low}"


def _combat(state: State, roll: CombatPending) -> str:
    """The totals, and who takes Disorder by their ids, as the counters have them."""
    found = combat.outcome(state, roll)
    one, other = found.attacker, found.defender
    hurt = one if one.disorder else other
    who = "both" if one.disorder and other.disorder else hurt.unit
    return f"{one.total} to {other.total}, {who} +{hurt.disorder} Disorder"
