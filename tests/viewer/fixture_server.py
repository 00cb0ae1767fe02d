"""A stand-in for the service: the viewer's files under the real policy, canned answers."""

import copy
import json
import queue
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from tests.viewer.bundle import VIEWER, modules

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}
SEATED, PRIVATE, ODD, EMPTY, BROKEN, BAD_PATCH = (
    f"0193a5a0-0000-7000-8000-{n:012d}" for n in (1, 11, 12, 13, 14, 15)
)
TOKENS = {
    "tok-caesar": "seat:caesarian",
    "tok-referee": "referee",
    "tok-observer": "observer",
    "tok-republican": "seat:republican",
    "tok-odd": "seat:player-1",
}
PAGE = 200


def patched(view: Any, patch: list[dict[str, Any]] | None) -> Any:
    """A view after a patch as the sample writes them: `add`, `remove` and `replace`."""
    for change in patch or []:
        *way, last = (
            part.replace("~1", "/").replace("~0", "~") for part in change["path"].split("/")[1:]
        )
        box = view
        for part in way:
            box = box[int(part) if isinstance(box, list) else part]
        if not isinstance(box, list):
            box.update({last: change["value"]}) if "value" in change else box.pop(last)
            continue
        place = len(box) if last == "-" else int(last)
        until = place if change["op"] == "add" else place + 1
        box[place:until] = [change["value"]] if "value" in change else []
    return view


class Fixture:
    """What the server answers; tests change it as they go."""

    def __init__(self, sample: dict[str, Any]) -> None:
        """Begin with the sample game, fully told. Its steps are this test's own to change."""
        self.sample = sample
        self.items: list[dict[str, Any]] = copy.deepcopy(sample["items"])
        self.claimed = ""
        self.tokens = dict(TOKENS)
        self.claims: list[dict[str, str]] = []
        self.campaigns: list[dict[str, Any]] | None = None
        self.down = False
        self.streams: list[queue.Queue[int | None]] = []
        self.requests: list[tuple[str, str, str | None]] = []
        self.opened = threading.Event()
        self.capsule: str = sample["bare"]
        self.key: str = sample["key"]

    def publish(self, item: dict[str, Any]) -> None:
        """Append a step and tell every open stream."""
        self.items.append(item)
        for stream in list(self.streams):
            stream.put(item["seq"])

    def close(self) -> None:
        """End every open stream."""
        for stream in list(self.streams):
            stream.put(None)

    def wait_for_stream(self) -> None:
        """Wait until somebody listens."""
        assert self.opened.wait(8)

    def summary(self, **changes: Any) -> dict[str, Any]:
        """The sample campaign as a line of the list."""
        head = self.items[-1]
        return {
            **self.sample["campaign"],
            "head": {"seq": head["seq"], "hash": head["event"]["hash"]},
            **changes,
        }

    def listed(self) -> list[dict[str, Any]]:
        """Every campaign of the list."""
        if self.campaigns is not None:
            return self.campaigns
        return [
            self.summary(),
            self.summary(
                id=ODD,
                name="Four consuls",
                system="samnite-wars",
                scenario="first-war",
                turn={"number": 9, "label": "Turn 9"},
                phase={"key": "war", "title": "War"},
                waiting=[
                    {"seat": "player-1", "for": "", "kinds": ["samnite-wars.lay-effort"]},
                    {"seat": "player-2", "for": "", "kinds": ["samnite-wars.lay-effort"]},
                ],
                seats=ODD_SEATS,
            ),
            self.summary(
                id=BROKEN,
                name="The Ides, played twice",
                status="concluded",
                waiting=[],
                outcome={"reason": "control", "winners": ["republican"]},
            ),
            self.summary(id=EMPTY, name="Munda by mail", status="imported", waiting=[]),
        ]


GLOSSARY = [
    {"term": "SP", "meaning": "A unit's strength points."},
    {"term": "PT", "meaning": "Prestige tokens."},
    {"term": "Legio, Auxilia", "meaning": "Kinds of Roman units."},
]
RULES = [
    {"number": "CW 8.6", "title": "Combat modifiers", "provenance": "printed", "note": ""},
    {"number": "CW 8.6a", "title": "Straits", "provenance": "ruling", "note": "Not for Naves."},
]

ODD_SEATS = [
    {"seat": f"player-{n}", "name": name, "title": name, "letter": name[0], "slot": None,
     "claimed": True}
    for n, name in enumerate(["Appia", "Brutus", "Cornelia"], 1)
]  # fmt: skip
ODD_VIEW = {
    "system": "samnite-wars", "scenario": "first-war", "edition": "1", "status": "open",
    "turn": {"number": 9, "label": "Turn 9"}, "phase": {"key": "war", "title": "War"},
    "waiting": [{"seat": "player-1", "for": "lay an effort", "kinds": ["samnite-wars.lay"]}],
    "seats": ODD_SEATS, "winners": [],
    "game": {
        "treasury": 9, "consul": "player-1", "peace": False,
        "regions": [
            {"name": "Latins", "owner": "rome", "gold": 1, "armies": 2},
            {"name": "Samnites", "owner": "player-2", "gold": 2, "armies": 4},
            {"name": "<b>Etruscans</b>", "owner": None, "gold": 1, "armies": 0},
        ],
        "hands": {"player-1": {"sealed": "ab" * 32}, "player-2": 7},
        "prestige": {"player-1": 31, "player-2": 26, "player-3": 12},
        "war": {"attacker": "player-2", "defender": "rome",
                "efforts": [{"troop": "Legions", "force": 3}, {"troop": "Warriors", "force": 2}]},
    },
}  # fmt: skip


def odd_steps(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Three steps of a system that has no renderer of its own."""
    patches = [
        [],
        [{"op": "replace", "path": "/game/treasury", "value": 11},
         {"op": "replace", "path": "/game/regions/1/gold", "value": 5}],
        [{"op": "add", "path": "/game/regions/-", "value":
          {"name": "Umbrians", "owner": None, "gold": 2, "armies": 1}}],
    ]  # fmt: skip
    texts = ["The <i>first</i> war begins.", "Five gold come in.", "The Umbrians rise."]
    dice = [
        [],
        [{"chain": "open", "die": "d10_zero", "face": 4, "for": "income", "class": "entropy"},
         {"chain": "sealed", "die": "shuffle:60", "face": None, "for": "deck", "class": "sealed"}],
        [{"chain": "open", "die": "d100", "face": 57, "for": "rising", "class": "none"}],
    ]  # fmt: skip
    return [
        {**items[i], "text": [texts[i]], "patch": patches[i], "dice": dice[i],
         "by": "seat:player-1",
         "marks": [{"kind": "chapter", "label": f"Turn {i + 7}", "note": ""}]}
        for i in range(3)
    ]  # fmt: skip


class Handler(BaseHTTPRequestHandler):
    """One request, answered from the fixture that the server had when it came."""

    server: "StandIn"
    fixture: Fixture
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def send(self, status: int, body: bytes, kind: str) -> None:
        """Answer with a body."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        if not self.path.startswith("/v1/"):
            self.send_header("Cache-Control", "max-age=3600")
        self.end_headers()
        self.wfile.write(body)

    def json(self, value: Any, status: int = 200) -> None:
        """Answer with JSON."""
        kind = "application/json" if status < 400 else "application/problem+json"
        self.send(status, json.dumps(value).encode(), kind)

    def problem(self, status: int, title: str, detail: str) -> None:
        """Answer with a problem."""
        self.json(
            {"type": "/problems/x", "title": title, "detail": detail, "request_id": "req-7f3a"},
            status,
        )

    @property
    def role(self) -> str | None:
        """The role of the token that was sent."""
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        return self.fixture.tokens.get(token)

    def do_POST(self) -> None:
        """Claims only."""
        self.fixture = self.server.fixture
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length") or 0)))
        self.fixture.requests.append(("POST", self.path, None))
        token = body["token"]
        self.fixture.claims.append(body)
        if body.get("invitation") != "code-1" or self.fixture.claimed not in ("", token):
            self.problem(409, "Conflict", "This invitation was claimed before.")
            return
        self.fixture.claimed = token
        self.fixture.tokens[token] = "seat:republican"
        self.json({"token": token, "role": "seat:republican"})

    def do_GET(self) -> None:
        """A file or an answer."""
        self.fixture = self.server.fixture
        url = urlsplit(self.path)
        self.fixture.requests.append(("GET", self.path, self.headers.get("Authorization")))
        if not url.path.startswith("/v1/"):
            self.file(url.path)
        elif self.fixture.down:
            self.problem(503, "Not ready", "The service is starting.")
        else:
            query = {k: v[0] for k, v in parse_qs(url.query).items()}
            self.api([unquote(p) for p in url.path.split("/")[2:]], query)

    def file(self, path: str) -> None:
        """A file of the viewer."""
        name = path.lstrip("/") or "index.html"
        target = (VIEWER / name).resolve()
        if target.suffix == ".js" and name in modules():
            self.send(200, modules()[name].encode(), TYPES[".js"])
        elif target.suffix != ".js" and target.is_file() and VIEWER in target.parents:
            self.send(200, target.read_bytes(), TYPES.get(target.suffix, "text/plain"))
        else:
            self.problem(404, "Not found", "There is no such file.")

    def api(self, parts: list[str], query: dict[str, str]) -> None:
        """An answer of the API."""
        fixture = self.fixture
        match parts:
            case ["systems"]:
                self.json({"items": [
                    {"system": "civil-war", "title": "Civil war", "seats": fixture.sample["seats"]},
                    {"system": "samnite-wars", "title": "Samnite Wars", "seats": ODD_SEATS},
                ]})  # fmt: skip
            case ["systems", _]:
                self.json({"glossary": GLOSSARY, "rulebook": {"rules": RULES}})
            case ["systems", "civil-war", "tables"]:
                self.json({"items": fixture.sample["tables"]})
            case ["systems", _, "tables"]:
                self.json({"items": []})
            case ["key"]:
                self.json({"key": fixture.key, "name": "alea.example"})
            case ["campaigns"]:
                items = [
                    c for c in fixture.listed()
                    if query.get("system", c["system"]) == c["system"]
                    and query.get("status", c["status"]) == c["status"]
                ]  # fmt: skip
                self.json({"items": items, "next": None})
            case ["campaigns", campaign, *rest]:
                self.campaign(campaign, rest, query)
            case _:
                self.problem(404, "Not found", "There is no such thing.")

    def campaign(self, campaign: str, rest: list[str], query: dict[str, str]) -> None:
        """What one campaign answers."""
        fixture = self.fixture
        if campaign == BROKEN and not rest:
            self.problem(500, "Internal error", "Something went wrong here.")
            return
        if campaign == PRIVATE and self.role is None and rest != ["whoami"]:
            self.problem(404, "Not found", "There is no campaign of this id that you may see.")
            return
        if campaign not in (SEATED, PRIVATE, ODD, EMPTY, BROKEN, BAD_PATCH):
            self.problem(404, "Not found", "There is no campaign of this id that you may see.")
            return
        audience = query.get("audience", "public")
        if audience != "public" and audience != self.role:
            self.problem(403, "Forbidden", "You do not hold this audience.")
            return
        match rest:
            case []:
                named: dict[str, Any] = {}
                if campaign == PRIVATE:
                    named = {"id": campaign, "name": "A private war"}
                if campaign == BAD_PATCH:
                    named = {"id": campaign, "head": {"seq": 3, "hash": ""}}
                odd = {"id": ODD, "name": "Four consuls", "system": "samnite-wars",
                       "seats": ODD_SEATS, "forks": [], "head": {"seq": 3, "hash": ""}}  # fmt: skip
                self.json(fixture.summary(**(odd if campaign == ODD else named)))
            case ["whoami"]:
                if self.role is None:
                    self.problem(401, "Unauthorized", "This token is not known here.")
                else:
                    self.json({"role": self.role})
            case ["steps"]:
                self.steps(campaign, int(query["after"]), int(query["limit"]))
            case ["capsule"]:
                body = fixture.sample["capsule"] if query.get("steps") else fixture.capsule
                self.send(200, body.encode(), "application/x-ndjson")
            case ["options"]:
                waiting = fixture.summary().get("waiting", [])
                self.json({"at": len(fixture.items), "waiting": waiting, "items": []})
            case ["stream"]:
                self.stream(int(query.get("after", "0")))
            case _:
                self.problem(404, "Not found", "There is no such thing.")

    def steps(self, campaign: str, after: int, limit: int) -> None:
        """A page of steps, with the view before them."""
        items, view = self.fixture.items, self.fixture.sample["view"]
        if campaign == ODD:
            items, view = odd_steps(items), ODD_VIEW
        if campaign == EMPTY:
            items = []
        if campaign == BAD_PATCH:
            items = [{**items[0], "patch": [{"op": "remove", "path": "/nowhere"}]}, *items[1:3]]
        view = copy.deepcopy(view)
        for item in items[:after] if campaign != BAD_PATCH else ():
            view = patched(view, copy.deepcopy(item["patch"]))
        page = items[after : after + min(limit, PAGE)]
        more = bool(page) and page[-1]["seq"] < len(items)
        self.json({"view": view, "items": page, "next": str(page[-1]["seq"]) if more else None})

    def stream(self, after: int) -> None:
        """News, until the client leaves or the server stops."""
        news: queue.Queue[int | None] = queue.Queue()
        self.fixture.streams.append(news)
        self.fixture.opened.set()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            self.wfile.write(b": welcome\n\n")
            self.wfile.flush()
            while (seq := news.get()) is not None:
                if seq > after:
                    self.wfile.write(f'id: {seq}\ndata: {{"event":{{}}}}\n\n'.encode())
                    self.wfile.flush()
        except OSError:
            pass
        finally:
            self.fixture.streams.remove(news)
            self.close_connection = True


class StandIn(ThreadingHTTPServer):
    """The server; tests give it the fixture that it answers from."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, fixture: Fixture) -> None:
        """Listen on a free port."""
        super().__init__(("127.0.0.1", 0), Handler)
        self.fixture = fixture

    def handle_error(self, *connection: Any) -> None:
        """Tell of a fault; that a page was closed before it had its answer is none."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(*connection)

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.server_address[1]}"


@contextmanager
def serve(fixture: Fixture) -> Iterator[StandIn]:
    """Serve, beginning with this fixture."""
    modules()
    server = StandIn(fixture)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
