"""From a command to its event: checked, decided, drawn, sealed, hashed and folded.

Pure: the clock, the coming links, the salts and fresh chains are handed in (`Means`). A link is
asked for only when the rules throw a die, so nothing that is refused depends on one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta

from domain.kernel import commands as cmd
from domain.kernel import effects as fx
from domain.kernel import seals
from domain.kernel.campaign import (
    Campaign,
    Past,
    apply,
    decode_change,
    evolve,
)
from domain.kernel.canonical import fingerprint, to_plain
from domain.kernel.dice import (
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
from domain.kernel.errors import (
    Concluded,
    Conflict,
    DrawnRefusal,
    EditionChanged,
    EnteredMismatch,
    Forbidden,
    Invalid,
    NotKnown,
    OutOfPhase,
    Refused,
)
from domain.kernel.record import Event, record_bytes, record_hash
from domain.kernel.seals import Kept, Opening, Sealed, Secrets
from domain.kernel.system import CommandSpec, System
from domain.kernel.vault import Entry, Vault

KERNEL_SPECS = {spec.type: spec for spec in cmd.COMMANDS}
ANY_TIME = frozenset({"campaign.annotate", "campaign.open-seals", "campaign.adopt-edition"})
"""Posted commands that a concluded campaign still takes, besides a rewind."""


class Entered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice rolled outside: who vouches for them, and their faces in the order they are read."""

    witness: Annotated[str, Meta(min_length=1, max_length=200)]
    faces: Annotated[tuple[int, ...], Meta(min_length=1, max_length=200)]


class Request(msgspec.Struct, frozen=True):
    """A command as it came in: ``command`` is plain data."""

    by: str
    command: Any
    key: str
    entropy: str = ""
    for_: str = ""
    entered: Entered | None = None

    @property
    def acting(self) -> str:
        """The role whose command it is."""
        return self.for_ or self.by


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


class Accepted(msgspec.Struct, frozen=True):
    """An event with everything that is stored with it."""

    event: Event
    record: bytes
    hash: str
    campaign: Campaign
    kept: dict[str, Kept]
    opened: tuple[str, ...]
    fresh: dict[str, Chain]


def parse_command(specs: Mapping[str, CommandSpec], plain: Any) -> tuple[CommandSpec, Any]:
    """A command's specification and struct; `Invalid` with a pointer if it has not its form."""
    if not isinstance(plain, dict) or not isinstance(plain.get("type"), str):
        raise Invalid("a command is an object with a type", pointer="/command/type")
    spec = specs.get(plain["type"])
    if spec is None:
        raise Invalid(f"no command {plain['type']!r} here", pointer="/command/type")
    if seals.names_sealed(plain):
        raise Invalid("the member name 'sealed' is reserved", pointer="/command")
    try:
        return spec, msgspec.convert(plain, spec.shape, strict=True)
    except msgspec.ValidationError as error:
        detail, pointer = explain(error)
        raise Invalid(detail, pointer=f"/command{pointer}") from None


def explain(error: msgspec.ValidationError) -> tuple[str, str]:
    """A validation error as words and an RFC 6901 pointer."""
    detail, _, path = str(error).partition(" - at `$")
    parts = path.rstrip("`").replace("[", ".").replace("]", "").split(".")
    return detail, "".join(
        f"/{part.replace('~', '~0').replace('/', '~1')}" for part in parts if part
    )


def specs_of(system: System) -> dict[str, CommandSpec]:
    """Every command that may be posted to a campaign of ``system``."""
    return {**KERNEL_SPECS, **{spec.type: spec for spec in system.commands}}


def check_role(spec: CommandSpec, request: Request, campaign: Campaign) -> None:
    """`Forbidden` unless the sender may send this command in this name."""
    if request.for_:
        seat = request.for_.removeprefix("seat:")
        if request.by != "referee":
            raise Forbidden("only the referee acts for a seat", pointer="/for")
        if campaign.seat(seat) is None:
            raise Invalid(f"there is no seat {seat!r}", pointer="/for")
    role = "seat" if request.acting.startswith("seat:") else request.acting
    if role not in spec.roles:
        raise Forbidden(f"{spec.title}: not for {request.acting}")


def check_time(spec: CommandSpec, campaign: Campaign, system: System) -> None:
    """Refuse what the campaign as a whole does not take now."""
    if campaign.reshuffle_due and spec.type != "campaign.reshuffle":
        raise OutOfPhase("the referee has to reshuffle first")
    if campaign.outcome is not None and spec.type not in ANY_TIME | {"campaign.rewind"}:
        raise Concluded("the campaign is over")
    of_game = spec.type not in KERNEL_SPECS or spec.type == "campaign.rule"
    if of_game and campaign.edition != system.edition:
        raise EditionChanged(
            f"the campaign is played under edition {campaign.edition}; installed is "
            f"{system.edition}, which the referee may adopt"
        )


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


def decide(
    campaign: Campaign,
    command: Any,
    acting: str,
    system: System,
    dice: Dice,
    secrets: Secrets,
    past: Past,
) -> list[Any]:
    """The effects of any posted command, the game's or the kernel's. Raises `Refused`."""
    if str(command.__struct_config__.tag) not in KERNEL_SPECS:
        return list(system.decide(campaign.game, command, acting, dice, secrets))
    match command:
        case cmd.Rewind():
            return _rewind(campaign, command, system, dice, secrets, past)
        case cmd.Reshuffle():
            return _reshuffle(campaign, system, dice, secrets)
        case cmd.Consent():
            _check_past(campaign, command.to)
            return [fx.Consented(acting.removeprefix("seat:"), command.to)]
        case cmd.Ruling():
            return [_ruling(campaign, command, system)]
        case cmd.Annotate():
            if command.seq > campaign.seq:
                raise Invalid(f"there is no event {command.seq}", pointer="/command/seq")
            return [fx.Annotated(command.seq, command.text)]
        case cmd.Resign():
            return [_resign(campaign, acting.removeprefix("seat:"))]
        case cmd.Conclude():
            for seat in command.winners:
                if campaign.seat(seat) is None:
                    raise Invalid(f"there is no seat {seat!r}", pointer="/command/winners")
            return [fx.Concluded(command.reason, command.winners)]
        case cmd.OpenSeals():
            if campaign.outcome is None:
                raise OutOfPhase("the seals are opened when the campaign is over")
            if campaign.seals_opened:
                raise Conflict("the seals are open")
            return []
        case cmd.AdoptEdition():
            if campaign.edition == system.edition:
                raise Conflict(f"the campaign is played under edition {system.edition}")
            tables, data = pins(system, {})
            return [fx.EditionAdopted(system.edition, tables, {**data, **campaign.replaced})]
    raise AssertionError(command)


def pins(system: System, custom: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """Hashes of the tables and of the documents that a campaign is played with."""
    tables = {table.key: table.fingerprint() for table in system.tables}
    data = {
        document.key: fingerprint(to_plain(custom.get(document.key, document.default)))
        for document in system.documents
    }
    return tables, data


def _check_past(campaign: Campaign, to: int) -> None:
    if to >= campaign.seq:
        raise Invalid(f"event {to} is not before the last one", pointer="/command/to")


def _rewind(
    campaign: Campaign,
    command: cmd.Rewind,
    system: System,
    dice: Dice,
    secrets: Secrets,
    past: Past,
) -> list[Any]:
    _check_past(campaign, command.to)
    if campaign.seals_opened:
        raise Conflict("the seals are open: nothing can be hidden again")
    seen = campaign.hidden > command.to
    consents = tuple(sorted({seat for seat, to in campaign.consents if to == command.to}))
    effects: list[Any] = [fx.Rewound(command.to, command.reason, consents, seen)]
    if seen and not command.keep_order and system.reshuffle is not None:
        effects += system.reshuffle(past(command.to).game, dice, secrets)
    return effects


def _reshuffle(campaign: Campaign, system: System, dice: Dice, secrets: Secrets) -> list[Any]:
    if not campaign.reshuffle_due:
        raise OutOfPhase("nothing has to be reshuffled")
    assert system.reshuffle is not None
    return list(system.reshuffle(campaign.game, dice, secrets))


def _ruling(campaign: Campaign, command: cmd.Ruling, system: System) -> fx.Ruled:
    game = campaign.game
    for index, plain in enumerate(command.changes):
        pointer = f"/command/changes/{index}"
        try:
            change = decode_change(system, plain)
        except msgspec.ValidationError as error:
            detail, where = explain(error)
            raise Invalid(detail, pointer=pointer + where) from None
        try:
            system.amend(game, change)
        except Refused as refusal:
            refusal.pointer = pointer + refusal.pointer
            raise
        game = system.evolve(game, change)
    return fx.Ruled(command.text, command.reason, command.changes)


def _resign(campaign: Campaign, key: str) -> fx.Resigned:
    seat = campaign.seat(key)
    if seat is None or seat.resigned:
        raise Conflict("the seat has resigned")
    return fx.Resigned(key)


def prepare(campaign: Campaign, request: Request, system: System) -> tuple[CommandSpec, Any]:
    """Check a request as far as the campaign's public state tells. Raises `Refused`."""
    spec, command = parse_command(specs_of(system), request.command)
    check_role(spec, request, campaign)
    check_time(spec, campaign, system)
    if request.entered is not None:
        if request.by != "referee":
            raise Forbidden("only the referee enters dice", pointer="/entered")
        if not campaign.options.get("entered_dice"):
            raise Forbidden("this campaign takes no dice rolled outside", pointer="/entered")
    return spec, command


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
    decision asks for one.
    """
    spec, command = prepare(campaign, request, system)
    sealer = _Sealer(campaign.id, campaign.seq + 1, means.salt)
    members = {name: sealer(getattr(command, name), (request.acting,)) for name in spec.secret}
    plain = recorded(command, members)
    # What the sender knows, not what the seat does in whose name he acts: else a referee could
    # learn a hand by what is refused.
    sees_all = campaign.options.get("referee_sees") == "all"
    known = vault.known_to(request.by, campaign.seq, all_seats=sees_all)
    hidden = _Hidden(vault, sealer, known if blind else None)
    secrets = Secrets(known, hidden, sealer, members)
    source: ChainSource | ScriptSource
    if request.entered is None:
        source = ChainSource(campaign.id, command_digest(plain), request.entropy, means.link)
    else:
        source = ScriptSource(request.entered.faces)
    effects = _run(campaign, command, request.acting, system, source, secrets, past, blind)
    if isinstance(command, cmd.OpenSeals):
        effects = [fx.SealsOpened(means.last_links(campaign))]
    draws = _draws(source, request, sealer)
    opened = [digest for digest in secrets.opened if not hidden.is_public(digest)]
    if secrets.opened:
        openings = {digest: hidden.opening(digest) for digest in secrets.opened}
        effects = [fx.Opened(openings), *effects]
    if isinstance(command, cmd.OpenSeals):
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


def recorded(command: Any, members: Mapping[str, Sealed]) -> dict[str, Any]:
    """A command as it stands in the record: secret members sealed, defaults left out."""
    plain: dict[str, Any] = to_plain(command)
    for name, seal in members.items():
        plain[name] = {"sealed": seal.sealed}
    return plain


def _run(
    campaign: Campaign,
    command: Any,
    acting: str,
    system: System,
    source: Source,
    secrets: Secrets,
    past: Past,
    blind: bool,
) -> list[Any]:
    try:
        effects = decide(campaign, command, acting, system, Dice(source), secrets, past)
    except NotKnown:
        if blind:
            raise
        detail = "whether this may be done rests on what only the seat may see"
        raise Forbidden(detail, pointer="/for") from None
    except Refused as refusal:
        drawn = isinstance(source, ChainSource) and source.casts
        if drawn and not isinstance(refusal, EnteredMismatch):
            raise DrawnRefusal(str(refusal)) from refusal
        raise
    if isinstance(source, ScriptSource):
        if "sealed" in source.chains:
            raise EnteredMismatch("hidden dice cannot be entered")
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


def conclusion(
    campaign: Campaign,
    effects: Sequence[Any],
    seq_campaign: str,
    system: System,
    past: Past,
) -> list[Any]:
    """The campaign's conclusion, where the effects have ended the game."""
    after = campaign
    for effect in effects:
        after = apply(after, seq_campaign, effect, system, past)
    if after.outcome is not None:
        return []
    outcome = system.standing(after.game).outcome
    return [] if outcome is None else [fx.Concluded(outcome.reason, outcome.winners)]


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
    kept: dict[str, Kept] | None = None,
    opened: tuple[str, ...] = (),
    fresh: dict[str, Chain] | None = None,
) -> Accepted:
    """The event of a decided command, its bytes and hash, and the campaign after it."""
    event = Event(
        v=1,
        campaign=recorded_in,
        seq=campaign.seq + 1,
        at=max(means.now(), campaign.at),
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
