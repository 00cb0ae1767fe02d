"""The README's examples are run as they stand, against a server of this checkout."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

from tests.support.servers import serving

ROOT = pathlib.Path(__file__).parents[1]
README = (ROOT / "README.md").read_text()
BLOCKS = re.findall(r"```sh\n(.*?)```", README, re.DOTALL)


def test_the_examples_of_the_readme_run(tmp_path: pathlib.Path) -> None:
    with serving(tmp_path / "data") as server:
        done = _run("\n".join(BLOCKS), server.url, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"die": "d6"' in done.stdout
    assert "signed by" in done.stdout
    assert "/#/campaigns/" in done.stdout
    assert "?invite=" in done.stdout
    assert len((tmp_path / "mail.jsonl").read_text().splitlines()) == 6


def _run(blocks: str, url: str, folder: pathlib.Path) -> "subprocess.CompletedProcess[str]":
    script = blocks.replace("URL=http://127.0.0.1:8000", f"URL={url}")
    assert url in script
    tools = folder / "bin"
    tools.mkdir()
    if shutil.which("curl") is None:
        curl = tools / "curl"
        curl.write_text(f'#!/bin/sh\nexec {sys.executable} -m tests.support.curl "$@"\n')
        curl.chmod(0o755)
    path = [str(tools), str(pathlib.Path(sys.executable).parent), os.environ["PATH"]]
    return subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": os.pathsep.join(path), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("member", "told"),
    [("a", '{"claim": null, "text": "it\'s", "yes": true}'), ("b", "plain text")],
)
def test_the_readme_takes_a_member_as_json_or_as_plain_text(member: str, told: str) -> None:
    (helper,) = re.findall(r"^json\(\) .*?\n.*?; }$", README, re.MULTILINE)
    document = json.dumps({"a": {"claim": None, "text": "it's", "yes": True}, "b": "plain text"})
    done = subprocess.run(
        ["bash", "-c", f"""{helper}\njson '["{member}"]'"""],
        input=document,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == told + "\n"


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
