"""The strong bot: what a blow is worth, and what it does not do."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico.bots.judgement import Fighter, blow, chances, toll, worth
from iacta.domain.de_bello_punico.bots.pruning import guarded
from iacta.domain.de_bello_punico.bots.sight import Sight
from iacta.domain.de_bello_punico.bots.strong import answered, candidates
from iacta.domain.de_bello_punico.state import State
from iacta.domain.kernel.proof.canonical import to_plain
from tests.domain.de_bello_punico.given import (
    DOWN,
    DOWN_LEFT,
    DOWN_RIGHT,
    UP,
    UP_RIGHT,
    after,
    battle,
    known,
    leader,
    marker,
    unit,
)
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


def thought(state: State, seat: str = "rome") -> list[dict[str, Any]]:
    """What it thinks of for a seat."""
    known_ = known(state, seat)
    view = to_plain(SYSTEM.view(state, f"seat:{seat}", known_))
    options = SYSTEM.options(state, f"seat:{seat}", known_)
    found = candidates(view, options, f"seat:{seat}", Below("strong"))
    return [{**one, "type": one["type"].split(".")[1]} for one in found]


RESERVE = unit("r9", "triarii", "1017")
FORTUNA: dict[str, Any] = {
    "leaders": (leader("rome", "r9"),),
    "markers": (marker("rome", "fortuna"),),
}


@pytest.mark.parametrize(
    ("disorder", "faces", "kind"),
    [(0, (6, 1), "accept"), (2, (2, 1), "accept"), (0, (2, 6), "reroll"), (0, (3, 6), "reroll")],
)
def test_a_die_of_a_combat_is_thrown_again_where_that_is_better(
    disorder: int, faces: tuple[int, int], kind: str
) -> None:
    """BP 4.9: 5 Combat Points against 3; a poor face that doubles the total is kept."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009", disorder=disorder),
        RESERVE,
        **FORTUNA,
    )
    fought = after(state, cmd.Attack("r1", "k1", (), False), *faces)
    assert [one["type"] for one in thought(fought)] == [kind]


def test_the_defender_s_die_is_thrown_again_where_that_is_better() -> None:
    """BP 4.9: 3 Combat Points against 5."""
    state = battle(
        unit("k1", "infantry", "1009"), unit("r1", "hastati", "1010"), RESERVE, **FORTUNA
    )
    state = replace(state, side="carthage", first="carthage")
    attack = cmd.Attack("k1", "r1", (), False)
    won, lost = (after(state, attack, *faces, seat="carthage") for faces in ((1, 6), (6, 1)))
    assert [thought(one)[0]["type"] for one in (won, lost)] == ["accept", "reroll"]


@pytest.mark.parametrize(
    ("kind", "support", "charge"),
    [("mercenaries", (), True), ("infantry", ("k2", "k3"), False)],
    ids=("charge", "support"),
)
def test_a_die_that_wins_by_what_is_added_to_it_is_kept(
    kind: str, support: tuple[str, ...], charge: bool
) -> None:
    """BP 10.4, BP 15.2: 3 Combat Points, 2 more and a 3 against 5 and a 1."""
    state = battle(
        unit("k1", kind, "1009"),
        unit("k2", "infantry", "1008"),
        unit("k3", "infantry", "1109"),
        unit("r1", "hastati", "1010"),
        unit("k9", "veterans", "1003"),
        side="carthage",
        leaders=(leader("carthage", "k9"),),
        markers=(marker("carthage", "fortuna"), marker("carthage", "furor")),
    )
    fought = after(state, cmd.Attack("k1", "r1", support, charge), 3, 1, seat="carthage")
    assert [one["type"] for one in thought(fought, "carthage")] == ["accept"]


@pytest.mark.parametrize(("face", "kind"), [(1, "reroll"), (2, "accept")])
def test_a_leader_s_die_is_thrown_again_only_if_it_kills(face: int, kind: str) -> None:
    """BP 4.9, BP 13."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009"),
        unit("k2", "infantry", "1003"),
        leaders=(leader("carthage", "k1"),),
        markers=(marker("carthage", "fortuna"),),
    )
    state = after(state, cmd.Attack("r1", "k1", (), False), 6, 4)
    hurt = after(state, cmd.Accept(), face, seat="carthage")
    assert [one["type"] for one in thought(hurt, "carthage")] == [kind]


def test_a_volley_goes_where_it_costs_most() -> None:
    """At Infantry it hits with 3 or less, at Elephants with 2. BP 9.3."""
    state = battle(
        unit("r1", "skirmishers", "1010"),
        unit("k1", "elephants", "1008"),
        unit("k2", "infantry", "1110"),
        phase="volley",
        side="carthage",
    )
    assert thought(state) == [{"type": "shoot", "shooter": "r1", "target": "k2"}]


@pytest.mark.parametrize(("face", "kind"), [(1, "accept"), (6, "reroll")])
def test_a_volley_that_hits_is_not_thrown_again(face: int, kind: str) -> None:
    """BP 4.9, BP 9.3."""
    state = battle(
        unit("r1", "velites", "1010"),
        unit("k1", "infantry", "1009"),
        RESERVE,
        phase="volley",
        side="carthage",
        **FORTUNA,
    )
    assert [one["type"] for one in thought(after(state, cmd.Shoot("r1", "k1"), face))] == [kind]


@pytest.mark.parametrize(("faces", "kind"), [((5, 2), "reroll"), ((1, 2), "accept")])
def test_an_initiative_that_is_won_is_not_thrown_again(faces: tuple[int, int], kind: str) -> None:
    """BP 4.9, BP 5: dice of Carthage and of Rome."""
    state = battle(RESERVE, unit("k1", "infantry", "1005"), phase="initiative", **FORTUNA)
    rolled = after(state, cmd.RollInitiative(), *faces)
    assert [one["type"] for one in thought(rolled)] == [kind]


def placed(state: State, seat: str) -> list[str]:
    """Where it places its markers one by one, or all at once."""
    boxes: list[str] = []
    while state.phase == "command":
        one = thought(state, seat)[0]
        if one["type"] == "place-all":
            return list(one["boxes"])
        boxes.append(one["box"])
        command = cmd.Place(one["box"], one["marker"])
        state = after(state, command, seat=seat, marker=one["marker"])
    return boxes


@pytest.mark.parametrize("placing", ["alternate", "together"])
@pytest.mark.parametrize("panicked", [False, True], ids=("steady", "panicked"))
def test_no_marker_lies_in_furor_or_cavalry_once_nobody_is_left_to_use_it(
    placing: str, panicked: bool
) -> None:
    """BP 4.5, BP 4.7: mercenaries that may charge, and horse that meets horse."""
    wild = {"disorder": 4, "panicked": panicked} if panicked else {}
    state = battle(
        unit("k9", "veterans", "1003"),
        unit("k1", "mercenaries", "1005", **wild),
        unit("k2", "equites", "1105"),
        unit("r1", "equites", "1009", panicked=panicked),
        unit("r2", "hastati", "1109"),
        phase="command",
        leaders=(leader("carthage", "k9"),),
        switches={"placing": placing},
    )
    state = replace(state, armies=tuple(replace(one, points=8) for one in state.armies))
    boxes = placed(state, "carthage")
    assert len(boxes) == 9
    assert ({"furor", "cavalry"} & {*boxes} == set()) is panicked


def test_a_marker_lies_in_cavalry_while_own_horse_pursues() -> None:
    """BP 14.1: it may be called back, whatever horse the enemy has."""
    state = battle(
        unit("k9", "veterans", "1003"),
        unit("k1", "equites", "1001", fate="pursuing"),
        unit("r1", "hastati", "1009"),
        phase="command",
        leaders=(leader("carthage", "k9"),),
    )
    assert "cavalry" in placed(state, "carthage")


def test_a_leader_whom_his_unit_has_left_follows_before_the_movement_ends() -> None:
    """BP 13: to a sound unit behind the line, before a worn one and elephants."""
    state = battle(
        unit("k1", "infantry", "1009", DOWN, disorder=2, marks=("moved",)),
        unit("k2", "elephants", "1107", DOWN, marks=("moved",)),
        unit("k3", "infantry", "1208", DOWN, marks=("moved",)),
        unit("r1", "hastati", "1012"),
        phase="move",
        side="carthage",
        leaders=(leader("carthage", "1005"),),
    )
    assert thought(state, "carthage") == [{"type": "move-leader", "to": "1208"}]
    joined = after(state, cmd.MoveLeader("1208"), seat="carthage")
    assert thought(joined, "carthage") == [{"type": "end"}]


def test_a_leader_alone_beside_the_enemy_rides_off_where_no_unit_can_take_him() -> None:
    """BP 13."""
    state = battle(
        unit("k1", "infantry", "2503", DOWN, marks=("moved",)),
        unit("r1", "hastati", "1012"),
        phase="move",
        side="carthage",
        leaders=(leader("carthage", "1011"),),
    )
    (ride,) = thought(state, "carthage")
    assert ride["type"] == "move-leader"
    assert state.grid.distance(ride["to"], "1012") > 1


def test_a_leader_does_not_withdraw_to_a_unit_that_is_about_to_break() -> None:
    """BP 13."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1008", disorder=2),
        leaders=(leader("carthage", "1009"),),
    )
    attacked = after(state, cmd.Attack("r1", "k0", (), False))
    (saved,) = thought(attacked, "carthage")
    assert saved["type"] == "withdraw"
    assert saved["to"] != "1008"
    assert state.grid.distance(saved["to"], "1010") == 2


def test_a_unit_that_ends_its_move_beside_an_enemy_faces_one() -> None:
    """BP 8: Principes that come up behind Veterans do not look past them."""
    state = battle(
        unit("r1", "principes", "0910", UP_RIGHT),
        unit("k1", "veterans", "1212", DOWN_LEFT),
        unit("k2", "veterans", "1011", DOWN_LEFT),
        phase="move",
    )
    moves = [one for one in thought(state) if one["type"] == "move"]
    assert moves
    for one in moves:
        beside = any(state.grid.distance(one["to"], hex_) == 1 for hex_ in ("1212", "1011"))
        faced = state.grid.front(one["to"], one["facing"])
        assert not beside or {"1212", "1011"} & {*faced}


def goals(state: State) -> set[str]:
    """Where it thinks of going with Rome's first unit; not where it would only turn."""
    moves = [one for one in thought(state) if one["type"] == "move" and one["unit"] == "r1"]
    return {one["to"] for one in moves} - {state.by_id["r1"].hex or ""}


def test_a_sound_unit_that_has_met_an_enemy_keeps_its_place_and_a_worn_one_withdraws() -> None:
    """BP 8.2: Principes of 5 before Veterans, who have also come up behind them."""
    for disorder, withdraws in ((0, False), (3, False), (4, True)):
        state = battle(
            unit("r1", "principes", "1208", disorder=disorder),
            unit("k1", "veterans", "1108"),
            unit("k2", "veterans", "0911", DOWN_LEFT),
            phase="move",
        )
        found = goals(state)
        assert bool(found) is withdraws, disorder
        assert all(state.grid.distance(to, "1108") > 1 for to in found)


@pytest.mark.parametrize(("disorder", "comes"), [(3, True), (4, False)])
def test_a_worn_unit_comes_back_to_the_enemy_only_once_it_has_rallied(
    disorder: int, comes: bool
) -> None:
    """BP 6, BP 12: neither with the line nor alone; Principes break at 5."""
    state = battle(
        unit("r1", "principes", "1012", disorder=disorder),
        unit("r2", "principes", "1112"),
        unit("k1", "infantry", "1009", UP, disorder=2),
        phase="move",
    )
    marches = [one["units"] for one in thought(state) if one["type"] == "march"]
    assert [("r1" in one, "r2" in one) for one in marches] == [(comes, True)]
    nearer = [to for to in goals(state) if state.grid.distance(to, "1009") < 3]
    assert bool(nearer) is comes


@pytest.mark.parametrize(
    ("rout", "theirs", "attacks"), [(9, 0, True), (10, 0, False), (10, 11, True)]
)
def test_a_worn_unit_attacks_for_no_gain_while_its_panic_would_lose_the_battle(
    rout: int, theirs: int, attacks: bool
) -> None:
    """BP 16: Principes about to break, whose panic brings two of twelve; the attack may win too."""
    state = battle(
        unit("r1", "principes", "1010", disorder=4), unit("k1", "veterans", "1009", disorder=4)
    )
    armies = [
        replace(one, rout=rout if one.side == "rome" else theirs, limit=12) for one in state.armies
    ]
    found = {one["type"] for one in thought(replace(state, armies=tuple(armies)))}
    assert ("attack" in found) is attacks
    assert "end" in found


CROWD = (
    unit("k1", "infantry", "1007", UP),
    unit("k2", "infantry", "0907", UP),
    unit("k3", "veterans", "1106", UP),
)


@pytest.mark.parametrize(
    ("friend", "crowd", "comes"), [("1110", 3, True), ("1113", 3, False), ("1113", 2, True)]
)
def test_nobody_rides_alone_into_a_crowd(friend: str, crowd: int, comes: bool) -> None:
    """Three enemies about a place are one, and a friend within two hexes covers who comes."""
    units = unit("r1", "equites", "1012"), unit("r2", "triarii", friend, marks=("moved",))
    state = battle(*units, *CROWD[:crowd], phase="move")
    assert any(state.grid.distance(to, "1007") == 1 for to in goals(state)) is comes


def facings(state: State, unit_: str = "r1") -> set[int]:
    """How it thinks of turning a unit on the spot."""
    here = state.by_id[unit_].hex
    moves = [one for one in thought(state) if one["type"] == "move" and one["unit"] == unit_]
    return {one["facing"] for one in moves if one["to"] == here}


def test_nobody_turns_the_back_on_an_enemy_who_is_in_front() -> None:
    """BP 10.5: who looks elsewhere now need but turn, for 1 MP, to strike from behind. BP 8.1."""
    state = battle(
        unit("r1", "principes", "1010", UP_RIGHT),
        unit("k1", "equites", "1009", UP),
        unit("k2", "equites", "1111", UP),
        phase="move",
    )
    assert UP not in facings(state)


def test_who_advances_turns_the_back_to_as_few_as_may_be() -> None:
    """BP 10.8: with any facing, be there ever so many in panic to look at."""
    state = battle(
        unit("r1", "equites", "1010"),
        unit("k1", "infantry", "1009", disorder=2),
        unit("k2", "infantry", "1008", panicked=True),
        unit("k3", "infantry", "0909", panicked=True),
        unit("k4", "veterans", "1110", DOWN),
    )
    won = after(state, cmd.Attack("r1", "k1", (), False), 6, 1)
    advances = [one["facing"] for one in thought(won) if one["type"] == "occupy"]
    assert advances
    assert set(advances) <= {UP_RIGHT, DOWN_RIGHT, DOWN}


@pytest.mark.parametrize(
    ("enemies", "best"),
    [
        (("1009", "1111"), [UP_RIGHT]),
        (("1014",), [DOWN_RIGHT, DOWN, DOWN_LEFT]),
        (("1011", "1111", "1007", "1107", "0907"), [DOWN_RIGHT]),
    ],
    ids=("both in front", "far behind", "fewest at the back"),
)
def test_a_unit_guards_its_back_first_against_those_beside_it(
    enemies: tuple[str, ...], best: list[int]
) -> None:
    """BP 10.5."""
    foes = [unit(f"k{n}", "infantry", hex_) for n, hex_ in enumerate(enemies)]
    view = to_plain(SYSTEM.view(battle(unit("r1", "hastati", "1010"), *foes), "seat:rome", {}))
    assert set(guarded(Sight(view, "rome"), "1010", range(6))) == {*best}


def test_nobody_turns_from_one_way_to_another_that_is_no_better() -> None:
    state = battle(
        unit("r1", "hastati", "1010", UP_RIGHT), unit("k1", "infantry", "1106"), phase="move"
    )
    assert facings(state) == set()


def test_horse_that_comes_back_does_not_turn_to_the_edge() -> None:
    """BP 14.1: the enemy is behind the way it went, and it faces inward already. BP-39."""
    state = battle(
        unit("r1", "light-cavalry", "1001", DOWN), unit("k1", "infantry", "1009"), phase="move"
    )
    assert UP not in facings(state)


def test_no_point_hastens_who_does_not_march() -> None:
    """BP 4.6: Velites who break with their next Disorder."""
    state = battle(
        unit("r1", "velites", "1010", disorder=1),
        unit("k1", "infantry", "1003"),
        phase="move",
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "movement"),),
    )
    assert "hasten" not in {one["type"] for one in thought(state)}
    fresh = replace(state, units=(replace(state.by_id["r1"], disorder=0), state.by_id["k1"]))
    assert "hasten" in {one["type"] for one in thought(fresh)}


def test_only_those_march_whom_it_brings_nearer_to_the_enemy() -> None:
    """BP 6: the wing does not march on where nobody stands."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("r2", "allied-numidians", "2002"),
        unit("k1", "infantry", "1005"),
        phase="move",
    )
    assert [one["units"] for one in thought(state) if one["type"] == "march"] == [["r1"]]


def test_who_lags_behind_comes_up_to_the_line_and_not_to_the_enemy() -> None:
    """A wing whose enemies have fled comes to those that are left, before the movement ends."""
    line = unit("r1", "hastati", "1010", marks=("moved",))
    for foe, least in (("1009", 2), ("1005", 5)):
        state = battle(
            line, unit("r2", "equites", "1710"), unit("k1", "infantry", foe), phase="move"
        )
        (move,) = [one for one in thought(state) if one["type"] == "move"][:1]
        far = state.grid.distance(move["to"], foe)
        assert least <= far < state.grid.distance("1710", foe)
        assert {"type": "end"} not in thought(state)


@pytest.mark.parametrize("phase", ["combat", "move"])
def test_nobody_hunts_units_in_panic(phase: str) -> None:
    """BP 16.1.1: they bring no more Rout Points."""
    state = battle(
        unit("r1", "principes", "1010", marks=("moved",) if phase == "combat" else ()),
        unit(
            "k1", "mercenaries", "1009" if phase == "combat" else "1007", disorder=3, panicked=True
        ),
        unit("k2", "infantry", "2002"),
        phase=phase,
    )
    found = thought(state)
    assert "attack" not in {one["type"] for one in found}
    assert not {one.get("to") for one in found} & {*state.grid.front("1007", DOWN)}


def test_units_in_panic_in_front_are_worth_no_blow() -> None:
    state = battle(unit("r1", "hastati", "1010"), unit("k1", "infantry", "1009", panicked=True))
    away = replace(state, units=(replace(state.by_id["r1"], facing=DOWN), state.by_id["k1"]))
    assert worth(state, "rome") == worth(away, "rome")


def test_the_unit_stays_to_whom_the_leader_has_just_come() -> None:
    """BP 13: the leader moves once."""
    for moved in (False, True):
        state = battle(
            unit("r1", "hastati", "1010"),
            unit("k1", "infantry", "1006"),
            phase="move",
            leaders=(replace(leader("rome", "r1"), moved=moved),),
        )
        marches = {"march", "move"} & {one["type"] for one in thought(state)}
        assert bool(marches) is not moved


def test_a_worn_unit_does_not_withdraw_towards_the_enemy_s_edge() -> None:
    """BP 11: away from where it flees to."""
    state = battle(
        unit("r1", "principes", "1008", disorder=4),
        unit("k1", "veterans", "1009", UP),
        unit("k2", "veterans", "0908", UP_RIGHT),
        phase="move",
    )
    assert goals(state)
    assert all(to[2:] >= "08" for to in goals(state))


def test_the_search_expects_faster_units_to_withdraw_from_a_stronger_attacker() -> None:
    """BP 10.1: so that nobody's foot runs after horse all day."""
    state = battle(unit("r1", "triarii", "1010"), unit("k1", "light-cavalry", "1009"))
    attacked = after(state, cmd.Attack("r1", "k1", (), False))
    view = to_plain(SYSTEM.view(attacked, "seat:carthage", {}))
    options = SYSTEM.options(attacked, "seat:carthage", {})
    sent = answered(view, options, "seat:carthage", Below("strong"))
    assert sent is not None
    assert sent["type"] == "de-bello-punico.withdraw"
