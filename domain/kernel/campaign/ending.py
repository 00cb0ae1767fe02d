"""Opening the seals at the end: who may, and when (FORMAT.md, "Sealed values").

Every seat that is asked agrees, or the referee opens them after a grace, or the service after twice
the grace. Where a seat objects, the service waits for four times the grace, and for the operator.
"""

import datetime

import msgspec

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.proof.errors import Conflict, Forbidden, Invalid, OutOfPhase

AFTER = {"referee": 1, "service": 2}
"""graces that each waits for"""
AFTER_OBJECTION = {"referee": 1, "service": 4}


class Moment(msgspec.Struct, frozen=True):
    """When a command is decided. ``at``: its event's own time; ``since``: what the grace is counted
    from, where that is later than the end in the record.
    """

    at: str
    since: str = ""


NEVER = "9999-12-31T23:59:59.999Z"
"""the last time that a record can name"""
UNTIMED = Moment("")
"""for what does not depend on the time"""


def open_seals(
    campaign: Campaign, command: cmd.OpenSeals, acting: str, moment: Moment
) -> list[fx.SealsAgreed | fx.SealsOpened]:
    """The effects of a seat's answer, or of opening the seals. Raises `Refused`.

    The links that `seals-opened` names are left to be filled in.
    """
    if campaign.outcome is None:
        raise OutOfPhase("the seals are opened when the campaign is over")
    if campaign.seals_opened:
        raise Conflict("the seals are open")
    if acting.startswith("seat:") and campaign.grace is not None:
        return _answer(campaign, acting.removeprefix("seat:"), command.agree)
    if command.agree != "yes":
        raise Invalid(
            "only a seat that votes on the seals may answer this", pointer="/command/agree"
        )
    if campaign.grace is not None:
        _check_grace(campaign, acting, moment)
    elif acting == "service":
        raise Forbidden("only the referee or a seat opens these seals")
    return [fx.SealsOpened({})]


def _answer(
    campaign: Campaign, seat: str, agree: cmd.Agreement
) -> list[fx.SealsAgreed | fx.SealsOpened]:
    if seat not in campaign.seal_voters:
        raise Forbidden("a seat that nobody holds does not vote on the seals")
    if campaign.seal_answers.get(seat) == agree:
        raise Conflict("the seat has already given this answer")
    answers = {**campaign.seal_answers, seat: agree}
    agreed = fx.SealsAgreed(seat, agree)
    if all(answers.get(one) == "yes" for one in campaign.seal_voters):
        return [agreed, fx.SealsOpened({})]
    return [agreed]


def _check_grace(campaign: Campaign, by: str, moment: Moment) -> None:
    """`OutOfPhase` while seats may still answer. With nobody to ask, the referee opens at once."""
    if by == "referee" and not campaign.seal_voters:
        return
    from_then = opens_from(campaign, by, moment.since)
    if moment.at < from_then:
        raise OutOfPhase(f"unless every seat agrees, the seals can be opened from {from_then} on")


def opens_from(campaign: Campaign, by: str, since: str = "") -> str:
    """When ``by`` (referee or service) may open the seals of a campaign that is over.

    ``since``: the end that the grace is counted from, where that is later than the record's own.
    """
    assert campaign.ended is not None
    objects = "object" in campaign.seal_answers.values()
    graces = (AFTER_OBJECTION if objects else AFTER)[by]
    return _later(max(campaign.ended.at, since), graces * (campaign.grace or 0))


def _later(at: str, days: int) -> str:
    try:
        then = datetime.datetime.fromisoformat(at) + datetime.timedelta(days=days)
    except OverflowError:  # in a forged file
        return NEVER
    return f"{then:%Y-%m-%dT%H:%M:%S}.{at[-4:]}"
