"""A whole war through the kernel: created, drawn from a chain, recorded, folded, decided again."""

import random
from fractions import Fraction

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.kernel.proof.errors import Concluded, Refused
from tests.support.table import Table


@pytest.mark.parametrize("scenario", ["table", "zones"])
def test_a_war_is_recorded_and_ends(scenario: str) -> None:
    """CW-2: every event of it folds again from its bytes to the same state."""
    rng = random.Random(7)
    table = Table.found(SYSTEM, scenario)
    while table.standing.outcome is None:
        role = table.roles[rng.randrange(3)]
        view = table.view(role)["game"]
        options = SYSTEM.options(table.game, role, {})
        command = SYSTEM.bots["random"](view, options, role, rng.randrange)
        if command is not None:
            table.send(role, command)
    with pytest.raises(Concluded):
        table.do("referee", "civil-war.close-year")


def test_odds_of_a_combat_are_exact() -> None:
    """CW 8.4: at 1/1 without modifiers the attacker wins on 4, 5 and 6."""
    table = Table.found(SYSTEM, "table")
    legio = {"kind": "legio", "sp": 4, "quality": 2, "reduced": False}
    force = {"units": [legio], "leaders": []}
    odds = table.odds(
        "referee",
        {
            "type": "civil-war.adjudicate-combat",
            "attacker": force,
            "defender": force,
            "crossing": False,
            "outside_republic": False,
        },
    )
    assert odds.exact
    won = sum(one.probability for one in odds.outcomes if one.outcome["winner"] == "attacker")
    assert won == Fraction(1, 2)
    # Cells of like effect are one outcome.
    assert sum(one.probability for one in odds.outcomes) == 1
    effects = [(one.outcome["winner"], str(one.outcome["losses"])) for one in odds.outcomes]
    assert len(set(effects)) == len(effects) < 6


def test_odds_of_the_year_event_are_sixtieths() -> None:
    """CW-1: as the table's own faces have it, the deserters' dice merged."""
    table = Table.found(SYSTEM, "table")
    odds = table.odds("seat:caesarian", {"type": "civil-war.roll-year-event"})
    chances = {one.outcome["event"]: one.probability for one in odds.outcomes}
    counts = (1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 5, 4, 3, 2, 1)
    assert chances == {n: Fraction(count, 60) for n, count in enumerate(counts, start=1)}


def test_a_refused_command_asks_for_no_link() -> None:
    """CW-22: nothing is drawn for it."""
    table = Table.found(SYSTEM, "zones")
    asked = table.environment.asked
    for command in (
        {"type": "civil-war.check-leader-death", "leader": "Caesar"},
        {"type": "civil-war.close-year"},
        {"type": "civil-war.resolve-combat", "zone": "Roma", "attacker": ["a"], "defender": ["b"]},
    ):
        with pytest.raises(Refused):
            table.send("seat:caesarian", command)
    assert table.environment.asked == asked
