"""A throw's entropy is made once: a server that refuses buys itself no other throw."""

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.cli.test_play import EVENT, YEAR, create, game, home, http, invitation, page, referee
from tests.support.play import Game
from tests.support.player import Terminal, lines, run
from tests.support.servers import Running, app_of, running

__all__ = ["game", "home", "http"]

LOST = "lost"
RETRY, GIVE_UP = "--retry", "--give-up"


class Refusing:
    """The service behind something that answers commands and claims by a plan, then lets them
    through.

    A status refuses; `LOST` lets the command through and loses the answer; a callable is called
    before the command is let through.
    """

    def __init__(self, app: Any) -> None:
        self._app = app
        self.plan: list[int | str | Callable[[], object]] = []
        self.bodies: list[dict[str, Any]] = []
        self.claims: list[dict[str, str]] = []
        self.keys: list[str] = []
        self.heads: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._app, name)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """ASGI."""
        if scope["type"] != "http" or not scope["path"].endswith(("/commands", "/claims")):
            await self._app(scope, receive, send)
            return
        messages = [await receive()]
        while messages[-1].get("more_body"):
            messages.append(await receive())
        headers = {name.decode(): value.decode() for name, value in scope["headers"]}
        body = json.loads(b"".join(one.get("body", b"") for one in messages))
        if scope["path"].endswith("/claims"):
            self.claims.append(body)
        else:
            self.bodies.append(body)
            self.keys.append(headers["idempotency-key"])
            self.heads.append(headers["if-match"])
        step = self.plan.pop(0) if self.plan else None
        if isinstance(step, int):
            await self._refuse(step, send)
            return
        if callable(step):
            await asyncio.to_thread(step)

        async def again() -> Any:
            return messages.pop(0) if messages else await receive()

        async def swallowed(_: Any) -> None:
            return

        await self._app(scope, again, swallowed if step == LOST else send)
        if step == LOST:
            await self._refuse(502, send)

    async def _refuse(self, status: int, send: Any) -> None:
        slug = {412: "stale", 422: "rule-violation"}.get(status, "not-ready")
        problem = {"type": f"/problems/{slug}", "title": "No", "status": status, "detail": "no."}
        start = {"type": "http.response.start", "status": status, "headers": []}
        await send(start)
        await send({"type": "http.response.body", "body": json.dumps(problem).encode()})


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Refusing:
    """The service behind its plan."""
    return Refusing(app_of(tmp_path_factory.mktemp("refusing") / "data"))


@pytest.fixture(scope="module")
def server(refusing: Refusing) -> Iterator[Running]:
    """It on a socket."""
    with running(refusing) as server:  # type: ignore[arg-type]
        yield server


@pytest.fixture(autouse=True)
def fresh(refusing: Refusing) -> None:
    """Nothing planned, nothing seen."""
    for seen in (refusing.plan, refusing.bodies, refusing.claims, refusing.keys, refusing.heads):
        seen.clear()


def check_one_throw(refusing: Refusing, game: Game, attempts: int) -> None:
    """Whatever was sent had one key and one entropy, and became one event."""
    assert len(refusing.bodies) == attempts
    assert all(one == refusing.bodies[0] for one in refusing.bodies)
    assert len({*refusing.keys}) == 1
    items = game.get("referee", "/events").json()["items"]
    mine = [one["event"] for one in items if one["event"]["key"] == refusing.keys[0]]
    assert [one["entropy"] for one in mine] == [refusing.bodies[0]["entropy"]]
    assert len(refusing.bodies[0]["entropy"]) == 32


@pytest.mark.parametrize("again", [("--send", EVENT), ("--retry",)])
def test_a_refused_throw_is_sent_again_with_its_entropy(
    again: tuple[str, ...], refusing: Refusing, game: Game, home: Path, tmp_path: Path
) -> None:
    """After a refusal, a stale head, errors, and an answer that was lost."""
    refusing.plan += [422, 412, 500, 502, 503, 429, 422, LOST]
    codes = [referee(game, tmp_path, "--send", EVENT, "--yes")[0]]
    (kept,) = home.rglob("*.pending")
    assert kept.stat().st_mode & 0o777 == 0o600
    codes += [referee(game, tmp_path, *again, "--yes")[0] for _ in range(3)]
    code, shown = referee(game, tmp_path, *again, "--yes")
    assert ([*codes, code]) == [1, 1, 3, 1, 0]
    assert "stood there before: nothing was thrown twice" in shown
    check_one_throw(refusing, game, 9)
    assert not [*home.rglob("*.pending")]


def test_a_player_at_the_terminal_sends_it_again_with_its_entropy(
    refusing: Refusing, game: Game, tmp_path: Path
) -> None:
    refusing.plan += [422, 412]
    code, shown = referee(game, tmp_path, type_=lines("1", "y", "a", "a", "q"))
    assert code == 0, shown
    assert shown.count("Not yet in the log: civil-war.roll-year-event") == 2
    assert "It stands in the log as event 2.\n" in shown
    check_one_throw(refusing, game, 3)


def seated(game: Game, seat: str, tmp_path: Path) -> tuple[str | Path, ...]:
    """How the bot is called for a seat of a game whose seats are all claimed."""
    token = tmp_path / "token"
    token.write_text(game.claim_all().tokens[f"seat:{seat}"] or "")
    return ("play", page(game), "--token-file", token, "--bot", "steady")


def test_a_bot_sends_it_again_with_its_entropy(
    refusing: Refusing, http: httpx.Client, tmp_path: Path
) -> None:
    """For as long as the log itself lets it; a refusal by the rules is for the player to see."""
    game = create(http, "civil-war", "rubicon")
    call, retry = seated(game, "caesarian", tmp_path), ("--retry", "--yes")
    refusing.plan += [412, 503, 412, 422]
    code, terminal = run(lines(), *call)
    assert (code, "--retry sends it again" in terminal.text) == (1, True), terminal.text
    code, terminal = run(lines(), *call[:-2], *retry)
    assert code == 0, terminal.text
    check_one_throw(refusing, game, 5)


def test_a_bot_gives_up_what_another_has_done(
    refusing: Refusing, http: httpx.Client, tmp_path: Path
) -> None:
    game = create(http, "civil-war", "rubicon")
    call = seated(game, "caesarian", tmp_path)

    def first() -> None:
        head = {"If-Match": f'"{game.seq}"'}
        game.do("seat:republican", YEAR["type"], headers={**head, "Idempotency-Key": "theirs"})

    refusing.plan += [first, None, 422]
    code, terminal = run(lines(), *call)
    assert code == 1, terminal.text
    assert "Others were first." in terminal.text
    assert "It is given up." in terminal.text
    sent = [body["command"]["type"] for body in refusing.bodies]
    assert sent[:2] == [YEAR["type"]] * 2
    assert len(sent) == 3
    assert YEAR["type"] not in sent[2:]


def test_what_is_kept_bars_other_commands_until_it_is_given_up(
    refusing: Refusing, game: Game, tmp_path: Path
) -> None:
    refusing.plan += [422]
    assert referee(game, tmp_path, "--send", EVENT, "--yes")[0] == 1
    note = json.dumps({"type": "campaign.annotate", "seq": 1, "text": "alea"})
    code, shown = referee(game, tmp_path, "--send", note, "--yes")
    assert (code, "another command is kept" in shown) == (2, True)
    assert len(refusing.bodies) == 1
    assert referee(game, tmp_path, GIVE_UP) == (0, "It is given up.\n")
    assert referee(game, tmp_path, GIVE_UP)[0] == 2
    assert referee(game, tmp_path, "--send", note, "--yes")[0] == 0
    first, second = refusing.bodies
    assert first["entropy"] != second["entropy"]
    assert refusing.keys[0] != refusing.keys[1]


def test_who_gives_up_what_stands_in_the_log_is_told(
    refusing: Refusing, game: Game, tmp_path: Path
) -> None:
    refusing.plan += [LOST, 502, 502, 502]
    assert referee(game, tmp_path, "--send", EVENT, "--yes")[0] == 3
    _, shown = referee(game, tmp_path, GIVE_UP)
    assert shown == "It stands in the log already, as event 2.\n"
    check_one_throw(refusing, game, 4)


def test_a_claim_whose_answer_is_lost_is_made_again_with_its_token(
    refusing: Refusing, http: httpx.Client, home: Path
) -> None:
    game = create(http, "naval-battle", "naulochus")
    link = invitation(game, "active")
    refusing.plan += [502, LOST, 502, 502]
    assert run(lines(), "play", link, "--options")[0] == 3
    assert [*home.rglob("*.token")] == []
    refusing.plan += [LOST]
    assert run(lines(), "play", link, "--options")[0] == 0
    assert len(refusing.claims) == 6
    assert all(one == refusing.claims[0] for one in refusing.claims)
    (kept,) = home.rglob("*.token")
    assert kept.read_text().strip() == refusing.claims[0]["token"]
    assert [*home.rglob("*.claim")] == []
    assert game.campaign()["head"]["seq"] == 2


@pytest.mark.parametrize("by_hand", [False, True])
def test_it_is_sent_again_by_itself_where_only_other_answers_came_between(
    by_hand: bool, refusing: Refusing, http: httpx.Client
) -> None:
    game = create(http, "naval-battle", "naulochus")
    links = {seat: invitation(game, seat) for seat in game.invitations}
    for link in links.values():
        assert run(lines(), "play", link, "--options")[0] == 0
    agree = json.dumps({"type": "naval-battle.agree"})

    def other() -> None:
        code = _agree(game, "reactive", agree)
        assert code == 0

    def _agree(game: Game, seat: str, command: str) -> int:
        arguments = ("--as", seat, "--send", command, "--yes")
        return run(lines(), "play", page(game), *arguments)[0]

    refusing.plan += [other]
    if by_hand:
        typed = lines("Agree to a naval", "1", "y", "q")
        assert run(typed, "play", page(game), "--as", "active")[0] == 0
    else:
        assert _agree(game, "active", agree) == 0
    mine, theirs, again = refusing.bodies
    assert mine == again != theirs
    assert refusing.keys[0] == refusing.keys[2] != refusing.keys[1]
    assert refusing.heads == ['"3"', '"3"', '"4"']
    assert game.campaign()["head"]["seq"] == 5


@pytest.mark.parametrize("other", ["referee", "seat:reactive"])
def test_it_is_not_sent_again_by_itself_after_anything_but_an_answer(
    other: str, refusing: Refusing, http: httpx.Client
) -> None:
    """By somebody who is not awaited, or who still is."""
    game = create(http, "naval-battle", "naulochus").claim_all()
    header = {"Idempotency-Key": "k", "If-Match": '"3"'}
    note = {"seq": 1, "text": "alea", "headers": header}
    refusing.plan += [lambda: game.send(other, "campaign.annotate", **note)]
    link = page(game, f"?token={game.tokens['seat:active']}")
    agree = json.dumps({"type": "naval-battle.agree"})
    assert run(lines(), "play", link, "--send", agree, "--yes")[0] == 1
    assert len(refusing.bodies) == 2
    assert game.campaign()["head"]["seq"] == 4


def test_it_is_not_sent_again_by_itself_where_anything_else_came_between(
    refusing: Refusing, game: Game, tmp_path: Path
) -> None:
    note = {"type_": "campaign.annotate", "seq": 1, "text": "alea", "entropy_": ""}
    header = {"Idempotency-Key": "k", "If-Match": '"1"'}
    refusing.plan += [lambda: game.send("referee", headers=header, **note)]
    code, shown = referee(game, tmp_path, "--send", EVENT, "--yes")
    assert code == 1
    assert "--retry sends it again" in shown
    assert len(refusing.bodies) == 2
    terminal: list[Terminal] = []

    def answer(at: Terminal) -> str | None:
        terminal.append(at)
        return "y"

    code, shown = referee(game, tmp_path, RETRY, type_=answer)
    assert code == 0
    assert shown.index("Event 2: ") < shown.index("cannot be taken back")
    assert refusing.bodies[0] == refusing.bodies[2]
