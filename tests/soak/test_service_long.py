"""The service under much: the contract fuzzed, a crowd on two servers of one PostgreSQL, leaks.

With ``IACTA_SOAK`` set they take long, in a plain test run a short slice.
"""

import asyncio
import os
from pathlib import Path

import httpx
import msgspec
import pytest

from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.service.signing import check_signature
from iacta.service.store import migrate
from iacta.service.store.database import Database
from tests.conformance.subjects import WATCHES
from tests.contract.fuzz import fuzz, played
from tests.contract.generators import fuzz_import, fuzz_static, fuzz_stream, fuzz_tokens
from tests.service.watching import leak_in
from tests.support.host import ScriptedHost
from tests.support.loops import finish
from tests.support.play import ADJUDICATE, bearer, desk
from tests.support.postgres import drop_database, new_database
from tests.support.servers import app_of, running, systems

SOAK = bool(os.environ.get("IACTA_SOAK"))
SLICE = ("de-bello-punico", "naval-battle")
SAMNITE = WATCHES["samnite-wars"]
SEATS = tuple({"name": one.title, "seat": one.seat} for one in systems()["samnite-wars"].seats)
CROWDS = {
    f"samnite-wars of {players}": msgspec.structs.replace(
        SAMNITE, seats=SEATS[:players], commands=400
    )
    for players in (2, 3, 5)
}
WATCHED = {**WATCHES, **CROWDS} if SOAK else {key: WATCHES[key] for key in SLICE}
"""in a plain run `test_leaks` watches the others"""
CLIENTS = 64
EACH = 100 if SOAK else 2


def test_the_contract_holds_for_long(tmp_path: Path) -> None:
    with (
        running(app_of(tmp_path / "data")) as server,
        httpx.Client(base_url=server.url, timeout=60) as http,
    ):
        game = played(http)
        everything = "examples,coverage,fuzzing,stateful"
        examples, phases = (300, everything) if SOAK else (1, "stateful")
        everybody = ((game.tokens["referee"], game.id), (None, game.id), (None, None))
        for token, campaign in everybody if SOAK else everybody[2:]:
            fuzz(server, tmp_path, token=token, campaign=campaign, examples=examples, phases=phases)
        capsule = game.get("referee", "/capsule").content
        many = 5_000 if SOAK else 10
        assert fuzz_stream(http, game, many)
        assert 400 in fuzz_import(http, capsule, many)
        assert fuzz_tokens(http, played(http), many)
        fuzz_static(http, many)
        assert http.get(f"{game.path}/audit").json()["ok"]


@pytest.mark.parametrize("name", WATCHED)
def test_a_seat_is_told_nothing_that_it_must_not_know_over_whole_games(
    name: str, tmp_path: Path
) -> None:
    watch, system = WATCHED[name], systems()[name.split()[0]]
    assert leak_in(tmp_path, watch, system, enough=60 if SOAK else 2) == ""


@pytest.mark.parametrize("key", WATCHES if SOAK else ["naval-battle"])
def test_a_referee_who_sees_no_hands_is_told_nothing_of_them_over_whole_games(
    key: str, tmp_path: Path
) -> None:
    watch = msgspec.structs.replace(WATCHES[key], watcher="referee")
    assert leak_in(tmp_path, watch, systems()[key], enough=60 if SOAK else 2) == ""


def test_a_crowd_on_two_servers_loses_nothing(tmp_path: Path) -> None:
    url = new_database()
    database = Database(url)
    migrate.upgrade(database)
    database.close()
    apps = [app_of(tmp_path / name, url, host=ScriptedHost(name)) for name in ("one", "other")]
    with (
        running(apps[0]) as left,
        running(apps[1]) as right,
        httpx.Client(base_url=left.url, timeout=60) as http,
    ):
        game = desk(http)
        answers = finish(crowd([left.url, right.url], game.path, game.tokens["referee"]))
        count = CLIENTS * EACH
        made = [answer["event"]["seq"] for answer in answers]
        assert sorted(made) == list(range(2, count + 2))
        key = http.get("/v1/key").json()["key"]
        capsule = game.get("referee", "/capsule").content
        report = verify_capsule(capsule, check_signature, key=key, systems=systems())
        assert report.ok
        assert report.counts.events == count + 1
    drop_database(url)


async def crowd(urls: list[str], path: str, token: str | None) -> list[dict[str, dict[str, int]]]:
    """Everybody posts one command after another, half of them to each server."""
    body = {"command": {"type": "civil-war.adjudicate-combat", **ADJUDICATE}}

    async def one(number: int) -> list[dict[str, dict[str, int]]]:
        found = []
        limits = httpx.Limits(max_connections=None)
        base = urls[number % len(urls)]
        async with httpx.AsyncClient(
            base_url=base, headers=bearer(token), timeout=120, limits=limits
        ) as client:
            for i in range(EACH):
                key = {"Idempotency-Key": f"{number}.{i}"}
                sent = {**body, "entropy": f"{number}.{i}"}
                for again in range(2):
                    answer = await client.post(f"{path}/commands", json=sent, headers=key)
                    assert answer.status_code == (200 if again else 201), answer.text
                found.append(answer.json())
        return found

    everybody = await asyncio.gather(*(one(number) for number in range(CLIENTS)))
    return [answer for answers in everybody for answer in answers]
