"""Commands, what became of them, and what they would do."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from iacta.domain.kernel.campaign.requests import Entered
from iacta.domain.kernel.campaign.stakes import Modifier, Swing, ToldOf
from iacta.domain.kernel.campaign.state import Awaited
from iacta.domain.kernel.contract.choices import Option, OutlinedOption
from iacta.domain.kernel.contract.system import Outcome
from iacta.domain.kernel.proof.record import Entropy, Key, SeatKey
from iacta.service.http.models.events import EventItem
from iacta.service.http.models.problems import ProblemBody
from iacta.service.http.models.shared import Closed, Head
from iacta.service.http.models.views import PatchOperation, StepItem


class SentCommand(Closed, frozen=True, rename={"for_": "for"}):
    """A command as it is sent, alone or with others."""

    command: dict[str, Any]
    entropy: Entropy = ""  #: the sender's own randomness, mixed into the dice
    for_: SeatKey | None = None  #: the seat that the referee acts for
    entered: Entered | None = None  #: dice rolled outside, where the campaign allows them


class PostCommand(SentCommand, frozen=True):
    """A command to execute."""

    step: bool = False  #: Answer with the event's step too, as the sender sees it.


class BatchCommand(SentCommand, frozen=True):
    """A command of a batch, with its own idempotency key."""

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
    #: Answer with each event's step too, as the sender sees it; not in a dry run.
    step: bool = False


class MadeEvent(EventItem, frozen=True, kw_only=True):
    """The event that a command became."""

    #: Its step, as `/steps` tells it to the sender: if it was asked for, and can be told.
    step: StepItem | msgspec.UnsetType = msgspec.UNSET


class CommandAccepted(MadeEvent, frozen=True, kw_only=True):
    """The event a command became, the head and a checkpoint that covers it."""

    head: Head  #: the campaign's last event
    checkpoint: str  #: a signed note (C2SP) that covers the event


class BatchRefused(msgspec.Struct, frozen=True):
    """Which command of a batch was refused, and why."""

    index: int  #: the command's place in the batch, from 0
    problem: ProblemBody  #: the answer that it would have got alone


class BatchAccepted(msgspec.Struct, frozen=True):
    """The events a batch became; ``refused`` names the command that ended it early."""

    items: tuple[MadeEvent, ...]  #: one event a command
    refused: BatchRefused | None  #: the command that ended the batch early; null if none did
    head: Head  #: the campaign's last event
    checkpoint: str  #: a signed note (C2SP) that covers them all


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


class AskOdds(Closed, frozen=True, rename={"for_": "for"}):
    """A command that is not executed."""

    command: dict[str, Any]
    for_: SeatKey | None = None  #: the seat that the referee asks for


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


class OddsAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The distribution of a command's outcomes."""

    at: int  #: the event that they are reckoned after
    #: False where outcomes were sampled: they are too many, or the server's budget too small.
    exact: bool
    #: How many ends were reached, or samples taken; without any there are no outcomes.
    branches: int
    outcomes: tuple[OddsOutcome, ...]  #: the likeliest first
    #: Of how many of the ways in which dice may fall it is told what is at stake. Where outcomes
    #: were sampled, or come about in more ways than the server tells, of `some`: then nothing is
    #: called certain, and there may be a worse way than those. Of `none`: not of each outcome.
    told: ToldOf
    text: tuple[str, ...]  #: what is said of every outcome: what is certain
    modifiers: tuple[Modifier, ...]  #: what is added in every outcome, and why
    #: The place of the outcome that is worst for the sender's seat, from 0: a lost game before
    #: lost points or forces. Null for a sender without a seat, or if none is worse than another.
    worst: int | None
