"""What every game promises, held against one: what it declares, and what bots meet as they play it.

Each fault is a sentence addressed to the game's author. Whether the rules are right is not checked.
"""

import inspect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.genesis import resolve_seats
from iacta.domain.kernel.campaign.playout import Chance, Playout, begun, role_of
from iacta.domain.kernel.contract.choices import Option
from iacta.domain.kernel.contract.system import AnySystem, Waiting
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.errors import Refused

TAKES = {
    "begin": ("setup",),
    "decide": ("state", "command", "role", "dice", "secrets"),
    "evolve": ("state", "effect"),
    "standing": ("state",),
    "view": ("state", "audience", "known"),
    "options": ("state", "role", "known"),
    "narrate": ("state", "effects", "known"),
    "check_change": ("state", "change"),
    "odds_key": ("effects",),
    "measures": ("state",),
    "cells": ("effects",),
    "reshuffle": ("state", "dice", "secrets"),
    "rulings": ("state",),
}
"""What each function of a game is called with, in this order."""

RULING = ("campaign.rule",)
"""What a referee is awaited for where the game does not know how to go on."""

MOST = 20_000
"""Commands after which a game without a turn limit is left."""


def declared(system: AnySystem) -> list[str]:
    """The faults in what a game declares; none of its functions is called."""
    return [*_functions(system), *_names(system), *_tags(system), *_citations(system)]


def _functions(system: AnySystem) -> Iterator[str]:
    for name, given in TAKES.items():
        function = getattr(system, name)
        try:
            if function is not None:
                inspect.signature(function).bind(*given)
        except TypeError as error:
            yield f"`{name}` is called with ({', '.join(given)}): {error}"


def _names(system: AnySystem) -> Iterator[str]:
    named: dict[str, Iterable[str]] = {
        "seat": (seat.seat for seat in system.seats),
        "letter": (seat.letter for seat in system.seats),
        "scenario": (scenario.key for scenario in system.scenarios),
        "switch": (switch.key for switch in system.switches),
        "table": (table.key for table in system.tables),
        "document": (document.key for document in system.documents),
        "command": (spec.type for spec in system.commands),
        "rule": (rule.number for rule in system.rulebook.rules),
    }
    for kind, names in named.items():
        yield from (f"the {kind} {name!r} is declared twice" for name in _twice(names))
    for kind in ("seats", "scenarios", "commands", "bots"):
        if not getattr(system, kind):
            yield f"there are no {kind}"


def _twice(names: Iterable[str]) -> list[str]:
    return [name for name, times in Counter(names).items() if times > 1]


def _tags(system: AnySystem) -> Iterator[str]:
    tags = {
        "command": [spec.type for spec in system.commands],
        "effect": _tags_of(system.effect_type),
        "change": _tags_of(system.change_type),
    }
    for kind, those in tags.items():
        for tag in those:
            if not tag.startswith(f"{system.key}."):
                yield f"the tag of the {kind} {tag!r} does not begin with {system.key + '.'!r}"
    both = [*tags["command"], *{*tags["effect"], *tags["change"]}]
    yield from (f"{tag!r} is the tag of a command and of an effect" for tag in _twice(both))


def _tags_of(union: Any) -> list[str]:
    info = msgspec.inspect.type_info(union)
    shapes = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return [str(one.tag) for one in shapes if isinstance(one, msgspec.inspect.StructType)]


def _citations(system: AnySystem) -> Iterator[str]:
    for table in system.tables:
        if table.rule not in system.rulebook:
            yield f"the table {table.key!r} names {table.rule!r}, which the rulebook has not"
    for switch in system.switches:
        if switch.ruling and switch.ruling not in system.rulebook:
            yield f"the switch {switch.key!r} names {switch.ruling!r}, which the rulebook has not"
    for spec in system.commands:
        try:
            msgspec.convert({"type": spec.type, **spec.example}, spec.shape)
        except msgspec.ValidationError as error:
            yield f"the example of {spec.type!r} is no such command: {error}"


class Game(msgspec.Struct, frozen=True):
    """A game that was played."""

    commands: int  #: how many were sent
    reason: str  #: why it is over; empty if it stopped
    phases: frozenset[str]  #: the keys of those that it came to
    faults: tuple[str, ...]  #: each once


def played(system: AnySystem, scenario: str, seed: str) -> Game:
    """One game that random bots play to its end, with the faults that come to light, each once.

    It stops where only a ruling leads on. Raises whatever a function of the game raises.
    """
    table = begun(system, scenario, Chance(f"{system.key} {seed}".encode(), scenario))
    roles = ["referee", *(f"seat:{seat}" for seat in _seats(system, scenario))]
    faults = dict.fromkeys(_moment(table, roles))
    phases = {_phase(table)}
    try:
        while table.commands < MOST and (moved := _moved(table)) is not None:
            faults |= dict.fromkeys((*moved, *_moment(table, roles)))
            phases.add(_phase(table))
    except Refused as refusal:
        faults[f"what was offered is refused: {refusal.detail}"] = None
    outcome = system.standing(table.state).outcome
    reason = outcome.reason if outcome else ""
    return Game(table.commands, reason, frozenset(phases - {""}), tuple(faults))


def _phase(table: Playout) -> str:
    at = table.system.standing(table.state).phase
    return at.key if at else ""


def _seats(system: AnySystem, scenario: str) -> tuple[str, ...]:
    """The fewest seats that a scenario is played with."""
    return tuple(one.seat for one in resolve_seats(system, system.scenario(scenario).min_seats, ()))


def _moved(table: Playout) -> list[str] | None:
    """Let one who is awaited move; the faults of the move, None where nobody can.

    Raises `Refused` if the command is.
    """
    system, below, before = table.system, table.chance.below, table.state
    bot = next(iter(system.bots.values()))
    for role in table.awaited(below):
        command = bot(table.view(role), table.options(role), role, below)
        if command is None or command["type"] not in system.specs:
            continue
        return list(_told(table, before, table.send(role, command)))
    return None


def _told(table: Playout, before: Any, effects: Sequence[Any]) -> Iterator[str]:
    """What is wrong with the words for a move."""
    system = table.system
    story = system.narrate(before, effects, table.known("public"))
    if effects and not any(line.strip() for line in story.text):
        types = ", ".join(effect.__struct_config__.tag for effect in effects)
        yield f"`narrate` has no word for {types}"
    system.odds_key(effects)


def _moment(table: Playout, roles: Sequence[str]) -> Iterator[str]:
    """What is wrong with a moment of a game."""
    system, at = table.system, table.system.standing(table.state)
    offered = {role: table.options(role) for role in roles}
    for role, options in offered.items():
        yield from _offered(system, role, options)
    if at.outcome is None and not at.waiting:
        yield "nobody is awaited, and the game is not over"
    for waiting in () if at.outcome else at.waiting:
        yield from _awaited(system, waiting, offered)
    yield from _written("state", table.state, system.state_type)
    for role in ("public", *roles):
        yield from _written(
            "view", system.view(table.state, role, table.known(role)), system.view_type
        )


def _offered(system: AnySystem, role: str, options: Sequence[Option]) -> Iterator[str]:
    for option in options:
        if option.rule and option.rule not in system.rulebook:
            yield f"an option names {option.rule!r}, which the rulebook has not: {option.title}"
        if option.command.get("type") not in system.specs:
            yield f"an option has no command of the game: {option.title}"
    for id_ in _twice(option.id for option in options):
        yield f"{role} has two options with the id {id_!r}"


def _awaited(
    system: AnySystem, waiting: Waiting, offered: Mapping[str, Sequence[Option]]
) -> Iterator[str]:
    if waiting.kinds == RULING:
        return
    for kind in waiting.kinds:
        if kind not in system.specs:
            yield f"{waiting.seat!r} is awaited for {kind!r}, which is no command of the game"
    options = offered.get(role_of(waiting.seat))
    if options is None:
        yield f"{waiting.seat!r} is awaited, and is no seat in play"
    elif not {option.command.get("type") for option in options} & {*waiting.kinds}:
        yield f"{waiting.seat!r} is awaited to {waiting.for_}, and has no option to"


def _written(what: str, value: Any, shape: Any) -> Iterator[str]:
    """A struct becomes JSON and is read again as what it was."""
    again = msgspec.convert(to_plain(value), shape)
    if again != value:
        yield f"a {what}, written as JSON and read again, is another: see its types"
