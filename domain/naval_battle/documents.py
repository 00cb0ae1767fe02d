"""The documents that a campaign may replace: kinds of units, tables, and each battle's forces."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.kernel.contract.system import Document, Part, packaged
from iacta.domain.kernel.proof.errors import Invalid
from iacta.domain.naval_battle.state import Case, Discipline, Name, Role, TableSet, Weight
from iacta.domain.naval_battle.tables import TABLE_SET, check_tables

Note = Annotated[str, Meta(max_length=1000)]
Points = Annotated[int, Meta(ge=0, le=20)]
Stratagems = Annotated[int, Meta(ge=0, le=20)]


class KindData(Part, frozen=True):
    """A kind of unit. ``factor``: dice in combat, 0 for baggage. ``legion``: may use Quincunx."""

    kind: Name
    factor: Annotated[int, Meta(ge=0, le=6)]
    points: Points
    weight: Weight
    legion: bool = False


class KindList(Part, frozen=True):
    """The kinds of units; `fleet` is one of them."""

    kinds: Annotated[tuple[KindData, ...], Meta(min_length=1, max_length=30)]
    provenance: Note = ""
    note: Note = ""

    def kind(self, name: str) -> KindData | None:
        """The kind of that name, or None."""
        return next((kind for kind in self.kinds if kind.kind == name), None)


class FleetData(Part, frozen=True):
    """A fleet. ``capacity``: how many ground units it carries (NB-9); ``plural``: its name is."""

    name: Name
    discipline: Discipline = "veteran"
    capacity: Annotated[int, Meta(ge=0, le=6)] = 2
    plural: bool = False


class TroopData(Part, frozen=True):
    """A ground unit. ``ship``: the fleet that it is proposed for; ``plural``: its name is."""

    name: Name
    kind: Name
    discipline: Discipline = "veteran"
    ship: Name | None = None
    plural: bool = False


class LeaderData(Part, frozen=True):
    """A leader. ``rating``: subtracted from the check dice of units aboard. NB-22.

    ``ship``: the fleet that the leader is proposed for.
    """

    name: Name
    rating: Annotated[int, Meta(ge=0, le=2)] = 1
    discipline: Discipline = "veteran"
    ship: Name | None = None


class ForceData(Part, frozen=True):
    """A Force in the hex, with its role there."""

    role: Role
    fleets: Annotated[tuple[FleetData, ...], Meta(max_length=12)] = ()
    troops: Annotated[tuple[TroopData, ...], Meta(max_length=24)] = ()
    leaders: Annotated[tuple[LeaderData, ...], Meta(max_length=6)] = ()


class SideData(Part, frozen=True):
    """A side: its stratagems, a friendly port's name if it has one, its pool of fleet counters."""

    name: Name
    stratagems: Stratagems
    forces: Annotated[tuple[ForceData, ...], Meta(min_length=1, max_length=2)]
    port: Annotated[str, Meta(max_length=60)] = ""
    pool: Annotated[tuple[Discipline, ...], Meta(max_length=24)] = ()


class BattleData(Part, frozen=True, kw_only=True):
    """A battle: where, in which of the three cases, on what board, who is there.

    ``depth``: how many ranks from its own edge a side may set up in.
    """

    place: Name
    case: Case
    columns: Annotated[int, Meta(ge=3, le=12)]
    rows: Annotated[int, Meta(ge=6, le=16)]
    depth: Annotated[int, Meta(ge=1, le=4)]
    turn_limit: Annotated[int, Meta(ge=1, le=20)]
    active: SideData
    reactive: SideData
    provenance: Note = ""
    note: Note = ""


ROLES: dict[tuple[str, str], tuple[tuple[str, ...], ...]] = {
    ("a", "active"): (("force",),),
    ("a", "reactive"): (("force",),),
    ("b", "active"): (("force",),),
    ("b", "reactive"): (("force",), ("besieged", "relieving")),
    ("c", "active"): (("moving",), ("moving", "present")),
    ("c", "reactive"): (("force",),),
}
"""The Forces that may be in the hex, by case and side."""


def check_kinds(document: KindList) -> None:
    """Raise `Invalid` if a kind is listed twice, or no kind `fleet` can fight."""
    names = [kind.kind for kind in document.kinds]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise Invalid(f"{name!r} is listed twice", pointer=f"/kinds/{index}/kind")
    fleet = document.kind("fleet")
    if fleet is None or not fleet.factor:
        raise Invalid("a kind 'fleet' with at least one die is required", pointer="/kinds")


def check_battle(battle: BattleData) -> None:
    """Raise `Invalid` if names repeat, Forces do not fit the case, or units cannot embark."""
    if 2 * battle.depth >= battle.rows:
        raise Invalid("the sides' set-up ranks overlap", pointer="/depth")
    seen: set[str] = set()
    for seat, side in (("active", battle.active), ("reactive", battle.reactive)):
        roles = tuple(force.role for force in side.forces)
        if roles not in ROLES[battle.case, seat]:
            allowed = " or ".join(" and ".join(one) for one in ROLES[battle.case, seat])
            raise Invalid(
                f"in case ({battle.case}) this side must have {allowed}", pointer=f"/{seat}/forces"
            )
        for index, force in enumerate(side.forces):
            _check_force(battle, force, f"/{seat}/forces/{index}", seen)
        if sum(len(force.fleets) for force in side.forces) > battle.columns * battle.depth:
            raise Invalid(
                "the set-up ranks have no room for these fleets", pointer=f"/{seat}/forces"
            )
    if battle.case == "c" and not battle.reactive.forces[0].leaders:
        raise Invalid("a leader is needed to intercept", pointer="/reactive/forces/0/leaders")
    if battle.case == "c" and not battle.reactive.stratagems:
        raise Invalid(
            "at least one stratagem is needed to intercept", pointer="/reactive/stratagems"
        )


def _check_force(battle: BattleData, force: ForceData, pointer: str, seen: set[str]) -> None:
    for member in ("fleets", "troops", "leaders"):
        for index, one in enumerate(getattr(force, member)):
            if one.name in seen:
                raise Invalid(
                    f"{one.name!r} is listed twice", pointer=f"{pointer}/{member}/{index}"
                )
            seen.add(one.name)
    if force.role != "present" and not force.fleets:
        raise Invalid("a Force at sea needs a fleet", pointer=f"{pointer}/fleets")
    room = sum(fleet.capacity for fleet in force.fleets)
    if force.role == "moving" and len(force.troops) > room:
        raise Invalid(
            "the Force has more ground units than its fleets can carry", pointer=f"{pointer}/troops"
        )
    ships = {fleet.name for fleet in force.fleets}
    for member in ("troops", "leaders"):
        for index, one in enumerate(getattr(force, member)):
            if one.ship is not None and one.ship not in ships:
                raise Invalid(
                    f"{one.ship!r} is no fleet of this Force",
                    pointer=f"{pointer}/{member}/{index}/ship",
                )


def kind_of(kinds: KindList, troop: TroopData) -> KindData:
    """The kind of a ground unit; raises `Invalid` if it is not in the list."""
    kind = kinds.kind(troop.kind)
    if kind is None or kind.kind == "fleet":
        raise Invalid(
            f"{troop.name} has an unknown kind of ground unit: {troop.kind!r}", pointer="/data"
        )
    return kind


PACKAGE = "iacta.domain.naval_battle"


def _battle(key: str, title: str) -> Document:
    default = packaged(PACKAGE, key, BattleData)
    return Document(key, title, BattleData, default, check=check_battle)


KINDS = packaged(PACKAGE, "kinds", KindList)
BATTLES = (
    _battle("interception", "The forces off Nova Carthago"),
    _battle("supply", "The forces at Massilia"),
    _battle("naulochus", "The forces off Naulochus"),
    _battle("actium", "The forces at Actium"),
)

SIDES = {
    one.key: (f"The {one.default.active.name}", f"The {one.default.reactive.name}")
    for one in BATTLES
}
"""What each battle calls its sides, the active one first."""

DOCUMENTS = (
    Document("kinds", "Kinds of units", KindList, KINDS, check=check_kinds),
    Document("tables", "The tables of the battle", TableSet, TABLE_SET, check=check_tables),
    *BATTLES,
)
