"""Checks of a referee's rulings: anything is allowed except the impossible."""

from typing import assert_never

from iacta.domain.kernel.proof.errors import Conflict, Invalid, RuleViolation
from iacta.domain.samnite_wars import changes as ch
from iacta.domain.samnite_wars.rules import money
from iacta.domain.samnite_wars.state import HOME, State

MOST = 9999
"""of what a ruling sets"""
QUIET = ("set-up", "strategy", "event", "peace", "raids", "treaty", "pax", "etcetera")
"""Steps in which nothing in progress depends on control of regions."""


def check_change(state: State, change: ch.AnyChange) -> None:
    """Refuse a change that is impossible in this state; raises `Refused`."""
    match change:
        case ch.SetPrestige():
            if state.player(change.seat) is None:
                raise Invalid(f"there is no seat {change.seat!r}", pointer="/seat")
        case ch.SetTokens():
            _tokens(state, change)
        case ch.SetTreasury():
            if change.coins > most_coins(state):
                detail = f"corruption leaves no more than {most_coins(state)} coins"
                raise RuleViolation("SW P19", detail, pointer="/coins")
        case ch.SetBattleLost():
            pass
        case _:
            assert_never(change)


def most_coins(state: State) -> int:
    """The most coins that the Treasury can keep. SW P19, SW-24."""
    return MOST if state.switches.corruption == "once" else money.MOST_COINS


def _tokens(state: State, change: ch.SetTokens) -> None:
    """Refuse more tokens than a region takes, or none on the Latins. SW P5, SW-8."""
    region = state.region(change.region)
    if region is None:
        raise Invalid(f"there is no region {change.region!r}", pointer="/region")
    if change.tokens > region.needed:
        raise Invalid(f"the {region.name} take at most {region.needed}", pointer="/tokens")
    if region.name == HOME and change.tokens < 1:
        raise Invalid("Rome never loses the Latins", pointer="/tokens")
    if state.step not in QUIET:
        raise Conflict("finish resolving the event before ruling on regions", pointer="/region")
