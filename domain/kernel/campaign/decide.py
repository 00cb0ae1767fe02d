"""Deciding: what any posted command does, the game's or the kernel's own."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.ending import UNTIMED, Moment, open_seals
from iacta.domain.kernel.campaign.fold import (
    Campaign,
    Past,
    apply,
    decode_change,
)
from iacta.domain.kernel.campaign.requests import KERNEL_SPECS, explain
from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof.canonical import fingerprint, to_plain
from iacta.domain.kernel.proof.dice import (
    Dice,
)
from iacta.domain.kernel.proof.errors import (
    Conflict,
    Invalid,
    OutOfPhase,
    Refused,
)
from iacta.domain.kernel.proof.seals import Secrets


def decide(
    campaign: Campaign,
    command: Any,
    acting: str,
    system: System,
    dice: Dice,
    secrets: Secrets,
    past: Past,
    moment: Moment = UNTIMED,
) -> list[Any]:
    """The effects of any posted command, the game's or the kernel's. Raises `Refused`.

    ``moment``: when; only opening the seals rests on it.
    """
    if str(command.__struct_config__.tag) not in KERNEL_SPECS:
        return list(system.decide(campaign.game, command, acting, dice, secrets))
    match command:
        case cmd.Rewind():
            return _rewind(campaign, command, system, dice, secrets, past)
        case cmd.Reshuffle():
            return _reshuffle(campaign, system, dice, secrets)
        case cmd.Consent():
            return [_consent(campaign, command, acting.removeprefix("seat:"))]
        case cmd.Ruling():
            return [_ruling(campaign, command, system)]
        case cmd.Annotate():
            if command.seq > campaign.seq:
                raise Invalid(f"there is no event {command.seq}", pointer="/command/seq")
            return [fx.Annotated(command.seq, command.text)]
        case cmd.Resign():
            return [_resign(campaign, acting.removeprefix("seat:"))]
        case cmd.Conclude():
            if len(set(command.winners)) != len(command.winners):
                raise Invalid("a seat wins once", pointer="/command/winners")
            for seat in command.winners:
                if campaign.seat(seat) is None:
                    raise Invalid(f"there is no seat {seat!r}", pointer="/command/winners")
            return [fx.Concluded(command.reason, command.winners)]
        case cmd.OpenSeals():
            return list(open_seals(campaign, command, acting, moment))
        case cmd.AdoptEdition():
            if campaign.edition == system.edition:
                raise Conflict(f"the campaign is played under edition {system.edition}")
            tables, data = pins(system, {})
            return [fx.EditionAdopted(system.edition, tables, {**data, **campaign.replaced})]
    raise AssertionError(command)


def pins(system: System, custom: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
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
        raise Invalid("one of `to` and `fork` says what is agreed to", pointer="/command")
    if at > campaign.seq:
        raise Invalid(f"there is no event {at}", pointer="/command/fork")
    agreed = any((one.seat, one.at) == (seat, at) for one in campaign.fork_consents)
    if agreed != withdraw:
        raise Conflict("the seat has agreed to this" if agreed else "the seat has not agreed")
    return fx.ForkConsented(seat, at, withdraw)


def _check_past(campaign: Campaign, to: int) -> None:
    if to >= campaign.seq:
        raise Invalid(f"event {to} is not before the last one", pointer="/command/to")


def _rewind(
    campaign: Campaign,
    command: cmd.Rewind,
    system: System,
    dice: Dice,
    secrets: Secrets,
    past: Past,
) -> list[Any]:
    _check_past(campaign, command.to)
    if campaign.seals_opened:
        raise Conflict("the seals are open: nothing can be hidden again")
    if command.keep_order and command.to < campaign.own_order:
        raise Conflict("the hidden order before the fork is another branch's too")
    seen = campaign.hidden > command.to
    consents = tuple(sorted({seat for seat, to in campaign.consents if to == command.to}))
    effects: list[Any] = [fx.Rewound(command.to, command.reason, consents, seen)]
    if seen and not command.keep_order and system.reshuffle is not None:
        effects += system.reshuffle(past(command.to).game, dice, secrets)
    return effects


def _reshuffle(campaign: Campaign, system: System, dice: Dice, secrets: Secrets) -> list[Any]:
    if not campaign.reshuffle_due:
        raise OutOfPhase("nothing has to be reshuffled")
    assert system.reshuffle is not None
    return list(system.reshuffle(campaign.game, dice, secrets))


def _ruling(campaign: Campaign, command: cmd.Ruling, system: System) -> fx.Ruled:
    game = campaign.game
    for index, plain in enumerate(command.changes):
        pointer = f"/command/changes/{index}"
        try:
            change = decode_change(system, plain)
        except msgspec.ValidationError as error:
            detail, where = explain(error)
            raise Invalid(detail, pointer=pointer + where) from None
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


def conclusion(
    campaign: Campaign,
    effects: Sequence[Any],
    seq_campaign: str,
    system: System,
    past: Past,
) -> list[Any]:
    """The campaign's conclusion, where the effects have ended the game."""
    after = campaign
    for effect in effects:
        after = apply(after, seq_campaign, effect, system, past)
    if after.outcome is not None:
        return []
    outcome = system.standing(after.game).outcome
    return [] if outcome is None else [fx.Concluded(outcome.reason, outcome.winners)]
