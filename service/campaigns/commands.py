"""Commands to a campaign: repeats, staleness, decision, one event each."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import structlog

from iacta.domain.kernel.campaign.accept import accept, give_standing_answer
from iacta.domain.kernel.campaign.event import Accepted, Context, store_openings
from iacta.domain.kernel.campaign.requests import (
    Entered,
    Request,
    parse_command,
    recorded_command,
    specs_of,
)
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.dice import NeedsDice
from iacta.domain.kernel.proof.errors import BatchDraws, Conflict, NotKnown, Refused
from iacta.domain.kernel.proof.record import Event, with_hash
from iacta.domain.kernel.proof.seals import Opening, Sealed
from iacta.domain.kernel.proof.vault import Vault
from iacta.service.campaigns import forks
from iacta.service.campaigns.engine import Batch, Engine, LiveCampaign, LiveEnvironment, context_of
from iacta.service.campaigns.lineage import shown_elsewhere
from iacta.service.entropy import Host
from iacta.service.errors import Problem
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow, StoredEvent

log = structlog.get_logger()

MOST_STANDING_ANSWERS = 200
"""given at once: far more than any game has windows in a row"""


class Submission(msgspec.Struct, frozen=True):
    """A command as a client sends it, with its key if it named one."""

    command: Any
    entropy: str = ""
    for_: str = ""
    entered: Entered | None = None
    key: str = ""
    made_here: bool = False
    """whether the server made the key, before the command was queued, because the sender named
    none: then only a batch that is run again can find what the first run committed"""


class Answer(msgspec.Struct, frozen=True):
    """What a command made. ``event``: its JSON with ``hash``; ``made``: not a repeat."""

    seq: int
    event: bytes
    openings: Mapping[str, Opening]
    made: bool


class Committed(msgspec.Struct, frozen=True):
    """Answers with the head and the checkpoint that cover them."""

    answers: tuple[Answer, ...]
    head: CampaignRow
    refused: Refused | Problem | None = None


def new_key(host: Host) -> str:
    """A key for a sender who named none."""
    return f"auto-{host.random(16).hex()}"


def visible_openings(
    record: bytes, vault: Vault, role: str, at: int, *, all_seats: bool
) -> dict[str, Opening]:
    """The openings of a record's sealed values that a role may see after event ``at``."""
    return {
        digest: vault.get(digest).opening
        for digest in seals.digests_of(record)
        if vault.is_visible(digest, role, at, all_seats=all_seats)
    }


def execute(
    batch: Batch, row: CampaignRow, role: str, submission: Submission, if_match: int | None
) -> Callable[[], Committed]:
    """Run one command in a batch, and the standing answers to it. Raises `Refused` or `Problem`."""
    answer = _execute(batch, row, role, submission, if_match)
    if answer.made:
        _give_standing_answers(batch, row.id)
    return _after(batch, row.id, (answer,))


def _execute(
    batch: Batch, row: CampaignRow, role: str, submission: Submission, if_match: int | None
) -> Answer:
    system = batch.engine.folds.system(row)
    answer = _repeat(batch, row, role, submission, system)
    if answer is None:
        check_open(batch.engine, batch.tx, row, if_match)
        live = batch.live(row)
        _check_branches(batch, row, submission)
        accepted = accept(live.campaign, _request(role, submission), context_of(batch, row, live))
        batch.append(row, live, accepted)
        answer = _answer(live, role, accepted.event, accepted, accepted.event.seq)
    return answer


def _give_standing_answers(batch: Batch, campaign_id: str) -> None:
    """Append the standing answers that are due, in the transaction of what asked for them.

    They come after all commands that were sent together, or a batch would go on where a seat has
    a standing answer and stop where it has none.
    """
    row = batch.tx.head(campaign_id)
    live = batch.live(row)
    for _ in range(MOST_STANDING_ANSWERS):
        try:
            answer = give_standing_answer(live.campaign, context_of(batch, row, live))
        except (Refused, NotKnown) as fault:  # the game's: its seat is left to answer by hand
            log.error("standing-answer", campaign=row.id, fault=repr(fault))
            return
        if answer is None:
            return
        batch.append(row, live, answer)


def check_open(engine: Engine, reader: Reader, row: CampaignRow, if_match: int | None) -> None:
    """`read-only` unless the campaign is played on here; `stale` if its head is another."""
    if row.kind != "live":
        raise forks.read_only(engine, reader, row)
    if if_match is not None and if_match != row.seq:
        raise Problem(
            "stale", f"The head is event {row.seq}.", head={"seq": row.seq, "hash": row.hash}
        )


def _check_branches(batch: Batch, row: CampaignRow, submission: Submission) -> None:
    """Refuse to play again with secrets that another branch has shown."""
    rewinds = (
        isinstance(submission.command, dict) and submission.command.get("type") == "campaign.rewind"
    )
    if rewinds and shown_elsewhere(batch.tx, batch.engine.folds, row):
        raise Conflict("another branch has opened its seals, and shown what is hidden here")


def _after(
    batch: Batch,
    campaign_id: str,
    answers: Sequence[Answer],
    refused: Refused | Problem | None = None,
) -> Callable[[], Committed]:
    def committed() -> Committed:
        row = batch.tx.head(campaign_id)
        return Committed(tuple(answers), row, refused)

    return committed


def _request(role: str, submission: Submission) -> Request:
    for_ = f"seat:{submission.for_}" if submission.for_ else ""
    return Request(
        role, submission.command, submission.key, submission.entropy, for_, submission.entered
    )


def _answer(
    live: LiveCampaign, role: str, event: Event, kept: Accepted | StoredEvent, at: int
) -> Answer:
    """The answer to the command of an event, as ``role`` sees it after event ``at``."""
    all_seats = live.campaign.referee_sees_all
    openings = visible_openings(kept.record, live.vault, role, at, all_seats=all_seats)
    made = isinstance(kept, Accepted)
    return Answer(event.seq, with_hash(kept.record, kept.hash), openings, made)


def _repeat(
    batch: Batch, row: CampaignRow, role: str, submission: Submission, system: AnySystem
) -> Answer | None:
    """The answer that the key has had already, if it was the same command."""
    if submission.made_here and not batch.tx.again:
        return None
    stored = batch.tx.by_key(row.id, role, submission.key)
    if stored is None:
        return None
    live = batch.live(row)
    event = stored.event()
    if not _same(event, role, submission, system, live.vault):
        raise Problem("idempotency-mismatch", "This key was used for a different command.")
    return _answer(live, role, event, stored, row.seq)


def _same(event: Event, role: str, submission: Submission, system: AnySystem, vault: Vault) -> bool:
    try:
        spec, command = parse_command(specs_of(system), submission.command)
    except Refused:
        return False
    members = {
        name: Sealed(event.command[name]["sealed"])
        for name in spec.secret
        if isinstance(event.command.get(name), dict) and "sealed" in event.command[name]
    }
    for name, seal in members.items():
        given = to_plain(getattr(command, name))
        if seal.sealed not in vault or vault.get(seal.sealed).opening.value != given:
            return False
    entered = None
    if event.draws and event.draws[0]["chain"] == "entered":
        draw = event.draws[0]
        entered = Entered(draw["witness"], tuple(die["face"] for die in draw["dice"]))
    return (
        recorded_command(command, members) == event.command
        and event.entropy == submission.entropy
        and event.for_ == (f"seat:{submission.for_}" if submission.for_ else "")
        and entered == submission.entered
    )


def run_until_refused(
    batch: Batch,
    row: CampaignRow,
    role: str,
    submissions: Sequence[Submission],
    if_match: int | None,
) -> Callable[[], Committed]:
    """Run commands in order until one is refused; those before it keep their events.

    ``if_match`` is asked of the first that is no repeat.
    """
    answers: list[Answer] = []
    refused: Refused | Problem | None = None
    for index, submission in enumerate(submissions):
        here = batch.tx.head(row.id)
        try:
            answers.append(_execute(batch, here, role, submission, if_match))
        except (Refused, Problem) as error:
            if isinstance(error, Refused):
                error.pointer = f"/commands/{index}{error.pointer}"
            if not answers:
                raise
            refused = error
            break
        if answers[-1].made:
            if_match = None  # the batch itself has moved the head
    if any(answer.made for answer in answers):
        _give_standing_answers(batch, row.id)
    return _after(batch, row.id, answers, refused)


class _Diceless(LiveEnvironment):
    """An environment without dice."""

    def link(self, chain: str) -> tuple[int, bytes]:
        """Refuse to draw."""
        raise NeedsDice(chain)


def run_all_or_none(
    batch: Batch,
    row: CampaignRow,
    role: str,
    submissions: Sequence[Submission],
    if_match: int | None,
) -> Callable[[], Committed]:
    """Run commands in order, or none of them. Only the last may draw."""
    system = batch.engine.folds.system(row)
    repeats = [_repeat(batch, row, role, submission, system) for submission in submissions]
    if all(repeats):
        return _after(batch, row.id, [answer for answer in repeats if answer])
    if any(repeats):
        raise Problem("idempotency-mismatch", "Some of these keys were used before, others not.")
    keys = [submission.key for submission in submissions]
    if len(set(keys)) != len(keys):
        raise Problem("idempotency-mismatch", "A key is repeated in the batch.")
    check_open(batch.engine, batch.tx, row, if_match)
    for submission in submissions:
        _check_branches(batch, row, submission)
    live = batch.live(row)
    ahead = LiveCampaign(live.campaign, Vault(dict(live.vault.items())))
    ahead.chains.update(live.chains)
    done = _decide_all(batch, row, ahead, role, submissions)
    answers = []
    for accepted in done:
        batch.append(row, live, accepted)
        answers.append(_answer(live, role, accepted.event, accepted, accepted.event.seq))
    _give_standing_answers(batch, row.id)
    return _after(batch, row.id, answers)


def _decide_all(
    batch: Batch,
    row: CampaignRow,
    ahead: LiveCampaign,
    role: str,
    submissions: Sequence[Submission],
) -> list[Accepted]:
    done: list[Accepted] = []
    states = {ahead.campaign.seq: ahead.campaign}
    system, older = batch.engine.folds.system(row), batch.past(row)

    def past(seq: int) -> Campaign:
        return states.get(seq) or older(seq)

    for index, submission in enumerate(submissions):
        last = index == len(submissions) - 1
        environment = (LiveEnvironment if last else _Diceless)(batch, row, ahead)
        context = Context(system, environment, ahead.vault, past, blind=not last)
        try:
            accepted = accept(ahead.campaign, _request(role, submission), context)
        except (NeedsDice, NotKnown):
            # What it would draw or open could be read off the refusal of a later command.
            detail = f"command {index + 1} of {len(submissions)} would draw or open what is hidden"
            raise BatchDraws(detail, pointer=f"/commands/{index}") from None
        except Refused as refusal:
            refusal.pointer = f"/commands/{index}{refusal.pointer}"
            raise
        store_openings(ahead.vault, accepted)
        ahead.campaign = states[accepted.campaign.seq] = accepted.campaign
        done.append(accepted)
    return done
