"""A bot at a seat: it reads the campaign as its token shows it, and sends as a player does."""

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.bots import command_of
from iacta.domain.kernel.campaign.fold import replay
from iacta.domain.kernel.campaign.options import game_options
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.campaign.waiting import standing
from iacta.domain.kernel.contract.system import AnySystem, Standing
from iacta.domain.kernel.proof import capsules
from iacta.domain.kernel.proof.errors import BadRecord, CorruptLog
from iacta.service.cli.remote.client import NoAnswer, Rejected
from iacta.service.cli.remote.keeping import Pending
from iacta.service.cli.remote.session import Session
from iacta.service.cli.remote.table import tell_given_up, tell_news, tell_sent
from iacta.service.cli.remote.telling import tell_outcome
from iacta.service.cli.terminal import say

AGREED: Mapping[str, Any] = {"type": "campaign.open-seals"}


class Position(msgspec.Struct, frozen=True):
    """A campaign as far as a role may know it: its fold, and the hidden values by digest."""

    campaign: Campaign
    known: Mapping[str, Any]


def play_bot(session: Session, system: AnySystem, bot: str) -> None:
    """Play the session's role until the game is over, and agree to open the seals.

    Raises `Rejected` and `NoAnswer`; a command that was being sent is kept then.
    """
    shown = session.campaign()["head"]["seq"]
    while True:
        shown = tell_news(session, shown)
        here, kept = _position(session, system), session.pending
        where = standing(here.campaign, system)
        if kept is not None and not _is_due(here, system, session.role, kept):
            tell_given_up(session.give_up(kept))
        elif kept is not None:
            _deliver(session, session.renew(kept))
        elif command := _chosen(here, system, session.role, bot, where):
            _deliver(session, session.draft({**command}, here.campaign.seq, where.waiting))
        elif where.outcome is not None:
            tell_outcome(session.campaign())
            return
        else:
            next(item for item in session.follow(shown) if item["event"]["seq"] > shown)


def _position(session: Session, system: AnySystem) -> Position:
    try:
        saved = capsules.read(session.capsule())
        *_, campaign = replay(((one.record, one.hash) for one in saved.items), system)
    except (BadRecord, CorruptLog) as error:
        raise NoAnswer(f"the server's record cannot be read: {error}") from None
    known = {digest: opening.value for digest, opening in saved.openings.items()}
    return Position(campaign, known)


def _chosen(
    here: Position, system: AnySystem, role: str, bot: str, where: Standing
) -> Mapping[str, Any] | None:
    """The next command; None while others are awaited, and once nothing is left to do.

    What anyone may do for the referee, such as the first deal, it does.
    """
    mine = [one for one in where.waiting if one.seat in (role.removeprefix("seat:"), "referee")]
    due = {kind for one in mine for kind in one.kinds}
    if where.outcome is not None:
        return AGREED if any(one.seat != "referee" for one in mine) else None
    offered = game_options(here.campaign, system, role, here.known)
    if not any(one.command["type"] in due for one in offered):
        return None
    return command_of(bot, system, here.campaign.game, role, here.known, secrets.randbelow)


def _is_due(here: Position, system: AnySystem, role: str, kept: Pending) -> bool:
    """Whether a command that is on its way may still be sent, as the log itself tells.

    It is sent again unchanged as long as it may be, so that a server that refuses it buys itself no
    other throw.
    """
    offered = game_options(here.campaign, system, role, here.known)
    return kept.command["type"] in [AGREED["type"], *(one.command["type"] for one in offered)]


def _deliver(session: Session, pending: Pending) -> None:
    """Send a command; where the log has grown meanwhile it stays on its way."""
    try:
        new, answer = session.send(pending)
    except Rejected as error:
        if error.slug != "stale":
            raise
        say("Others were first.")
        return
    tell_sent(answer, pending, new=new)
