"""The contract holds under examples, coverage, fuzzing and stateful tests: a slice of the soak."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from domain.kernel.verify import verify_capsule
from service.signing import check_signature
from tests.contract.fuzz import fuzz, played
from tests.support.servers import Running, app_of, running, systems


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The service on a socket."""
    with running(app_of(tmp_path_factory.mktemp("fuzz") / "data")) as server:
        yield server


@pytest.mark.parametrize("who", ["referee", "nobody"])
def test_the_contract_holds(who: str, server: Running, tmp_path: Path) -> None:
    """For a campaign's referee and for anybody: every 4xx is documented, nothing is 5xx."""
    with httpx.Client(base_url=server.url, timeout=60) as http:
        game = played(http)
        before = game.seq
        fuzz(server, tmp_path, token=game.tokens[who], campaign=game.id, examples=1)
        if who == "referee":
            assert game.seq > before + 5, "the fuzzing was to go deep"
        else:
            assert game.seq == before
        capsule = game.get("referee", "/capsule").content
        key = http.get("/v1/key").json()["key"]
        assert verify_capsule(capsule, check_signature, key=key, systems=systems()).ok
