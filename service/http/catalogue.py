"""The systems: what there is to play, with every rule, table and document."""

import inspect
from collections.abc import Callable
from typing import Any, get_args

import msgspec
from litestar import Response, get
from litestar.params import FromPath

from iacta.domain.kernel.campaign.genesis import switches
from iacta.domain.kernel.campaign.requests import KERNEL_SPECS
from iacta.domain.kernel.contract.copies import copied
from iacta.domain.kernel.contract.system import AnySystem, CommandSpec
from iacta.domain.kernel.contract.windows import Window
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.service.errors import Problem
from iacta.service.http.answers import tagged_answer
from iacta.service.http.context import HttpRequest, context
from iacta.service.http.describe import NOT_MODIFIED, describe
from iacta.service.http.meanings import add_meanings
from iacta.service.http.models.systems import (
    CommandInfo,
    DocumentInfo,
    RulebookInfo,
    SwitchInfo,
    SystemDetail,
    SystemItem,
    SystemPage,
    SystemSchemas,
    TableAnswer,
    TablePage,
    UntilInfo,
    WindowInfo,
)
from iacta.service.http.negotiate import FOR_ALL


def members(union: Any) -> tuple[Any, ...]:
    """The structs of a union, or the one that it is."""
    return get_args(union) or (union,)


def schema(shape: Any) -> dict[str, Any]:
    """The JSON schema of a struct or a union, whole."""
    (whole,), parts = msgspec.json.schema_components([shape], ref_template="#/$defs/{name}")
    add_meanings(parts, [shape])
    schema: dict[str, Any] = to_contract_schema({**whole, "$defs": parts})
    return schema


def markdown(docstring: str) -> str:
    """A docstring as the reference shows it: no indented paragraphs, which would be code."""
    return inspect.cleandoc(docstring).replace("``", "`")


OBJECT = {"properties", "additionalProperties"}
WRITTEN: dict[str, Callable[[str], str]] = {
    "pattern": lambda pattern: pattern.replace("\\Z", "$"),
    "description": markdown,
}


def to_contract_schema(schema: Any) -> Any:
    """A schema with patterns as JSON Schema (ECMA 262) writes them: ``$`` for Python's ``\\Z``.

    Docstrings become Markdown. A fixed list's ``items: false`` is left out: ``maxItems`` says it,
    and generators of clients stumble over it. An object of any members says so.
    """
    if isinstance(schema, dict):
        if schema.get("type") == "object" and not schema.keys() & OBJECT:
            schema = {**schema, "additionalProperties": True}
        return {
            name: WRITTEN[name](value)
            if name in WRITTEN and isinstance(value, str)
            else to_contract_schema(value)
            for name, value in schema.items()
            if (name, value) != ("items", False)
        }
    if isinstance(schema, list | tuple):
        return [to_contract_schema(item) for item in schema]
    return schema


def _window(window: Window) -> WindowInfo:
    untils = tuple(copied(UntilInfo, until) for until in window.untils)
    return copied(WindowInfo, window, untils=untils, schema=schema(window.shape))


def _command(spec: CommandSpec) -> CommandInfo:
    example = {"type": spec.type, **spec.example}
    return copied(CommandInfo, spec, example=example, schema=schema(spec.shape))


def detail(system: AnySystem) -> SystemDetail:
    """Everything about a system."""
    least = min(scenario.min_seats or len(system.seats) for scenario in system.scenarios)
    kernel = KERNEL_SPECS.values()
    return copied(
        SystemDetail,
        system,
        system=system.key,
        min_seats=least,
        max_seats=len(system.seats),
        switches=tuple(copied(SwitchInfo, one) for one in switches(system)),
        rulebook=copied(RulebookInfo, system.rulebook),
        commands=tuple(_command(spec) for spec in (*system.commands, *kernel)),
        documents=tuple(
            copied(DocumentInfo, one, schema=schema(one.shape)) for one in system.documents
        ),
        windows=tuple(_window(one) for one in system.windows),
        schemas=SystemSchemas(
            schema(system.effect_type), schema(system.change_type), schema(system.view_type)
        ),
    )


def find(request: HttpRequest, key: str) -> AnySystem:
    """An installed system; `not-found` if there is none of this key."""
    system = context(request).systems.get(key)
    if system is None:
        raise Problem("not-found", f"There is no system {key!r}.")
    return system


@get(
    "/v1/systems",
    **describe(
        "listSystems",
        "The installed games",
        "systems",
        returns={200: SystemPage, 304: NOT_MODIFIED},
        security=(),
    ),
)
async def list_systems(request: HttpRequest) -> Response[bytes]:
    """Every installed game system with its seats and scenarios."""
    items = tuple(
        copied(SystemItem, one, system=one.key) for one in context(request).systems.values()
    )
    return tagged_answer(request, SystemPage(items, None), FOR_ALL)


@get(
    "/v1/systems/{system:str}",
    **describe(
        "getSystem",
        "A game system",
        "systems",
        returns={200: SystemDetail, 304: NOT_MODIFIED},
        security=(),
    ),
)
async def get_system(request: HttpRequest, system: FromPath[str]) -> Response[bytes]:
    """Its seats, scenarios, switches, rulebook, commands, documents and schemas."""
    made = context(request).catalogue
    if system not in made:
        made[system] = msgspec.json.encode(detail(find(request, system)))
    return tagged_answer(request, msgspec.Raw(made[system]), FOR_ALL)


@get(
    "/v1/systems/{system:str}/tables",
    **describe(
        "listTables",
        "A system's tables",
        "systems",
        returns={200: TablePage, 304: NOT_MODIFIED},
        security=(),
    ),
)
async def list_tables(request: HttpRequest, system: FromPath[str]) -> Response[bytes]:
    """The printed tables in printed shape, each with its rule and provenance."""
    items = [table.plain() for table in find(request, system).tables]
    return tagged_answer(request, {"items": items, "next": None}, FOR_ALL)


@get(
    "/v1/systems/{system:str}/tables/{table:str}",
    **describe(
        "getTable",
        "A table",
        "systems",
        returns={200: TableAnswer, 304: NOT_MODIFIED},
        security=(),
    ),
)
async def get_table(
    request: HttpRequest, system: FromPath[str], table: FromPath[str]
) -> Response[bytes]:
    """One printed table, cell by cell."""
    try:
        return tagged_answer(request, find(request, system).table(table).plain(), FOR_ALL)
    except KeyError:
        raise Problem("not-found", f"There is no table {table!r}.") from None


@get(
    "/v1/systems/{system:str}/data/{document:str}",
    **describe(
        "getDocument",
        "A data document",
        "systems",
        returns={200: dict[str, Any], 304: NOT_MODIFIED},
        security=(),
    ),
)
async def get_document(
    request: HttpRequest, system: FromPath[str], document: FromPath[str]
) -> Response[bytes]:
    """The document that campaigns are played with by default: the template for one of your own
    (`data` at creation).
    """
    try:
        found = find(request, system).document(document)
    except KeyError:
        raise Problem("not-found", f"There is no document {document!r}.") from None
    return tagged_answer(request, to_plain(found.default), FOR_ALL)


HANDLERS = [list_systems, get_system, list_tables, get_table, get_document]
