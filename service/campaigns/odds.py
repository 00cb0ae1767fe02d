"""Odds of a command: what is asked, and how it is reckoned from the asker's view alone."""

from collections.abc import Callable, Hashable, Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.decide import decide
from iacta.domain.kernel.campaign.fold import Campaign
from iacta.domain.kernel.campaign.requests import Request, prepare
from iacta.domain.kernel.contract.odds import Odds, odds
from iacta.domain.kernel.contract.system import CommandSpec, System
from iacta.domain.kernel.proof.canonical import encode, to_plain
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import NotKnown
from iacta.domain.kernel.proof.seals import Sealed, Secrets
from iacta.service.errors import Problem


class Question(msgspec.Struct, frozen=True):
    """A command whose odds are asked. ``known``: the hidden values that the asker may see."""

    campaign: Campaign
    system: System
    request: Request
    spec: CommandSpec
    command: Any
    known: Mapping[str, Any]

    @property
    def key(self) -> Hashable:
        """Equal for equal questions by one role about one campaign at one head.

        The head's hash holds for everything before it.
        """
        asked = self.request
        return ("odds", self.campaign.id, self.campaign.hash, asked.by, asked.for_,
                encode(to_plain(self.command)))  # fmt: skip


def question(
    campaign: Campaign,
    system: System,
    role: str,
    plain: Any,
    seat: str | None,
    known: Mapping[str, Any],
) -> Question:
    """What ``role`` asks, in the name of ``seat`` if it is given. Raises `Refused` or `Problem`."""
    request = Request(role, plain, "odds", for_=f"seat:{seat}" if seat else "")
    spec, command = prepare(campaign, request, system)
    if spec.type.startswith("campaign."):
        raise Problem("invalid-request", "Only a game's commands have odds.")
    return Question(campaign, system, request, spec, command, known)


def reckon(asked: Question, branches: int, spent: Callable[[], float]) -> Odds:
    """The odds; `forbidden` where they rest on what the asker cannot see."""
    members = {name: Sealed("") for name in asked.spec.secret}
    known = dict(asked.known)

    def decision(dice: Dice) -> Any:
        values = dict(known)
        secrets = Secrets(known, values, lambda value, to: _seal(values, value), members)
        effects = decide(
            asked.campaign,
            asked.command,
            asked.request.acting,
            asked.system,
            dice,
            secrets,
            _no_past,
        )
        return asked.system.odds_key(effects)

    try:
        return odds(decision, max_branches=branches, spent=spent)
    except NotKnown:
        detail = "The outcome rests on what you cannot see."
        raise Problem("forbidden", detail) from None


def _seal(values: dict[str, Any], value: Any) -> Sealed:
    digest = f"{len(values):064x}"
    values[digest] = to_plain(value)
    return Sealed(digest)


def _no_past(seq: int) -> Any:
    raise AssertionError("a game's command does not look back")
