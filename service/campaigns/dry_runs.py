"""Dry runs: commands decided one after another from the sender's view, and nothing recorded."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.accept import accept
from iacta.domain.kernel.campaign.event import Accepted, Context, store_openings
from iacta.domain.kernel.campaign.requests import Request
from iacta.domain.kernel.campaign.state import Campaign, Past
from iacta.domain.kernel.campaign.views import known_to
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.dice import Chain, NeedsDice
from iacta.domain.kernel.proof.errors import NotKnown, Refused
from iacta.domain.kernel.proof.seals import reveal
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.projections.steps import make_step, view_of

NO_DIGEST = b"0" * 64
"""in place of a digest that a command would make: a real one exists only with its event"""


class Preview(msgspec.Struct, frozen=True):
    """What a command would do, as its sender would see it."""

    effects: list[dict[str, Any]]
    text: list[str]
    patch: list[dict[str, Any]]


class DryEnvironment:
    """What a decision gets from outside: the time, and neither dice nor chance."""

    def __init__(self, now: str) -> None:
        self._now, self._salts = now, 0

    def now(self) -> str:
        """The time of the dry run."""
        return self._now

    def salt(self) -> bytes:
        """Never the same again, and not random: what is sealed with it is never shown."""
        self._salts += 1
        return self._salts.to_bytes(16)

    def chain(self) -> Chain:
        """Refuse: a chain is needed only where one was drawn from."""
        raise NeedsDice("a fresh chain")

    def link(self, chain: str) -> tuple[int, bytes]:
        """Refuse to draw."""
        raise NeedsDice(chain)

    def branches_ended(self, campaign: Campaign) -> str:
        """Refuse to look at other branches."""
        raise NeedsDice("the other branches")

    def last_links(self, campaign: Campaign) -> dict[str, str]:
        """Refuse to open the seals."""
        raise NeedsDice("the last links")


class Stopped(Exception):
    """A command would draw, would open, or depends on what the sender cannot see."""


class DryRun:
    """A campaign as ``role`` knows it, to which commands can be applied without recording them.

    ``campaign`` and ``vault`` change with each command; the vault is this run's own.
    """

    def __init__(
        self, campaign: Campaign, vault: Vault, system: AnySystem, role: str, past: Past, now: str
    ) -> None:
        self.campaign, self.vault, self.system, self.role = campaign, vault, system, role
        self._states = {campaign.seq: campaign}

        def recent(seq: int) -> Campaign:
            return self._states.get(seq) or past(seq)

        self._context = Context(system, DryEnvironment(now), vault, recent, blind=True)
        self._sealed: set[str] = set()
        self._view = self._seen()

    def send(self, request: Request) -> Preview:
        """Apply a command; returns what it did. Raises `Refused`; `Stopped` before reading secrets.

        Afterwards the campaign is as if it had been sent.
        """
        accepted = self._accept(request)
        store_openings(self.vault, accepted)
        self._sealed |= accepted.sealed.keys()
        before = self.campaign, self._view
        self.campaign = self._states[accepted.campaign.seq] = accepted.campaign
        self._view = self._seen()
        known = known_to(self.vault, self.campaign, self.role)
        after = self.campaign, self._view
        step = make_step(before, after, accepted.event, self.system, known)
        mine = {digest: known[digest] for digest in self._sealed if digest in known}
        effects = reveal(accepted.event.effects, mine)
        return Preview(*self.mask_digests([effects, step["text"], step["patch"]]))

    def _accept(self, request: Request) -> Accepted:
        try:
            accepted = accept(self.campaign, request, self._context)
        except (NeedsDice, NotKnown):
            raise Stopped from None
        if any(effect["type"] == "opened" for effect in accepted.event.effects):
            raise Stopped
        return accepted

    def _seen(self) -> dict[str, Any]:
        known = known_to(self.vault, self.campaign, self.role)
        return view_of(self.campaign, self.system, self.role, known)

    def mask_digests(self, plain: Any) -> Any:
        """Plain data with zeros for the digests of what this run sealed."""
        data = msgspec.json.encode(plain)
        for digest in self._sealed:
            data = data.replace(digest.encode(), NO_DIGEST)
        return msgspec.json.decode(data)


class DryRunResult(msgspec.Struct, frozen=True):
    """What the commands of a dry run would do, up to the one that ended it.

    ``out_of_time``: time was up before the command at ``stopped``.
    """

    items: tuple[Preview, ...]
    stopped: int | None = None
    out_of_time: bool = False
    refused: Refused | None = None


def try_commands(
    run: DryRun, requests: Sequence[Request], spent: Callable[[], float]
) -> DryRunResult:
    """Apply commands in order. A refusal's pointer names its command."""
    items: list[Preview] = []
    for index, request in enumerate(requests):
        if spent() >= 1:
            return DryRunResult(tuple(items), index, out_of_time=True)
        try:
            items.append(run.send(request))
        except Stopped:
            return DryRunResult(tuple(items), index)
        except Refused as refusal:
            refusal.pointer = f"/commands/{index}{refusal.pointer}"
            return DryRunResult(tuple(items), refused=refusal)
    return DryRunResult(tuple(items))
