"""The strong bot: which of its candidates it takes, and that it goes by what its seat knows."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.civil_war import SYSTEM as CIVIL
from iacta.domain.de_bello_punico import SYSTEM as PUNICO
from iacta.domain.kernel.campaign.bots import bot_names, command_of
from iacta.domain.kernel.contract.choices import ChooseOne, fill, filled
from iacta.domain.kernel.contract.system import System
from iacta.domain.naval_battle import SYSTEM as NAVAL
from iacta.domain.samnite_wars import SYSTEM as SAMNITE
from tests.balance.arena import Match, found
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.swapping import swapping
from tests.support.table import Table


def hasty(system: System[Any, Any, Any, Any, Any]) -> System[Any, Any, Any, Any, Any]:
    """A system whose strong bot tries little."""
    assert system.search is not None
    return replace(system, search=replace(system.search, rollouts=6))


BATTLE, WARS = hasty(PUNICO), hasty(SAMNITE)
PASS = {"type": "naval-battle.let-pass"}
MEET = {"type": "naval-battle.intercept", "leader": "Antonius"}
NOBODY = {"type": "naval-battle.intercept", "leader": "Nobody"}


def moved(table: Table, role: str, seed: str = "same") -> Mapping[str, Any]:
    """What a strong bot sends for a role."""
    return thought(table, role, seed)[0]


def thought(table: Table, role: str, seed: str) -> tuple[Mapping[str, Any], list[Any]]:
    """What a strong bot sends for a role, and all worlds that it judged before."""
    search, worlds = table.system.search, list[Any]()
    assert search is not None

    def worth(state: Any, seat: str) -> float:
        worlds.append((search.moment(state), search.worth(state, seat)))
        return worlds[-1][1]

    system = replace(table.system, search=replace(search, worth=worth))
    command = command_of("strong", system, table.game, role, table.known(role), Below(seed))
    assert command is not None
    return command, worlds


def choice(
    found: list[dict[str, str]],
    worth: Callable[[Any, str], float],
    rollouts: int = 8,
    **others: Any,
) -> Mapping[str, Any]:
    """What is taken of these candidates, where a world is worth that."""
    assert NAVAL.search is not None
    search = replace(
        NAVAL.search,
        candidates=lambda *_: found,
        until=lambda state: 0,
        worth=worth,
        rollouts=rollouts,
        **others,
    )
    table = Table.found(replace(NAVAL, search=search), "interception")
    return moved(table, "seat:reactive")


def met(state: Any, seat: str) -> float:
    return float(state.phase == "allocation")


def test_the_candidate_that_does_best_is_taken() -> None:
    assert choice([PASS, MEET], met) == MEET
    assert choice([MEET, PASS], met) == MEET
    assert choice([PASS, MEET], lambda state, seat: -met(state, seat)) == PASS


def test_the_plain_bot_s_stands_where_no_other_is_better() -> None:
    assert choice([PASS, MEET], lambda state, seat: 0.0) == PASS


def test_what_the_rules_refuse_is_never_taken() -> None:
    assert choice([PASS, NOBODY], lambda state, seat: -1.0) == PASS


def counted(*, unlike: bool) -> int:
    """How many worlds are judged for five candidates and a budget of 60."""
    tried: list[str] = []

    def count(state: Any, seat: str) -> float:
        tried.append(state.phase)
        return met(state, seat)

    def possible(state: Any, *_: Any) -> Any:
        return (replace(state) if unlike else state), {}

    choice([PASS, MEET, PASS, PASS, PASS], count, rollouts=60, possible=possible)
    return len(tried)


def test_each_round_halves_the_candidates_and_the_budget_holds() -> None:
    assert counted(unlike=True) == 20 // 5 * 5 + 20 // 3 * 3 + 20 // 2 * 2  # in three rounds of 20


def test_what_comes_out_alike_in_every_world_is_tried_in_one() -> None:
    assert counted(unlike=False) == 5


def test_only_what_rests_on_no_die_is_certain() -> None:
    """Both armies are set up, markers are placed, and then the initiative is rolled for."""
    world = found(Match(system="de-bello-punico", scenario="po", bots=("steady",)), 0)
    while world.state.phase != "initiative":
        assert world.certain
        role = next(iter(world.awaited(world.chance.below)))
        world.send(role, fill(world.options(role)[0], world.chance.below))
    world.send("seat:rome", world.options("seat:rome")[0].command)
    assert not world.certain


def test_the_same_seed_makes_the_same_move() -> None:
    table = in_battle()
    assert moved(table, "seat:rome") == moved(table, "seat:rome")


@pytest.mark.parametrize("system", [BATTLE, CIVIL, NAVAL, WARS], ids=lambda one: one.key)
def test_the_strong_bot_is_named_last(system: System[Any, Any, Any, Any, Any]) -> None:
    assert bot_names(system) == (*system.bots, "strong")
    assert bot_names(replace(system, search=None)) == tuple(system.bots)


# --- two worlds that differ in what the seat cannot see


def in_battle(vacuus: int = 0) -> Table:
    """Beneventum up to a searched choice of Rome's; ``vacuus``: which of Carthage's markers is."""
    table = Table.found(BATTLE, "beneventum", environment=ScriptedEnvironment("worlds"))
    below, placed = Below("worlds"), 0
    while table.game.phase in ("", "set-up", "command", "initiative") or (
        table.standing.waiting[0].seat != "rome"
    ):
        role = f"seat:{table.standing.waiting[0].seat}"
        command = dict(table.choose(role, below, "steady") or {})
        if command["type"].endswith(".place") and role == "seat:carthage":
            command["marker"] = "vacuus" if placed == vacuus else "point"
            placed += 1
        table.send(role, command)
    return table


IDLE = ("end", "stay", "accept", "hold", "stand", "commit")
"""commands that spend no point"""


def spent(table: Table, role: str) -> Mapping[str, Any]:
    """What a side sends that does as little as it may, and shows no marker."""
    options = table.options(role)
    idle = (one for kind in IDLE for one in options if one.id == kind)
    option = next(idle, options[0])
    kept = {"units": []} if option.id == "commit" else {}
    return {**filled(option, lambda _, choice: (first(choice), {})), **kept}


def first(choice: Any) -> Any:
    return choice.one_of[0].value if isinstance(choice, ChooseOne) else choice.values[: choice.min]


def test_where_the_enemy_s_vacuus_lies_moves_nobody() -> None:
    """Two battles go on alike but for Carthage's markers: Rome's every thought in them is alike."""
    worlds = [in_battle(number) for number in range(4)]
    one = worlds[0]
    alike = [
        other
        for other in worlds[1:]
        if other.view("seat:rome") == one.view("seat:rome")
        and other.view("seat:carthage") != one.view("seat:carthage")
    ]
    assert alike, "no world differs in the place of the Vacuus alone"
    pair, kinds = (one, alike[0]), set[str]()
    for number in range(60):
        if one.standing.outcome or one.game.phase == "command":
            break
        role = f"seat:{one.standing.waiting[0].seat}"
        if role == "seat:rome":
            wanted, other = (thought(table, role, f"{number}") for table in pair)
            assert wanted == other
            assert pair[0].view("seat:carthage") != pair[1].view("seat:carthage")
            command = wanted[0]
            kinds.add(command["type"].split(".")[1] if wanted[1] else "")
        else:
            command = spent(one, role)
        for table in pair:
            table.send(role, command, entropy=f"e{number}")
        assert pair[0].view("seat:rome") == pair[1].view("seat:rome")
    assert {"move", "attack"} <= kinds, "too little was searched"


def test_what_the_enemy_has_allocated_moves_nobody() -> None:
    tables = []
    for number in range(2):
        table = Table.found(NAVAL, "interception")
        table.send("seat:reactive", MEET)
        proposed = table.options("seat:reactive")[0]
        ships = proposed.choices["/ships"].values[number]
        table.send("seat:reactive", {**proposed.command, "ships": ships})
        tables.append(table)
    one, other = tables
    assert one.view("seat:reactive") != other.view("seat:reactive")
    assert thought(one, "seat:active", "same") == thought(other, "seat:active", "same")


def test_what_others_hold_moves_nobody() -> None:
    """Worlds in which two cards that the Consul has not seen have each other's place."""
    worlds = []
    for system in (WARS, *(swapping(WARS, number) for number in range(30))):
        seats = [{"name": one.title, "seat": one.seat} for one in WARS.seats[:3]]
        table = Table.found(system, environment=ScriptedEnvironment("worlds"), seats=seats)
        table.do("referee", "samnite-wars.set-up")
        worlds.append(table)
    first, role = worlds[0], f"seat:{worlds[0].game.consul}"
    others = [f"seat:{one.seat}" for one in first.game.players if f"seat:{one.seat}" != role]
    alike = [
        world
        for world in worlds[1:]
        if world.view(role) == first.view(role)
        and any(world.view(one) != first.view(one) for one in others)
    ]
    assert alike, "no world differs in another's hand alone"
    wanted = thought(first, role, "same")
    assert wanted[1]
    assert all(thought(world, role, "same") == wanted for world in alike)
