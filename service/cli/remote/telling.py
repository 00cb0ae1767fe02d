"""What a player reads in a terminal: events, odds, refusals, who is awaited."""

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from iacta.domain.kernel.contract.system import Waiting
from iacta.domain.kernel.contract.words import signed
from iacta.service.cli.remote.client import Rejected
from iacta.service.cli.terminal import say

BAR = 20
INDENT = " " * 10
FINAL = "Once sent it stands in the log: it cannot be taken back."


def tell_step(step: Mapping[str, Any]) -> None:
    """An event: its number, its sentences and its open faces."""
    dice = " ".join(
        f"[{die['die']}: {die['face']}]" for die in step["dice"] if die["face"] is not None
    )
    head, *more = [line for part in step["text"] for line in part.split("\n")] or [""]
    say(f"Event {step['seq']}: {head} {dice}".rstrip())
    for line in more:
        say(f"    {line}")


def tell_waiting(waiting: Sequence[Waiting], seats: Sequence[Mapping[str, Any]], me: str) -> None:
    """Who is awaited, the player first."""
    titles = {
        one["seat"]: one["title"] + ("" if one["name"] == one["title"] else f" ({one['name']})")
        for one in seats
    }
    for one in sorted(waiting, key=lambda one: one.seat != me):
        who = "You" if one.seat == me else titles.get(one.seat, f"the {one.seat}")
        say(f"Awaited: {who}: {one.for_}")


def tell_outcome(campaign: Mapping[str, Any]) -> None:
    """How the game ended, if it has."""
    outcome = campaign["outcome"]
    if outcome is None:
        return
    titles = {one["seat"]: str(one["title"]) for one in campaign["seats"]}
    winners = ", ".join(titles.get(seat, seat) for seat in outcome["winners"])
    say(f"The game is over: {outcome['reason'].rstrip('.')}. Won by: {winners or 'nobody'}.")


def tell_trial(trial: Mapping[str, Any]) -> bool:
    """What a command would do; False where that is open, because dice may fall."""
    if not trial["items"]:
        return False
    for line in trial["items"][0]["text"]:
        say(f"  {line}")
    return True


def tell_odds(odds: Mapping[str, Any]) -> None:
    """Each outcome with its probability, the likeliest first."""
    if not odds["outcomes"]:
        say("The odds of this are not known.")
        return
    for one in odds["modifiers"]:
        whose = f"{one['of']}: " if one["of"] else ""
        say(f"  {whose}{signed(one['value'])}  {one['reason']}  {one['rule']}")
    for line in odds["text"]:
        say(f"  {line}")
    if not odds["exact"]:
        say(f"Estimated from {odds['branches']} samples:")
    for place, one in enumerate(odds["outcomes"]):
        share = Fraction(one["probability"])
        bar = "█" * max(1, round(share * BAR))
        percent = f"{float(share) * 100:5.1f} %"
        fraction = one["probability"] if odds["exact"] else ""
        say(f"  {percent}  {fraction:>9}  {bar:<{BAR}}  {_outcome(one['outcome'])}".rstrip())
        for line in one["text"][:1]:
            say(f"{INDENT}{line}")
        if one["swings"]:
            say(f"{INDENT}{'; '.join(map(_swing, one['swings']))}")
        if place == odds["worst"]:
            say(f"{INDENT}The worst for you.")


def _swing(swing: Mapping[str, Any]) -> str:
    """`Rome: Rout Points 3 to 5`."""
    return f"{swing['seat'].capitalize()}: {swing['title']} {swing['before']} to {swing['after']}"


def _outcome(outcome: Mapping[str, Any]) -> str:
    """An outcome's members in a line."""
    return ", ".join(
        f"{name.replace('_', ' ')}: {value if isinstance(value, str) else json.dumps(value)}"
        for name, value in outcome.items()
    )


def refusal_lines(refused: Rejected) -> list[str]:
    """A refusal: what it is, then its rule and what is wrong where."""
    problem = refused.problem
    lines = [f"{problem.get('title')}. {problem.get('detail') or ''}".strip()]
    rule = problem.get("rule")
    if isinstance(rule, dict):
        lines.append(f"rule {rule.get('id', '')} {rule.get('title', '')}".strip())
    for one in problem.get("errors") or ():
        if one.get("detail") != problem.get("detail"):
            lines.append(f"{one.get('pointer') or one.get('parameter') or ''} {one.get('detail')}")
    return lines


def tell_refusal(refused: Rejected) -> None:
    """A refusal in place, where the player can go on."""
    for line in refusal_lines(refused):
        say(f"  {line}")
