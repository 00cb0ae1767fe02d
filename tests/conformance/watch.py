"""What the leak test needs to know of a system that hides something.

A system's tests hold one as ``WATCH`` in ``watch.py``.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from tests.support.table import Table


class Watch(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that looks on while two campaigns differ in what it must not know.

    ``may_know`` tells from the record alone what the seat may know: never from whom a value was
    sealed to, which is what the test has to judge. ``attempts`` are sent at every moment, whether
    legal or not; their answers are compared. ``seeds`` pairs are played for ``commands`` commands.
    ``prefer``: options that hold these members go before others, to lead to where it is at stake.
    ``ruled``: changes that the referee rules before each command where refusals are probed, so that
    dice come to rest on what is hidden.
    """

    watcher: str
    scenario: str
    seats: tuple[Mapping[str, str], ...]
    attempts: tuple[Mapping[str, Any], ...]
    may_know: Callable[[Table, str], list[Any]]
    seeds: int
    commands: int
    prefer: tuple[Mapping[str, Any], ...] = ()
    ruled: tuple[Mapping[str, Any], ...] = ()
