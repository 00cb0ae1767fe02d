"""Playing through the API: a campaign with the tokens of all who sit at it."""

import json
from collections.abc import Mapping
from typing import Any

import httpx

from iacta.domain.kernel.contract.choices import fill
from tests.support.choosing import read_option
from tests.support.environment import Below


def bearer(token: str | None) -> dict[str, str]:
    """The header that says who asks."""
    return {} if token is None else {"Authorization": f"Bearer {token}"}


class Game:
    """A campaign as its players hold it: ``tokens`` by role, as in an event's ``by``."""

    def __init__(self, http: httpx.Client, created: Mapping[str, Any]) -> None:
        self.http, self.created = http, created
        self.id: str = created["campaign"]["id"]
        self.path = f"/v1/campaigns/{self.id}"
        self.tokens: dict[str, str | None] = {**created["tokens"], "nobody": None}
        self.invitations: dict[str, str] = dict(created["invitations"])

    def claim_all(self) -> "Game":
        """Let every seat be claimed."""
        for seat, code in self.invitations.items():
            answer = self.http.post(f"{self.path}/claims", json={"invitation": code})
            assert answer.status_code == 201, answer.text
            self.tokens[f"seat:{seat}"] = answer.json()["token"]
        return self

    def get(self, role: str, path: str = "", **more: Any) -> httpx.Response:
        """Read something as a role."""
        headers = {**bearer(self.tokens[role]), **more.pop("headers", {})}
        return self.http.get(f"{self.path}{path}", headers=headers, **more)

    def post(self, role: str, path: str, body: Any, **more: Any) -> httpx.Response:
        """Send a body as a role."""
        headers = {**bearer(self.tokens[role]), **more.pop("headers", {})}
        return self.http.post(f"{self.path}{path}", json=body, headers=headers, **more)

    def send(self, role: str, type_: str, *, headers: Any = None, **members: Any) -> httpx.Response:
        """Send a command. ``entropy_``, ``for_`` and ``entered_`` stand beside it."""
        beside = {
            name.rstrip("_"): members.pop(name)
            for name in ("entropy_", "for_", "entered_")
            if name in members
        }
        body = {"command": {"type": type_, **members}, **beside}
        return self.post(role, "/commands", body, headers=headers or {})

    def do(self, role: str, type_: str, **members: Any) -> dict[str, Any]:
        """Send a command that must be accepted; its answer."""
        answer = self.send(role, type_, **members)
        assert answer.status_code == 201, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def agree(self) -> dict[str, Any]:
        """Let every seat agree to open the seals; the last answer, which opens them."""
        seats = [role for role in self.tokens if role.startswith("seat:")]
        return [self.do(seat, "campaign.open-seals") for seat in seats][-1]

    def campaign(self, role: str = "referee") -> dict[str, Any]:
        """Where it stands."""
        answer = self.get(role)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def options(self, role: str) -> list[dict[str, Any]]:
        """What a role may do."""
        items: list[dict[str, Any]] = self.get(role, "/options").json()["items"]
        return items

    def events(self, role: str) -> list[dict[str, Any]]:
        """All events, as a role is told them."""
        answer = self.get(role, "/events", headers={"Accept": "application/x-ndjson"})
        return [json.loads(line)["event"] for line in answer.text.splitlines()]

    @property
    def seq(self) -> int:
        """The last event."""
        return int(self.campaign()["head"]["seq"])

    def choose(self, role: str, below: Below) -> dict[str, Any] | None:
        """A command of the game that a role may send now."""
        for item in self.options(role):
            if not item["command"]["type"].startswith("campaign."):
                return fill(read_option(item), below)
        return None

    def step(self, below: Below) -> bool:
        """One command of one who is awaited; false once it is over."""
        where = self.campaign()
        if where["status"] != "open" or not where["waiting"]:
            return False
        seat = where["waiting"][below(len(where["waiting"]))]["seat"]
        role = seat if seat == "referee" else f"seat:{seat}"
        command = self.choose(role, below)
        assert command is not None
        answer = self.post(role, "/commands", {"command": command, "entropy": f"e{below(99)}"})
        assert answer.status_code == 201, answer.text
        return True

    def until(self, phase: str, seed: str = "bots") -> "Game":
        """Let the awaited play until a phase begins."""
        below = Below(seed)
        while self.campaign()["phase"]["key"] != phase:
            assert self.step(below)
        return self


def found(
    http: httpx.Client, system: str = "tally", scenario: str = "short", **members: Any
) -> Game:
    """A new campaign; a private one unless told otherwise."""
    body = {
        "system": system,
        "scenario": scenario,
        "name": "Alea",
        "visibility": "private",
        **members,
    }
    answer = http.post("/v1/campaigns", json=body)
    assert answer.status_code == 201, answer.text
    return Game(http, answer.json())


def branch(game: Game, at: int, name: str = "On", **members: Any) -> Game:
    """A fork that the referee makes. The seats that are held, and observers, keep their tokens."""
    answer = game.post("referee", "/forks", {"at": at, "name": name, **members})
    assert answer.status_code == 201, answer.text
    child = Game(game.http, answer.json())
    held = {f"seat:{seat}" for seat in answer.json()["held"]}
    kept = {role: token for role, token in game.tokens.items() if role in held}
    child.tokens = {"observer": game.tokens.get("observer"), **kept, **child.tokens}
    return child


def agree(game: Game, at: int) -> None:
    """Let every seat agree to a fork after event ``at``."""
    for role in [role for role in game.tokens if role.startswith("seat:")]:
        game.do(role, "campaign.consent", fork=at)


def desk(http: httpx.Client, **members: Any) -> Game:
    """A civil war's desk: nothing is hidden, and the referee may roll for ever."""
    return found(http, "civil-war", "table", **members)


def bidding(http: httpx.Client, seats: int = 3, **members: Any) -> Game:
    """A game of Tally whose cards are dealt and whose seats are claimed."""
    names = ["north", "east", "south", "west"][:seats]
    game = found(http, seats=[{"name": name, "seat": name} for name in names], **members)
    game.claim_all().do("referee", "tally.set-up")
    return game


ADJUDICATE: dict[str, Any] = {
    "attacker": {
        "units": [{"kind": "legio", "sp": 7, "quality": 2, "reduced": False}],
        "leaders": [{"name": "Caesar", "tb": 3, "pc": 5, "faction_leader": True}],
    },
    "defender": {
        "units": [{"kind": "legio", "sp": 5, "quality": 1, "reduced": False}],
        "leaders": [],
    },
    "crossing": False,
    "outside_republic": False,
}
"""A combat on somebody's table."""
