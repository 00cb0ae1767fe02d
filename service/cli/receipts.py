"""What a receipt says in words: who sent which command when, and what was rolled for it."""

from collections.abc import Mapping
from typing import Any

from iacta.domain.kernel.campaign.commands import UNPOSTED
from iacta.domain.kernel.campaign.requests import KERNEL_SPECS
from iacta.domain.kernel.campaign.verify.shapes import check_shapes
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof import notes
from iacta.domain.kernel.proof.errors import BadRecord
from iacta.domain.kernel.proof.record import Event, read_record
from iacta.service.projections.rolls import StoredRoll, rolls_of

Systems = Mapping[str, AnySystem]

PROOF = {
    "entropy": "with the sender's entropy",
    "none": "without entropy",
    "entered": "entered by hand, not proven",
}


def event_of(text: str) -> Event | None:
    """The event that a receipt is for; none where the receipt is too damaged to say."""
    try:
        record = notes.read_receipt(text).record
        event = read_record(record)
        check_shapes(event, record)
    except BadRecord:
        return None
    return event


def in_words(event: Event, systems: Systems) -> list[str]:
    """A line each for the event, its sender, its time, its command and its dice."""
    title = _title(event.command["type"], systems)
    return [
        f"The receipt is for event {event.seq} of campaign {event.campaign}.",
        f"  sent by  {_sender(event, systems)}",
        f"  at       {event.at}",
        f"  command  {title}",
        *_dice(event),
    ]


def as_json(event: Event) -> dict[str, Any]:
    """The same for scripts. A sealed draw is one die without a face."""
    rolls = list(rolls_of(event))
    return {
        "campaign": event.campaign,
        "seq": event.seq,
        "at": event.at,
        "by": event.by,
        "for": event.for_,
        "command": event.command["type"],
        "dice": [
            {"die": one.die, "face": one.face, "for": one.for_, "class": one.proof} for one in rolls
        ],
        "witnesses": _witnesses(event),
    }


def _dice(event: Event) -> list[str]:
    lines = [f"  rolled   {_die(one)}" for one in rolls_of(event)]
    return [*(lines or ["  rolled   nothing"]), *(f"  witness  {one}" for one in _witnesses(event))]


def _die(roll: StoredRoll) -> str:
    if roll.sealed is not None:
        return "dice whose faces are sealed"
    face = ", ".join(map(str, roll.face)) if isinstance(roll.face, tuple) else roll.face
    return f"{roll.die} for {roll.for_}: {face} ({PROOF[roll.proof]})"


def _witnesses(event: Event) -> list[str]:
    return [draw["witness"] for draw in event.draws if draw["chain"] == "entered"]


def _sender(event: Event, systems: Systems) -> str:
    by = _role(event.by, event, systems)
    return f"{by}, for {_role(event.for_, event, systems)}" if event.for_ else by


def _role(role: str, event: Event, systems: Systems) -> str:
    """A role by its title, where the command or an effect tells the game that the seat is of."""
    if not role.startswith("seat:"):
        return {"service": "the service"}.get(role, f"the {role}")
    key = role.removeprefix("seat:")
    kinds = [event.command["type"], *(one["type"] for one in event.effects)]
    games = (kind.partition(".")[0] for kind in kinds)
    system = next((systems[game] for game in games if game in systems), None)
    titles = {one.seat: one.title for one in system.seats} if system else {}
    return f"{titles[key]} ({role})" if key in titles else role


def _title(kind: str, systems: Systems) -> str:
    """A command by its title and its type."""
    specs = [*KERNEL_SPECS.values(), *UNPOSTED]
    specs += [spec for system in systems.values() for spec in system.commands]
    titles = {spec.type: spec.title for spec in specs}
    return f"{titles[kind]} ({kind})" if kind in titles else kind
