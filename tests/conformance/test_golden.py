"""Games played once and kept: today's code folds them, and decides them again to the byte."""

import json
import re
from pathlib import Path

import pytest

from iacta.domain.kernel.campaign.fold import replay
from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.proof import capsules
from tests.conformance.ending import Ending
from tests.conformance.golden import FOLDER
from tests.conformance.subjects import ENDINGS, SCENARIOS, SUBJECTS, Subject
from tests.support.keys import SIGNER, check_signature
from tests.support.telling import golden

GAMES = sorted(FOLDER.glob("*.jsonl"))
SYSTEMS = {subject.system.key: subject.system for subject in SUBJECTS}


def ending_of(game: Path) -> str:
    """The reason that a golden game gives for its end."""
    effects = [
        effect
        for line in game.read_bytes().splitlines()[1:]
        for effect in json.loads(line).get("event", {}).get("effects", [])
    ]
    (reason,) = [effect["reason"] for effect in effects if effect["type"] == "concluded"]
    return str(reason)


@pytest.mark.parametrize(
    ("subject", "ending"),
    ENDINGS,
    ids=[f"{subject}-{ending.scenario}-{ending.name}" for subject, ending in ENDINGS],
)
def test_every_declared_way_to_end_has_a_golden_game(subject: Subject, ending: Ending) -> None:
    game = FOLDER / f"{subject}-{ending.scenario}-{ending.name}.jsonl"
    assert re.fullmatch(ending.reason, ending_of(game))


def test_every_scenario_has_golden_games() -> None:
    """One that came to its end, and one that the referee ended."""
    assert {(str(subject), ending.scenario) for subject, ending in ENDINGS} == {
        (str(subject), scenario) for subject, scenario in SCENARIOS
    }
    broken_off = {f"{subject}-{scenario}-broken-off" for subject, scenario in SCENARIOS}
    assert broken_off <= {game.stem for game in GAMES}


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_beats_name_seats_and_have_headlines(subject: Subject) -> None:
    """The first event opens one; a battle heads its own; who acts sits at the table."""
    game = next(game for game in GAMES if game.stem.startswith(f"{subject}-"))
    told = golden(game.stem)
    seats = {seat.seat for seat in subject.system.seats} | {""}
    for event, story in told:
        if story.beat is None:
            continue
        assert story.beat.seat in seats, event.seq
        if {"kind": "battle"} in story.marks:
            assert story.beat.headline in ("", story.text[0])
    opening = told[0][1].beat
    assert opening is None or not opening.continues


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_golden_game_folds_to_its_end(game: Path) -> None:
    capsule = capsules.read(game.read_bytes())
    system = SYSTEMS[capsule.items[0].event.effects[0]["system"]]
    *_, last = replay(((item.record, item.hash) for item in capsule.items), system)
    assert last.outcome is not None


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_golden_game_verifies_and_is_decided_again(game: Path) -> None:
    """Under another edition it is hashed, linked and folded, and says that it is not decided."""
    data = game.read_bytes()
    report = verify_capsule(data, check_signature, key=SIGNER.key.text(), systems=SYSTEMS)
    assert report.failed() == []
    created = json.loads(data.splitlines()[1])["event"]["effects"][0]
    same = SYSTEMS[created["system"]].edition == created["edition"]
    assert report.check(10).result == ("pass" if same else "not-run")
