"""Games of other distributions: found by entry point, or refused by name."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from iacta.service.app import create_app
from iacta.service.errors import Unusable
from iacta.service.settings import Settings
from iacta.service.systems import discover, games
from tests.cli.test_files import iacta
from tests.support.servers import running, settings
from tests.systems import tally

Install = Callable[..., Path]
TALLY = "from tests.systems.tally import SYSTEM\n"
RENAMED = """
import msgspec
from tests.systems.tally import SYSTEM as TALLY
SYSTEM = msgspec.structs.replace(TALLY, key={!r})
"""

BEGINNING = """
import msgspec
from tests.systems.tally import SYSTEM as TALLY
SYSTEM = msgspec.structs.replace(TALLY, begin=lambda: [])
"""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Lay out a distribution with a game as pip does; its package's folder."""

    def laid(code: str, *, name: str = "alea", key: str = "tally", file: str = "__init__") -> Path:
        home = tmp_path / name
        package = home / f"{name}_game" if file == "__init__" else home
        package.mkdir(parents=True)
        (package / f"{file}.py").write_text(code)
        record = home / f"{name}-2.5.dist-info"
        record.mkdir()
        (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 2.5\n")
        module = package.name if file == "__init__" else file
        (record / "entry_points.txt").write_text(f"[iacta.games]\n{key} = {module}:SYSTEM\n")
        monkeypatch.syspath_prepend(home)
        monkeypatch.delitem(sys.modules, module, raising=False)
        games.cache_clear()
        return package

    yield laid
    games.cache_clear()


def test_a_game_of_another_distribution_is_found_beside_our_own(install: Install) -> None:
    ours = set(discover())
    install(TALLY)
    assert set(discover()) == {*ours, "tally"}
    assert discover()["tally"] is tally.SYSTEM
    assert games()["tally"].distribution == "alea 2.5"


@pytest.mark.parametrize(
    ("code", "key", "file", "why"),
    [
        ("import nowhere", "tally", "__init__", "cannot be loaded: ModuleNotFoundError: No module"),
        ("", "tally", "__init__", "cannot be loaded: AttributeError"),
        ("1 / 0", "tally", "__init__", "cannot be loaded: ZeroDivisionError"),
        ("SYSTEM = 'tally'", "tally", "__init__", "alea_game:SYSTEM is no System"),
        (TALLY, "other", "__init__", "the key of its system is 'tally'"),
        (RENAMED.format("../x"), "../x", "__init__", "a key is lower-case words with hyphens"),
        (RENAMED.format("campaign"), "campaign", "__init__", "and not `campaign`"),
        (TALLY, "tally", "alone", "alone is a module, not a package"),
        (RENAMED.format("other"), "other", "__init__", "'tally.bid' does not begin with 'other.'"),
        (BEGINNING, "tally", "__init__", "`begin` is called with (setup): too many positional"),
    ],
)
def test_a_game_that_cannot_be_played_stops_the_server_by_name(
    install: Install, code: str, key: str, file: str, why: str
) -> None:
    """Without it, its campaigns could not be read: that would be noticed too late."""
    install(code, key=key, file=file)
    with pytest.raises(Unusable) as refusal:
        create_app(Settings())
    assert str(refusal.value).startswith("alea 2.5 ")
    assert why in str(refusal.value)


def test_how_a_game_goes_is_told_with_it_and_in_the_list(tmp_path: Path) -> None:
    """An invitation reads the list alone."""
    with running(create_app(settings(tmp_path))) as server:
        items = httpx.get(f"{server.url}/v1/systems").json()["items"]
        told = {one["system"]: one for one in items}
        for key, system in discover().items():
            whole = httpx.get(f"{server.url}/v1/systems/{key}").json()
            assert told[key]["primer"] == whole["primer"] == list(system.primer)
            assert whole["primer"]


def test_the_command_line_says_in_one_line_which_package_is_broken(install: Install) -> None:
    install("import nowhere")
    done = iacta("demo", "--once")
    assert done.exit_code == 1
    assert done.stderr.startswith("error: alea 2.5 brings a game that cannot be loaded: ")


def test_two_games_of_one_key_are_refused(install: Install) -> None:
    install("from iacta.domain.civil_war import SYSTEM", key="civil-war")
    with pytest.raises(Unusable, match=r"iacta and alea 2\.5 both bring a game .*'civil-war'"):
        games()


def test_two_distributions_of_one_game_are_refused(install: Install) -> None:
    install(TALLY)
    install(TALLY, name="twin")
    with pytest.raises(Unusable, match=r"(alea|twin) 2\.5 both bring a game with the key 'tally'"):
        games()


def test_a_package_serves_its_own_files_and_never_in_place_of_the_viewers(
    install: Install, tmp_path: Path
) -> None:
    package = install(TALLY)
    viewer = package / "viewer"
    (viewer / "tally").mkdir(parents=True)
    (viewer / "tally.js").write_text("export const shape = 'map';")
    (viewer / "tally" / "board.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (viewer / "civil-war.js").write_text("stolen")
    (package / "secret.py").write_text("never served")
    with (
        running(create_app(settings(tmp_path / "data"))) as server,
        httpx.Client(base_url=server.url) as client,
    ):
        script = client.get("/systems/tally.js")
        picture = client.get("/systems/tally/board.svg")
        assert script.text == "export const shape = 'map';"
        assert script.headers["content-type"].startswith("text/javascript")
        assert script.headers["cache-control"] == "no-cache"
        assert "script-src 'self'" in script.headers["content-security-policy"]
        again = client.get(script.url, headers={"If-None-Match": script.headers["etag"]})
        assert again.status_code == 304
        assert picture.headers["content-type"] == "image/svg+xml"
        assert "stolen" not in client.get("/systems/civil-war.js").text
        for path in ("..%2fsecret.py", "%2e%2e/secret.py", "tally/..%2f..%2fsecret.py"):
            answer = client.get(f"/systems/{path}")
            assert (answer.status_code, "never served" in answer.text) == (404, False), path
