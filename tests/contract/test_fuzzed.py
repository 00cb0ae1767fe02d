"""The contract holds under fuzzing and stateful tests: a slice of the soak."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.service.signing import check_signature
from tests.contract.fuzz import fuzz, played
from tests.contract.generators import fuzz_import, fuzz_static, fuzz_stream, fuzz_tokens
from tests.support.servers import Running, app_of, running, systems


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """The service on a socket."""
    with running(app_of(tmp_path_factory.mktemp("fuzz") / "data")) as server:
        yield server


@pytest.fixture(scope="module")
def http(server: Running) -> Iterator[httpx.Client]:
    """A client on the socket."""
    with httpx.Client(base_url=server.url, timeout=60) as http:
        yield http


@pytest.mark.parametrize("who", ["referee", "nobody"])
def test_the_contract_holds(who: str, server: Running, http: httpx.Client, tmp_path: Path) -> None:
    """For a campaign's referee and for anybody: every 4xx is documented, nothing is 5xx."""
    game = played(http)
    before = game.seq
    # Examples and the boundaries of every command are the soak's.
    phases = "fuzzing,stateful" if who == "referee" else "stateful"
    token = game.tokens[who]
    fuzz(server, tmp_path, token=token, campaign=game.id, examples=1, phases=phases)
    if who == "nobody":
        assert game.seq == before
    capsule = game.get("referee", "/capsule").content
    key = http.get("/v1/key").json()["key"]
    assert verify_capsule(capsule, check_signature, key=key, systems=systems()).ok


def test_streams_hold_to_the_contract(http: httpx.Client) -> None:
    assert fuzz_stream(http, played(http), 60) > 5


def test_files_hold_to_the_contract(http: httpx.Client) -> None:
    capsule = played(http).get("referee", "/capsule").content
    assert {200, 400, 415} <= fuzz_import(http, capsule, 80)


def test_replaced_tokens_hold_to_the_contract(http: httpx.Client) -> None:
    assert fuzz_tokens(http, played(http), 40) > 5


def test_static_paths_never_break(http: httpx.Client) -> None:
    fuzz_static(http, 100)


@pytest.mark.parametrize(
    "query",
    ["status=null", "status=", "system=", "waiting=A", "after=", "after=x", "limit=null"],
)
def test_a_parameter_of_another_form_is_refused(query: str, http: httpx.Client) -> None:
    """`null` is no way to leave a parameter out."""
    assert http.get(f"/v1/campaigns?{query}").status_code == 400
