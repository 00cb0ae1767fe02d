"""Each promise that a game can break is planted as broken, and said in words."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.campaign.conformance import declared, played
from iacta.domain.kernel.contract.choices import Option
from iacta.domain.kernel.contract.system import AnySystem, CommandSpec, Story, Waiting
from tests.systems.tally import SYSTEM, tables
from tests.systems.tally import effects as fx
from tests.systems.tally.commands import COMMANDS, Bid

replace = msgspec.structs.replace


def test_a_sound_game_has_no_fault() -> None:
    assert declared(SYSTEM) == []
    for scenario in ("short", "long"):
        game = played(SYSTEM, scenario, "1")
        assert game.faults == ()
        assert game.reason != ""
        assert game.commands > 10


def test_a_game_is_the_same_each_time() -> None:
    assert played(SYSTEM, "long", "7") == played(SYSTEM, "long", "7")
    assert len({played(SYSTEM, "long", str(seed)).commands for seed in range(6)}) > 1


class Other(fx.Effect, frozen=True, tag="other.begun"):
    """Of another game."""


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ({"begin": SYSTEM.evolve}, "`begin` is called with (setup): missing a required argument"),
        ({"view": lambda state, role: None}, "`view` is called with (state, audience, known): "),
        ({"seats": SYSTEM.seats[:1] * 2}, "the seat 'north' is declared twice"),
        ({"bots": {}}, "there are no bots"),
        ({"effect_type": fx.AnyEffect | Other}, "the effect 'other.begun' does not begin with"),
        ({"change_type": Bid}, "'tally.bid' is the tag of a command and of an effect"),
        ({"tables": (replace(tables.POINTS, rule="TY 99"),)}, "names 'TY 99', which the rulebook"),
        (
            {"switches": (replace(SYSTEM.switches[0], ruling="TY 98"),)},
            "names 'TY 98', which the rulebook",
        ),
        (
            {"commands": (*COMMANDS[2:], CommandSpec(Bid, "Bid", example={"bid": "all"}))},
            "the example of 'tally.bid' is no such command",
        ),
    ],
)
def test_what_is_declared_wrongly_is_said(broken: dict[str, Any], fault: str) -> None:
    assert any(fault in one for one in declared(replace(SYSTEM, **broken)))


def of_options(change: Callable[[Option], Option]) -> AnySystem:
    """The game with each of its options changed."""

    def options(state: Any, role: str, known: Any) -> Sequence[Option]:
        return [change(one) for one in SYSTEM.options(state, role, known)]

    return replace(SYSTEM, options=options)


def of_waiting(change: Callable[[Waiting], Waiting]) -> AnySystem:
    """The game with each who is awaited changed."""

    def standing(state: Any) -> Any:
        at = SYSTEM.standing(state)
        return replace(at, waiting=tuple(map(change, at.waiting)))

    return replace(SYSTEM, standing=standing)


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        (of_options(lambda one: replace(one, rule="TY 99")), "an option names 'TY 99', which"),
        (of_options(lambda one: replace(one, id="x")), "has two options with the id 'x'"),
        (
            of_options(lambda one: replace(one, command={"type": "tally.sing"})),
            "an option has no command of the game: Shuffle",
        ),
        (
            of_options(
                lambda one: (
                    replace(one, choices={}, command={"type": "tally.bid", "bid": 99})
                    if one.title == "Bid"
                    else one
                )
            ),
            "what was offered is refused: ",
        ),
        (of_waiting(lambda one: replace(one, seat="nobody")), "'nobody' is awaited, and is no"),
        (
            of_waiting(lambda one: replace(one, kinds=("tally.sing",))),
            "is awaited for 'tally.sing', which is no command of the game",
        ),
        (
            of_waiting(lambda one: replace(one, kinds=("tally.pass",))),
            "and has no option to",
        ),
        (
            replace(SYSTEM, narrate=lambda before, effects, known: Story(())),
            "`narrate` has no word for tally.",
        ),
    ],
)
def test_what_breaks_in_play_is_said(broken: AnySystem, fault: str) -> None:
    assert any(fault in one for one in played(broken, "short", "1").faults)


class Lossy(msgspec.Struct, frozen=True):
    """Written to JSON, its tuple comes back as a list."""

    pairs: Any = ()


def test_a_view_that_does_not_survive_json_is_said() -> None:
    broken = replace(SYSTEM, view_type=Lossy, view=lambda state, role, known: Lossy(((1, 2),)))
    assert any("a view, written as JSON" in one for one in played(broken, "short", "1").faults)


def test_what_a_function_raises_is_not_swallowed() -> None:
    def broken(*given: Any) -> Any:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        played(replace(SYSTEM, odds_key=broken), "short", "1")
