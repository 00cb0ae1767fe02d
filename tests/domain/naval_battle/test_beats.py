"""What the log of a battle at sea tells as one: a side's movement, an attack, a set-up."""

from msgspec.structs import replace

from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import effects as fx
from tests.domain.naval_battle.given import sea, ship
from tests.support.telling import golden, types

GAME = golden("naval-battle-actium-no-fleet")


def test_an_attack_is_a_beat_in_its_own_side_s_name() -> None:
    attacks = [
        (effect["seat"], story.beat)
        for event, story in GAME
        for effect in event.effects
        if effect["type"] == "naval-battle.attacked"
    ]
    assert attacks
    assert all(beat is not None and beat.seat == seat for seat, beat in attacks)
    assert not any(beat is not None and beat.continues for _, beat in attacks)


def test_moves_are_told_as_one_and_their_end_with_them() -> None:
    moves = [story for event, story in GAME if types(event) == {"moved"}]
    later = [story.beat for story in moves if story.beat is not None and story.beat.continues]
    assert len(later) > len(moves) / 2
    assert all(" move " in beat.headline for beat in later)
    ends = [story.beat for event, story in GAME if types(event) == {"phase-begun"}]
    assert ends
    assert all(beat is not None and beat.continues for beat in ends)


def test_who_has_run_or_left_is_told_apart_from_who_moves() -> None:
    """A movement takes the headline of its beat, which must not be a rout's or a flight's."""
    own, later = ship("Own", "d4"), ship("Later", "f4")
    moved = ship("Ran", "b2", moved=True)[0]
    cases = {
        (moved,): (True, "The Antonians move two fleets."),
        (replace(moved, check="R"),): (False, ""),
        (moved, replace(moved, name="Gone", square="", status="fled")): (False, ""),
    }
    for others, told in cases.items():
        state = sea(own, later, ship("Foe", "h9", of="reactive"), phase="movement")
        state = replace(state, fleets=(*state.fleets, *others))
        beat = SYSTEM.narrate(state, [fx.Moved("Own", ("d4", "d5"))], {}).beat
        assert beat is not None
        assert (beat.continues, beat.headline) == told


def test_the_end_of_a_part_of_a_turn_is_told_of_the_side_that_ends_it() -> None:
    """Not of the one whose part is next."""
    ends = [(event, story) for event, story in GAME if "turn-begun" in types(event)]
    later = [(event, story) for event, story in ends if types(event) == {"turn-begun"}]
    assert later
    for event, story in later:
        assert story.beat is not None
        assert story.beat.seat == str(event.by).removeprefix("seat:")


def test_a_turn_is_headed_by_its_first_checks() -> None:
    """What the event before them tells, the last set-up or a panic, is of the time before."""
    headed = [
        (types(event), mark["label"])
        for event, story in GAME
        for mark in story.marks
        if mark["kind"] == "chapter"
    ]
    assert [label for _, label in headed] == [f"Turn {turn + 1}" for turn in range(len(headed))]
    assert len(headed) > 1
    assert all("checked" in kinds for kinds, _ in headed)


def test_both_allocations_are_one_beat_headed_by_what_they_hold() -> None:
    opened = [story for event, story in GAME if "allocations-opened" in types(event)]
    assert opened
    for story in opened:
        assert story.beat is not None
        assert story.beat.continues
        assert story.beat.headline.startswith("The Antonians fight with ")
