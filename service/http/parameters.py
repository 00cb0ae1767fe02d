"""Query parameters, strictly: only those that an operation has, once each, and each of its form.

Litestar alone would take ``null`` for a parameter left out and ``1`` for true.
"""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Literal, get_args, get_origin
from urllib.parse import parse_qsl

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter

from iacta.service.errors import FieldError, Problem, of_parameter

Form = tuple[re.Pattern[str], str]
ANY: Form = (re.compile(".*", re.DOTALL), "")
FORMS: dict[type, Form] = {
    int: (re.compile(r"-?(0|[1-9][0-9]*)"), "is a whole number, in digits"),
    bool: (re.compile("true|false"), "is true or false"),
}
TOLD = 20


async def check_query(
    connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler
) -> None:
    """`invalid-request` for a query that the operation has not. Files and pages take any."""
    query = connection.scope["query_string"]
    if query and "doc" in handler.opt:
        given = parse_qsl(query.decode("latin-1"), keep_blank_values=True)
        errors = list(islice(_errors(given, _taken(handler)), TOLD))
        if errors:
            raise Problem("invalid-request", "The query is not of its form.", errors=errors)


def _taken(handler: BaseRouteHandler) -> Mapping[str, Form]:
    """The operation's parameters, each with its form and what is said of another."""
    fields = handler.parsed_fn_signature.parameters
    taken = {
        name: _form(field.annotation, field.kwarg_definition)
        for name, field in fields.items()
        if isinstance(field.kwarg_definition, QueryParameter)
    }
    # Whatever reads a campaign may read a copy of it; `context.resolve` looks at this one.
    names_copy = "campaign_id" in fields and "GET" in getattr(handler, "http_methods", ())
    return {**taken, "key": ANY} if names_copy else taken


def _form(annotation: Any, parameter: QueryParameter) -> Form:
    if parameter.pattern is not None:
        return re.compile(parameter.pattern), "is not of its form"
    kinds = (annotation, *get_args(annotation))
    for kind in kinds:
        if kind in FORMS:
            return FORMS[kind]
        if get_origin(kind) is Literal:
            values = [str(value) for value in get_args(kind)]
            return re.compile("|".join(map(re.escape, values))), f"is one of {', '.join(values)}"
    return ANY


def _errors(given: list[tuple[str, str]], taken: Mapping[str, Form]) -> Iterator[FieldError]:
    seen = set()
    for name, value in given:
        if name not in taken:
            yield of_parameter(name, "there is no such parameter here")
        elif name in seen:
            yield of_parameter(name, "stands more than once")
        elif not taken[name][0].fullmatch(value):
            yield of_parameter(name, taken[name][1])
        seen.add(name)
