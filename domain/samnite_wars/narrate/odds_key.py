"""The keys by which odds are grouped into outcomes."""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.samnite_wars import effects as fx


def odds_key(effects: Sequence[Any]) -> Mapping[str, Any]:
    """The outcome of these effects as players would state it, in plain data."""
    found: dict[str, Any] = {}
    for effect in effects:
        match effect:
            case fx.EventRolled():
                found["event"] = effect.event.kind
                found["region"] = effect.event.region
            case fx.RebelsChosen():
                found["rebels"] = effect.region
            case fx.BattleFought():
                found["winner"] = effect.winner
            case fx.FreedomRolled():
                found["frees"] = effect.frees
            case fx.TreasuryChanged() | fx.Corrupted() | fx.Taxed():
                found["treasury"] = effect.total
            case fx.PrestigeChanged():
                found.setdefault("prestige", {})[effect.seat] = effect.total
            case fx.SetUpRolled():
                found["consul"] = effect.consul
            case _:
                pass
    return found
