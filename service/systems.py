"""Discovery of the game systems: every package of ``domain`` but the kernel."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache

import iacta.domain
from iacta.domain.kernel.contract.system import System


def modules() -> list[str]:
    """The packages of every installed system, by name."""
    found = (one for one in pkgutil.iter_modules(iacta.domain.__path__) if one.ispkg)
    return [f"iacta.domain.{one.name}" for one in found if one.name != "kernel"]


@cache
def discover() -> Mapping[str, System]:
    """Every installed system by its key."""
    found: dict[str, System] = {}
    for name in modules():
        system: System = importlib.import_module(name).SYSTEM
        found[system.key] = system
    return dict(sorted(found.items()))
