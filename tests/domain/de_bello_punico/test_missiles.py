"""Missile volleys. BP 9."""

from typing import Any

import msgspec
import pytest

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.documents import Missiles
from iacta.domain.de_bello_punico.rules import missiles
from iacta.domain.de_bello_punico.state import Missile, Numbers, State
from iacta.domain.kernel.proof.errors import Conflict, Invalid, NotYourTurn, RuleViolation
from tests.domain.de_bello_punico.given import (
    UP,
    after,
    battle,
    chosen,
    every,
    folded,
    leader,
    marker,
    of,
    options,
    setup,
    unit,
    when,
)


def volley(*units: Any, **more: Any) -> State:
    """Carthage is in phase, and Rome may shoot."""
    return battle(*units, phase="volley", side="carthage", **more)


def sight(*units: Any) -> dict[str, int]:
    state = volley(*units)
    return missiles.sight(state, state.by_id[units[0].id])


SLINGER = unit("r1", "skirmishers", "1010")


def test_the_passive_side_shoots_and_each_unit_once_a_turn() -> None:
    """BP 9."""
    state = volley(unit("r1", "velites", "1010"), unit("k1", "infantry", "1009"))
    with pytest.raises(NotYourTurn):
        when(state, cmd.Shoot("k1", "r1"), seat="carthage")
    spare = volley(
        unit("r1", "velites", "1010"),
        unit("r2", "velites", "0910", 1),
        unit("k1", "infantry", "1009"),
    )
    state = after(spare, cmd.Shoot("r1", "k1"), 6)
    assert options(state)["shoot"].choices["/shooter"].values == ["r2"]
    with pytest.raises(Conflict):
        when(state, cmd.Shoot("r1", "k1"))
    with pytest.raises(Invalid):
        when(state, cmd.Shoot("r9", "k1"))


def test_a_volley_goes_into_the_front() -> None:
    """BP 9: the three frontal hexes at range 1."""
    assert sight(unit("r1", "velites", "1010", UP))["1009"] == 1
    near = {hex_ for hex_, far in sight(SLINGER).items() if far == 1}
    assert near == {"1009", "1110", "0910"}


def test_the_arc_has_five_hexes_at_range_two() -> None:
    """BP-32."""
    far = {hex_ for hex_, range_ in sight(SLINGER).items() if range_ == 2}
    assert far == {"0809", "0909", "1008", "1109", "1209"}


@pytest.mark.parametrize(
    ("blockers", "hidden"),
    [
        (("1009",), {"1008"}),
        (("1110",), {"1209"}),
        (("0910",), {"0809"}),
        (("1009", "1110"), {"1008", "1209", "1109"}),
        (("1009", "0910"), {"1008", "0809", "0909"}),
    ],
)
@pytest.mark.parametrize("enemies", [True, False])
def test_units_between_hide_what_is_behind(
    blockers: tuple[str, ...], hidden: set[str], enemies: bool
) -> None:
    """BP 9.2, BP-16: friend or enemy; along a border only two of them together."""
    letter = "k" if enemies else "r"
    wall = [unit(f"{letter}{n}", "infantry", hex_) for n, hex_ in enumerate(blockers, 5)]
    far = {hex_ for hex_, range_ in sight(SLINGER, *wall).items() if range_ == 2}
    assert far == {"0809", "0909", "1008", "1109", "1209"} - hidden


@pytest.mark.parametrize(
    ("kind", "far"), [("velites", False), ("skirmishers", True), ("light-cavalry", False)]
)
def test_only_skirmishers_reach_two_hexes(kind: str, far: bool) -> None:
    """BP 9.1."""
    state = volley(unit("r1", kind, "1010"), unit("k1", "infantry", "1008"))
    assert bool(missiles.shots(state, state.by_id["r1"])) == far


def test_units_without_missiles_and_in_panic_shoot_at_nobody() -> None:
    """BP 2.4, BP 9."""
    state = volley(
        unit("r1", "hastati", "1010"),
        unit("r2", "velites", "0909", panicked=True, disorder=2),
        unit("k1", "infantry", "1009"),
    )
    assert not missiles.any_shot(state, "rome")
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Shoot("r1", "k1"))
    assert refused.value.rule == "BP 9.1"


def test_units_in_panic_are_no_targets() -> None:
    """BP-37."""
    state = volley(
        unit("r1", "velites", "1010"), unit("k1", "infantry", "1009", panicked=True, disorder=3)
    )
    assert not missiles.any_shot(state, "rome")


@pytest.mark.parametrize(("face", "hit"), [(1, True), (2, True), (3, False), (6, False)])
def test_the_number_of_the_table_or_less_hits(face: int, hit: bool) -> None:
    """BP 9.3: Velites on Infantry hit with 2 or less; a hit is 1 Disorder."""
    state = volley(unit("r1", "velites", "1010"), unit("k1", "infantry", "1009"))
    effects = when(state, cmd.Shoot("r1", "k1"), face)
    rolled = of(fx.VolleyRolled, effects)
    assert (rolled.number, rolled.range, rolled.face) == (2, 1, face)
    assert of(fx.VolleyResolved, effects).hit == hit
    assert [one.total for one in every(fx.Disordered, effects)] == ([1] if hit else [])


def test_targets_are_offered_with_their_number() -> None:
    """BP 9.3."""
    state = volley(
        unit("r1", "skirmishers", "1010"),
        unit("k1", "elephants", "1008"),
        unit("k2", "infantry", "1110"),
    )
    targets = chosen(options(state)["shoot"], "/target", "/shooter", "r1")
    titles = {one.value: one.title for one in targets.alternatives}
    assert titles == {
        "k1": "Elephants k1 on 1008: hit on 2 or less",
        "k2": "Infantry k2 on 1110: hit on 3 or less",
    }


def test_fortuna_throws_a_volley_again() -> None:
    """BP-23, BP-26: rolled and resolved are two events."""
    state = volley(
        unit("r1", "velites", "1010"),
        unit("k1", "infantry", "1009"),
        leaders=(leader("rome", "r1"),),
        markers=(marker("rome", "fortuna"),),
    )
    effects = when(state, cmd.Shoot("r1", "k1"), 5)
    assert not every(fx.VolleyResolved, effects)
    # Its odds count what it would do, not what its die shows.
    assert SYSTEM.odds_key(effects) == {"hit": False, "stands": False}
    assert SYSTEM.odds_key(when(state, cmd.Shoot("r1", "k1"), 1)) == {"hit": True, "stands": False}
    rolled = after(state, cmd.Shoot("r1", "k1"), 5)
    assert options(rolled)["accept"].title == "Accept the die: a 5, the volley misses"
    assert of(fx.VolleyResolved, when(rolled, cmd.Reroll(), 1)).hit
    assert not of(fx.VolleyResolved, when(rolled, cmd.Accept())).hit


def test_everyone_sees_the_campaigns_own_missile_table() -> None:
    # BP 9.3: the table is a document, so that a referee may have replaced it
    row = Missile("velites", 1, (Numbers("elephants", 6), Numbers("hastati", 0)))
    document = Missiles(rows=(row,))
    state = folded(State(), SYSTEM.begin(setup("zama", {"missiles": document})))
    for audience in ("public", "seat:rome", "seat:carthage"):
        view = msgspec.json.decode(msgspec.json.encode(SYSTEM.view(state, audience, {})))
        assert view["missiles"] == [
            {
                "shooter": "velites",
                "range": 1,
                "numbers": [
                    {"target": "elephants", "number": 6},
                    {"target": "hastati", "number": 0},
                ],
            }
        ]
