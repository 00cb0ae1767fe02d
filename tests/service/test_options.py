"""Options asked for less, for another, and again."""

from pathlib import Path
from typing import Any

import httpx
import msgspec
from litestar.testing import TestClient

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.kernel.contract.choices import concerns, narrowed, outlined
from iacta.service.http.offers import WITHHELD, offers
from tests.support.choosing import read_option
from tests.support.environment import Below, plain
from tests.support.play import Game, bidding, desk
from tests.support.servers import app_of
from tests.support.table import Table


def asked(game: Game, role: str, **params: str) -> dict[str, Any]:
    answer = game.get(role, "/options", params=params)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def rolling(http: httpx.Client, **members: Any) -> tuple[Game, str]:
    """A game in which a seat is to roll, with a card if it likes; and that seat."""
    game = bidding(http, **members)
    for seat, bid in (("north", 3), ("east", 1), ("south", 0)):
        game.do(f"seat:{seat}", "tally.bid", bid=bid)
    return game, "seat:north"


# --- less ---------------------------------------------------------------------------------------


def test_the_outline_holds_every_option_without_its_choices(http: httpx.Client) -> None:
    game, seat = rolling(http)
    whole, outline = asked(game, seat), asked(game, seat, of="*")
    assert (outline["at"], outline["waiting"]) == (whole["at"], whole["waiting"])
    assert outline["items"] == [plain(outlined(read_option(one))) for one in whole["items"]]
    assert "withheld" not in {**whole, **outline}


def test_of_a_thing_only_what_concerns_it_is_told(http: httpx.Client) -> None:
    game, seat = rolling(http)
    whole = [read_option(one) for one in asked(game, seat)["items"]]
    card = asked(game, seat, of="*")["items"][1]["concerns"][0]
    items = asked(game, seat, of=card)["items"]
    assert items == [plain(one) for item in whole if (one := narrowed(item, card)) is not None]
    assert [one["value"] for one in items[0]["choices"]["/card"]["one_of"]] == [card]


def test_an_option_is_asked_for_whole_by_its_id(http: httpx.Client) -> None:
    game, seat = rolling(http)
    for one in asked(game, seat)["items"]:
        assert asked(game, seat, of=one["id"])["items"] == [one]


def test_of_what_is_not_there_and_what_is_not_seen_nothing_is_told(http: httpx.Client) -> None:
    game, seat = rolling(http)
    card = asked(game, seat, of="*")["items"][1]["concerns"][0]
    unseen = game.get("referee", "/options", params={"for": "north", "of": card})
    unknown = game.get("referee", "/options", params={"for": "north", "of": "no such"})
    assert unseen.json()["items"] == []
    assert (unseen.content, unseen.headers["etag"]) == (unknown.content, unknown.headers["etag"])


def test_the_outline_of_zama_is_short() -> None:
    """The first movement of the largest battle: everything is half a megabyte."""
    table, below = Table.found(SYSTEM, "zama"), Below("zama")
    while table.standing.phase is None or table.standing.phase.key != "move":
        assert table.step(below)
    seat = f"seat:{table.standing.waiting[0].seat}"
    whole = offers(table.campaign, SYSTEM, seat, table.known(seat))
    assert len(msgspec.json.encode(whole)) > 300_000
    assert len(msgspec.json.encode([outlined(one) for one in whole])) < 4_000
    for unit in {id_ for one in whole for id_ in concerns(one)}:
        of_it = [one for item in whole if (one := narrowed(item, unit)) is not None]
        assert len(msgspec.json.encode(of_it)) < 60_000, unit


# --- for another --------------------------------------------------------------------------------


def test_the_referee_is_told_what_a_seat_may_do_as_far_as_they_may_see(http: httpx.Client) -> None:
    game, _ = rolling(http)
    found = asked(game, "referee", **{"for": "north"})
    ids = [one["id"] for one in found["items"]]
    kinds = ("stand.rolls", "consent", "resign", "annotate")
    assert ids == ["roll", *(f"campaign.{kind}" for kind in kinds)]
    assert found["withheld"] == WITHHELD
    assert asked(game, "referee", **{"for": "east"})["withheld"] == WITHHELD
    assert asked(game, "referee", **{"for": "north", "of": "*"})["withheld"] == WITHHELD
    game.do("referee", "tally.roll", for_="north", entropy_="alea")


def test_a_referee_who_sees_everything_is_told_everything(http: httpx.Client) -> None:
    game, seat = rolling(http, options={"referee_sees": "all"})
    found = asked(game, "referee", **{"for": "north"})
    mine = [one for one in asked(game, seat)["items"] if one["id"] != "campaign.consent-fork"]
    assert found["items"] == mine
    assert "withheld" not in found
    open_game = desk(http)
    assert "withheld" not in asked(open_game, "referee", **{"for": "caesarian"})


def test_only_the_referee_asks_for_a_seat_and_only_for_one_in_play(http: httpx.Client) -> None:
    game, seat = rolling(http, visibility="public")

    def refused(role: str, for_: str) -> tuple[int, str]:
        answer = game.get(role, "/options", params={"for": for_})
        return answer.status_code, answer.json()["type"].removeprefix("/problems/")

    assert refused("nobody", "north") == (401, "unauthorized")
    for role in (seat, "observer"):
        assert refused(role, "north") == (403, "forbidden")
    for nobody in ("west", "seat:north", "North", ""):
        assert refused("referee", nobody) == (400, "invalid-request")
    assert game.get(seat, "/options", params={"of": ""}).status_code == 400


# --- again --------------------------------------------------------------------------------------


def test_options_that_the_reader_has_are_not_sent_again(http: httpx.Client) -> None:
    game, seat = rolling(http)
    answer = game.get(seat, "/options")
    tag = answer.headers["etag"]
    assert tag.startswith(f'W/"{game.seq}-')
    assert "Authorization" in answer.headers["vary"]
    again = game.get(seat, "/options", headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    game.do("referee", "campaign.annotate", seq=1, text="x")
    assert game.get(seat, "/options", headers={"If-None-Match": tag}).status_code == 200
    other = game.get("observer", "/options", params={"for": "x"}, headers={"If-None-Match": tag})
    assert other.status_code == 403


def test_a_read_only_campaigns_tag_is_another(tmp_path: Path) -> None:
    """A reader's copy of the options from before is not confirmed once nothing may be done."""
    with TestClient(app_of(tmp_path / "data")) as http:
        game = bidding(http)
        tag = game.get("seat:north", "/options").headers["etag"]
        http.app.state.context.engine.mark_restored()  # type: ignore[attr-defined]
        answer = game.get("seat:north", "/options", headers={"If-None-Match": tag})
        assert (answer.status_code, answer.json()["items"]) == (200, [])
