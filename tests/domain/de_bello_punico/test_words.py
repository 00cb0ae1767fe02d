"""What the log says: whole events, in the order in which a reader can follow them on a board."""

from typing import Any, Literal

import pytest
from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.pending import PursuitPending
from iacta.domain.kernel.campaign.narrate import narrate
from iacta.domain.kernel.proof.seals import Sealed
from tests.domain.de_bello_punico.given import (
    DOWN,
    UP,
    after,
    battle,
    leader,
    marker,
    setup,
    unit,
    when,
)
from tests.support.environment import Below
from tests.support.table import Table

ATTACK = cmd.Attack("r1", "k1", (), False)
FAR = unit("k9", "infantry", "1003")
"""so that somebody is left to fight"""


def told(state: State, command: Any, *faces: int, seat: str = "rome", **members: Any) -> list[str]:
    """What is said of a command."""
    effects = when(state, command, *faces, seat=seat, **members)
    return list(SYSTEM.narrate(state, effects, {}).text)


def moving(*units: Any, **more: Any) -> State:
    """Rome moves."""
    return battle(*units, FAR, phase="move", **more)


# --- leaders ------------------------------------------------------------------------------------


def test_a_unit_that_leaves_its_leader_says_so_last_and_one_that_joins_one_too() -> None:
    """BP 13, BP-42: for one unit as for a march."""
    state = moving(unit("r1", "hastati", "1010"), leaders=(leader("rome", "r1"),))
    away = cmd.Move("r1", "1009", UP)
    assert told(state, away)[-1] == "Scipio is left on 1010."
    assert told(state, cmd.March(("r1",), 1))[-1] == "Scipio is left on 1010."
    back = replace(after(state, away), units=(unit("r1", "hastati", "1011"), FAR))
    assert told(back, cmd.Move("r1", "1010", UP)) == [
        "Hastati r1 go from 1011 to 1010, facing north.",
        "They join Scipio.",
    ]


def test_a_leader_joins_a_unit_on_its_hex() -> None:
    """BP 13."""
    state = moving(unit("r1", "hastati", "1010"), leaders=(leader("rome", "1012"),))
    assert told(state, cmd.MoveLeader("1010")) == ["Scipio joins Hastati r1 on 1010."]


def test_the_beginning_says_where_the_leaders_are() -> None:
    """BP 17.4: Zama has no set-up that could."""
    text = SYSTEM.narrate(State(), SYSTEM.begin(setup("zama")), {}).text
    assert text[2] == "Scipio with Principes r11 on 1014 and Hannibal with Veterans k20 on 0902."


def led(*markers: Any) -> State:
    """Hannibal is with worn Infantry."""
    return battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009", disorder=2),
        FAR,
        leaders=(leader("carthage", "k1"),),
        markers=markers,
    )


def test_a_leader_s_die_comes_before_the_withdrawal() -> None:
    """BP-29."""
    fought = told(led(), ATTACK, 6, 1, 3)
    assert fought[-2:] == ["Hannibal lives: 3 rolled, a 1 kills.", "Hannibal must withdraw."]
    waits = after(led(marker("carthage", "fortuna")), ATTACK, 6, 4)
    assert told(waits, cmd.Accept(), 3, seat="carthage")[-2:] == [
        "Hannibal is at risk: 3 rolled, a 1 kills.",
        "Hannibal must withdraw.",
    ]
    rolled = after(waits, cmd.Accept(), 3, seat="carthage")
    assert told(rolled, cmd.Accept(), seat="carthage")[0] == "Hannibal lives."


def test_a_leader_attacked_alone_must_withdraw_once() -> None:
    """BP-51."""
    state = battle(unit("r1", "hastati", "1010"), FAR, leaders=(leader("carthage", "1009"),))
    assert told(state, cmd.Attack("r1", "k0", (), False)) == [
        "Hastati r1 attack Hannibal, who is alone and must withdraw."
    ]


# --- turns and points ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("known", "what"),
    [({}, ""), ({"x": "point"}, " a Command Point,"), ({"x": "vacuus"}, " the Vacuus,")],
)
def test_the_last_marker_is_told_as_the_last(known: dict[str, str], what: str) -> None:
    """BP-12: to its owner with what it is."""
    state = battle(unit("r1", "hastati", "1010"), FAR, phase="command")
    placed = fx.MarkerPlaced("rome", "combat", "x")
    shown = fx.MarkersShown("rome", (fx.PlacedMarker("combat", Sealed("y")),))
    story = SYSTEM.narrate(state, [placed, shown], known)
    assert story.beat is not None
    assert story.beat.headline == "Both sides have placed their markers."
    assert story.text == (
        f"Rome places the last marker,{what} in Combat.",
        "Rome has one marker in Combat.",
    )


@pytest.mark.parametrize(
    ("sides", "line"),
    [
        (("carthage", "rome"), "Both sides spend a Command Point from the Initiative box."),
        (("rome",), "Rome spends a Command Point from the Initiative box."),
    ],
)
def test_a_point_of_each_side_is_one_sentence_and_the_dice_are_told_once(
    sides: tuple[Literal["rome", "carthage"], ...], line: str
) -> None:
    """BP 4.2, BP 5: with what a point adds."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1003"),
        phase="initiative",
        leaders=(leader("rome", "r1"), leader("carthage", "k1")),
        markers=tuple(marker(side, "initiative") for side in sides),
    )
    carthage = "3 + 1 = 4" if len(sides) == 2 else "3"
    assert told(state, cmd.RollInitiative(), 3, 5) == [
        f"Rome has the initiative: Carthage {carthage}, Rome 5 + 1 = 6.",
        line,
    ]


def recovering(**more: Any) -> State:
    """Rome may recover, with a point; Infantry k8 are in flight."""
    return battle(
        unit("r1", "hastati", "1010", disorder=2),
        unit("k8", "infantry", "2001", panicked=True, disorder=3),
        FAR,
        phase="recover",
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "recovery"),),
        **more,
    )


def test_a_recovery_tells_of_its_point_and_then_of_the_enemy_s_flight() -> None:
    """BP 4.4, BP 11.1."""
    assert told(recovering(), cmd.Rally("r1")) == [
        "Hastati r1 recover with a Recovery point: 1 Disorder left.",
        "It is Carthage's move.",
        "Infantry k8 flee off the field.",
    ]


def test_a_victory_is_told_after_the_recovery_before_it_and_is_the_headline() -> None:
    """BP 3.1D."""
    state = recovering()
    beaten = tuple(replace(one, rout=17) if one.side == "carthage" else one for one in state.armies)
    state = replace(state, armies=beaten, first="carthage")
    story = SYSTEM.narrate(state, when(state, cmd.Rally("r1")), {})
    rout = "Rome 0 of 16, Carthage 17 against a limit of 15"
    won = f"Rome wins: the army of Carthage routs (Rout Points: {rout})."
    assert story.text == ("Hastati r1 recover with a Recovery point: 1 Disorder left.", won)
    assert story.beat is not None
    assert story.beat.headline == won


def test_points_for_combat_are_told_once() -> None:
    """BP 4.3."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("r2", "hastati", "1109"),
        unit("k1", "infantry", "1009"),
        phase="attack-points",
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "combat"), marker("rome", "combat", 2)),
    )
    assert told(state, cmd.Commit(("r1", "r2"))) == [
        "Rome commits two Command Points to Hastati r1 and r2."
    ]
    assert told(state, cmd.Commit(("r1",)))[0] == "Rome commits a Command Point to Hastati r1."


def test_a_reroll_is_told_with_its_point_after_all_that_came_of_it() -> None:
    """BP 4.9."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009", disorder=2),
        unit("r9", "triarii", "1017"),
        FAR,
        leaders=(leader("rome", "r9"),),
        markers=(marker("rome", "fortuna"),),
    )
    rolled = after(state, ATTACK, 1, 6)
    text = told(rolled, cmd.Reroll(), 6)
    assert text[0] == "Hastati r1 beat Infantry k1, 11 to 7."
    assert text[-1] == "Fortuna: Rome spends its point to reroll a 1, and rolls a 6."
    assert not any("Command Point" in line for line in text if "Combat Points" not in line)


def test_a_reroll_by_standing_order_is_told_once() -> None:
    """BP-26: its point and its die are one sentence."""
    table = Table.found(SYSTEM, "beneventum")
    for seat in ("carthage", "rome"):
        table.do(seat, "de-bello-punico.ready")
        table.stand(seat, "fortuna", "battle", {"initiative": [1, 2, 3, 4, 5, 6]})
    for _ in range(2):
        (due,) = table.standing.waiting
        table.do(due.seat, "de-bello-punico.place", box="fortuna", marker="point")
    below = Below("reroll")
    while table.game.turn == 1 and table.game.phase in ("command", "initiative"):
        table.step(below, "steady")
    stories = [
        narrate(made.event, *table.states[made.event.seq - 1 :][:2], SYSTEM, {}).text
        for made in table.events
        if made.event.command["type"] == "de-bello-punico.reroll"
    ]
    assert stories
    for text in stories:
        (line,) = [line for line in text if "Fortuna" in line]
        assert line.endswith(" (by standing order).")


# --- movement -----------------------------------------------------------------------------------


def test_a_march_names_its_units_by_how_far_they_go() -> None:
    """BP 6."""
    state = moving(
        unit("r1", "hastati", "1010"),
        unit("r2", "triarii", "1212"),
        unit("r3", "velites", "1416"),
        unit("r4", "velites", "1413"),
        unit("k1", "infantry", "1411"),
    )
    assert told(state, cmd.March(("r1", "r2", "r3", "r4"), 2)) == [
        "Rome marches up to two hexes north with four units.",
        "Two hexes: Hastati r1, Triarii r2 and Velites r3.",
        "One hex: Velites r4.",
    ]


def test_units_are_listed_as_their_army_lists_them() -> None:
    """Whatever order they are sent in: kinds that alternate are read twice."""
    kinds = {"r1": "hastati", "r2": "hastati", "r3": "triarii", "r4": "triarii"}
    units = [unit(key, kind, f"{n}10") for n, (key, kind) in enumerate(kinds.items(), 10)]
    order = ("r4", "r2", "r3", "r1")
    assert (
        told(moving(*units), cmd.March(order, 1))[1] == "One hex: Hastati r1, r2, Triarii r3, r4."
    )
    points = fx.PointsCommitted("rome", order)
    state = battle(
        *units, phase="attack-points", markers=[marker("rome", "combat", n) for n in range(4)]
    )
    assert SYSTEM.narrate(state, [points], {}).text == (
        "Rome commits four Command Points to Hastati r1, r2, Triarii r3, r4.",
    )


def test_who_flees_off_the_field_is_one_sentence() -> None:
    """BP 11.1: as its move begins; who comes to a stop is told where."""
    state = recovering()
    panicked = [
        unit("k6", "infantry", "2001", panicked=True, disorder=3),
        unit("k7", "infantry", "2201", panicked=True, disorder=3),
        unit("k8", "infantry", "1605", panicked=True, disorder=3),
    ]
    state = replace(state, units=(*state.units[:1], *panicked, FAR))
    text = told(state, cmd.Rally("r1"))
    assert text[2] == "Infantry k6 and k7 flee off the field."
    assert [line for line in text if "flee off" in line] == [text[2]]
    assert any(line.startswith("Infantry k8 flee to ") for line in text)
    third = unit("k5", "mercenaries", "1201", panicked=True, disorder=3)
    state = replace(state, units=(*state.units, third))
    assert told(state, cmd.Rally("r1"))[2] == (
        "Three units flee off the field: Infantry k6, k7, Mercenaries k5."
    )


def test_a_move_out_of_an_enemy_zone_says_what_it_costs() -> None:
    """BP 8.2."""
    state = moving(unit("r1", "hastati", "1010"), unit("k1", "infantry", "1009"))
    assert told(state, cmd.Move("r1", "1011", UP)) == [
        "Hastati r1 go from 1010 to 1011, facing north (left an enemy zone, so may not attack)."
    ]


def test_units_that_withdraw_say_from_whom_and_how_they_face() -> None:
    """BP 10.1."""
    state = battle(unit("r1", "hastati", "1010"), unit("k1", "skirmishers", "1009"), FAR)
    text = told(after(state, ATTACK), cmd.Withdraw("1008"), seat="carthage")
    assert text[0] == "Skirmishers k1 withdraw from Hastati r1 to 1008, facing north."


# --- volleys, elephants and combat --------------------------------------------------------------


def shooting(*markers: Any) -> State:
    """Rome's Velites may shoot."""
    return battle(
        unit("r1", "velites", "1010"),
        unit("k1", "infantry", "1009"),
        phase="volley",
        side="carthage",
        leaders=(leader("rome", "r1"),),
        markers=markers,
    )


def test_a_volley_tells_its_die_once() -> None:
    """BP 9.3."""
    assert told(shooting(), cmd.Shoot("r1", "k1"), 6)[0] == (
        "Velites r1 miss Infantry k1: 6 rolled, 2 or less needed."
    )
    rolled = after(shooting(marker("rome", "fortuna")), cmd.Shoot("r1", "k1"), 6)
    lying = told(shooting(marker("rome", "fortuna")), cmd.Shoot("r1", "k1"), 6)[0]
    assert lying == "Velites r1 miss Infantry k1 as the die lies: 6 rolled, 2 or less needed."
    assert told(rolled, cmd.Accept())[0] == "Velites r1 miss Infantry k1."
    assert told(rolled, cmd.Reroll(), 5)[0] == (
        "Velites r1 miss Infantry k1: 5 rolled, 2 or less needed."
    )
    assert told(shooting(), cmd.Shoot("r1", "k1"), 1)[:2] == [
        "Velites r1 hit Infantry k1: 1 rolled, 2 or less needed.",
        "Infantry k1 take 1 Disorder.",
    ]


def test_one_roll_against_two_elephant_units_is_told_once_with_its_point() -> None:
    """BP-49."""
    state = battle(
        unit("k1", "elephants", "1009"),
        unit("k2", "elephants", "1209", disorder=4),
        unit("r1", "hastati", "1016"),
        FAR,
        phase="elephants",
        side="carthage",
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "elephants"),),
    )
    text = told(state, cmd.Goad(("k1", "k2")), 5)
    assert text[:2] == [
        "Elephants k1 and k2 are enraged: Rome spends a Command Point and rolls a 5.",
        "Elephants k1 take 1 Disorder.",
    ]
    assert text[2].startswith("They run from 1009 to ")
    assert text[2].endswith(", facing south.")
    assert not any("Elephants box" in line for line in text)
    at = text.index("Elephants k2 take 1 Disorder.")
    assert text[at + 1] == "They panic and are removed; no Rout Points."
    assert not any(line.startswith("Elephants k2 are removed") for line in text)


def test_furious_elephants_and_those_they_run_into_are_told_together() -> None:
    """BP 15.1."""
    state = battle(
        unit("k1", "elephants", "1005", marks=("finis", "furious")),
        unit("k2", "infantry", "1008"),
        unit("r1", "hastati", "1216"),
        phase="stampede",
        side="carthage",
    )
    assert told(state, cmd.Stampede("k1", "1007", DOWN)) == [
        "Elephants k1 run from 1005 to 1007, facing south.",
        "They run into Infantry k2: each takes 1 Disorder.",
    ]


def test_how_an_attack_was_made_does_not_read_as_another_attack() -> None:
    """BP 10.4."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("r2", "hastati", "1011"),
        unit("k1", "infantry", "1009"),
        FAR,
    )
    text = told(state, cmd.Attack("r1", "k1", ("r2",), False), 6, 1)
    assert text[:2] == ["Hastati r1 beat Infantry k1, 12 to 4.", "Hastati r2 support Hastati r1."]
    assert text[3:] == [
        "Infantry k1: die 1, Combat Points +3: 4.",
        "Infantry k1 are doubled and take 2 Disorder, now 2 of 3.",
    ]


def test_the_dice_of_a_combat_are_told_once_in_the_sums_of_its_outcome() -> None:
    """BP 10.2, BP-26: not also when they may still be thrown again."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009"),
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "fortuna"),),
    )
    assert told(state, ATTACK, 6, 3) == ["Hastati r1 attack Infantry k1."]
    assert told(after(state, ATTACK, 6, 3), cmd.Accept())[1:3] == [
        "Hastati r1: die 6, Combat Points +5, Scipio is with them +1: 12.",
        "Infantry k1: die 3, Combat Points +3: 6.",
    ]


def test_who_could_withdraw_and_stands_is_told_so() -> None:
    """BP 10.1, BP-26."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "skirmishers", "1009"),
        FAR,
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "fortuna"),),
    )
    attacked = after(state, ATTACK)
    assert told(attacked, cmd.Stand(()), 6, 3, seat="carthage") == [
        "Skirmishers k1 stand and fight."
    ]


def test_a_panic_says_what_it_brings_and_a_flight_whom_it_meets_before_how_it_ends() -> None:
    """BP 7.1, BP 11.1.2, BP 16.1."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009", disorder=2),
        unit("k2", "mercenaries", "1008"),
        unit("k3", "veterans", "1007"),
    )
    text = told(state, ATTACK, 6, 4)
    assert text[-2:] == [
        "They panic: Carthage takes 1 Rout Point, now 1 of 15.",
        "They flee through Mercenaries k2 (1 Disorder) into the front of Veterans k3 on 1007"
        " and are eliminated.",
    ]


def test_veterans_in_panic_who_end_a_flight_are_told_with_the_reason() -> None:
    """BP 8, BP 11.1.2: they have no rear by which a fugitive could run through them."""
    wall = [
        unit(f"k{c}", "veterans", f"{c:02}08", UP, disorder=5, panicked=True) for c in range(2, 27)
    ]
    fleeing = unit("k1", "infantry", "1009", disorder=2)
    state = battle(unit("r1", "hastati", "1010"), fleeing, *wall, FAR)
    text = told(state, ATTACK, 6, 4)
    assert text[-1].startswith("They flee into the front of Veterans k")
    assert text[-1].endswith(", who in panic have no rear, and are eliminated.")


def test_a_flight_through_friends_off_the_field_is_one_sentence() -> None:
    """BP 7.1, BP 11.1."""
    state = battle(
        unit("r1", "hastati", "1004"),
        unit("k1", "infantry", "1003", disorder=2),
        unit("k2", "mercenaries", "1002"),
        unit("k9", "infantry", "2003"),
    )
    assert told(state, ATTACK, 6, 4)[-1] == (
        "They flee through Mercenaries k2 (1 Disorder) off the field."
    )


def test_an_end_and_what_the_same_side_does_next_are_one_sentence() -> None:
    """BP 3.1C, BP 10.3."""
    enemies = unit("r1", "hastati", "1010"), unit("k1", "infantry", "1009")
    assert told(
        battle(
            *enemies,
            phase="move",
            markers=(marker("rome", "combat"),),
            leaders=(leader("rome", "r1"),),
        ),
        cmd.End(),
    ) == ["Rome ends its movement and may commit Command Points."]


def test_a_die_against_elephants_is_told_once() -> None:
    """BP 4.9, BP 15.1: when it is thrown, or with its outcome."""
    state = battle(
        unit("k1", "elephants", "1009"),
        unit("r1", "hastati", "1016"),
        phase="elephants",
        side="carthage",
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "elephants"), marker("rome", "fortuna")),
    )
    thrown = "Rome spends a Command Point and rolls a 4 against Elephants k1."
    assert told(state, cmd.Goad(("k1",)), 4)[0] == thrown
    rolled = after(state, cmd.Goad(("k1",)), 4)
    assert (
        told(rolled, cmd.Accept())[0]
        == "Elephants k1 stand still this turn, and neither move nor fight."
    )
    assert told(rolled, cmd.Reroll(), 1)[0].endswith(": Rome rolls a 1.")


def test_a_leader_s_death_tells_a_die_that_has_not_been_told() -> None:
    """BP 13."""
    cost = "Carthage takes 5 Rout Points"
    fallen = told(led(), ATTACK, 6, 1, 1)[0]
    assert fallen.startswith(f"Hannibal falls, a 1 rolled: {cost}")
    waits = after(led(marker("carthage", "fortuna")), ATTACK, 6, 4)
    rolled = after(waits, cmd.Accept(), 1, seat="carthage")
    assert told(rolled, cmd.Accept(), seat="carthage")[0].startswith(f"Hannibal falls: {cost}")


@pytest.mark.parametrize(
    ("boxes", "lying"),
    [
        (("combat", "furor"), "one marker each in Combat and Furor"),
        (("combat", "furor", "furor"), "two markers in Furor and one in Combat"),
        (
            ("combat", "combat", "furor", "recovery"),
            "two markers in Combat and one each in Furor and Recovery",
        ),
    ],
)
def test_markers_are_counted_by_how_many_lie_together(boxes: Any, lying: str) -> None:
    """BP 4.1."""
    markers = tuple(fx.PlacedMarker(box, Sealed(f"{n}")) for n, box in enumerate(boxes))
    lie = tuple(marker("carthage", box, n) for n, box in enumerate(boxes))
    state = battle(unit("r1", "hastati", "1010"), FAR, phase="command", markers=lie)
    shown = fx.MarkersShown("carthage", markers)
    assert SYSTEM.narrate(state, [shown], {}).text == (f"Carthage has {lying}.",)


@pytest.mark.parametrize(("order", "flight"), [("first", 1), ("second", 2)])
def test_whose_move_it_is_is_told_where_the_choice_of_the_order_does_not(
    order: Literal["first", "second"], flight: int
) -> None:
    """BP 5, BP 11.1: units of both sides flee on as their side begins to move."""
    state = battle(
        unit("r8", "hastati", "2018", panicked=True, disorder=5),
        unit("k8", "infantry", "2001", panicked=True, disorder=3),
        unit("r1", "hastati", "1010"),
        FAR,
        phase="order",
    )
    text = told(replace(state, first=None), cmd.ChooseOrder(order))
    assert text[0] == f"Rome chooses to move {order}."
    assert text[flight].endswith("flee off the field.")
    assert ("It is Carthage's move." in text) is (order == "second")


def test_a_march_of_units_that_face_differently_says_so() -> None:
    """BP 6."""
    state = moving(unit("r1", "hastati", "1010"), unit("r2", "hastati", "1510", DOWN))
    assert told(state, cmd.March(("r1", "r2"), 1)) == [
        "Rome marches one hex with two units.",
        "One hex south: Hastati r2.",
        "One hex north: Hastati r1.",
    ]


def test_horse_that_pursues_says_how_it_faces() -> None:
    """BP 14."""
    pursuit = fx.Pursued("r1", ("1010", "1009", "1008"), UP)
    state = battle(unit("r1", "equites", "1010"), FAR)
    due = PursuitPending(unit="r1", route=("1009", "1008"), off=False, attacked=True)
    text = SYSTEM.narrate(replace(state, pending=(due,)), [pursuit], {}).text
    assert text == ("Equites r1 pursue to 1008, facing north.",)


@pytest.mark.parametrize("rider", [False, True], ids=("unit", "leader"))
def test_a_flight_into_the_enemy_names_him(rider: bool) -> None:
    """BP 11.1.2."""
    met = () if rider else (unit("r2", "hastati", "1008"),)
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009", disorder=2),
        *met,
        FAR,
        leaders=(leader("rome", "1008"),) if rider else (),
    )
    who = "Scipio" if rider else "Hastati r2"
    assert told(state, ATTACK, 6, 4)[-1] == f"They flee into {who} on 1008 and are eliminated."


def test_a_charge_names_who_supports_it_and_skirmishers_who_panic_are_gone() -> None:
    """BP 10.4, BP 11.1.1, BP 15.2."""
    state = battle(
        unit("k1", "mercenaries", "1009"),
        unit("k2", "mercenaries", "1008"),
        unit("r1", "skirmishers", "1010", disorder=2),
        unit("r2", "hastati", "2010"),
        side="carthage",
        leaders=(leader("carthage", "k2"),),
        markers=(marker("carthage", "furor"),),
    )
    charge = cmd.Attack("k1", "r1", ("k2",), True)
    assert told(state, charge, seat="carthage") == [
        "Mercenaries k1, supported by Mercenaries k2, charge Skirmishers r1.",
        "Carthage spends a Command Point from the Furor box.",
    ]
    declared = after(state, charge, seat="carthage")
    resolved = when(declared, cmd.Stand(()), 4, 1)
    effects = [
        fx.AttackDeclared("k1", "r1", ("k2",), charge=True),
        *resolved,
    ]
    headline = "Mercenaries k1 charge and beat Skirmishers r1, 10 to 1."
    assert SYSTEM.narrate(declared, resolved, {}).text[0] == headline
    text = SYSTEM.narrate(state, effects, {}).text
    assert text[:2] == (
        headline,
        "Mercenaries k2 support Mercenaries k1.",
    )
    assert text[-1] == "They panic and are removed; no Rout Points."
