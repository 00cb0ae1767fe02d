"""How campaigns begin: created from a scenario, or forked from another."""

from collections.abc import Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.decide import pinned_hashes
from iacta.domain.kernel.campaign.event import Accepted, Context, Environment, build_event
from iacta.domain.kernel.campaign.requests import Request, converted, recorded_command
from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.contract.rulebook import Switch
from iacta.domain.kernel.contract.system import AnySystem, Setup
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.dice import CHAINS, Chain
from iacta.domain.kernel.proof.errors import Conflict, Invalid, RuleViolation

KERNEL_SWITCHES = (
    Switch(
        "referee_sees",
        "What the referee sees",
        ("all", "public"),
        titles=("Everything, hidden things too", "What everyone sees"),
    ),
    Switch(
        "entered_dice",
        "Where the dice come from",
        (False, True),
        titles=("The server throws them all", "The referee may enter dice from the table"),
    ),
    Switch(
        "seal_grace",
        "How long to wait for a player who does not answer once it is over",
        (7, 0, 1, 3, 14, 30),
        titles=("A week", "Not at all", "A day", "Three days", "Two weeks", "Thirty days"),
        note="At the end everything hidden is opened, so that all can be checked, and every player "
        "is asked to agree. After this time the referee may open it without them.",
    ),
    Switch(
        "witnessed",
        "Whether a roll waits for a second seat's entropy",
        ("never",),
        titles=("No roll waits",),
    ),
)


def switches(system: AnySystem) -> tuple[Switch, ...]:
    """Every switch of a campaign, each with its default first."""
    kernel: tuple[Switch, ...] = KERNEL_SWITCHES
    if system.hidden_hands:
        first, *others = KERNEL_SWITCHES
        public = msgspec.structs.replace(
            first, values=first.values[::-1], titles=first.titles[::-1]
        )
        kernel = (public, *others)
    return (*kernel, *system.switches)


def resolve_options(system: AnySystem, given: Mapping[str, Any]) -> dict[str, str | int | bool]:
    """Every switch with its value; `Invalid` for an unknown switch or value."""
    known = {switch.key: switch for switch in switches(system)}
    for key in given:
        if key not in known:
            raise Invalid(f"there is no switch {key!r}", pointer=f"/options/{key}")
    options = {}
    for key, switch in known.items():
        value = given.get(key, switch.default)
        if not any(type(value) is type(one) and value == one for one in switch.values):
            raise Invalid(f"{key} takes one of {list(switch.values)}", pointer=f"/options/{key}")
        options[key] = value
    return options


def resolve_seats(
    system: AnySystem, scenario: int, given: tuple[cmd.SeatName, ...]
) -> list[fx.Seated]:
    """The seats in play; without any given, as many as the scenario needs, in order."""
    if not given:
        count = scenario or len(system.seats)
        return [fx.Seated(seat.seat, seat.title) for seat in system.seats[:count]]
    free = [seat.seat for seat in system.seats]
    taken: dict[int, str] = {}
    for index, one in enumerate(given):
        if one.seat:
            if one.seat not in free:
                raise Invalid("no such seat, or it is taken", pointer=f"/seats/{index}/seat")
            free.remove(one.seat)
            taken[index] = one.seat
    if len(given) > len(system.seats):
        raise Invalid(f"there are {len(system.seats)} seats", pointer="/seats")
    named = [
        fx.Seated(taken[index] if index in taken else free.pop(0), one.name)
        for index, one in enumerate(given)
    ]
    if len(named) < (scenario or len(system.seats)):
        raise Invalid(f"at least {scenario or len(system.seats)} seats", pointer="/seats")
    order = [seat.seat for seat in system.seats]
    return sorted(named, key=lambda seated: order.index(seated.seat))


def resolve_data(system: AnySystem, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every document as its struct, replaced or our own; `Invalid` with document and pointer."""
    data = {document.key: document.default for document in system.documents}
    for key, plain in given.items():
        if key not in data:
            raise Invalid(f"there is no document {key!r}", pointer=f"/data/{key}")
        if seals.names_sealed(plain):
            raise Invalid("the member name 'sealed' is reserved", pointer=f"/data/{key}")
        document = system.document(key)
        try:
            data[key] = converted(plain, document.shape, "")
            if document.check is not None:
                document.check(data[key])
        except (Invalid, RuleViolation) as error:
            raise Invalid(f"{key}: {error.detail}", pointer=f"/data/{key}{error.pointer}") from None
    return data


def creation_effects(
    command: cmd.Create, system: AnySystem, server: str, anchors: fx.Anchors
) -> list[Any]:
    """The effects of a campaign's creation. Raises `Invalid`."""
    if command.system != system.key:
        raise Invalid(f"{command.system!r} is another system", pointer="/system")
    scenario = system.scenario(command.scenario)
    options = resolve_options(system, command.options)
    seated = resolve_seats(system, scenario.min_seats, command.seats)
    data = resolve_data(system, command.data)
    setup = Setup(command.scenario, options, tuple(seat.seat for seat in seated), data)
    try:
        begun = system.begin(setup)
    except RuleViolation as error:
        raise Invalid(error.detail, pointer=error.pointer) from None
    tables, pinned = pinned_hashes(system, data)
    created = fx.CampaignCreated(
        server=server,
        system=system.key,
        edition=system.edition,
        scenario=command.scenario,
        options=options,
        seats=tuple(seated),
        tables=tables,
        data=pinned,
        custom=command.data,
        anchors=anchors,
    )
    return [created, *begun]


def create(
    campaign_id: str, server: str, command: cmd.Create, context: Context, key: str
) -> Accepted:
    """The first event of a campaign. Raises `Invalid`."""
    fresh, anchors = _anchors(context.environment)
    request, recorded = Request("referee", None, key), recorded_command(command, {})
    effects = creation_effects(command, context.system, server, anchors)
    return build_event(
        Campaign(), request, recorded, effects, context, recorded_in=campaign_id, fresh=fresh
    )


class Carried(msgspec.Struct, frozen=True):
    """What comes along to a fork: the last members of `Forked`."""

    held: tuple[str, ...] = ()
    consents: tuple[tuple[str, int], ...] = ()
    restored: fx.Restored | None = None


NOTHING = Carried()


def fork(
    parent: Campaign,
    campaign_id: str,
    command: cmd.Fork,
    context: Context,
    key: str,
    *,
    seen: bool,
    by: str = "referee",
    carried: Carried = NOTHING,
) -> Accepted:
    """The first event of a fork; ``parent``: its state after event ``at``. Raises `Conflict`.

    ``seen``: whether somebody knew, later in the parent, what is hidden again at ``at``.
    """
    if parent.seals_opened:
        raise Conflict("its seals are open: fork it at an earlier event", pointer="/at")
    fresh, anchors = _anchors(context.environment)
    forked = fx.Forked(
        parent=parent.id,
        at=parent.seq,
        parent_hash=parent.hash,
        anchors=anchors,
        seen=seen,
        keep_order=command.keep_order,
        held=carried.held,
        consents=carried.consents,
        restored=carried.restored,
    )
    request, recorded = Request(by, None, key), recorded_command(command, {})
    return build_event(
        parent, request, recorded, [forked], context, recorded_in=campaign_id, fresh=fresh
    )


def _anchors(environment: Environment) -> tuple[dict[str, Chain], fx.Anchors]:
    fresh = {chain: environment.chain() for chain in CHAINS}
    return fresh, fx.Anchors(*(fx.Anchor(one.anchor, one.links) for one in fresh.values()))
