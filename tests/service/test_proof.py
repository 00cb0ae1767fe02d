"""Proof and history over HTTP: receipts, capsules, imports, forks, rewinds, a restored backup."""

import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonpatch
import pytest
from litestar.testing import TestClient

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule, verify_receipt
from iacta.domain.kernel.proof import notes
from iacta.service.projections.fsck import check_campaign, check_log
from iacta.service.signing import check_signature
from iacta.service.store.read import Reader
from tests.support.environment import Below
from tests.support.forge import Forgery
from tests.support.host import ScriptedHost
from tests.support.keys import OTHER, Signer
from tests.support.play import ADJUDICATE, Game, bidding, desk
from tests.support.servers import KEY, NAME, app_of, problem, rows, sqlite_url, systems, unchanged

COMBAT: dict[str, Any] = {"type_": "civil-war.adjudicate-combat", **ADJUDICATE}
NDJSON = {"Content-Type": "application/x-ndjson"}


def report_on(http: httpx.Client, data: bytes, **more: Any) -> Any:
    key = http.get("/v1/key").json()["key"]
    return verify_capsule(data, check_signature, key=key, systems=systems(), **more)


def faults(http: httpx.Client) -> list[Any]:
    """What a check of the whole database finds."""
    here = http.app.state.context  # type: ignore[attr-defined]
    with here.database.reading() as connection:
        reader = Reader(connection)
        found = list(check_log(reader))
        for one in reader.campaign_ids():
            found += check_campaign(reader, one, here.systems, here.engine.links)
    return found


def take_in(
    http: httpx.Client, data: bytes, kind: str = NDJSON["Content-Type"], **params: Any
) -> httpx.Response:
    return http.post(
        "/v1/campaigns/import", content=data, headers={"Content-Type": kind}, params=params
    )


@pytest.fixture(scope="module")
def played(http: httpx.Client) -> Game:
    """A public game of Tally, played half way."""
    game = bidding(http, visibility="public")
    below = Below("proof")
    for _ in range(9):
        game.step(below)
    return game


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[httpx.Client]:
    """Another server, with another key's name and another world."""
    app = app_of(
        tmp_path / "elsewhere",
        name="elsewhere.example",
        signing_key="44" * 32,
        host=ScriptedHost("elsewhere"),
    )
    with TestClient(app) as client:
        yield client


def test_every_capsule_verifies_with_the_servers_key(http: httpx.Client, played: Game) -> None:
    for role in played.tokens:
        for steps in (False, True):
            answer = played.get(role, "/capsule", params={"steps": steps})
            assert answer.headers["content-type"].startswith("application/x-ndjson")
            assert "attachment" in answer.headers["content-disposition"]
            report = report_on(http, answer.content)
            assert report.ok
            assert report.check(9).result == "pass"
            assert report.check(10).result in ("pass", "not-run")


def test_every_receipt_verifies_and_shows_the_events_bytes(
    http: httpx.Client, played: Game
) -> None:
    key = http.get("/v1/key").json()["key"]
    events = played.get("referee", "/events", params={"limit": 200}).json()["items"]
    for item in events:
        receipt = played.get("nobody", f"/events/{item['event']['seq']}/receipt")
        assert receipt.headers["content-type"].startswith("text/plain")
        assert verify_receipt(receipt.text, check_signature, key=key).ok


def test_every_checkpoint_given_is_of_the_same_growing_log(http: httpx.Client) -> None:
    game = desk(http)
    given = [game.created["checkpoint"]]
    for _ in range(4):
        answer = game.do("referee", **COMBAT)
        given.append(answer["checkpoint"])
        note = notes.read_note(answer["checkpoint"]).checkpoint
        assert note.size == answer["event"]["seq"] == answer["head"]["seq"]
    assert game.get("referee", "/checkpoint").text == given[-1]
    capsule = game.get("referee", "/capsule").content
    report = report_on(http, capsule, older=given)
    assert report.ok


def test_steps_replay_the_view_patch_by_patch(played: Game) -> None:
    for role in ("referee", "seat:north", "nobody"):
        for limit in (1, 7, 200):
            after, view = 0, None
            while after is not None:
                page = played.get(role, "/steps", params={"after": after, "limit": limit}).json()
                assert view is None or page["view"] == view
                view = page["view"]
                for step in page["items"]:
                    view = jsonpatch.apply_patch(view, step["patch"])
                    at = played.get(role, "/state", params={"at": step["seq"]}).json()
                    assert at["view"] == view
                    assert step["text"]
                after = page["next"]


def test_a_capsule_is_taken_in_once(elsewhere: httpx.Client, played: Game, tmp_path: Path) -> None:
    data = played.get("nobody", "/capsule").content
    first = take_in(elsewhere, data)
    assert first.status_code == 201
    assert first.json()["id"] == played.id
    assert first.json()["status"] == "imported"
    assert first.headers["location"] == played.path
    with unchanged(sqlite_url(tmp_path / "elsewhere")):
        assert take_in(elsewhere, data).status_code == 200
        assert take_in(elsewhere, gzip.compress(data), "application/gzip").status_code == 200
        assert (
            take_in(
                elsewhere, played.get("nobody", "/capsule", params={"steps": True}).content
            ).status_code
            == 200
        )
    there = elsewhere.get(f"{played.path}/events", params={"limit": 200}).json()["items"]
    here = played.get("nobody", "/events", params={"limit": 200}).json()["items"]
    assert there == here, "byte for byte, and the same openings"
    assert (
        elsewhere.get(f"{played.path}/checkpoint").text == played.get("nobody", "/checkpoint").text
    )
    mine, theirs = (
        json.loads(client.get(f"{played.path}/capsule").text.splitlines()[0])
        for client in (played.http, elsewhere)
    )
    assert mine["key"] == theirs["key"], "the importing server signs nothing for it"
    assert elsewhere.get(f"{played.path}/capsule").content == data
    receipt = elsewhere.get(f"{played.path}/events/2/receipt").text
    assert verify_receipt(receipt, check_signature, key=mine["key"]).ok
    assert elsewhere.get(f"{played.path}/audit").json()["ok"]


def fought(http: httpx.Client) -> tuple[Game, bytes]:
    """A public campaign with a combat, and its capsule."""
    game = desk(http, visibility="public").claim_all()
    game.do("referee", **COMBAT)
    data = game.get("nobody", "/capsule").content
    return game, data


def test_what_is_imported_is_read_only_and_played_on_by_a_fork(
    elsewhere: httpx.Client, http: httpx.Client
) -> None:
    game, data = fought(http)
    assert take_in(elsewhere, data).status_code == 201
    assert elsewhere.get(game.path).json()["status"] == "imported"
    for path, body in (
        ("/commands", {"command": {"type": "civil-war.roll-year-event"}}),
        ("/tokens", {"role": "observer"}),
    ):
        assert elsewhere.post(f"{game.path}{path}", json=body).status_code == 401
    forked = elsewhere.post(f"{game.path}/forks", json={"at": 3, "name": "On"})
    assert forked.status_code == 201
    child = Game(elsewhere, forked.json())
    child.do("referee", **COMBAT)
    assert report_on(elsewhere, child.get("referee", "/capsule").content).ok
    assert [one["id"] for one in child.campaign()["lineage"]] == [game.id]


def test_what_is_imported_privately_is_read_with_its_token(
    elsewhere: httpx.Client, http: httpx.Client
) -> None:
    game, data = fought(http)
    answer = take_in(elsewhere, data, visibility="private")
    assert answer.status_code == 201
    assert set(answer.json()["tokens"]) == {"observer"}
    assert elsewhere.get(game.path).status_code == 404
    there = Game(elsewhere, {"campaign": {"id": game.id}, "invitations": {}, **answer.json()})
    assert there.get("observer", "/whoami").json()["role"] == "observer"
    assert there.campaign("observer")["status"] == "imported"
    assert there.get("observer", "/capsule").content == data
    problem(there.send("observer", "civil-war.roll-year-event"), "forbidden")
    problem(there.post("observer", "/tokens", {"role": "observer"}), "forbidden")
    forked = there.post("observer", "/forks", {"at": 3, "name": "On"})
    Game(elsewhere, forked.json()).do("referee", **COMBAT)


def test_hands_that_were_imported_privately_stay_hidden(
    elsewhere: httpx.Client, played: Game
) -> None:
    """Not even the file of one who sees them opens what the observer sees."""
    data = played.get("seat:north", "/capsule").content
    tokens = take_in(elsewhere, data, visibility="private").json()["tokens"]
    there = Game(elsewhere, {**played.created, "tokens": tokens, "invitations": {}})
    for path in ("/state", "/steps", "/rolls"):
        mine = there.get("observer", path).json()
        assert mine == played.get("nobody", path).json()
    problem(there.post("observer", "/forks", {"at": played.seq, "name": "x"}), "forbidden")


def test_the_same_file_makes_public_what_was_imported_and_nothing_else(
    elsewhere: httpx.Client, http: httpx.Client, tmp_path: Path, url: str
) -> None:
    game = desk(http)
    game.do("referee", **COMBAT)
    data = game.get("referee", "/capsule").content
    take_in(elsewhere, data, visibility="private")
    with unchanged(sqlite_url(tmp_path / "elsewhere")):
        again = take_in(elsewhere, data, visibility="private")
        assert (again.status_code, again.json()["tokens"]) == (200, {})
    assert elsewhere.get(game.path).status_code == 404
    again = take_in(elsewhere, data)
    assert (again.status_code, again.json()["tokens"]) == (200, {})
    assert elsewhere.get(game.path).json()["visibility"] == "public"
    assert game.id in elsewhere.get("/v1/campaigns").text
    with unchanged(sqlite_url(tmp_path / "elsewhere")):
        assert take_in(elsewhere, data, visibility="private").status_code == 200
    with unchanged(url):
        assert take_in(http, data).status_code == 200, "a campaign that is played here"
    assert http.get(game.path).status_code == 404


def test_another_log_of_the_same_campaign_differs(
    elsewhere: httpx.Client, http: httpx.Client, tmp_path: Path
) -> None:
    game = desk(http, visibility="public")
    game.do("referee", **COMBAT)
    game.do("referee", **COMBAT)
    data = game.get("nobody", "/capsule").content
    assert take_in(elsewhere, data).status_code == 201
    forged = Forgery(data)
    forged.event(3)["at"] = "2026-12-31T00:00:00.000Z"
    with unchanged(sqlite_url(tmp_path / "elsewhere")):
        same = Signer.of_server(NAME, KEY)
        problem(take_in(elsewhere, forged.whole(same).bytes()), "log-differs")


def test_a_longer_file_brings_up_to_date_what_is_kept(
    elsewhere: httpx.Client, tmp_path: Path
) -> None:
    """As though it had been kept at once: a witness keeps every file that a referee mails."""
    below, files = Below("witness"), []
    with TestClient(app_of(tmp_path / "data")) as http:
        game = bidding(http, visibility="public")
        while game.campaign()["status"] == "open":
            game.step(below)
            if game.seq % 7 == 0:
                files.append(game.get("nobody", "/capsule").content)
        files.append(game.get("nobody", "/capsule").content)
        game.agree()
        files.append(game.get("nobody", "/capsule").content)
    first, *later = [take_in(elsewhere, data).status_code for data in files]
    assert (first, {*later}) == (201, {200})
    with TestClient(
        app_of(tmp_path / "at once", name="elsewhere.example", signing_key="44" * 32)
    ) as http:
        assert take_in(http, files[-1]).status_code == 201
    url = sqlite_url(tmp_path / "elsewhere")
    assert rows(url) == rows(sqlite_url(tmp_path / "at once"))
    assert elsewhere.get(f"{game.path}/capsule").content == files[-1]
    assert elsewhere.get(f"{game.path}/audit").json()["ok"]
    assert faults(elsewhere) == []
    with unchanged(url):
        assert take_in(elsewhere, files[0]).status_code == 200, "there is more here already"


def test_what_is_kept_grows_by_its_own_server_only(
    elsewhere: httpx.Client, http: httpx.Client
) -> None:
    """Anyone who has a file could add an event that draws nothing, and sign it themselves."""
    game = desk(http, visibility="public")
    game.do("referee", **COMBAT)
    assert take_in(elsewhere, game.get("nobody", "/capsule").content).status_code == 201
    game.do("referee", "campaign.resign", for_="caesarian")
    forged = Forgery(game.get("nobody", "/capsule").content).sign(OTHER)
    forged.head["key"] = OTHER.key.text()
    before = game.get("nobody", "/capsule").content
    kept = elsewhere.get(f"{game.path}/events").json()
    assert take_in(elsewhere, forged.bytes()).status_code == 201, "a copy of its own"
    assert elsewhere.get(f"{game.path}/events").json() == kept
    assert take_in(elsewhere, before).status_code == 200
    assert elsewhere.get(game.path).json()["head"]["seq"] == game.seq
    assert faults(elsewhere) == []


DAMAGE: dict[str, Any] = {
    "a face": lambda f: f.draw("open")["dice"][0].update(face=7 - f.draw("open")["dice"][0]["face"]),  # noqa: E501
    "a missing event": lambda f: f.items.pop(2),
    "another link": lambda f: f.draw("open").update(link=2),
    "a signature": lambda f: setattr(f, "checkpoint", f.checkpoint[:-10] + "AAAAAAAA=\n"),
}  # fmt: skip


@pytest.mark.parametrize("what", DAMAGE)
def test_a_capsule_that_does_not_verify_is_refused(
    what: str, elsewhere: httpx.Client, http: httpx.Client, tmp_path: Path
) -> None:
    game = desk(http, visibility="public")
    for _ in range(3):
        game.do("referee", **COMBAT)
    forged = Forgery(game.get("nobody", "/capsule").content)
    DAMAGE[what](forged)
    elsewhere.get("/v1/key")
    with unchanged(sqlite_url(tmp_path / "elsewhere")):
        body = problem(take_in(elsewhere, forged.bytes()), "invalid-request")
        assert "check" in json.dumps(body["errors"]) or "verify" in body["detail"]


BAD: dict[str, bytes] = {
    "nothing": b"",
    "a line": b"x\n",
    "a gzip that is cut": gzip.compress(b"x" * 1000)[:30],
    "no gzip": b"\x1f\x8b" + b"x" * 50,
    "bad UTF-8": b"\xff\xfe\n",
    "another file": b'{"iacta":"else","version":1}\n',
    "deep nesting": b'{"a":' * 50_000 + b"\n",
}


@pytest.mark.parametrize("what", BAD)
def test_what_is_no_capsule_is_refused(what: str, http: httpx.Client, url: str) -> None:
    http.get("/v1/campaigns")
    kind = "application/gzip" if "gzip" in what else NDJSON["Content-Type"]
    with unchanged(url):
        problem(take_in(http, BAD[what], kind), "invalid-request")


def test_a_capsule_that_swells_is_too_large(tmp_path: Path) -> None:
    """What a small gzip unpacks to is limited as well."""
    from iacta.service.settings import Limits

    limits = Limits(creations_per_minute=99, import_bytes=100_000)
    with TestClient(app_of(tmp_path / "data", limits=limits)) as http:
        bomb = gzip.compress(b"\n" * 50_000_000)
        assert len(bomb) < 100_000
        answer = take_in(http, bomb, "application/gzip")
        assert answer.status_code in (400, 413)


def test_a_name_that_postgres_cannot_hold_is_no_fault(
    tmp_path: Path, http: httpx.Client, postgres: str
) -> None:
    game = desk(http, visibility="public")
    lines = game.get("nobody", "/capsule").content.splitlines(keepends=True)
    lines[0] = lines[0].replace(b'"name":"Alea"', b'"name":"A\\u0000B"')
    assert b"u0000" in lines[0]
    with TestClient(app_of(tmp_path / "data", postgres)) as there:
        answer = take_in(there, b"".join(lines))
        assert answer.status_code in (201, 400), answer.text
        noted = desk(there)
        noted.do("referee", "campaign.annotate", seq=1, text="a\0b")
        noted.do("referee", "campaign.conclude", reason="a\0b")


# --- forks and rewinds --------------------------------------------------------------------------


def test_a_fork_begins_anew_from_the_past_it_shares(http: httpx.Client, url: str) -> None:
    game = desk(http, visibility="public")
    for _ in range(4):
        game.do("referee", **COMBAT)
    before = len(rows(url)["events"])
    answer = game.post("nobody", "/forks", {"at": 3, "name": "If"})
    assert answer.status_code == 201
    assert len(rows(url)["events"]) == before + 1
    child = Game(http, answer.json()).claim_all()
    assert set(child.created["tokens"]) == {"referee", "observer"}
    game.tokens["child"] = child.tokens["referee"]
    problem(game.get("child"), "unauthorized")
    mine, theirs = (one.get("referee", "/events").json()["items"] for one in (child, game))
    assert mine[:3] == theirs[:3]
    assert mine[3]["event"]["effects"][0] | {"anchors": 0} == {
        "type": "forked", "parent": game.id, "at": 3, "parent_hash": theirs[2]["event"]["hash"],
        "anchors": 0, "seen": False, "keep_order": False,
    }  # fmt: skip
    a, b = child.do("referee", **COMBAT), game.do("referee", **COMBAT)
    assert a["event"]["draws"][0]["seed"] != b["event"]["draws"][0]["seed"]
    assert [one["id"] for one in game.campaign()["forks"]] == [child.id]
    tree = child.get("referee", "/lineage").json()["items"]
    assert [(one["id"], one["parent"], one["at"]) for one in tree] == [
        (game.id, None, None),
        (child.id, game.id, 3),
    ]
    problem(game.post("nobody", "/forks", {"at": 99, "name": "x"}), "invalid-request")


def test_a_rewind_appends_and_takes_the_game_back(http: httpx.Client) -> None:
    game = bidding(http)
    dealt = game.seq
    before = game.get("seat:north", "/state").json()["view"]["game"]
    for seat, bid in (("north", 3), ("east", 1), ("south", 0)):
        game.do(f"seat:{seat}", "tally.bid", bid=bid)
    game.do("seat:east", "campaign.consent", to=dealt)
    made = game.do("referee", "campaign.rewind", to=dealt, reason="a misread order")
    rewound = made["event"]["effects"][0]
    assert rewound == {
        "type": "rewound",
        "to": dealt,
        "reason": "a misread order",
        "consents": ["east"],
        "seen": True,
    }
    assert made["event"]["draws"][0]["chain"] == "sealed", "what was hidden is reshuffled"
    after = game.get("seat:north", "/state").json()["view"]["game"]
    assert after["boards"] == before["boards"]
    assert game.seq == dealt + 5, "nothing is deleted"
    audit = game.get("referee", "/audit").json()
    assert audit["rewinds"] == [{"seq": game.seq, "to": dealt, "seen": True}]
    assert audit["ok"]
    game.do("seat:north", "tally.bid", bid=1)


def test_after_a_restored_backup_play_goes_on_in_forks(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with TestClient(app_of(data)) as http:
        game = desk(http).claim_all()
        game.do("referee", **COMBAT)
        invitation = desk(http)
    shutil.copytree(data, tmp_path / "backup")
    with TestClient(app_of(data, host=ScriptedHost("later"))) as http:
        game.http = http
        lost = game.do("referee", **COMBAT)
        game.do("referee", **COMBAT)
        mailed = game.get("referee", "/capsule").content
    with TestClient(app_of(tmp_path / "backup", host=ScriptedHost("restored"))) as http:
        game.http = http
        engine = http.app.state.context.engine  # type: ignore[attr-defined]
        assert engine.mark_restored() == 2
        campaign = game.campaign()
        assert campaign["status"] == "read-only"
        with unchanged(sqlite_url(tmp_path / "backup")):
            problem(game.send("referee", **COMBAT), "read-only")
            problem(game.send("seat:caesarian", "campaign.annotate", seq=1, text="x"), "read-only")
            problem(
                game.post("referee", "/odds", {"command": {"type": "civil-war.roll-year-event"}}),
                "read-only",
            )
            problem(game.post("referee", "/tokens", {"role": "observer"}), "read-only")
            batch = {
                "mode": "all-or-none",
                "commands": [{"command": {"type": "civil-war.roll-year-event"}}],
            }
            problem(game.post("referee", "/command-batches", batch), "read-only")
            code = {"invitation": invitation.invitations["caesarian"]}
            problem(http.post(f"{invitation.path}/claims", json=code), "read-only")
            assert game.options("referee") == []
        assert game.get("referee", "/capsule").status_code == 200
        child = Game(http, game.post("referee", "/forks", {"at": 4, "name": "On"}).json())
        made = child.do("referee", **COMBAT)
        assert made["event"]["draws"][0]["seed"] != lost["event"]["draws"][0]["seed"]
        assert take_in(http, mailed).status_code == 200
        assert game.get("referee", "/capsule").content == mailed, "what was lost is here again"
        retry = {"Idempotency-Key": lost["event"]["key"]}
        again = game.send("referee", **COMBAT, headers=retry)
        assert (again.status_code, again.json()["event"]) == (200, lost["event"])
        assert game.campaign()["status"] == "read-only"
        assert faults(http) == []
        Game(http, game.post("referee", "/forks", {"at": game.seq, "name": "On"}).json())
        assert report_on(http, child.get("referee", "/capsule").content).ok


def test_dice_are_listed_with_how_they_are_proven(http: httpx.Client) -> None:
    game = desk(http, options={"entered_dice": True})
    game.do("referee", **COMBAT)
    game.do("referee", **COMBAT, entropy_="alea")
    game.do("referee", **COMBAT, entered_={"witness": "x", "faces": [2]})
    items = game.get("referee", "/rolls").json()["items"]
    assert [(one["seq"], one["class"]) for one in items] == [
        (2, "none"),
        (3, "entropy"),
        (4, "entered"),
    ]
    lines = game.get("referee", "/rolls", headers={"Accept": "application/x-ndjson"}).text
    assert [json.loads(line) for line in lines.splitlines()] == items
    table = game.get("referee", "/rolls", headers={"Accept": "text/csv"}).text.splitlines()
    assert len(table) == 4
    assert table[0].startswith("seq,at,chain,link,die,face,for,by,class")
    assert game.get("referee", "/audit").json()["draws"] == {"none": 1, "entropy": 1, "entered": 1}


def test_a_roll_names_the_cell_of_the_table_that_it_was_read_on(http: httpx.Client) -> None:
    game = desk(http)
    event = game.do("referee", "civil-war.roll-year-event")["event"]
    total = next(one["total"] for one in event["effects"] if "total" in one)
    rolls = game.get("referee", "/rolls").json()["items"]
    assert [roll["cell"] for roll in rolls[:2]] == [f"events, {total}"] * 2
