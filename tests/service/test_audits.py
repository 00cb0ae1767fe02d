"""An audit by itself: what it reads and folds again, and what it keeps of each event."""

import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from iacta.domain.kernel.campaign.verify import deciding
from iacta.service.campaigns.sandbox_tasks import Audited, audit
from iacta.service.projections import snapshots
from tests.support import games
from tests.support.play import ADJUDICATE, Game, bidding, desk
from tests.support.servers import app_of, sqlite_url

LOADER = f"{games.__name__}:systems"


@pytest.fixture
def http(tmp_path: Path) -> Iterator[httpx.Client]:
    """A server whose database is audited here."""
    with TestClient(app_of(tmp_path / "data")) as client:
        yield client


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The events that were folded, in order."""
    seen: list[int] = []
    fold = deciding.evolve

    def noted(campaign: Any, *given: Any) -> Any:
        seen.append(campaign.seq + 1)
        return fold(campaign, *given)

    monkeypatch.setattr(deciding, "evolve", noted)
    return seen


def notes(game: Game, count: int) -> None:
    note = {"command": {"type": "campaign.annotate", "seq": 1, "text": "x"}}
    for _ in range(count // 200):
        body = {"mode": "all-or-none", "commands": [note] * 200}
        assert game.post("referee", "/command-batches", body).is_success


def audited(folder: Path, game: Game, kept: Any = None, audience: str = "public") -> Audited:
    return audit(sqlite_url(folder / "data"), game.id, audience, kept, LOADER)


def test_what_was_folded_and_decided_is_not_folded_again(
    http: httpx.Client, tmp_path: Path, folded: list[int]
) -> None:
    game = desk(http, visibility="public")
    first = audited(tmp_path, game)
    assert first.kept is not None
    assert folded == [1]
    for _ in range(2):
        game.do("referee", "civil-war.adjudicate-combat", **ADJUDICATE)
    folded.clear()
    later = audited(tmp_path, game, first.kept)
    assert folded == [2, 3]
    assert later == audited(tmp_path, game)
    assert later.audit.counts.decided == 3


def test_after_a_rewind_to_before_it_all_is_folded_again(
    http: httpx.Client, tmp_path: Path, folded: list[int]
) -> None:
    """The state that it goes back to is not kept."""
    game = bidding(http, visibility="public")
    dealt = game.seq
    for seat, bid in (("north", 3), ("east", 1), ("south", 0)):
        game.do(f"seat:{seat}", "tally.bid", bid=bid)
    before = audited(tmp_path, game).kept
    game.do("seat:east", "campaign.consent", to=dealt)
    game.do("referee", "campaign.rewind", to=dealt, reason="a misread order")
    folded.clear()
    later = audited(tmp_path, game, before)
    assert folded == list(range(1, game.seq + 1))
    assert later.audit.checks[9].result != "fail"
    assert later == audited(tmp_path, game)


def test_a_state_that_is_not_of_what_was_decided_is_not_used(
    http: httpx.Client, tmp_path: Path, folded: list[int]
) -> None:
    game = desk(http, visibility="public")
    kept = audited(tmp_path, game).kept
    assert kept is not None
    game.do("referee", "civil-war.adjudicate-combat", **ADJUDICATE)
    folded.clear()
    system = games.systems()["civil-war"]
    other = snapshots.decode(kept.state, system)
    assert other is not None
    for state in (b"", snapshots.encode(type(other)(seq=1, game=other.game), system)):
        folded.clear()
        torn = type(kept)(kept.decided, state)
        assert audited(tmp_path, game, torn) == audited(tmp_path, game)
        assert folded == [1, 2, 1, 2]


def test_an_audit_keeps_little_of_an_event(http: httpx.Client, tmp_path: Path) -> None:
    """A long campaign fits into the memory of a sandboxed process."""
    game = desk(http, visibility="public")
    notes(game, 1_000)  # two pages, so that as many are read at once with more
    audited(tmp_path, game)
    peaks = [_peak(tmp_path, game)]
    notes(game, 1_000)
    peaks.append(_peak(tmp_path, game))
    assert peaks[1] - peaks[0] < 1_000 * 1_000


def _peak(folder: Path, game: Game) -> int:
    tracemalloc.start()
    try:
        assert audited(folder, game).audit.ok
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
