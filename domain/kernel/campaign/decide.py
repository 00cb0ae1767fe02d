"""Deciding a posted command, the game's or the kernel's own."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.answering import ended, lay, stand_down
from iacta.domain.kernel.campaign.ending import UNTIMED, Moment, open_seals
from iacta.domain.kernel.campaign.requests import KERNEL_SPECS, converted
from iacta.domain.kernel.campaign.state import Campaign, Past, no_past
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.canonical import fingerprint, to_plain
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Conflict, Invalid, OutOfPhase, Refused
from iacta.domain.kernel.proof.seals import Secrets


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A posted command, and everything that its decision may depend on.

    ``acting``: the role whose command it is; ``moment``: when; only opening the seals uses it.
    """

    campaign: Campaign
    command: Any
    acting: str
    system: AnySystem
    dice: Dice
    secrets: Secrets
    past: Past = no_past
    moment: Moment = UNTIMED

    @property
    def seat(self) -> str:
        """The seat whose command it is."""
        return self.acting.removeprefix("seat:")


def decide(decision: Decision) -> list[Any]:
    """The effects of a posted command. Raises `Refused`."""
    campaign, command, system = decision.campaign, decision.command, decision.system
    dice, secrets = decision.dice, decision.secrets
    if str(command.__struct_config__.tag) not in KERNEL_SPECS:
        return list(system.decide(campaign.game, command, decision.acting, dice, secrets))
    match command:
        case cmd.Rewind():
            return _rewind(decision, command)
        case cmd.Reshuffle():
            return _reshuffle(decision)
        case cmd.Consent():
            return [_consent(campaign, command, decision.seat)]
        case cmd.Ruling():
            return [_ruling(campaign, command, system)]
        case cmd.Annotate():
            if command.seq > campaign.seq:
                raise Invalid(f"there is no event {command.seq}", pointer="/command/seq")
            return [fx.Annotated(command.seq, command.text)]
        case cmd.Stand():
            return [lay(campaign, command, decision.seat, system, secrets)]
        case cmd.StandDown():
            return [stand_down(campaign, command.window, decision.seat)]
        case cmd.Resign():
            return [_resign(campaign, decision.seat)]
        case cmd.Conclude():
            if len(set(command.winners)) != len(command.winners):
                raise Invalid("a seat can win only once", pointer="/command/winners")
            for seat in command.winners:
                if campaign.seat(seat) is None:
                    raise Invalid(f"there is no seat {seat!r}", pointer="/command/winners")
            return [fx.Concluded(command.reason, command.winners)]
        case cmd.OpenSeals():
            return list(open_seals(campaign, command, decision.acting, decision.moment))
        case cmd.AdoptEdition():
            if campaign.edition == system.edition:
                raise Conflict(f"the campaign is played under edition {system.edition}")
            tables, data = pinned_hashes(system, {})
            return [fx.EditionAdopted(system.edition, tables, {**data, **campaign.replaced})]
    raise AssertionError(command)


def pinned_hashes(
    system: AnySystem, custom: Mapping[str, Any]
) -> tuple[dict[str, str], dict[str, str]]:
    """Hashes of the tables and of the documents that a campaign is played with."""
    tables = {table.key: table.fingerprint() for table in system.tables}
    data = {
        document.key: fingerprint(to_plain(custom.get(document.key, document.default)))
        for document in system.documents
    }
    return tables, data


def _consent(
    campaign: Campaign, command: cmd.Consent, seat: str
) -> fx.Consented | fx.ForkConsented:
    to, at, withdraw = command.to, command.fork, command.withdraw
    if to is not UNSET and at is UNSET:
        if withdraw:
            detail = "agreement to a rewind is not taken back"
            raise Invalid(detail, pointer="/command/withdraw")
        _check_past(campaign, to)
        return fx.Consented(seat, to)
    if at is UNSET or to is not UNSET:
        raise Invalid("give exactly one of `to` and `fork`", pointer="/command")
    if at > campaign.seq:
        raise Invalid(f"there is no event {at}", pointer="/command/fork")
    agreed = any((one.seat, one.at) == (seat, at) for one in campaign.fork_consents)
    if agreed != withdraw:
        raise Conflict(
            "the seat has already agreed to this" if agreed else "the seat has not agreed"
        )
    return fx.ForkConsented(seat, at, withdraw)


def _check_past(campaign: Campaign, to: int) -> None:
    if to >= campaign.seq:
        raise Invalid(f"event {to} is not before the last one", pointer="/command/to")


def _rewind(decision: Decision, command: cmd.Rewind) -> list[Any]:
    campaign, system = decision.campaign, decision.system
    _check_past(campaign, command.to)
    if campaign.seals_opened:
        raise Conflict("the seals are open: nothing can be hidden again")
    if command.keep_order and command.to < campaign.own_order_since:
        raise Conflict("the hidden order from before the fork is also another branch's")
    seen = campaign.last_secret_seq > command.to
    consents = tuple(sorted({seat for seat, to in campaign.consents if to == command.to}))
    effects: list[Any] = [fx.Rewound(command.to, command.reason, consents, seen)]
    if seen and not command.keep_order and system.reshuffle is not None:
        game = decision.past(command.to).game
        effects += system.reshuffle(game, decision.dice, decision.secrets)
    return effects


def _reshuffle(decision: Decision) -> list[Any]:
    campaign, reshuffle = decision.campaign, decision.system.reshuffle
    if not campaign.reshuffle_due:
        raise OutOfPhase("there is nothing to reshuffle")
    assert reshuffle is not None
    return list(reshuffle(campaign.game, decision.dice, decision.secrets))


def _ruling(campaign: Campaign, command: cmd.Ruling, system: AnySystem) -> fx.Ruled:
    game = campaign.game
    for index, plain in enumerate(command.changes):
        pointer = f"/command/changes/{index}"
        change = converted(plain, system.change_type, pointer)
        try:
            system.check_change(game, change)
        except Refused as refusal:
            refusal.pointer = pointer + refusal.pointer
            raise
        game = system.evolve(game, change)
    return fx.Ruled(command.text, command.reason, command.changes)


def _resign(campaign: Campaign, key: str) -> fx.Resigned:
    seat = campaign.seat(key)
    if seat is None or seat.resigned:
        raise Conflict("the seat has resigned")
    return fx.Resigned(key)


def consequences(
    before: Campaign, after: Campaign, system: AnySystem
) -> list[fx.StandingEnded | fx.Concluded]:
    """What follows from the effects of an event so far: standing answers end, the game is over.

    ``before``, ``after``: the campaign before the event, and with those effects.
    """
    if after.outcome is not None:
        return []
    outcome = system.standing(after.game).outcome
    if outcome is not None:
        return [fx.Concluded(outcome.reason, outcome.winners)]
    return list(ended(before, after, system))
