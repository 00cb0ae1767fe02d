"""What the odds count as one outcome."""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.de_bello_punico import effects as fx


def odds_key(effects: Sequence[Any]) -> Mapping[str, Any]:
    """What players would call the result of these effects, in plain data."""
    found: dict[str, Any] = {}
    for effect in effects:
        match effect:
            case fx.InitiativeResolved():
                found["initiative"] = effect.winner
            case fx.InitiativeRolled() if effect.window:
                found["faces"] = dict(zip(effect.sides, effect.faces, strict=True))
            case fx.CombatRolled() if effect.window:
                found["faces"] = dict(zip(("attacker", "defender"), effect.faces, strict=True))
            case fx.VolleyRolled() if effect.window:
                found |= {"hit": effect.face <= effect.number, "stands": False}
            case fx.ElephantRolled() | fx.LeaderRolled() if effect.window:
                found["face"] = effect.face
            case fx.VolleyResolved():
                found["hit"] = effect.hit
            case fx.ElephantResolved():
                found["elephants"] = effect.result
            case fx.CombatResolved():
                found["attacker"] = effect.attacker.disorder
                found["defender"] = effect.defender.disorder
            case fx.Panicked():
                found.setdefault("panic", []).append(effect.unit)
            case fx.LeaderResolved():
                died = found.setdefault("died", [])
                if effect.dead:
                    died.append(effect.name)
            case fx.LeaderTaken():
                found.setdefault("died", []).append(effect.name)
            case _:
                pass
    return found
