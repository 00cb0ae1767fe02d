"""What exact odds count as one outcome: how everybody ends, not in which order dice fell."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.naval_battle import effects as fx

STATES = {
    "attacker-flipped": "flipped",
    "attacker-lost": "lost",
    "flipped": "flipped",
    "killed": "lost",
}


def odds_key(effects: Sequence[Any]) -> Mapping[str, Any]:
    """What players would call the result of these effects, in plain data."""
    found: dict[str, Any] = {}
    for effect in effects:
        match effect:
            case fx.Attacked():
                found["attacker"], found["target"] = _attack(effect)
                found["beaten"] = effect.beaten
            case fx.FleetSunk():
                saved = [jump.leader for jump in effect.jumps if jump.to]
                drowned = [jump.leader for jump in effect.jumps if not jump.to]
                sunk = {"fleet": effect.fleet, "saved": saved, "drowned": drowned}
                found.setdefault("sunk", []).append(sunk)
            case fx.Reverted():
                found.setdefault("reverted", []).append(effect.fleet)
            case fx.Checked():
                # There are as many dice as counters: who it is that fails would be thousands.
                found["checks"] = Counter(check.result for check in effect.checks)
            case fx.RallyRolled():
                found["rallies"] = effect.rallies
            case fx.LeftBoard():
                left = {"fleet": effect.fleet, "fate": effect.fate}
                found.setdefault("left", []).append(left)
            case fx.Reconstituted():
                found["returns"] = [roll.name for roll in effect.rolls if roll.returns]
            case fx.BattleEnded():
                found["ended"] = {"winner": effect.winner, "points": list(effect.points)}
            case _:
                pass
    return found


def _attack(effect: fx.Attacked) -> tuple[str, list[dict[str, str]]]:
    """What became of the attacker, and of each who was struck."""
    attacker, struck = "unhurt", {}
    for blow in effect.blows:
        if blow.did.startswith("attacker"):
            attacker = STATES[blow.did]
        elif blow.did in STATES:
            struck[blow.on] = STATES[blow.did]
    return attacker, [{"name": name, "now": now} for name, now in struck.items()]
