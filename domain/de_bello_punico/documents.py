"""The documents that a campaign may replace: counters, fields, missiles, support, orders of battle.

None of them is in the source. Ours are reconstructed from history, with reasons; a referee who owns
the game can create a campaign with the original values.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from msgspec import Meta

from iacta.domain.de_bello_punico.state import CounterType, Missile
from iacta.domain.de_bello_punico.state.grid import Field, Grid, HexId, Note, grid_of
from iacta.domain.de_bello_punico.state.keys import TYPES, TypeKey
from iacta.domain.kernel.contract.system import Document, Part, packaged
from iacta.domain.kernel.proof.errors import Invalid

BATTLES = ("zama", "trebbia", "beneventum", "po")
Name = Annotated[str, Meta(min_length=1, max_length=40)]


class Counters(Part, frozen=True):
    """The values of every kind of counter. BP 2.4."""

    types: Annotated[tuple[CounterType, ...], Meta(min_length=13, max_length=13)]
    provenance: Note = ""
    note: Note = ""


class Fields(Part, frozen=True):
    """The four fields. BP 2.1.

    What ground costs: BP 17.1.1 and BP-52, BP 17.2.1, BP 17.3.1, BP 17.4.1.
    """

    fields: Annotated[tuple[Field, ...], Meta(min_length=4, max_length=4)]
    provenance: Note = ""
    note: Note = ""


class Missiles(Part, frozen=True):
    """The missile table, a row for each shooter and range. BP 9.3."""

    rows: Annotated[tuple[Missile, ...], Meta(max_length=26)]
    provenance: Note = ""
    note: Note = ""


class Supports(Part, frozen=True):
    """Groups of types that support one another; each type is in one group. BP 10.4."""

    groups: Annotated[
        tuple[Annotated[tuple[TypeKey, ...], Meta(min_length=1, max_length=13)], ...],
        Meta(min_length=1, max_length=13),
    ]
    provenance: Note = ""
    note: Note = ""


class Group(Part, frozen=True):
    """Units of one type: how many, and the hexes where they may be set up, ours first."""

    type: TypeKey
    count: Annotated[int, Meta(ge=1, le=60)]
    hexes: Annotated[tuple[HexId, ...], Meta(min_length=1, max_length=120)]
    reason: Note = ""


class ArmyData(Part, frozen=True):
    """An army: its leader, the type the leader starts with, and its units."""

    leader: Name
    leader_with: TypeKey
    units: Annotated[tuple[Group, ...], Meta(min_length=1, max_length=40)]


class Battle(Part, frozen=True):
    """An order of battle."""

    scenario: Name
    rome: ArmyData
    carthage: ArmyData
    sources: Annotated[tuple[Note, ...], Meta(max_length=20)] = ()
    note: Note = ""


class Orders(Part, frozen=True):
    """The orders of battle of the four scenarios. BP 17."""

    battles: Annotated[tuple[Battle, ...], Meta(min_length=4, max_length=4)]
    provenance: Note = ""
    note: Note = ""


def check_counters(document: Counters) -> None:
    """Raise `Invalid` unless every type is listed once."""
    _each_once([one.type for one in document.types], TYPES, "/types", "type")


def check_supports(document: Supports) -> None:
    """Raise `Invalid` unless every type is in exactly one group."""
    named = [kind for group in document.groups for kind in group]
    _each_once(named, TYPES, "/groups", "")


def check_missiles(document: Missiles) -> None:
    """Raise `Invalid` if a shooter and range, or a target in a row, is listed twice. BP 9.1."""
    rows = [(row.shooter, row.range) for row in document.rows]
    for index, row in enumerate(document.rows):
        pointer = f"/rows/{index}"
        if (row.shooter, row.range) in rows[:index]:
            raise Invalid(f"{row.shooter} at range {row.range} is listed twice", pointer=pointer)
        if row.range > 1 and row.shooter != "skirmishers":
            raise Invalid("only skirmishers have a range above 1", pointer=f"{pointer}/range")
        targets = [one.target for one in row.numbers]
        if len(set(targets)) < len(targets):
            raise Invalid("a target is listed twice", pointer=f"{pointer}/numbers")


def check_fields(document: Fields) -> None:
    """Raise `Invalid` unless each battle has a field of equal rows, known letters, two edges."""
    _each_once([one.scenario for one in document.fields], BATTLES, "/fields", "scenario")
    for index, field in enumerate(document.fields):
        _check_field(field, f"/fields/{index}")


def _check_field(field: Field, pointer: str) -> None:
    letters = [ground.letter for ground in field.terrain]
    for name, values in (("letter", letters), ("key", [one.key for one in field.terrain])):
        if len(set(values)) < len(values):
            raise Invalid(f"a {name} is listed twice", pointer=f"{pointer}/terrain")
    for number, row in enumerate(field.rows):
        if len(row) != field.width or set(row) - set(letters):
            raise Invalid(
                "rows must have equal length and use only letters of the terrain",
                pointer=f"{pointer}/rows/{number}",
            )
    if field.rome == field.carthage:
        raise Invalid("the sides must have opposite edges", pointer=f"{pointer}/carthage")
    grid = grid_of(field)
    for side in ("rome", "carthage"):
        if not grid.edge(side):
            raise Invalid("no unit can leave by this edge", pointer=f"{pointer}/{side}")


def check_orders(document: Orders) -> None:
    """Raise `Invalid` unless each battle has two armies whose groups fit their hexes."""
    _each_once([one.scenario for one in document.battles], BATTLES, "/battles", "scenario")
    for index, battle in enumerate(document.battles):
        taken: set[str] = set()
        for side, army in (("rome", battle.rome), ("carthage", battle.carthage)):
            _check_army(army, taken, f"/battles/{index}/{side}")


def _check_army(army: ArmyData, taken: set[str], pointer: str) -> None:
    if army.leader_with not in [group.type for group in army.units]:
        raise Invalid("the army has no unit of this type", pointer=f"{pointer}/leader_with")
    for number, group in enumerate(army.units):
        where = f"{pointer}/units/{number}"
        if group.count > len(group.hexes):
            raise Invalid("there are more units than hexes", pointer=f"{where}/count")
        for place, hex_ in enumerate(group.hexes):
            if hex_ in taken:
                raise Invalid(f"{hex_} is taken", pointer=f"{where}/hexes/{place}")
            taken.add(hex_)


def check_together(data: dict[str, Any]) -> None:
    """Raise `Invalid` unless all set-up hexes are on the field with a route to the own edge."""
    fields: Fields = data["fields"]
    orders: Orders = data["orders-of-battle"]
    grids = {field.scenario: grid_of(field) for field in fields.fields}
    for index, battle in enumerate(orders.battles):
        for side, army in (("rome", battle.rome), ("carthage", battle.carthage)):
            pointer = f"/data/orders-of-battle/battles/{index}/{side}"
            _check_places(army, side, grids[battle.scenario], pointer)


def _check_places(army: ArmyData, side: str, grid: Grid, pointer: str) -> None:
    ways = grid.way_out(side)
    for number, group in enumerate(army.units):
        for place, hex_ in enumerate(group.hexes):
            at = grid.index.get(hex_)
            if at is None or not grid.passable(hex_) or at not in ways:
                raise Invalid(
                    f"{hex_} is not on the field, or has no route to the own edge",
                    pointer=f"{pointer}/units/{number}/hexes/{place}",
                )


def _each_once(named: Sequence[str], wanted: Iterable[str], pointer: str, member: str) -> None:
    for index, name in enumerate(named):
        if name in named[:index] or name not in wanted:
            where = f"{pointer}/{index}/{member}" if member else pointer
            raise Invalid(f"{name!r} is listed twice or unknown", pointer=where)
    missing = [name for name in wanted if name not in named]
    if missing:
        raise Invalid(f"{missing[0]!r} is missing", pointer=pointer)


PACKAGE = "iacta.domain.de_bello_punico"
COUNTERS = packaged(PACKAGE, "counters", Counters)
FIELDS = packaged(PACKAGE, "fields", Fields)
MISSILES = packaged(PACKAGE, "missiles", Missiles)
SUPPORT = packaged(PACKAGE, "support", Supports)
ORDERS = packaged(PACKAGE, "orders_of_battle", Orders)

DOCUMENTS = (
    Document("counters", "Counters and their values", Counters, COUNTERS, check=check_counters),
    Document("fields", "The fields of battle", Fields, FIELDS, check=check_fields),
    Document("missiles", "The missile table", Missiles, MISSILES, check=check_missiles),
    Document("support", "Types that support one another", Supports, SUPPORT, check=check_supports),
    Document("orders-of-battle", "Orders of battle", Orders, ORDERS, check=check_orders),
)
