"""Options: the game's own, and the campaign's."""

from collections.abc import Iterator, Mapping
from typing import Any

from iacta.domain.kernel.campaign.ending import opens_from
from iacta.domain.kernel.campaign.fold import Campaign
from iacta.domain.kernel.contract.system import Option, System
from iacta.service.http.models import OptionItem
from iacta.service.http.schemas import ADDRESS, prefix

PROSE = {"text": {"max": 2000}}
ANSWERS = {
    "yes": "Agree to open the seals: everything hidden is shown, and nothing can be taken back",
    "no": "Do not agree yet",
    "object": "Object: without you only the referee opens them",
}
"""what a seat that is asked may say of opening the seals"""


def offers(
    campaign: Campaign, system: System, role: str, known: Mapping[str, Any]
) -> tuple[OptionItem, ...]:
    """What a role may do now, in a stable order. The referee's own list names each seat's."""
    if role in ("nobody", "observer", "service"):
        return ()
    before = ADDRESS.format(name=prefix(system))
    return tuple(_item(option, before) for option in _options(campaign, system, role, known))


def _item(option: Option, before: str) -> OptionItem:
    choices = option.choices
    if any("schema" in choice for choice in choices.values()):
        choices = {pointer: _found(choice, before) for pointer, choice in choices.items()}
    return OptionItem(option.id, option.title, option.rule, option.command, choices)


def _found(choice: Mapping[str, Any], before: str) -> Mapping[str, Any]:
    """A game names its own schemas, and a place in one as `<name>/<pointer>`; here as addresses."""
    return {"schema": before + choice["schema"]} if "schema" in choice else choice


def _options(
    campaign: Campaign, system: System, role: str, known: Mapping[str, Any]
) -> Iterator[Option]:
    open_now = campaign.outcome is None and not campaign.reshuffle_due
    if open_now and campaign.edition == system.edition:
        yield from system.options(campaign.game, role, known)
    yield from _kernel(campaign, system, role)


def _kernel(campaign: Campaign, system: System, role: str) -> Iterator[Option]:
    referee = role == "referee"
    last = {"integer": {"min": 1, "max": campaign.seq}}
    before = {"integer": {"min": 1, "max": campaign.seq - 1}}
    if campaign.reshuffle_due and campaign.outcome is None:
        if referee:
            yield _option("campaign.reshuffle", "Reshuffle what was hidden", {})
            yield _conclude(campaign)
        return
    if referee and campaign.edition != system.edition:
        yield _option("campaign.adopt-edition", f"Adopt edition {system.edition}", {})
    if campaign.outcome is not None and not campaign.seals_opened:
        yield from _seals(campaign, role)
    if referee and campaign.seq > 1 and not campaign.seals_opened:
        choices = {"/to": before, "/reason": PROSE}
        yield _option("campaign.rewind", "Rewind to an event", choices)
    if campaign.outcome is None:
        yield from _while_open(campaign, system, role, before)
    yield _option("campaign.annotate", "Annotate an event", {"/seq": last, "/text": PROSE})


def _seals(campaign: Campaign, role: str) -> Iterator[Option]:
    """The question to a seat that is asked; the referee's own command, and from when it is taken.

    The answer that a seat has given already is not offered again.
    """
    kind, seat = "campaign.open-seals", role.removeprefix("seat:")
    if campaign.grace is None or (role == "referee" and not campaign.asked):
        yield _option(kind, "Open the seals", {})
    elif role == "referee":
        since = opens_from(campaign, "referee").replace("T", " ")
        yield _option(kind, f"Open the seals without the seats' agreement, from {since} on", {})
    elif seat in campaign.asked:
        for agree, title in ANSWERS.items():
            if campaign.agreed.get(seat) != agree:
                command = {"type": kind} if agree == "yes" else {"type": kind, "agree": agree}
                yield Option(f"{kind}.{agree}", title, "", command, {})


def _while_open(
    campaign: Campaign, system: System, role: str, before: Mapping[str, Any]
) -> Iterator[Option]:
    if role == "referee":
        if campaign.edition == system.edition:
            choices = {
                "/text": PROSE,
                "/reason": PROSE,
                "/changes": {"schema": "Changes"},
            }
            yield _option("campaign.rule", "Rule on a matter", choices)
        yield _conclude(campaign)
        return
    seat = campaign.seat(role.removeprefix("seat:"))
    if campaign.seq > 1:
        yield _option("campaign.consent", "Agree to a rewind", {"/to": before})
    if seat is not None and campaign.hidden:
        yield from _about_forks(campaign, seat.seat)
    if seat is not None and not seat.resigned:
        yield _option("campaign.resign", "Resign", {})


def _about_forks(campaign: Campaign, seat: str) -> Iterator[Option]:
    """A seat's agreement to a fork, and taking it back."""
    kind, last = "campaign.consent", {"integer": {"min": 1, "max": campaign.seq}}
    title = "Agree to a fork: each branch then tells about the other what play tells"
    yield Option("campaign.consent-fork", title, "", {"type": kind}, {"/fork": last})
    for one in campaign.fork_consents:
        if one.seat == seat:
            command = {"type": kind, "fork": one.at, "withdraw": True}
            title = f"Take back agreement to a fork after event {one.at}"
            yield Option(f"campaign.consent-fork.{one.at}", title, "", command, {})


def _conclude(campaign: Campaign) -> Option:
    seats = [{"value": seat.seat, "title": seat.name} for seat in campaign.seats]
    winners = {"some_of": seats, "min": 0, "max": len(seats)}
    choices = {"/reason": PROSE, "/winners": winners}
    return _option("campaign.conclude", "Conclude the campaign", choices)


def _option(kind: str, title: str, choices: Mapping[str, Any]) -> Option:
    return Option(kind, title, "", {"type": kind}, choices)
