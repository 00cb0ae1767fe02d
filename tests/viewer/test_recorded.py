"""What the viewer's tests replay is what the games say today: every recorded view and effect is of
its game's types, member for member.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.campaign.facts import decode_effect
from iacta.domain.kernel.campaign.views import View
from iacta.domain.kernel.contract.system import System
from iacta.service.systems import discover
from tests.viewer.test_naval_battle import patched

HERE = Path(__file__).parent
Story = tuple[System, list[dict[str, Any]], list[dict[str, Any]]]


def read(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def stories() -> Iterator[tuple[str, Story]]:
    """Each recording by name: its game, its events, and an audience's steps through them."""
    civil_war, naval_battle = read("civil_war_steps.json"), read("naval_battle.json")
    samnite_wars = read("samnite_wars.json")
    events = [item["event"] for item in civil_war["items"]]
    yield "civil-war", (discover()["civil-war"], events, civil_war["items"])
    recordings = [
        ("naval-battle", naval_battle),
        *(("samnite-wars", samnite_wars[name]) for name in ("four", "eight")),
    ]
    for key, recording in recordings:
        for audience in recording:
            if audience == "public" or audience.startswith("seat:"):
                story = (discover()[key], recording["events"], recording[audience])
                yield f"{key} {len(recording['events'])} {audience}", story


STORIES = dict(stories())


def exactly(plain: Any, shape: Any) -> None:
    """It is of the type, and the type has every member that it has."""
    again = msgspec.json.encode(msgspec.convert(plain, shape, strict=True))
    assert msgspec.json.decode(again) == plain


@pytest.mark.parametrize("story", STORIES)
def test_recorded_views_are_of_the_games_view_type(story: str) -> None:
    system, _, steps = STORIES[story]
    view: Any = {}
    for step in steps:
        view = patched(view, step["patch"])
        exactly(view, View)
        exactly(view["game"], system.view_type)


@pytest.mark.parametrize("story", STORIES)
def test_recorded_effects_are_of_the_games_effect_type(story: str) -> None:
    """A member that is left out is its default; none is there that the type has not."""
    system, events, _ = STORIES[story]
    for effect in (effect for event in events for effect in event["effects"]):
        decoded = decode_effect(system, effect)
        assert set(effect) <= {"type", *decoded.__struct_fields__}, effect["type"]
