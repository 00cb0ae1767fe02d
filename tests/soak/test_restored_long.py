"""Every game with secrets, set back to a backup, and forks watched over whole games.

With ``IACTA_SOAK`` set they take long, in a plain test run a short slice.
"""

import os
from pathlib import Path

import pytest

from tests.conformance.subjects import WATCHES
from tests.service.forking import WAYS, leak_in_forks
from tests.service.restoring import goes_on
from tests.support.servers import systems

SOAK = bool(os.environ.get("IACTA_SOAK"))
SECRET = sorted({*WATCHES} - {"tally"})


@pytest.mark.parametrize("sees", ["public", "all"])
@pytest.mark.parametrize("key", SECRET if SOAK else ["tally"])
def test_every_game_goes_on_after_a_restored_backup(key: str, sees: str, tmp_path: Path) -> None:
    system = systems()[key]
    for scenario in system.scenarios if SOAK else system.scenarios[:1]:
        goes_on(tmp_path / scenario.key, system, scenario.key, sees)


@pytest.mark.parametrize("way", WAYS if SOAK else WAYS[:1])
@pytest.mark.parametrize("key", SECRET if SOAK else ["tally"])
def test_forks_tell_nothing_over_whole_games(key: str, way: str, tmp_path: Path) -> None:
    enough = 60 if SOAK else 2
    assert leak_in_forks(tmp_path, WATCHES[key], systems()[key], way, enough=enough) == ""
