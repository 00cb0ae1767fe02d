"""After a restored backup a game with secrets goes on to its end."""

from pathlib import Path

import pytest

from tests.service.restoring import goes_on
from tests.support.servers import systems


@pytest.mark.parametrize("sees", ["public", "all"])
def test_a_game_with_secrets_goes_on_after_a_restored_backup(sees: str, tmp_path: Path) -> None:
    goes_on(tmp_path, systems()["naval-battle"], "interception", sees)
