"""Building an event: its effects are folded as they come, then it is encoded and hashed."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec

from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.facts import Drawn, Fact, Sent, read_back
from iacta.domain.kernel.campaign.fold import apply, begin_event, finish_event
from iacta.domain.kernel.campaign.requests import Request
from iacta.domain.kernel.campaign.state import Campaign, Past, no_past
from iacta.domain.kernel.contract.copies import copied
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.dice import Chain
from iacta.domain.kernel.proof.record import Event, record_bytes, record_hash
from iacta.domain.kernel.proof.seals import RestrictedOpening
from iacta.domain.kernel.proof.vault import Entry, Vault


class Environment(Protocol):
    """What a decision gets from outside: time, links, salts, chains."""

    def now(self) -> str:
        """The time, as a record writes it."""

    def link(self, chain: str) -> tuple[int, bytes]:
        """The next link of a chain: its number and its bytes."""

    def salt(self) -> bytes:
        """16 fresh random bytes."""

    def chain(self) -> Chain:
        """A fresh chain."""

    def last_links(self, campaign: Campaign) -> dict[str, str]:
        """Anchor → last link drawn, of every sealed chain that the record drew from."""

    def branches_ended(self, campaign: Campaign) -> str:
        """When the last other campaign ended that shares what is sealed; empty where there is none.

        `Conflict` while one is not over, or opens its seals first.
        """


class Accepted(msgspec.Struct, frozen=True, kw_only=True):
    """An event with everything that is stored with it.

    ``game_effects``: the game's own, as structs; ``sealed``: what it sealed, by digest; ``opened``:
    the digests that it showed to everyone; ``fresh``: the chains that it began.
    """

    event: Event
    record: bytes
    hash: str
    campaign: Campaign
    game_effects: tuple[Any, ...]
    sealed: dict[str, RestrictedOpening]
    opened: tuple[str, ...]
    fresh: dict[str, Chain]


class Context(msgspec.Struct, frozen=True):
    """What a campaign's next event is made with.

    ``vault``: what is hidden; ``past``: the campaign's earlier states; ``blind``: hidden values
    that the sender does not know are not read.
    """

    system: AnySystem
    environment: Environment
    vault: Vault = msgspec.field(default_factory=Vault)
    past: Past = no_past
    blind: bool = False


class EventBuilder:
    """An event being built: each effect is folded once, as it will be read back."""

    def __init__(
        self,
        campaign: Campaign,
        context: Context,
        *,
        at: str = "",
        draws: Sequence[dict[str, Any]] = (),
        recorded_in: str = "",
    ) -> None:
        self._before, self._context = campaign, context
        self._at = at or max(context.environment.now(), campaign.at)
        self._draws = list(draws)
        self._recorded_in = recorded_in or campaign.id
        self._drawn = tuple(Drawn(draw["chain"], draw.get("link")) for draw in draws)
        self.campaign = begin_event(campaign, self._recorded_in, self._at, self._drawn)
        self._plain: list[dict[str, Any]] = []
        self._effects: list[Any] = []

    def add(self, *effects: Any) -> None:
        """Apply effects, in order."""
        for made in effects:
            plain, effect = read_back(self._context.system, made)
            self.campaign = apply(
                self.campaign, self._recorded_in, effect, self._context.system, self._context.past
            )
            self._plain.append(plain)
            self._effects.append(effect)

    def build(
        self,
        request: Request,
        command: dict[str, Any],
        *,
        sealed: dict[str, RestrictedOpening] | None = None,
        opened: tuple[str, ...] = (),
        fresh: dict[str, Chain] | None = None,
    ) -> Accepted:
        """The event of a request; ``command`` as it is recorded, the others as in `Accepted`."""
        event = Event(
            v=1,
            campaign=self._recorded_in,
            seq=self._before.seq + 1,
            at=self._at,
            by=request.by,
            for_=request.for_,
            key=request.key,
            entropy=request.entropy,
            command=command,
            draws=self._draws,
            effects=self._plain,
            prev=self._before.hash,
        )
        sent, effects = Sent(command["type"]), tuple(self._effects)
        fact = copied(Fact, event, command=sent, draws=self._drawn, effects=effects)
        record = record_bytes(event)
        digest = record_hash(record)
        return Accepted(
            event=event,
            record=record,
            hash=digest,
            campaign=finish_event(self.campaign, fact, record, digest, self._context.system),
            game_effects=tuple(one for one in self._effects if type(one) not in fx.SHAPES),
            sealed=sealed or {},
            opened=opened,
            fresh=fresh or {},
        )


def build_event(
    campaign: Campaign,
    request: Request,
    command: dict[str, Any],
    effects: Iterable[Any],
    context: Context,
    *,
    recorded_in: str = "",
    fresh: dict[str, Chain] | None = None,
) -> Accepted:
    """The event of what was decided elsewhere: ``command`` as it is recorded, and its effects.

    ``recorded_in``: the campaign that begins with it, if one does; ``fresh``: as in `Accepted`.
    """
    builder = EventBuilder(campaign, context, recorded_in=recorded_in)
    builder.add(*effects)
    return builder.build(request, command, fresh=fresh)


def store_openings(vault: Vault, accepted: Accepted) -> None:
    """Add what an accepted event sealed and opened to the vault."""
    for digest, sealed in accepted.sealed.items():
        vault.add(digest, Entry(accepted.event.seq, sealed.opening, sealed.to))
    vault.publish(accepted.opened, accepted.event.seq)
