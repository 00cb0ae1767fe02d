"""A ruling's changes in words."""

from typing import assert_never

from iacta.domain.kernel.contract.words import count_of, sentence
from iacta.domain.naval_battle import changes as ch
from iacta.domain.naval_battle.state import State
from iacta.domain.naval_battle.state.words import be, side, the


def describe(state: State, change: ch.AnyChange) -> str:
    """One change as a sentence."""
    match change:
        case ch.PlaceFleet():
            return sentence(
                f"{the(state, change.fleet)} {be(state, change.fleet)} put at {change.square}"
            )
        case ch.FlipCounter():
            return sentence(f"{the(state, change.name)} {be(state, change.name)} turned over")
        case ch.RemoveCounter():
            return sentence(
                f"{the(state, change.name)} {be(state, change.name)} taken out of the battle"
            )
        case ch.SetPanic():
            verb = "panic" if change.panicked else "are over their panic"
            return sentence(f"{side(state, change.seat)} {verb}")
        case ch.SetStratagems():
            have = count_of(change.stratagems, "Military Stratagem")
            return sentence(f"{side(state, change.seat)} have {have}")
        case _:
            assert_never(change)
