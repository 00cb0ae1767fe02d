"""The set-ups of the wars on the map, and what a campaign may put in their place."""

from typing import Any

import msgspec
import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.rules.control import points
from iacta.domain.civil_war.tables import REGIONS
from iacta.domain.kernel.proof.errors import Invalid
from tests.domain.civil_war.given import begun, event, of
from tests.support.environment import plain
from tests.support.table import Table

WARS = ("rubicon", "dyrrhachium", "ides")


def default(key: str) -> Any:
    """A document of ours in plain data."""
    return plain(SYSTEM.document(key).default)


def found(scenario: str, **data: Any) -> Table:
    """A campaign with documents of its own."""
    return Table.found(SYSTEM, scenario, data=data)


@pytest.mark.parametrize("scenario", WARS)
def test_cw_64_every_leader_and_unit_has_a_place(scenario: str) -> None:
    """CW-64: nobody in play without a zone, no unit without values, nobody among enemies."""
    state = begun(scenario)
    assert all(one.zone for one in state.leaders if one.status == "in-play")
    assert all(one.ma and one.sp >= one.reduced_sp for one in state.units)
    assert len({one.id for one in state.units}) == len(state.units)
    assert not any(zone.contested for zone in SYSTEM.view(state, "public", {}).zones)
    heads = [one.faction for one in state.leaders if one.faction_leader]
    assert sorted(heads) == ["caesarian", "republican"]
    assert {one.quality for one in state.units} == {1, 2, 3}


def test_cw_64_the_set_ups_stand_as_the_sources_have_them() -> None:
    """CW-64: Afranius's three, Petreius's two, Varro's two; the Thirteenth; Dyrrhachium holds."""
    state = begun("rubicon")

    def legions(zone: str) -> int:
        return sum(1 for one in state.units_in(zone) if one.kind == "legio")

    assert [legions(zone) for zone in ("Citerior", "Lusitania", "Ulterior")] == [3, 2, 2]
    assert state.unit("legio-xiii").zone == "Cisalpina"
    assert state.leader("Caesar").zone == "Cisalpina"
    assert state.city("Massilia").control == "republican"
    later = begun("dyrrhachium")
    assert sum(1 for one in later.units_in("Macedonia") if one.kind == "legio") == 9
    assert sum(1 for one in later.units_in("Epirus") if one.kind == "legio") == 7
    assert (later.zone("Epirus").control, later.city("Dyrrhachium").control) == (
        "caesarian",
        "republican",
    )
    assert later.year == -48


def test_after_the_ides_the_heirs_enter_at_once() -> None:
    """CW L1: A is the first phase C after Caesar's death, in 43 BC; the printed numbers hold."""
    state = begun("ides")
    assert (state.year, state.leader("Caesar").status) == (-43, "dead")
    effects = event(state, 12)
    assert of(fx.YearEventRolled, effects).year == -43
    assert SYSTEM.standing(begun("ides")).turn.number == 1
    due = {one.name for one in state.leaders if one.after == "Caesar"}
    assert {"Octavianus", "Agrippa", "Menas"} <= due


FIRST = {
    "rubicon": {"Gallia"},
    "dyrrhachium": {"Italia", "Gallia", "Sicilia", "Hispania", "Roma"},
    "ides": {"Italia", "Gallia", "Sicilia", "Roma"},
}
"""the regions that are the Caesarians' when the war begins"""
LAST = {"rubicon": -31, "dyrrhachium": -36, "ides": -29}
"""the year after which the Republic has outlasted the war"""
NOBODYS = {"rubicon": {"Graecia"}, "dyrrhachium": set[str](), "ides": {"Hispania"}}


@pytest.mark.parametrize("scenario", WARS)
def test_cw_57_regions_begin_by_the_rule_of_adjustments(scenario: str) -> None:
    """CW-57: by zones, cities and garrison; all regions together are the printed twenty points."""
    state = begun(scenario)
    own = {one.name for one in state.regions if one.control == "caesarian"}
    nobodys = {one.name for one in state.regions if one.control is None}
    assert (own, nobodys) == (FIRST[scenario], NOBODYS[scenario])
    assert sum(int(REGIONS.cell(row.label, "points")) for row in REGIONS.rows) == 20
    assert sum(points(state).values()) == 20 - sum(
        int(REGIONS.cell(name, "points")) for name in nobodys
    )
    assert state.terms is not None
    assert state.terms.last_year == LAST[scenario]
    assert SYSTEM.scenario(scenario).turn_limit == LAST[scenario] - state.year + 1


def test_cw_64_a_map_of_the_referees_own_is_pinned_and_played() -> None:
    """CW-64: with another set-up in the first event, and fewer years."""
    war = default("rubicon") | {"segments": 2, "last_year": -47, "victory": 21}
    table = found("rubicon", rubicon=war).run(seed="short")
    assert table.campaign.outcome is not None
    assert table.game.year == -47
    assert "rubicon" in table.campaign.replaced
    assert table.game.terms.segments == 2


def changed(document: Any, pointer: str, value: Any) -> Any:
    """A document with one member replaced."""
    *steps, last = pointer.strip("/").split("/")
    place = document
    for step in steps:
        place = place[int(step)] if isinstance(place, list) else place[step]
    if isinstance(place, list):
        place[int(last)] = value
    else:
        place[last] = value
    return document


@pytest.mark.parametrize(
    ("key", "member", "value", "pointer"),
    [
        ("rubicon", "/forces/0/zone", "Utopia", "/data/rubicon/forces/0/zone"),
        ("rubicon", "/forces/0/unit", "elephant", "/data/rubicon/forces/0/unit"),
        ("rubicon", "/forces/0/side", "Galli", "/data/rubicon/forces/0/side"),
        ("rubicon", "/forces/0/count", 3, "/data/rubicon/forces/0"),
        ("rubicon", "/forces/0/names", ["legio-vi"], "/data/rubicon/forces"),
        ("rubicon", "/forces/3/zone", "Germani", "/data/rubicon/forces"),
        ("rubicon", "/leaders/0/zone", "Utopia", "/data/rubicon/leaders/0/zone"),
        ("rubicon", "/leaders/0/leader", "Spartacus", "/data/rubicon/leaders/0/leader"),
        ("rubicon", "/leaders/0/died", -60, "/data/rubicon/leaders/0"),
        ("rubicon", "/leaders/1/faction_leader", True, "/data/rubicon/leaders"),
        ("rubicon", "/holdings/0/zones/0", "Utopia", "/data/rubicon/holdings/0/zones/0"),
        ("rubicon", "/holdings/1/cities/0", "Utopia", "/data/rubicon/holdings/1/cities/0"),
        ("rubicon", "/peoples/0/people", "Hobbits", "/data/rubicon/peoples/0/people"),
        ("rubicon", "/segments", 1, "/data/rubicon/segments"),
        ("rubicon", "/last_year", -30, ""),
        ("map", "/borders/0/between", ["Roma", "Utopia"], "/data/map/borders/0/between/1"),
        ("map", "/coasts/0/sea", "Mare Nullum", "/data/map/coasts/0/sea"),
        ("map", "/coasts/0/zone", "Utopia", "/data/map/coasts/0/zone"),
        ("map", "/sea_links/0", ["Oceanus", "Oceanus"], "/data/map/sea_links/0"),
        ("map", "/zones/1/name", "Roma", "/data/map/zones/1/name"),
        ("map", "/zones/1/region", "Helvetia", "/data/map/zones/1/region"),
        ("map", "/zones/0/at", [99999, 2], "/data/map/zones/0/at/0"),
        ("values", "/classes/0/quality", 4, "/data/values/classes/0/quality"),
        ("values", "/classes/0/reduced_sp", 9, "/data/values/classes/0/reduced_sp"),
        ("values", "/classes/0/people", "Galli", "/data/values/classes/0/people"),
        ("values", "/leaders/0/name", "Spartacus", "/data/values/leaders/0/name"),
        ("values", "/leaders/1/name", "Afranius", "/data/values/leaders/1/name"),
        ("values", "/stacking", 0, "/data/values/stacking"),
    ],
)
def test_cw_64_a_bad_document_is_refused_where_it_is_wrong(
    key: str, member: str, value: Any, pointer: str
) -> None:
    """CW-64: nothing is founded; one change that is sound is none."""
    document = changed(default(key), member, value)
    if not pointer:
        assert found("rubicon", **{key: document}).game.terms.last_year == -30
        return
    with pytest.raises(Invalid) as refused:
        found("rubicon", **{key: document})
    assert refused.value.pointer == pointer


def test_cw_64_an_island_without_a_port_is_no_part_of_the_map() -> None:
    """CW-64: every zone can be reached from every other."""
    document = default("map")
    document["coasts"] = [one for one in document["coasts"] if one["zone"] != "Creta"]
    with pytest.raises(Invalid, match="zone 'Creta' cannot be reached"):
        found("rubicon", map=document)


def test_cw_64_a_leader_of_the_start_has_to_stand_somewhere() -> None:
    """CW-64, CW L1: D means on the map at the start."""
    document = default("rubicon")
    document["leaders"] = [one for one in document["leaders"] if one["leader"] != "Cato"]
    with pytest.raises(Invalid, match="Cato is in play at the start"):
        found("rubicon", rubicon=document)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (
            {"leader": "Juba I", "zone": "Numidae", "faction_leader": True},
            "Juba I belongs to the Numidae",
        ),
        (
            {"leader": "Labienus", "zone": "Roma", "faction_leader": True},
            "(Pompeius|Labienus) is already this faction's Faction Leader",
        ),
        ({"leader": "Cato", "died": -46}, "Cato's year of death is after the start"),
    ],
)
def test_cw_64_a_faction_has_one_living_roman_head(place: dict[str, Any], said: str) -> None:
    """CW-64: no people's leader, no second one whose faction is the printed one."""
    document = default("rubicon")
    others = [one for one in document["leaders"] if one["leader"] != place["leader"]]
    document["leaders"] = [*others, place]
    with pytest.raises(Invalid, match=said):
        found("rubicon", rubicon=document)


def test_cw_64_every_leader_has_values() -> None:
    """CW-64: no leader lacks values because a list omits them."""
    document = default("values")
    document["leaders"] = [one for one in document["leaders"] if one["name"] != "Caesar"]
    with pytest.raises(Invalid, match="Caesar has no values"):
        found("rubicon", values=document)


def test_cw_64_enough_zones_and_cities_for_every_printed_column() -> None:
    """CW-64: control of each region is possible on our map."""
    state = begun("rubicon")
    for row in REGIONS.rows:
        inside = [zone.name for zone in state.zones if zone.region == row.label]
        towns = [city for city in state.cities if city.zone in inside]
        assert len(inside) >= int(REGIONS.cell(row.label, "zones"))
        assert len(towns) >= int(REGIONS.cell(row.label, "cities"))


def test_documents_say_where_they_come_from() -> None:
    """CW-64: each is marked as reconstruction and names its sources."""
    for key in ("map", "values", *WARS):
        document = SYSTEM.document(key).default
        assert document.provenance == "reconstruction"
        assert document.note
        assert document.sources
    assert all(one.why for one in SYSTEM.document("values").default.leaders)
    assert msgspec.to_builtins(SYSTEM.document("map").default)["zones"]
