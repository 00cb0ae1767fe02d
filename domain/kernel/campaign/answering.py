"""Laying standing answers, and what they answer."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.requests import Request, converted
from iacta.domain.kernel.campaign.standing_answers import StandingAnswer
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.contract.windows import Window
from iacta.domain.kernel.proof.errors import Conflict, Invalid, NotKnown
from iacta.domain.kernel.proof.seals import Secrets


def lay(
    campaign: Campaign, command: cmd.Stand, seat: str, system: AnySystem, secrets: Secrets
) -> fx.StandingLaid:
    """The effect of a standing answer. `Invalid` if the game has no such window, fact or answer.

    What is refused rests on the shape alone: an answer that the seat could not give is taken.
    """
    window = _window(system, command.window)
    if window.until(command.until) is None:
        facts = ", ".join(until.key for until in window.untils)
        detail = f"an answer to {window.title} stands until one of: {facts}"
        raise Invalid(detail, pointer="/command/until")
    check_answer(window, command.answer)
    return fx.StandingLaid(seat, command.window, command.until, secrets.member("answer").sealed)


def check_answer(window: Window, answer: Any) -> None:
    """`Invalid` unless it is an answer to this kind of window."""
    converted(answer, window.shape, "/command/answer")


def stand_down(campaign: Campaign, window: str, seat: str) -> fx.StandingEnded:
    """The effect of withdrawing a standing answer. `Conflict` if there is none."""
    if not any((one.seat, one.window) == (seat, window) for one in campaign.standing_answers):
        raise Conflict(f"the seat has no standing answer to {window!r}")
    return fx.StandingEnded(seat, window)


def _window(system: AnySystem, key: str) -> Window:
    window = system.window(key)
    if window is None:
        raise Invalid(
            f"{system.title} has no windows {key!r} to answer in advance", pointer="/command/window"
        )
    return window


def due(campaign: Campaign, system: AnySystem) -> StandingAnswer | None:
    """The standing answer that is to be given next, if a seat is asked that has one."""
    answers = {(one.seat, one.window): one for one in campaign.standing_answers}
    waits = campaign.reshuffle_due or campaign.edition != system.edition
    if not answers or waits or campaign.outcome is not None:
        return None
    for window in system.windows:
        for seat in window.asked(campaign.game):
            if (seat, window.key) in answers:
                return answers[seat, window.key]
    return None


class _Seen(Mapping[str, Any]):
    """What a seat knows; `NotKnown` for anything else, however it is asked for."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        self._known = known

    def __getitem__(self, digest: str) -> Any:
        if digest not in self._known:
            raise NotKnown(digest)
        return self._known[digest]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)


def command_of(
    campaign: Campaign, order: StandingAnswer, system: AnySystem, known: Mapping[str, Any]
) -> Any:
    """The command that a standing answer gives in the window that is open.

    ``known``: what its seat may see. `NotKnown` if the answer needs more.
    """
    seen, window = _Seen(known), system.window(order.window)
    assert window is not None
    answer = msgspec.convert(seen[order.answer], window.shape, strict=True)
    return window.answer(campaign.game, order.seat, answer, seen)


def standing_request(campaign: Campaign, order: StandingAnswer, command: dict[str, Any]) -> Request:
    """The request by which a standing answer is given: by the service, for its seat.

    Its dice have the entropy with which it was laid, so that nobody could choose it for this roll.
    """
    key = f"standing-{campaign.seq + 1}"
    return Request("service", command, key, order.entropy, f"seat:{order.seat}")


def ended(before: Campaign, after: Campaign, system: AnySystem) -> Iterator[fx.StandingEnded]:
    """The end of each standing answer whose fact has come between two states of an event."""
    for one in after.standing_answers:
        window = system.window(one.window)
        until = window.until(one.until) if window else None
        if (
            until
            and one in before.standing_answers
            and until.of(before.game) != until.of(after.game)
        ):
            yield fx.StandingEnded(one.seat, one.window)
