"""What an effect needs of the state it meets; without it the log is corrupt."""

from typing import Any

from iacta.domain.kernel.proof.errors import CorruptLog, require
from iacta.domain.samnite_wars.state import Player, Region, State


def player_of(state: State, seat: str, effect: Any) -> Player:
    """A player in play."""
    player = state.player(seat)
    if player is None:
        raise CorruptLog(f"{effect}: there is no seat {seat!r}")
    return player


def awaited(state: State, seat: str, effect: Any) -> Player:
    """A player who has laid nothing yet in this step."""
    player = player_of(state, seat, effect)
    require(not player.laid, effect)
    return player


def region_of(state: State, name: str, effect: Any) -> Region:
    """A region of the map."""
    region = state.region(name)
    if region is None:
        raise CorruptLog(f"{effect}: there is no region {name!r}")
    return region
