"""The import contracts of pyproject.toml: kept, and each shown to fail on a planted violation.

A contract whose modules match nothing passes in silence; only a violation shows that it holds.
"""

import pkgutil
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import iacta.domain

ROOT = Path(__file__).parents[2]
LINTER = Path(sys.executable).with_name("lint-imports")
CONTRACTS: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"][
    "importlinter"
]["contracts"]
GAMES = [
    module.name
    for module in pkgutil.iter_modules(iacta.domain.__path__)
    if module.ispkg and module.name != "kernel"
]


def evolve(game: str) -> str:
    """The file of a game's folding, a module or a package."""
    place = f"domain/{game}/evolve"
    return f"{place}.py" if (ROOT / f"{place}.py").exists() else f"{place}/__init__.py"


PLANTED = {
    "games know the kernel alone, and the kernel knows no game": [
        ("domain/kernel/contract/system.py", "import iacta.domain.civil_war.tables"),
        *((f"domain/{game}/decide.py", "import iacta.domain.planted") for game in GAMES),
        *(("domain/planted/__init__.py", f"import iacta.domain.{game}") for game in GAMES),
    ],
    "the domain knows no framework": [
        ("domain/kernel/proof/record.py", "import litestar"),
        *((f"domain/{game}/decide.py", "import iacta.service.settings") for game in GAMES),
    ],
    "the domain has no clock, entropy, files, logging or network": [
        ("domain/kernel/proof/dice.py", "import random"),
        *((f"domain/{game}/decide.py", "import time") for game in GAMES),
    ],
    "the kernel's rooms stand on one another": [
        ("domain/kernel/proof/seals.py", "import iacta.domain.kernel.contract.system"),
        ("domain/kernel/contract/odds.py", "import iacta.domain.kernel.campaign.accept"),
    ],
    "folding never judges, looks up or rolls": [
        *(
            (evolve(game), f"import iacta.domain.{game}.{module}")
            for game in GAMES
            for module in ("rules", "tables", "decide")
        ),
        *((evolve(game), "import iacta.domain.kernel.proof.dice") for game in GAMES),
    ],
    "the service names no game": [
        ("service/systems.py", f"import iacta.domain.{game}") for game in GAMES
    ],
    "layers of the service": [
        ("service/settings.py", "import iacta.service.store"),
    ],
    "SQLAlchemy is the store's and the projections'": [("service/log.py", "import sqlalchemy")],
}
"""Per contract, lines that break it, and where they are added."""


def lint(tree: Path) -> tuple[int, str]:
    """Run the linter on a tree: its exit code and what it says."""
    done = subprocess.run(
        [LINTER, "--no-cache", "--config", str(tree / "pyproject.toml")],
        cwd=tree,
        env={"PYTHONPATH": str(tree), "PATH": "", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the code and its contracts, with one more game in them."""
    for package in ("domain", "service"):
        shutil.copytree(
            ROOT / package,
            tmp_path / "iacta" / package,
            ignore=shutil.ignore_patterns("__pycache__", ".*", "data"),
        )
    planted = tmp_path / "iacta" / "domain" / "planted"
    planted.mkdir()
    (planted / "__init__.py").write_text("")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_contract_is_kept(tree: Path) -> None:
    code, said = lint(tree)
    assert code == 0, said
    assert f"{len(CONTRACTS)} kept, 0 broken" in said


def test_every_contract_has_a_planted_violation() -> None:
    assert {contract["name"] for contract in CONTRACTS} == set(PLANTED)


@pytest.mark.parametrize("contract", PLANTED)
def test_planted_violations_break_their_contract(tree: Path, contract: str) -> None:
    """Each line is planted in a file of its own, and the linter has to name every one."""
    for file, line in PLANTED[contract]:
        place = tree / "iacta" / file
        place.write_text(f"{place.read_text()}\n{line}\n")
    code, said = lint(tree)
    assert code != 0
    assert f"{contract} BROKEN" in said
    for file, line in PLANTED[contract]:
        module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        assert f"iacta.{module} -> {line.removeprefix('import ')}" in said


@pytest.mark.parametrize("contract", CONTRACTS, ids=lambda one: one["name"])
def test_no_contract_names_a_game(contract: dict[str, Any]) -> None:
    """A list of games would have to be kept; a wildcard takes the next game in by itself."""
    assert not any(f"iacta.domain.{game}" in str(contract) for game in GAMES)


ROOMS = {
    *("__init__", "state", "effects", "commands", "changes", "documents", "tables", "data"),
    *("rulebook", "decide", "rules", "evolve", "view", "options", "narrate", "bots", "standing"),
}
IF_ANY = {"windows"}
"""rooms of games that have something to put there"""


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_rooms(game: str) -> None:
    """Small rooms are modules, big ones packages, and nothing else stands at a game's top."""
    top = {path.stem for path in (ROOT / "domain" / game).iterdir() if path.name != "__pycache__"}
    assert top - IF_ANY == ROOMS


def test_games_are_found_at_all() -> None:
    assert "civil_war" in GAMES
