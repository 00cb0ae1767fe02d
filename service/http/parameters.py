"""Query parameters, strictly: only those that an operation has, once each, integers as digits."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, get_args
from urllib.parse import parse_qsl

from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter

from service.errors import FieldError, Problem, of_parameter

DIGITS = re.compile(r"-?(0|[1-9][0-9]*)")
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


def _taken(handler: BaseRouteHandler) -> Mapping[str, bool]:
    """The operation's parameters, and whether each is an integer."""
    fields = handler.parsed_fn_signature.parameters
    taken = {
        name: int in (field.annotation, *get_args(field.annotation))
        for name, field in fields.items()
        if isinstance(field.kwarg_definition, QueryParameter)
    }
    # Whatever reads a campaign may read a copy of it; `context.resolve` looks at this one.
    names_copy = "campaign_id" in fields and "GET" in getattr(handler, "http_methods", ())
    return {**taken, "key": False} if names_copy else taken


def _errors(given: list[tuple[str, str]], taken: Mapping[str, bool]) -> Iterator[FieldError]:
    seen = set()
    for name, value in given:
        if name not in taken:
            yield of_parameter(name, "there is no such parameter here")
        elif name in seen:
            yield of_parameter(name, "stands more than once")
        elif taken[name] and not DIGITS.fullmatch(value):
            yield of_parameter(name, "is a whole number, in digits")
        seen.add(name)
