"""Each die tells the cell of the table that it was read on."""

from functools import partial

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.kernel.campaign.facts import decode_effect
from tests.support.environment import Below
from tests.support.table import Table

READ_ON_A_TABLE = ("year event", "death of ", "combat", "desertion, ")


@pytest.mark.parametrize("scenario", ["table", "zones"])
def test_every_die_of_a_war_that_is_read_on_a_table_has_its_cell(scenario: str) -> None:
    table, below = Table.found(SYSTEM, scenario), Below("cells")
    while table.step(below):
        pass
    told, decode = 0, partial(decode_effect, SYSTEM)
    for event in (accepted.event for accepted in table.events):
        own = [one for one in event.effects if one["type"].startswith("civil-war.")]
        cells = SYSTEM.cells([decode(one) for one in own])
        rolled = [one for one in own if one["type"] == "civil-war.desertion-rolled"]
        doubles = any("regions" not in one for one in rolled)
        for die in (die for draw in event.draws for die in draw["dice"]):
            purpose = die["for"]
            if purpose.startswith(READ_ON_A_TABLE) and not (doubles and "desertion" in purpose):
                assert cells[purpose]
                told += 1
    assert told > 20


def test_a_combats_die_names_row_column_and_result() -> None:
    table, below = Table.found(SYSTEM, "table"), Below("combat")
    decode = partial(decode_effect, SYSTEM)
    while table.step(below):
        for effect in table.events[-1].event.effects:
            if effect["type"] == "civil-war.combat-resolved":
                cell = SYSTEM.cells([decode(effect)])["combat"]
                result = effect["result"]
                assert cell == (
                    f"combat, row {effect['row']}, column {effect['column']}: "
                    f"{result['attacker']}/{result['defender']}"
                )
