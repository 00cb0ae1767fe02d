"""The contract: Litestar's paths with schemas, problems, examples and links made exact.

Litestar's own schema of msgspec types loses discriminators, closed objects and bounds, so the
components come from msgspec (`schemas`) and the bodies, answers and problems from each handler's
`EndpointDoc`.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Litestar

from iacta.domain.kernel.contract.system import AnySystem
from iacta.service.errors import TYPES
from iacta.service.folders import DOCS
from iacta.service.http.answers import PROBLEM
from iacta.service.http.catalogue import markdown
from iacta.service.http.describe import ALWAYS, EndpointDoc, Media
from iacta.service.http.schemas import REF, schemas

JSON = "application/json"
PROMISE = DOCS / "api.md"
"""What a client may rely on: it opens the contract, and is a page of the guide."""

REQUEST_HEADERS = {
    "Idempotency-Key": (
        "A key of your own. A repeated request with the same key makes no second event.",
        {"type": "string", "pattern": "^[0-9A-Za-z._~-]{1,64}$"},
    ),
    "If-Match": (
        'The head that the command was decided on, as "<seq>".',
        {"type": "string", "pattern": '^"[0-9]{1,16}"$'},
    ),
    "If-None-Match": ("The `ETag` of the answer that the reader has.", {"type": "string"}),
    "Last-Event-ID": (
        "The last event that the reader has.",
        {"type": "string", "pattern": "^[0-9]{0,15}$"},
    ),
}
_WORD = {"type": "string", "pattern": "^[a-z0-9-]{1,64}$"}
PATH_PARAMETERS = {
    "campaign_id": ("The campaign's id.", {"type": "string", "format": "uuid"}),
    "seq": ("The event's number, from 1.", {"type": "string", "pattern": "^[0-9]{1,15}$"}),
    "system": ("The key of a system (`listSystems`).", _WORD),
    "table": ("The key of one of its tables (`listTables`).", _WORD),
    "document": ("The key of one of its documents (`getSystem`).", _WORD),
    "token_id": (
        "The id of a token of one's own role (`whoami`).",
        {"type": "string", "pattern": "^[0-9a-f]{16}$"},
    ),
    "slug": ("The last part of a problem's `type`.", _WORD),
}
COPY = {
    "name": "key",
    "in": "query",
    "required": False,
    "description": "The verifier key of a copy, if there are several (`getCampaign`).",
    "schema": {"type": "string", "maxLength": 400},
}
RESPONSE_HEADERS = {
    "Location": {"description": "The address of what was created.", "schema": {"type": "string"}},
    "ETag": {
        "description": "Of this answer, for `If-None-Match`. What is in it may change.",
        "schema": {"type": "string"},
    },
}
TAGS = {
    "campaigns": "Create, list, read and fork campaigns.",
    "seats": "Take a seat, replace a lost token, play on another device.",
    "play": "What may be done, what it would do, and doing it.",
    "record": "What happened: events and dice as they are recorded.",
    "reading": "What an audience sees: the state, the steps to it, the stream.",
    "proof": "Checkpoints, receipts, saved campaigns, audits.",
    "systems": "The games: their rules, tables, commands and documents.",
    "operations": "Problem types, and whether the server is well.",
}


def contract(app: Litestar, systems: Mapping[str, AnySystem], version: str) -> dict[str, Any]:
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
            "description": PROMISE.read_text("utf-8").partition("\n\n")[2],  # without its heading
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": text} for name, text in TAGS.items()],
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


def _docs(app: Litestar) -> dict[str, EndpointDoc]:
    docs = {}
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            doc = handler.opt.get("doc")
            if doc is not None:
                docs[str(handler.operation_id)] = doc
    return docs


def _known(item: Mapping[str, Any], docs: Mapping[str, EndpointDoc]) -> bool:
    return any(operation.get("operationId") in docs for operation in item.values())


def _path(item: Mapping[str, Any], docs: Mapping[str, EndpointDoc]) -> dict[str, Any]:
    return {
        method: _operation(operation, docs[operation["operationId"]], reads=method == "get")
        for method, operation in item.items()
        if operation.get("operationId") in docs
    }


def _operation(raw: Mapping[str, Any], doc: EndpointDoc, *, reads: bool) -> dict[str, Any]:
    operation: dict[str, Any] = {
        name: raw[name] for name in ("operationId", "summary", "tags") if name in raw
    }
    operation["description"] = markdown(raw["description"])
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
    described, schema = raw.get("description"), dict(raw["schema"])
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
        described, schema = PATH_PARAMETERS[raw["name"]]
    required = raw.get("required", False)
    plain = {"name": raw["name"], "in": raw["in"], "required": required, "schema": schema}
    return {**plain, "description": described} if described else plain


def _content(body: Any, example: Mapping[str, Any] | None) -> dict[str, Any]:
    if isinstance(body, Media):
        return {media: {"schema": {"type": "string", "format": "binary"}} for media in body.types}
    content: dict[str, Any] = {"schema": {"$ref": REF.format(name=body.__name__)}}
    if example is not None:
        content["example"] = dict(example)
    return {JSON: content}


def _answer(status: int, returns: Any, doc: EndpointDoc) -> dict[str, Any]:
    shapes = returns if isinstance(returns, tuple) else (returns,)
    content: dict[str, Any] = {}
    for shape in shapes:
        if isinstance(shape, Media):
            content |= {media: {"schema": {"type": "string"}} for media in shape.types}
        elif isinstance(shape, type) and issubclass(shape, msgspec.Struct):
            schema = {"$ref": REF.format(name=shape.__name__)}
            other = content.get(JSON, {}).get("schema")
            content[JSON] = {"schema": {"anyOf": [other, schema]} if other else schema}
        else:
            content[JSON] = {"schema": {"type": "object", "additionalProperties": True}}
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
    return " ".join(notes) or {200: "The answer.", 201: "Created."}.get(status, "Done.")


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


def contract_bytes(app: Litestar, systems: Mapping[str, AnySystem], version: str) -> bytes:
    """The bytes that are served, committed and compared."""
    plain = msgspec.json.encode(contract(app, systems, version), order="sorted")
    return msgspec.json.format(plain, indent=1) + b"\n"
