"""Deciding a recorded command again: its faces come from the record, its effects are compared."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.answering import command_of, due, standing_request
from iacta.domain.kernel.campaign.decide import Decision, consequences, decide
from iacta.domain.kernel.campaign.ending import Moment
from iacta.domain.kernel.campaign.facts import decode_effect
from iacta.domain.kernel.campaign.fold import apply, begin_event
from iacta.domain.kernel.campaign.genesis import creation_effects
from iacta.domain.kernel.campaign.requests import (
    Entered,
    Request,
    prepare,
    recorded_command,
    specs_of,
)
from iacta.domain.kernel.campaign.state import Campaign, Past
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.dice import Dice, Face
from iacta.domain.kernel.proof.errors import NotKnown, Refused
from iacta.domain.kernel.proof.record import Event
from iacta.domain.kernel.proof.seals import Sealed, Secrets

_UNPOSTED = {spec.type for spec in cmd.UNPOSTED}


class Mismatch(Exception):
    """Deciding again gave something else than the record says."""


class _Recorded:
    """Faces from the record; each must be asked for as it was recorded."""

    def __init__(self, draws: list[dict[str, Any]], values: Mapping[str, Any]) -> None:
        self._dice: dict[str, Iterator[Any]] = {}
        for draw in draws:
            dice = draw["dice"]
            if isinstance(dice, dict):
                if dice["sealed"] not in values:
                    raise NotKnown(dice["sealed"])
                dice = values[dice["sealed"]]
            if not dice:
                raise Mismatch("a link was used and nothing was thrown")
            self._dice[draw["chain"]] = iter(dice)

    def __call__(self, chain: str, die: str, purpose: str) -> Face:
        if chain == "sealed" and "entered" in self._dice:
            raise Mismatch(f"a hidden {die} for {purpose} was entered")
        dice = self._dice.get("entered") or self._dice.get(chain) or iter(())
        recorded = next(dice, None)
        if recorded is None:
            raise Mismatch(f"a {die} for {purpose} is not in the record")
        if recorded["die"] != die or recorded["for"] != purpose:
            raise Mismatch(
                f"a {die} for {purpose} was due, not {recorded['die']} for {recorded['for']}"
            )
        face = recorded["face"]
        return tuple(face) if isinstance(face, list) else face

    def finish(self) -> None:
        """`Mismatch` if the record holds dice that nothing asked for."""
        for dice in self._dice.values():
            for die in dice:
                raise Mismatch(f"nothing asked for the {die['die']} for {die['for']}")


class _Digests:
    """Gives each value sealed again the digest under which the record has it."""

    def __init__(self, event: Event, values: Mapping[str, Any]) -> None:
        self._event, self._values = event, values
        self.learned: dict[str, tuple[str, ...]] = {}

    @cached_property
    def _sealed(self) -> list[str]:
        return list(seals.digests_in(self._event.effects))

    @cached_property
    def _left(self) -> list[tuple[str, Any]]:
        return [(one, self._values[one]) for one in self._sealed if one in self._values]

    @cached_property
    def _complete(self) -> bool:
        return all(one in self._values for one in self._sealed)

    def __call__(self, value: Any, to: tuple[str, ...]) -> Sealed:
        plain = to_plain(value)
        for index, (digest, known) in enumerate(self._left):
            if known == plain:
                del self._left[index]
                self.learned[digest] = to
                return Sealed(digest)
        if not self._complete:
            raise NotKnown("a value sealed in this event")
        raise Mismatch("a value was sealed that the record does not hold")


def decide_again(
    campaign: Campaign,
    event: Event,
    system: AnySystem,
    values: Mapping[str, Any],
    past: Past,
    learned: dict[str, tuple[str, ...]] | None = None,
    after: Campaign | None = None,
) -> None:
    """Decide ``event`` again in ``campaign``; `Mismatch` says what is not as recorded.

    ``values`` are the hidden values at hand. `NotKnown` if the decision needs others.
    ``learned`` takes up, for each value sealed by it, the roles it was shown to. ``after``: the
    campaign with the recorded effects, where they have been folded.
    """
    learned = {} if learned is None else learned
    recorded = [effect for effect in event.effects if effect["type"] != "dice-chain-extended"]
    if event.command["type"] in _UNPOSTED:
        if event.draws or event.entropy or event.for_:
            raise Mismatch("this command draws nothing")
        effects = _unposted(campaign, event, system)
        _compare(effects, recorded, system)
    else:
        effects = _posted(campaign, event, system, values, past, learned)
        _compare(effects, recorded, system)
        if after is None or len(effects) != len(recorded):
            after = begin_event(campaign, campaign.id, event.at, ())
            for effect in effects:
                after = apply(after, campaign.id, effect, system, past)
        follows = consequences(campaign, after, system)
        _compare(follows, recorded[len(effects) :], system, len(effects))
        effects = effects + follows
    if len(effects) != len(recorded):
        raise Mismatch(f"the rules give {len(effects)} effects, the record has {len(recorded)}")


def _compare(
    effects: Sequence[Any], recorded: Sequence[dict[str, Any]], system: AnySystem, before: int = 0
) -> None:
    """`Mismatch` at the first effect that is not recorded so; ``before``: how many precede them."""
    for number, (effect, other) in enumerate(zip(effects, recorded, strict=False), before + 1):
        one = to_plain(effect)
        # An old event may be recorded otherwise, and says the same.
        if one != other and decode_effect(system, one) != decode_effect(system, other):
            raise Mismatch(f"effect {number} ({other['type']}) is not what the rules give")


def _posted(
    campaign: Campaign,
    event: Event,
    system: AnySystem,
    values: Mapping[str, Any],
    past: Past,
    learned: dict[str, tuple[str, ...]],
) -> list[Any]:
    spec = specs_of(system).get(event.command["type"])
    if spec is None:
        raise Mismatch(f"no command {event.command['type']!r}")
    shown = dict(event.command)
    members: dict[str, Sealed] = {}
    for name in spec.secret:
        if name in shown:
            members[name] = Sealed(shown[name]["sealed"])
            if members[name].sealed not in values:
                raise NotKnown(members[name].sealed)
            shown[name] = values[members[name].sealed]
    if event.by == "service" and event.for_:
        _check_standing_answer(campaign, event, system, values, shown)
    entered = Entered("x", (1,)) if any(d["chain"] == "entered" for d in event.draws) else None
    request = Request(event.by, shown, event.key, event.entropy, event.for_, entered)
    try:
        command = prepare(campaign, request, system)[1]
    except Refused as refusal:
        raise Mismatch(f"the command is refused: {refusal.detail}") from None
    if recorded_command(command, members) != event.command:
        raise Mismatch("the command is not written as commands are recorded")
    source = _Recorded(event.draws, values)
    digests = _Digests(event, values)
    secrets = Secrets(values, values, digests, members)
    try:
        moment, dice = Moment(event.at), Dice(source)
        acting = event.acting
        effects = decide(
            Decision(
                campaign=campaign,
                command=command,
                acting=acting,
                system=system,
                dice=dice,
                secrets=secrets,
                past=past,
                moment=moment,
            )
        )
    except Refused as refusal:
        raise Mismatch(f"the rules refuse the command: {refusal.detail}") from None
    source.finish()
    learned.update(digests.learned)
    learned.update({seal.sealed: (event.acting,) for seal in members.values()})
    if effects and isinstance(effects[-1], fx.SealsOpened):
        if event.effects[-1]["type"] != "seals-opened":
            raise Mismatch("the rules open the seals here")
        effects[-1] = msgspec.convert(event.effects[-1], fx.SealsOpened)
    if secrets.opened:
        opened = [effect for effect in event.effects if effect["type"] == "opened"]
        if not opened or list(opened[0]["openings"]) != sorted(secrets.opened):
            raise Mismatch("the openings are not those that the rules give")
        effects = [msgspec.convert(opened[0], fx.Opened), *effects]
    return effects


def _check_standing_answer(
    campaign: Campaign,
    event: Event,
    system: AnySystem,
    values: Mapping[str, Any],
    shown: dict[str, Any],
) -> None:
    """`Mismatch` unless the service gives the answer that is due, as it was laid."""
    order = due(campaign, system)
    if order is None:
        raise Mismatch("no standing answer is due")
    request = standing_request(campaign, order, shown)
    if (event.for_, event.key, event.entropy) != (request.for_, request.key, request.entropy):
        raise Mismatch("the standing answer that is due is another")
    if to_plain(command_of(campaign, order, system, values)) != shown:
        raise Mismatch("the standing answer is to answer otherwise")


def _as_recorded(event: Event, shape: Any, *by: str) -> Any:
    """A command that was not posted; `Mismatch` if it is not written as commands are recorded.

    ``by``: the roles that may send it; without any, the seat that it names.
    """
    try:
        command = msgspec.convert(event.command, shape, strict=True)
    except msgspec.ValidationError as error:
        raise Mismatch(f"the command is malformed: {error}") from None
    if recorded_command(command, {}) != event.command:
        raise Mismatch("the command is not written as commands are recorded")
    if event.by not in (by or (f"seat:{command.seat}",)):
        raise Mismatch(f"{event.by} does not send this command")
    return command


def _unposted(campaign: Campaign, event: Event, system: AnySystem) -> list[Any]:
    first = event.effects[0]
    match event.command["type"]:
        case "campaign.create":
            created = msgspec.convert(first, fx.CampaignCreated)
            command = _as_recorded(event, cmd.Create, "referee")
            try:
                again = creation_effects(command, system, created.server, created.anchors)
            except Refused as refusal:
                raise Mismatch(f"the command is refused: {refusal.detail}") from None
            if not {"seal_grace"} & (created.options.keys() | command.options.keys()):
                # It was founded before there was such a switch, and any seat may open its seals.
                options = {k: v for k, v in again[0].options.items() if k != "seal_grace"}
                again[0] = msgspec.structs.replace(again[0], options=options)
            if (again[0].tables, again[0].data) != (created.tables, created.data):
                raise NotKnown("the tables or data that the first event pins are not these")
            return again
        case "campaign.fork":
            forked = msgspec.convert(first, fx.Forked)
            fork = _as_recorded(event, cmd.Fork, "referee", "service")
            return [msgspec.structs.replace(forked, at=fork.at, keep_order=fork.keep_order)]
        case "campaign.claim":
            return [fx.SeatClaimed(_as_recorded(event, cmd.Claim).seat)]
        case "campaign.note-fork":
            note = _as_recorded(event, cmd.NoteFork, "referee")
            return [fx.ForkMade(note.child, note.at)]
        case _:
            command = _as_recorded(event, cmd.HandOver, "referee", "service")
            return [fx.SeatHandedOver(command.role)]
