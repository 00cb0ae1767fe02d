"""What a role may do now: the game's own options, then the campaign's."""

from collections.abc import Iterator, Sequence

import msgspec

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign.ending import opens_from
from iacta.domain.kernel.campaign.fold import Campaign
from iacta.domain.kernel.contract.choices import (
    Alternative,
    Choices,
    ChooseBySchema,
    ChooseInteger,
    ChooseList,
    ChooseText,
    Longest,
    Option,
    integer,
    some_of,
)
from iacta.domain.kernel.contract.system import AnySystem, Known

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
    if campaign.seq > 1:
        yield _option(cmd.Consent, "Agree to a rewind", {"/to": before})
    if seat is not None and campaign.last_secret_seq:
        yield from _about_forks(campaign, seat.seat)
    if seat is not None and not seat.resigned:
        yield _option(cmd.Resign, "Resign")


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
