"""Lookups for folding; each raises `CorruptLog` if the thing is not there."""

from typing import Any

from iacta.domain.kernel.proof.errors import CorruptLog, require
from iacta.domain.samnite_wars.state import Player, Region, State


def player_of(state: State, seat: str, effect: Any) -> Player:
    """The player of a seat."""
    player = state.player(seat)
    if player is None:
        raise CorruptLog(f"{effect}: there is no seat {seat!r}")
    return player


def player_to_act(state: State, seat: str, effect: Any) -> Player:
    """The player of a seat, who must not have laid anything in this step."""
    player = player_of(state, seat, effect)
    require(not player.laid, effect)
    return player


def region_of(state: State, name: str, effect: Any) -> Region:
    """The region of that name."""
    region = state.region(name)
    if region is None:
        raise CorruptLog(f"{effect}: there is no region {name!r}")
    return region
