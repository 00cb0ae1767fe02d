"""Games played once and kept: today's code folds them, and decides them again to the byte."""

import json
from pathlib import Path

import pytest

from domain.kernel import capsules
from domain.kernel.campaign import replay
from domain.kernel.verify import verify_capsule
from tests.conformance.golden import ENDINGS, FOLDER
from tests.conformance.subjects import SCENARIOS, SUBJECTS
from tests.support.keys import SIGNER, check_signature

GAMES = sorted(FOLDER.glob("*.jsonl"))
SYSTEMS = {subject.system.key: subject.system for subject in SUBJECTS}


def test_every_scenario_has_its_golden_games() -> None:
    expected = {
        f"{subject}-{scenario}-{number}"
        for subject, scenario in SCENARIOS
        for number in range(1, len(ENDINGS) + 1)
    }
    assert {game.stem for game in GAMES} >= expected


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_golden_game_folds_to_its_end(game: Path) -> None:
    capsule = capsules.read(game.read_bytes())
    system = SYSTEMS[capsule.items[0].event.effects[0]["system"]]
    *_, last = replay(((item.event, item.hash) for item in capsule.items), system)
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
