"""Refusals of commands in another's name and of entered dice, asked in two worlds.

The worlds are those of the leak test. The referee, who sees no hands here, and every seat send
what they may not know to be legal: for themselves and for each seat, with dice that fit nothing,
with too many, in a batch, as odds. Nothing of it is recorded, so both worlds stay alike.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.requests import Entered
from iacta.domain.kernel.contract.choices import Option, Unfillable, fill
from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof.errors import EnteredMismatch, NotKnown, Refused, RuleViolation
from tests.conformance import test_leaks as suite
from tests.conformance.watch import Watch
from tests.support.choosing import matches
from tests.support.environment import Below
from tests.support.table import Table

FACES = ((1_000_000,), (1,), (6,), (1, 1), (1,) * 200)
"""no die has the first; the last are more than any decision reads"""
WAYS = ("entered", "entered", "plain", "blind", "odds")
AT_ONCE = (2, 24)
"""probes at any moment, and at one where the last secret choice is due, which opens them all"""
GAMES = 2_000
"""pairs of games within which enough is to be asked"""


class Probe(msgspec.Struct, frozen=True):
    """A question whose answer tells only what its sender may know."""

    by: str
    command: Mapping[str, Any]
    for_: str
    way: str
    entered: Entered | None = None

    def answer(self, table: Table) -> str:
        """What the sender is told."""
        command = dict(self.command)
        try:
            if self.way == "odds":
                return repr(table.odds(self.by, command, for_=self.for_))
            blind = self.way == "blind"
            table.would(self.by, command, for_=self.for_, entered=self.entered, blind=blind)
        except EnteredMismatch as error:
            return f"{error.slug} {error.detail} {error.pointer} {error.die} {error.purpose}"
        except Refused as error:
            rule = error.rule if isinstance(error, RuleViolation) else ""
            return f"{error.slug} {error.detail} {error.pointer} {rule}"
        except NotKnown:
            return "it rests on what is hidden"
        return "accepted"


def probes(table: Table, watch: Watch, below: Below) -> Iterator[Probe]:
    """Questions of this moment, without end: what is offered to somebody now, or is never legal."""
    offered = _offered(table)
    while True:
        for_, command = _command(table, watch, offered, below)
        way = WAYS[below(len(WAYS))]
        faces = FACES[below(len(FACES))]
        entered = Entered("w", faces) if way == "entered" or (way == "blind" and below(2)) else None
        yield Probe(watch.watcher, command, for_, way, entered)


def _command(
    table: Table, watch: Watch, offered: list[tuple[str, Option]], below: Below
) -> tuple[str, Mapping[str, Any]]:
    """In whose name, and what: an option of theirs, one of its type, or anything at all."""
    names = ["", *(role for role in table.roles if role not in ("referee", watch.watcher))]
    if not offered or not below(4):
        return names[below(len(names))], watch.attempts[below(len(watch.attempts))]
    role, option = offered[below(len(offered))]
    for_ = role if role in names else ""
    alike = [one for one in watch.attempts if one["type"] == option.command["type"]]
    if alike and below(2):
        return for_, alike[below(len(alike))]
    try:
        return for_, fill(option, below)
    except Unfillable:
        return for_, option.command


def wander(left: Table, right: Table, watch: Watch, below: Below, elsewhere: Below) -> bool:
    """Any command of anybody, the same in both; what others choose in secret may differ."""
    for table in (left, right):
        if watch.ruled and table.campaign.outcome is None:
            ruling = {"type": "campaign.rule", "text": "So be it.", "reason": "To be seen."}
            table.send("referee", {**ruling, "changes": list(watch.ruled)})
    secret = {spec.type: spec.secret for spec in left.system.commands if spec.secret}
    offered = _offered(left)
    for role, option in _in_turn(offered, watch, below):
        with suppress(Unfillable):
            command = twin = fill(option, below)
            kind = command["type"]
            if kind in secret and role != watch.watcher and not below(3):
                alike = [one for by, one in offered if by == role and one.command["type"] == kind]
                other = fill(alike[elsewhere(len(alike))], elsewhere)
                twin = {**command, **{name: other[name] for name in secret[kind] if name in other}}
            if any(matches(theirs, twin) for theirs in right.options(role)):
                left.send(role, command)
                right.send(role, twin)
                return True
    return False


def _in_turn(
    offered: list[tuple[str, Option]], watch: Watch, below: Below
) -> list[tuple[str, Option]]:
    """What is offered, in any order; mostly what the watch prefers goes first."""
    return sorted(
        offered, key=lambda one: below(1 << 30) >> 8 * (below(4) and suite.preferred(watch, one[1]))
    )


def _last_choice_is_due(table: Table) -> bool:
    secret = {spec.type for spec in table.system.commands if spec.secret}
    due = {role for role, option in _offered(table) if option.command["type"] in secret}
    return len(due) == 1


def _offered(table: Table) -> list[tuple[str, Option]]:
    """What is offered in the game, and to whom."""
    return [
        (role, option)
        for role in table.roles
        for option in table.options(role)
        if not option.command["type"].startswith("campaign.")
    ]


def leak_in(watch: Watch, system: System, count: int) -> str:
    """The first of ``count`` probes that is answered differently, or nothing.

    Asked only while what others hide differs and the watcher may know the same of both.
    """
    asked, below = 0, Below(f"probes of {watch.watcher}")
    for other in range(1, GAMES):
        for left, right in suite.side_by_side(watch, system, other, wander):
            if left.vault.values() == right.vault.values():
                continue
            many = range(AT_ONCE[_last_choice_is_due(left)])
            for probe, _ in zip(probes(left, watch, below), many, strict=False):
                mine, theirs = probe.answer(left), probe.answer(right)
                if mine != theirs:
                    return f"{probe}: {mine} | {theirs}"
                asked += 1
            if asked >= count:
                return ""
    raise AssertionError(f"only {asked} probes: the campaigns hardly differ")


def watchers(watch: Watch) -> Iterator[Watch]:
    """The same watch for the referee and for every seat."""
    for role in ("referee", *(f"seat:{seat['seat']}" for seat in watch.seats)):
        yield msgspec.structs.replace(watch, watcher=role)
