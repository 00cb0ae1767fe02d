"""Requests: incoming commands, checked against public facts."""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.contract import pointers
from iacta.domain.kernel.contract.system import AnySystem, CommandSpec, Standing
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.errors import (
    Concluded,
    EditionChanged,
    Forbidden,
    Invalid,
    OutOfPhase,
)
from iacta.domain.kernel.proof.seals import Sealed

KERNEL_SPECS = {spec.type: spec for spec in cmd.COMMANDS}


ANY_TIME = frozenset({"campaign.annotate", "campaign.open-seals", "campaign.adopt-edition"})
"""Posted commands that a concluded campaign still takes, besides a rewind."""
BEFORE_RESHUFFLE = frozenset({"campaign.reshuffle", "campaign.conclude"})
"""Posted commands that a fork takes before its referee has reshuffled."""
RESTS_ON_THE_RULES = frozenset({"campaign.rule", "campaign.stand"})
"""Posted commands that need the edition under which the campaign is played."""
BY_OPERATOR = frozenset({"campaign.conclude"})
"""Commands that the operator may send as well, from the command line, recorded by ``service``."""


class Entered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice rolled outside: who vouches for them, and their faces in the order they are read."""

    witness: Annotated[str, Meta(min_length=1, max_length=200)]  #: who saw them, in words
    #: In the order in which the decision reads them.
    faces: Annotated[tuple[int, ...], Meta(min_length=1, max_length=200)]


class Request(msgspec.Struct, frozen=True):
    """A command as it came in: ``command`` is plain data."""

    by: str
    command: Any
    key: str
    entropy: str = ""
    for_: str = ""
    entered: Entered | None = None

    @property
    def acting(self) -> str:
        """The role whose command it is."""
        return self.for_ or self.by


def parse_command(specs: Mapping[str, CommandSpec], plain: Any) -> tuple[CommandSpec, Any]:
    """A command's specification and struct; `Invalid` with a pointer if it is malformed."""
    if not isinstance(plain, dict) or not isinstance(plain.get("type"), str):
        raise Invalid("a command is an object with a type", pointer="/command/type")
    spec = specs.get(plain["type"])
    if spec is None:
        raise Invalid(f"no command {plain['type']!r} here", pointer="/command/type")
    if seals.names_sealed(plain):
        raise Invalid("the member name 'sealed' is reserved", pointer="/command")
    return spec, converted(plain, spec.shape, "/command")


def converted(plain: Any, shape: Any, pointer: str) -> Any:
    """Plain data in its shape; `Invalid` with a pointer below ``pointer`` if it is not of it."""
    try:
        return msgspec.convert(plain, shape, strict=True)
    except msgspec.ValidationError as error:
        detail, where = explain(error)
        raise Invalid(detail, pointer=pointer + where) from None


def explain(error: msgspec.ValidationError) -> tuple[str, str]:
    """A validation error as a message and an RFC 6901 pointer."""
    detail, _, path = str(error).partition(" - at `$")
    parts = path.rstrip("`").replace("[", ".").replace("]", "").split(".")
    return detail, pointers.join(part for part in parts if part)


def specs_of(system: AnySystem) -> dict[str, CommandSpec]:
    """Every command that may be posted to a campaign of ``system``."""
    return {**KERNEL_SPECS, **system.specs}


def check_role(spec: CommandSpec, request: Request, campaign: Campaign) -> None:
    """Raise `Forbidden` unless the sender may send this command in this role."""
    if request.for_:
        seat = request.for_.removeprefix("seat:")
        # The service gives the answers that a seat has laid in advance, and sends nothing else.
        standing = request.by == "service" and spec.type not in KERNEL_SPECS
        if request.by != "referee" and not standing:
            raise Forbidden("only the referee acts for a seat", pointer="/for")
        if campaign.seat(seat) is None:
            raise Invalid(f"there is no seat {seat!r}", pointer="/for")
        if spec.shape is cmd.OpenSeals and campaign.grace is not None:
            raise Forbidden("each seat answers for itself", pointer="/for")
    role = "seat" if request.acting.startswith("seat:") else request.acting
    by_operator = role == "service" and spec.type in BY_OPERATOR
    if role not in spec.roles and not by_operator:
        raise Forbidden(f"{spec.title}: not for {request.acting}")


def check_time(spec: CommandSpec, campaign: Campaign, system: AnySystem) -> None:
    """Raise `Refused` if the campaign does not accept this command now."""
    open_now = campaign.outcome is None
    if open_now and campaign.reshuffle_due and spec.type not in BEFORE_RESHUFFLE:
        raise OutOfPhase("the referee has to reshuffle first")
    if not open_now and spec.type not in ANY_TIME | {"campaign.rewind"}:
        raise Concluded("the campaign is over")
    of_game = spec.type not in KERNEL_SPECS or spec.type in RESTS_ON_THE_RULES
    if of_game and campaign.edition != system.edition:
        raise EditionChanged(
            f"the campaign is played under edition {campaign.edition}; installed is "
            f"{system.edition}, which the referee may adopt"
        )


def prepare(campaign: Campaign, request: Request, system: AnySystem) -> tuple[CommandSpec, Any]:
    """Parse a request and check it against the campaign's public state. Raises `Refused`."""
    spec, command = parse_command(specs_of(system), request.command)
    check_role(spec, request, campaign)
    check_time(spec, campaign, system)
    if request.for_ and isinstance(command, cmd.Consent) and command.fork is not UNSET:
        raise Forbidden("a seat agrees to a fork by its own token", pointer="/for")
    if request.entered is not None:
        if request.by != "referee":
            raise Forbidden("only the referee enters dice", pointer="/entered")
        if not campaign.options.get("entered_dice"):
            raise Forbidden("this campaign does not accept dice rolled outside", pointer="/entered")
    if spec.type not in KERNEL_SPECS:
        check_phase(spec, system.standing(campaign.game))
    return spec, command


def check_phase(spec: CommandSpec, at: Standing) -> None:
    """Raise `Refused` if the game is over, or in a phase in which its command is not due."""
    if at.outcome is not None:
        raise Concluded("the game is over")
    phase = "" if at.phase is None else at.phase.key
    if spec.phases and phase not in spec.phases:
        now = f"the phase is now: {at.phase.title}" if at.phase else "no phase has begun"
        raise OutOfPhase(f"{spec.title}: not now; {now}")


def recorded_command(command: Any, members: Mapping[str, Sealed]) -> dict[str, Any]:
    """A command as recorded: secret members sealed, defaults left out."""
    plain: dict[str, Any] = to_plain(command)
    for name, seal in members.items():
        plain[name] = {"sealed": seal.sealed}
    return plain
