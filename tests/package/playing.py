"""Playing the games that the guides build."""

import secrets
from typing import Any

import httpx

from tests.support.play import bearer


class Playing:
    """A public campaign of a guide's game, played over the API with every seat claimed."""

    def __init__(self, http: httpx.Client, **creation: object) -> None:
        self.http = http
        made = http.post("/v1/campaigns", json={**creation, "visibility": "public"}).json()
        self.path = f"/v1/campaigns/{made['campaign']['id']}"
        self.id = made["campaign"]["id"]
        self.tokens = {"referee": made["tokens"]["referee"]}
        for seat, code in made["invitations"].items():
            claimed = self.http.post(f"{self.path}/claims", json={"invitation": code})
            self.tokens[seat] = claimed.json()["token"]

    def send(self, seat: str, **command: object) -> httpx.Response:
        """Send a command of a seat."""
        body = {"command": command, "entropy": secrets.token_hex(16)}
        return self.http.post(f"{self.path}/commands", json=body, headers=bearer(self.tokens[seat]))

    def get(self, path: str = "", seat: str = "referee") -> Any:
        """Read something of the campaign."""
        return self.http.get(self.path + path, headers=bearer(self.tokens[seat])).json()
