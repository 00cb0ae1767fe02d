"""`iacta play` against a running server."""

import contextlib
import http.server as http_server
import json
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from iacta.service.cli.remote.address import Address, read_address
from iacta.service.cli.remote.client import Client
from iacta.service.cli.remote.keeping import Pending
from iacta.service.cli.remote.session import own_dice
from iacta.service.cli.remote.telling import tell_odds
from tests.support.environment import Below
from tests.support.play import ADJUDICATE, Game, bearer
from tests.support.player import Player, Terminal, lines, run
from tests.support.servers import AMPLE, Running, app_of, running

GAMES = [
    ("civil-war", "rubicon"),
    ("de-bello-punico", "trebbia"),
    ("naval-battle", "naulochus"),
    ("samnite-wars", "standard"),
]
YEAR = {"type": "civil-war.roll-year-event"}
EVENT = json.dumps(YEAR)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on a socket."""
    with running(app_of(tmp_path_factory.mktemp("play") / "data")) as server:
        yield server


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A client of a server that takes little time for odds."""
    limits = msgspec.structs.replace(AMPLE, odds_milliseconds=100)
    app = app_of(tmp_path_factory.mktemp("hasty") / "data", limits=limits)
    with running(app) as server, httpx.Client(base_url=server.url) as http:
        yield http


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's configuration folder; nobody waits before asking again."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(Client, "pause", staticmethod(lambda seconds: None))
    return tmp_path / "config" / "iacta"


@pytest.fixture
def http(server: Running) -> Iterator[httpx.Client]:
    """The server, as other clients ask it."""
    with httpx.Client(base_url=server.url) as http:
        yield http


def create(http: httpx.Client, system: str, scenario: str, visibility: str = "private") -> Game:
    """A campaign with nobody at it yet."""
    body = {"system": system, "scenario": scenario, "name": "Alea", "visibility": visibility}
    answer = http.post("/v1/campaigns", json=body)
    assert answer.status_code == 201, answer.text
    return Game(http, answer.json())


def page(game: Game, query: str = "") -> str:
    """A campaign's page."""
    return f"{game.http.base_url}/#/campaigns/{game.id}{query}".replace("//#", "/#")


def invitation(game: Game, seat: str) -> str:
    """The link that a player is sent."""
    return page(game, f"?invite={game.invitations[seat]}&seat={seat}")


@pytest.fixture
def game(http: httpx.Client, tmp_path: Path) -> Game:
    """The civil war's table, with its referee's token in a file."""
    game = create(http, "civil-war", "table")
    (tmp_path / "referee").write_text(game.tokens["referee"] or "")
    return game


def referee(game: Game, tmp_path: Path, *arguments: str, type_: Any = None) -> tuple[int, str]:
    """Run `iacta play` as the referee; the exit code and what was shown."""
    token = ("--token-file", tmp_path / "referee")
    code, terminal = run(type_ or lines(), "play", page(game), *token, *arguments)
    return code, terminal.text


@pytest.mark.parametrize(("system", "scenario"), GAMES)
def test_seats_play_a_game_by_the_numbers_that_the_terminal_shows(
    system: str, scenario: str, hasty: httpx.Client
) -> None:
    game = create(hasty, system, scenario)
    below, sent = Below(system), 0
    for seat in game.invitations:
        code, terminal = run(lines(), "play", invitation(game, seat))
        assert (code, f"You hold seat:{seat} now" in terminal.text) == (0, True)
    while sent < 20:
        awaited = [one["seat"] for one in game.campaign()["waiting"]]
        if awaited == ["referee"]:
            (offered, *_) = game.options("referee")
            game.do("referee", type_=offered["command"].pop("type"), **offered["command"])
            continue
        seat = awaited[below(len(awaited))]
        before = game.campaign()["head"]["seq"]
        code, terminal = run(Player(below), "play", page(game), "--as", seat)
        assert code == 0, terminal.text
        answer = game.get("referee", "/events", params={"after": before}).json()
        first, *others = [item["event"]["by"] for item in answer["items"]]
        assert first == f"seat:{seat}", terminal.text
        assert set(others) <= {"service"}  # what seats have answered in advance
        assert "WARNING" not in terminal.text
        sent += 1
    events = game.get("referee", "/events?limit=100").json()["items"]
    by_hand = [one["event"] for one in events if one["event"]["by"] not in ("referee", "service")]
    entropies = [one["entropy"] for one in by_hand]
    played = [one for one in entropies if one]
    assert len({*played}) == len(played) >= 20
    assert {len(one) for one in played} == {32}


def test_a_token_is_kept_for_its_user_alone_and_never_shown(http: httpx.Client, home: Path) -> None:
    game = create(http, "civil-war", "rubicon")
    seat, other = game.invitations
    code, terminal = run(lines(), "play", invitation(game, seat), "--options")
    assert code == 0
    (kept,) = home.rglob("*.token")
    assert kept.name == f"seat.{seat}.token"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert {stat.S_IMODE(one.stat().st_mode) for one in home.rglob("*") if one.is_dir()} == {0o700}
    token = kept.read_text().strip()
    assert game.http.get(f"{game.path}/whoami", headers=bearer(token)).json()["seat"] == seat
    assert token not in terminal.text
    # The same link again finds the seat that it claimed.
    assert run(lines(), "play", invitation(game, seat), "--options")[0] == 0
    code, terminal = run(lines(), "play", invitation(game, other), "--options")
    assert code == 0
    code, terminal = run(lines(), "play", page(game), "--options")
    assert (code, "choose by --as" in terminal.text) == (2, True)
    for named in (seat, f"seat:{seat}"):
        assert run(lines(), "play", page(game), "--as", named, "--options")[0] == 0


def test_a_token_goes_to_no_other_server(http: httpx.Client, server: Running) -> None:
    game = create(http, "civil-war", "rubicon")
    seat = next(iter(game.invitations))
    assert run(lines(), "play", invitation(game, seat), "--options")[0] == 0
    with other_server([]) as (url, asked):
        code, _ = run(lines(), "play", f"{url}/#/campaigns/{game.id}", "--options")
        assert code == 1
        assert asked
        assert all("authorization" not in headers for _, headers, _ in asked)
    moved = ("302", {"Location": f"{server.url}{game.path}/options"}, b"")
    with other_server([moved] * 9) as (url, asked):
        code, terminal = run(lines(), "play", f"{url}/#/campaigns/{game.id}", "--options")
        assert (code, "the server has moved" in terminal.text) == (3, True)
        assert len(asked) == 1, "it will not have moved back by the next time"


Asked = tuple[str, dict[str, str], bytes]
"""path, headers, body"""
Answer = tuple[str, dict[str, str], bytes]
"""status, headers, body"""


@contextlib.contextmanager
def other_server(
    answers: list[tuple[str, dict[str, str], bytes]],
) -> Iterator[tuple[str, list[Asked]]]:
    """A server that gives these answers, then 404; its address, and what it was asked."""
    asked: list[Asked] = []

    class Handler(http_server.BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            asked.append((self.path, headers, body))
            status, more, content = answers.pop(0) if answers else ("404", {}, b"{}")
            self.send_response(int(status))
            for name, value in {**more, "Content-Length": str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = answer  # noqa: N815

        def log_message(self, *_: Any) -> None:
            """Nothing."""

    with http_server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", asked
        finally:
            server.shutdown()
            thread.join()


def test_json_is_what_the_api_answers(game: Game, tmp_path: Path) -> None:
    code, shown = referee(game, tmp_path, "--options", "--json")
    assert code == 0
    assert json.loads(shown) == game.get("referee", "/options").json()
    code, shown = referee(game, tmp_path, "--odds", EVENT, "--json")
    assert code == 0
    assert json.loads(shown) == game.post("referee", "/odds", {"command": YEAR}).json()
    code, shown = referee(game, tmp_path, "--send", EVENT, "--yes", "--json")
    assert code == 0
    answer = json.loads(shown)
    assert answer.keys() == {"event", "openings", "head", "checkpoint"}
    assert answer["event"] == game.get("referee", "/events/2").json()["event"]
    code, shown = referee(game, tmp_path, "--send", EVENT, "--yes", "--json", "--at", "1")
    assert code == 1
    assert json.loads(shown)["type"] == "/problems/stale"


def test_a_refusal_tells_its_rule_and_keeps_nothing(game: Game, tmp_path: Path) -> None:
    wrong = json.dumps({"type": "civil-war.roll-year-event", "year": 3})
    code, shown = referee(game, tmp_path, "--send", wrong, "--yes")
    assert code == 1
    assert "error: The request is malformed" in shown
    code, shown = referee(game, tmp_path, "--give-up")
    assert (code, "no command is kept" in shown) == (2, True)


def test_the_player_waits_until_somebody_acts(http: httpx.Client) -> None:
    game = create(http, "naval-battle", "naulochus").claim_all()
    moves: list[threading.Thread] = []

    def type_(terminal: Terminal) -> str | None:
        answer = next(typed, None)
        if answer == "w":
            done = threading.Thread(target=game.do, args=("seat:reactive", "naval-battle.decline"))
            moves.append(done)
            done.start()
        return answer

    typed = iter(["Agree to a naval", "1", "y", "w", "q"])
    link = page(game, f"?token={game.tokens['seat:active']}")
    code, terminal = run(type_, "play", link)
    for done in moves:
        done.join()
    assert (code, len(moves)) == (0, 1), terminal.text
    _, _, waited = terminal.text.partition("Waiting. Ctrl-C ends it.")
    assert "Event 5: No battle: the Pompeians decline." in waited
    assert "The game is over: no battle" in waited
    assert "Awaited" not in waited


def sse(*seqs: int) -> bytes:
    """A stream of events, as short as can be."""
    parts = [f'id: {seq}\ndata: {{"event":{{"seq":{seq}}}}}\n\n' for seq in seqs]
    return "".join(["retry: 2000\n: iacta\n\n", *parts]).encode()


def test_a_stream_that_breaks_is_resumed_after_its_last_event() -> None:
    campaign = b'{"head":{"seq":4}}'
    answers: list[Answer] = [
        ("200", {}, campaign),
        ("200", {}, sse(5, 6)),
        ("503", {"Retry-After": "1"}, b"{}"),
        ("200", {}, sse()),
        ("200", {}, sse(7)),
        ("401", {}, b'{"type": "/problems/unauthorized", "title": "Authentication required"}'),
    ]
    where = "/#/campaigns/01234567-89ab-7def-8123-456789abcdef"
    with other_server(answers) as (url, asked):
        code, terminal = run(lines(), "play", f"{url}{where}", "--follow", "--json")
    *events, problem = terminal.text.split("\n", 3)
    assert [json.loads(line)["event"]["seq"] for line in events] == [5, 6, 7]
    assert (code, json.loads(problem)["type"]) == (1, "/problems/unauthorized")
    after = [path.rpartition("=")[2] for path, _, _ in asked[1:]]
    assert after == ["4", "6", "6", "6", "7"]


def test_a_server_that_is_gone_is_told_with_its_own_code(tmp_path: Path) -> None:
    with other_server([]) as (url, _):
        gone = url
    where = f"{gone}/#/campaigns/01234567-89ab-7def-8123-456789abcdef"
    code, terminal = run(lines(), "play", where, "--options")
    assert (code, "does not answer" in terminal.text) == (3, True)
    with other_server([("200", {}, b"<html>")] * 4) as (url, _):
        code, terminal = run(lines(), "play", where.replace(gone, url), "--options")
    assert (code, "no Iacta server" in terminal.text) == (3, True)


def test_a_wait_that_is_no_number_is_the_usual_one() -> None:
    busy: Answer = ("503", {"Retry-After": "\u00b2"}, b'{"title": "Not ready"}')
    with other_server([busy] * 4) as (url, asked):
        where = f"{url}/#/campaigns/01234567-89ab-7def-8123-456789abcdef"
        code, terminal = run(lines(), "play", where, "--options")
    assert (code, "Not ready" in terminal.text, len(asked)) == (3, True, 4)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--options", "--follow"), "one of --options"),
        (("--json",), "--json needs one of"),
        (("--send", EVENT, "--json"), "need --yes"),
        (("--send", "-"), "need --yes"),
        (("--send", "{", "--yes"), "not JSON"),
        (("--send", "[]", "--yes"), "a command is a JSON object"),
        (("--send", "@none", "--yes"), "none cannot be read"),
        (("--as", "rome", "--options"), "no token of seat:rome is kept"),
        ((), "no token is kept"),
    ],
)
def test_wrong_usage_is_told_with_its_own_code(
    arguments: tuple[str, ...], why: str, http: httpx.Client
) -> None:
    game = create(http, "civil-war", "table", "public")
    code, terminal = run(lines(), "play", page(game), *arguments)
    assert (code, why in terminal.text) == (2, True), terminal.text


@pytest.mark.parametrize(
    "url",
    [
        "alea", "ftp://h/#/campaigns/x", "http://h/", "http://h/#/campaigns/x", "http://[/",
        "http://me:secret@h/#/campaigns/01234567-89ab-7def-8123-456789abcdef",
    ],
)  # fmt: skip
def test_an_address_of_no_campaign_is_wrong_usage(url: str) -> None:
    assert run(lines(), "play", url)[0] == 2


ID = "01234567-89ab-7def-8123-456789abcdef"


@pytest.mark.parametrize(
    "url",
    [
        f"https://H.example/#/campaigns/{ID}",
        f"https://h.example/#/campaigns/{ID}?at=7",
        f"https://h.example/v1/campaigns/{ID}",
        f"https://h.example/v1/campaigns/{ID}/options?x=1",
    ],
)
def test_every_address_of_a_campaign_leads_to_it(url: str) -> None:
    assert read_address(url) == Address("https://h.example", ID)
    moved = url.replace("example/", "example/alea/")
    assert read_address(moved).api == f"https://h.example/alea/v1/campaigns/{ID}"


def test_odds_are_shown_as_bars_before_the_throw(game: Game, tmp_path: Path) -> None:
    code, shown = referee(game, tmp_path, type_=lines("1", "n", "q"))
    assert code == 0
    odds = game.post("referee", "/odds", {"command": YEAR}).json()["outcomes"]
    for one in odds:
        assert f"{one['probability']}  █" in shown
    assert shown.index("█") < shown.index("cannot be taken back")
    assert game.campaign()["head"]["seq"] == 1
    assert referee(game, tmp_path, "--odds", EVENT)[1].count("█  ") == len(odds)


def test_what_is_at_stake_is_told_in_plain_lines(game: Game, tmp_path: Path) -> None:
    combat = {"type": "civil-war.adjudicate-combat", **ADJUDICATE}
    code, shown = referee(game, tmp_path, "--odds", json.dumps(combat))
    told = game.post("referee", "/odds", {"command": combat}).json()
    assert code == 0
    assert "+3  TB of Caesar, attacking  CW 8.6a" in shown
    first = shown.index("█")
    assert all(-1 < shown.find(line) < first for line in told["text"])
    assert all(one["text"][0] in shown[first:] for one in told["outcomes"])


def test_the_worst_outcome_is_marked_with_what_it_costs(capsys: pytest.CaptureFixture[str]) -> None:
    swing = {"seat": "rome", "title": "Rout Points", "unit": "points", "loss": True}
    costly = {"probability": "1/6", "outcome": {"hit": True}, "text": ["A hit.", "It hurts."]}
    tell_odds(
        {
            "exact": True,
            "branches": 6,
            "modifiers": [{"value": -1, "reason": "fog", "rule": "BP 9", "of": "attacker"}],
            "text": ["They shoot."],
            "outcomes": [
                {"probability": "5/6", "outcome": {"hit": False}, "text": [], "swings": []},
                {**costly, "swings": [{**swing, "before": 3, "after": 5}]},
            ],
            "worst": 1,
        }
    )
    shown = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert shown[:2] == ["attacker: −1  fog  BP 9", "They shoot."]
    assert shown[-3:] == ["A hit.", "Rome: Rout Points 3 to 5", "The worst for you."]


def test_dice_that_are_not_of_the_entropy_sent_are_noticed(game: Game, tmp_path: Path) -> None:
    assert referee(game, tmp_path, "--send", EVENT, "--yes")[0] == 0
    answer = game.get("referee", "/events/2").json()
    event = answer["event"]
    pending = Pending(command=YEAR, for_="", entropy=event["entropy"], key=event["key"], at=1)
    assert own_dice(answer, pending)
    assert not own_dice(answer, msgspec.structs.replace(pending, entropy="0" * 32))
    die = event["draws"][0]["dice"][0]
    die["face"] = die["face"] % 6 + 1
    assert not own_dice(answer, pending)


def test_the_referee_acts_for_a_seat(http: httpx.Client, tmp_path: Path) -> None:
    game = create(http, "naval-battle", "naulochus")
    (tmp_path / "referee").write_text(game.tokens["referee"] or "")
    decline = json.dumps({"type": "naval-battle.decline"})
    assert referee(game, tmp_path, "--send", decline, "--yes")[0] == 1
    code, shown = referee(game, tmp_path, "--options", "--for", "active", "--json")
    assert json.loads(shown) == game.get("referee", "/options?for=active").json()
    typed = lines("Decline", "2", "y", "q")
    code, shown = referee(game, tmp_path, "--for", "active", type_=typed)
    assert code == 0
    assert "You are referee, for active." in shown
    assert "Awaited: You: battle, or none" in shown
    assert "Event 2: No battle" in shown
    assert game.get("referee", "/events/2").json()["event"]["for"] == "seat:active"


def test_a_token_of_another_role_or_campaign_is_not_used(
    game: Game, http: httpx.Client, tmp_path: Path
) -> None:
    code, shown = referee(game, tmp_path, "--as", "rome", "--options")
    assert (code, "the token is for referee, not for seat:rome" in shown) == (2, True)
    other = create(http, "civil-war", "table", "public")
    code, shown = referee(other, tmp_path, "--options")
    assert (code, "The token is not valid for this campaign." in shown) == (1, True)
    (tmp_path / "referee").write_text("two\nwords\n")
    code, shown = referee(game, tmp_path, "--options")
    assert (code, "a token is one word" in shown) == (2, True)
    assert "two" not in shown


def test_an_invitation_that_is_none_is_refused(game: Game) -> None:
    code, terminal = run(lines(), "play", page(game, "?invite=none&seat=../rome"))
    assert (code, "There is no such invitation." in terminal.text) == (1, True)
