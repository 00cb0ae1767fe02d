"""A server killed in the middle of load has lost nothing that it acknowledged."""

import json
import os
import threading
from pathlib import Path
from typing import Any

import httpx

from tests.cli.test_files import iacta
from tests.support.play import bearer
from tests.support.servers import DEADLINE, Process

KILLS = 20 if os.environ.get("IACTA_SOAK") else 2
CLIENTS = 8
BETWEEN = 40
"""answers after which the server is killed"""


class Load:
    """Clients that post until the server is gone, and keep what it acknowledged."""

    def __init__(self, url: str, campaign: str, token: str, round_: int) -> None:
        self._path = f"{url}/v1/campaigns/{campaign}/commands"
        self._token, self._round = token, round_
        self.answered: list[dict[str, Any]] = []
        self.enough = threading.Event()
        self._threads = [threading.Thread(target=self._post, args=(i,)) for i in range(CLIENTS)]

    def begin(self) -> None:
        """Start posting."""
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Wait until every client has noticed that the server is gone."""
        for thread in self._threads:
            thread.join(DEADLINE)
            assert not thread.is_alive()

    def _post(self, client: int) -> None:
        with httpx.Client(headers=bearer(self._token), timeout=DEADLINE) as http:
            for number in range(10_000):
                key = f"{self._round}-{client}-{number}"
                body = {"command": {"type": "campaign.annotate", "seq": 1, "text": key}}
                try:
                    answer = http.post(self._path, json=body, headers={"Idempotency-Key": key})
                except httpx.TransportError:
                    return
                assert answer.status_code == 201, answer.text
                self.answered.append(answer.json())
                if len(self.answered) >= BETWEEN:
                    self.enough.set()


def test_every_acknowledged_event_is_there_after_a_kill(tmp_path: Path) -> None:
    data = tmp_path / "data"
    acknowledged: list[dict[str, Any]] = []
    server = Process(data, "--quiet")
    founding = {"system": "civil-war", "scenario": "table", "name": "x", "visibility": "public"}
    made = httpx.post(f"{server.url}/v1/campaigns", json=founding, timeout=DEADLINE).json()
    campaign, token = made["campaign"]["id"], made["tokens"]["referee"]
    for round_ in range(KILLS):
        load = Load(server.url, campaign, token, round_)
        load.begin()
        assert load.enough.wait(DEADLINE), "the server does not answer"
        server.kill()
        load.end()
        acknowledged += load.answered
        checked = iacta("fsck", "--data", data, "--json")
        assert json.loads(checked.stdout)["faults"] == []
        server = Process(data, "--quiet")
    events = stored(server.url, campaign)
    last = events[-1]
    server.kill()
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert len({answer["event"]["seq"] for answer in acknowledged}) == len(acknowledged)
    for answer in acknowledged:
        assert events[answer["event"]["seq"] - 1] == answer["event"]
        assert int(answer["checkpoint"].split("\n")[1]) >= answer["event"]["seq"]
    # Beyond what was acknowledged there may be what was committed as the server fell.
    assert last["seq"] <= len(acknowledged) + 1 + KILLS * CLIENTS


def stored(url: str, campaign: str) -> list[dict[str, Any]]:
    """Every event that the server gives."""
    path = f"{url}/v1/campaigns/{campaign}/events"
    headers = {"Accept": "application/x-ndjson"}
    lines = httpx.get(path, headers=headers, timeout=DEADLINE).text.splitlines()
    return [json.loads(line)["event"] for line in lines]


def test_a_command_that_was_cut_off_is_sent_again_under_its_key(tmp_path: Path) -> None:
    """The client does not know whether it was recorded; the key makes it once either way."""
    data = tmp_path / "data"
    server = Process(data, "--quiet")
    founding = {"system": "civil-war", "scenario": "table", "name": "x", "visibility": "public"}
    made = httpx.post(f"{server.url}/v1/campaigns", json=founding, timeout=DEADLINE).json()
    campaign, token = made["campaign"]["id"], made["tokens"]["referee"]
    body = {"command": {"type": "civil-war.roll-year-event"}, "entropy": "alea"}
    headers = {**bearer(token), "Idempotency-Key": "event-of-49"}
    path = f"/v1/campaigns/{campaign}/commands"
    first = httpx.post(server.url + path, json=body, headers=headers, timeout=DEADLINE)
    server.kill()
    server = Process(data, "--quiet")
    again = httpx.post(server.url + path, json=body, headers=headers, timeout=DEADLINE)
    server.kill()
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json()["event"] == again.json()["event"]
