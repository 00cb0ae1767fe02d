"""The contract: one document, served, committed and generated; what stands in it holds."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
from litestar.testing import TestClient

from iacta.domain.kernel.campaign.requests import KERNEL_SPECS
from iacta.service.app import create_app
from iacta.service.errors import TYPES
from iacta.service.http.schemas import prefix
from iacta.service.settings import Limits, Settings
from iacta.service.systems import discover
from tests.support.play import desk

ROOT = Path(__file__).parents[2]
COMMITTED = ROOT / "openapi" / "openapi.json"
METHODS = ("delete", "get", "post")


@pytest.fixture(scope="module")
def plain() -> Iterator[httpx.Client]:
    """The service as it is installed, without the tests' own system."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data=Path(folder), limits=Limits(creations_per_minute=999))
        with TestClient(create_app(settings)) as client:
            yield client


@pytest.fixture(scope="module")
def contract() -> dict[str, Any]:
    """The committed document."""
    found: dict[str, Any] = json.loads(COMMITTED.read_bytes())
    return found


def operations(contract: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, item in contract["paths"].items():
        for method, operation in item.items():
            assert method in METHODS
            yield method, path, operation


def test_the_contract_served_committed_and_generated_is_the_same_bytes(plain: httpx.Client) -> None:
    answer = plain.get("/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    generated = create_app(Settings()).state.contract()
    assert answer.content == COMMITTED.read_bytes() == generated


def test_every_route_of_the_api_is_in_the_contract_once(contract: dict[str, Any]) -> None:
    app = create_app(Settings())
    served = {
        (method.lower(), route.path_format.replace(":str", ""))
        for route in app.routes
        if hasattr(route, "route_handlers")
        for handler in route.route_handlers
        if handler.opt.get("doc") and handler.include_in_schema is not False
        for method in handler.http_methods
        if method in ("GET", "POST", "DELETE")
    }
    assert served == {(method, path) for method, path, _ in operations(contract)}
    ids = [operation["operationId"] for _, _, operation in operations(contract)]
    assert len(set(ids)) == len(ids)


EXPECTED = {
    ("get", "/v1/systems"), ("get", "/v1/systems/{system}"),
    ("get", "/v1/systems/{system}/tables"), ("get", "/v1/systems/{system}/tables/{table}"),
    ("get", "/v1/systems/{system}/data/{document}"),
    ("post", "/v1/campaigns"), ("get", "/v1/campaigns"), ("get", "/v1/campaigns/{campaign_id}"),
    ("post", "/v1/campaigns/{campaign_id}/claims"), ("post", "/v1/campaigns/{campaign_id}/tokens"),
    ("delete", "/v1/campaigns/{campaign_id}/tokens/{token_id}"),
    ("post", "/v1/campaigns/{campaign_id}/transfers"),
    ("get", "/v1/campaigns/{campaign_id}/whoami"),
    ("post", "/v1/campaigns/{campaign_id}/commands"),
    ("post", "/v1/campaigns/{campaign_id}/command-batches"),
    ("get", "/v1/campaigns/{campaign_id}/options"), ("post", "/v1/campaigns/{campaign_id}/odds"),
    ("get", "/v1/campaigns/{campaign_id}/state"), ("get", "/v1/campaigns/{campaign_id}/events"),
    ("get", "/v1/campaigns/{campaign_id}/events/{seq}"),
    ("get", "/v1/campaigns/{campaign_id}/events/{seq}/receipt"),
    ("get", "/v1/campaigns/{campaign_id}/steps"), ("get", "/v1/campaigns/{campaign_id}/stream"),
    ("get", "/v1/campaigns/{campaign_id}/rolls"), ("get", "/v1/campaigns/{campaign_id}/audit"),
    ("get", "/v1/campaigns/{campaign_id}/checkpoint"),
    ("post", "/v1/campaigns/{campaign_id}/forks"), ("get", "/v1/campaigns/{campaign_id}/lineage"),
    ("get", "/v1/campaigns/{campaign_id}/capsule"), ("post", "/v1/campaigns/import"),
    ("get", "/v1/key"), ("get", "/problems"), ("get", "/problems/{slug}"),
    ("get", "/health/live"), ("get", "/health/ready"),
}  # fmt: skip


def test_a_method_that_an_address_does_not_take_is_answered_with_all_that_it_takes(
    contract: dict[str, Any], plain: httpx.Client
) -> None:
    for path, item in contract["paths"].items():
        methods = {one.upper() for one in item} & {"GET", "POST", "PUT", "DELETE"}
        methods |= {"HEAD"} if "GET" in methods else set()
        answer = plain.request("PATCH", path.replace("{campaign_id}", desk(plain).id))
        assert answer.status_code == 405, path
        assert set(answer.headers["allow"].split(", ")) == methods, path


def test_version_1_only_adds(contract: dict[str, Any]) -> None:
    """What is new is written down here, so that it cannot go again."""
    assert {(method, path) for method, path, _ in operations(contract)} == EXPECTED


def test_commands_and_effects_are_told_apart_by_their_type(contract: dict[str, Any]) -> None:
    schemas = contract["components"]["schemas"]
    for name in ("Command", "Effect"):
        union = schemas[name]
        mapping = union["discriminator"]["mapping"]
        assert union["discriminator"]["propertyName"] == "type"
        assert {one["$ref"] for one in union["oneOf"]} == set(mapping.values())
        for kind, ref in mapping.items():
            schema = schemas[ref.rsplit("/", 1)[1]]
            assert schema["properties"]["type"]["enum"] == [kind]
            assert "type" in schema["required"]
    posted = {kind for system in discover().values() for kind in [c.type for c in system.commands]}
    assert set(schemas["Command"]["discriminator"]["mapping"]) == posted | set(KERNEL_SPECS)


def inner(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from inner(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from inner(value)


def reached(contract: dict[str, Any], start: Any) -> set[str]:
    """The names of all schemas that a schema rests on."""
    schemas, found, left = contract["components"]["schemas"], set(), [start]
    while left:
        for part in inner(left.pop()):
            name = str(part.get("$ref", "")).removeprefix("#/components/schemas/")
            if name in schemas and name not in found:
                found.add(name)
                left.append(schemas[name])
    return found


def test_what_is_sent_is_closed(contract: dict[str, Any]) -> None:
    bodies = [
        media["schema"]
        for _, _, operation in operations(contract)
        for kind, media in operation.get("requestBody", {}).get("content", {}).items()
        if kind == "application/json"
    ]
    assert len(bodies) == 7
    closed = 0
    for name in reached(contract, bodies):
        schema = contract["components"]["schemas"][name]
        if "properties" in schema:
            assert schema.get("additionalProperties") is False, name
            closed += 1
    assert closed > 20


def validator(contract: dict[str, Any], schema: Any) -> Any:
    whole = {**schema, "components": contract["components"]}
    return jsonschema.Draft202012Validator(whole)


def test_every_example_is_of_its_schema(contract: dict[str, Any]) -> None:
    seen = 0
    for _, path, operation in operations(contract):
        for kind, media in operation.get("requestBody", {}).get("content", {}).items():
            if kind == "application/json":
                assert "example" in media, path
                validator(contract, media["schema"]).validate(media["example"])
                seen += 1
    for name, schema in contract["components"]["schemas"].items():
        if "example" in schema:
            validator(contract, {"$ref": f"#/components/schemas/{name}"}).validate(
                schema["example"]
            )
            seen += 1
    commands = contract["components"]["schemas"]["Command"]["discriminator"]["mapping"].values()
    for ref in commands:
        assert "example" in contract["components"]["schemas"][ref.rsplit("/", 1)[1]]
    for response in contract["components"]["responses"].values():
        media = response["content"]["application/problem+json"]
        validator(contract, media["schema"]).validate(media["example"])
        seen += 1
    assert seen > 40


def test_every_problem_is_documented_where_it_is_told(contract: dict[str, Any]) -> None:
    assert set(contract["components"]["responses"]) == set(TYPES)
    for slug, response in contract["components"]["responses"].items():
        example = response["content"]["application/problem+json"]["example"]
        assert (example["type"], example["status"]) == (f"/problems/{slug}", TYPES[slug].status)
    for _, path, operation in operations(contract):
        errors = {status for status in operation["responses"] if status >= "4"}
        assert {"400", "404", "429", "503"} <= errors, path
        if "requestBody" in operation:
            assert {"413", "415"} <= errors, path
        if "{campaign_id}" in path and not path.endswith("/claims"):
            assert "401" in errors, path


def test_what_a_query_may_hold_is_stated(contract: dict[str, Any]) -> None:
    assert "Unknown or repeated parameters are rejected" in contract["info"]["description"]
    listed = {
        (operation["operationId"], parameter["name"]): parameter["schema"].get("enum")
        for _, _, operation in operations(contract)
        for parameter in operation.get("parameters", ())
    }
    assert set(listed["listCampaigns", "status"]) == {"open", "concluded", "imported", "read-only"}
    assert set(listed["importCampaign", "visibility"]) == {"public", "private"}
    error = contract["components"]["schemas"]["FieldError"]
    assert set(error["properties"]) == {"pointer", "detail", "parameter"}
    assert set(error["required"]) == {"pointer", "detail"}


def test_what_is_named_exists(contract: dict[str, Any]) -> None:
    ids = {operation["operationId"] for _, _, operation in operations(contract)}
    for part in inner(contract):
        ref = part.get("$ref")
        if isinstance(ref, str):
            target: Any = contract
            for step in ref.removeprefix("#/").split("/"):
                target = target[step]
        if "operationId" in part:
            assert part["operationId"] in ids


def test_bounds_and_limits_are_stated(contract: dict[str, Any]) -> None:
    schemas = contract["components"]["schemas"]
    assert schemas["PostBatch"]["properties"]["commands"]["maxItems"] == 200
    assert schemas["CreateCampaign"]["properties"]["name"]["maxLength"] == 80
    limits = 0
    for _, _, operation in operations(contract):
        for parameter in operation.get("parameters", ()):
            if parameter["name"] == "limit":
                assert (parameter["schema"]["minimum"], parameter["schema"]["maximum"]) == (1, 200)
                # Of what is sent as lines too, another default is the other form's.
                stated = parameter["schema"].get("default", parameter["description"])
                assert stated == 50 or "50 a page" in stated
                limits += 1
    assert limits == 5


def test_every_operation_and_parameter_says_what_it_is(contract: dict[str, Any]) -> None:
    for method, path, operation in operations(contract):
        said = f"{method} {path}"
        assert operation["summary"], said
        assert operation["description"].endswith("."), said
        for parameter in operation.get("parameters", ()):
            assert parameter["description"], f"{said} {parameter['name']}"
        for status, response in operation["responses"].items():
            assert response.get("description") or response.get("$ref"), f"{said} {status}"
    for tag in contract["tags"]:
        assert tag["description"]


def described(property_: dict[str, Any]) -> bool:
    """Whether a member says what it means, itself or by its type, where it may also be null."""
    types = [one for one in property_.get("anyOf", ()) if one != {"type": "null"}]
    return bool(property_.get("description") or (len(types) == 1 and types[0].get("description")))


def test_every_member_says_what_it_means(contract: dict[str, Any]) -> None:
    for name, schema in contract["components"]["schemas"].items():
        for member, property_ in schema.get("properties", {}).items():
            assert described(property_), f"{name}.{member}"


def test_every_schema_of_the_api_says_what_it_is(contract: dict[str, Any]) -> None:
    games = tuple(prefix(system) for system in discover().values())
    for name, schema in contract["components"]["schemas"].items():
        assert schema.get("description") or name.startswith(games), name


def test_views_of_every_game_are_told_apart_by_their_system(contract: dict[str, Any]) -> None:
    schemas = contract["components"]["schemas"]
    mapping = schemas["View"]["discriminator"]["mapping"]
    assert set(mapping) == set(discover())
    for key, ref in mapping.items():
        view = schemas[ref.rsplit("/", 1)[1]]
        assert view["properties"]["system"]["const"] == key
        game = schemas[view["properties"]["game"]["$ref"].rsplit("/", 1)[1]]
        assert game["properties"]
        assert game["additionalProperties"] is False
    for name, member in (("StateAnswer", "view"), ("StepPage", "view")):
        assert {"View", *(ref.rsplit("/", 1)[1] for ref in mapping.values())} <= reached(
            contract, schemas[name]["properties"][member]
        )


def test_no_object_is_without_a_shape(contract: dict[str, Any]) -> None:
    """An object names its members, or says that it takes any."""
    for part in inner(contract["components"]["schemas"]):
        if part.get("type") == "object" and "properties" not in part:
            assert "additionalProperties" in part, part


def test_a_cursor_is_a_text(contract: dict[str, Any]) -> None:
    pages = {
        name: schema["properties"]["next"]
        for name, schema in contract["components"]["schemas"].items()
        if "next" in schema.get("properties", {}) and "items" in schema["properties"]
    }
    assert len(pages) == 8
    for name, cursor in pages.items():
        assert cursor["anyOf"] == [{"type": "string"}, {"type": "null"}], name
    for _, path, operation in operations(contract):
        for parameter in operation.get("parameters", ()):
            if parameter["name"] == "after":
                assert parameter["schema"]["type"] == "string", path


def test_what_may_be_relied_on_is_stated(contract: dict[str, Any]) -> None:
    text = contract["info"]["description"]
    for words in ("The promise of `/v1`", "`Deprecation`", "`Sunset`", "twelve months"):
        assert words in text


def test_answers_are_of_their_schemas(contract: dict[str, Any], plain: httpx.Client) -> None:
    game = desk(plain).claim_all()
    game.do("referee", "civil-war.roll-year-event", entropy_="alea")
    values = {
        "campaign_id": game.id, "seq": "2", "system": "civil-war", "slug": "stale",
        "table": plain.get("/v1/systems/civil-war/tables").json()["items"][0]["key"],
        "document": plain.get("/v1/systems/civil-war").json()["documents"][0]["key"],
    }  # fmt: skip
    seen = 0
    for method, path, operation in operations(contract):
        content = operation["responses"].get("200", {}).get("content", {})
        if method != "get" or "application/json" not in content:
            continue
        url = path.format(**values)
        answer = plain.get(url, headers={"Authorization": f"Bearer {game.tokens['referee']}"})
        assert answer.status_code == 200, url
        validator(contract, content["application/json"]["schema"]).validate(answer.json())
        seen += 1
    assert seen > 15
