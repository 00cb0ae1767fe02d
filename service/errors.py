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


_TYPES: dict[str, tuple[int, str, str, str]] = {
    "invalid-request": (
        400,
        "The request is malformed",
        "A member or a parameter is missing, unknown, given twice, of the wrong type or out of "
        "bounds, or the body is not strict JSON (UTF-8, no floats, integers below 2^53).",
        "Fix what each entry of `errors` names: a place in the body, or a parameter.",
    ),
    "unauthorized": (
        401,
        "Authentication required",
        "The request has no valid bearer token, and this is not open to everyone.",
        "Send `Authorization: Bearer <token>` with a token of this campaign.",
    ),
    "forbidden": (
        403,
        "Not allowed for this role",
        "The token is valid, but its role may not do this.",
        "Use the token of a role that may, or ask the referee.",
    ),
    "not-found": (
        404,
        "Not found",
        "Nothing is at this address, or it is private and the token is not for it.",
        "Check the address and the token.",
    ),
    "deleted": (
        410,
        "The campaign was deleted",
        "It was here until the server's operator deleted it. `reason` says why; "
        "`checkpoint` is the last one signed.",
        "Ask the operator. A capsule that was saved before can still be verified.",
    ),
    "method-not-allowed": (
        405,
        "Method not allowed",
        "This address does not support the method; `Allow` names those it does.",
        "Use one of them.",
    ),
    "conflict": (
        409,
        "Conflicts with the current state",
        "It has been done already, or something done since rules it out.",
        "Read the campaign again, and decide from there.",
    ),
    "log-differs": (
        409,
        "A different log with this id exists",
        "The server has a campaign with this id whose events differ from the file's.",
        "One of them was altered: verify both against checkpoints that you kept.",
    ),
    "edition-changed": (
        409,
        "The campaign is played under another edition",
        "Its rules are not the ones installed. It can be read, verified, forked and exported.",
        "The referee may adopt the installed edition with `campaign.adopt-edition`.",
    ),
    "campaign-concluded": (
        409,
        "The campaign is over",
        "The game has ended and accepts no more of its commands.",
        "Once its seals are open, anyone who may read it may fork it to play on.",
    ),
    "read-only": (
        409,
        "The campaign is read-only",
        "It was imported, or a restored backup left it behind.",
        "`detail` says who may fork it to play on.",
    ),
    "stale": (
        412,
        "The campaign has changed since",
        "`If-Match` does not name the campaign's last event, which `head` gives.",
        "Read the events since, and send the command again if you still want it.",
    ),
    "too-large": (
        413,
        "Too large",
        "What was sent, or the work that was asked for, exceeds the limit that `detail` names.",
        "Send less. A campaign that this server has not the memory or the time to examine can "
        "be saved without steps and verified elsewhere, with `iacta verify`.",
    ),
    "unsupported-type": (
        415,
        "Unsupported media type",
        "The request's `Content-Type` is not supported here.",
        "Send one of the documented types; for most requests `application/json`.",
    ),
    "rule-violation": (
        422,
        "Not allowed by the rules",
        "`rule` names the rule or ruling in the system's rulebook.",
        "Choose one of the campaign's options.",
    ),
    "not-your-turn": (
        422,
        "Not your turn",
        "The command is due from another seat.",
        "Wait for the seats that `waiting` names.",
    ),
    "out-of-phase": (
        422,
        "Not possible at this point",
        "The command belongs to another phase of the game.",
        "Ask for the options: they list what can be done now.",
    ),
    "idempotency-mismatch": (
        422,
        "Idempotency key already used",
        "This role sent a different command with the same `Idempotency-Key`.",
        "Use a new key for each new command.",
    ),
    "entered-dice-mismatch": (
        422,
        "The dice entered do not fit",
        "Too few or too many dice were entered, or one shows a face that its die does not have.",
        "Enter one face for each die, in the order in which the rule reads them.",
    ),
    "batch-draws": (
        422,
        "Only the last command may throw dice",
        "A command before the last of an all-or-none batch would throw dice.",
        "Split the batch, or send it `until-refused`.",
    ),
    "rate-limited": (
        429,
        "Too many requests",
        "The limit for this kind of request is reached.",
        "Wait as long as `Retry-After` says.",
    ),
    "damaged": (
        500,
        "The stored campaign is damaged",
        "A stored row cannot be read or does not follow from those before it; `detail` says "
        "which. Other campaigns are not affected.",
        "Tell the operator: `iacta fsck` shows the damage, and a backup repairs it.",
    ),
    "internal-error": (
        500,
        "Internal error",
        "A fault of the server's own. It may have come after what you sent was recorded.",
        "Send it again with the same `Idempotency-Key`, or a claim with the same `token`: then "
        "nothing is done twice. Tell the operator the `request_id`.",
    ),
    "quota-exceeded": (
        429,
        "Quota exceeded",
        "The server limits the campaigns and bytes that it stores: in total, per day, and per "
        "day and address. `detail` names the quota.",
        "Wait as long as `Retry-After` says; without it, ask the operator.",
    ),
    "not-ready": (
        503,
        "The server is not ready",
        "It is starting, stopping, busy, or cannot reach its database.",
        "Try again in a moment; with the same `Idempotency-Key` that is safe.",
    ),
}
TYPES = {slug: ProblemType(slug, *told) for slug, told in _TYPES.items()}


class Unusable(ValueError):
    """A setting, a key or a database with which the service cannot run."""


class FieldError(msgspec.Struct, frozen=True):
    """What is wrong at one place of the body, or with one parameter."""

    pointer: str  #: the place in the body, an RFC 6901 pointer; empty for a parameter
    detail: str  #: what is wrong there
    #: The name of the parameter or header, where it is one.
    parameter: str | msgspec.UnsetType = msgspec.UNSET


def parameter_error(name: str, detail: str) -> FieldError:
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


def parameter_problem(name: str, detail: str) -> Problem:
    """A parameter of the query, or a header, that is malformed."""
    return Problem("invalid-request", detail, errors=[parameter_error(name, detail)])


def not_ready(detail: str, seconds: int) -> Problem:
    """The server cannot do it now: ask again after ``seconds``."""
    return Problem("not-ready", detail, headers={"Retry-After": str(seconds)})


def malformed(pointer: str, detail: str) -> Problem:
    """A member of the body that is malformed."""
    return Problem("invalid-request", detail, errors=[FieldError(pointer, detail)])


def not_found() -> Problem:
    """The one answer for what does not exist and for what is private."""
    return Problem("not-found", "Nothing is here.")


def deleted(reason: str | None, checkpoint: str | None) -> Problem:
    """The problem for a campaign that the operator deleted: why, and its last checkpoint."""
    detail = "The operator of this server deleted the campaign."
    return Problem("deleted", detail, reason=reason, checkpoint=checkpoint)
