"""What the pure side is handed, from a script: the same every time."""

import datetime
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.event import Accepted
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.proof.canonical import sha256
from iacta.domain.kernel.proof.dice import LINKS, Chain, make_chain

START = datetime.datetime(2026, 11, 21)


class ScriptedEnvironment:
    """Clock, salts and chains from a seed. ``asked`` counts the links that were looked at.

    ``days``: how far the clock is put forward. ``ended``: when the last other branch ended.
    """

    def __init__(self, seed: str = "alea", links: int = LINKS, start: int = 0) -> None:
        self.seed, self.links = seed, links
        self.ticks, self.salts, self.made, self.asked = start, 0, 0, 0
        self.chains: dict[str, Chain] = {}
        self.current: dict[str, Chain] = {}
        self.used: dict[str, int] = {}
        self.ended, self.days = "", 0

    def now(self) -> str:
        """A time, one second after the one before."""
        self.ticks += 1
        now = START + datetime.timedelta(days=self.days, seconds=self.ticks)
        return f"{now:%Y-%m-%dT%H:%M:%S}.000Z"

    def link(self, chain: str) -> tuple[int, bytes]:
        """The chain's next link; it is used only when its event is kept."""
        self.asked += 1
        k = self.used[chain] + 1
        return k, self.current[chain].link(k)

    def salt(self) -> bytes:
        """16 bytes, never the same again."""
        self.salts += 1
        return sha256(f"{self.seed}/salt/{self.salts}".encode())[:16]

    def chain(self) -> Chain:
        """A fresh chain."""
        self.made += 1
        chain = make_chain(sha256(f"{self.seed}/chain/{self.made}".encode()), self.links)
        self.chains[chain.anchor] = chain
        return chain

    def last_links(self, campaign: Campaign) -> dict[str, str]:
        """Anchor → last link drawn, of every sealed chain of the record."""
        return {
            span.anchor: self.chains[span.anchor].link(span.used).hex() for span in campaign.sealed
        }

    def branches_ended(self, campaign: Campaign) -> str:
        """No other campaign shares what is sealed, unless a test says when the last one ended."""
        return self.ended

    def keep(self, accepted: Accepted) -> None:
        """Mark the event's links used, and go on with its fresh chains."""
        for draw in accepted.event.draws:
            if draw["chain"] in self.used:
                self.used[draw["chain"]] = draw["link"]
        for name, chain in accepted.fresh.items():
            self.current[name], self.used[name] = chain, 0

    def fork(self, links: int | None = None) -> "ScriptedEnvironment":
        """The environment of a fork: its own salts and chains, the parent's chains still known."""
        child = ScriptedEnvironment(
            f"{self.seed}+", self.links if links is None else links, self.ticks
        )
        child.chains = dict(self.chains)
        return child


class Below:
    """Choices 0 … n-1 from a seed: what a bot throws."""

    def __init__(self, seed: str) -> None:
        self._seed, self._calls = seed, 0

    def __call__(self, n: int) -> int:
        self._calls += 1
        return int.from_bytes(sha256(f"{self._seed}/{self._calls}".encode())) % n


def plain(value: object) -> Any:
    """A struct as JSON would give it back."""
    return msgspec.json.decode(msgspec.json.encode(value))
