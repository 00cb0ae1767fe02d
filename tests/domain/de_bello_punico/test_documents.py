"""The data that a referee may replace. BP 2.4, BP 9.3, BP 10.4, BP 17."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico.documents import COUNTERS, FIELDS, MISSILES, ORDERS, SUPPORT
from iacta.domain.de_bello_punico.rules.morale import rout_value
from iacta.domain.de_bello_punico.state.keys import TYPES
from iacta.domain.kernel.proof.errors import Invalid
from tests.domain.de_bello_punico.given import after, folded, setup
from tests.support.environment import plain
from tests.support.table import Table

Edit = Callable[[Any], None]


def edited(key: str, edit: Edit) -> dict[str, Any]:
    """A document of ours in plain data, changed."""
    data: Any = plain(SYSTEM.document(key).default)
    edit(data)
    return dict(data)


def put(*path: Any, value: Any) -> Edit:
    """Set a member deep within."""

    def edit(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return edit


def again(*path: Any) -> Edit:
    """Put the first item of a list there a second time, in place of the second."""

    def edit(data: Any) -> None:
        for step in path:
            data = data[step]
        data[1] = data[0]

    return edit


WRONG = [
    ("counters", again("types"), "/types/1/type"),
    ("support", put("groups", 0, value=["hastati", "velites"]), "/groups"),
    ("support", put("groups", 0, value=["triarii"]), "/groups"),
    ("missiles", again("rows"), "/rows/1"),
    ("missiles", put("rows", 0, "range", value=2), "/rows/0/range"),
    ("missiles", again("rows", 0, "numbers"), "/rows/0/numbers"),
    ("fields", again("fields"), "/fields/1/scenario"),
    ("fields", put("fields", 0, "rows", 3, value="...."), "/fields/0/rows/3"),
    ("fields", put("fields", 0, "rows", 3, value="x" * 26), "/fields/0/rows/3"),
    ("fields", put("fields", 0, "carthage", value="south"), "/fields/0/carthage"),
    ("fields", again("fields", 1, "terrain"), "/fields/1/terrain"),
    ("fields", put("fields", 1, "terrain", 3, "cost", value=None), "/fields/1/rome"),
    ("orders-of-battle", again("battles"), "/battles/1/scenario"),
    (
        "orders-of-battle",
        put("battles", 0, "rome", "units", 0, "count", value=40),
        "/battles/0/rome/units/0/count",
    ),
    (
        "orders-of-battle",
        put("battles", 0, "carthage", "units", 0, "hexes", 0, value="1113"),
        "/battles/0/carthage/units/0/hexes/0",
    ),
    (
        "orders-of-battle",
        put("battles", 0, "rome", "leader_with", value="elephants"),
        "/battles/0/rome/leader_with",
    ),
]


@pytest.mark.parametrize(
    ("key", "edit", "pointer"), WRONG, ids=[f"{n}-{one[0]}" for n, one in enumerate(WRONG)]
)
def test_a_wrong_document_is_refused_where_it_is_wrong(key: str, edit: Edit, pointer: str) -> None:
    """BP 2.1, BP 2.4, BP 9.1, BP 10.4, BP 17."""
    document = SYSTEM.document(key)
    assert document.check is not None
    with pytest.raises(Invalid) as refused:
        document.check(msgspec.convert(edited(key, edit), document.shape))
    assert refused.value.pointer == pointer


@pytest.mark.parametrize("hex_", ["9901", "2401"])
def test_units_are_set_up_on_the_field_with_a_way_home(hex_: str) -> None:
    """BP 17.2.2: off the field, or in the river."""
    edit = put("battles", 2, "rome", "units", 0, "hexes", 0, value=hex_)
    orders = edited("orders-of-battle", edit)
    with pytest.raises(Invalid) as refused:
        Table.found(SYSTEM, "beneventum", data={"orders-of-battle": orders})
    assert refused.value.pointer == "/data/orders-of-battle/battles/2/rome/units/0/hexes/0"


def test_bounds_are_the_shapes_own() -> None:
    """BP 2.4: no morale of 0, no allowance beyond the field."""
    for member, value in (("morale", 0), ("movement", 99), ("combat", -1)):
        data = edited("counters", put("types", 0, member, value=value))
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(data, SYSTEM.document("counters").shape)


def test_a_campaign_is_played_with_the_referees_values() -> None:
    """BP 2.4: counters, missiles and support of his own."""
    counters = edited("counters", put("types", 1, "combat", value=9))
    support = {
        "groups": [
            ["hastati", "principes"],
            *([one] for one in TYPES if one not in ("hastati", "principes")),
        ]
    }
    table = Table.found(SYSTEM, "po", data={"counters": counters, "support": support})
    assert table.game.values["hastati"].combat == 9
    assert ("hastati", "principes") in table.game.support
    units = table.view("public")["game"]["units"]
    assert {unit["strength"] for unit in units if unit["type"] == "hastati"} == {9}


def test_our_data_says_that_it_is_ours() -> None:
    """BP 2.4, BP 9.3: provenance, and a reason for every value."""
    for document in (COUNTERS, FIELDS, MISSILES, SUPPORT, ORDERS):
        assert "not the published" in document.provenance
    assert all(kind.reason for kind in COUNTERS.types)
    for battle in ORDERS.battles:
        assert battle.sources
        assert all(group.reason for army in (battle.rome, battle.carthage) for group in army.units)


@pytest.mark.parametrize(
    ("scenario", "low", "high"), [("zama", 35, 50), ("po", 35, 55), ("beneventum", 30, 50)]
)
def test_rout_limits_are_in_proportion(scenario: str, low: int, high: int) -> None:
    """BP 17.4.3, BP 16.1: what an army of ours can lose against what it may."""
    state = folded(SYSTEM.state_type(), SYSTEM.begin(setup(scenario)))
    for army in state.armies:
        whole = 5 + sum(rout_value(state, one.type) for one in state.units if one.side == army.side)
        assert low <= 100 * army.limit // whole <= high


def test_every_type_of_missile_unit_has_its_rows() -> None:
    """BP 9.3, BP 2.4: whoever can shoot hits somebody."""
    shooters = {kind.type for kind in COUNTERS.types if kind.missile}
    assert {row.shooter for row in MISSILES.rows} == shooters


def test_the_first_set_up_may_be_kept() -> None:
    """BP 17.1.2: both sides may simply be ready."""
    state = folded(SYSTEM.state_type(), SYSTEM.begin(setup("zama")))
    assert after(after(state, cmd.Ready(), seat="carthage"), cmd.Ready()).phase == "command"
