"""What a role may do now: the game's own options, then the campaign's."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign.ending import opens_from
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.contract.choices import (
    Alternative,
    Below,
    Choices,
    ChooseBySchema,
    ChooseInteger,
    ChooseList,
    ChooseText,
    Longest,
    Option,
    integer,
    one_of,
    some_of,
)
from iacta.domain.kernel.contract.system import AnySystem, Known
from iacta.domain.kernel.proof.canonical import to_plain

PROSE = ChooseText(Longest(2000))
ANSWERS = {
    "yes": "Agree to open the seals: everything hidden is shown, and nothing can be taken back",
    "no": "Do not agree yet",
    "object": "Object: without you only the referee opens them",
}
"""a seat's possible answers to whether the seals are opened, with the options' titles"""


def options(campaign: Campaign, system: AnySystem, role: str, known: Known) -> Sequence[Option]:
    """Every option of the referee or a seat, in a stable order. Other roles have none."""
    if role != "referee" and not role.startswith("seat:"):
        return ()
    return (*game_options(campaign, system, role, known), *_options(campaign, system, role))


def options_in_name(
    campaign: Campaign, system: AnySystem, seat: str, known: Known
) -> Sequence[Option]:
    """What the referee may do in a seat's name; ``known``: the hidden values that they may see."""
    role = f"seat:{seat}"
    own = [one for one in _options(campaign, system, role) if not _by_oneself(campaign, one)]
    return (*game_options(campaign, system, role, known), *own)


def _by_oneself(campaign: Campaign, option: Option) -> bool:
    """Whether a seat does it by its own token only."""
    match option.command["type"]:
        case "campaign.open-seals":
            return campaign.grace is not None
        case "campaign.consent":
            return option.id != "campaign.consent"
        case _:
            return False


def game_options(
    campaign: Campaign, system: AnySystem, role: str, known: Known
) -> Sequence[Option]:
    """The game's own options; none while the campaign is over or waits for its referee."""
    waits = campaign.reshuffle_due or campaign.edition != system.edition
    if waits or campaign.outcome is not None:
        return ()
    return system.options(campaign.game, role, known)


def _options(campaign: Campaign, system: AnySystem, role: str) -> Iterator[Option]:
    referee = role == "referee"
    before = integer(1, campaign.seq - 1)
    if campaign.reshuffle_due and campaign.outcome is None:
        if referee:
            yield _option(cmd.Reshuffle, "Reshuffle what was hidden")
            yield _conclude(campaign)
        return
    if referee and campaign.edition != system.edition:
        yield _option(cmd.AdoptEdition, f"Adopt edition {system.edition}")
    if campaign.outcome is not None and not campaign.seals_opened:
        yield from _seals(campaign, role)
    if referee and campaign.seq > 1 and not campaign.seals_opened:
        choices: Choices = {"/to": before, "/reason": PROSE}
        yield _option(cmd.Rewind, "Rewind to an event", choices)
    if campaign.outcome is None:
        yield from _while_open(campaign, system, role, before)
    choices = {"/seq": integer(1, campaign.seq), "/text": PROSE}
    yield _option(cmd.Annotate, "Annotate an event", choices)


def _seals(campaign: Campaign, role: str) -> Iterator[Option]:
    """The answers open to a seat; for the referee, opening the seals, with the time from which.

    The answer that a seat has given already is not offered again.
    """
    seat = role.removeprefix("seat:")
    if campaign.grace is None or (role == "referee" and not campaign.seal_voters):
        yield _option(cmd.OpenSeals, "Open the seals")
    elif role == "referee":
        since = opens_from(campaign, "referee").replace("T", " ")
        yield _option(
            cmd.OpenSeals, f"Open the seals without the seats' agreement, from {since} on"
        )
    elif seat in campaign.seal_voters:
        for agree, title in ANSWERS.items():
            if campaign.seal_answers.get(seat) != agree:
                command = {"type": "campaign.open-seals"}
                command |= {} if agree == "yes" else {"agree": agree}
                yield Option(f"campaign.open-seals.{agree}", title, "", command)


def _while_open(
    campaign: Campaign, system: AnySystem, role: str, before: ChooseInteger
) -> Iterator[Option]:
    if role == "referee":
        if campaign.edition == system.edition:
            choices = {"/text": PROSE, "/reason": PROSE, **_changes(campaign, system)}
            yield _option(cmd.Ruling, "Rule on a matter", choices)
        yield _conclude(campaign)
        return
    seat = campaign.seat(role.removeprefix("seat:"))
    if seat is not None and campaign.edition == system.edition:
        yield from standing_options(campaign, system, seat.seat)
    if campaign.seq > 1:
        yield _option(cmd.Consent, "Agree to a rewind", {"/to": before})
    if seat is not None and campaign.last_secret_seq:
        yield from _about_forks(campaign, seat.seat)
    if seat is not None and not seat.resigned:
        yield _option(cmd.Resign, "Resign")


def in_advance(
    campaign: Campaign, system: AnySystem, role: str, known: Known, bot: str, below: Below
) -> Mapping[str, Any] | None:
    """What a bot in ``role`` answers in advance now, to windows that it has not answered so yet."""
    seat = role.removeprefix("seat:")
    answer, playing = system.bots_in_advance.get(bot), campaign.seat(seat) is not None
    if answer is None or not playing or campaign.outcome is not None:
        return None
    laid = {one.window for one in campaign.standing_answers if one.seat == seat}
    offered = list(standing_options(campaign, system, seat))
    new = [one for one in offered if one.command["window"] not in laid]
    shown = to_plain(system.view(campaign.game, role, known))
    return answer(shown, new, role, below) if new else None


def standing_options(campaign: Campaign, system: AnySystem, seat: str) -> Iterator[Option]:
    """A seat's options to answer each kind of window in advance, and to withdraw its answer."""
    laid = {one.window for one in campaign.standing_answers if one.seat == seat}
    for window in system.windows:
        untils = (Alternative(until.key, f"until {until.title}") for until in window.untils)
        choices = {"/until": one_of(untils), **window.choices(campaign.game, seat)}
        command = {"type": "campaign.stand", "window": window.key, "answer": {}}
        again = "Replace your standing answer to" if window.key in laid else "Answer in advance:"
        title = f"{again} {window.title}"
        yield Option(f"campaign.stand.{window.key}", title, window.rule, command, choices)
        if window.key in laid:
            command = {"type": "campaign.stand-down", "window": window.key}
            title = f"Withdraw your standing answer to {window.title}"
            yield Option(f"campaign.stand-down.{window.key}", title, window.rule, command)


def _changes(campaign: Campaign, system: AnySystem) -> Choices:
    """What a ruling may change now; no choice where that is nothing."""
    if system.rulings is None:
        return {"/changes": ChooseBySchema("Changes")}
    found = tuple(system.rulings(campaign.game))
    return {"/changes": ChooseList(found, 0, cmd.MOST_CHANGES)} if found else {}


def _about_forks(campaign: Campaign, seat: str) -> Iterator[Option]:
    """Options to agree to a fork, and to withdraw agreement."""
    title = "Agree to a fork: play in each branch then reveals secrets of the other"
    choices = {"/fork": integer(1, campaign.seq)}
    yield Option("campaign.consent-fork", title, "", {"type": "campaign.consent"}, choices)
    for one in campaign.fork_consents:
        if one.seat == seat:
            command = {"type": "campaign.consent", "fork": one.at, "withdraw": True}
            title = f"Withdraw agreement to a fork after event {one.at}"
            yield Option(f"campaign.consent-fork.{one.at}", title, "", command)


def _conclude(campaign: Campaign) -> Option:
    seats = [Alternative(seat.seat, seat.name) for seat in campaign.seats]
    choices: Choices = {"/reason": PROSE, "/winners": some_of(seats, 0, len(seats))}
    return _option(cmd.Conclude, "Conclude the campaign", choices)


def _option(command: type[msgspec.Struct], title: str, choices: Choices | None = None) -> Option:
    """An option of the campaign: without a rule, and with its command's whole type as id."""
    kind = str(command.__struct_config__.tag)
    return Option(kind, title, "", {"type": kind}, choices or {})
