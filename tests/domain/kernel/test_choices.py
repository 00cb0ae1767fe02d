"""Options: filled at random, and recognised."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from iacta.domain.kernel.contract.choices import (
    Alternative,
    Choices,
    ChooseBySchema,
    ChooseList,
    ChooseSome,
    ChooseText,
    Longest,
    Option,
    Unfillable,
    any_option,
    concerns,
    fill,
    integer,
    narrowed,
    one_of,
    option,
    outlined,
    some_of,
)
from iacta.domain.kernel.contract.system import Command
from tests.support.choosing import matches, read_option
from tests.support.environment import Below, plain
from tests.support.properties import SLICE


class Do(Command, frozen=True, tag="x.do"):
    pass


def offered(choices: Choices | None = None, **members: Any) -> Option:
    return option(Do, "An option", "X 1", choices, **members)


def coins(*values: int, total: int) -> ChooseSome:
    purse = some_of((Alternative(value, f"{value} coins") for value in values), 0, len(values))
    return msgspec.structs.replace(purse, sum=total)


EPIRUS = Alternative("Epirus", "Epirus", {"/ships": integer(1, 3)})
MOVE = offered({"/to": one_of(("Roma", EPIRUS))}, by="land")
LOSSES = offered({"/units": some_of("abcd", 1, 3)})
PAID = offered({"/coins": coins(1, 2, 5, total=7)})
DEEP = offered(
    {"/orders/0/to": one_of("xy"), "/a/b": integer(-2, 2)},
    orders=[{"unit": "u1"}],
)
TALK = offered({"/text": ChooseText(Longest(5))})
ORDERS = offered(
    {
        "/orders": ChooseList(
            (
                Alternative({"type": "halt"}, "Halt"),
                Alternative({"type": "go"}, "Go", {"/to": one_of(("Roma", "Epirus"))}),
            ),
            0,
            2,
        )
    }
)
SHIPS = offered({"/ships": ChooseList((Alternative({"fleet": "f1"}, "f1"),), 1, 1, once=True)})
PLAIN = offered(card="sword")
FREE = offered({"/forces": ChooseBySchema("Forces")})
FILLABLE = [MOVE, LOSSES, PAID, DEEP, TALK, ORDERS, PLAIN]


@SLICE
@given(st.integers(0, 10**9), st.sampled_from(FILLABLE))
def test_what_fills_an_option_matches_it(seed: int, one: Option) -> None:
    command = fill(one, Below(str(seed)))
    assert matches(one, command)
    assert not matches(one, {**command, "more": 1})
    assert not matches(one, {**command, "type": "x.other"})


def filled(one: Option, count: int = 60) -> list[dict[str, Any]]:
    return [fill(one, Below(str(seed))) for seed in range(count)]


def test_every_value_of_a_choice_is_chosen_sometimes() -> None:
    assert {command["to"] for command in filled(MOVE)} == {"Roma", "Epirus"}
    assert {len(command["units"]) for command in filled(LOSSES)} == {1, 2, 3}
    assert {command["a"]["b"] for command in filled(DEEP)} == {-2, -1, 0, 1, 2}


def test_a_value_may_bring_choices_of_its_own() -> None:
    for command in filled(MOVE):
        assert ("ships" in command) == (command["to"] == "Epirus")


def test_a_sum_is_kept() -> None:
    assert {tuple(command["coins"]) for command in filled(PAID)} == {(2, 5)}


def test_a_place_inside_a_list_is_filled() -> None:
    assert filled(DEEP)[0]["orders"][0]["unit"] == "u1"
    assert filled(DEEP)[0]["orders"][0]["to"] in ("x", "y")


def test_an_option_is_named_by_its_command_and_its_key() -> None:
    assert offered(unit="u1") == Option("do", "An option", "X 1", {"type": "x.do", "unit": "u1"})
    assert option(Do, "t", "r", key="u1").id == "do:u1"


def test_no_more_are_chosen_than_there_are() -> None:
    assert (some_of("ab", 0, 9).min, some_of("ab", 0, 9).max) == (0, 2)


def test_only_what_is_there_is_told() -> None:
    """An option or alternative without choices has no such member, a choice without sum no sum."""
    assert plain(offered(card="sword")) == {
        "id": "do",
        "title": "An option",
        "rule": "X 1",
        "command": {"type": "x.do", "card": "sword"},
    }
    assert plain(LOSSES)["choices"]["/units"] == {
        "some_of": [{"value": name, "title": name} for name in "abcd"],
        "min": 1,
        "max": 3,
    }


@pytest.mark.parametrize("one", [MOVE, LOSSES, PAID, DEEP, TALK, ORDERS, SHIPS, PLAIN, FREE])
def test_an_option_is_read_as_it_was_written(one: Option) -> None:
    assert read_option(plain(one)) == one


def test_filling_changes_no_option() -> None:
    before = repr(DEEP)
    fill(DEEP, Below("x"))
    assert repr(DEEP) == before


@pytest.mark.parametrize(
    ("one", "command"),
    [
        (MOVE, {"by": "land", "to": "Gallia"}),
        (MOVE, {"by": "land", "to": "Epirus"}),
        (MOVE, {"by": "land", "to": "Epirus", "ships": 4}),
        (MOVE, {"by": "land", "to": "Epirus", "ships": True}),
        (MOVE, {"by": "land", "to": "Roma", "ships": 1}),
        (MOVE, {"by": "sea", "to": "Roma"}),
        (MOVE, {"by": "land"}),
        (LOSSES, {"units": []}),
        (LOSSES, {"units": ["a", "b", "c", "d"]}),
        (LOSSES, {"units": ["a", "a"]}),
        (LOSSES, {"units": ["z"]}),
        (LOSSES, {"units": "a"}),
        (LOSSES, {"units": 7}),
        (PAID, {"coins": [1, 5]}),
        (DEEP, {"orders": [], "a": {"b": 1}}),
        (DEEP, {"orders": [{"unit": "u2", "to": "x"}], "a": {"b": 1}}),
        (TALK, {"text": "too long"}),
        (ORDERS, {"orders": {"type": "halt"}}),
        (ORDERS, {"orders": [{"type": "go"}]}),
        (ORDERS, {"orders": [{"type": "halt", "to": "Roma"}]}),
        (ORDERS, {"orders": [{"type": "halt"}] * 3}),
        (SHIPS, {"ships": []}),
        (TALK, {"text": 5}),
        (PLAIN, {"card": "shield"}),
    ],
)
def test_this_is_no_instance_of_the_option(one: Option, command: dict[str, Any]) -> None:
    assert not matches(one, {"type": "x.do", **command})


@pytest.mark.parametrize("command", [None, 5, "x", [], {}])
def test_what_is_no_command_matches_nothing(command: Any) -> None:
    assert not any(matches(one, command) for one in FILLABLE)


def test_each_item_of_a_list_is_filled_by_itself() -> None:
    """One item is always possible; what several do together the rules judge."""
    told = {repr(command["orders"]) for command in filled(ORDERS)}
    assert told == {
        "[{'type': 'halt'}]",
        "[{'type': 'go', 'to': 'Roma'}]",
        "[{'type': 'go', 'to': 'Epirus'}]",
    }
    two = [{"type": "go", "to": "Roma"}, {"type": "halt"}]
    for orders in ([], two, two[::-1]):
        assert matches(ORDERS, {"type": "x.do", "orders": orders})


def test_a_list_that_the_rules_judge_whole_is_not_filled_at_random() -> None:
    with pytest.raises(Unfillable):
        fill(SHIPS, Below("x"))
    assert matches(SHIPS, {"type": "x.do", "ships": [{"fleet": "f1"}]})
    assert concerns(SHIPS) == ["f1"]
    assert narrowed(SHIPS, "f1") == SHIPS


def test_some_of_a_list_may_be_named_in_any_order() -> None:
    assert matches(LOSSES, {"type": "x.do", "units": ["c", "a"]})


def test_a_free_choice_cannot_be_filled_and_matches_anything() -> None:
    with pytest.raises(Unfillable):
        fill(FREE, Below("x"))
    assert matches(FREE, {"type": "x.do", "forces": {"units": []}})
    assert not matches(FREE, {"type": "x.do"})


def test_a_sum_that_nothing_has_cannot_be_filled() -> None:
    impossible = offered({"/coins": coins(2, 4, total=3)})
    with pytest.raises(Unfillable):
        fill(impossible, Below("x"))


def test_pointers_are_unescaped() -> None:
    one = offered({"/a~1b/c~0d": integer(1, 1)})
    assert fill(one, Below("x")) == {"type": "x.do", "a/b": {"c~d": 1}}


def test_the_whole_command_may_be_the_choice() -> None:
    one = Option("o", "t", "r", {}, {"": one_of([Alternative({"type": "x.do"}, "t")])})
    assert fill(one, Below("x")) == {"type": "x.do"}
    assert matches(one, {"type": "x.do"})


def test_the_random_bot_has_nothing_to_do_without_options() -> None:
    assert any_option({}, [], "seat:north", Below("x")) is None
    assert any_option({}, [PLAIN], "seat:north", Below("x")) == {"type": "x.do", "card": "sword"}


# --- outlined and narrowed ----------------------------------------------------------------------

LADEN = offered(
    {
        "/to": one_of(("Roma", EPIRUS)),
        "/units": some_of(("u1", "u2"), 1, 2),
        "/ships": one_of(
            (Alternative(3, "three"), Alternative({"type": "fleet", "id": "f1"}, "f"))
        ),
    },
    leader="Caesar",
    staff=["Antony"],
)


def test_an_option_concerns_what_it_names_and_what_is_chosen_first() -> None:
    assert concerns(LADEN) == ["Caesar", "Antony", "Roma", "Epirus", "u1", "u2", "f1"]
    assert concerns(TALK) == concerns(DEEP)[:0] == []
    assert concerns(offered({"/to": one_of("ab")}, by="a")) == ["a", "b"]


def test_an_outline_tells_an_option_without_its_choices() -> None:
    assert plain(outlined(LADEN)) == {
        "id": "do",
        "title": "An option",
        "rule": "X 1",
        "type": "x.do",
        "concerns": concerns(LADEN),
        "named": 2,
    }
    assert outlined(TALK).named == 0


def test_a_choice_of_one_is_narrowed_to_what_is_asked_for() -> None:
    one = narrowed(MOVE, "Epirus")
    assert one == offered({"/to": one_of([EPIRUS])}, by="land")
    pairs = offered({"/cards": one_of([Alternative(["a", "b"], "both"), Alternative([], "none")])})
    assert narrowed(pairs, "b") == offered({"/cards": one_of([Alternative(["a", "b"], "both")])})


def test_what_is_named_or_may_be_one_of_several_leaves_an_option_whole() -> None:
    assert narrowed(MOVE, "land") == MOVE
    assert narrowed(LOSSES, "a") == LOSSES
    twice = offered({"/to": one_of("ab"), "/by": one_of("bc")})
    assert narrowed(twice, "b") == twice


def test_an_option_does_not_concern_what_is_chosen_later_or_never() -> None:
    inside = offered({"/to": one_of([Alternative("a", "a", {"/by": one_of("b")})])})
    for id_ in ("b", "x.do", "An option", ""):
        assert narrowed(inside, id_) is None
