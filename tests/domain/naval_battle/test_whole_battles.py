"""Whole battles through the kernel: bots play them, everybody may read them."""

import re
from collections import Counter
from functools import cache, partial
from typing import Any

import pytest

from iacta.domain.kernel.campaign.facts import decode_effect
from iacta.domain.kernel.proof.errors import Refused
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle.documents import BATTLES as DOCUMENTS
from iacta.domain.naval_battle.rules import board
from iacta.domain.naval_battle.state import State
from tests.domain.naval_battle.given import after, sea, ship, side, unit
from tests.domain.naval_battle.invariants import check_state, check_turn
from tests.support.environment import Below, ScriptedEnvironment, plain
from tests.support.table import Table

BATTLES = {document.key: document.default for document in DOCUMENTS}
SCENARIOS = ["interception", "supply", "naulochus", "actium"]


@cache
def fought(scenario: str, bot: str = "random", seed: str = "fought", **switches: Any) -> Table:
    """A battle to its end, every state of it looked at; each is fought once."""
    name = f"{seed} {scenario}"
    environment, below = ScriptedEnvironment(name), Below(name)
    table = Table.found(SYSTEM, scenario, environment=environment, options=switches)
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
        fought(scenario, bot, f"uses {seed}")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_battle_is_not_endless(scenario: str) -> None:
    """NB-14: at random, to the last turn, it takes some hundred commands."""
    assert len(fought(scenario, "random", "uses 0").events) < 600


def test_the_steady_player_beats_one_who_plays_at_random() -> None:
    """NV 12.1: in most battles, on either side."""
    won: Counter[str] = Counter()
    for number in range(6):
        steady = ("active", "reactive")[number % 2]
        environment = ScriptedEnvironment(f"steady {number}")
        table, below = (
            Table.found(SYSTEM, "naulochus", environment=environment),
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
    assert won["steady"] >= 5


def test_the_steady_player_uses_every_kind_of_command() -> None:
    """NV 2.11, NV 6.1, NV 7.1, NV 8.4, NV 11.1, NV 11.3, NB-14: each where it pays."""
    used: Counter[str] = Counter()
    for number in range(4):
        for scenario in SCENARIOS:
            for made in fought(scenario, "steady", f"kinds {number}").events:
                command = made.event.command
                used[command.get("mode", command["type"].removeprefix("naval-battle."))] += 1
    rare = {"decline", "let-pass", "concede", "sink", "call-off"}  # each in a test below
    kinds = {spec.type.removeprefix("naval-battle.") for spec in SYSTEM.commands} - {"board"}
    assert {*kinds, "Phalanx", "Wedge", "Quincunx"} - rare - set(used) == set()


def weakened(scenario: str, seat: str) -> dict[str, Any]:
    """A scenario's document whose one side has a single fleet in each Force."""
    battle: Any = plain(BATTLES[scenario])
    for force in battle[seat]["forces"]:
        first = force["fleets"][0]["name"]
        force["fleets"] = [{"name": first, "capacity": 6}]
        force["troops"] = []
        force["leaders"] = [{**one, "ship": first} for one in force["leaders"]]
    return {scenario: battle}


@pytest.mark.parametrize(
    ("scenario", "weak", "command"),
    [
        ("naulochus", "active", "decline"),
        ("naulochus", "reactive", "decline"),
        ("supply", "reactive", "let-pass"),
        ("supply", "active", "concede"),
        ("interception", "reactive", "let-pass"),
        ("actium", "reactive", "let-pass"),
    ],
)
def test_the_steady_player_avoids_a_battle_that_is_lost_before_it_begins(
    scenario: str, weak: str, command: str
) -> None:
    """NV 1.3, NV 1.4, NV 1.5, NV 1.6: a single fleet against all."""
    table, below = Table.found(SYSTEM, scenario, data=weakened(scenario, weak)), Below("weak")
    while table.step(below, "steady"):
        pass
    assert table.events[-1].event.command["type"] == f"naval-battle.{command}"


def of_the_steady_player(state: State, seat: str) -> dict[str, Any] | None:
    """What it sends in a position."""
    view = plain(SYSTEM.view(state, f"seat:{seat}", {}))
    found = SYSTEM.options(state, f"seat:{seat}", {})
    command = SYSTEM.bots["steady"](view, found, f"seat:{seat}", Below("position"))
    return None if command is None else dict(command)


@pytest.mark.parametrize(("near", "choice"), [("h10", "capture"), ("d6", "sink")])
def test_the_steady_player_sinks_a_prize_that_flipped_captors_could_not_hold(
    near: str, choice: str
) -> None:
    """NV 9.1: with an enemy beside it; else it takes it."""
    own = ship("Own", "d4", unit("Legio", flipped=True))
    enemy = ship("Enemy", "d5", of="reactive", flipped=True)
    state = sea(own, enemy, ship("Near", near, of="reactive"))
    beaten = after(state, cmd.Board("Own", "Enemy", "Phalanx"), 6)
    assert of_the_steady_player(beaten, "active") == {"type": f"naval-battle.{choice}"}


@pytest.mark.parametrize(("points", "enemies", "asks"), [(5, 4, True), (0, 1, True), (0, 4, False)])
def test_the_steady_player_in_panic_banks_a_lead_or_saves_the_rest(
    points: int, enemies: int, asks: bool
) -> None:
    """NB-14: but does not ask who would refuse."""
    lost = ship("Lost", "", of="reactive" if points else "active", status="sunk")
    theirs = [ship(f"Enemy {n}", f"{'abcd'[n]}10", of="reactive") for n in range(enemies)]
    own = ship("Own", "d4", flipped=True)
    sides = (side("active", original=4, panicked=True), side("reactive", original=4))
    state = sea(own, *theirs, lost, phase="movement", sides=sides)
    sent = of_the_steady_player(state, "active")
    assert sent is not None
    assert (sent["type"] == "naval-battle.call-off") is asks


def test_the_steady_player_saves_stratagems_that_cannot_win() -> None:
    """NV 2.9, NB-13: it neither always bids nothing nor always all."""
    bids: set[tuple[int, int]] = set()
    for number in range(12):
        table, below = Table.found(SYSTEM, "actium"), Below(f"bids {number}")
        while table.game.phase != "deployment":
            assert table.step(below, "steady")
        active, reactive = (one["bid"] for one in table.view("public")["game"]["sides"])
        bids.add((active, reactive))
    assert len(bids) > 2


def test_the_steady_player_keeps_baggage_ships_behind_the_line() -> None:
    """NV 2.11: the treasure of Actium is not in the front rank."""
    table, below = Table.found(SYSTEM, "actium"), Below("behind")
    while table.game.phase != "command":
        assert table.step(below, "steady")
    ranks = {one.name: board.split(one.square)[1] for one in table.game.fleets if one.square}
    assert ranks["Merchantmen"] == 1
    assert ranks["Egyptian squadron"] == ranks["Publicola's wing"] == 2


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_steady_player_strikes_with_the_double_move(scenario: str) -> None:
    """NV 2.11: the reward of superiority is seen in most battles."""
    doubled = 0
    for number in range(3):
        table = fought(scenario, "steady", f"uses {number}")
        doubled += table.game.double == "used"
    assert doubled >= 1


def test_the_steady_player_marches_on_the_enemy_and_makes_up_his_mind() -> None:
    """NB-14: two of them need no more than half of the turns."""
    for scenario in SCENARIOS:
        assert fought(scenario, "steady", "uses 0").game.turn <= 10


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_die_has_its_cell(scenario: str) -> None:
    """NB-2: the table, the row, the column and what stands there."""
    decode = partial(decode_effect, SYSTEM)
    told = 0
    for made in fought(scenario, "steady", "uses 0").events:
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
    for made in fought("interception", "steady", "uses 0").events:
        for effect in made.event.effects:
            if effect["type"] == "naval-battle.attacked" and effect["attack"] == "ram":
                cells = SYSTEM.cells([decode_effect(SYSTEM, effect)])
                blow = effect["blows"][0]
                purpose = f"ram of {effect['target']} by {effect['unit']}, die 1"
                assert cells[purpose] == f"combat, Phalanx, {blow['face']}: {blow['result']}"
                return
    raise AssertionError("nobody rammed")


def test_stories_are_sentences() -> None:
    """NV 1.8: each begins with a capital or a figure and ends with a full stop."""
    for scenario in SCENARIOS:
        table = fought(scenario, "steady", "uses 0")
        for seq in range(1, len(table.events) + 1):
            for line in table.story("public", seq).text:
                assert re.match(r"[A-Z0-9].*\.$", line), line
                assert "  " not in line
                assert "None" not in line


def test_turns_battles_and_the_end_are_marked() -> None:
    """NB-14: for rulers and logs."""
    table = fought("actium", "steady", "uses 0")
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
    table = Table.found(SYSTEM, "naulochus")
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
    table = Table.found(
        SYSTEM, "naulochus", data={"naulochus": strait}, options={"l_results": "as-b"}
    )
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
    table = Table.found(SYSTEM, "naulochus")
    for seat in ("active", "reactive"):
        table.do(seat, "naval-battle.agree")
    table.do("active", "naval-battle.allocate", ships=[{"fleet": "Ravenna squadron"}])
    child = table.fork(4)
    child.do("reactive", "naval-battle.allocate", ships=[{"fleet": "Pirate galleys"}])
    table.do("reactive", "naval-battle.allocate", ships=[{"fleet": "Pirate galleys"}])
    table.do("referee", "campaign.rewind", to=3, reason="A slip of the pen.")
    table.do("active", "naval-battle.allocate", ships=[{"fleet": "Tarentum squadron"}])
    table.do("reactive", "naval-battle.allocate", ships=[{"fleet": "Pirate galleys"}])
    assert table.game.fleet("Tarentum squadron").status == "ready"
    assert child.game.fleet("Ravenna squadron").status == "ready"
