"""The systems: what there is to play, with every rule, table and document."""

import inspect
from collections.abc import Callable
from typing import Any, get_args

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from iacta.domain.kernel.campaign.genesis import switches
from iacta.domain.kernel.campaign.requests import KERNEL_SPECS
from iacta.domain.kernel.contract.system import CommandSpec, System
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.service.errors import Problem
from iacta.service.http import models
from iacta.service.http.answers import json_answer, raw
from iacta.service.http.context import Asked, context
from iacta.service.http.describe import describe


def members(union: Any) -> tuple[Any, ...]:
    """The structs of a union, or the one that it is."""
    return get_args(union) or (union,)


def schema(shape: Any) -> dict[str, Any]:
    """A struct's JSON schema, whole."""
    found: dict[str, Any] = mend(msgspec.json.schema(shape))
    return found


def _markdown(docstring: str) -> str:
    """A docstring as the reference shows it: no indented paragraphs, which would be code."""
    return inspect.cleandoc(docstring).replace("``", "`")


WRITTEN: dict[str, Callable[[str], str]] = {
    "pattern": lambda pattern: pattern.replace("\\Z", "$"),
    "description": _markdown,
}


def mend(schema: Any) -> Any:
    """A schema with patterns as JSON Schema (ECMA 262) writes them: ``$`` for Python's ``\\Z``.

    Docstrings become Markdown. A fixed list's ``items: false`` is left out: ``maxItems`` says it,
    and generators of clients stumble over it.
    """
    if isinstance(schema, dict):
        return {
            name: WRITTEN[name](value)
            if name in WRITTEN and isinstance(value, str)
            else mend(value)
            for name, value in schema.items()
            if (name, value) != ("items", False)
        }
    return [mend(item) for item in schema] if isinstance(schema, list | tuple) else schema


def _command(spec: CommandSpec) -> models.CommandInfo:
    return models.CommandInfo(
        spec.type,
        spec.title,
        spec.roles,
        spec.phases,
        spec.secret,
        {"type": spec.type, **spec.example},
        schema(spec.shape),
    )


def detail(system: System) -> models.SystemDetail:
    """Everything about a system."""
    least = min(scenario.min_seats or len(system.seats) for scenario in system.scenarios)
    kernel = KERNEL_SPECS.values()
    return models.SystemDetail(
        system.key,
        system.title,
        system.edition,
        system.seats,
        least,
        len(system.seats),
        system.scenarios,
        tuple(
            models.SwitchInfo(one.key, one.title, one.default, one.values, one.ruling)
            for one in switches(system)
        ),
        models.RulebookInfo(
            system.rulebook.source, system.rulebook.rules, system.rulebook.misprints
        ),
        system.glossary,
        tuple(_command(spec) for spec in (*system.commands, *kernel)),
        tuple(
            models.DocumentInfo(one.key, one.title, one.provenance, schema(one.shape))  # type: ignore[arg-type]
            for one in system.documents
        ),
        {
            "effects": schema(system.effect_type),
            "changes": schema(system.change_type),
            "view": schema(system.view_type),
        },
    )


def find(request: Asked, key: str) -> System:
    """An installed system; `not-found` if there is none of this key."""
    system = context(request).systems.get(key)
    if system is None:
        raise Problem("not-found", f"There is no system {key!r}.")
    return system


@get(
    "/v1/systems",
    **describe(
        "listSystems",
        "The installed game systems",
        "systems",
        returns={200: models.SystemPage},
        token=False,
    ),
)
async def list_systems(request: Asked) -> Response[bytes]:
    """Keys, titles, seats and scenarios."""
    items = tuple(
        models.SystemItem(one.key, one.title, one.edition, one.seats, one.scenarios)
        for one in context(request).systems.values()
    )
    return json_answer(models.SystemPage(items, None))


@get(
    "/v1/systems/{system:str}",
    **describe(
        "getSystem",
        "A game system",
        "systems",
        returns={200: models.SystemDetail},
        token=False,
    ),
)
async def get_system(request: Asked, system: FromPath[str]) -> Response[bytes]:
    """Seats, scenarios, switches, the ledger of rules, commands and schemas."""
    made = context(request).catalogue
    if system not in made:
        made[system] = msgspec.json.encode(detail(find(request, system)))
    return json_answer(raw(made[system]))


@get(
    "/v1/systems/{system:str}/tables",
    **describe(
        "listTables",
        "A system's tables",
        "systems",
        returns={200: models.TablePage},
        token=False,
    ),
)
async def list_tables(request: Asked, system: FromPath[str]) -> Response[bytes]:
    """In printed shape, each with its rule and provenance."""
    items = [table.plain() for table in find(request, system).tables]
    return json_answer({"items": items, "next": None})


@get(
    "/v1/systems/{system:str}/tables/{table:str}",
    **describe(
        "getTable",
        "A table",
        "systems",
        returns={200: models.TableAnswer},
        token=False,
    ),
)
async def get_table(request: Asked, system: FromPath[str], table: FromPath[str]) -> Response[bytes]:
    """One table as data."""
    try:
        return json_answer(find(request, system).table(table).plain())
    except KeyError:
        raise Problem("not-found", f"There is no table {table!r}.") from None


@get(
    "/v1/systems/{system:str}/data/{document:str}",
    **describe(
        "getDocument",
        "A data document",
        "systems",
        returns={200: dict[str, Any]},
        token=False,
    ),
)
async def get_document(
    request: Asked, system: FromPath[str], document: FromPath[str]
) -> Response[bytes]:
    """Ours, as the template for one's own (`data` at creation)."""
    try:
        return json_answer(to_plain(find(request, system).document(document).default))
    except KeyError:
        raise Problem("not-found", f"There is no document {document!r}.") from None


HANDLERS = [list_systems, get_system, list_tables, get_table, get_document]
