"""Accepting a command: checked, decided, drawn, sealed, made an event.

Pure: the clock, the coming links, the salts and fresh chains are handed in (`Environment`). A link
is asked for only when the rules throw a die, so nothing that is refused depends on one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.answering import command_of, due, standing_request
from iacta.domain.kernel.campaign.decide import Decision, consequences, decide
from iacta.domain.kernel.campaign.ending import UNTIMED, Moment
from iacta.domain.kernel.campaign.event import Accepted, Context, Environment, EventBuilder
from iacta.domain.kernel.campaign.requests import Request, prepare, recorded_command
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.campaign.views import known_to
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.dice import (
    CHAINS,
    Chain,
    ChainSource,
    Dice,
    Die,
    Draw,
    ScriptSource,
    command_digest,
)
from iacta.domain.kernel.proof.errors import (
    DrawnRefusal,
    EnteredMismatch,
    Forbidden,
    NotKnown,
    Refused,
)
from iacta.domain.kernel.proof.seals import Opening, RestrictedOpening, Sealed, Secrets
from iacta.domain.kernel.proof.vault import Vault

OPENS_MORE = "dice cannot be entered for a command that depends on what the sender cannot see"


class _Sealer:
    """Seals values for one event, and keeps their openings."""

    def __init__(self, campaign: str, seq: int, salt: Callable[[], bytes]) -> None:
        self._campaign, self._seq, self._salt = campaign, seq, salt
        self.sealed: dict[str, RestrictedOpening] = {}

    def __call__(self, value: Any, to: tuple[str, ...]) -> Sealed:
        salt = self._salt()
        plain = to_plain(value)
        digest = seals.digest(self._campaign, self._seq, salt, plain)
        self.sealed[digest] = RestrictedOpening(Opening(salt.hex(), plain), to)
        return Sealed(digest)


def accept(campaign: Campaign, request: Request, context: Context) -> Accepted:
    """Decide a request and make its event. Raises `Refused`, and then nothing was drawn.

    Where the context is blind, `NotKnown` if the decision asks for what its sender does not know.
    Dice rolled outside are always decided so, or a refusal of their faces would reveal what the
    decision opened; there it is `EnteredMismatch`, always the same.
    """
    system, environment, vault = context.system, context.environment, context.vault
    spec, command = prepare(campaign, request, system)
    sealer = _Sealer(campaign.id, campaign.seq + 1, environment.salt)
    members = {name: sealer(getattr(command, name), (request.acting,)) for name in spec.secret}
    plain = recorded_command(command, members)
    # What the sender knows, not what the seat does in whose name they act: else a referee could
    # learn a hand by what is refused. The service gives only answers that the seat has laid.
    sender = request.acting if request.by == "service" else request.by
    known = known_to(vault, campaign, sender)
    hidden = _Hidden(vault, sealer, known if context.blind or request.entered else None)
    secrets = Secrets(known, hidden, sealer, members)
    source = _source(campaign, request, plain, environment)
    dice, moment = Dice(source), _moment(campaign, command, environment)
    acting, past = request.acting, context.past
    decision = Decision(
        campaign=campaign,
        command=command,
        acting=acting,
        system=system,
        dice=dice,
        secrets=secrets,
        past=past,
        moment=moment,
    )
    effects = _run(decision, source, context.blind)
    opened = [digest for digest in secrets.opened if not hidden.is_public(digest)]
    if effects and isinstance(effects[-1], fx.SealsOpened):
        effects[-1] = fx.SealsOpened(environment.last_links(campaign))
        opened = hidden.unpublished()
    if secrets.opened:
        effects.insert(0, fx.Opened({one: hidden.opening(one) for one in secrets.opened}))
    draws = _draws(source, request, sealer)
    extensions, fresh = _extensions(campaign, draws, environment)
    builder = EventBuilder(campaign, context, at=moment.at, draws=draws)
    builder.add(*effects)
    builder.add(*consequences(campaign, builder.campaign, system), *extensions)
    return builder.build(request, plain, sealed=sealer.sealed, opened=tuple(opened), fresh=fresh)


def give_standing_answer(campaign: Campaign, context: Context) -> Accepted | None:
    """The event of the standing answer that is due; None if none is.

    Whoever stores events asks after each request, until there is none.
    """
    order = due(campaign, context.system)
    if order is None:
        return None
    known = context.vault.known_to(f"seat:{order.seat}", campaign.seq)
    command = to_plain(command_of(campaign, order, context.system, known))
    return accept(campaign, standing_request(campaign, order, command), context)


def _source(
    campaign: Campaign, request: Request, plain: dict[str, Any], environment: Environment
) -> ChainSource | ScriptSource:
    """Where the dice come from: the chains, or the faces that were entered."""
    if request.entered is not None:
        return ScriptSource(request.entered.faces)
    digest = command_digest(plain)
    return ChainSource(campaign.id, digest, request.entropy, environment.link)


def _moment(campaign: Campaign, command: Any, environment: Environment) -> Moment:
    """When a command is decided, where the decision depends on it."""
    if not isinstance(command, cmd.OpenSeals):
        return UNTIMED
    over = campaign.outcome is not None and not campaign.seals_opened
    at = max(environment.now(), campaign.at)
    return Moment(at, environment.branches_ended(campaign) if over else "")


class _Hidden(Mapping[str, Any]):
    """Every hidden value, this event's own included, read one at a time."""

    def __init__(
        self, vault: Vault, sealer: _Sealer, known: Mapping[str, Any] | None = None
    ) -> None:
        self._vault, self._sealer, self._known = vault, sealer, known

    def __getitem__(self, digest: str) -> Any:
        if self._known is not None and digest not in self._sealer.sealed:
            return self._known[digest]
        return self.opening(digest).value

    def opening(self, digest: str) -> Opening:
        """The whole opening; KeyError if there is none."""
        kept = self._sealer.sealed.get(digest)
        return kept.opening if kept else self._vault.get(digest).opening

    def __iter__(self) -> Iterator[str]:
        yield from self._sealer.sealed
        yield from (digest for digest, _ in self._vault.items())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def is_public(self, digest: str) -> bool:
        """Whether everyone has seen the value already."""
        return digest in self._vault and self._vault.get(digest).public is not None

    def unpublished(self) -> list[str]:
        """Digests that nobody has shown to everyone yet."""
        return [digest for digest, entry in self._vault.items() if entry.public is None]


def _run(decision: Decision, source: ChainSource | ScriptSource, blind: bool) -> list[Any]:
    try:
        effects = decide(decision)
    except NotKnown:
        if blind:
            raise
        if isinstance(source, ScriptSource):
            raise EnteredMismatch(OPENS_MORE) from None
        detail = "whether this is allowed depends on what only the seat may see"
        raise Forbidden(detail, pointer="/for") from None
    except Refused as refusal:
        drawn = isinstance(source, ChainSource) and source.draws
        if drawn and not isinstance(refusal, EnteredMismatch):
            raise DrawnRefusal(str(refusal)) from refusal
        raise
    if isinstance(source, ScriptSource):
        if not source.read:
            raise EnteredMismatch("this command throws no dice")
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
        if chain in source.draws:
            draws.append(_draw(source.draws[chain], sealer))
    return draws


def _draw(draw: Draw, sealer: _Sealer) -> dict[str, Any]:
    dice = [_plain_die(die) for die in draw.dice]
    if draw.chain == "open":
        return {"chain": "open", "link": draw.link, "seed": draw.seed.hex(), "dice": dice}
    sealed = sealer(dice, ())
    return {"chain": "sealed", "link": draw.link, "dice": {"sealed": sealed.sealed}}


def _extensions(
    campaign: Campaign, draws: Sequence[Mapping[str, Any]], environment: Environment
) -> tuple[list[Any], dict[str, Chain]]:
    effects, fresh = [], {}
    for draw in draws:
        head = campaign.chains.get(draw["chain"])
        if head is not None and draw["link"] == head.links:
            chain = fresh[draw["chain"]] = environment.chain()
            effects.append(fx.Extended(draw["chain"], chain.anchor, chain.links))
    return effects, fresh
