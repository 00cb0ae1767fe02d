"""Hand-overs: who records them, and that they end a resignation."""

from typing import Any

import pytest

from iacta.domain.kernel.campaign.fold import replay
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.proof.record import read_event, record_bytes
from tests.support import chronicles
from tests.support.forge import Forgery
from tests.support.verifying import verify
from tests.systems.tally import SYSTEM


def with_unposted(by: str, command: dict[str, Any], effect: dict[str, Any]) -> Forgery:
    """A campaign in play with one more event at its end."""
    forged = Forgery(chronicles.EVERY["live"]().capsule())
    last = forged.events[-1]
    more = {**last, "seq": last["seq"] + 1, "by": by, "for": "", "key": "operator", "entropy": ""}
    more |= {"command": command, "draws": [], "effects": [effect]}
    forged.items.append({"event": more})
    return forged.whole()


def handed(by: str, role: str) -> Forgery:
    """A campaign in play whose last event hands a role over."""
    command = {"type": "campaign.hand-over", "role": role}
    return with_unposted(by, command, {"type": "seat-handed-over", "role": role})


def folded(forged: Forgery) -> Campaign:
    """Where a record ends."""
    events = []
    for one in forged.events:
        plain = {name: value for name, value in one.items() if name != "hash"}
        events.append((record_bytes(read_event(plain)), one["hash"]))
    *_, last = replay(events, SYSTEM)
    return last


@pytest.mark.parametrize("by", ["referee", "service"])
@pytest.mark.parametrize("role", ["referee", "observer", "seat:north"])
def test_the_referee_and_the_service_hand_over(by: str, role: str) -> None:
    report = verify(handed(by, role).bytes())
    assert report.ok, report
    assert report.counts.decided > 0


@pytest.mark.parametrize("by", ["seat:north", "observer"])
def test_nobody_else_hands_over(by: str) -> None:
    report = verify(handed(by, "seat:north").bytes())
    assert report.failed() == [10]
    assert f"{by} does not send this command" in report.check(10).detail


def test_the_service_claims_no_seat() -> None:
    command = {"type": "campaign.claim", "seat": "north"}
    forged = with_unposted("service", command, {"type": "seat-claimed", "seat": "north"})
    assert verify(forged.bytes()).failed() == [10]


def test_a_seat_that_resigned_is_held_again_by_its_new_holder() -> None:
    forged = Forgery(chronicles.EVERY["live"]().capsule())
    last = forged.events[-1]
    for number, (command, effect) in enumerate(
        (
            ({"type": "campaign.resign"}, {"type": "resigned", "seat": "north"}),
            (
                {"type": "campaign.hand-over", "role": "seat:north"},
                {"type": "seat-handed-over", "role": "seat:north"},
            ),
        ),
        1,
    ):
        by = "referee" if number == 2 else "seat:north"
        more = {**last, "seq": last["seq"] + number, "by": by, "for": "", "key": f"k{number}"}
        more |= {"entropy": "", "command": command, "draws": [], "effects": [effect]}
        forged.items.append({"event": more})
        seat = folded(forged.rehash()).seat("north")
        assert seat is not None
        assert seat.resigned == (number == 1)
