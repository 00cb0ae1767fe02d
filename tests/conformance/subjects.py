"""The systems that the suite runs over: every game found under ``domain``, and the tests' own."""

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import iacta.domain
from iacta.domain.kernel.contract.system import System
from tests.conformance.ending import Ending
from tests.conformance.watch import Watch
from tests.support.table import Table
from tests.systems import tally

ROOT = Path(__file__).parents[2]


class Subject(msgspec.Struct, frozen=True):
    """A system, and where its code and its tests lie."""

    system: System
    code: Path
    tests: Path

    def __str__(self) -> str:
        return self.system.key

    def declared(self, name: str) -> Any:
        """What its tests declare for the suite, in a module of that name."""
        folder = self.tests if self.tests.is_dir() else self.code
        package = ".".join(folder.relative_to(ROOT).parts)
        return getattr(importlib.import_module(f"{package}.{name}"), name.upper())


def games() -> dict[str, Subject]:
    """Every package under ``domain`` that holds a SYSTEM, by the system's key."""
    found = {}
    for module in pkgutil.iter_modules(iacta.domain.__path__):
        if not module.ispkg or module.name == "kernel":
            continue
        system = getattr(importlib.import_module(f"iacta.domain.{module.name}"), "SYSTEM", None)
        if system is not None:
            code, tests = (
                ROOT / "domain" / module.name,
                ROOT / "tests" / "domain" / module.name,
            )
            found[system.key] = Subject(system, code, tests)
    return found


TALLY = Subject(
    tally.SYSTEM,
    ROOT / "tests" / "systems" / "tally",
    ROOT / "tests" / "systems" / "test_tally.py",
)
SUBJECTS = (TALLY, *games().values())


WATCHES: dict[str, Watch] = {
    subject.system.key: subject.declared("watch")
    for subject in SUBJECTS
    if subject.system.hidden_hands
}
"""What to watch in each system that hides something, by the system's key."""
ENDINGS: list[tuple[Subject, Ending]] = [
    (subject, ending) for subject in SUBJECTS for ending in subject.declared("endings")
]
SCENARIOS = [
    (subject, scenario.key) for subject in SUBJECTS for scenario in subject.system.scenarios
]
IDS = [f"{subject}-{scenario}" for subject, scenario in SCENARIOS]


@cache
def played(key: str, scenario: str, seed: str = "conformance") -> Table:
    """A scenario played to its end by bots, with its seals opened where it has any."""
    system = next(subject.system for subject in SUBJECTS if subject.system.key == key)
    table = Table.found(system, scenario).run(seed=seed)
    if table.campaign.last_secret_seq:
        table.do("referee", "campaign.open-seals")
    return table
