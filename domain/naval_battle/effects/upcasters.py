"""Upcasters: how effects recorded with earlier members are read."""

from collections.abc import Callable, Mapping
from typing import Any

from iacta.domain.kernel.contract.system import Upcaster

Plain = Mapping[str, Any]

ENDINGS = {
    " decline": "declined",
    " is let pass": "passed",
    "no battle: supply is cut": "cut",
    "the last turn is over": "last-turn",
    " have no fleet on the board": "no-fleet",
    "both sides agree to end it": "agreed",
}
"""The end of a recorded reason → the ending it stands for."""


def _renamed(old: str, new: str) -> Callable[[Plain], Plain]:
    def read(plain: Plain) -> Plain:
        if new in plain:
            return plain
        return {new if name == old else name: value for name, value in plain.items()}

    return read


def _with_ending(plain: Plain) -> Plain:
    reason = str(plain.get("reason"))
    ending = next((ENDINGS[words] for words in ENDINGS if reason.endswith(words)), None)
    return {"ending": ending, **plain}


UPCASTERS = (
    Upcaster(
        "naval-battle.intercepted",
        "2026-11-23",
        "`paid` is called `stratagems`",
        _renamed("paid", "stratagems"),
    ),
    Upcaster(
        "naval-battle.captured",
        "2026-11-23",
        "`with_him` is called `leaders`",
        _renamed("with_him", "leaders"),
    ),
    Upcaster(
        "naval-battle.battle-ended",
        "2026-11-23",
        "`ending` says by a key what only `reason` said in words",
        _with_ending,
    ),
)
