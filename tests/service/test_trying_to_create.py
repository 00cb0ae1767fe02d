"""A campaign that is checked and not created; who is awaited since when; what switches mean."""

from typing import Any

import httpx
import pytest

from iacta.service.campaigns.engine import Engine
from tests.support.play import bidding, found
from tests.support.servers import problem

BODY = {"system": "civil-war", "scenario": "rubicon", "name": "Alea", "visibility": "public"}


def tried(http: httpx.Client, **members: Any) -> httpx.Response:
    return http.post("/v1/campaigns", json={**BODY, "dry_run": True, **members})


def document(http: httpx.Client) -> dict[str, Any]:
    whole: dict[str, Any] = http.get("/v1/systems/civil-war/data/map").json()
    return whole


def test_a_dry_run_tells_what_a_campaign_would_be_created_with(http: httpx.Client) -> None:
    before = http.get("/v1/campaigns").json()
    answer = tried(http, options={"crossing": "faction-leaders"}, data={"map": document(http)})
    assert answer.status_code == 200, answer.text
    plain = answer.json()
    assert plain["custom"] == ["map"]
    assert plain["options"]["crossing"] == "faction-leaders"
    assert plain["options"]["initiative"] == "points"
    assert [seat["seat"] for seat in plain["seats"]] == ["caesarian", "republican"]
    assert "location" not in answer.headers
    assert http.get("/v1/campaigns").json() == before
    game = found(http, "civil-war", "rubicon", options={"crossing": "faction-leaders"})
    assert game.campaign()["options"] == plain["options"]


def test_a_dry_run_asks_nothing_of_the_writer(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object, **__: object) -> None:
        raise AssertionError("the writer was asked")

    for name in ("submit", "submit_alone"):
        monkeypatch.setattr(Engine, name, never)
    assert tried(http).status_code == 200


@pytest.mark.parametrize(
    ("members", "pointer"),
    [
        ({"system": "chess"}, "/system"),
        ({"scenario": "waterloo"}, "/scenario"),
        ({"options": {"crossing": "never"}}, "/options/crossing"),
        ({"seats": [{"name": "x", "seat": "nobody"}]}, "/seats/0/seat"),
        ({"name": "Alea\u200b"}, "/name"),
        ({"data": {"map": {"zones": 7}}}, "/data/map/zones"),
    ],
)
def test_what_is_wrong_is_named_as_at_creation(
    http: httpx.Client, members: dict[str, Any], pointer: str
) -> None:
    told = [
        problem(http.post("/v1/campaigns", json={**BODY, **members, "dry_run": dry}), slug)
        for dry in (True, False)
        for slug in ["invalid-request"]
    ]
    assert [one["errors"] for one in told[:1]] == [one["errors"] for one in told[1:]]
    assert told[0]["errors"][0]["pointer"] == pointer


def test_the_list_the_campaign_and_the_options_say_since_when_a_seat_is_awaited(
    http: httpx.Client,
) -> None:
    game = bidding(http, visibility="public")
    at = game.get("referee", "/events/5").json()["event"]["at"]
    game.do("seat:north", "tally.bid", bid=1)
    (listed,) = [one for one in http.get("/v1/campaigns").json()["items"] if one["id"] == game.id]
    waiting = [
        listed["waiting"],
        game.campaign()["waiting"],
        game.get("seat:east", "/options").json()["waiting"],
    ]
    assert waiting[0] == waiting[1] == waiting[2]
    assert {one["seat"]: one["since"] for one in waiting[0]} == {
        seat: {"seq": 5, "at": at} for seat in ("east", "south")
    }


def test_every_value_of_a_switch_says_what_it_means(http: httpx.Client) -> None:
    for system in http.get("/v1/systems").json()["items"]:
        for switch in http.get(f"/v1/systems/{system['system']}").json()["switches"]:
            assert len(switch["titles"]) == len(switch["values"])
            assert switch["default"] == switch["values"][0]
    hidden, shown = (
        {switch["key"]: switch for switch in http.get(f"/v1/systems/{key}").json()["switches"]}
        for key in ("samnite-wars", "civil-war")
    )
    told = [
        dict(zip(one["referee_sees"]["values"], one["referee_sees"]["titles"], strict=True))
        for one in (hidden, shown)
    ]
    assert told[0] == told[1]
