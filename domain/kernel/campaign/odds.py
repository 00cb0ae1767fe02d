"""Odds of a game's command, decided only from what the sender knows."""

from collections.abc import Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.decide import Decision, decide
from iacta.domain.kernel.campaign.fold import Campaign
from iacta.domain.kernel.campaign.requests import KERNEL_SPECS, Request, prepare
from iacta.domain.kernel.contract.odds import MAX_BRANCHES, Odds, Spent, free, odds
from iacta.domain.kernel.contract.system import AnySystem, CommandSpec
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Forbidden, Invalid, NotKnown
from iacta.domain.kernel.proof.seals import Sealed, Secrets


class OddsQuery(msgspec.Struct, frozen=True):
    """A request for odds. ``known``: the hidden values that the sender may see."""

    campaign: Campaign
    system: AnySystem
    request: Request
    spec: CommandSpec
    command: Any
    known: Mapping[str, Any]


def odds_query(
    campaign: Campaign, system: AnySystem, request: Request, known: Mapping[str, Any]
) -> OddsQuery:
    """The odds query of a request that could be sent as a command. Raises `Refused`."""
    spec, command = prepare(campaign, request, system)
    if spec.type in KERNEL_SPECS:
        raise Invalid("Only a game's commands have odds.")
    return OddsQuery(campaign, system, request, spec, command, known)


def odds_of(query: OddsQuery, *, max_branches: int = MAX_BRANCHES, spent: Spent = free) -> Odds:
    """The odds of a command. Raises `Refused`: `Forbidden` where they depend on what is hidden.

    The sender knows what the command itself seals.
    """
    known = dict(query.known)

    def run(dice: Dice) -> Mapping[str, Any]:
        values = dict(known)

        def seal(value: Any, to: tuple[str, ...] = ()) -> Sealed:
            digest = f"{len(values):064x}"
            values[digest] = to_plain(value)
            return Sealed(digest)

        members = {name: seal(getattr(query.command, name)) for name in query.spec.secret}
        secrets = Secrets(known, values, seal, members)
        acting, system = query.request.acting, query.system
        decision = Decision(
            campaign=query.campaign,
            command=query.command,
            acting=acting,
            system=system,
            dice=dice,
            secrets=secrets,
        )
        return system.odds_key(decide(decision))

    try:
        return odds(run, max_branches=max_branches, spent=spent)
    except NotKnown:
        raise Forbidden("The outcome depends on what you cannot see.") from None
