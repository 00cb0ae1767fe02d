"""The ways in which a system's games end, as its tests declare them.

A system's tests hold them as ``ENDINGS`` in ``endings.py``. Each has a golden game, and no game
may end in a way that is not declared.
"""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from iacta.domain.kernel.contract.choices import Option, fill
from iacta.domain.kernel.contract.system import System
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.table import Table

TRIES = 60
"""games that are played in search of an ending"""


class Ending(msgspec.Struct, frozen=True):
    """One way to end, and where it is looked for.

    ``reason``: a pattern of the whole reason. ``bot`` plays, but what is ``eager`` (command types
    without the game's key) is sent as soon as it is offered. ``create``: further members of
    `campaign.create` in plain data.
    """

    name: str
    scenario: str
    reason: str
    bot: str = "random"
    eager: tuple[str, ...] = ()
    create: dict[str, Any] = {}

    def is_of(self, table: Table) -> bool:
        """Whether a game has ended so."""
        outcome = table.campaign.outcome
        return outcome is not None and re.fullmatch(self.reason, outcome.reason) is not None


def reach(system: System, ending: Ending) -> Table:
    """A game that ends so; the first that is found."""
    for number in range(TRIES):
        seed = f"{ending.name} {number}"
        table, below = (
            Table.found(
                system, ending.scenario, environment=ScriptedEnvironment(seed), **ending.create
            ),
            Below(seed),
        )
        while eagerly(table, ending, below) or table.step(below, ending.bot):
            pass
        if ending.is_of(table):
            return table
    raise AssertionError(f"{system.key}: no game ended with {ending.name}")


def eagerly(table: Table, ending: Ending, below: Callable[[int], int]) -> bool:
    """Send what leads to the ending, if anybody may."""
    if table.campaign.outcome is not None or not ending.eager:
        return False
    for role in table.roles:
        for option in table.options(role):
            if kind(option) in ending.eager:
                table.send(role, fill(option, below))
                return True
    return False


def kind(option: Option) -> str:
    """A command's type without the game's key."""
    return str(option.command["type"]).partition(".")[2]
