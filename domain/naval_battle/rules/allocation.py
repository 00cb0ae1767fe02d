"""Who fights, and aboard what: chosen by both sides in secret, at once. NV 2.1, NV 2.8."""

from collections.abc import Iterator, Sequence

from iacta.domain.kernel.proof.errors import Conflict, RuleViolation
from iacta.domain.kernel.proof.seals import Secrets
from iacta.domain.naval_battle.effects import AllocationLaid, AllocationsOpened, PhaseBegun
from iacta.domain.naval_battle.rules.unfolding import Unfolding
from iacta.domain.naval_battle.state import Fleet, Leader, Load, Seat, State, Unit


def available(state: State, seat: str) -> tuple[list[Fleet], list[Unit], list[Leader]]:
    """What a side may commit. An intercepting side commits of the Force it named. NV 2.3, NB-12."""
    force = state.side(seat).force

    def fits(one: Fleet | Unit | Leader) -> bool:
        return one.side == seat and force in ("", one.force)

    return (
        [one for one in state.fleets if fits(one)],
        [one for one in state.units if fits(one)],
        [one for one in state.leaders if fits(one)],
    )


def allocate(play: Unfolding, seat: Seat, ships: tuple[Load, ...], secrets: Secrets) -> None:
    """Allocate in secret; the second allocation reveals both. NV 2.1, NV 2.8."""
    state = play.state
    if state.side(seat).allocation:
        raise Conflict("you have already allocated")
    for fault in faults(state, seat, ships):
        raise fault
    own = secrets.member("ships").sealed
    play.add(AllocationLaid(seat, own))
    if not all(side.allocation for side in play.state.sides):
        return
    opened = {side.seat: secrets.open(side.allocation) for side in play.state.sides}
    active, reactive = (_loads(opened[side]) for side in ("active", "reactive"))
    play.add(AllocationsOpened(active, reactive), PhaseBegun("bids"))


def _loads(plain: Sequence[dict[str, Sequence[str]]]) -> tuple[Load, ...]:
    return tuple(
        Load(str(one["fleet"]), tuple(one.get("aboard", ())), tuple(one.get("leaders", ())))
        for one in plain
    )


def faults(state: State, seat: Seat, ships: tuple[Load, ...]) -> Iterator[RuleViolation]:
    """Everything that is wrong with an allocation, each with its rule and its place."""
    fleets, units, leaders = available(state, seat)
    yield from _strangers(state, seat, ships, (fleets, units, leaders))
    yield from _crowding(ships, {one.name: one for one in fleets}, {one.name: one for one in units})
    yield from _missing(state, seat, ships)


def _fault(rule: str, detail: str, pointer: str) -> RuleViolation:
    return RuleViolation(rule, detail, pointer=f"/command/ships{pointer}")


def _strangers(
    state: State,
    seat: Seat,
    ships: tuple[Load, ...],
    own: tuple[Sequence[Fleet | Unit | Leader], ...],
) -> Iterator[RuleViolation]:
    """Everything allocated belongs to the Force, and is on one fleet. NV 2.1, NV 2.3, NV 2.12."""
    seen: set[str] = set()
    everyone: list[Fleet | Unit | Leader] = [*state.fleets, *state.units, *state.leaders]
    elsewhere = {one.name for one in everyone if one.side == seat}
    for index, ship in enumerate(ships):
        members = (("fleet", (ship.fleet,)), ("aboard", ship.aboard), ("leaders", ship.leaders))
        for (member, names), force in zip(members, own, strict=True):
            there = [one.name for one in force]
            for name in names:
                if name not in there:
                    rule = "NV 2.3" if name in elsewhere else "NV 2.1"
                    detail = f"{name} does not belong to your Force here"
                    yield _fault(rule, detail, f"/{index}/{member}")
                elif name in seen:
                    yield _fault("NV 2.12", f"{name} is allocated twice", f"/{index}/{member}")
                seen.add(name)


def _crowding(
    ships: tuple[Load, ...], fleets: dict[str, Fleet], units: dict[str, Unit]
) -> Iterator[RuleViolation]:
    """Within capacity, one each before any second, baggage at the bottom. NV 2.6, NV 2.7, NB-11."""
    doubled = any(len(ship.aboard) > 1 for ship in ships)
    for index, ship in enumerate(ships):
        fleet = fleets.get(ship.fleet)
        capacity = fleet.capacity if fleet else 0
        if len(ship.aboard) > capacity:
            detail = f"{ship.fleet} can carry only {capacity}"
            yield _fault("NV 2.6", detail, f"/{index}/aboard")
        if doubled and capacity and not ship.aboard:
            detail = f"{ship.fleet} has no ground unit while another fleet has two"
            yield _fault("NV 2.7", detail, f"/{index}/aboard")
        fighters = [bool(units[name].factor) for name in ship.aboard if name in units]
        if fighters != sorted(fighters, reverse=True):
            detail = "baggage is never active: list it below units that fight"
            yield _fault("NB-11", detail, f"/{index}/aboard")


def _missing(state: State, seat: Seat, ships: tuple[Load, ...]) -> Iterator[RuleViolation]:
    """In case (c) the whole moving Force, and the leader who intercepts. NV 2.4, NV 2.5."""
    chiefs = {name for ship in ships for name in ship.leaders}
    interceptor = state.side(seat).interceptor
    if interceptor and interceptor not in chiefs:
        yield _fault("NV 2.5", f"{interceptor} intercepts and must take part", "")
    there = chiefs | {ship.fleet for ship in ships} | {n for ship in ships for n in ship.aboard}
    everyone: list[Fleet | Unit | Leader] = [*state.fleets, *state.units, *state.leaders]
    for one in everyone:
        if one.side == seat and one.force == "moving" and one.name not in there:
            yield _fault("NV 2.4", f"{one.name} belongs to the moving Force and must take part", "")


def proposals(state: State, seat: Seat) -> list[tuple[str, tuple[Load, ...]]]:
    """A few whole allocations, by name, each of them allowed; there is always one."""
    fleets, units, leaders = available(state, seat)
    must = [one for one in fleets if one.force == "moving"] or fleets
    needed = [one for one in units if one.force == "moving"]
    chiefs = [one for one in leaders if one.force == "moving"] or leaders
    strongest = sorted(units, key=lambda one: -one.factor)
    sound = [one for one in strongest if one.weight != "light"]
    rough = sorted(units, key=lambda one: one.weight == "heavy")
    least = "Only what must take part" if needed else "Only fleets and leaders"
    tried = (
        ("All your fleets, the strongest units on deck", _load(fleets, strongest, leaders)),
        ("Without light troops and baggage", _load(fleets, sound, leaders)),
        ("All your fleets, light troops on deck", _load(fleets, rough, leaders)),
        (least, _load(must, sorted(needed, key=lambda one: -one.factor), chiefs)),
    )
    found: dict[tuple[Load, ...], str] = {}
    for title, ships in tried:
        if not any(True for _ in faults(state, seat, ships)):
            found.setdefault(ships, title)
    return [(title, ships) for ships, title in found.items()]


def _load(fleets: list[Fleet], units: list[Unit], leaders: list[Leader]) -> tuple[Load, ...]:
    """Units and leaders on the ships of the accounts, the others dealt round in this order.

    Units without room stay ashore, and baggage lies below. NV 2.7, NB-11.
    """
    decks: dict[str, list[Unit]] = {fleet.name: [] for fleet in fleets}
    for unit in units:
        if unit.ship in decks:
            decks[unit.ship].append(unit)
    for unit in [one for one in units if one.ship not in decks]:
        room = [one for one in fleets if len(decks[one.name]) < one.capacity]
        if room:
            decks[min(room, key=lambda one: len(decks[one.name])).name].append(unit)
    chiefs: dict[str, list[str]] = {fleet.name: [] for fleet in fleets}
    for leader in leaders:
        ship = leader.ship if leader.ship in chiefs else min(chiefs, key=lambda at: len(chiefs[at]))
        chiefs[ship].append(leader.name)
    return tuple(
        Load(name, tuple(one.name for one in _decked(units, deck)), tuple(chiefs[name]))
        for name, deck in decks.items()
    )


def _decked(units: list[Unit], deck: list[Unit]) -> list[Unit]:
    """A deck from the top: in the order of ``units``, baggage last."""
    return sorted(deck, key=lambda one: (not one.factor, units.index(one)))
