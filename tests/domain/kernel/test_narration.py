"""Telling a game's effects: along the fold, marks once, something for the quiet ones."""

from typing import Any

from iacta.domain.kernel.contract.narration import tell
from iacta.domain.kernel.contract.system import Story


def add(state: int, effect: int) -> int:
    return state + effect


def story(*effects: int, **more: Any) -> Story:
    """Effects that are added up; each ten reached is marked, and nothing is said of a zero."""
    return tell(
        7,
        effects,
        add,
        lambda before, after, effect: [f"{before} becomes {after}."] if effect else [],
        lambda before, effect: [{"kind": "ten"}] if before + effect >= 10 else [],
        **more,
    )


def test_each_effect_is_told_between_its_own_states() -> None:
    assert story(1, 2).text == ("7 becomes 8.", "8 becomes 10.")


def test_a_mark_is_set_once() -> None:
    assert story(1, 1).marks == ()
    assert story(3, 4, 5).marks == ({"kind": "ten"},)


def test_what_ranks_first_is_told_first_and_the_rest_as_it_happened() -> None:
    told = story(1, 2, 3, rank=lambda effect: 0 if effect == 3 else 1).text
    assert told == ("10 becomes 13.", "7 becomes 8.", "8 becomes 10.")


def test_a_quiet_event_is_told_by_what_it_led_to() -> None:
    def quiet(before: int, after: int) -> str:
        return f"From {before} to {after}."

    assert story(0, 0, quiet=quiet).text == ("From 7 to 7.",)
    assert story(0, 1, quiet=quiet).text == ("7 becomes 8.",)
    assert story(quiet=quiet).text == ()
    assert story(0).text == ()
