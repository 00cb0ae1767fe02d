"""What the log of a civil war tells as one: a battle with its losses and retreats."""

from tests.support.telling import golden, types

GAME = golden("civil-war-dyrrhachium-enough-points")


def test_losses_retreats_and_the_end_of_marches_go_with_what_came_before() -> None:
    for kind in ("losses-chosen", "retreated"):
        answers = [story.beat for event, story in GAME if event.command["type"].endswith("retreat")]
        answers += [story.beat for event, story in GAME if types(event) == {kind}]
        assert answers
        assert all(beat is not None and beat.continues for beat in answers)


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
