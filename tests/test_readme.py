"""The README's examples are run as they stand, against a server of this checkout."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.support.serving import Serving

ROOT = pathlib.Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)


@pytest.fixture
def server(tmp_path: pathlib.Path) -> Iterator[Serving]:
    """A server on fresh data."""
    serving = Serving(tmp_path / "data")
    yield serving
    serving.stop()


def test_the_examples_of_the_readme_run(tmp_path: pathlib.Path, server: Serving) -> None:
    script = "\n".join(BLOCKS).replace("URL=http://127.0.0.1:8000", f"URL={server.url}")
    assert server.url in script
    tools = tmp_path / "bin"
    tools.mkdir()
    if shutil.which("curl") is None:
        curl = tools / "curl"
        curl.write_text(f'#!/bin/sh\nexec {sys.executable} -m tests.support.curl "$@"\n')
        curl.chmod(0o755)
    path = os.pathsep.join(
        [str(tools), str(pathlib.Path(sys.executable).parent), os.environ["PATH"]]
    )
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "'die': 'd6'" in done.stdout
    assert "signed by" in done.stdout
    assert "/#/campaigns/" in done.stdout
    assert "?invite=" in done.stdout
    assert len((tmp_path / "mail.jsonl").read_text().splitlines()) == 6


@pytest.mark.parametrize("command", ["make demo", "make test"])
def test_the_readme_gives_the_two_commands(command: str) -> None:
    assert command in README


def test_the_fifteen_lines_of_a_first_game_are_no_more() -> None:
    block = next(block for block in BLOCKS if "By mail" in block)
    commands = [line for line in block.splitlines() if line and not line.startswith("#")]
    assert len(commands) <= 15


def test_every_path_that_the_readme_names_is_there() -> None:
    for name in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / name).exists(), name
