"""Dry runs: commands decided one after another from the sender's view, and nothing recorded."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.accept import Accepted, accept, keep
from iacta.domain.kernel.campaign.fold import Campaign, Past
from iacta.domain.kernel.campaign.requests import Request
from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof.dice import Chain, NeedsDice
from iacta.domain.kernel.proof.errors import NotKnown, Refused
from iacta.domain.kernel.proof.seals import reveal
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns.reading import known_to
from iacta.service.projections.steps import make_step, view_of

NO_DIGEST = b"0" * 64
"""stands for the digest of what a command would seal: a real one exists only with its event"""


class Effect(msgspec.Struct, frozen=True):
    """What one command would do, as its sender would see it."""

    effects: list[dict[str, Any]]
    text: list[str]
    patch: list[dict[str, Any]]


class Means:
    """What a decision is handed of the world: the time, and neither dice nor chance."""

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
    """A command would draw, would open, or rests on what the sender cannot see."""


class Trial:
    """A campaign as ``role`` knows it, and what its commands would make of it.

    ``campaign`` and ``vault`` move on with each command; the vault is the trial's own.
    """

    def __init__(
        self, campaign: Campaign, vault: Vault, system: System, role: str, past: Past, now: str
    ) -> None:
        self.campaign, self.vault, self.system, self.role = campaign, vault, system, role
        self._means, self._older = Means(now), past
        self._states = {campaign.seq: campaign}
        self._sealed: set[str] = set()
        self._view = self._seen()

    def send(self, request: Request) -> Effect:
        """What a command would do. Raises `Refused`, or `Stopped` before anything hidden is read.

        Afterwards the campaign stands as if it had been sent.
        """
        accepted = self._accept(request)
        keep(self.vault, accepted)
        self._sealed |= accepted.kept.keys()
        before = self.campaign, self._view
        self.campaign = self._states[accepted.campaign.seq] = accepted.campaign
        self._view = self._seen()
        known = known_to(self.vault, self.campaign, self.role)
        after = self.campaign, self._view
        step = make_step(before, after, accepted.event, self.system, known)
        mine = {digest: known[digest] for digest in self._sealed if digest in known}
        effects = reveal(accepted.event.effects, mine)
        return Effect(*self.shown([effects, step.text, step.patch]))

    def _accept(self, request: Request) -> Accepted:
        try:
            accepted = accept(
                self.campaign,
                request,
                self.system,
                self.vault,
                self._means,
                lambda seq: self._states.get(seq) or self._older(seq),
                blind=True,
            )
        except (NeedsDice, NotKnown):
            raise Stopped from None
        if any(effect["type"] == "opened" for effect in accepted.event.effects):
            raise Stopped
        return accepted

    def _seen(self) -> dict[str, Any]:
        known = known_to(self.vault, self.campaign, self.role)
        return view_of(self.campaign, self.system, self.role, known)

    def shown(self, plain: Any) -> Any:
        """Plain data without the digests of what was sealed in this trial."""
        data = msgspec.json.encode(plain)
        for digest in self._sealed:
            data = data.replace(digest.encode(), NO_DIGEST)
        return msgspec.json.decode(data)


class Tried(msgspec.Struct, frozen=True):
    """What the commands of a dry run would do, up to the one that was refused or stopped it.

    ``late``: time was up before the command at ``stopped``.
    """

    items: tuple[Effect, ...]
    stopped: int | None = None
    late: bool = False
    refused: Refused | None = None


def dry_run(trial: Trial, requests: Sequence[Request], spent: Callable[[], float]) -> Tried:
    """Try commands in order. A refusal names its command in the pointer."""
    items: list[Effect] = []
    for index, request in enumerate(requests):
        if spent() >= 1:
            return Tried(tuple(items), index, late=True)
        try:
            items.append(trial.send(request))
        except Stopped:
            return Tried(tuple(items), index)
        except Refused as refusal:
            refusal.pointer = f"/commands/{index}{refusal.pointer}"
            return Tried(tuple(items), refused=refusal)
    return Tried(tuple(items))
