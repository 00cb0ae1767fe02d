"""What the log of a field battle tells as one: a combat with its dice, a side's movement."""

import itertools

from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import effects as fx
from tests.domain.de_bello_punico.given import DOWN, battle, unit
from tests.support.telling import golden, types

GAME = golden("de-bello-punico-trebbia-rome-routs")


def test_a_die_that_is_let_stand_is_told_with_its_combat() -> None:
    """The headline is the result, in the winner's name."""
    accepted = [(event, story) for event, story in GAME if "roll-accepted" in types(event)]
    assert accepted
    assert all(story.beat is not None and story.beat.continues for _, story in accepted)
    other = {"battle-ended", "leader-resolved"}
    for event, story in GAME:
        for effect in event.effects:
            if effect["type"] != "de-bello-punico.combat-resolved" or other & types(event):
                continue
            fighters = effect["attacker"], effect["defender"]
            winner = next((one for one in fighters if one["unit"] == effect.get("winner")), None)
            assert story.beat is not None
            assert story.beat.headline == story.text[0]
            assert story.beat.seat == (winner or fighters[0])["side"]


def test_a_side_s_movement_is_one_beat_and_counts_up() -> None:
    """The first unit opens it; each later one raises the number in its headline."""
    moves = [story for event, story in GAME if types(event) == {"unit-moved"}]
    longest = 0
    for first, then in itertools.pairwise(moves):
        assert then.beat is not None
        if then.beat.continues and first.beat is not None and first.beat.seat == then.beat.seat:
            longest += 1
            assert " moves " in then.beat.headline
    assert longest > 5


def test_who_commits_no_points_opens_no_beat() -> None:
    """It is told with what came before it; the first points open one."""
    told = [
        (any(effect["units"] for effect in event.effects if "units" in effect), story.beat)
        for event, story in GAME
        if "points-committed" in types(event)
    ]
    assert {some for some, _ in told} == {False, True}
    assert all(beat is not None and (some or beat.continues) for some, beat in told)
    assert any(beat is not None and not beat.continues for some, beat in told if some)


def test_a_unit_that_enters_goes_on_with_its_side_s_movement() -> None:
    """BP 17.1.3c."""
    moved = unit("k1", "infantry", "1003", marks=("moved",))
    entered = fx.UnitEntered("k2", "1318", DOWN, 1, "BP 17.1.3c")
    state = battle(
        moved,
        unit("k2", "light-cavalry", None, fate="held"),
        unit("r1", "hastati", "2010"),
        phase="move",
        side="carthage",
    )
    beat = SYSTEM.narrate(state, [entered], {}).beat
    assert beat is not None
    assert beat.continues


def test_who_has_the_initiative_and_moves_when_is_one_headline() -> None:
    """BP 5: the choice is what the roll comes to."""
    state = replace(battle(unit("r1", "hastati", "2010"), phase="order"), first=None)
    for first, order in (("carthage", "first"), ("rome", "second")):
        beat = SYSTEM.narrate(state, [fx.OrderChosen("carthage", first)], {}).beat  # type: ignore[arg-type]
        assert beat is not None
        assert beat.continues
        assert beat.headline == f"Carthage has the initiative and moves {order}."


def test_elephants_goaded_by_rome_are_no_part_of_carthage_s_movement() -> None:
    """BP 15.1: what it begins with keeps its own headline, and they are not counted."""
    others = (unit("k2", "infantry", "1003"), unit("r1", "hastati", "2010"))
    cases = {
        ("checked", "moved"): (False, ""),  # enraged
        ("checked", "finis", "moved"): (False, ""),  # furious, and led by Rome
        ("moved",): (True, "Carthage moves two units."),
    }
    for marks, told in cases.items():
        beast = unit("k1", "elephants", "1005", marks=marks)
        state = battle(beast, *others, phase="move", side="carthage")
        moved = fx.UnitMoved(unit="k2", path=("1003", "1004"), facing=DOWN, cost=1)
        beat = SYSTEM.narrate(state, [moved], {}).beat
        assert beat is not None
        assert (beat.continues, beat.headline) == told


def test_no_movement_begins_with_the_flight_of_others() -> None:
    """Units in flight have moved too, which opens no beat of movement before it begins."""
    fled = [
        story.beat
        for (event, _), (after, story) in itertools.pairwise(GAME)
        if {"unit-fled", "phase-begun"} <= types(event) and types(after) == {"unit-moved"}
    ]
    assert fled
    assert not any(beat is not None and beat.continues for beat in fled)
