"""Random battles of De Bello Punico by the dozen: they end, and nothing impossible stands there.

With ``IACTA_SOAK`` set 1,000 of each scenario, under all values of the switches; else one.
"""

import os
from typing import Any

import pytest

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico.state import State
from tests.support.environment import Below
from tests.support.switches import any_switches
from tests.support.table import Table

BATTLES = 1_000 if os.environ.get("IACTA_SOAK") else 1
MOST = 3_000
"""commands in a battle"""


@pytest.mark.parametrize("scenario", [one.key for one in SYSTEM.scenarios])
def test_random_battles_end_and_keep_their_invariants(scenario: str) -> None:
    for number in range(BATTLES):
        bot = "strong" if number % 100 == 99 else "random"
        check_battle(scenario, f"soak {number}", bot, **any_switches(SYSTEM, f"switches {number}"))


def check_battle(scenario: str, seed: str, bot: str = "random", **options: Any) -> Table:
    """Let bots play a battle, looking at every state."""
    seats = [{"name": one.title, "seat": one.seat} for one in SYSTEM.seats]
    table, below = Table.found(SYSTEM, scenario, seats=seats, options=options), Below(seed)
    before = table.game
    while table.campaign.outcome is None:
        assert len(table.events) < MOST
        assert table.step(below, bot), "a dead end"
        check_state(table.game)
        check_step(before, table.game)
        before = table.game
    return table


def check_state(state: State) -> None:
    """What holds in every state of a battle."""
    here = [unit for unit in state.units if unit.here]
    assert len({unit.hex for unit in here}) == len(here), "two units on one hex"
    for unit in here:
        assert unit.hex is not None
        assert state.grid.passable(unit.hex)
        assert unit.facing in range(6)
        panics = unit.disorder >= state.values[unit.type].morale
        assert unit.panicked == panics, "panic is Disorder at its morale"
        if unit.panicked:
            assert not {"attacked", "supported"} & {*unit.marks} or state.phase == "combat"
            assert unit.type not in ("elephants", "skirmishers")
    for leader in state.leaders:
        assert (leader.hex is None) == bool(leader.fate)
        if leader.hex is not None:
            assert state.grid.passable(leader.hex)
            escort = state.at.get(leader.hex)
            assert escort is None or escort.side == leader.side, "a leader among enemies"
            if state.switches.leaders == "with units":
                assert escort is not None
                assert escort.steady
    for army in state.armies:
        markers = [one for one in state.markers if one.side == army.side]
        assert len(markers) <= army.points + 1
        for box in army.boxes:
            lying = sum(1 for one in markers if one.box == box)
            assert lying <= (1 if box == "fortuna" else 3)


def check_step(before: State, after: State) -> None:
    """What holds from one state to the next."""
    for army in after.armies:
        fell = army.rout < before.army(army.side).rout
        assert not fell or (after.scenario == "trebbia" and army.side == "rome")
    for unit in before.units:
        if unit.panicked:
            assert after.by_id[unit.id].panicked
        if unit.fate in ("fled", "eliminated", "removed", "left"):
            assert after.by_id[unit.id].fate == unit.fate
