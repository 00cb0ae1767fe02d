"""What a year's last segment can still take: several marches are thought of together."""

from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war.bots.reckoning import Reckoning
from iacta.domain.civil_war.bots.situation import FACES, STEADY
from iacta.domain.civil_war.bots.steady import _guards
from iacta.domain.civil_war.bots.strong import STRONG, candidates
from iacta.domain.civil_war.bots.sweep import sweep
from iacta.domain.civil_war.state import State
from tests.domain.civil_war.test_steady_bot import army, ruled_by
from tests.domain.civil_war.test_strong_bot import ROLE, best, judged
from tests.domain.civil_war.war import segment, unit

LAST = {"order": ("republican", "caesarian"), "number": 2}


def swept(state: State, **temper: Any) -> dict[str, Any] | None:
    """The march of a sweep, if there is one."""
    seen = judged(state, replace(STRONG, **temper))
    found = sweep(seen, SYSTEM.options(state, ROLE, {}))
    return found.command if found else None


def hispania(*lone: str, **when: Any) -> State:
    """Lusitania and Citerior are the enemy's, and a Legio stands in each of these zones.

    Hispania needs all three of its zones, and Gallia has the Legio that it needs.
    """
    posts = [*army("Ulterior", 2), *army("Belgica", 3)]
    units = [*posts, *(unit(zone, id=f"lone-{zone}".lower()) for zone in lone)]
    return ruled_by(segment(*units, **(LAST | when)), "Lusitania", "Citerior")


def test_marches_that_win_a_region_only_together_are_made() -> None:
    """Even units in Ulterior go: in the zones that they take they still count for the region."""
    state = hispania("Narbonensis")
    first = swept(state)
    assert first is not None
    assert first["to"] in ("Lusitania", "Citerior")
    assert best(state, candidates) == first


def test_no_march_is_made_that_wins_nothing_alone() -> None:
    """One of two zones, with nobody for the other, is left to those who march for it as always."""
    state = ruled_by(segment(*army("Aquitania", 1), **LAST), "Lusitania", "Citerior")
    assert swept(state) is None


@pytest.mark.parametrize(
    "when", [{"order": ("caesarian", "republican", "caesarian"), "number": 1}, {}]
)
def test_only_the_last_segment_of_a_seat_sweeps(when: dict[str, Any]) -> None:
    assert (swept(hispania("Narbonensis", **when)) is None) == bool(when)


def test_the_steady_bot_does_not_sweep() -> None:
    seen = judged(hispania("Narbonensis"), STEADY)
    assert sweep(seen, SYSTEM.options(hispania("Narbonensis"), ROLE, {})) is None


def test_a_garrison_leaves_for_what_is_worth_more() -> None:
    """A Legio that has a city of Apulia still to take goes to Roma, which gives control points."""
    state = segment(unit("Apulia", id="x"), **LAST)
    cities = tuple(
        replace(one, control="republican") if one.zone in ("Roma", "Apulia") else one
        for one in ruled_by(state).cities
    )
    state = replace(ruled_by(state, "Roma"), cities=cities)
    assert not judged(state).free(["x"])
    march = swept(state)
    assert march is not None
    assert (march["units"], march["to"]) == (["x"], "Roma")


def test_whoever_is_not_needed_elsewhere_goes_before_who_is_weaker() -> None:
    """Italia needs both its Legio, and Illyricum has one to spare for Roma."""
    posts = [unit("Picenum", id="weak", sp=1), unit("Apulia", id="weak-2", sp=1)]
    state = segment(*posts, unit("Illyricum", id="spare"), **LAST)
    cities = tuple(
        replace(one, control="republican") if one.zone == "Roma" else one
        for one in ruled_by(state).cities
    )
    march = swept(replace(ruled_by(state, "Roma"), cities=cities))
    assert march is not None
    assert (march["units"], march["to"]) == (["spare"], "Roma")


def test_a_region_is_taken_from_the_enemy_zone_by_zone() -> None:
    """Graecia has four zones and needs three of them: two are taken."""
    greece = ("Macedonia", "Epirus", "Achaia", "Creta")
    enemy = [unit("Creta", "republican", id=f"r{n}") for n in range(3)]
    lone = [unit("Illyricum", id="a"), unit("Bithynia", id="b")]
    state = ruled_by(segment(*enemy, *lone, **LAST), *greece)
    seen = judged(state)
    assert seen.reckoning is not None
    assert seen.reckoning.holders["Graecia"] == "republican"
    assert seen.reckoning.lacks("Graecia", {})[0] == 2
    march = swept(state)
    assert march is not None
    assert march["to"] in greece
    assert swept(ruled_by(segment(*enemy, lone[0], **LAST), *greece)) is None


def test_a_march_against_the_enemy_is_not_reckoned_as_won() -> None:
    """Whose war is lost dares all until the battle, however many have marched to it by then."""
    roma = [*army("Roma", 2, "republican"), *army("Roma", 3)]
    for units, lost in ((roma, True), (roma[2:], False)):
        state = segment(*units, **LAST)
        zones = tuple(replace(one, control="republican") for one in state.zones)
        assert state.terms is not None
        terms = replace(state.terms, victory=2)
        state = ruled_by(replace(state, zones=zones, terms=terms), "Roma")
        assert Reckoning(judged(state).game, "caesarian", {}).is_lost() == lost


def test_who_holds_what_the_year_s_end_needs_is_joined_by_others() -> None:
    """In the last segment: a second army makes it surer that the first is not driven out."""
    enemy = army("Aquitania", 6, "republican", kind="auxilia")
    own = [*army("Citerior", 3), *army("Ulterior", 3, kind="auxilia")]
    state = ruled_by(
        segment(*own, *army("Lusitania", 1), *enemy, order=("caesarian", "republican")),
        "Aquitania",
    )
    seen = judged(state)
    here, others = seen.own("Citerior"), seen.own("Ulterior")
    held, joined = (seen.risk("Citerior", units, []) for units in (here, [*here, *others]))
    assert 1 > held > joined > 0
    assert seen.year_end("Ulterior", "Citerior", [], [*here, *others], []) > 0


def test_an_army_marches_to_a_port_and_sails_on_in_the_same_segment() -> None:
    """CW-43: with 1 MA left it goes aboard; of the last segment the bot thinks so far."""
    ship = unit("Campania", "caesarian", "naves", id="n")
    own = [unit("Roma", id="r"), *army("Africa", 1)]
    for more, sails in ([ship], True), ([], False):
        state = ruled_by(segment(*own, *more, **LAST), "Sardinia", "Sicilia")
        march = swept(state)
        assert (march is not None and march["to"] == "Campania") == sails


def test_what_lies_open_at_the_year_s_end_is_guarded_by_a_few() -> None:
    """Hispania needs all three of its zones, and an enemy could come once more."""
    enemy = [unit("Aquitania", "republican", id="r")]
    for order, guarded in (
        (("caesarian", "republican"), True),
        (("caesarian", "republican", "caesarian"), False),
    ):
        state = ruled_by(segment(*army("Ulterior", 4), *enemy, order=order), "Aquitania")
        seen = judged(state)
        few = _guards(seen, "Citerior", seen.own("Ulterior"))
        assert [len(party) for party in few] == ([2] if guarded else [])


def test_the_last_of_a_garrison_that_is_needed_is_not_drawn_to_an_army() -> None:
    """It goes where nobody can come meanwhile."""
    host = army("Ulterior", 5)
    enemy = army("Narbonensis", 1, "republican")
    pulls = []
    for foes in (enemy, []):
        units = [unit("Citerior", id="post", kind="auxilia", sp=3), *host, *foes]
        seen = judged(ruled_by(segment(*units), *(["Narbonensis"] if foes else [])))
        pulls.append(seen.pull("Citerior", "Ulterior", [seen.units["post"]], []))
    held, drawn = pulls
    assert held <= 0 < drawn


def test_the_nearest_ships_sail() -> None:
    units = [unit(zone, id=zone.lower(), kind="naves") for zone in ("Apulia", "Lusitania")]
    seen = judged(segment(*units))
    assert 0 < seen.seas("Apulia", "Achaia") < seen.seas("Lusitania", "Achaia")
    assert judged(segment(*units), STEADY).seas("Lusitania", "Achaia") == 0


def test_an_army_in_the_way_protects_what_lies_behind_it() -> None:
    """Enemies in Aquitania come to Ulterior through Citerior alone, or by sea."""
    enemy = army("Aquitania", 6, "republican", kind="auxilia", ma=4)
    own = [*army("Ulterior", 5, kind="auxilia"), *army("Lusitania", 1)]
    order = ("caesarian", "republican")
    seen = judged(ruled_by(segment(*own, *enemy, order=order), "Aquitania"))
    assert seen.threat("Ulterior", seen.own("Ulterior")[:1], []).wins == FACES
    assert not seen.safe("Ulterior")
    assert seen.safe("Ulterior", "Citerior")
    assert seen.threat("Ulterior", seen.own("Ulterior")[:1], [], "Citerior").wins == 0
    ships = [unit("Aquitania", "republican", "naves", id=f"n{n}") for n in range(2)]
    landing = judged(ruled_by(segment(*own, *enemy, *ships, order=order), "Aquitania"))
    assert not landing.safe("Ulterior", "Citerior")


def test_who_sails_by_a_stronger_fleet_pays_for_it_and_the_steady_bot_stays() -> None:
    """CW-45"""
    ships = [unit("Sicilia", id=f"n{n}", kind="naves") for n in range(2)]
    watch = [unit("Campania", "republican", "naves", id=f"w{n}") for n in range(3)]
    state = segment(*ships, *watch)
    assert judged(state).peril("Sicilia", "Sardinia", 2)
    assert judged(state).peril("Sicilia", "Sardinia", 3) == 0
    assert judged(state, STEADY).peril("Sicilia", "Sardinia", 2) is None


def test_no_way_leads_through_the_land_of_a_people_at_peace() -> None:
    """From Cyrenaica to Syria through Egypt; who is there already goes on. The steady bot tries."""
    state = segment(*army("Cyrenaica", 3))
    seen = judged(state)
    assert seen.is_at_peace("Aegyptii")
    assert seen.distance("Cyrenaica", "Syria") > judged(state, STEADY).distance(
        "Cyrenaica", "Syria"
    )
    assert seen.distance("Cyrenaica", "Aegyptii") == 1
    assert seen.distance("Aegyptii", "Syria") == 1
