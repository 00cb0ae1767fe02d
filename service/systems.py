"""The games that can be played: Iacta's own, and those of other installed distributions.

Iacta's own are the packages of ``domain`` but the kernel. Another distribution declares each of its
games as an entry point of the group ``iacta.games``, under the system's key: ``pebbles =
"pebbles:SYSTEM"``. The package may bring folders of files: ``viewer`` is served under `/systems/`,
``docs`` under `/docs/`.
"""

import importlib
import importlib.metadata
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

import iacta.domain
from iacta.domain.kernel.campaign.conformance import declared
from iacta.domain.kernel.contract.system import AnySystem, System
from iacta.service.errors import Unusable

GROUP = "iacta.games"
KEY = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
KERNEL = "campaign"
"""What the kernel's own commands are named by, so no key of a game."""


class Game(msgspec.Struct, frozen=True):
    """A game, the package that holds it, and the distribution that it came with."""

    system: AnySystem
    package: str
    distribution: str

    def folder(self, name: str) -> Path | None:
        """A folder of the package; None if it does not exist."""
        (home, *_) = importlib.import_module(self.package).__path__
        path = Path(home) / name
        return path if path.is_dir() else None


@cache
def games() -> Mapping[str, Game]:
    """Every installed game by its key.

    Raises `Unusable` if one cannot be loaded or has the key of another: a server that left it out
    would be without the campaigns that are played with it.
    """
    installed: dict[str, Game] = {}
    for game in (*_own(), *_others()):
        key = game.system.key
        if key in installed:
            both = f"{installed[key].distribution} and {game.distribution}"
            raise Unusable(f"{both} both bring a game with the key {key!r}: uninstall one")
        installed[key] = game
    return dict(sorted(installed.items()))


def discover() -> Mapping[str, AnySystem]:
    """Every installed system by its key. Raises `Unusable`, see `games`."""
    return {key: game.system for key, game in games().items()}


def _own() -> Iterator[Game]:
    for module in pkgutil.iter_modules(iacta.domain.__path__):
        if module.ispkg and module.name != "kernel":
            package = f"iacta.domain.{module.name}"
            yield Game(importlib.import_module(package).SYSTEM, package, "iacta")


def _others() -> Iterator[Game]:
    for entry in importlib.metadata.entry_points(group=GROUP):
        distribution = f"{entry.dist.name} {entry.dist.version}" if entry.dist else "?"
        try:
            system = entry.load()
            wrong = _wrong(entry, system)
        except Exception as error:  # whatever the code of a stranger may raise
            why = f"{type(error).__name__}: {error}"
            raise Unusable(f"{distribution} brings a game that cannot be loaded: {why}") from error
        if wrong:
            raise Unusable(f"{distribution} declares a game {entry.name!r}, but {wrong}")
        yield Game(system, entry.module, distribution)


def _wrong(entry: importlib.metadata.EntryPoint, system: object) -> str:
    """What is wrong with a declared game; empty if nothing is."""
    if not isinstance(system, System):
        return f"{entry.value} is no System"
    if system.key != entry.name:
        return f"the key of its system is {system.key!r}"
    if not KEY.fullmatch(system.key) or system.key == KERNEL:
        return "a key is lower-case words with hyphens, and not `campaign`"
    if not hasattr(importlib.import_module(entry.module), "__path__"):
        return f"{entry.module} is a module, not a package"
    return "; ".join(declared(system))
