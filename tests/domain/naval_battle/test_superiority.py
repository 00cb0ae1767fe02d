"""Tactical superiority, and setting up by it."""

import pytest

from iacta.domain.kernel.contract.words import number
from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, RuleViolation
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle.rules.superiority import max_bid
from iacta.domain.naval_battle.state import State
from tests.domain.naval_battle.given import after, chief, sea, ship, when
from tests.support.table import Table

LED = {"active": "Agrippa", "reactive": "Demochares"}


def bidding(scenario: str, *, led: bool = True) -> Table:
    """A battle with both allocations open, and leaders aboard if told so."""
    made = Table.found(SYSTEM, scenario)
    if scenario == "naulochus":
        made.do("active", "naval-battle.agree")
        made.do("reactive", "naval-battle.agree")
        for seat, fleet in (("active", "Tarentum squadron"), ("reactive", "Pirate galleys")):
            leaders = {"leaders": [LED[seat]]} if led else {}
            made.do(seat, "naval-battle.allocate", ships=[{"fleet": fleet, **leaders}])
        return made
    if scenario == "supply":
        made.do("reactive", "naval-battle.intercept", force="besieged")
        made.do("active", "naval-battle.give-battle")
    else:
        made.do("reactive", "naval-battle.intercept", leader="Antonius")
    for seat in ("active", "reactive"):
        option = made.options(f"seat:{seat}")[0]
        ships = option.choices["/ships"].values[0]
        made.do(seat, "naval-battle.allocate", ships=ships)
    return made


def bids(made: Table, active: int, reactive: int) -> State:
    """Both bids, the reactive side's first."""
    made.do("reactive", "naval-battle.bid", stratagems=reactive)
    made.do("active", "naval-battle.bid", stratagems=active)
    state: State = made.game
    return state


@pytest.mark.parametrize("scenario", ["naulochus", "supply", "interception"])
def test_the_higher_bid_has_superiority(scenario: str) -> None:
    """NV 2.9: whoever plays more stratagems."""
    for active, reactive, first in ((2, 1, "active"), (1, 2, "reactive")):
        made = bidding(scenario)
        assert bids(made, active, reactive).first == first
        won = made.events[-1].event.effects
        assert [one["rule"] for one in won if "rule" in one] == ["NV 2.9"]


@pytest.mark.parametrize(
    ("scenario", "holder"),
    [("naulochus", "active"), ("supply", "reactive"), ("interception", "reactive")],
)
def test_ties_go_by_the_case(scenario: str, holder: str) -> None:
    """NV 2.10: to the active player in case (a), to the reactive one in (b) and (c)."""
    for equal in (0, 1):
        made = bidding(scenario)
        assert bids(made, equal, equal).first == holder
        won = made.events[-1].event.effects
        assert [one["rule"] for one in won if "rule" in one] == ["NV 2.10"]


@pytest.mark.parametrize(
    ("scenario", "holder"),
    [("naulochus", "active"), ("supply", "reactive"), ("interception", "reactive")],
)
def test_a_bid_tells_what_both_have_and_who_wins_a_tie(scenario: str, holder: str) -> None:
    """NV 2.9, NV 2.10: from public facts, so the enemy's bid changes nothing of it."""
    made = bidding(scenario)
    side = {one.seat: one for one in made.game.sides}
    title = made.options("seat:active")[0].title
    enemy, most = side["reactive"].name, number(max_bid(made.game, "reactive"))
    assert title.endswith(f"the {enemy} can bid {most}, and a tie goes to the {side[holder].name}")
    assert f"up to {number(max_bid(made.game, 'active'))} of your stratagems" in title
    made.do("reactive", "naval-battle.bid", stratagems=1)
    assert made.options("seat:active")[0].title == title


def test_bids_are_secret_opened_together_and_paid_by_both() -> None:
    """NB-13: the loser's stratagems are gone as well."""
    made = bidding("naulochus")
    made.do("reactive", "naval-battle.bid", stratagems=2)
    seen = {
        role: made.view(role)["game"]["sides"][1]["bid"]
        for role in ("public", "referee", "seat:active", "seat:reactive")
    }
    assert seen == {"public": None, "referee": None, "seat:active": None, "seat:reactive": 2}
    with pytest.raises(Conflict, match=r"^you have already bid$"):
        made.do("reactive", "naval-battle.bid", stratagems=0)
    made.do("active", "naval-battle.bid", stratagems=1)
    assert [side.stratagems for side in made.game.sides] == [1, 1]
    assert [one["bid"] for one in made.view("public")["game"]["sides"]] == [1, 2]


def test_stratagems_are_played_by_leaders_aboard() -> None:
    """NV 2.9: without a leader on a fleet there is nothing to stake."""
    made = bidding("naulochus", led=False)
    assert max_bid(made.game, "active") == 0
    with pytest.raises(RuleViolation) as refused:
        made.do("active", "naval-battle.bid", stratagems=1)
    assert refused.value.rule == "NV 2.9"
    assert refused.value.detail == "your leaders aboard can bid at most 0"
    assert refused.value.pointer == "/command/stratagems"
    made.do("active", "naval-battle.bid", stratagems=0)


def test_a_bid_beyond_a_sides_stratagems_is_told_how_many_there_are() -> None:
    made = bidding("naulochus")
    there = made.game.side("active").stratagems
    assert there > 0
    with pytest.raises(RuleViolation, match=rf"^your leaders aboard can bid at most {there}$"):
        made.do("active", "naval-battle.bid", stratagems=there + 1)


def test_a_leader_aboard_plays_for_their_own_side_alone() -> None:
    """NV 2.9: a leader of the other side is no help."""
    state = sea(ship("Own", "c3", chief("Antony")), ship("Enemy", "c6", of="reactive"))
    assert max_bid(state, "active") == state.side("active").stratagems
    assert max_bid(state, "reactive") == 0


def test_superiority_sets_up_last_and_moves_first() -> None:
    """NV 2.11: the other side sets up everything before it."""
    made = bidding("naulochus")
    bids(made, 1, 0)
    with pytest.raises(NotYourTurn):
        made.do("active", "naval-battle.form-line")
    made.do("reactive", "naval-battle.place", fleet="Pirate galleys", square="d9")
    made.do("active", "naval-battle.form-line")
    assert (made.game.phase, made.game.mover, made.game.turn) == ("command", "active", 1)
    assert made.game.at("d2").name == "Tarentum squadron"


def test_superiority_of_the_reactive_side_moves_first_as_well() -> None:
    """NV 2.11: whoever holds it."""
    made = bidding("naulochus")
    bids(made, 0, 1)
    for seat in ("active", "reactive"):
        made.do(seat, "naval-battle.form-line")
    assert (made.game.phase, made.game.mover, made.game.turn) == ("command", "reactive", 1)
    for command in ("check", "end-movement", "end-combat"):
        made.do("reactive", f"naval-battle.{command}")
    assert (made.game.mover, made.game.turn) == ("active", 1)


def deploying() -> State:
    first = ship("First", "", chief("Antony"), status="ready")
    second = ship("Second", "", status="ready")
    enemy = ship("Enemy", "e4", of="reactive")
    return sea(first, second, enemy, phase="deployment", first="active", double="unused")


@pytest.mark.parametrize("square", ["e3", "e9", "e4", "i1"])
def test_a_side_sets_up_in_its_own_ranks(square: str) -> None:
    """NB-18: two ranks deep, on a free square of the board."""
    with pytest.raises(RuleViolation) as refused:
        when(deploying(), cmd.Place("First", square))
    assert (refused.value.rule, refused.value.pointer) == ("NB-18", "/command/square")


def test_no_two_fleets_share_a_square() -> None:
    """NB-18: and a fleet is set up once."""
    state = after(deploying(), cmd.Place("First", "e2"))
    for command in (cmd.Place("Second", "e2"), cmd.Place("First", "e1")):
        with pytest.raises(RuleViolation):
            when(state, command)
    assert after(state, cmd.Place("Second", "e1")).phase == "command"


def test_the_double_move_is_used_once_by_its_holder() -> None:
    """NV 2.11: at some point of the battle, by the side with superiority."""
    own, enemy = ship("Own", "d2"), ship("Enemy", "d9", of="reactive")
    state = sea(own, enemy, phase="movement", double="unused")
    doubled = after(state, cmd.DoubleMove())
    assert after(doubled, cmd.Move("Own", "d6")).at("d6") is not None
    ended = after(doubled, cmd.EndMovement())
    assert ended.double == "used"
    with pytest.raises(RuleViolation):
        when(doubled, cmd.DoubleMove())
    theirs = sea(own, enemy, phase="movement", mover="reactive", double="unused")
    with pytest.raises(RuleViolation) as refused:
        when(theirs, cmd.DoubleMove())
    assert refused.value.rule == "NV 2.11"


def test_a_double_move_that_moves_nothing_is_neither_offered_nor_allowed() -> None:
    """NV 2.11: it lengthens moves that are still to be made."""

    def offered(of: State) -> list[str]:
        return [one.title for one in SYSTEM.options(of, "seat:active", {}) if "double" in one.id]

    enemy = ship("Enemy", "d9", of="reactive")
    state = sea(ship("Own", "d2"), ship("Other", "f2"), enemy,
                phase="movement", first="active", double="unused")  # fmt: skip
    (title,) = offered(state)
    assert title.startswith("Use the double move: fleets go twice as far")
    begun = after(state, cmd.Move("Own", "d4"))
    (title,) = offered(begun)
    assert title.startswith("Use the double move: only fleets that have not moved go twice as far")
    moved = after(begun, cmd.Move("Other", "f4"))
    hurt = sea(ship("Own", "d2", moved=True), ship("Hurt", "f2", check="H", flipped=True), enemy,
               phase="movement", first="active", double="unused")  # fmt: skip
    for late in (moved, hurt):
        assert offered(late) == []
        with pytest.raises(RuleViolation, match="no fleet is left that could move") as refused:
            when(late, cmd.DoubleMove())
        assert refused.value.rule == "NV 2.11"
    assert [one.id for one in SYSTEM.options(moved, "seat:active", {})] == [
        "end-movement",
        "call-off",
    ]


def test_the_double_move_is_offered_before_the_moves_that_it_lengthens() -> None:
    """NV 2.11: a fleet that has moved has nothing of it."""
    own, enemy = ship("Own", "d2"), ship("Enemy", "d9", of="reactive")
    state = sea(own, enemy, phase="movement", double="unused")
    first, second, *_ = SYSTEM.options(state, "seat:active", {})
    assert (first.id, second.id) == ("double-move", "move:Own")
    assert "twice as far" in first.title
    (waiting,) = SYSTEM.standing(state).waiting
    assert waiting.kinds.index("naval-battle.double-move") < waiting.kinds.index(
        "naval-battle.move"
    )


def test_a_line_is_offered_first_and_says_how_many_it_sets_up() -> None:
    """NV 2.11: all while nobody stands, the others once one does, and the last one by itself."""
    made = bidding("interception")
    bids(made, 0, 1)
    found = []
    while made.game.mover == "active" and made.game.phase == "deployment":
        assert SYSTEM.standing(made.game).waiting[0].kinds[0] == "naval-battle.form-line"
        line, one, *_ = made.options("seat:active")
        found.append(line.title)
        (square, *_) = one.choices["/square"].values
        made.do("active", "naval-battle.place", fleet=one.command["fleet"], square=square)
    assert [found[0], *found[-2:]] == [
        "Set up all six fleets in line",
        "Set up the other two fleets in line",
        "Set up the last fleet in line",
    ]
