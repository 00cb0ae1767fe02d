"""The version of the words: what tells that steps would still be told as they were."""

import hashlib
import sys
from functools import cache
from pathlib import Path

from iacta.domain.kernel.contract.system import AnySystem
from iacta.service.systems import games

OURS = ("iacta.domain.kernel", "iacta.service.projections")


def version(system: AnySystem) -> str:
    """A digest of the code that makes a system's views and sentences, and of its data."""
    return _version(_package(system))


def _package(system: AnySystem) -> str:
    game = games().get(system.key)
    if game is not None and game.system is system:
        return game.package
    module = system.state_type.__module__
    return module.rpartition(".")[0] or module


@cache
def _version(package: str) -> str:
    digest = hashlib.sha256()
    for name in (*OURS, package):
        for path in _files(name):
            digest.update(f"{name} {path.name}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def _files(package: str) -> list[Path]:
    """Every file of a package; of a module, its own."""
    file = Path(str(sys.modules[package].__file__))
    found = file.parent.rglob("*") if file.name == "__init__.py" else [file]
    return sorted(one for one in found if one.is_file() and one.suffix != ".pyc")
