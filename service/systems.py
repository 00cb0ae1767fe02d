"""Discovery of the game systems: every package of ``domain`` but the kernel."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

import domain
from domain.kernel.system import System


@cache
def discover() -> Mapping[str, System]:
    """Every installed system by its key."""
    found: dict[str, System] = {}
    for module in pkgutil.iter_modules(domain.__path__):
        if module.ispkg and module.name != "kernel":
            system: System = importlib.import_module(f"domain.{module.name}").SYSTEM
            found[system.key] = system
    return dict(sorted(found.items()))
