"""The import contracts of pyproject.toml: kept, and each shown to fail on a planted violation.

A contract whose modules match nothing passes in silence; only a violation shows that it holds.
"""

import pkgutil
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import domain

ROOT = Path(__file__).parents[2]
LINTER = Path(sys.executable).with_name("lint-imports")
CONTRACTS: list[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"][
    "importlinter"
]["contracts"]
GAMES = [
    module.name
    for module in pkgutil.iter_modules(domain.__path__)
    if module.ispkg and module.name != "kernel"
]

PLANTED = {
    "the kernel knows no game and no framework": [
        ("domain/kernel/record.py", "import litestar"),
        ("domain/kernel/system.py", "import domain.civil_war.tables"),
    ],
    "games use the kernel alone": [("domain/civil_war/decide.py", "import service.settings")],
    "games do not know one another": [("domain/planted/__init__.py", "import domain.civil_war")],
    "the domain has no clock, entropy, files, logging or network": [
        ("domain/kernel/dice.py", "import random"),
    ],
    "folding never judges, looks up or rolls": [
        ("domain/civil_war/evolve.py", "import domain.civil_war.tables"),
    ],
    "the service names no game": [("service/systems.py", "import domain.civil_war")],
    "layers of the service": [
        ("service/settings.py", "import service.store"),
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
            tmp_path / package,
            ignore=shutil.ignore_patterns("__pycache__", ".*", "data"),
        )
    planted = tmp_path / "domain" / "planted"
    planted.mkdir()
    (planted / "__init__.py").write_text("")
    contracts = (ROOT / "pyproject.toml").read_text()
    among = r'(type = "independence"\nmodules = \[\s*)'
    more = re.sub(among, r'\1"domain.planted", ', contracts)
    assert more != contracts
    (tmp_path / "pyproject.toml").write_text(more)
    return tmp_path


def test_every_contract_is_kept(tree: Path) -> None:
    code, said = lint(tree)
    assert code == 0, said
    assert f"{len(CONTRACTS)} kept, 0 broken" in said


def test_every_contract_has_a_planted_violation() -> None:
    assert {contract["name"] for contract in CONTRACTS} == set(PLANTED)


@pytest.mark.parametrize(
    ("contract", "file", "line"),
    [(name, *planted) for name, lines in PLANTED.items() for planted in lines],
)
def test_a_planted_violation_breaks_its_contract(
    tree: Path, contract: str, file: str, line: str
) -> None:
    place = tree / file
    place.write_text(f"{place.read_text()}\n{line}\n")
    code, said = lint(tree)
    assert code != 0
    assert f"{contract} BROKEN" in said


@pytest.mark.parametrize("game", GAMES)
def test_every_game_stands_in_every_contract_on_games(game: str) -> None:
    """A new game that no contract names would be free to import anything."""
    package = f"domain.{game}"
    by_name = {contract["name"]: contract for contract in CONTRACTS}
    kernel = by_name["the kernel knows no game and no framework"]
    assert package in kernel["forbidden_modules"]
    assert package in by_name["games use the kernel alone"]["source_modules"]
    assert package in by_name["games do not know one another"]["modules"]
    assert package in by_name["the service names no game"]["forbidden_modules"]
    folding = by_name["folding never judges, looks up or rolls"]["source_modules"]
    assert f"{package}.evolve" in folding


def test_games_are_found_at_all() -> None:
    assert "civil_war" in GAMES
