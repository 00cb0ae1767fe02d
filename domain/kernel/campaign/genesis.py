"""How campaigns begin: created from a scenario, or forked from another."""

from collections.abc import Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign import effects as fx
from iacta.domain.kernel.campaign.accept import Accepted, Means, seal_event
from iacta.domain.kernel.campaign.decide import pins
from iacta.domain.kernel.campaign.fold import Campaign
from iacta.domain.kernel.campaign.requests import Request, explain, recorded
from iacta.domain.kernel.contract.rulebook import Switch
from iacta.domain.kernel.contract.system import Setup, System
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.dice import Chain
from iacta.domain.kernel.proof.errors import Conflict, Invalid, RuleViolation

KERNEL_SWITCHES = (
    Switch(
        "referee_sees",
        "Whether the referee sees what is hidden in seats",
        ("all", "public"),
    ),
    Switch(
        "entered_dice",
        "Whether the referee may enter dice rolled outside",
        (False, True),
    ),
    Switch(
        "seal_grace",
        "Days after the end for which every seat has to agree before the seals are opened",
        (7, 0, 1, 3, 14, 30),
    ),
    Switch("witnessed", "Whether a roll waits for a second seat's entropy", ("never",)),
)


def switches(system: System) -> tuple[Switch, ...]:
    """Every switch of a campaign, each with its default first."""
    kernel: tuple[Switch, ...] = KERNEL_SWITCHES
    if system.hidden_hands:
        first, *others = KERNEL_SWITCHES
        kernel = (msgspec.structs.replace(first, values=("public", "all")), *others)
    return (*kernel, *system.switches)


def resolve_options(system: System, given: Mapping[str, Any]) -> dict[str, str | int | bool]:
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
    system: System, scenario: int, given: tuple[cmd.SeatName, ...]
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


def resolve_data(system: System, given: Mapping[str, Any]) -> dict[str, Any]:
    """Every document as its struct, replaced or our own; `Invalid` with document and pointer."""
    data = {document.key: document.default for document in system.documents}
    for key, plain in given.items():
        if key not in data:
            raise Invalid(f"there is no document {key!r}", pointer=f"/data/{key}")
        if seals.names_sealed(plain):
            raise Invalid("the member name 'sealed' is reserved", pointer=f"/data/{key}")
        document = system.document(key)
        try:
            data[key] = msgspec.convert(plain, document.shape, strict=True)
            if document.check is not None:
                document.check(data[key])
        except msgspec.ValidationError as error:
            detail, where = explain(error)
            raise Invalid(f"{key}: {detail}", pointer=f"/data/{key}{where}") from None
        except (Invalid, RuleViolation) as error:
            raise Invalid(f"{key}: {error.detail}", pointer=f"/data/{key}{error.pointer}") from None
    return data


def founding(command: cmd.Create, system: System, server: str, anchors: fx.Anchors) -> list[Any]:
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
    created = fx.CampaignCreated(
        server,
        system.key,
        system.edition,
        command.scenario,
        options,
        tuple(seated),
        *pins(system, data),
        command.data,
        anchors,
    )
    return [created, *begun]


def create(
    campaign_id: str,
    server: str,
    command: cmd.Create,
    system: System,
    means: Means,
    key: str,
) -> Accepted:
    """The first event of a campaign. Raises `Invalid`."""
    fresh, anchors = _anchors(means)
    return seal_event(
        Campaign(),
        campaign_id,
        Request("referee", None, key),
        recorded(command, {}),
        [],
        [to_plain(effect) for effect in founding(command, system, server, anchors)],
        means,
        system,
        _no_past,
        fresh=fresh,
    )


def fork(
    parent: Campaign,
    campaign_id: str,
    command: cmd.Fork,
    system: System,
    means: Means,
    key: str,
    *,
    seen: bool,
    by: str = "referee",
    held: tuple[str, ...] = (),
    consents: tuple[tuple[str, int], ...] = (),
    restored: fx.Restored | None = None,
) -> Accepted:
    """The first event of a fork; ``parent`` stands after event ``at``. Raises `Conflict`.

    ``seen``: whether somebody knew, later in the parent, what is hidden again at ``at``; the
    members after it are those of `Forked`.
    """
    if parent.seals_opened:
        raise Conflict("its seals are open: fork it at an earlier event", pointer="/at")
    fresh, anchors = _anchors(means)
    forked = fx.Forked(
        parent.id,
        parent.seq,
        parent.hash,
        anchors,
        seen,
        command.keep_order,
        held,
        consents,
        restored,
    )
    return seal_event(
        parent,
        campaign_id,
        Request(by, None, key),
        recorded(command, {}),
        [],
        [to_plain(forked)],
        means,
        system,
        _no_past,
        fresh=fresh,
    )


def _anchors(means: Means) -> tuple[dict[str, Chain], fx.Anchors]:
    fresh = {"open": means.chain(), "sealed": means.chain()}
    return fresh, fx.Anchors(
        fx.Anchor(fresh["open"].anchor, fresh["open"].links),
        fx.Anchor(fresh["sealed"].anchor, fresh["sealed"].links),
    )


def _no_past(seq: int) -> Campaign:
    raise AssertionError("a first event does not rewind")
