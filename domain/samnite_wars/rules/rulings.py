"""Which changes a referee's ruling may make: anything but the impossible."""

from typing import assert_never

from iacta.domain.kernel.proof.errors import Conflict, Invalid
from iacta.domain.samnite_wars import changes as ch
from iacta.domain.samnite_wars.state import HOME, State

QUIET = ("set-up", "strategy", "event", "peace", "raids", "treaty", "pax", "etcetera")
"""Steps in which no battle and no revolt rests on who controls what."""


def check_change(state: State, change: ch.AnyChange) -> None:
    """Refuse a change that is impossible in this state."""
    match change:
        case ch.SetPrestige():
            if state.player(change.seat) is None:
                raise Invalid(f"there is no seat {change.seat!r}", pointer="/seat")
        case ch.SetTokens():
            _tokens(state, change)
        case ch.SetTreasury() | ch.SetBattleLost():
            pass
        case _:
            assert_never(change)


def _tokens(state: State, change: ch.SetTokens) -> None:
    """Tokens within what a region takes; the Latins keep theirs. SW P5, SW-8."""
    region = state.region(change.region)
    if region is None:
        raise Invalid(f"there is no region {change.region!r}", pointer="/region")
    if change.tokens > region.needed:
        raise Invalid(f"the {region.name} take {region.needed}", pointer="/tokens")
    if region.name == HOME and change.tokens < 1:
        raise Invalid("Rome never loses the Latins", pointer="/tokens")
    if state.step not in QUIET:
        raise Conflict("regions are ruled on when the event is resolved", pointer="/region")
