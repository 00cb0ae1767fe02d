"""The contract: Litestar's paths with schemas, problems, examples and links made exact.

Litestar's own schema of msgspec types loses discriminators, closed objects and bounds, so the
components come from msgspec (`schemas`) and the bodies, answers and problems from each handler's
`Doc`.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Litestar

from iacta.domain.kernel.contract.system import System
from iacta.service.errors import TYPES
from iacta.service.http.answers import PROBLEM
from iacta.service.http.describe import ALWAYS, Doc, Media
from iacta.service.http.schemas import REF, schemas

JSON = "application/json"

REQUEST_HEADERS = {
    "Idempotency-Key": (
        "A key of the sender's own; the same key never makes a second event.",
        {"type": "string", "pattern": "^[0-9A-Za-z._~-]{1,64}$"},
    ),
    "If-Match": (
        'The head that the command was decided on, as "<seq>".',
        {"type": "string", "pattern": '^"[0-9]{1,16}"$'},
    ),
    "If-None-Match": ('The state that the reader has, as "<seq>".', {"type": "string"}),
    "Last-Event-ID": (
        "The last event that the reader has.",
        {"type": "string", "pattern": "^[0-9]{0,15}$"},
    ),
}
_WORD = {"type": "string", "pattern": "^[a-z0-9-]{1,64}$"}
PATH_PARAMETERS = {
    "campaign_id": {"type": "string", "format": "uuid"},
    "seq": {"type": "string", "pattern": "^[0-9]{1,15}$"},
    "system": _WORD,
    "table": _WORD,
    "document": _WORD,
    "slug": _WORD,
}
COPY = {
    "name": "key",
    "in": "query",
    "required": False,
    "description": "The verifier key of a copy, where several are here (`getCampaign`).",
    "schema": {"type": "string", "maxLength": 400},
}
RESPONSE_HEADERS = {
    "Location": {"description": "Where it is.", "schema": {"type": "string"}},
    "ETag": {
        "description": "The event's number, in quotation marks.",
        "schema": {"type": "string"},
    },
}


def contract(app: Litestar, systems: Mapping[str, System], version: str) -> dict[str, Any]:
    """The whole document, as plain data."""
    raw = app.openapi_schema.to_schema()
    docs = _docs(app)
    paths = {
        path: _path(item, docs) for path, item in sorted(raw["paths"].items()) if _known(item, docs)
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Iacta",
            "version": version,
            "summary": "Game state that can be proven.",
            "description": (
                "Every accepted command becomes one immutable, hashed event; the dice in it follow "
                "from a seed fixed before play. Requests are closed: unknown members are refused. "
                "So are queries: a parameter that the operation has not, or that stands twice, is "
                "refused. "
                "Answers may grow: clients ignore members and effect types they do not know."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [
            {"name": name}
            for name in (
                "campaigns",
                "seats",
                "play",
                "record",
                "reading",
                "proof",
                "systems",
                "operations",
            )
        ],
        "paths": paths,
        "components": {
            "schemas": schemas(docs, systems),
            "responses": {slug: _problem(slug) for slug in TYPES},
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A campaign's token, from its creation or a claim.",
                },
                "creator": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": (
                        "The server's key for creating, importing and forking, where its operator "
                        "has set one (`IACTA_CREATE_KEY`). It is sent in place of a token."
                    ),
                },
            },
        },
    }


def _docs(app: Litestar) -> dict[str, Doc]:
    found = {}
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            doc = handler.opt.get("doc")
            if doc is not None:
                found[str(handler.operation_id)] = doc
    return found


def _known(item: Mapping[str, Any], docs: Mapping[str, Doc]) -> bool:
    return any(operation.get("operationId") in docs for operation in item.values())


def _path(item: Mapping[str, Any], docs: Mapping[str, Doc]) -> dict[str, Any]:
    return {
        method: _operation(operation, docs[operation["operationId"]], reads=method == "get")
        for method, operation in item.items()
        if operation.get("operationId") in docs
    }


def _operation(raw: Mapping[str, Any], doc: Doc, *, reads: bool) -> dict[str, Any]:
    operation: dict[str, Any] = {
        name: raw[name] for name in ("operationId", "summary", "description", "tags") if name in raw
    }
    parameters = [_parameter(one) for one in raw.get("parameters", ())]
    of_campaign = any(one["name"] == "campaign_id" for one in parameters)
    if of_campaign and reads:
        parameters.append(COPY)
    for name in doc.request_headers:
        note, schema = REQUEST_HEADERS[name]
        parameters.append(
            {"name": name, "in": "header", "required": False, "description": note, "schema": schema}
        )
    if parameters:
        operation["parameters"] = parameters
    if doc.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(doc.body, doc.example)}
    responses: dict[str, Any] = {}
    for status, returns in doc.returns.items():
        responses[str(status)] = _answer(status, returns, doc)
    by_status: dict[int, list[str]] = {}
    kept = ("deleted", "damaged") if of_campaign else ()
    for slug in dict.fromkeys((*doc.problems, *ALWAYS, *kept)):
        by_status.setdefault(TYPES[slug].status, []).append(slug)
    for status, slugs in sorted(by_status.items()):
        responses[str(status)] = _refs(slugs)
    operation["responses"] = responses
    operation["security"] = [{}, *({one: []} for one in doc.security)] if doc.security else []
    return operation


def _parameter(raw: Mapping[str, Any]) -> dict[str, Any]:
    schema = dict(raw["schema"])
    branches = schema.get("oneOf")
    if branches:
        kept = [branch for branch in branches if branch.get("type") != "null"]
        rest = {name: value for name, value in schema.items() if name != "oneOf"}
        schema = {**rest, **kept[0]}
    if "enum" in schema:
        schema |= {"type": "string", "enum": [one for one in schema["enum"] if one is not None]}
    for bound in ("minimum", "maximum"):
        if bound in schema:
            schema[bound] = int(schema[bound])
    if raw["in"] == "path":
        schema = dict(PATH_PARAMETERS[raw["name"]])
    plain = {"name": raw["name"], "in": raw["in"], "required": raw.get("required", False)}
    if raw.get("description"):
        plain["description"] = raw["description"]
    return {**plain, "schema": schema}


def _content(body: Any, example: Mapping[str, Any] | None) -> dict[str, Any]:
    if isinstance(body, Media):
        return {media: {"schema": {"type": "string", "format": "binary"}} for media in body.types}
    content: dict[str, Any] = {"schema": {"$ref": REF.format(name=body.__name__)}}
    if example is not None:
        content["example"] = dict(example)
    return {JSON: content}


def _answer(status: int, returns: Any, doc: Doc) -> dict[str, Any]:
    shapes = returns if isinstance(returns, tuple) else (returns,)
    content: dict[str, Any] = {}
    for shape in shapes:
        if isinstance(shape, Media):
            content |= {media: {"schema": {"type": "string"}} for media in shape.types}
        elif isinstance(shape, type) and issubclass(shape, msgspec.Struct):
            found = {"$ref": REF.format(name=shape.__name__)}
            other = content.get(JSON, {}).get("schema")
            content[JSON] = {"schema": {"anyOf": [other, found]} if other else found}
        else:
            content[JSON] = {"schema": {"type": "object"}}
    answer: dict[str, Any] = {"description": _words(status, shapes)}
    if content:
        answer["content"] = content
    if doc.response_headers and status in (200, 201):
        answer["headers"] = {name: RESPONSE_HEADERS[name] for name in doc.response_headers}
    if doc.links and status == 201:
        answer["links"] = dict(doc.links)
    return answer


def _words(status: int, shapes: tuple[Any, ...]) -> str:
    notes = [shape.note for shape in shapes if isinstance(shape, Media) and shape.note]
    return " ".join(notes) or {200: "As asked.", 201: "Made."}.get(status, "Done.")


def _refs(slugs: list[str]) -> dict[str, Any]:
    if len(slugs) == 1:
        return {"$ref": f"#/components/responses/{slugs[0]}"}
    return {
        "description": "; ".join(f"`{slug}`: {TYPES[slug].title}" for slug in slugs) + ".",
        "content": {PROBLEM: {"schema": {"$ref": REF.format(name="ProblemBody")}}},
    }


def _problem(slug: str) -> dict[str, Any]:
    kind = TYPES[slug]
    example = {
        "type": f"/problems/{slug}",
        "title": kind.title,
        "status": kind.status,
        "detail": kind.meaning,
        "instance": "/v1/campaigns",
        "request_id": "01a2007af5887230a74d23ec1fbbbe3d",
    }
    schema = {"$ref": REF.format(name="ProblemBody")}
    response: dict[str, Any] = {
        "description": f"{kind.title}. {kind.remedy}",
        "content": {PROBLEM: {"schema": schema, "example": example}},
    }
    if slug in ("rate-limited", "not-ready"):
        response["headers"] = {
            "Retry-After": {"description": "Seconds.", "schema": {"type": "integer"}}
        }
    if slug == "rate-limited":
        note = "As in draft-ietf-httpapi-ratelimit-headers-10."
        for name in ("RateLimit-Policy", "RateLimit"):
            response["headers"][name] = {"description": note, "schema": {"type": "string"}}
    return response


def contract_bytes(app: Litestar, systems: Mapping[str, System], version: str) -> bytes:
    """The bytes that are served, committed and compared."""
    plain = msgspec.json.encode(contract(app, systems, version), order="sorted")
    return msgspec.json.format(plain, indent=1) + b"\n"
