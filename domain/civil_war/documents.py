"""The data that a campaign may replace: the zones, and the peoples with their nationality."""

from importlib.resources import files
from typing import Annotated

import msgspec
from msgspec import Meta

from domain.civil_war.state import Name, Nationality
from domain.civil_war.tables import REGIONS
from domain.kernel.errors import Invalid
from domain.kernel.system import Document, Part

REGION_NAMES = tuple(row.label for row in REGIONS.rows)
Note = Annotated[str, Meta(max_length=1000)]


class ZoneData(Part, frozen=True):
    """A zone; without a region it belongs to none."""

    name: Name
    region: Name | None = None
    outside_republic: bool = False


class ZoneList(Part, frozen=True):
    """The zones of the map."""

    zones: Annotated[tuple[ZoneData, ...], Meta(min_length=1, max_length=100)]
    provenance: Note = ""
    note: Note = ""


class PeopleData(Part, frozen=True):
    """A people, and whether it begins at war with the Republic."""

    name: Name
    nationality: Nationality
    at_war: bool = False


class PeopleList(Part, frozen=True):
    """The non-Roman peoples."""

    peoples: Annotated[tuple[PeopleData, ...], Meta(max_length=100)]
    provenance: Note = ""
    note: Note = ""


def check_zones(document: ZoneList) -> None:
    """`Invalid` if zones are named twice, regions unknown, or Roma is missing."""
    _check_names([zone.name for zone in document.zones], "zones")
    for index, zone in enumerate(document.zones):
        if zone.region is not None and zone.region not in REGION_NAMES:
            raise Invalid(f"there is no region {zone.region!r}", pointer=f"/zones/{index}/region")
        if zone.region is not None and zone.outside_republic:
            raise Invalid(
                "a region's zone is in the Republic", pointer=f"/zones/{index}/outside_republic"
            )
    if [zone.name for zone in document.zones if zone.region == "Roma"] != ["Roma"]:
        raise Invalid("the zone Roma, and no other, is the region Roma", pointer="/zones")


def check_peoples(document: PeopleList) -> None:
    """`Invalid` if peoples are named twice or like a seat."""
    _check_names([people.name for people in document.peoples], "peoples")
    for index, people in enumerate(document.peoples):
        if people.name in ("caesarian", "republican", "referee"):
            raise Invalid("a people is not a seat", pointer=f"/peoples/{index}/name")


def _check_names(names: list[str], member: str) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            raise Invalid(f"{name!r} stands here twice", pointer=f"/{member}/{index}/name")


def _read(name: str) -> bytes:
    return (files("domain.civil_war") / "data" / name).read_bytes()


ZONES = msgspec.json.decode(_read("zones.json"), type=ZoneList)
PEOPLES = msgspec.json.decode(_read("peoples.json"), type=PeopleList)

DOCUMENTS = (
    Document("zones", "Zones and their regions", ZoneList, ZONES, check=check_zones),
    Document("peoples", "Peoples and their nationality", PeopleList, PEOPLES, check=check_peoples),
)
