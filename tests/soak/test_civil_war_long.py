"""Wars of random, steady and strong players, held against what no war may ever break.

Each has a value of every switch drawn for it. With ``IACTA_SOAK`` set there are a thousand random
wars of each scenario, in a plain test run one.
"""

import os
from collections import Counter

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war.rules.control import points
from iacta.domain.civil_war.state import SEATS, State
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.switches import any_switches
from tests.support.table import Table

SOAK = bool(os.environ.get("IACTA_SOAK"))
SCENARIOS = ("rubicon", "dyrrhachium", "ides")
WARS_OF = {"random": 3_000, "steady": 1_000, "strong": 30} if SOAK else {"random": 3}
MOST = 4_000
"""commands after which a war has gone astray"""


def held(state: State, units: Counter[str]) -> None:
    """What holds in every position: CW-39, CW-57, CW L1."""
    assert Counter(f"{one.id} {one.kind} {one.sp}" for one in state.units) == units
    assert sum(points(state).values()) <= 20
    stacks = Counter(
        (one.zone, one.side) for one in state.units if one.status == "map" and one.kind != "naves"
    )
    assert max(stacks.values(), default=0) <= state.terms.stacking
    for leader in state.leaders:
        alive = leader.status == "in-play"
        assert alive or (leader.zone is None and not leader.ill)
        assert not alive or leader.zone is not None
    for unit in state.units:
        assert unit.side in SEATS or unit.side == unit.people
        assert 0 <= unit.spent <= unit.ma


def in_turn(table: Table) -> None:
    """Nobody moves in somebody else's segment, no dead leader acts. CW-34."""
    made, before = table.events[-1].event, table.states[-2].game
    effects = {effect["type"]: effect for effect in made.effects}
    for kind in ("marched", "sailed", "courted"):
        effect = effects.get(f"civil-war.{kind}")
        if effect is not None:
            assert effect["seat"] == before.active
            assert made.by == f"seat:{before.active}"
            names = [*effect.get("leaders", ()), *filter(None, [effect.get("leader")])]
            assert all(before.leader(name).status == "in-play" for name in names)


def found(number: int, options: dict[str, str]) -> Table:
    """The war of this number, before its first command."""
    scenario = SCENARIOS[number % len(SCENARIOS)]
    environment = ScriptedEnvironment(f"war {number}")
    return Table.found(SYSTEM, scenario, environment=environment, options=options)


def fight(table: Table, bot: str, seed: str) -> None:
    """Play a war to its end, and look at every position."""
    units = Counter(f"{one.id} {one.kind} {one.sp}" for one in table.game.units)
    below = Below(seed)
    while table.campaign.outcome is None:
        assert table.standing.waiting
        assert len(table.events) < MOST
        assert table.step(below, bot)
        held(table.game, units)
        in_turn(table)
    limit = SYSTEM.scenario(table.campaign.scenario).turn_limit
    assert table.standing.turn.number <= limit


@pytest.mark.parametrize(
    ("number", "bot"), [(number, bot) for bot, wars in WARS_OF.items() for number in range(wars)]
)
def test_a_war_breaks_nothing_and_ends(number: int, bot: str) -> None:
    fight(found(number, any_switches(SYSTEM, f"switches {number}")), bot, f"war {number}")


def test_every_scenario_is_played_with_every_value_of_every_switch() -> None:
    """In a soak; else a war of them all would show nothing of some."""
    drawn = {
        (SCENARIOS[number % len(SCENARIOS)], *value)
        for number in range(300)
        for value in any_switches(SYSTEM, f"switches {number}").items()
    }
    assert drawn == {
        (scenario, switch.key, value)
        for scenario in SCENARIOS
        for switch in SYSTEM.switches
        for value in switch.values
    }


@pytest.mark.long
def test_steady_players_fight_wars_worth_watching() -> None:
    """Battles, control that changes hands, leaders who die, not too many events, nothing broken."""
    fallen = 0
    for number in range(len(SCENARIOS) if SOAK else 1):
        table = found(number, {})
        dead = sum(1 for one in table.game.leaders if one.died)
        fight(table, "steady", "steady")
        effects = [effect for made in table.events for effect in made.event.effects]
        kinds = Counter(effect["type"] for effect in effects)
        assert 100 <= len(table.events) <= 1_500
        assert kinds["civil-war.combat-resolved"] >= 10
        assert any(effect.get("zones") for effect in effects if "settled" in effect["type"])
        fallen += sum(1 for one in table.game.leaders if one.died) - dead
    assert fallen
