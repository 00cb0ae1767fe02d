"""What a record says of standing answers, and that the service gives no others (check 2)."""

from collections.abc import Mapping
from typing import Any

from iacta.domain.kernel.campaign.verify.report import Findings
from iacta.domain.kernel.proof.record import Event

Laid = dict[tuple[str, str], str]
"""seat and window → the entropy of the event that laid the answer"""
VOIDING = ("forked", "rewound", "edition-adopted", "concluded")
"""effects with which every standing answer ends"""


class StandingAnswers:
    """Answers are laid by their seats, and the service gives those alone."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._laid: Laid = {}

    def add(self, event: Event) -> None:
        """Check the next event."""
        if event.by == "service" and event.for_ and not _is_due(event, self._laid):
            self._findings.fail(2, "the service answers what no seat has laid", event.seq)
        for effect in event.effects:
            wrong = _take(self._laid, event, effect)
            if wrong:
                self._findings.fail(2, wrong, event.seq)


def _is_due(event: Event, laid: Laid) -> bool:
    """Whether the event may be a standing answer; what it answers only the rules can tell."""
    of_game = not event.command["type"].startswith("campaign.")
    own = any(
        (f"seat:{seat}", entropy) == (event.for_, event.entropy)
        for (seat, _), entropy in laid.items()
    )
    return of_game and own and event.key == f"standing-{event.seq}"


def _take(laid: Laid, event: Event, effect: Mapping[str, Any]) -> str:
    """Take up an effect; returns what is wrong with it, or nothing."""
    match effect["type"]:
        case "standing-laid":
            laid[effect["seat"], effect["window"]] = event.entropy
            if not _as_commanded(event, effect):
                return "a standing answer is not as its seat laid it"
        case "standing-ended":
            if laid.pop((effect["seat"], effect["window"]), None) is None:
                return "a standing answer ends that was not laid"
        case "seat-claimed" | "resigned":
            _drop(laid, f"seat:{effect['seat']}")
        case "seat-handed-over":
            _drop(laid, effect["role"])
        case kind if kind in VOIDING:
            laid.clear()
    return ""


def _as_commanded(event: Event, effect: Mapping[str, Any]) -> bool:
    same = {"window": effect["window"], "until": effect["until"]}
    stand = {"type": "campaign.stand", **same, "answer": {"sealed": effect["answer"]}}
    return event.acting == f"seat:{effect['seat']}" and event.command == stand


def _drop(laid: Laid, role: str) -> None:
    for seat, window in list(laid):
        if f"seat:{seat}" == role:
            del laid[seat, window]
