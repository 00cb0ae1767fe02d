"""Odds of a game's command, decided only from what the sender knows."""

from collections.abc import Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.decide import Decision, decide
from iacta.domain.kernel.campaign.requests import KERNEL_SPECS, Request, prepare
from iacta.domain.kernel.campaign.stakes import Stakes, Way, Ways, stakes
from iacta.domain.kernel.campaign.state import Campaign
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


def odds_of(
    query: OddsQuery, *, max_branches: int = MAX_BRANCHES, spent: Spent = free
) -> tuple[Odds, Stakes]:
    """The odds of a command and what is at stake in it.

    Raises `Refused`: `Forbidden` where they depend on what is hidden. The sender knows what the
    command itself seals.
    """
    known, ways, command = dict(query.known), Ways(), query.command
    sender, acting, system = query.request.by, query.request.acting, query.system

    def run(dice: Dice) -> Mapping[str, Any]:
        values, shown = dict(known), dict(known)

        def seal(value: Any, to: tuple[str, ...] = ()) -> Sealed:
            digest = f"{len(values):064x}"
            values[digest] = to_plain(value)
            if sender in to:
                shown[digest] = values[digest]
            return Sealed(digest)

        members = {name: seal(getattr(command, name), (acting,)) for name in query.spec.secret}
        secrets = Secrets(known, values, seal, members)
        decision = Decision(
            campaign=query.campaign,
            command=command,
            acting=acting,
            system=system,
            dice=dice,
            secrets=secrets,
        )
        effects = decide(decision)
        outcome = system.odds_key(effects)
        ways.add(outcome, Way(effects, shown))
        return outcome

    try:
        found = odds(run, max_branches=max_branches, spent=spent)
    except NotKnown:
        raise Forbidden("The outcome depends on what you cannot see.") from None
    seat = acting.removeprefix("seat:") if acting.startswith("seat:") else ""
    complete = found.exact and ways.all_kept
    told = stakes(system, query.campaign.game, seat, ways.of(found), complete, spent)
    return found, told
