"""The keys by which odds are grouped into outcomes."""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.civil_war import effects as fx


def odds_key(effects: Sequence[Any]) -> Mapping[str, Any]:
    """The outcome of these effects as players would state it, in plain data."""
    found: dict[str, Any] = {}
    for effect in effects:
        match effect:
            case fx.YearEventRolled():
                found["event"] = effect.total
            case fx.LeadersEntered():
                found["factions"] = [
                    {"name": entrant.name, "faction": entrant.faction}
                    for entrant in effect.leaders
                    if entrant.face is not None
                ]
            case fx.LeaderChecked():
                died = found.setdefault("died", [])
                if effect.died:
                    died.append(effect.leader)
            case fx.CombatResolved():
                # Of cells that cost the same it does not matter which is read.
                found["winner"] = effect.winner
                found["column"] = effect.column
                found["losses"] = {
                    "attacker": _lost(effect.losses.attacker),
                    "defender": _lost(effect.losses.defender),
                }
                if effect.eliminated_leaders:
                    found["fallen"] = list(effect.eliminated_leaders)
            case fx.Conspired():
                found["killed"] = effect.killed
            case fx.InitiativeTaken() if effect.faces:
                found["initiative"] = effect.seat
            case fx.Sailed(intercepted=fx.Interception(caught=caught)):
                found["caught"] = caught
            case fx.Courted():
                found["won"] = effect.won
            case _:
                pass
    return found


def _lost(losses: fx.Losses) -> dict[str, int]:
    """How many units: what is reduced and to be chosen is one, whoever chooses."""
    reduced = len(losses.reduced) + losses.owner_chooses
    return {"reduced": reduced, "eliminated": len(losses.eliminated)}
