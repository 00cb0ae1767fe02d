"""From a command to its event: checked, decided, drawn, sealed, hashed and folded.

Pure: the clock, the coming links, the salts and fresh chains are handed in (`Means`). A link is
asked for only when the rules throw a die, so nothing that is refused depends on one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.decide import conclusion, decide
from iacta.domain.kernel.campaign.ending import UNTIMED, Moment
from iacta.domain.kernel.campaign.fold import (
    Campaign,
    Past,
    evolve,
)
from iacta.domain.kernel.campaign.requests import Request, prepare, recorded
from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.dice import (
    CHAINS,
    Cast,
    Chain,
    ChainSource,
    Dice,
    Die,
    ScriptSource,
    Source,
    command_digest,
)
from iacta.domain.kernel.proof.errors import (
    DrawnRefusal,
    EnteredMismatch,
    Forbidden,
    NotKnown,
    Refused,
)
from iacta.domain.kernel.proof.record import Event, record_bytes, record_hash
from iacta.domain.kernel.proof.seals import Kept, Opening, Sealed, Secrets
from iacta.domain.kernel.proof.vault import Entry, Vault

OPENS_MORE = "dice cannot be entered for a command that rests on what the sender cannot see"


class Means(Protocol):
    """What the pure side is handed."""

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


class Accepted(msgspec.Struct, frozen=True):
    """An event with everything that is stored with it."""

    event: Event
    record: bytes
    hash: str
    campaign: Campaign
    kept: dict[str, Kept]
    opened: tuple[str, ...]
    fresh: dict[str, Chain]


class _Sealer:
    """Seals values for one event, and keeps their openings."""

    def __init__(self, campaign: str, seq: int, salt: Callable[[], bytes]) -> None:
        self._campaign, self._seq, self._salt = campaign, seq, salt
        self.kept: dict[str, Kept] = {}

    def __call__(self, value: Any, to: tuple[str, ...]) -> Sealed:
        salt = self._salt()
        plain = to_plain(value)
        digest = seals.digest(self._campaign, self._seq, salt, plain)
        self.kept[digest] = Kept(Opening(salt.hex(), plain), to)
        return Sealed(digest)


def accept(
    campaign: Campaign,
    request: Request,
    system: System,
    vault: Vault,
    means: Means,
    past: Past,
    *,
    blind: bool = False,
) -> Accepted:
    """Decide a request and make its event. Raises `Refused`, and then nothing was drawn.

    ``blind``: hidden values that the sender does not know are not read; `NotKnown` if the
    decision asks for one. Dice rolled outside are always decided so, or a refusal of their faces
    would tell what the decision had opened; there it is `EnteredMismatch`, always the same.
    """
    spec, command = prepare(campaign, request, system)
    sealer = _Sealer(campaign.id, campaign.seq + 1, means.salt)
    members = {name: sealer(getattr(command, name), (request.acting,)) for name in spec.secret}
    plain = recorded(command, members)
    # What the sender knows, not what the seat does in whose name he acts: else a referee could
    # learn a hand by what is refused.
    sees_all = campaign.options.get("referee_sees") == "all"
    known = vault.known_to(request.by, campaign.seq, all_seats=sees_all)
    hidden = _Hidden(vault, sealer, known if blind or request.entered else None)
    secrets = Secrets(known, hidden, sealer, members)
    source: ChainSource | ScriptSource
    if request.entered is None:
        source = ChainSource(campaign.id, command_digest(plain), request.entropy, means.link)
    else:
        source = ScriptSource(request.entered.faces)
    at, moment = None, UNTIMED
    if isinstance(command, cmd.OpenSeals):
        at = max(means.now(), campaign.at)
        over = campaign.outcome is not None and not campaign.seals_opened
        moment = Moment(at, means.branches_ended(campaign) if over else "")
    effects = _run(campaign, command, request.acting, system, source, secrets, past, blind, moment)
    opens = any(isinstance(effect, fx.SealsOpened) for effect in effects)
    if opens:
        effects[-1] = fx.SealsOpened(means.last_links(campaign))
    draws = _draws(source, request, sealer)
    opened = [digest for digest in secrets.opened if not hidden.is_public(digest)]
    if secrets.opened:
        openings = {digest: hidden.opening(digest) for digest in secrets.opened}
        effects = [fx.Opened(openings), *effects]
    if opens:
        opened = hidden.unpublished()
    extensions, fresh = _extensions(campaign, draws, means)
    ahead = msgspec.structs.replace(campaign, seq=campaign.seq + 1)
    effects += conclusion(ahead, effects, campaign.id, system, past)
    return seal_event(
        campaign,
        campaign.id,
        request,
        plain,
        draws,
        [to_plain(effect) for effect in (*effects, *extensions)],
        means,
        system,
        past,
        at=at,
        kept=sealer.kept,
        opened=tuple(opened),
        fresh=fresh,
    )


class _Hidden(Mapping[str, Any]):
    """Every hidden value, this event's own included, read one at a time."""

    def __init__(
        self, vault: Vault, sealer: _Sealer, known: Mapping[str, Any] | None = None
    ) -> None:
        self._vault, self._sealer, self._known = vault, sealer, known

    def __getitem__(self, digest: str) -> Any:
        if self._known is not None and digest not in self._sealer.kept:
            return self._known[digest]
        return self.opening(digest).value

    def opening(self, digest: str) -> Opening:
        """The whole opening; KeyError if there is none."""
        kept = self._sealer.kept.get(digest)
        return kept.opening if kept else self._vault.get(digest).opening

    def __iter__(self) -> Iterator[str]:
        yield from self._sealer.kept
        yield from (digest for digest, _ in self._vault.items())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def is_public(self, digest: str) -> bool:
        """Whether everyone has seen the value already."""
        return digest in self._vault and self._vault.get(digest).public is not None

    def unpublished(self) -> list[str]:
        """Digests that nobody has shown to everyone yet."""
        return [digest for digest, entry in self._vault.items() if entry.public is None]


def _run(
    campaign: Campaign,
    command: Any,
    acting: str,
    system: System,
    source: Source,
    secrets: Secrets,
    past: Past,
    blind: bool,
    moment: Moment,
) -> list[Any]:
    try:
        effects = decide(campaign, command, acting, system, Dice(source), secrets, past, moment)
    except NotKnown:
        if blind:
            raise
        if isinstance(source, ScriptSource):
            raise EnteredMismatch(OPENS_MORE) from None
        detail = "whether this may be done rests on what only the seat may see"
        raise Forbidden(detail, pointer="/for") from None
    except Refused as refusal:
        drawn = isinstance(source, ChainSource) and source.casts
        if drawn and not isinstance(refusal, EnteredMismatch):
            raise DrawnRefusal(str(refusal)) from refusal
        raise
    if isinstance(source, ScriptSource):
        if not source.read:
            raise EnteredMismatch("nothing is thrown for this command")
        source.finish()
    return effects


def _plain_die(die: Die) -> dict[str, Any]:
    plain: dict[str, Any] = to_plain(die)
    return plain


def _draws(
    source: ChainSource | ScriptSource, request: Request, sealer: _Sealer
) -> list[dict[str, Any]]:
    if isinstance(source, ScriptSource):
        assert request.entered is not None
        dice = [_plain_die(die) for die in source.read]
        return [{"chain": "entered", "witness": request.entered.witness, "dice": dice}]
    draws = []
    for chain in CHAINS:
        if chain in source.casts:
            draws.append(_draw(source.casts[chain], sealer))
    return draws


def _draw(cast: Cast, sealer: _Sealer) -> dict[str, Any]:
    dice = [_plain_die(die) for die in cast.dice]
    if cast.chain == "open":
        return {
            "chain": "open",
            "link": cast.link,
            "seed": cast.seed.hex(),
            "dice": dice,
        }
    sealed = sealer(dice, ())
    return {"chain": "sealed", "link": cast.link, "dice": {"sealed": sealed.sealed}}


def _extensions(
    campaign: Campaign, draws: Sequence[Mapping[str, Any]], means: Means
) -> tuple[list[Any], dict[str, Chain]]:
    effects, fresh = [], {}
    for draw in draws:
        head = campaign.chains.get(draw["chain"])
        if head is not None and draw["link"] == head.links:
            chain = fresh[draw["chain"]] = means.chain()
            effects.append(fx.Extended(draw["chain"], chain.anchor, chain.links))
    return effects, fresh


def seal_event(
    campaign: Campaign,
    recorded_in: str,
    request: Request,
    command: dict[str, Any],
    draws: list[dict[str, Any]],
    effects: list[dict[str, Any]],
    means: Means,
    system: System,
    past: Past,
    *,
    at: str | None = None,
    kept: dict[str, Kept] | None = None,
    opened: tuple[str, ...] = (),
    fresh: dict[str, Chain] | None = None,
) -> Accepted:
    """The event of a decided command, its bytes and hash, and the campaign after it.

    ``at``: its time, where the decision rested on it; else the clock is read now.
    """
    event = Event(
        v=1,
        campaign=recorded_in,
        seq=campaign.seq + 1,
        at=at or max(means.now(), campaign.at),
        by=request.by,
        for_=request.for_,
        key=request.key,
        entropy=request.entropy,
        command=command,
        draws=draws,
        effects=effects,
        prev=campaign.hash,
    )
    record = record_bytes(event)
    digest = record_hash(record)
    after = evolve(campaign, event, digest, system, past)
    return Accepted(event, record, digest, after, kept or {}, opened, fresh or {})


def keep(vault: Vault, accepted: Accepted) -> None:
    """Enter what an accepted event sealed and opened into the vault."""
    for digest, kept in accepted.kept.items():
        vault.add(digest, Entry(accepted.event.seq, kept.opening, kept.to))
    vault.publish(accepted.opened, accepted.event.seq)
