"""Adjustments: control of zones, cities and regions, points, recruitment, the end of the war."""

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.proof.errors import NotYourTurn, OutOfPhase, RuleViolation
from tests.domain.civil_war.given import folded, none_of, of, rows, ruled, when
from tests.domain.civil_war.war import end_of_year, folk, replace, unit

C, R = "caesarian", "republican"
HISPANIA = ("Citerior", "Ulterior", "Lusitania")


def settled(state: State) -> fx.ControlSettled:
    """What Adjustments judge."""
    return of(fx.ControlSettled, when(state, cmd.EndMarches()))


def holding(seat: str, *zones: str) -> tuple[ch.SetControl, ...]:
    """A seat controls zones."""
    return tuple(ch.SetControl(zone=zone, seat=seat) for zone in zones)


def owning(seat: str, *cities: str) -> tuple[ch.SetCity, ...]:
    """A seat controls cities."""
    return tuple(ch.SetCity(city, seat) for city in cities)


def spain(*changes: object, **switches: object) -> State:
    """The Caesarians hold what Hispania takes: three zones, two cities, two Legio units."""
    return end_of_year(
        *holding(C, *HISPANIA),
        *owning(C, "Tarraco", "Olisipo"),
        unit("Lusitania", id="a"),
        unit("Lusitania", id="b"),
        *changes,
        **switches,
    )


def test_cw_55_a_zone_goes_to_whose_land_units_stand_there_alone() -> None:
    """CW-55: ships do not hold land, an empty zone stays, a people at war takes it away."""
    state = end_of_year(
        unit("Epirus", id="a"),
        unit("Achaia", kind="naves", id="n"),
        folk("Syria", "Parthi", id="p"),
        ch.SetPeople("Parthi", at_war=True),
        *holding(R, "Epirus", "Achaia", "Syria", "Creta"),
    )
    taken = {one.zone: one.seat for one in settled(state).zones}
    assert taken == {"Epirus": C, "Syria": None}
    after = folded(state, when(state, cmd.EndMarches()))
    assert [after.zone(name).control for name in ("Epirus", "Syria", "Creta")] == [C, None, R]


def test_cw_56_a_city_falls_to_a_legio() -> None:
    """CW-56: one for each Legio in the zone; others leave the gates shut."""
    horse = end_of_year(unit("Epirus", kind="equites", id="a"), *owning(R, "Dyrrhachium"))
    assert [one.city for one in settled(horse).cities] == []
    one = end_of_year(unit("Epirus", id="a"), *owning(R, "Dyrrhachium", "Nicopolis"))
    assert [taken.city for taken in settled(one).cities] == ["Dyrrhachium"]
    two = ruled(one, unit("Epirus", id="b"))
    assert [taken.city for taken in settled(two).cities] == ["Dyrrhachium", "Nicopolis"]


def test_cw_56_a_city_holds_out_against_the_zones_controller() -> None:
    """CW-56: Massilia stays the Republic's while no Legio stands in Narbonensis."""
    state = end_of_year(*holding(C, "Narbonensis"), *owning(R, "Massilia"), unit("Celtica", id="a"))
    after = folded(state, when(state, cmd.EndMarches()))
    assert (after.zone("Narbonensis").control, after.city("Massilia").control) == (C, R)
    view = SYSTEM.view(after, "public", {})
    zone = next(one for one in view.zones if one.name == "Narbonensis")
    assert {city.name: city.control for city in zone.cities} == {"Massilia": R, "Narbo": None}


def test_cw_57_a_region_takes_zones_cities_and_garrison() -> None:
    """CW-57, CW R1, CW-58: each of the three printed numbers is needed."""
    assert regions(spain())["Hispania"] == C
    for missing in (
        ch.SetControl(zone="Ulterior"),
        ch.SetCity("Tarraco"),
        ch.RemoveUnit("b"),
    ):
        assert regions(ruled(spain(), missing))["Hispania"] is None
    judged = next(one for one in settled(spain()).regions if one.region == "Hispania")
    assert (judged.needs, judged.points) == (fx.Holding(3, 2, 2), 2)
    assert judged.held == {C: fx.Holding(3, 2, 2), R: fx.Holding(0, 0, 0)}


def regions(state: State) -> dict[str, str | None]:
    """Who controls which region after Adjustments."""
    return {one.region: one.seat for one in settled(state).regions}


def test_cw_58_the_switch_asks_the_garrison_of_recruiters_only() -> None:
    """CW-58: control without it, but no recruits."""
    bare = ruled(spain(garrisons="recruitment"), ch.RemoveUnit("b"))
    assert regions(bare)["Hispania"] == C
    assert of(fx.Recruited, when(bare, cmd.EndMarches())).zone is None
    whole = reserve(spain(garrisons="recruitment"))
    assert none_of(fx.Recruited, when(whole, cmd.EndMarches()))


@pytest.mark.parametrize("row", rows("regions.csv"), ids=lambda row: row["region"])
def test_cw_r1_every_regions_needs_are_the_printed_ones(row: dict[str, str]) -> None:
    """CW R1: zones, cities, garrison and points, as the view and the effect give them."""
    judged = next(one for one in settled(end_of_year()).regions if one.region == row["region"])
    printed = fx.Holding(*(int(row[name]) for name in ("zones", "cities", "garrison")))
    assert (judged.needs, judged.points) == (printed, int(row["points"]))


def test_cw_9_points_are_what_is_controlled() -> None:
    """CW 9: Roma's two and Hispania's two."""
    state = spain(unit("Roma", id="r"))
    found = settled(state)
    assert found.points == {C: 4, R: 0}
    after = folded(state, when(state, cmd.EndMarches()))
    assert SYSTEM.view(after, "public", {}).points == {C: 4, R: 0}


def reserve(state: State, **kinds: int) -> State:
    """Units in the Caesarian Reserve, one of each kind unless said otherwise."""
    counts = {"legio": 1, "auxilia": 1, "equites": 1, "naves": 1} | kinds
    for kind, count in counts.items():
        for number in range(count):
            key = f"{kind}-{number}"
            state = ruled(state, unit("Roma", kind=kind, id=key))
    units = tuple(
        replace(one, status="reserve", zone="Roma") if "-" in one.id else one for one in state.units
    )
    return replace(state, units=units)


def recruiting(state: State) -> State:
    """The state when the region's controller is asked."""
    return folded(state, when(state, cmd.EndMarches()))


def test_cw_59_a_region_gives_what_is_printed() -> None:
    """CW-59, CW R1: Hispania one Legio unit, one Auxilia unit, two Equites units and no Naves."""
    state = recruiting(reserve(spain(), legio=3, equites=3))
    assert SYSTEM.standing(state).waiting[0].seat == C
    order = cmd.Recruit("Hispania", "Citerior", ("legio-0",), ("auxilia-0",), ("equites-0",))
    effects = when(state, order, role=f"seat:{C}")
    assert of(fx.Recruited, effects).raised == ("legio-0", "auxilia-0", "equites-0")
    after = folded(state, effects)
    assert (after.unit("legio-0").zone, after.unit("legio-0").status) == ("Citerior", "map")
    assert after.year == state.year + 1
    for command, rule in (
        (cmd.Recruit("Hispania", "Citerior", ("legio-0", "legio-1")), "CW R1"),
        (cmd.Recruit("Hispania", "Citerior", naves=("naves-0",)), "CW R1"),
        (cmd.Recruit("Hispania", "Roma", ("legio-0",)), "CW-59"),
        (cmd.Recruit("Hispania", "Citerior", ("a",)), "CW-59"),
        (cmd.Recruit("Italia", "Citerior", ("legio-0",)), "CW R1"),
    ):
        with pytest.raises(RuleViolation) as refused:
            when(state, command, role=f"seat:{C}")
        assert refused.value.rule == rule
    with pytest.raises(NotYourTurn):
        when(state, order, role=f"seat:{R}")


def test_cw_59_a_reduced_unit_may_be_restored_instead() -> None:
    """CW-59: wherever it is in the region; it counts like one raised."""
    state = recruiting(reserve(ruled(spain(), ch.FlipUnit("b"))))
    effects = when(state, cmd.Recruit("Hispania", "Ulterior", ("b",)))
    assert of(fx.Recruited, effects).restored == ("b",)
    after = folded(state, effects)
    assert (after.unit("b").reduced, after.unit("b").zone) == (False, "Lusitania")


def test_cw_59_without_room_for_all_the_controller_only_restores() -> None:
    """CW-59, CW-39: nobody new comes to a full zone; restoring takes no room."""
    full = [unit(zone, id=f"{zone}{n}") for zone in ("Sicilia", "Sardinia") for n in range(19)]
    held = (*holding(C, "Sicilia", "Sardinia"), *owning(C, "Messana"))
    state = recruiting(reserve(end_of_year(*held, *full, ch.FlipUnit("Sicilia0"))))
    (option,) = SYSTEM.options(state, f"seat:{C}", {})
    offered = option.choices["/legio"].values
    assert offered == ["Sicilia0"]
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Recruit("Sicilia", "Sicilia", ("legio-0",)))
    assert refused.value.rule == "CW-59"
    effects = when(state, cmd.Recruit("Sicilia", "Sicilia", ("Sicilia0",)))
    assert of(fx.Recruited, effects).restored == ("Sicilia0",)


def test_cw_59_room_for_what_can_come_is_enough() -> None:
    """CW-59, CW-39: Sicilia would give more, but the Reserve has one Legio unit."""
    full = [unit(zone, id=f"{zone}{n}") for zone in ("Sicilia", "Sardinia") for n in range(19)]
    held = (*holding(C, "Sicilia", "Sardinia"), *owning(C, "Messana"))
    state = recruiting(reserve(end_of_year(*held, *full), auxilia=0, equites=0))
    effects = when(state, cmd.Recruit("Sicilia", "Sicilia", ("legio-0",)))
    assert of(fx.Recruited, effects).raised == ("legio-0",)


def test_cw_59_naves_are_raised_in_a_port() -> None:
    """CW-59: Celtica has none, Armorica has."""
    gallia = ("Narbonensis", "Aquitania", "Celtica", "Armorica", "Belgica")
    state = recruiting(
        reserve(
            end_of_year(
                *holding(C, *gallia),
                *owning(C, "Massilia", "Narbo"),
                *(unit("Celtica", id=f"x{n}") for n in range(3)),
            )
        )
    )
    (option,) = SYSTEM.options(state, f"seat:{C}", {})
    harbours = [one.value for one in option.choices["/zone"].alternatives if one.choices]
    assert harbours == ["Narbonensis", "Aquitania", "Armorica", "Belgica"]
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Recruit("Gallia", "Celtica", naves=("naves-0",)))
    assert refused.value.rule == "CW-59"
    raised = when(state, cmd.Recruit("Gallia", "Armorica", naves=("naves-0",)))
    assert of(fx.Recruited, raised).raised == ("naves-0",)


def test_cw_59_regions_recruit_in_printed_order_and_the_empty_pass() -> None:
    """CW-59, CW R1: Sicilia before Hispania; who has nothing to raise is not asked."""
    both = spain(*holding(C, "Sicilia", "Sardinia"), *owning(C, "Messana"))
    state = recruiting(reserve(both))
    assert state.recruiting == ("Sicilia", "Hispania")
    assert none_of(fx.Recruited, when(reserve(both), cmd.EndMarches()))
    passed = [one for one in when(both, cmd.EndMarches()) if isinstance(one, fx.Recruited)]
    assert [(one.region, one.zone) for one in passed] == [("Sicilia", None), ("Hispania", None)]
    with pytest.raises(OutOfPhase):
        when(state, cmd.EndMarches())


def test_cw_59_regions_without_recruits_for_one_reason_are_told_together() -> None:
    """Sicilia and Hispania pass in one event, as the Reserve has nobody for either."""
    sicilia = holding(C, "Sicilia", "Sardinia")
    both = ruled(spain(unit("Sicilia", id="s")), *sicilia, *owning(C, "Syracusae"))
    told = SYSTEM.narrate(both, when(both, cmd.EndMarches()), {}).text
    passed = [line for line in told if "no recruits" in line]
    assert len(passed) == 1
    assert passed[0] == (
        "Sicilia and Hispania give the Caesarians no recruits:"
        " they have none of the right kinds in Reserve."
    )


def test_cw_59_regions_without_recruits_are_told_by_side() -> None:
    """And by reason, whatever the printed order of the regions: the event may be the enemy's."""
    state = spain(unit("Sicilia", id="s"), *holding(C, "Sicilia"), *holding(R, "Syria"))
    state = ruled(
        state, *(ch.SetControl(seat=C, region=one) for one in ("Italia", "Sicilia")),
        ch.SetControl(seat=R, region="Asia"),
    )  # fmt: skip
    regions = ("Italia", "Asia", "Sicilia")
    passed = [fx.Recruited(seat=None, region=one, zone=None) for one in regions]
    due = replace(state, phase="adjustments", recruiting=regions)
    told = SYSTEM.narrate(due, passed, {}).text
    assert told == (
        "Italia and Sicilia give the Caesarians no recruits:"
        " they have none of the right kinds in Reserve.",
        "Asia gives the Republicans no recruits: they have none of the right kinds in Reserve.",
    )


def test_cw_62_the_end_of_the_war_is_told_after_its_last_year() -> None:
    """Its headline all the same; the control points once, with the Adjustments."""
    state = spain(unit("Roma", id="r"))
    assert state.terms is not None
    last = replace(state, terms=replace(state.terms, last_year=state.year, outlasts=R))
    story = SYSTEM.narrate(last, when(last, cmd.EndMarches()), {})
    end = (
        "The Republicans win: they have outlasted the war,"
        " with the Caesarians short of 19 control points."
    )
    assert story.text[-1] == end
    assert story.text[-2].endswith(" BC is over.")
    assert sum("control points to" in line for line in story.text) == 1
    assert not any(line.startswith("Control points: ") for line in story.text)
    assert story.beat is not None
    assert (story.beat.headline, story.beat.seat) == (end, R)


def test_cw_62_enough_points_end_the_war_at_the_end_of_a_year() -> None:
    """CW-62: the set-up says how many; recruits are not asked for any more."""
    state = spain(unit("Roma", id="r"))
    assert state.terms is not None
    short = replace(state, terms=replace(state.terms, victory=5))
    assert none_of(fx.WarWon, when(short, cmd.EndMarches()))
    enough = replace(state, terms=replace(state.terms, victory=4))
    effects = when(enough, cmd.EndMarches())
    assert of(fx.WarWon, effects) == fx.WarWon(C, "4 control points", {C: 4, R: 0})
    outcome = SYSTEM.standing(folded(enough, effects)).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("4 control points", (C,))


def test_cw_62_a_republic_that_outlasts_the_war_has_won() -> None:
    """CW-62: whatever the points are; where nobody only has to outlast it, they decide."""
    state = spain(unit("Roma", id="r"))
    assert state.terms is not None
    terms = replace(state.terms, last_year=state.year, outlasts=None)
    by_points = of(fx.WarWon, when(replace(state, terms=terms), cmd.EndMarches()))
    assert (by_points.winner, by_points.points) == (C, {C: 4, R: 0})
    outlasted = replace(state, terms=replace(terms, outlasts=R))
    won = of(fx.WarWon, when(outlasted, cmd.EndMarches()))
    assert (won.winner, won.reason) == (R, "they have outlasted the war")
    earlier = replace(state, terms=replace(terms, outlasts=R, last_year=state.year + 1))
    assert none_of(fx.WarWon, when(earlier, cmd.EndMarches()))
    enough = replace(state, terms=replace(terms, outlasts=R, victory=4))
    assert of(fx.WarWon, when(enough, cmd.EndMarches())).winner == C


def test_cw_62_a_seat_with_nothing_left_has_lost() -> None:
    """CW-62: no unit and no point; a fleet is something, and so are the sick (CW-14)."""
    state = spain()
    assert none_of(fx.WarWon, when(state, cmd.EndMarches()))
    alone = ruled(state, ch.RemoveUnit("fleetr"))
    won = of(fx.WarWon, when(alone, cmd.EndMarches()))
    assert (won.winner, won.reason) == (C, "the Republicans have nothing left")
    sick = ruled(alone, unit("Syria", R, id="sick", reduced=True))
    away = [replace(one, status="away") if one.id == "sick" else one for one in sick.units]
    assert none_of(fx.WarWon, when(replace(sick, units=tuple(away)), cmd.EndMarches()))
    pointed = ruled(alone, *holding(R, "Roma"), *owning(R, "Roma"))
    assert none_of(fx.WarWon, when(pointed, cmd.EndMarches()))


@pytest.mark.parametrize(("zone", "winner"), [("Roma", C), (None, None)])
def test_cw_62_after_the_last_year_the_more_points_win(
    zone: str | None, winner: str | None
) -> None:
    """CW-62: equal ones draw."""
    placed = [unit(zone, id="a")] if zone else []
    state = end_of_year(*placed, year=-29)
    assert state.terms is not None
    state = replace(state, terms=replace(state.terms, outlasts=None))
    effects = when(state, cmd.EndMarches())
    assert of(fx.WarWon, effects).winner == winner
    outcome = SYSTEM.standing(folded(state, effects)).outcome
    assert outcome is not None
    assert outcome.winners == ((winner,) if winner else ())
    assert of(fx.YearClosed, effects).next is None


def test_adjustments_are_told_with_their_points() -> None:
    """CW 9: who took what, who controls what."""
    state = spain(unit("Roma", id="r"))
    told = SYSTEM.narrate(state, when(state, cmd.EndMarches()), {}).text
    assert told[0].endswith("end their segment.")
    assert told[1] == (
        "Adjustments. 48 BC is settled: the Caesarians lead with four control points to none;"
        " the Caesarians gain Hispania (+2) and the region Roma (+2)."
    )
    assert "The Caesarians take Roma, and the city Roma." in told
    assert "The Caesarians control the regions Hispania and Roma." in told
