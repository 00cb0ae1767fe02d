"""What the log of the Samnite Wars tells as one: a battle with its efforts and answers."""

from tests.support.telling import golden, types

GAME = golden("samnite-wars-standard-broken-off")


def test_efforts_and_answers_are_told_with_their_battle() -> None:
    silent = {"answer-laid", "effort-laid", "discard-laid", "window-closed", "phase-begun"}
    told = [story.beat for event, story in GAME if types(event) <= silent]
    assert told
    assert all(beat is not None and beat.continues for beat in told)


def test_a_battle_bears_the_mark_of_the_player_who_led_the_winner() -> None:
    """Whoever laid the last effort."""
    consul = enemy = None
    fought = 0
    for event, story in GAME:
        for effect in event.effects:
            match effect["type"]:
                case "samnite-wars.turn-begun":
                    consul = effect["consul"]
                case "samnite-wars.enemy-named":
                    enemy = effect["enemy"]
                case "samnite-wars.battle-fought":
                    fought += 1
                    assert story.beat is not None
                    assert story.beat.headline == story.text[0]
                    assert story.beat.seat == (consul if effect["winner"] == "rome" else enemy)
    assert fought
