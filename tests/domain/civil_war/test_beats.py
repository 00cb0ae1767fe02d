"""What the log of a civil war tells as one: a battle with its losses and retreats."""

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import commands as cmd
from tests.domain.civil_war.given import when
from tests.domain.civil_war.war import end_of_year, unit
from tests.support.telling import golden, types

GAME = golden("civil-war-dyrrhachium-enough-points")


def test_losses_retreats_and_the_end_of_marches_go_with_what_came_before() -> None:
    for kind in ("losses-chosen", "retreated"):
        answers = [
            story.beat
            for event, story in GAME
            if event.command["type"].endswith("retreat") and "control-settled" not in types(event)
        ]
        answers += [story.beat for event, story in GAME if types(event) == {kind}]
        assert answers
        assert all(beat is not None and beat.continues for beat in answers)


def test_a_retreat_that_ends_the_year_is_headed_by_the_year_s_account() -> None:
    """Folded with its battle, nobody would read who leads."""
    ends = [
        story.beat
        for event, story in GAME
        if event.command["type"].endswith(("retreat", "choose-losses"))
        and "control-settled" in types(event)
        and "war-won" not in types(event)
    ]
    assert ends
    for beat in ends:
        assert beat is not None
        assert beat.headline.startswith("Adjustments. ")
        assert (beat.seat, beat.continues) == ("", False)


def test_deserters_that_let_the_year_begin_are_headed_by_the_initiative() -> None:
    """CW E11: folded with the event, nobody would read who moves first and who enters."""
    begins = [
        (types(event), story.beat)
        for event, story in golden("civil-war-dyrrhachium-more-points")
        if event.command["type"].endswith("choose-desertion")
    ]
    assert {"initiative-taken" in kinds for kinds, _ in begins} == {False, True}
    for kinds, beat in begins:
        assert beat is not None
        begun = "initiative-taken" in kinds
        assert beat.continues != begun
        assert (" have the initiative" in beat.headline) == begun


def test_a_battle_is_headed_by_its_result_and_bears_the_winner_s_mark() -> None:
    fought = 0
    for event, story in GAME:
        for effect in event.effects:
            if effect["type"] != "civil-war.combat-resolved":
                continue
            fought += 1
            assert story.beat is not None
            assert not story.beat.continues
            assert story.beat.headline == story.text[0]
            assert story.beat.seat in (effect[effect["winner"]]["side"], "")
    assert fought


def test_a_year_s_end_without_a_battle_is_headed_by_its_account() -> None:
    """Of both sides, not by the end of the one's segment that brought it."""
    state = end_of_year(unit("Roma", id="a"))
    beat = SYSTEM.narrate(state, when(state, cmd.EndMarches()), {}).beat
    assert beat is not None
    assert beat.headline == (
        "Adjustments. 48 BC is settled: the Caesarians lead with two control points to none;"
        " the Caesarians gain the region Roma (+2)."
    )
    assert (beat.seat, beat.continues) == ("", False)
