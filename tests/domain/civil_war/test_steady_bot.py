"""The steady bot: its estimates, and its choices in small positions."""

import os
from collections import Counter
from typing import Any

import msgspec
import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.bots.forecast import force_strength, forecast
from iacta.domain.civil_war.bots.judgement import Judgement
from iacta.domain.civil_war.bots.roads import roads
from iacta.domain.civil_war.bots.steady import _travel, steady_command
from iacta.domain.civil_war.rules.board import Board
from iacta.domain.civil_war.rules.ways import by_sea, overland
from iacta.domain.civil_war.state import State
from tests.domain.civil_war.given import (
    begun,
    captain,
    event,
    field,
    fight,
    folded,
    leader,
    ruled,
    when,
)
from tests.domain.civil_war.war import bare, segment, unit
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.table import Table

ROLE = "seat:caesarian"


def seen(state: State) -> dict[str, Any]:
    """What the Caesarian seat sees."""
    return msgspec.to_builtins(SYSTEM.view(state, ROLE, {}))


def rated(state: State) -> list[Any]:
    """Every march and voyage of the Caesarian steady player's segment."""
    given: list[Any] = []
    while state.active == "caesarian" and not state.fighting:
        options = SYSTEM.options(state, ROLE, {})
        plain = steady_command(seen(state), options, ROLE, lambda _: 0)
        command = msgspec.convert(plain, cmd.March | cmd.Sail | cmd.Court | cmd.EndMarches)
        state = folded(state, when(state, command, role=ROLE))
        given.append(command)
        assert len(given) < 50
    return [one for one in given if isinstance(one, cmd.March | cmd.Sail)]


def army(zone: str, count: int, side: str = "caesarian", **more: Any) -> list[Any]:
    """Legio that stand together."""
    return [unit(zone, side, id=f"{side[0]}-{zone}-{n}".lower(), **more) for n in range(count)]


def ruled_by(state: State, *elsewhere: str) -> State:
    """All zones and cities are the Caesarians', but those named."""

    def seized(one: Any, zone: str) -> Any:
        seat = "republican" if zone in elsewhere else "caesarian"
        return msgspec.structs.replace(one, control=seat)

    zones = tuple(seized(one, one.name) for one in state.zones)
    cities = tuple(seized(one, one.zone) for one in state.cities)
    return msgspec.structs.replace(state, zones=zones, cities=cities)


def test_two_armies_mass_against_a_third() -> None:
    """Neither can beat it alone: both come, and from both sides."""
    enemy = army("Citerior", 4, "republican")
    foot = {"kind": "auxilia"}  # no Legio, which a garrison somewhere might want
    own = [*army("Narbonensis", 4, **foot), *army("Aquitania", 4, **foot)]
    together = rated(ruled_by(segment(*own, *enemy), "Citerior"))
    assert {(one.zone, one.to) for one in together} == {
        ("Narbonensis", "Citerior"),
        ("Aquitania", "Citerior"),
    }
    alone = rated(
        ruled_by(segment(*own[:4], *enemy, *army("Lusitania", 3, "republican")), "Citerior")
    )
    assert all(one.to != "Citerior" for one in alone)


def test_units_do_not_march_to_certain_defeat() -> None:
    """Three armies one by one are no match for the fourth."""
    state = segment(*army("Narbonensis", 3), *army("Citerior", 9, "republican", sp=5))
    assert all(one.to != "Citerior" for one in rated(state))


def test_a_lone_legion_falls_back_before_a_stronger_enemy() -> None:
    """To the army, where the enemy dares not come."""
    state = segment(
        *army("Aquitania", 1), *army("Belgica", 9, sp=7), *army("Citerior", 5, "republican")
    )
    moved = {(one.zone, one.to) for one in rated(state)}
    assert ("Aquitania", "Citerior") not in moved
    assert any(zone == "Aquitania" for zone, _ in moved) or ("Belgica", "Citerior") in moved


def test_the_weakest_stay_as_garrison() -> None:
    """A region's printed number of Legio, and no better ones than need be. CW-57."""
    placed = [*army("Narbonensis", 2, sp=7), *army("Celtica", 3, sp=3)]
    state = segment(*placed)
    gallia = tuple(
        msgspec.structs.replace(one, control="caesarian") if one.name == "Gallia" else one
        for one in state.regions
    )
    zones = tuple(
        msgspec.structs.replace(one, control="caesarian") if one.region == "Gallia" else one
        for one in state.zones
    )
    towns = tuple(msgspec.structs.replace(one, control="caesarian") for one in state.cities)
    held = msgspec.structs.replace(state, regions=gallia, zones=zones, cities=towns)
    judgement = Judgement(seen(held), "caesarian")
    free = {one["id"] for one in judgement.free([one.id for one in held.units])}
    assert free == {"c-narbonensis-0", "c-narbonensis-1"}


def test_zones_are_taken_when_the_year_ends() -> None:
    """In its last segment of a year it occupies what counts at Adjustments. CW-55."""
    placed = army("Campania", 6)
    late = segment(*placed, order=("republican", "caesarian"), number=2)
    taken = [one.to for one in rated(late) if len(one.units) == 1]
    assert len(taken) == 5
    assert set(taken) & {"Etruria", "Picenum", "Apulia"}


def test_an_army_sails_with_all_for_whom_there_are_ships() -> None:
    """A Naves carries three: of seven three go. CW-43."""
    ship = unit("Apulia", "caesarian", "naves", id="ship")
    state = segment(ship, *army("Apulia", 7), *army("Epirus", 1, "republican", sp=2))
    (voyage,) = [one for one in rated(state) if isinstance(one, cmd.Sail)]
    assert len(voyage.units) == 3


def test_the_faction_leader_goes_with_the_greater_part() -> None:
    """Caesar is with the army."""
    state = segment(
        *army("Cisalpina", 6),
        leader("Caesar", "Cisalpina", tb=3, pc=9, chief=True),
        *army("Etruria", 3, "republican"),
    )
    attack = next(one for one in rated(state) if one.to == "Etruria")
    assert ("Caesar" in attack.leaders) == (len(attack.units) >= 3)


@pytest.mark.parametrize(
    ("own", "other", "tb", "crossing"),
    [(6, 3, 0, False), (4, 5, 3, False), (3, 3, 0, True), (12, 2, 1, False), (2, 7, 0, False)],
)
def test_a_forecast_is_what_the_six_faces_bring(
    own: int, other: int, tb: int, crossing: bool
) -> None:
    """Wins, and SP lost by both, face by face as the rules resolve it. CW 8.4."""
    units = [{"sp": 4, "quality": 2, "reduced": False}]
    man = {"tb": tb, "pc": 5, "faction_leader": False, "ill": False}
    ahead = forecast(
        force_strength(units * own, [man]), force_strength(units * other), crossing=crossing
    )
    wins = lost = taken = 0
    for face in range(1, 7):
        forces = field(own, captain("Caesar", tb=tb, pc=5)), field(other)
        made = fight(*forces, face, crossing=crossing)
        wins += made.winner == "attacker"
        lost += 2 * len(made.losses.attacker.reduced) + 4 * len(made.losses.attacker.eliminated)
        taken += 2 * len(made.losses.defender.reduced) + 4 * len(made.losses.defender.eliminated)
    assert (ahead.wins, ahead.lost, ahead.taken) == (wins, lost, taken)


def test_the_bots_roads_match_the_rules() -> None:
    """Costs over land and the ports in reach, for every zone. CW-38, CW-42."""
    state = bare()
    known = roads(seen(state)["map"])
    board = Board(state)
    abroad = {zone.name for zone in state.zones if zone.people and zone.outside_republic}
    for zone in board.zones:
        ways = overland(board, "caesarian", zone, 4, armed=True)
        mine = known.overland(zone, 4, abroad)
        assert mine == {name: way.cost for name, way in ways.items()}
        assert known.by_sea(zone, 3) == set(by_sea(board, "caesarian", zone, 3))


def choice(state: State, role: str = ROLE) -> Any:
    """The next command of the steady player, accepted."""
    view = msgspec.to_builtins(SYSTEM.view(state, role, {}))
    plain = steady_command(view, SYSTEM.options(state, role, {}), role, lambda _: 0)
    assert plain is not None
    shape = next(spec.shape for spec in SYSTEM.commands if spec.type == plain["type"])
    return msgspec.convert(plain, shape)


def on_the_field(*changes: Any) -> State:
    """The Caesarians have marched into Macedonia, where Republicans stand."""
    state = segment(*army("Macedonia", 4, sp=7), *army("Macedonia", 3, "republican"), *changes)
    return folded(state, when(state, cmd.EndMarches(), role=ROLE))


def test_every_kind_of_command_is_used_where_it_pays() -> None:
    """One small position for each: marches, fleets, embassies, battles, losses, recruits."""
    at_sea = segment(
        unit("Apulia", "caesarian", "naves", id="ship"),
        *army("Apulia", 3),
        *army("Epirus", 1, "republican", sp=2),
    )
    caesar = leader("Caesar", "Celtica", tb=3, pc=9, chief=True)
    host = [unit("Germani", "Germani", "people", people="Germani", id=f"g{n}") for n in range(4)]
    field_ = on_the_field(unit("Macedonia", id="weak", sp=2))
    won = folded(field_, when(field_, cmd.Attack("Macedonia", "republican"), 2, role=ROLE))
    deserted = folded(begun("rubicon"), event(begun("rubicon"), 11, 3, 2))
    year = folded(begun("rubicon"), event(begun("rubicon"), 12))
    while year.phase == "segments":
        year = folded(year, when(year, cmd.EndMarches()))
    recruiting = f"seat:{SYSTEM.standing(year).waiting[0].seat}"
    used = {
        type(choice(segment(*army("Cisalpina", 4), *army("Etruria", 1, "republican")))),
        type(choice(at_sea)),
        type(choice(segment(caesar, *host))),
        type(choice(field_)),
        type(choice(segment(*army("Roma", 1)))),
        type(choice(year, recruiting)),
        *(type(choice(one, f"seat:{due.seat}")) for one in (won, deserted) for due in one.pending),
    }
    kinds = {spec.shape for spec in SYSTEM.commands if "seat" in spec.roles}
    rolls = {cmd.RollYearEvent, cmd.EnterLeaders, cmd.CheckLeaderDeath, cmd.CheckLeaderDeaths}
    assert used == kinds - rolls - {cmd.ResolveCombat}


SOAK = bool(os.environ.get("IACTA_SOAK"))
WARS = ("rubicon", "dyrrhachium", "ides") * 2 if SOAK else ("dyrrhachium",)
MOST = 4_000 if SOAK else 60
"""commands of a war"""
SELDOM = {
    *("court", "choose-losses", "retreat", "recruit", "choose-desertion"),
    *("enter-leaders", "check-leader-deaths"),
}
"""Not at the beginning of every war."""


def test_steady_players_send_every_kind_of_command_over_whole_wars() -> None:
    """In a soak; else what the beginning of one shows. The referee need not step in."""
    used: Counter[str] = Counter()
    for number, scenario in enumerate(WARS):
        environment, below = ScriptedEnvironment(f"war {number}"), Below("steady")
        table = Table.found(SYSTEM, scenario, environment=environment)
        while len(table.events) < MOST and table.step(below, "steady"):
            pass
        used.update(one.event.command["type"].partition(".")[2] for one in table.events)
    kinds = {spec.type.partition(".")[2] for spec in SYSTEM.commands}
    desk = {"resolve-combat", "adjudicate-combat", "check-leader-death", "close-year"}
    assert (kinds - desk if SOAK else kinds - desk - SELDOM) - {*used} == set()


def test_an_army_fights_before_it_spreads() -> None:
    """The enemy beside it comes before empty zones further off."""
    state = segment(
        *army("Cisalpina", 6),
        leader("Caesar", "Cisalpina", tb=3, pc=9, chief=True),
        *army("Etruria", 3, "republican"),
    )
    assert rated(state)[0].to == "Etruria"


def travels(state: State) -> set[tuple[str, str]]:
    """Who would go where alone."""
    judgement = Judgement(seen(state), "caesarian")
    return {
        (one.command["leaders"][0], one.command["to"])
        for option in SYSTEM.options(state, ROLE, {})
        if option.id.startswith("travel:")
        for one in _travel(judgement, option)
    }


def test_a_spare_leader_goes_to_an_army_without_one_and_stays() -> None:
    """Not the best of the staff, once a segment, and nobody who leads an army alone."""
    names = ("Caesar", "M. Antonius", "Curio", "Lepidus")
    state = segment(
        *army("Cisalpina", 5),
        *(leader(name, "Cisalpina", tb=number) for number, name in enumerate(names)),
        *army("Narbonensis", 3),
    )
    assert travels(state) == {(name, "Narbonensis") for name in names[:3]}
    moved = ruled(state, ch.SetSpent(1, (), names))
    assert travels(moved) == set()
    settled = ruled(state, leader("Trebonius", "Narbonensis"))
    assert travels(settled) == set()
