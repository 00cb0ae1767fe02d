"""Options are of the contract, and the schemas that they name are found and hold commands."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import httpx
import jsonschema
import pytest

from iacta.domain.kernel.campaign.facts import decode_recorded_change
from iacta.domain.kernel.campaign.requests import parse_command, specs_of
from iacta.domain.kernel.contract.choices import fill
from iacta.service.app import create_app
from iacta.service.http.choices import EXAMPLE
from iacta.service.http.offers import offers
from iacta.service.settings import Settings
from tests.conformance.subjects import IDS, SCENARIOS, Subject
from tests.support.choosing import at, read_option
from tests.support.environment import Below, plain
from tests.support.play import ADJUDICATE, desk
from tests.support.servers import systems
from tests.support.table import Table

SCHEMAS = "#/components/schemas/"


@pytest.fixture(scope="module")
def contract() -> dict[str, Any]:
    """The contract of a server with the tests' own system as well."""
    app = create_app(Settings(), systems=systems())
    found: dict[str, Any] = json.loads(app.state.contract())
    return found


def validator(contract: dict[str, Any], address: str) -> Any:
    """A validator of the schema at an address, which must be there."""
    document, _, fragment = address.partition("#")
    assert document == "/openapi.json"
    assert isinstance(at(contract, fragment), dict)
    whole = {"$ref": f"#{fragment}", "components": contract["components"]}
    return jsonschema.Draft202012Validator(whole)


def free(choices: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every choice by a schema among ``choices`` and what they bring: pointer and address."""
    for pointer, choice in choices.items():
        if "schema" in choice:
            yield pointer, choice["schema"]
        for item in choice.get("one_of", ()):
            yield from free(item.get("choices", {}))


@cache
def offered(key: str, scenario: str) -> list[dict[str, Any]]:
    """What roles are offered in the first twenty moments of a game that bots play, each once.

    Those show every kind of choice, taken together over the scenarios.
    """
    system = next(one.system for one, _ in SCENARIOS if one.system.key == key)
    table, below = Table.found(system, scenario), Below("choices")
    found: dict[str, dict[str, Any]] = {}
    for _ in range(20):
        for role in table.roles:
            for option in plain(offers(table.campaign, system, role, table.known(role))):
                found[repr(option)] = option
        if table.campaign.outcome or not table.step(below):
            break
    return list(found.values())


def command_of(subject: Subject, kind: str) -> dict[str, Any]:
    """A whole command of a type."""
    if kind == "campaign.rule":
        return {"type": kind, "text": "t", "reason": "r", "changes": [subject.declared("change")]}
    return {"type": kind, **specs_of(subject.system)[kind].example}


@pytest.mark.parametrize(("subject", "scenario"), SCENARIOS, ids=IDS)
def test_every_schema_that_an_option_names_is_there_and_holds_its_commands(
    subject: Subject, scenario: str, contract: dict[str, Any]
) -> None:
    seen: set[tuple[str, str, str]] = set()
    for option in offered(subject.system.key, scenario):
        for pointer, address in free(option.get("choices", {})):
            seen.add((option["command"]["type"], pointer, address))
    written = subject.system.rulings is None
    assert [kind for kind, _, _ in seen].count("campaign.rule") == written
    for kind, pointer, address in seen:
        schema, command = validator(contract, address), command_of(subject, kind)
        parse_command(specs_of(subject.system), command)
        schema.validate(at(command, pointer))
        for wrong in ({"none": 1}, [{"type": "none"}], 1, None):
            assert not schema.is_valid(wrong)
    decode_recorded_change(subject.system, subject.declared("change"))


@pytest.mark.parametrize(("subject", "scenario"), SCENARIOS, ids=IDS)
def test_what_is_offered_is_of_the_contract(
    subject: Subject, scenario: str, contract: dict[str, Any]
) -> None:
    schema = validator(contract, "/openapi.json#/components/schemas/Option")
    for option in offered(subject.system.key, scenario):
        schema.validate(option)


def test_a_choice_that_is_none_is_not_of_the_contract(contract: dict[str, Any]) -> None:
    schema = validator(contract, "/openapi.json#/components/schemas/Choice")
    for wrong in ({}, {"any_of": []}, {"one_of": [1]}, {"integer": {"min": 1}}, {"text": 3}):
        assert not schema.is_valid(wrong)
    nested = {"one_of": [{"value": 1, "title": "x", "choices": {"/to": {}}}]}
    assert not schema.is_valid(nested)


def test_the_contracts_example_of_options_can_be_filled() -> None:
    first = read_option(EXAMPLE["items"][0])
    below = Below("example")
    assert fill(first, below).keys() == {"type", "unit", "to"}


def test_what_a_client_is_offered_is_found_on_its_server(http: httpx.Client) -> None:
    game = desk(http)
    contract = http.get("/openapi.json").json()
    found = {
        option["command"]["type"]: list(free(option.get("choices", {})))
        for option in game.options("referee")
    }
    ((pointer, address),) = found["civil-war.adjudicate-combat"]
    assert pointer == ""
    schema = validator(contract, address)
    command = {"type": "civil-war.adjudicate-combat", **ADJUDICATE}
    schema.validate(command)
    assert not schema.is_valid({**command, "crossing": "yes"})
    game.do("referee", "civil-war.adjudicate-combat", **ADJUDICATE)
    assert found["campaign.rule"] == []
