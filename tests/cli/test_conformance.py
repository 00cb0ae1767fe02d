"""`iacta check-game`, over a game that breaks and one that does not."""

import sys
from pathlib import Path

import msgspec
import pytest

from iacta.domain.kernel.contract.system import AnySystem
from iacta.service.cli import conformance
from iacta.service.systems import Game
from tests.cli.test_files import iacta
from tests.systems import tally

BROKEN = "def narrate(before, effects, known):\n    return effects[9]\n"


def check(monkeypatch: pytest.MonkeyPatch, system: AnySystem, package: str = "tests.systems.tally"):
    """What is said of a game as if it were installed."""
    monkeypatch.setattr(conformance, "games", lambda: {"tally": Game(system, package, "alea 1")})
    return iacta("check-game", "tally", "--games", "2")


def test_each_scenario_is_played_and_no_fault_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    done = check(monkeypatch, tally.SYSTEM)
    assert done.exit_code == 0
    said = done.stdout.splitlines()
    names = ["short, game 1", "short, game 2", "long, game 1", "long, game 2", "no fault found"]
    assert [line.split(":")[0] for line in said] == names
    assert all(line.endswith("over: the last turn is played") for line in said[:-1])


def test_a_fault_is_named_once_and_a_phase_that_is_never_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first, *others = tally.SYSTEM.commands
    late = msgspec.structs.replace(first, phases=(*first.phases, "set-upp"))
    spec = msgspec.structs.replace(others[0], example={})
    done = check(
        monkeypatch, msgspec.structs.replace(tally.SYSTEM, commands=(late, spec, *others[1:]))
    )
    assert done.exit_code == 1
    assert "no game came to the phase 'set-upp', in which tally.set-up is due" in done.stdout
    assert done.stderr.count("the example of 'tally.bid' is no such command") == 1


def test_a_function_that_fails_is_named_with_its_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "broken_tally"
    package.mkdir()
    (package / "__init__.py").write_text(BROKEN)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken_tally", raising=False)
    narrate = __import__("broken_tally").narrate
    done = check(monkeypatch, msgspec.structs.replace(tally.SYSTEM, narrate=narrate), package.name)
    assert done.exit_code == 1
    where = f"({package / '__init__.py'}, line 2, in narrate)"
    assert f"short: IndexError: list index out of range {where}" in done.stderr.replace("\n", "")


def test_a_game_that_is_not_installed_is_said_so() -> None:
    done = iacta("check-game", "pebbles")
    assert done.exit_code == 1
    assert "no system 'pebbles'; there are: civil-war, " in done.stderr
