"""Query parameters, strictly: unknown, repeated and malformed ones are rejected.

Litestar alone would take ``null`` for a parameter left out and ``1`` for true.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Annotated, Any, Literal, get_args, get_origin
from urllib.parse import parse_qsl

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter

from iacta.service.errors import FieldError, Problem, parameter_error
from iacta.service.http.answers import ID_CURSOR

Limit = Annotated[int, QueryParameter(ge=1, le=200, description="Items a page.")]
AfterId = Annotated[
    str | None, QueryParameter(pattern=ID_CURSOR, description="`next` of the page before.")
]
Pattern = tuple[re.Pattern[str], str]
ANY: Pattern = (re.compile(".*", re.DOTALL), "")
PATTERNS: dict[type, Pattern] = {
    int: (re.compile(r"-?(0|[1-9][0-9]*)"), "must be a whole number, in digits"),
    bool: (re.compile("true|false"), "must be true or false"),
}
MAX_ERRORS = 20


def check_query(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """`invalid-request` for unknown, repeated or malformed parameters. Pages take any query."""
    query, handler = connection.scope["query_string"], connection.route_handler
    if query and "doc" in handler.opt:
        given = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
        errors = list(islice(_errors(given, _taken(handler)), MAX_ERRORS))
        if errors:
            raise Problem("invalid-request", "The query is malformed.", errors=errors)


def _taken(handler: BaseRouteHandler) -> Mapping[str, Pattern]:
    """The operation's parameters, each with its pattern and what is said of a misfit."""
    fields = handler.parsed_fn_signature.parameters
    taken = {
        field.kwarg_definition.name or name: _pattern(field.annotation, field.kwarg_definition)
        for name, field in fields.items()
        if isinstance(field.kwarg_definition, QueryParameter)
    }
    # Whatever reads a campaign may read a copy of it; `context.resolve` looks at this one.
    names_copy = "campaign_id" in fields and "GET" in getattr(handler, "http_methods", ())
    return {**taken, "key": ANY} if names_copy else taken


def _pattern(annotation: Any, parameter: QueryParameter) -> Pattern:
    if parameter.pattern is not None:
        return re.compile(parameter.pattern), "is malformed"
    kinds = (annotation, *get_args(annotation))
    for kind in kinds:
        if kind in PATTERNS:
            return PATTERNS[kind]
        if get_origin(kind) is Literal:
            values = [str(value) for value in get_args(kind)]
            return re.compile(
                "|".join(map(re.escape, values))
            ), f"must be one of {', '.join(values)}"
    return ANY


def _errors(given: list[tuple[str, str]], taken: Mapping[str, Pattern]) -> Iterator[FieldError]:
    seen = set()
    for name, value in given:
        if name not in taken:
            yield parameter_error(name, "is unknown here")
        elif name in seen:
            yield parameter_error(name, "is repeated")
        elif not taken[name][0].fullmatch(value):
            yield parameter_error(name, taken[name][1])
        seen.add(name)
