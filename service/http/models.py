"""Shapes of requests and answers. Requests reject unknown members; answers may gain members."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from iacta.domain.kernel.campaign.commands import Name, SeatName
from iacta.domain.kernel.campaign.effects import Restored
from iacta.domain.kernel.campaign.requests import Entered
from iacta.domain.kernel.campaign.stakes import Modifier, Swing
from iacta.domain.kernel.campaign.state import Awaited
from iacta.domain.kernel.campaign.views import SeatView
from iacta.domain.kernel.contract.choices import Option, OutlinedOption
from iacta.domain.kernel.contract.rulebook import Misprint, Provenance, Rule, Term
from iacta.domain.kernel.contract.system import Label, Outcome, Phase, Scenario, Seat
from iacta.domain.kernel.proof.dice import Die
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
from iacta.domain.kernel.proof.seals import Opening, Sealed
from iacta.service.errors import FieldError
from iacta.service.projections.rolls import Roll

Visibility = Literal["public", "private"]
VisibilityHere = Literal["public", "private", "hidden"]
"""``hidden``: once public, and taken off the list by the operator."""
Status = Literal["open", "concluded", "imported", "read-only"]
Code = Annotated[str, Meta(min_length=1, max_length=128)]
Token = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$", max_length=43)]


class Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of request bodies."""


class CreateCampaign(Closed, frozen=True, kw_only=True):
    """A campaign to create."""

    system: Annotated[str, Meta(max_length=64)]  #: the key of a system (`listSystems`)
    scenario: Annotated[str, Meta(max_length=64)]  #: the key of one of its scenarios
    name: Name
    visibility: Visibility  #: public campaigns are listed and may be read by everyone
    #: The players by name; if left out, as many seats as the scenario needs.
    seats: Annotated[tuple[SeatName, ...], Meta(max_length=16)] = ()
    #: Switches of the system that differ from their default, by key.
    options: dict[str, str | int | bool] = {}
    data: dict[str, Any] = {}
    dry_run: bool = False  #: check it, and create nothing


class ClaimSeat(Closed, frozen=True):
    """An invitation's code, or one that moves a role to another device."""

    invitation: Code | None = None  #: the code, as it stands in the invitation's link
    transfer: Code | None = None  #: the code that `startTransfer` gave, instead of an invitation
    #: 32 fresh random bytes in base64url without padding: the token that the claim is to issue. If
    #: left out, the server makes one, and a lost answer cannot be had again.
    token: Token | None = None


class NewToken(Closed, frozen=True):
    """Whose tokens to replace."""

    role: Role  #: the role whose tokens are replaced


class PostCommand(Closed, frozen=True, rename={"for_": "for"}):
    """A command to execute."""

    command: dict[str, Any]
    entropy: Entropy = ""  #: the sender's own randomness, mixed into the dice
    for_: SeatKey | None = None  #: the seat that the referee acts for
    entered: Entered | None = None  #: dice rolled outside, where the campaign allows them


class BatchCommand(Closed, frozen=True, rename={"for_": "for"}):
    """A command of a batch, with its own idempotency key."""

    command: dict[str, Any]
    entropy: Entropy = ""  #: the sender's own randomness, mixed into the dice
    for_: SeatKey | None = None  #: the seat that the referee acts for
    entered: Entered | None = None  #: dice rolled outside, where the campaign allows them
    key: Key | None = None  #: the command's idempotency key


class PostBatch(Closed, frozen=True, kw_only=True):
    """Several commands, one event each."""

    #: Whether one refusal refuses them all, or those before it stay.
    mode: Literal["all-or-none", "until-refused"]
    #: In the order in which they are decided.
    commands: Annotated[tuple[BatchCommand, ...], Meta(min_length=1, max_length=200)]
    #: Only tell what they would do: nothing is recorded, no die is thrown, keys are ignored.
    dry_run: bool = False
    #: Answer a dry run with the options after the last command tried, too: in the name of the seat
    #: that the batch's last command is sent for, if there is one.
    options: bool = False


class AskOdds(Closed, frozen=True, rename={"for_": "for"}):
    """A command that is not executed."""

    command: dict[str, Any]
    for_: SeatKey | None = None  #: the seat that the referee asks for


class ForkCampaign(Closed, frozen=True):
    """Where to fork, and what to call the fork."""

    at: Seq  #: the last event that both branches share
    name: Name  #: what the fork is called
    #: Why it is made, recorded in its first event.
    reason: Annotated[str, Meta(max_length=2000)] = ""
    #: Leave hidden things as they were although they were seen; only once its seals are open.
    keep_order: bool = False
    #: The verifier key of the copy to fork, if there are several; else the one the address shows.
    key: Annotated[str, Meta(max_length=400)] | None = None


class Head(msgspec.Struct, frozen=True):
    """The last event."""

    seq: int  #: its number; the first event is 1
    hash: Hash


class OpenDraw(msgspec.Struct, frozen=True, tag_field="chain", tag="open"):
    """Dice of the open chain, shown at once."""

    link: Seq
    seed: Hash  #: the link itself in hex, which the faces follow from
    dice: tuple[Die, ...]  #: in the order in which they were thrown


class SealedDraw(msgspec.Struct, frozen=True, tag_field="chain", tag="sealed"):
    """Dice of the sealed chain, hidden for now. The value that is sealed is a list of `Die`."""

    link: Seq
    dice: Sealed  #: the digest that takes the place of the dice until the seals are open


class EnteredDraw(msgspec.Struct, frozen=True, tag_field="chain", tag="entered"):
    """Dice rolled outside and entered by hand: they prove nothing."""

    witness: str  #: who saw them, in words
    dice: tuple[Die, ...]  #: in the order in which the decision read them


class EventAnswer(msgspec.Struct, frozen=True, rename={"for_": "for"}, kw_only=True):
    """An event as recorded, with its hash. Clients ignore effect types they do not know."""

    v: int  #: the version of the record's format
    campaign: CampaignId
    seq: Seq
    at: Time  #: when the server accepted it, in UTC
    by: Role  #: who sent the command
    for_: For  #: the seat that the referee acted for; empty if none
    key: Key
    entropy: Entropy  #: the sender's own randomness, mixed into the dice; may be empty
    command: dict[str, Any]
    #: What was thrown, at most once from each chain.
    draws: tuple[OpenDraw | SealedDraw | EnteredDraw, ...]
    effects: list[dict[str, Any]]
    prev: Hash  #: the hash of the event before; 64 zeros for the first
    hash: Hash  #: of this event: the RFC 6962 leaf hash of the record without this member


class EventItem(msgspec.Struct, frozen=True):
    """An event with the openings that the caller may see."""

    event: EventAnswer  #: the record with its hash
    openings: dict[str, Opening]  #: sealed values of the event that the caller may see, by digest


class StreamMessage(msgspec.Struct, frozen=True):
    """A message of a campaign's stream, in the fields of Server-Sent Events.

    It has no field ``event``, so a browser's `EventSource` raises it as `message`. Lines that
    begin with a colon are comments; only the first block has ``retry``.
    """

    id: str  #: the event's number; a stream that is resumed after it sends `Last-Event-ID`
    data: str  #: an `EventItem` in JSON, in one line


class EventPage(msgspec.Struct, frozen=True):
    """Events in order."""

    items: tuple[EventItem, ...]  #: by rising number
    #: The `after` of the next page: the last event's number; null on the last page.
    next: str | None


class CommandAccepted(EventItem, frozen=True):
    """The event a command became, the head and a checkpoint that covers it."""

    head: Head  #: the campaign's last event
    checkpoint: str  #: a signed note (C2SP) that covers the event


class BatchRefused(msgspec.Struct, frozen=True):
    """Which command of a batch was refused, and why."""

    index: int  #: the command's place in the batch, from 0
    problem: "ProblemBody"  #: the answer that it would have got alone


class BatchAccepted(msgspec.Struct, frozen=True):
    """The events a batch became; ``refused`` names the command that ended it early."""

    items: tuple[EventItem, ...]  #: one event a command
    refused: BatchRefused | None  #: the command that ended the batch early; null if none did
    head: Head  #: the campaign's last event
    checkpoint: str  #: a signed note (C2SP) that covers them all


class CampaignName(msgspec.Struct, frozen=True):
    """A campaign in short."""

    id: CampaignId
    name: str  #: what its creator called it
    system: str  #: the key of its system
    scenario: str  #: the key of its scenario
    status: Status  #: `read-only` ones were left behind by a restored backup


class ImportedCampaign(CampaignName, frozen=True):
    """An imported campaign. A new private one has an observer's token, shown this once."""

    #: Bearer tokens by role, shown this once; empty if there is nothing to hide.
    tokens: dict[str, str]


class NewCampaign(msgspec.Struct, frozen=True):
    """A new campaign. Tokens and invitations are shown this once."""

    campaign: CampaignName  #: what was made
    tokens: dict[str, str]  #: bearer tokens by role, shown this once
    #: A code for each free seat, to send to its player; shown this once.
    invitations: dict[str, str]
    head: Head  #: its last event
    checkpoint: str  #: a signed note (C2SP) that covers it


class ForkedCampaign(NewCampaign, frozen=True):
    """A new fork. Tokens and invitations are shown this once."""

    #: Seats whose holders' tokens are good here too, so that there is no invitation for them.
    held: tuple[str, ...]


class CampaignTried(msgspec.Struct, frozen=True):
    """What a campaign would be created with. Nothing was created."""

    edition: str  #: of the rules that it would be played under
    options: dict[str, str | int | bool]  #: every switch with its value
    seats: tuple[SeatName, ...]  #: in the order of the system, each with its player's name
    custom: tuple[str, ...]  #: the documents that `data` replaces


class Ancestor(msgspec.Struct, frozen=True):
    """A campaign that this one was forked from, or that was forked from it."""

    id: CampaignId
    name: str  #: what its creator called it
    at: int  #: the last event that both share


class Copy(msgspec.Struct, frozen=True):
    """Another copy of a campaign: its signer, its number of events and its kind."""

    key: str  #: the verifier key of its checkpoints
    size: int  #: how many events it has
    kind: Literal["live", "imported", "read-only"]  #: whether it is played here, or only kept


class Campaign(CampaignName, frozen=True, kw_only=True):
    """A campaign with its turn, phase and outcome."""

    #: `hidden` ones were public until the operator took them off the list.
    visibility: VisibilityHere
    edition: str  #: of the rules that it is played under
    turn: Label | None  #: null where the game counts none
    phase: Phase | None  #: null where the game has none now
    #: Whose answer the game waits for; several seats may be awaited at once.
    waiting: tuple[Awaited, ...]
    outcome: Outcome | None  #: how it ended; null while it is played
    head: Head  #: its last event
    at: str  #: when its last event was accepted, in UTC
    options: dict[str, str | int | bool]  #: its switches, by key
    seats: tuple[SeatView, ...]  #: in the order of the system
    seals_opened: bool  #: whether everything that was hidden is shown
    #: The campaigns it was forked from, the oldest first, as far as the caller may see them.
    lineage: tuple[Ancestor, ...]
    #: The first 200 campaigns forked from it that the caller may see; `getLineage` lists all.
    forks: tuple[Ancestor, ...]
    fork_count: int  #: how many there are
    key: str  #: the verifier key that its checkpoints are signed with
    copies: tuple[Copy, ...]  #: copies of this campaign under other keys; `?key=` reads one


class CampaignItem(CampaignName, frozen=True, kw_only=True):
    """A campaign in the list."""

    turn: Label | None  #: null where the game counts none
    phase: Phase | None  #: null where the game has none now
    waiting: tuple[Awaited, ...]  #: whose answer the game waits for
    outcome: Outcome | None  #: how it ended; null while it is played
    head: Head  #: its last event
    at: str  #: when its last event was accepted, in UTC


class CampaignPage(msgspec.Struct, frozen=True):
    """Campaigns, newest first."""

    items: tuple[CampaignItem, ...]  #: the newest first
    next: str | None  #: the `after` of the next page; null on the last


class TokenIssued(msgspec.Struct, frozen=True):
    """A token, shown this once, and its role."""

    token: str  #: sent as `Authorization: Bearer <token>`; shown this once
    role: Role  #: what it is good for


class TransferStarted(msgspec.Struct, frozen=True):
    """A code for another device, shown this once."""

    transfer: str  #: to send to `claimSeat`, once
    until: str  #: when it ends, in UTC


class TokenView(msgspec.Struct, frozen=True):
    """A token of the caller's role."""

    id: str  #: names it where it is to be revoked; the token does not follow from it
    made: str | None  #: when it was made, in UTC; null if that was not kept
    this: bool  #: whether the caller has sent this one


class Whoami(msgspec.Struct, frozen=True):
    """Who the caller is in a campaign."""

    role: str  #: `nobody` without a token of this campaign
    seat: str | None  #: the key of the caller's seat, if they have one
    tokens: tuple[TokenView, ...]  #: of the caller's role, the oldest first


Withheld = Annotated[
    str | msgspec.UnsetType,
    Meta(
        description="Said to a referee who asks for a seat and may not see everything: always the "
        "same, whatever is hidden."
    ),
]


class Options(msgspec.Struct, frozen=True):
    """What the caller may do now."""

    at: int  #: the last event that they take into account
    waiting: tuple[Awaited, ...]  #: whose answer the game waits for
    items: tuple[Option, ...]  #: in a stable order
    withheld: Withheld = msgspec.UNSET


class OptionsOutline(msgspec.Struct, frozen=True):
    """What the caller may do now, in outline (`of=*`)."""

    at: int  #: the last event that they take into account
    waiting: tuple[Awaited, ...]  #: whose answer the game waits for
    items: tuple[OutlinedOption, ...]  #: in a stable order, without choices
    withheld: Withheld = msgspec.UNSET


class OddsOutcome(msgspec.Struct, frozen=True):
    """An outcome and its probability as a fraction."""

    probability: str  #: a fraction in lowest terms, such as `7/36`
    outcome: dict[str, Any]  #: what the game counts as one outcome, in members of its own
    #: The faces of the die that bring it; empty where more than one die is thrown, or sampled.
    faces: tuple[int, ...]
    text: tuple[str, ...]  #: what is said of it however it comes about, besides what is certain
    #: What the seats gain and lose by the game's measures; what stays as it is is left out.
    swings: tuple[Swing, ...]
    ends: Outcome | None  #: how it ends the game; null if it does not


class AddValue(msgspec.Struct, frozen=True, tag_field="op", tag="add"):
    """Put a value where there was none: a new member, or an item before the one at ``path``."""

    path: str  #: the place in the view, an RFC 6901 pointer
    value: Any  #: whatever belongs there


class ReplaceValue(msgspec.Struct, frozen=True, tag_field="op", tag="replace"):
    """Put another value in the place of the one at ``path``."""

    path: str  #: the place in the view, an RFC 6901 pointer
    value: Any  #: whatever belongs there


class RemoveValue(msgspec.Struct, frozen=True, tag_field="op", tag="remove"):
    """Remove the member or item at ``path``."""

    path: str  #: the place in the view, an RFC 6901 pointer


PatchOperation = AddValue | ReplaceValue | RemoveValue
"""One operation of a JSON Patch (RFC 6902). They are applied in order."""


class PreviewEffect(msgspec.Struct, frozen=True):
    """An effect (`Effect`) that was not recorded. Where the caller would see what it seals, the
    value itself stands in the place of its digest.
    """

    type: str  #: a type of `Effect`


class CommandPreview(msgspec.Struct, frozen=True):
    """What a command would do, as the caller would see it.

    What it would seal has no digest yet: where the caller would see the value, it stands in the
    place of the digest; else there are 64 zeros.
    """

    effects: tuple[PreviewEffect, ...]  #: what it would do
    text: tuple[str, ...]  #: the same in words: a headline, then the reckoning
    patch: tuple[PatchOperation, ...]  #: the change of the caller's view


class BatchPreview(msgspec.Struct, frozen=True):
    """The result of a dry run. Nothing was recorded."""

    at: int  #: the event that the dry run starts from
    items: tuple[CommandPreview, ...]  #: one for each command tried
    #: The place of the first command not tried, from 0: it would draw, and no dice are entered with
    #: it; or it would open something sealed, or depends on what the caller cannot see.
    stopped: int | None
    out_of_time: bool  #: whether it stopped only because the server's budget was too small
    refused: BatchRefused | None  #: the command refused after others were not; null if none was
    #: What the caller could do after the last command tried, in the name of the seat that the
    #: batch's last command is sent for, if there is one; null unless asked for.
    options: Options | None


class OddsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The distribution of a command's outcomes."""

    at: int  #: the event that they are reckoned after
    #: False where outcomes were sampled: they are too many, or the server's budget too small.
    exact: bool
    #: How many ends were reached, or samples taken; without any there are no outcomes.
    branches: int
    outcomes: tuple[OddsOutcome, ...]  #: the likeliest first
    #: Whether it is told what is at stake: false where outcomes were sampled, or come about in more
    #: ways than the server tells. Then no text, modifier, swing or worst outcome is given.
    told: bool
    text: tuple[str, ...]  #: what is said of every outcome: what is certain
    modifiers: tuple[Modifier, ...]  #: what is added in every outcome, and why
    #: The place of the outcome that is worst for the sender's seat, from 0: a lost game before
    #: lost points or forces. Null for a sender without a seat, or if none is worse than another.
    worst: int | None


class StateAnswer(msgspec.Struct, frozen=True):
    """The campaign after an event, as an audience sees it."""

    campaign: CampaignId
    at: int  #: the event after which the view is taken
    audience: str  #: whose view it is: `public` or a role
    view: dict[str, Any]


class StepDie(msgspec.Struct, frozen=True, rename={"for_": "for"}):
    """A die of a step."""

    chain: str  #: `open`, `sealed` or `entered`
    die: str  #: `d6`, `d10_zero` (0 to 9) or `shuffle:N`; empty while it is sealed
    #: What it shows; the order of a shuffle; null while it is sealed.
    face: int | tuple[int, ...] | None
    for_: str  #: what it was thrown for; empty while it is sealed
    #: How it is protected: `entropy` (the player's own was mixed in), `none`, `entered`, `sealed`.
    proof: str = msgspec.field(name="class")


class Mark(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A mark for rulers and logs: what kind of event this was. Clients ignore unknown kinds."""

    #: Such as `beat`, `chapter`, `battle`, `death`, `ruling`, `rewind`, `fork`, `entered`, `end`.
    kind: str
    #: The title of a chapter; the headline of a beat, as it stands after this event.
    label: str | msgspec.UnsetType = msgspec.UNSET
    seat: str | msgspec.UnsetType = msgspec.UNSET  #: who acts in a beat; not set if nobody does
    #: Whether the event belongs to the beat of the event before it; if not, it opens one.
    continues: bool | msgspec.UnsetType = msgspec.UNSET
    note: str | msgspec.UnsetType = msgspec.UNSET  #: a word about a chapter
    to: Seq | msgspec.UnsetType = msgspec.UNSET  #: the event that a rewind goes back to
    #: The last event that a fork shares with its parent.
    at: Seq | msgspec.UnsetType = msgspec.UNSET
    parent: CampaignId | msgspec.UnsetType = msgspec.UNSET  #: the campaign that a fork comes from


class StepItem(msgspec.Struct, frozen=True, rename={"for_": "for"}, kw_only=True):
    """An event in words, with its dice and the RFC 6902 patch of the view."""

    seq: Seq
    at: str  #: when the server accepted it, in UTC
    by: str  #: who sent the command
    for_: str  #: the seat that the referee acted for; empty if none
    text: tuple[str, ...]  #: the event in words: a headline, then the reckoning
    dice: tuple[StepDie, ...]  #: every die that was thrown
    patch: tuple[PatchOperation, ...]  #: turns the view before the event into the view after it
    marks: tuple[Mark, ...]  #: for rulers and logs
    event: EventAnswer  #: the record with its hash


class StepPage(msgspec.Struct, frozen=True):
    """Steps in order."""

    view: dict[str, Any]
    items: tuple[StepItem, ...]  #: by rising number
    #: The `after` of the next page: the last event's number; null on the last page.
    next: str | None


class RollPage(msgspec.Struct, frozen=True):
    """Dice in order."""

    items: tuple[Roll, ...]  #: in the order in which they were thrown
    next: str | None  #: the `after` of the next page; null on the last


class LineageNode(msgspec.Struct, frozen=True):
    """A campaign in the tree of forks."""

    id: CampaignId
    name: str  #: what its creator called it
    #: The campaign that it was forked from; null for a root, or where the caller may not see it.
    parent: str | None
    at: int | None  #: the last event that it shares with its parent
    restored: Restored | None  #: set where it goes on after a restored backup


class Lineage(msgspec.Struct, frozen=True):
    """The tree of forks that a campaign belongs to, as far as the caller may see it."""

    items: tuple[LineageNode, ...]  #: each after its parent
    next: str | None  #: the `after` of the next page; null on the last


class KeyAnswer(msgspec.Struct, frozen=True):
    """The server's verifier key."""

    key: str  #: in the form of a C2SP verifier key
    name: str  #: the name in it


class CommandInfo(msgspec.Struct, frozen=True):
    """A command type: who may send it and when."""

    type: str  #: what a command's `type` says
    title: str  #: what it is, in a few words
    roles: tuple[str, ...]  #: who may send it; the referee may send a seat's with `for`
    phases: tuple[str, ...]  #: when it is due; empty if always
    secret: tuple[str, ...]  #: members that are sealed in the record
    example: dict[str, Any]  #: a command of this type
    schema: dict[str, Any]  #: its JSON schema


class DocumentInfo(msgspec.Struct, frozen=True):
    """A data document that a campaign may replace."""

    key: str  #: what it is called in `data` at creation
    title: str  #: what it is
    provenance: Provenance  #: how sure its content is
    schema: dict[str, Any]  #: its JSON schema


class RulebookInfo(msgspec.Struct, frozen=True):
    """The ledger of a system's rules."""

    source: str  #: what the rules were taken from
    rules: tuple[Rule, ...]  #: every numbered rule and ruling
    misprints: tuple[Misprint, ...]  #: where the source was corrected


class SwitchInfo(msgspec.Struct, frozen=True):
    """A setting of a campaign, with its default."""

    key: str  #: what it is called in `options` at creation
    title: str  #: what it switches
    default: str | int | bool  #: what counts if it is left out
    values: tuple[str | int | bool, ...]  #: what it may be set to
    titles: tuple[str, ...]  #: what each value means, in the order of `values`
    ruling: str  #: the ruling that it comes from; may be empty


class SystemItem(msgspec.Struct, frozen=True):
    """A game system in short."""

    system: str  #: its key
    title: str  #: its name
    edition: str  #: of the rules that are installed
    seats: tuple[Seat, ...]  #: who may take part
    scenarios: tuple[Scenario, ...]  #: from the smallest to the one that shows the game whole


class SystemPage(msgspec.Struct, frozen=True):
    """The installed systems."""

    items: tuple[SystemItem, ...]  #: in the order of their keys
    next: str | None  #: null: there is one page


class SystemSchemas(msgspec.Struct, frozen=True):
    """JSON schemas of what a game writes and shows."""

    effects: dict[str, Any]  #: of the game's own effects
    changes: dict[str, Any]  #: of what a referee's ruling may change
    view: dict[str, Any]  #: of the game's view, the member `game` of a view


class UntilInfo(msgspec.Struct, frozen=True):
    """A public fact until which an answer may stand."""

    key: str  #: what it is called in `campaign.stand`
    title: str  #: as after "until"


class WindowInfo(msgspec.Struct, frozen=True):
    """A kind of window that a seat may answer in advance, by `campaign.stand`."""

    key: str  #: what it is called in commands
    title: str  #: its name, in the plural
    rule: str  #: the rule or ruling that opens it
    untils: tuple[UntilInfo, ...]  #: until when an answer may stand, the nearest first
    schema: dict[str, Any]  #: the JSON schema of an answer


class SystemDetail(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a system that a client may want."""

    system: str  #: its key
    title: str  #: its name
    edition: str  #: of the rules that are installed
    seats: tuple[Seat, ...]  #: who may take part
    min_seats: int  #: the fewest that a campaign has
    max_seats: int  #: the most that a campaign has
    scenarios: tuple[Scenario, ...]  #: from the smallest to the one that shows the game whole
    switches: tuple[SwitchInfo, ...]  #: what a campaign may choose at its creation
    rulebook: RulebookInfo  #: how far each rule is done
    glossary: tuple[Term, ...]  #: the game's own words
    commands: tuple[CommandInfo, ...]  #: the game's and every campaign's
    documents: tuple[DocumentInfo, ...]  #: data that a campaign may replace
    windows: tuple[WindowInfo, ...]  #: what a seat may answer in advance
    schemas: SystemSchemas  #: for clients that read the contract at run time


class TableRow(msgspec.Struct, frozen=True):
    """A row of a table."""

    label: str  #: the row's heading
    cells: tuple[str, ...]  #: one a column


class TableAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A table with its rule and provenance."""

    key: str  #: unique within the system
    title: str  #: its heading
    rule: str  #: the rule it belongs to
    provenance: Provenance  #: how sure its content is
    corner: str  #: the heading of the column of labels
    columns: tuple[str, ...]  #: the headings of the other columns
    rows: tuple[TableRow, ...]  #: from top to bottom
    notes: tuple[str, ...]  #: the remarks below it


class TablePage(msgspec.Struct, frozen=True):
    """A system's tables."""

    items: tuple[TableAnswer, ...]  #: in the order of the rulebook
    next: str | None  #: null: there is one page


class ProblemRule(msgspec.Struct, frozen=True):
    """The rule that forbids a command."""

    id: str  #: the number of the rule, or of the ruling
    title: str  #: as the system's ledger has it


class ProblemBody(
    msgspec.Struct, frozen=True, omit_defaults=True, rename={"for_": "for"}, kw_only=True
):
    """A problem (RFC 9457)."""

    type: str  #: stable: `/problems/<slug>`, which can be read
    title: str  #: what kind of problem it is
    status: int  #: the HTTP status
    detail: str  #: what is wrong here, in words
    instance: str  #: the path that was asked for
    request_id: str  #: what the operator's log calls this request
    errors: tuple[FieldError, ...] = ()  #: what is wrong at which member or parameter
    rule: ProblemRule | None = None  #: the rule or ruling that forbids the command
    head: Head | None = None  #: the campaign's last event, where `If-Match` named another
    #: The die that is read next, where one entered is missing or does not fit.
    die: str | None = None
    for_: str | None = None  #: what that die is thrown for
    reason: str | None = None  #: why the operator deleted the campaign
    checkpoint: str | None = None  #: the last one that was signed of a deleted campaign


class ProblemTypeAnswer(msgspec.Struct, frozen=True):
    """A problem type with its meaning and its remedy."""

    slug: str  #: the last part of `type`
    status: int  #: the HTTP status
    title: str  #: what kind of problem it is
    meaning: str  #: when it is answered
    remedy: str  #: what to do about it


class ProblemTypePage(msgspec.Struct, frozen=True):
    """Every problem type."""

    items: tuple[ProblemTypeAnswer, ...]  #: every type that the API has
    next: str | None  #: null: there is one page


class Health(msgspec.Struct, frozen=True):
    """Whether the server runs, or is ready, and the version that runs."""

    status: str  #: `live` or `ready`
    version: str  #: of the program that runs
    detail: str | msgspec.UnsetType = msgspec.UNSET  #: what the operator should know
