"""Options: filled at random, and recognised."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iacta.domain.kernel.contract.choices import Unfillable, any_option, fill, matches
from iacta.domain.kernel.contract.system import Option
from tests.support.means import Below
from tests.support.properties import SLICE


def option(command: dict[str, Any], **choices: Any) -> Option:
    pointers = {f"/{name.replace('__', '/')}": choice for name, choice in choices.items()}
    return Option("o", "An option", "X 1", {"type": "x.do", **command}, pointers)


def values(*names: Any) -> list[dict[str, Any]]:
    return [{"value": name, "title": str(name)} for name in names]


MOVE = option(
    {"by": "land"},
    to={
        "one_of": [
            {"value": "Roma", "title": "Roma"},
            {
                "value": "Epirus",
                "title": "Epirus",
                "choices": {"/ships": {"integer": {"min": 1, "max": 3}}},
            },
        ]
    },
)
LOSSES = option({}, units={"some_of": values("a", "b", "c", "d"), "min": 1, "max": 3})
PAID = option({}, coins={"some_of": values(1, 2, 5), "min": 0, "max": 3, "sum": 7})
DEEP = option(
    {"orders": [{"unit": "u1"}]},
    orders__0__to={"one_of": values("x", "y")},
    a__b={"integer": {"min": -2, "max": 2}},
)
TALK = option({}, text={"text": {"max": 5}})
PLAIN = option({"card": "sword"})
FREE = option({}, forces={"schema": "Forces"})
FILLABLE = [MOVE, LOSSES, PAID, DEEP, TALK, PLAIN]


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
        (TALK, {"text": 5}),
        (PLAIN, {"card": "shield"}),
    ],
)
def test_this_is_no_instance_of_the_option(one: Option, command: dict[str, Any]) -> None:
    assert not matches(one, {"type": "x.do", **command})


@pytest.mark.parametrize("command", [None, 5, "x", [], {}])
def test_what_is_no_command_matches_nothing(command: Any) -> None:
    assert not any(matches(one, command) for one in FILLABLE)


def test_some_of_a_list_may_be_named_in_any_order() -> None:
    assert matches(LOSSES, {"type": "x.do", "units": ["c", "a"]})


def test_a_free_choice_cannot_be_filled_and_matches_anything() -> None:
    with pytest.raises(Unfillable):
        fill(FREE, Below("x"))
    assert matches(FREE, {"type": "x.do", "forces": {"units": []}})
    assert not matches(FREE, {"type": "x.do"})


def test_a_sum_that_nothing_has_cannot_be_filled() -> None:
    impossible = option({}, coins={"some_of": values(2, 4), "min": 0, "max": 2, "sum": 3})
    with pytest.raises(Unfillable):
        fill(impossible, Below("x"))


def test_pointers_are_unescaped() -> None:
    one = Option("o", "t", "r", {"type": "x.do"}, {"/a~1b/c~0d": {"integer": {"min": 1, "max": 1}}})
    assert fill(one, Below("x")) == {"type": "x.do", "a/b": {"c~d": 1}}


def test_the_whole_command_may_be_the_choice() -> None:
    one = Option("o", "t", "r", {}, {"": {"one_of": [{"value": {"type": "x.do"}, "title": "t"}]}})
    assert fill(one, Below("x")) == {"type": "x.do"}
    assert matches(one, {"type": "x.do"})


def test_the_random_bot_has_nothing_to_do_without_options() -> None:
    assert any_option({}, [], "seat:north", Below("x")) is None
    assert any_option({}, [PLAIN], "seat:north", Below("x")) == {"type": "x.do", "card": "sword"}
