"""The strong bot: what a blow is worth, and what it does not do."""

import msgspec
import pytest

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico.bots.judgement import Fighter, blow, chances, toll, worth
from iacta.domain.de_bello_punico.bots.strong import candidates
from tests.support.environment import Below
from tests.support.table import Table

FRESH = Fighter(cost=2.0, plus=5, morale=5, disorder=0)


def test_equals_gain_nothing_by_a_fight() -> None:
    assert blow(FRESH, FRESH) == pytest.approx(0)
    assert sum(part for *_, part in chances(5, 5)) == pytest.approx(1)


def test_a_certain_blow_is_worth_what_it_costs_the_enemy() -> None:
    """At double the total it is two points of Disorder. BP 10.6."""
    weak = Fighter(cost=1.0, plus=1, morale=3, disorder=1)
    sure = blow(msgspec.structs.replace(FRESH, plus=20), weak)
    assert sure == pytest.approx(toll(1.0, 3, 3) - toll(1.0, 3, 1))


def test_the_last_point_of_disorder_costs_most() -> None:
    steps = [toll(2.0, 5, n + 1) - toll(2.0, 5, n) for n in range(5)]
    assert steps == sorted(steps)
    assert toll(2.0, 5, 7) == toll(2.0, 5, 5) == 2.0


def test_a_battle_is_worth_to_one_what_it_costs_the_other() -> None:
    """Before either can strike."""
    game = Table.found(SYSTEM, "zama").game
    assert worth(game, "rome") == pytest.approx(-worth(game, "carthage"))


def test_leaders_keep_the_seat_that_the_set_up_names() -> None:
    """At Beneventum the steady player has Hanno ride with skirmishers."""
    table, role = Table.found(SYSTEM, "beneventum"), "seat:carthage"
    assert any(one.id == "seat-leader" for one in table.options(role))
    sent = set()
    while table.standing.waiting[0].seat == "carthage":
        found = candidates(table.view(role)["game"], table.options(role), role, Below("seat"))
        sent |= {one["type"] for one in found}
        table.send(role, found[0])
    assert "de-bello-punico.seat-leader" not in sent
    assert "de-bello-punico.ready" in sent
