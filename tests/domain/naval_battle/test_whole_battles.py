"""Whole battles through the kernel: bots play them, everybody may read them."""

import re
from collections import Counter
from functools import partial
from typing import Any

import pytest

from iacta.domain.kernel.campaign.fold import decode_effect
from iacta.domain.kernel.proof.errors import Refused
from iacta.domain.naval_battle import SYSTEM
from tests.domain.naval_battle.invariants import check_state, check_turn
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.table import Table

SCENARIOS = ["interception", "supply", "actium"]


def fought(scenario: str, bot: str = "random", seed: str = "fought") -> Table:
    """A battle to its end, every state of it looked at."""
    name = f"{seed} {scenario}"
    table, below = Table.found(SYSTEM, scenario, environment=ScriptedEnvironment(name)), Below(name)
    while table.step(below, bot):
        check_state(table.game)
    assert table.campaign.outcome is not None
    owners = {fleet.name: fleet.side for fleet in table.game.fleets}
    check_turn([made.event.effects for made in table.events], owners)
    return table


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("bot", ["random", "steady"])
def test_battles_end_and_break_nothing(scenario: str, bot: str) -> None:
    """NB-14, NV 3.2, NV 5.6, NV 9.2: whatever is played."""
    for seed in range(2):
        fought(scenario, bot, f"{bot} {seed}")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_battle_is_not_endless(scenario: str) -> None:
    """NB-14: at random, to the last turn, it takes some hundred commands."""
    assert len(fought(scenario, "random", "a long one").events) < 600


def test_the_steady_player_beats_one_who_plays_at_random() -> None:
    """NV 12.1: in most battles, on either side."""
    won: Counter[str] = Counter()
    for number in range(10):
        steady = ("active", "reactive")[number % 2]
        environment = ScriptedEnvironment(f"steady {number}")
        table, below = (
            Table.found(SYSTEM, "actium", environment=environment),
            Below(f"steady {number}"),
        )
        table.do("active", "naval-battle.agree")
        table.do("reactive", "naval-battle.agree")
        while table.campaign.outcome is None:
            seat = table.standing.waiting[0].seat
            bot = "steady" if seat == steady else "random"
            command = table.choose(f"seat:{seat}", below, bot)
            assert command is not None
            table.send(seat, command)
        for winner in table.campaign.outcome.winners:
            won["steady" if winner == steady else "random"] += 1
    assert won["steady"] >= 8


def test_the_steady_player_breaks_through_boards_and_rams() -> None:
    """NV 11.3, NV 8.1, NV 6.3: and does it in the battles that are made for it."""
    done: Counter[str] = Counter()
    for number in range(6):
        for made in fought("interception", "steady", f"does {number}").events:
            for effect in made.event.effects:
                done[effect.get("how") or effect.get("attack") or effect["type"]] += 1
    for what in ("through", "boarding", "ram", "volley", "naval-battle.captured"):
        assert done[what], what


def test_the_steady_player_marches_on_the_enemy_and_makes_up_his_mind() -> None:
    """NB-14: two of them need no more than half of the turns."""
    for scenario in SCENARIOS:
        assert fought(scenario, "steady", "quick").game.turn <= 10


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_die_has_its_cell(scenario: str) -> None:
    """NB-2: the table, the row, the column and what stands there."""
    decode = partial(decode_effect, SYSTEM)
    told = 0
    for made in fought(scenario, "steady", "cells").events:
        own = [decode(one) for one in made.event.effects if "." in one["type"]]
        cells = SYSTEM.cells(own)
        dice = [die for draw in made.event.draws for die in draw["dice"]]
        assert [die["for"] for die in dice] == list(cells)
        for die in dice:
            assert re.search(r": (P|H|D|F|R|A|B|L|-|[a-z]+)$", cells[die["for"]])
            told += 1
    assert told > 30


def test_a_blow_names_table_row_column_and_result() -> None:
    """NV 6.2: as in `combat, Phalanx, 6: B`."""
    for made in fought("interception", "steady", "blows").events:
        for effect in made.event.effects:
            if effect["type"] == "naval-battle.attacked" and effect["attack"] == "ram":
                cells = SYSTEM.cells([decode_effect(SYSTEM, effect)])
                blow = effect["blows"][0]
                purpose = f"{effect['unit']} rams {effect['target']}, die 1"
                assert cells[purpose] == f"combat, Phalanx, {blow['face']}: {blow['result']}"
                return
    raise AssertionError("nobody rammed")


def test_stories_are_sentences() -> None:
    """NV 1.8: each begins with a capital or a figure and ends with a full stop."""
    for scenario in SCENARIOS:
        table = fought(scenario, "steady", "stories")
        for seq in range(1, len(table.events) + 1):
            for line in table.story("public", seq).text:
                assert re.match(r"[A-Z0-9].*\.$", line), line
                assert "  " not in line
                assert "None" not in line


def test_turns_battles_and_the_end_are_marked() -> None:
    """NB-14: for rulers and logs."""
    table = fought("actium", "steady", "marks")
    marks = [
        dict(m) for seq in range(1, len(table.events) + 1) for m in table.story("public", seq).marks
    ]
    assert {"kind": "chapter", "label": "Turn 1"} in marks
    assert {"chapter", "battle", "end"} <= {mark["kind"] for mark in marks}


def test_a_refused_command_asks_for_no_link() -> None:
    """NV 5.6: nothing is drawn for it."""
    table = Table.found(SYSTEM, "actium")
    asked = table.environment.asked
    commands: list[dict[str, Any]] = [
        {"type": "naval-battle.check"},
        {"type": "naval-battle.ram", "fleet": "Liburnians", "target": "Merchantmen"},
        {"type": "naval-battle.flee", "fleet": "Liburnians"},
    ]
    for command in commands:
        with pytest.raises(Refused):
            table.send("reactive", command)
    assert table.environment.asked == asked


def test_the_referee_acts_for_a_seat_and_sees_nothing_hidden() -> None:
    """NV 2.8: he sees what is public, unless the campaign says otherwise."""
    table = Table.found(SYSTEM, "actium")
    table.do("referee", "naval-battle.agree", for_="seat:active")
    assert table.game.side("active").agreed
    assert SYSTEM.options(table.game, "referee", {}) == ()
    assert table.campaign.options["referee_sees"] == "public"


def test_a_referees_own_battle_is_fought_by_his_data() -> None:
    """NB-9, NB-18, NB-2: a strait three wide, his fleets, his tables, L as B for all."""
    side = {"stratagems": 1, "pool": ["recruit"], "port": "Messana"}
    forces = {
        seat: [
            {
                "role": "force",
                "fleets": [{"name": f"{seat} {n}", "capacity": 1} for n in range(5)],
                "troops": [{"name": f"{seat} crew", "kind": "cavalry"}],
                "leaders": [{"name": f"{seat} chief"}],
            }
        ]
        for seat in ("active", "reactive")
    }
    strait = {
        "place": "The strait",
        "case": "a",
        "columns": 3,
        "rows": 8,
        "depth": 2,
        "turn_limit": 12,
        "active": {"name": "Pompeians", "forces": forces["active"], **side},
        "reactive": {"name": "Caesarians", "forces": forces["reactive"], **side},
    }
    table = Table.found(SYSTEM, "actium", data={"actium": strait}, options={"l_results": "as-b"})
    assert table.game.switches.l_results == "as-b"
    below = Below("the strait")
    table.do("active", "naval-battle.agree")
    while table.step(below, "steady"):
        check_state(table.game)
    assert table.game.turn_limit == 12
    assert table.campaign.outcome is not None
    assert "active 0" in {fleet.name for fleet in table.game.fleets}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_player_at_random_makes_up_loads_of_his_own(scenario: str) -> None:
    """NV 2.6, NV 2.7: not only proposals, and always such as are allowed."""
    made: set[str] = set()
    for number in range(10):
        table, below = Table.found(SYSTEM, scenario), Below(f"loads {number}")
        while table.step(below) and table.game.phase in ("occasion", "reply", "allocation"):
            pass
        made |= {str(side["allocation"]) for side in table.view("public")["game"]["sides"]}
    assert len(made) > 6


def test_a_battle_is_rewound_and_forked_where_something_is_hidden() -> None:
    """NV 2.1: nothing is shuffled here, so there is nothing to reshuffle."""
    table = Table.found(SYSTEM, "actium")
    for seat in ("active", "reactive"):
        table.do(seat, "naval-battle.agree")
    table.do("active", "naval-battle.allocate", ships=[{"fleet": "Merchantmen"}])
    child = table.fork(4)
    child.do("reactive", "naval-battle.allocate", ships=[{"fleet": "Liburnians"}])
    table.do("reactive", "naval-battle.allocate", ships=[{"fleet": "Liburnians"}])
    table.do("referee", "campaign.rewind", to=3, reason="A slip of the pen.")
    table.do("active", "naval-battle.allocate", ships=[{"fleet": "Sosius' wing"}])
    table.do("reactive", "naval-battle.allocate", ships=[{"fleet": "Liburnians"}])
    assert table.game.fleet("Sosius' wing").status == "ready"
    assert child.game.fleet("Merchantmen").status == "ready"
