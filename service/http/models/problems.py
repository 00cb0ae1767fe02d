"""Problems (RFC 9457), and every type of them."""

import msgspec

from iacta.service.errors import FieldError
from iacta.service.http.models.shared import Head


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
