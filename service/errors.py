"""Every problem type of the API: slug, status, title, meaning and remedy (RFC 9457)."""

from collections.abc import Sequence
from typing import Any

import msgspec


class ProblemType(msgspec.Struct, frozen=True):
    """A kind of problem, as `/problems/<slug>` shows it."""

    slug: str
    status: int
    title: str
    meaning: str
    remedy: str


TYPES = {
    kind.slug: kind
    for kind in (
        ProblemType(
            "invalid-request",
            400,
            "The request is not of its documented form",
            "A member or a parameter is missing, unknown, given twice, of the wrong type or out of "
            "bounds, or the body is not strict JSON (UTF-8, no floats, integers below 2^53).",
            "Each entry of `errors` names what to mend: a place in the body, or a parameter.",
        ),
        ProblemType(
            "unauthorized",
            401,
            "A token is needed",
            "There is no valid bearer token, and this is not open to everyone.",
            "Send `Authorization: Bearer <token>` with a token of this campaign.",
        ),
        ProblemType(
            "forbidden",
            403,
            "The role may not do this",
            "The token is valid, but its role does not include this.",
            "Use a token of a role that may, or ask the referee.",
        ),
        ProblemType(
            "not-found",
            404,
            "There is no such thing here",
            "Nothing has this address, or it is private and the token is not for it.",
            "Check the address and the token.",
        ),
        ProblemType(
            "deleted",
            410,
            "The campaign was deleted",
            "It was here, and the operator of the server has deleted it. `reason` says why; "
            "`checkpoint` is the last one that was signed.",
            "Ask the operator. A capsule saved before still verifies by itself.",
        ),
        ProblemType(
            "method-not-allowed",
            405,
            "The address does not take this method",
            "`Allow` names the methods that it takes.",
            "Use one of them.",
        ),
        ProblemType(
            "conflict",
            409,
            "It is so already, or excluded by what was done before",
            "What is asked for cannot follow what stands.",
            "Read the campaign anew.",
        ),
        ProblemType(
            "log-differs",
            409,
            "Another log has this campaign's id",
            "A campaign with this id is here, and its events are not those of the file.",
            "One of the two was altered: verify both against checkpoints that you have.",
        ),
        ProblemType(
            "edition-changed",
            409,
            "The campaign is pinned to another edition",
            "Its rules are not the installed ones. It can be read, verified, forked and exported.",
            "The referee may adopt the installed edition with `campaign.adopt-edition`.",
        ),
        ProblemType(
            "campaign-concluded",
            409,
            "The campaign is over",
            "It takes no more commands of its game.",
            "Once its seals are open, anybody who may read it may fork it to play on.",
        ),
        ProblemType(
            "read-only",
            409,
            "The campaign is only kept here",
            "It was imported, or left behind by a restored backup.",
            "`detail` says who may fork it to play on.",
        ),
        ProblemType(
            "stale",
            412,
            "The campaign has moved on",
            "`If-Match` names another event than the head.",
            "Read the events since, and send the command again if it still fits.",
        ),
        ProblemType(
            "too-large",
            413,
            "The body is too large",
            "It is above the limit that `detail` names.",
            "Send less.",
        ),
        ProblemType(
            "unsupported-type",
            415,
            "The body is not of a type that is taken here",
            "The request's `Content-Type` is not one that is documented.",
            "Send `application/json`.",
        ),
        ProblemType(
            "rule-violation",
            422,
            "A rule forbids it",
            "`rule` names the rule or ruling in the system's ledger.",
            "Choose something that the campaign's options offer.",
        ),
        ProblemType(
            "not-your-turn",
            422,
            "Another seat is awaited",
            "The command is due, but from another seat.",
            "`waiting` tells who is awaited.",
        ),
        ProblemType(
            "out-of-phase",
            422,
            "It is not due now",
            "The game is not at the point where this command belongs.",
            "`waiting` and the options tell what is due.",
        ),
        ProblemType(
            "idempotency-mismatch",
            422,
            "The key was used for something else",
            "This role has sent another command with the same `Idempotency-Key`.",
            "Use a new key for a new command.",
        ),
        ProblemType(
            "entered-dice-mismatch",
            422,
            "The dice entered are not those that are read",
            "Dice rolled outside must be as many, and in range, as the decision reads.",
            "Enter one face for each die, in the order of the rule.",
        ),
        ProblemType(
            "batch-draws",
            422,
            "Only the last command of the batch may draw",
            "All-or-none batches may not draw before their last command.",
            "Split the batch, or send it `until-refused`.",
        ),
        ProblemType(
            "rate-limited",
            429,
            "Too many requests",
            "There is a limit on how often this may be done.",
            "Wait as long as `Retry-After` says.",
        ),
        ProblemType(
            "damaged",
            500,
            "What is stored of this campaign is damaged",
            "A stored row cannot be read or does not follow from those before it; `detail` says "
            "which. Other campaigns are not affected.",
            "Tell the operator, who finds out more with `iacta fsck` and restores a backup.",
        ),
        ProblemType(
            "quota-exceeded",
            429,
            "A quota is used up",
            "The server keeps only so many campaigns and bytes: in all, of one day, and of one "
            "day and address. `detail` names the quota.",
            "Wait as long as `Retry-After` says, where it is given; else ask the operator.",
        ),
        ProblemType(
            "not-ready",
            503,
            "The server is not ready",
            "It is starting, stopping, busy, or cannot reach its database.",
            "Try again in a moment; the same `Idempotency-Key` is safe.",
        ),
    )
}


class Unusable(ValueError):
    """A setting, a key or a database with which the service cannot run."""


class FieldError(msgspec.Struct, frozen=True):
    """What is wrong at one place: at the ``pointer`` into the body, or in the ``parameter``."""

    pointer: str
    detail: str
    parameter: str | msgspec.UnsetType = msgspec.UNSET


def of_parameter(name: str, detail: str) -> FieldError:
    """What is wrong with a parameter of the query or a header."""
    return FieldError("", detail, name)


class Problem(Exception):
    """A refusal on its way to the client."""

    def __init__(
        self,
        slug: str,
        detail: str,
        *,
        errors: Sequence[FieldError] = (),
        headers: dict[str, str] | None = None,
        **members: Any,
    ) -> None:
        super().__init__(detail)
        self.type = TYPES[slug]
        self.detail = detail
        self.errors = tuple(errors)
        self.headers = headers or {}
        self.members = members


class Damaged(Exception):
    """One campaign's stored rows cannot be used; ``what`` names the row, never what it hides.

    Not a `Problem`: a transaction that meets it may have written, so it must not be committed.
    """

    def __init__(self, campaign: str, what: str) -> None:
        super().__init__(f"campaign {campaign} is damaged: {what}")
        self.campaign = campaign
        self.what = what


def bad_parameter(name: str, detail: str) -> Problem:
    """A parameter of the query, or a header, that is not of its form."""
    return Problem("invalid-request", detail, errors=[of_parameter(name, detail)])


def not_found() -> Problem:
    """The one answer for what does not exist and for what is private."""
    return Problem("not-found", "There is nothing here.")


def deleted(reason: str | None, checkpoint: str | None) -> Problem:
    """What is said of a campaign that the operator deleted: why, and its last checkpoint."""
    detail = "The operator of this server deleted the campaign."
    return Problem("deleted", detail, reason=reason, checkpoint=checkpoint)
