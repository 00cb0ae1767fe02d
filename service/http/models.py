"""Shapes of requests and answers. Requests are closed; answers may grow."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from iacta.domain.kernel.campaign.commands import Name, SeatName
from iacta.domain.kernel.campaign.effects import Restored
from iacta.domain.kernel.campaign.fold import SeatView
from iacta.domain.kernel.campaign.requests import Entered
from iacta.domain.kernel.campaign.verify.report import Check, Counts
from iacta.domain.kernel.contract.rulebook import Misprint, Provenance, Rule, Term
from iacta.domain.kernel.contract.system import Label, Outcome, Phase, Scenario, Seat, Waiting
from iacta.domain.kernel.proof.record import (
    CampaignId,
    Entropy,
    For,
    Hash,
    Key,
    Role,
    SeatKey,
    Seq,
    Time,
)
from iacta.domain.kernel.proof.seals import Opening
from iacta.service.errors import FieldError
from iacta.service.projections.rolls import Roll

Visibility = Literal["public", "private"]
VisibilityHere = Literal["public", "private", "hidden"]
"""``hidden``: once public, and taken off the list by the operator."""
Status = Literal["open", "concluded", "imported", "read-only"]
Code = Annotated[str, Meta(min_length=1, max_length=128)]


class Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of request bodies."""


class CreateCampaign(Closed, frozen=True):
    """What to found. ``options`` are switches; ``data`` replaces documents of the system."""

    system: Annotated[str, Meta(max_length=64)]
    scenario: Annotated[str, Meta(max_length=64)]
    name: Name
    visibility: Visibility
    seats: Annotated[tuple[SeatName, ...], Meta(max_length=16)] = ()
    options: dict[str, str | int | bool] = {}
    data: dict[str, Any] = {}


class Claim(Closed, frozen=True):
    """An invitation code, as it stands in the link."""

    invitation: Code


class NewToken(Closed, frozen=True):
    """Whose tokens to replace."""

    role: Role


class PostCommand(Closed, frozen=True, rename={"for_": "for"}):
    """A command. ``for``: the seat that the referee acts for; ``entered``: dice rolled outside."""

    command: dict[str, Any]
    entropy: Entropy = ""
    for_: SeatKey | None = None
    entered: Entered | None = None


class BatchCommand(Closed, frozen=True, rename={"for_": "for"}):
    """A command of a batch, with its own idempotency key."""

    command: dict[str, Any]
    entropy: Entropy = ""
    for_: SeatKey | None = None
    key: Key | None = None


class PostBatch(Closed, frozen=True):
    """Commands in order, one event each. ``dry_run``: nothing is recorded, no die is thrown, keys
    are not looked at; ``options`` then asks for the options after the last command tried.
    """

    mode: Literal["all-or-none", "until-refused"]
    commands: Annotated[tuple[BatchCommand, ...], Meta(min_length=1, max_length=200)]
    dry_run: bool = False
    options: bool = False


class AskOdds(Closed, frozen=True, rename={"for_": "for"}):
    """A command that is not executed."""

    command: dict[str, Any]
    for_: SeatKey | None = None


class ForkCampaign(Closed, frozen=True):
    """Where to fork. ``keep_order``: what was hidden stays as it was, though it was seen; only
    where its seals are open.

    ``key``: of which copy, where several are here; else the one that the address shows.
    """

    at: Seq
    name: Name
    reason: Annotated[str, Meta(max_length=2000)] = ""
    keep_order: bool = False
    key: Annotated[str, Meta(max_length=400)] | None = None


class Head(msgspec.Struct, frozen=True):
    """The last event."""

    seq: int
    hash: Hash


class EventShown(msgspec.Struct, frozen=True, rename={"for_": "for"}):
    """An event as recorded, with its hash. Clients ignore effect types they do not know."""

    v: int
    campaign: CampaignId
    seq: Seq
    at: Time
    by: Role
    for_: For
    key: Key
    entropy: Entropy
    command: dict[str, Any]
    draws: list[dict[str, Any]]
    effects: list[dict[str, Any]]
    prev: Hash
    hash: Hash


class EventItem(msgspec.Struct, frozen=True):
    """An event with the openings that the caller may see."""

    event: EventShown
    openings: dict[str, Opening]


class EventPage(msgspec.Struct, frozen=True):
    """Events in order; ``next`` is the ``after`` of the next page."""

    items: tuple[EventItem, ...]
    next: int | None


class CommandAccepted(msgspec.Struct, frozen=True):
    """The event a command became, the head and a checkpoint that covers it."""

    event: EventShown
    openings: dict[str, Opening]
    head: Head
    checkpoint: str


class BatchRefused(msgspec.Struct, frozen=True):
    """Which command of a batch was refused, and why."""

    index: int
    problem: dict[str, Any]


class BatchAccepted(msgspec.Struct, frozen=True):
    """The events a batch became; ``refused`` names the command that ended it early."""

    items: tuple[EventItem, ...]
    refused: BatchRefused | None
    head: Head
    checkpoint: str


class CampaignName(msgspec.Struct, frozen=True):
    """A campaign in short."""

    id: CampaignId
    name: str
    system: str
    scenario: str
    status: Status


class ImportedCampaign(CampaignName, frozen=True):
    """A campaign taken in. A new private one has an observer's token, shown this once."""

    tokens: dict[str, str]


class NewCampaign(msgspec.Struct, frozen=True):
    """A new campaign. Tokens and invitations are shown this once."""

    campaign: CampaignName
    tokens: dict[str, str]
    invitations: dict[str, str]
    head: Head
    checkpoint: str


class ForkedCampaign(NewCampaign, frozen=True):
    """A fork. ``held``: the seats whose holders' tokens are good here too; no invitation is made
    for them.
    """

    held: tuple[str, ...]


class Ancestor(msgspec.Struct, frozen=True):
    """A campaign that this one was forked from, after event ``at``."""

    id: CampaignId
    name: str
    at: int


class Copy(msgspec.Struct, frozen=True):
    """Another copy of a campaign: who signed it, how many events it has, and what it is here."""

    key: str
    size: int
    kind: Literal["live", "imported", "read-only"]


class Campaign(msgspec.Struct, frozen=True):
    """A campaign and where it stands.

    ``key`` signs its checkpoints. ``copies`` are the others of the same id that are here, each
    under a key of its own; ``?key=`` reads one.
    """

    id: CampaignId
    name: str
    system: str
    scenario: str
    status: Status
    visibility: VisibilityHere
    edition: str
    turn: Label | None
    phase: Phase | None
    waiting: tuple[Waiting, ...]
    outcome: Outcome | None
    head: Head
    at: str
    options: dict[str, str | int | bool]
    seats: tuple[SeatView, ...]
    seals_opened: bool
    lineage: tuple[Ancestor, ...]
    forks: tuple[Ancestor, ...]
    key: str
    copies: tuple[Copy, ...]


class CampaignItem(msgspec.Struct, frozen=True):
    """A campaign in the list."""

    id: CampaignId
    name: str
    system: str
    scenario: str
    status: Status
    turn: Label | None
    phase: Phase | None
    waiting: tuple[Waiting, ...]
    outcome: Outcome | None
    head: Head
    at: str


class CampaignPage(msgspec.Struct, frozen=True):
    """Campaigns, newest first."""

    items: tuple[CampaignItem, ...]
    next: str | None


class TokenIssued(msgspec.Struct, frozen=True):
    """A token, shown this once, and its role."""

    token: str
    role: Role


class Whoami(msgspec.Struct, frozen=True):
    """The caller's role: referee, observer, seat:<seat> or nobody; ``seat`` if it has one."""

    role: str
    seat: str | None


class OptionItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something the caller may do. Without ``choices`` the command can be posted as it is."""

    id: str
    title: str
    rule: str
    command: Mapping[str, Any]
    choices: Mapping[str, Any] = {}


class Options(msgspec.Struct, frozen=True):
    """What the caller may do after event ``at``, in a stable order."""

    at: int
    waiting: tuple[Waiting, ...]
    items: tuple[OptionItem, ...]


class OddsOutcome(msgspec.Struct, frozen=True):
    """An outcome and its probability as a fraction."""

    probability: str
    outcome: dict[str, Any]


class CommandTried(msgspec.Struct, frozen=True):
    """What a command would do, as the caller would see it: its effects, it in words, and the
    RFC 6902 patch of the caller's view. What it would seal has no digest yet: where the caller
    would see the value, it stands in the place of the digest; else there are 64 zeros.
    """

    effects: list[dict[str, Any]]
    text: tuple[str, ...]
    patch: tuple[dict[str, Any], ...]


class BatchTried(msgspec.Struct, frozen=True):
    """A dry run on event ``at``. ``stopped``: the first command that would draw, would open
    something sealed, or rests on what the caller cannot see; it and those after it were not tried.
    ``out_of_time``: it is merely the first that the server's budget was too small for. ``refused``:
    the command that was refused after others were not. ``options``: after the last one tried.
    """

    at: int
    items: tuple[CommandTried, ...]
    stopped: int | None
    out_of_time: bool
    refused: BatchRefused | None
    options: Options | None


class OddsAnswer(msgspec.Struct, frozen=True):
    """The distribution of outcomes. ``exact`` is false where they were sampled: because they are
    too many, or the server's budget is too small. ``branches``: how many ends were reached, or
    samples taken; without any there are no outcomes.
    """

    at: int
    exact: bool
    branches: int
    outcomes: tuple[OddsOutcome, ...]


class StateAnswer(msgspec.Struct, frozen=True):
    """The game after event ``at`` as an audience sees it."""

    campaign: CampaignId
    at: int
    audience: str
    view: dict[str, Any]


class StepDie(msgspec.Struct, frozen=True, rename={"for_": "for"}):
    """A die of a step; ``face`` is null while it is sealed."""

    chain: str
    die: str
    face: int | tuple[int, ...] | None
    for_: str
    proof: str = msgspec.field(name="class")


class StepItem(msgspec.Struct, frozen=True, rename={"for_": "for"}):
    """An event in words, with its dice and the RFC 6902 patch of the view."""

    seq: int
    at: str
    by: str
    for_: str
    text: tuple[str, ...]
    dice: tuple[StepDie, ...]
    patch: tuple[dict[str, Any], ...]
    marks: tuple[dict[str, Any], ...]
    event: EventShown


class StepPage(msgspec.Struct, frozen=True):
    """Steps in order; ``view`` is the view before the first of them."""

    view: dict[str, Any]
    items: tuple[StepItem, ...]
    next: int | None


class RollPage(msgspec.Struct, frozen=True):
    """Dice in order."""

    items: tuple[Roll, ...]
    next: str | None


class Audit(msgspec.Struct, frozen=True):
    """The checks of the format, and what an auditor asks first."""

    audience: str
    ok: bool
    checks: tuple[Check, ...]
    counts: Counts
    unchecked: tuple[str, ...]
    draws: dict[str, int]
    rewinds: tuple[dict[str, Any], ...]
    entered: tuple[int, ...]


class LineageNode(msgspec.Struct, frozen=True):
    """A campaign in the tree of forks. ``restored``: it goes on after a restored backup, and so
    many signed events are lost.
    """

    id: CampaignId
    name: str
    parent: str | None
    at: int | None
    restored: Restored | None


class Lineage(msgspec.Struct, frozen=True):
    """The tree of forks that a campaign belongs to, as far as the caller may see it."""

    items: tuple[LineageNode, ...]


class KeyAnswer(msgspec.Struct, frozen=True):
    """The server's verifier key."""

    key: str
    name: str


class CommandInfo(msgspec.Struct, frozen=True):
    """A command type: who may send it and when; ``secret`` members are sealed."""

    type: str
    title: str
    roles: tuple[str, ...]
    phases: tuple[str, ...]
    secret: tuple[str, ...]
    example: dict[str, Any]
    schema: dict[str, Any]


class DocumentInfo(msgspec.Struct, frozen=True):
    """A data document that a campaign may replace."""

    key: str
    title: str
    provenance: Provenance
    schema: dict[str, Any]


class RulebookInfo(msgspec.Struct, frozen=True):
    """The ledger of a system's rules."""

    source: str
    rules: tuple[Rule, ...]
    misprints: tuple[Misprint, ...]


class SwitchInfo(msgspec.Struct, frozen=True):
    """A setting of a campaign, with its default."""

    key: str
    title: str
    default: str | int | bool
    values: tuple[str | int | bool, ...]
    ruling: str


class SystemItem(msgspec.Struct, frozen=True):
    """A game system in short."""

    system: str
    title: str
    edition: str
    seats: tuple[Seat, ...]
    scenarios: tuple[Scenario, ...]


class SystemPage(msgspec.Struct, frozen=True):
    """The installed systems."""

    items: tuple[SystemItem, ...]
    next: str | None


class SystemDetail(msgspec.Struct, frozen=True):
    """Everything about a system that a client may want."""

    system: str
    title: str
    edition: str
    seats: tuple[Seat, ...]
    min_seats: int
    max_seats: int
    scenarios: tuple[Scenario, ...]
    switches: tuple[SwitchInfo, ...]
    rulebook: RulebookInfo
    glossary: tuple[Term, ...]
    commands: tuple[CommandInfo, ...]
    documents: tuple[DocumentInfo, ...]
    schemas: dict[str, dict[str, Any]]


class TableRow(msgspec.Struct, frozen=True):
    """A row of a table."""

    label: str
    cells: tuple[str, ...]


class TableAnswer(msgspec.Struct, frozen=True):
    """A table with its rule and provenance."""

    key: str
    title: str
    rule: str
    provenance: Provenance
    corner: str
    columns: tuple[str, ...]
    rows: tuple[TableRow, ...]
    notes: tuple[str, ...]


class TablePage(msgspec.Struct, frozen=True):
    """A system's tables."""

    items: tuple[TableAnswer, ...]
    next: str | None


class ProblemRule(msgspec.Struct, frozen=True):
    """The rule that forbids a command."""

    id: str
    title: str


class ProblemBody(msgspec.Struct, frozen=True, omit_defaults=True, rename={"for_": "for"}):
    """A problem (RFC 9457). ``type`` is stable; ``errors`` name members or parameters.

    ``die`` and ``for``: the next die that is read, where one entered is missing or does not fit.
    """

    type: str
    title: str
    status: int
    detail: str
    instance: str
    request_id: str
    errors: tuple[FieldError, ...] = ()
    rule: ProblemRule | None = None
    head: Head | None = None
    die: str | None = None
    for_: str | None = None
    reason: str | None = None
    checkpoint: str | None = None


class ProblemTypeAnswer(msgspec.Struct, frozen=True):
    """A problem type with its meaning and its remedy."""

    slug: str
    status: int
    title: str
    meaning: str
    remedy: str


class ProblemTypePage(msgspec.Struct, frozen=True):
    """Every problem type."""

    items: tuple[ProblemTypeAnswer, ...]
    next: str | None


class Health(msgspec.Struct, frozen=True):
    """Whether the server runs, or is ready, and the version that runs.

    ``detail``: what its operator should know.
    """

    status: str
    version: str
    detail: str | msgspec.UnsetType = msgspec.UNSET
