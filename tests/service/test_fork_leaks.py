"""The leak test through forks: a branch tells nobody what the other must not have told.

As in `test_leaks`, but the games are forked in the middle, in each of the ways in which games with
secrets can be. The watcher looks at the fork, and at its parent, until the first card is drawn
from what was hidden, or played by its knower.
"""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.proof.vault import Vault
from iacta.service.store import access
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow
from tests.conformance.subjects import WATCHES
from tests.service.forking import WAYS, leak_in_forks
from tests.support.servers import systems

TALLY = WATCHES["tally"]


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_a_fork_tells_a_seat_nothing_that_it_must_not_know(way: str, tmp_path: Path) -> None:
    assert leak_in_forks(tmp_path, TALLY, systems()["tally"], way, enough=3) == ""


def test_a_fork_of_an_installed_game_tells_nothing_either(tmp_path: Path) -> None:
    watch, game = WATCHES["samnite-wars"], systems()["samnite-wars"]
    assert leak_in_forks(tmp_path, watch, game, "agreed", enough=2) == ""


# --- planted leaks ------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
def test_openings_carried_to_the_wrong_seat_are_found(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Reader.vault

    def to_all(self: Reader, row: CampaignRow) -> Vault:
        vault = honest(self, row)
        if row.parent_id is None:
            return vault
        shown = {
            digest: msgspec.structs.replace(entry, to=(TALLY.watcher, *entry.to))
            for digest, entry in vault.items()
        }
        return Vault(shown)

    monkeypatch.setattr(Reader, "vault", to_all)
    assert leak_in_forks(tmp_path, TALLY, systems()["tally"], way, enough=8) != ""


@pytest.mark.parametrize("way", WAYS)
def test_a_token_carried_to_the_wrong_seat_is_found(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = access.tokens

    def turned(reader: Any, campaign_id: str) -> list[tuple[str, str]]:
        found = honest(reader, campaign_id)
        roles = [role for role, _ in found]
        return [(roles[number - 1], one) for number, (_, one) in enumerate(found)]

    monkeypatch.setattr(access, "tokens", turned)
    with pytest.raises(AssertionError):
        assert leak_in_forks(tmp_path, TALLY, systems()["tally"], way, enough=8) == ""
