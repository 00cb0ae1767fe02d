"""Third parties' generators make working clients of the contract: each plays whole games."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.servers import app_of, running

ROOT = Path(__file__).parents[2]
CONTRACT = ROOT / "openapi" / "openapi.json"
TOOLS = ROOT / "tests" / "tools"
CLIENTS = Path(__file__).parent / "clients"
BIN = Path(sys.executable).parent
CACHE = ROOT / "build" / "mypy-clients"
"""What mypy has found of libraries, and of a client that was generated alike: by their content."""
SYSTEMS = ["civil-war", "de-bello-punico", "naval-battle", "samnite-wars"]


def run(*command: str | Path, cwd: Path) -> str:
    env = {
        **os.environ,
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(cwd),
        "NO_COLOR": "1",
    }
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def tool(package: str, path: str) -> Path:
    """A program of the node tools."""
    return TOOLS / "node_modules" / package / path


def check_played(told: str) -> None:
    """Each system's game was played from its beginning to its end."""
    games = [line.split("|") for line in told.splitlines()]
    assert [game[0] for game in games] == SYSTEMS
    for _, events, types, *_, reason in games:
        assert int(events) > 12
        assert int(types) >= 5
        assert reason


@pytest.mark.long
def test_a_generated_python_client_plays_whole_games_by_its_types(tmp_path: Path) -> None:
    """Every system's, under mypy as strict as it is, without `Any` and casts.

    The generator leaves out capsules alone: JSON lines, which it does not know as a body.
    """
    folder = tmp_path / "python"
    folder.mkdir()
    said = run(
        BIN / "openapi-python-client", "generate", "--path", CONTRACT,
        "--output-path", folder / "iacta_client", "--meta", "none", cwd=folder,
    )  # fmt: skip
    warnings = re.findall(r"WARNING parsing (\w+ \S+)|Unable to (.*)", said)
    assert {one or other for one, other in warnings} == {"POST /v1/campaigns/import"}, said
    program = CLIENTS / "play.py"
    assert not re.search(r"\bcast\b|type: ignore", program.read_text())
    run(
        BIN / "mypy", "--config-file=", "--strict", "--disallow-any-explicit",
        "--follow-imports=silent", "--cache-dir", CACHE, program, cwd=folder,
    )  # fmt: skip
    with running(app_of(tmp_path / "data")) as server:
        check_played(run(sys.executable, program, server.url, cwd=folder))


@pytest.mark.long
def test_a_generated_typescript_client_plays_whole_games_by_its_types(tmp_path: Path) -> None:
    """Every system's, under the strictest compiler, without `any` and casts.

    Members with a default may be left out of a request, which the generator has to be told.
    """
    folder = tmp_path / "typescript"
    folder.mkdir()
    said = run(
        "node", tool("openapi-typescript", "bin/cli.js"), CONTRACT,
        "--default-non-nullable=false", "-o", folder / "iacta.ts", cwd=folder,
    )  # fmt: skip
    assert not re.search("warn|error|unable", said, re.IGNORECASE), said
    types = (folder / "iacta.ts").read_text()
    # What an object may hold is known, but of the view before the first event, which is empty.
    assert re.findall(r"(\w+)\??: Record<string, never>", types) == ["EmptyView"]
    bare = re.sub(r"/\*.*?\*/|//.*", "", types, flags=re.DOTALL)
    assert not re.search(r": any\b|<any>|\bany\[", bare)
    program = folder / "play.ts"
    source = (CLIENTS / "play.ts").read_text()
    assert not re.search(r": any\b|<any>|\bas (?!const\b)|@ts-|\w!\.", source)
    program.write_text(source)
    run(
        "node", tool("typescript", "bin/tsc"), "--noEmit", "--strict",
        "--noUncheckedIndexedAccess", "--exactOptionalPropertyTypes", "--erasableSyntaxOnly",
        "--noPropertyAccessFromIndexSignature", "--allowImportingTsExtensions",
        "--target", "es2023", "--lib", "es2023,dom,dom.iterable",
        "--module", "esnext", "--moduleResolution", "bundler", program, cwd=folder,
    )  # fmt: skip
    with running(app_of(tmp_path / "data")) as server:
        check_played(run("node", program, server.url, cwd=folder))


def test_the_lock_of_the_node_tools_names_no_registry() -> None:
    lock = (TOOLS / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    assert '"integrity"' in lock
    assert "://" not in re.sub(r'"(url|funding)": "[^"]*"', "", lock)
