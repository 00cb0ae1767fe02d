"""Telling a game's effects: along the fold, marks once, something for the quiet ones."""

from typing import Any

import pytest

from iacta.domain.kernel.contract.narration import tell
from iacta.domain.kernel.contract.system import Story
from tests.support.telling import golden


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


def end(name: str) -> Story:
    """What a golden game's last event of play says."""
    stories = (story for _, story in golden(name))
    return next(one for one in stories if any("game is over" in line for line in one.text))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("de-bello-punico-zama-rome-routs", "Carthage wins: the army of Rome routs"),
        (
            "naval-battle-naulochus-last-turn",
            "The Pompeians win, eight points to none: the last turn is over",
        ),
    ],
)
def test_the_end_that_a_game_tells_is_told_once(name: str, told: str) -> None:
    """Who won and by what: it is not said again that it is won, by whom, or for which reason."""
    story = end(name)
    text = story.text
    assert story.beat is not None
    assert story.beat.headline.startswith(told)
    assert sum(line.startswith(told) for line in text) == 1
    assert text[-1] == "The game is over."
    assert not any(line.startswith(("Won by", "Reason")) for line in text)


def test_a_winner_whom_an_earlier_event_told_is_named_with_a_small_article() -> None:
    """After the battle the victors' losses are rolled for; then it is over."""
    assert end("naval-battle-actium-no-fleet").text[-2:] == (
        "The game is over.",
        "Won by the Antonians.",
    )
