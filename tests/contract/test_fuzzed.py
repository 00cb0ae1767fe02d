"""The contract holds under examples, coverage, fuzzing and stateful tests: a slice of the soak."""

from collections.abc import Iterator

import httpx
import pytest

from tests.contract.fuzz import fuzz, played
from tests.support.servers import Running, app_of, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The service on a socket."""
    with running(app_of(tmp_path_factory.mktemp("fuzz") / "data")) as server:
        yield server


def test_the_contract_holds_for_a_referee_of_a_real_campaign(
    server: Running, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as http:
        game = played(http)
        folder = tmp_path_factory.mktemp("referee")
        token = game.tokens["referee"]
        said = fuzz(server, folder, token=token, campaign=game.id, examples=3, seconds=60)
        assert "No issues found" in said
        assert game.campaign()["head"]["seq"] > 5, "the fuzzing was to go deep"


def test_the_contract_holds_for_anybody(
    server: Running, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("anybody")
    said = fuzz(server, folder, token=None, campaign=None, examples=2, seconds=60)
    assert "No issues found" in said
