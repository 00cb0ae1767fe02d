"""The page on operations: what it tells to type does what it says."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import httpx
import pytest
import typer.main

from iacta.service.cli.main import app
from iacta.service.settings import from_environment
from tests.support.play import desk
from tests.support.servers import IACTA, served, serving

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "service/docs/operations.md").read_text()
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
COMMANDS = sorted(set(re.findall(r"\biacta [a-z-]+(?: [^`\n]*)?", PAGE)))


def typed(block: str, folder: Path) -> str:
    """Run a block of the page."""
    path = f"{IACTA.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-e", "-c", block],
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_the_page_tells_to_type_backs_up_and_restores(tmp_path: Path) -> None:
    copying, checking, restoring, taking_back = BLOCKS
    data = tmp_path / "data"
    with serving(data, "--quiet") as server, httpx.Client(base_url=server.url) as http:
        game = desk(http)
        typed(copying, tmp_path)
        game.do("referee", "campaign.annotate", seq=1, text="after the copy")
    assert "0 faults" in typed(checking, tmp_path)
    typed(restoring, tmp_path)
    with served(data) as server, httpx.Client(base_url=server.url) as http:
        game.http = http
        assert game.campaign()["status"] == "read-only"
    assert "1 signed events are missing" in typed(taking_back, tmp_path)
    with served(data) as server, httpx.Client(base_url=server.url) as http:
        game.http = http
        game.do("referee", "campaign.annotate", seq=1, text="taken back")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_the_page_names_is_there(command: str) -> None:
    _, verb, *arguments = shlex.split(command)
    group = typer.main.get_command(app)
    _, found, _ = group.resolve_command(typer.Context(group), [verb])  # type: ignore[attr-defined]
    known = {name for one in found.params for name in one.opts}
    assert {one for one in arguments if one.startswith("--")} <= known


FIXED = {"IACTA_DATABASE_URL", "IACTA_DATA", "IACTA_PROXIES"}
"""What compose.yaml sets by itself."""


class Asked(dict[str, str]):
    """An environment that remembers what it was asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
        self.names.add(name)
        return default


def test_every_setting_is_documented_and_reaches_the_workers_of_compose() -> None:
    asked = Asked()
    from_environment(asked)
    assert len(asked.names) > 10
    told = (ROOT / "README.md").read_text()
    for name in asked.names:
        short = name.removeprefix("IACTA_QUOTA")
        assert f"`{name}`" in told or f"`{short}`" in told, name
    composed = (ROOT / "compose.yaml").read_text()
    for name in asked.names:
        assert f"    {name}: " in composed, name
        handed_on = f"${{{name}:" in composed
        assert handed_on or name in FIXED, f"{name} in .env reaches no worker"
