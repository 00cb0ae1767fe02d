"""The strong bot: it fights for whose line breaks first, and goes by what its seat knows."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.kernel.campaign.bots import command_of
from iacta.domain.kernel.contract.choices import ChooseInteger, Option
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle.bots.strong import SEARCH, candidates, possible
from iacta.domain.naval_battle.state import CallDue, CaptureDue, Seat, State
from tests.domain.naval_battle.given import Ship, prize, sea, ship, unit
from tests.domain.naval_battle.test_whole_battles import SCENARIOS
from tests.support.environment import Below
from tests.support.table import Table

SEATS = ("active", "reactive")
FIRST_TURN = 2
"""the moment at which the first turn begins: lines are set up by then"""


def role_of(seat: str) -> str:
    return f"seat:{seat}"


def across(seat: str) -> str:
    return "reactive" if seat == "active" else "active"


# --- two worlds that differ in what the seat cannot see


def every_choice(game: Any, options: list[Option], role: str, below: Any) -> list[Any]:
    """Every proposed allocation, or every bid: more than the bot would try."""
    option = options[0]
    (place, choice), *_ = option.choices.items()
    if isinstance(choice, ChooseInteger):
        values = list(range(choice.integer.max + 1))
    else:
        values = list(choice.values)
    return [{**option.command, place.removeprefix("/"): value} for value in values]


def thought(table: Table, seat: str) -> tuple[Mapping[str, Any], list[Any]]:
    """What the search sends for a seat of all choices, and every world that it came to."""
    worlds: list[Any] = []

    def worth(state: Any, own: str) -> float:
        worlds.append(state)
        return SEARCH.worth(state, own)

    search = replace(
        SEARCH, candidates=every_choice, worth=worth, until=lambda _: FIRST_TURN, rollouts=6
    )
    system, role = replace(SYSTEM, search=search), role_of(seat)
    command = command_of("strong", system, table.game, role, table.known(role), Below("same"))
    assert command is not None
    return command, worlds


def begun(scenario: str) -> Table:
    """A battle up to the allocations."""
    table = Table.found(SYSTEM, scenario)
    below = Below("worlds")
    while table.game.phase != "allocation":
        role = role_of(table.standing.waiting[0].seat)
        table.send(role, table.choose(role, below, "steady"))
    return table


def allocated(scenario: str, seat: str, number: int) -> Table:
    """A battle in which one side has laid the allocation of this number, and the other has not."""
    table = begun(scenario)
    option = table.options(role_of(seat))[0]
    ships = option.choices["/ships"].values[number]
    table.send(role_of(seat), {**option.command, "ships": ships})
    return table


def bidden(scenario: str, seat: str, stratagems: int) -> Table:
    """A battle in which one side has bid so many, and the other has not."""
    table = begun(scenario)
    for one in SEATS:
        option = table.options(role_of(one))[0]
        ships = option.choices["/ships"].values[0]
        table.send(role_of(one), {**option.command, "ships": ships})
    table.do(role_of(seat), "naval-battle.bid", stratagems=stratagems)
    return table


def no_difference(one: Table, other: Table, watcher: str) -> None:
    """Assert that the worlds differ for the other side alone, and the search is none the wiser."""
    role, enemy = role_of(watcher), role_of(across(watcher))
    assert one.view(enemy) != other.view(enemy), "the worlds do not differ"
    assert one.view(role) == other.view(role)
    wanted = thought(one, watcher)
    assert wanted[1], "nothing was searched"
    assert thought(other, watcher) == wanted
    for table in (one, other):
        plain = command_of("strong", SYSTEM, table.game, role, table.known(role), Below("same"))
        assert plain == command_of("strong", SYSTEM, one.game, role, one.known(role), Below("same"))


@pytest.mark.parametrize("watcher", SEATS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_the_enemy_has_allocated_moves_nobody(scenario: str, watcher: str) -> None:
    enemy = across(watcher)
    no_difference(allocated(scenario, enemy, 0), allocated(scenario, enemy, 1), watcher)


@pytest.mark.parametrize("watcher", SEATS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_the_enemy_has_bid_moves_nobody(scenario: str, watcher: str) -> None:
    enemy = across(watcher)
    no_difference(bidden(scenario, enemy, 0), bidden(scenario, enemy, 1), watcher)


def test_where_nothing_is_laid_the_world_is_the_battle_itself() -> None:
    """By which the search knows that all its worlds are alike."""
    table = Table.found(SYSTEM, "naulochus")
    assert possible(table.game, "seat:reactive", {}, Below("x"))[0] is table.game


def test_a_possible_world_holds_nothing_that_the_enemy_laid() -> None:
    table = bidden("naulochus", "active", 2)
    state, hidden = possible(table.game, "seat:reactive", table.known("seat:reactive"), Below("x"))
    assert state.side("active").bid == ""
    assert hidden == {}
    assert bidden("naulochus", "active", 0).game != table.game
    assert (
        state == possible(bidden("naulochus", "active", 0).game, "seat:reactive", {}, Below("x"))[0]
    )


# --- what it goes for


def sent(state: State, seat: Seat = "active") -> Mapping[str, Any]:
    """What the captain does for a side."""
    role = role_of(seat)
    game = to_plain(SYSTEM.view(state, role, {}))
    return candidates(game, list(SYSTEM.options(state, role, {})), role, Below("captain"))[0]


BESIDE_E5 = ("d5", "e4", "e6", "f5")


def enemies(*squares: str) -> list[Ship]:
    return [
        ship(f"Enemy {number}", square, of="reactive") for number, square in enumerate(squares, 1)
    ]


def manned(*squares: str) -> list[Ship]:
    """Enemies with a legion each."""
    return [ship(f"Enemy {at}", at, unit(f"Legion {at}"), of="reactive") for at in squares]


def test_what_is_flipped_is_finished_first() -> None:
    flipped = ship("Beaten", "e5", of="reactive", flipped=True)
    state = sea(ship("Own", "d5"), ship("Other", "a1"), *enemies("c5", "h9", "h8"), flipped)
    assert (sent(state)["type"], sent(state)["target"]) == ("naval-battle.ram", "Beaten")


@pytest.mark.parametrize(
    ("own", "foe", "rams"), [(True, False, False), (True, True, True), (False, False, True)]
)
def test_a_flipped_fleet_rams_no_full_one(own: bool, foe: bool, rams: bool) -> None:
    """NV 6.6: it would be lost two times of three; it rather leaves its side."""
    mine = ship("Own", "d5", flipped=own)
    enemy = ship("Enemy", "e5", of="reactive", flipped=foe)
    state = sea(mine, ship("Far", "h9", of="reactive"), enemy)
    state = state.with_side(replace(state.side("active"), panicked=True))
    assert (sent(state)["type"] == "naval-battle.ram") is rams
    assert (after_moving(replace(state, phase="movement", turn=9))["Own"] in BESIDE_E5) is rams


def test_ships_wait_out_of_reach_until_they_can_strike_first() -> None:
    state = sea(
        ship("Own", "d2", unit("Legion")),
        *(
            ship(f"Enemy {file}", f"{file}7", unit(f"Legion {file}"), of="reactive")
            for file in "cde"
        ),
        phase="movement",
    )
    moved = sent(state)
    assert moved["type"] == "naval-battle.end-movement" or int(moved["to"][1:]) <= 3


def after_moving(state: State) -> dict[str, str]:
    """Where a side's fleets are once the captain has moved them."""
    while (command := sent(state))["type"] == "naval-battle.move":
        moved = replace(state.fleet(command["fleet"]), square=command["to"], moved=True)
        fleets = [moved if one.name == moved.name else one for one in state.fleets]
        state = replace(state, fleets=tuple(fleets))
    return {one.name: one.square for one in state.on_board("active")}


def behind(state: State) -> State:
    """The same with a ground unit of the active side lost."""
    return replace(state, units=(*state.units, unit("Lost", status="eliminated")))


def test_ships_go_in_together_where_none_would_go_alone() -> None:
    """But a moving Force that only wants to pass lets the enemy come, unless it is behind."""
    foes = manned("d7", "e7", "f7")
    own = [ship(f"Own {file}", f"{file}4", unit(f"Legion {file}")) for file in "cef"]
    together = after_moving(sea(*own, *foes, phase="movement"))
    assert sorted(together.values()) == ["c6", "e6", "f6"]
    passing = sea(*own, *foes, phase="movement", case="c")
    assert max(int(square[1:]) for square in after_moving(passing).values()) <= 4
    assert after_moving(behind(passing)) == together
    alone = after_moving(sea(own[1], *foes, phase="movement"))
    assert int(alone["Own e"][1:]) < 4


def test_a_ship_strikes_from_where_the_fewest_enemies_can_answer() -> None:
    """At e4 the enemy on b6 cannot come near, at d5 it could."""
    own = ship("Own", "d3", unit("Legion")), ship("Other", "a4", unit("Other legion"))
    state = sea(*own, *manned("b6", "e5"), phase="movement")
    assert after_moving(state)["Own"] == "e4"


@pytest.mark.parametrize(("turn", "comes"), [(1, False), (6, True)])
def test_nobody_waits_for_ever(turn: int, comes: bool) -> None:
    """Or two careful lines would look at each other until the last turn is over."""
    foes = [
        ship(f"Enemy {file}", f"{file}7", unit(f"Legion {file}"), of="reactive") for file in "de"
    ]
    state = sea(ship("Own", "d4", unit("Legion")), *foes, phase="movement", turn=turn)
    assert (sent(state)["to"] == "d6") == comes


def test_who_is_behind_has_nothing_to_wait_for() -> None:
    foes = [
        ship(f"Enemy {file}", f"{file}7", unit(f"Legion {file}"), of="reactive") for file in "de"
    ]
    state = sea(ship("Own", "d4", unit("Legion")), *foes, phase="movement", turn=4)
    assert after_moving(state)["Own"] != "d6"
    assert after_moving(behind(state))["Own"] == "d6"


@pytest.mark.parametrize(
    ("turn", "level", "comes"),
    [(7, True, False), (8, True, True), (3, False, False), (4, False, True)],
)
def test_equal_lines_out_of_reach_meet_in_the_end(turn: int, level: bool, comes: bool) -> None:
    """Four squares apart, whoever closes first is struck first; the side behind closes sooner."""
    own = [ship(f"Own {file}", f"{file}3", unit(f"Own legion {file}")) for file in "def"]
    state = sea(*own, *manned("d7", "e7", "f7"), phase="movement", turn=turn)
    places = after_moving(state if level else behind(state))
    assert [int(square[1:]) > 3 for square in places.values()] == [comes] * 3


def test_who_attacks_moves_before_who_keeps_away() -> None:
    """Who keeps away may then think of better."""
    own = ship("Own", "f5", unit("Legion")), ship("Other", "f4", discipline="mob")
    state = sea(*own, *manned("d3", "f7"), phase="movement", turn=5)
    assert (sent(state)["fleet"], sent(state)["to"]) == ("Own", "f6")
    assert after_moving(state)["Other"] != "f4"


def test_a_prize_is_freed_by_whoever_can_beat_its_captor() -> None:
    """NV 9.3: it reverts at once, with its points and its place in the line."""
    captor = unit("Captor", flipped=True)
    lost = prize("Prize", "d6", captor, by="reactive")
    foe = ship("Enemy", "e5", unit("Theirs", flipped=True), of="reactive")
    state = sea(ship("Own", "d5", unit("Legion")), lost, foe, ship("Far", "h9", of="reactive"))
    assert (sent(state)["type"], sent(state)["target"]) == ("naval-battle.board", "Prize")


@pytest.mark.parametrize(
    ("panicked", "foes", "flees"),
    [(False, "de", set()), (True, "de", {"Laden"}), (True, "cdefgh", {"Laden", "Own"})],
)
def test_in_panic_baggage_flees_and_fighters_only_what_is_beyond_hope(
    panicked: bool, foes: str, flees: set[str]
) -> None:
    laden = ship("Laden", "a1", unit("Treasure", "impediti", factor=0))
    lost = ship("Lost", "", status="sunk")
    state = sea(laden, ship("Own", "b1"), *manned(*(f"{file}9" for file in foes)), lost,
                phase="movement")  # fmt: skip
    state = state.with_side(replace(state.side("active"), panicked=panicked))
    gone = set()
    while (command := sent(state))["type"] == "naval-battle.flee":
        gone.add(command["fleet"])
        left = [one for one in state.fleets if one.name != command["fleet"]]
        state = replace(state, fleets=tuple(left))
    assert gone == flees


def test_a_battle_that_is_lost_is_given_up() -> None:
    lost = ship("Lost", "", of="active", status="sunk")[0]
    state = sea(ship("Own", "d5"), *enemies("a1", "b1", "c1", "d1"), phase="movement")
    due = replace(state, pending=CallDue("active"), fleets=(*state.fleets, lost))
    panicked = due.with_side(replace(due.side("active"), panicked=True))
    assert sent(due)["type"] == "naval-battle.decline"
    assert sent(panicked)["type"] == "naval-battle.agree"


@pytest.mark.parametrize(
    ("lost", "foes", "agrees"),
    [(1, "ab", False), (1, "abc", True), (1, "a", False), (2, "a", True)],
)
def test_a_panicked_side_fights_on_only_for_what_it_may_still_win(
    lost: int, foes: str, agrees: bool
) -> None:
    """Not against three times its ships, nor for fewer points than it is behind."""
    gone = [ship(f"Lost {number}", "", status="sunk") for number in range(lost)]
    state = sea(ship("Own", "d5"), *gone, *enemies(*(f"{file}1" for file in foes)),
                phase="movement")  # fmt: skip
    side = replace(state.side("active"), panicked=True)
    due = replace(state.with_side(side), pending=CallDue("active"))
    assert (sent(due)["type"] == "naval-battle.agree") is agrees


def test_an_end_is_agreed_to_by_whoever_has_won_alone() -> None:
    state = replace(
        sea(ship("Own", "d5"), *enemies("a1")), pending=CallDue("active"), phase="movement"
    )
    sunk = ship("Lost", "", of="reactive", status="sunk")[0]
    ahead = replace(state, fleets=(*state.fleets, sunk))
    assert sent(state)["type"] == "naval-battle.decline"
    assert sent(ahead)["type"] == "naval-battle.agree"


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_idle_baggage_stays_ashore(scenario: str, seat: Seat) -> None:
    """It fights for nobody; a moving Force has to take its own."""
    table = begun(scenario)
    state = table.game
    ships = sent(state, seat)["ships"]
    aboard = {name for one in ships for name in one["aboard"]}
    idle = {one.name for one in state.units if one.side == seat and not one.factor}
    must = {one.name for one in state.units if one.side == seat and one.force == "moving"}
    assert idle & aboard == idle & must
    table.send(role_of(seat), sent(state, seat))
    assert table.game.side(seat).allocation


def test_all_stratagems_are_bid() -> None:
    state = bidden("actium", "active", 0).game
    assert sent(state, "reactive")["stratagems"] == state.side("reactive").stratagems


def test_a_prize_and_a_double_move_are_tried_both_ways() -> None:
    captors = unit("Legion")
    state = sea(ship("Own", "d5", captors), *enemies("e5", "h9"))
    due = replace(state, pending=CaptureDue("active", "Legion", "Own", "Enemy 1"))
    game = to_plain(SYSTEM.view(due, "seat:active", {}))
    found = candidates(game, list(SYSTEM.options(due, "seat:active", {})), "seat:active", Below(""))
    assert sorted(one["type"] for one in found) == ["naval-battle.capture", "naval-battle.sink"]
