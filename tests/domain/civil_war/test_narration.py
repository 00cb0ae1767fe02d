"""The log of the civil war: what tells alike things apart, and says each thing once."""

from typing import Any

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.narrate.combat import chosen, name
from iacta.domain.civil_war.narrate.map import describe
from iacta.domain.civil_war.state import LossesDue, RetreatDue, State
from iacta.domain.civil_war.state.words import unit_name
from tests.domain.civil_war.given import (
    at,
    begun,
    captain,
    event,
    field,
    fight,
    folded,
    leader,
    of,
    when,
)
from tests.domain.civil_war.war import bare, end_of_year, folk, replace, segment, unit

C, R = "caesarian", "republican"


def told(state: State, effects: list[Any]) -> tuple[str, ...]:
    return SYSTEM.narrate(state, effects, {}).text


def test_units_are_counted_by_kind_in_one_order() -> None:
    """Whatever order they are sent in."""
    kinds = {"e": "equites", "l": "legio", "a": "auxilia"}
    units = [unit("Roma", id=key, kind=kind) for key, kind in kinds.items()]
    allied = ch.SetPeople("Galli", at_war=False, ally=C)
    state = segment(allied, folk("Roma", "Galli", side=C, id="g"), *units)
    for ids in (("e", "l", "g", "a"), ("g", "a", "e", "l")):
        assert chosen(state, ids) == (
            "one Legio unit, one Auxilia unit, one Equites unit and one unit of the Galli"
        )


def test_a_single_unit_goes_by_its_name() -> None:
    """Two that go the same way, one after the other, are told apart."""
    names = {"legio-viii": "Legio VIII marches", "c-levy-7": "Levy 7 marches"}
    names |= {"c-cohorts-2": "Cohorts 2 march"}
    state = segment(*(unit("Roma", id=key) for key in names))
    for key, does in names.items():
        line = told(state, when(state, cmd.March("Roma", "Picenum", (key,))))[0]
        assert line == f"{does} from Roma to Picenum."


@pytest.mark.parametrize(
    ("key", "namesake", "who"),
    [
        ("c-levy-4", "r-levy-4", "The Caesarians' Levy 4 marches"),
        ("r-cohorts-2", "c-cohorts-2", "The Republicans' Cohorts 2 march"),
        ("c-levy-4", "r-levy-5", "The Caesarians' Levy 4 marches"),
        ("c-levy-4", "r-legion-4", "Levy 4 marches"),
    ],
)
def test_a_unit_such_as_the_enemy_has_too_is_told_with_its_side(
    key: str, namesake: str, who: str
) -> None:
    own, other = (C, R) if key.startswith("c") else (R, C)
    state = segment(unit("Roma", own, id=key), unit("Asia", other, id=namesake), order=(own, other))
    line = told(state, when(state, cmd.March("Roma", "Picenum", (key,))))[0]
    assert line == f"{who} from Roma to Picenum."


def test_a_force_that_has_marched_in_its_segment_marches_on() -> None:
    """Two marches of one Force are not those of two; nor does it go on that is joined by one."""
    state = segment(unit("Etruria", id="a"), unit("Roma", id="b"), leader("Curio", "Etruria"))
    state = folded(state, when(state, cmd.March("Etruria", "Roma", ("a",), ("Curio",))))
    (line,) = told(state, when(state, cmd.March("Roma", "Campania", ("a",), ("Curio",))))
    assert line == "Curio with one Legio unit marches on from Roma to Campania."
    (line,) = told(state, when(state, cmd.March("Roma", "Campania", ("a", "b"), ("Curio",))))
    assert line == "Curio with two Legio units marches from Roma to Campania."


def test_a_ruling_calls_units_and_zones_as_the_log_does() -> None:
    """A zone that bears its people's name is their land; a region that bears a zone's, a region."""
    state = bare()
    placed = {
        "One Legio unit of the Caesarians": unit("Numidae", id="a"),
        "One unit of the Galli": folk("Numidae", "Galli", id="g"),
        "One unit of the Galli for the Caesarians": folk("Numidae", "Galli", side=C, id="g"),
    }
    for who, change in placed.items():
        assert told(state, [change]) == (f"{who} stands in the land of the Numidae.",)
    (line,) = told(state, [ch.SetControl(seat=C, region="Asia")])
    assert line == "The Caesarians in control of the region Asia."


def test_a_march_over_a_river_names_it_and_not_its_price() -> None:
    """CW-38: the step's panel tells the movement points."""
    state = segment(unit("Belgica", id="a"))
    line = told(state, when(state, cmd.March("Belgica", "Celtica", ("a",))))[0]
    assert line == "A marches from Belgica to Celtica, over the Sequana."


def test_water_that_half_crossed_is_told_alike_of_a_landing_and_of_a_river() -> None:
    """CW 8.6f, CW-26: some may have landed and others marched."""
    state = segment(
        unit("Apulia", id="l1"),
        unit("Apulia", kind="naves", id="n1"),
        unit("Epirus", R, id="r1"),
        order=(C, R),
    )
    state = folded(state, when(state, cmd.Sail("Apulia", "Epirus", 1, ("l1",))))
    state = folded(state, when(state, cmd.EndMarches()))
    landed = told(state, when(state, cmd.Attack("Epirus", R), 6))
    state = segment(unit("Belgica", id="a"), unit("Celtica", R, id="r"), order=(C, R))
    state = folded(state, when(state, cmd.March("Belgica", "Celtica", ("a",))))
    state = folded(state, when(state, cmd.EndMarches()))
    marched = told(state, when(state, cmd.Attack("Celtica", R), 6))
    assert all("Half or more crossed water: −1." in text for text in (landed, marched))


def test_leaders_who_may_die_are_told_together_the_dead_first() -> None:
    """CW D1: and who has another number apart."""
    state = at(begun(), -43)
    state = folded(state, event(state, 7))
    effects = when(state, cmd.CheckLeaderDeaths(), 9, 9, 1, 0, 5)
    assert told(state, effects)[:3] == (
        "Cato and Labienus die natural deaths: 1 and 0 rolled, below 2 kills.",
        "Ahenobarbus and Caesar live: 9 and 9 rolled, below 2 kills.",
        "Pompeius lives: 5 rolled, below 3 kills.",
    )
    alone = fx.LeaderChecked(-43, "Cato", 2, 1, died=True)
    assert told(state, [alone]) == ("Cato dies a natural death: 1 rolled, below 2 kills.",)


def test_who_dies_of_one_cause_or_turns_to_one_side_is_one_sentence() -> None:
    """CW L3, CW-72: as the table has it, with a people, or once Caesar is dead."""
    state = at(begun("rubicon"), -44, "deaths")
    left = [fx.LeaderLeft(-44, name) for name in ("Ahenobarbus", "Curio")]
    assert told(state, left) == ("Ahenobarbus and Curio die, as the table of leaders has it.",)
    going = ("M. Brutus", "D. Brutus", "Cassius")
    turned = tuple(fx.Entrant(name, R, None, "Roma") for name in going)
    assert told(state, [fx.Conspired(-44, "Caesar", 2, True, turned)]) == (
        "Caesar dies on the Ides of March: 2 rolled, 1 to 4 kills.",
        "M. Brutus, D. Brutus and Cassius join the Republicans in Roma.",
    )
    ended = fx.PeopleSettled(
        people="Aegyptii",
        at_war=False,
        ally=C,
        rule="CW-52",
        reason="won over",
        ended=("Achillas", "Cleopatra VII"),
    )
    assert (
        describe(state, ended)[-1]
        == "Achillas and Cleopatra VII die, as the table of leaders has it."
    )


def test_a_people_that_the_year_s_event_turns_is_told_with_a_whole_reason() -> None:
    """CW E14."""
    turned = fx.PeopleSettled(
        people="Parthi", at_war=True, led_by=C, rule="CW E14", reason="the event of the year"
    )
    (line,) = describe(bare(), turned)
    assert line.endswith("led by the Caesarians, as the year's event has it.")


@pytest.mark.parametrize(("cell", "why"), [("E", " with the Force"), ("R", ", ill and beaten")])
def test_why_a_leader_falls_in_a_battle_is_told(cell: str, why: str) -> None:
    """CW 8.4.2L, CW E4: an E is the end of all, and any defeat that of the ill."""
    cato = captain("Cato")
    fought = fight(field(9), field(1, cato), 6)
    result = replace(fought.result, defender=cell)
    lost = replace(fought, result=result, eliminated_leaders=("Cato",))
    assert told(begun("table"), [lost])[-1] == f"Cato dies{why}."


def test_who_is_captured_had_nowhere_to_go() -> None:
    """CW-48."""
    state = segment(leader("Cato", "Roma"))
    taken = fx.Retreated(seat=R, zone="Roma", side=R, taken=("Cato",))
    assert describe(state, taken) == ["Cato in Roma has nowhere to go and is captured and killed."]


def test_who_dies_or_flees_is_told_by_rank() -> None:
    state = segment(leader("Cato", "Roma"), leader("G. Pompeius", "Roma", tb=1), unit("Roma", R))
    flights = tuple(fx.Flight(name, "Roma", None) for name in ("Cato", "G. Pompeius"))
    line = told(state, [fx.LeadersFled(flights)])[0]
    assert line.startswith("G. Pompeius and Cato, alone among enemies in Roma, ")


def test_losses_are_told_in_one_sentence() -> None:
    state = segment(unit("Roma", id="a"), unit("Roma", id="b", reduced=True))
    due = LossesDue(C, "Roma", 2, ("a", "b"))
    state = replace(state, pending=(due,))
    both = fx.LossesChosen("Roma", C, ("a",), ("b",))
    assert told(state, [both]) == (
        "The Caesarians choose the losses in Roma: one Legio unit reduced;"
        " one Legio unit, already reduced, eliminated.",
    )
    state = replace(state, pending=(replace(due, seat="referee", count=1),))
    one = fx.LossesChosen("Roma", "referee", ("a",), ())
    assert told(state, [one]) == ("The referee chooses the loss in Roma: one Legio unit reduced.",)


def test_a_region_that_bears_a_zone_s_name_is_called_one() -> None:
    """Asia is both; Italia is none."""
    state = bare()
    for region, where in (("Asia", "the region Asia"), ("Italia", "Italia")):
        (line,) = describe(state, fx.Recruited(region, C, "Roma", (), ()))
        assert line == f"The Caesarians raise no units in {where}."


def test_what_a_region_gives_is_one_sentence() -> None:
    state = segment(unit("Asia", id="a"), unit("Asia", id="b", reduced=True))
    assert describe(state, fx.Recruited("Asia", C, "Asia", ("a",), ("b",))) == [
        "The Caesarians raise one Legio unit in Asia and restore one Legio unit in the region Asia."
    ]


def test_the_initiative_is_told_with_its_points_and_segments_out_of_turn() -> None:
    """CW-34, CW-36: one by one where they do not alternate, as they mostly do."""
    order = (C, R, C, R)
    taken = fx.InitiativeTaken(-48, C, {C: 9, R: 0}, (), order, ())
    assert describe(bare(), taken) == [
        "The Caesarians have the initiative, with nine control points to none.",
    ]
    none = replace(taken, segments=())
    assert describe(bare(), none)[-1] == "There are no segments this year."
    for points, words in (
        ((13, 2), "13 control points to 2"),
        ((1, 0), "one control point to none"),
    ):
        ahead = replace(taken, points=dict(zip((R, C), points, strict=True)), seat=R)
        assert describe(bare(), ahead)[0] == f"The Republicans have the initiative, with {words}."
    tied = fx.InitiativeTaken(-48, R, {C: 5, R: 5}, (3,), (R, C, C), ())
    assert describe(bare(), tied) == [
        "The Republicans have the initiative, by a die of 3.",
        "Control points: the Caesarians 5, the Republicans 5.",
        "Segments: Republicans, Caesarians, Caesarians.",
    ]


@pytest.mark.parametrize(
    ("points", "words"),
    [
        ((9, 2), "the Caesarians lead with nine control points to two"),
        ((0, 1), "the Republicans lead with one control point to none"),
        ((5, 5), "both sides hold five control points"),
    ],
)
def test_a_year_s_account_is_headed_by_the_year_and_who_leads(
    points: tuple[int, int], words: str
) -> None:
    """CW R1: it may stand behind the year's last battle."""
    settled = fx.ControlSettled(-48, (), (), (), dict(zip((C, R), points, strict=True)))
    assert describe(bare(), settled) == [f"Adjustments. 48 BC is settled: {words}."]
    lost = [fx.ZoneTaken(zone, None, "both stand there") for zone in ("Asia", "Syria")]
    nobody = describe(bare(), replace(settled, zones=tuple(lost)))[1]
    assert nobody == "Nobody holds Asia or Syria any more."


def test_peoples_that_come_home_and_change_their_leaders() -> None:
    """CW-54, CW-50: who are at war already do not go to war."""
    state = segment(folk("Roma", "Galli", id="g"), folk("Roma", "Galli", id="h"))
    assert describe(state, fx.Rallied(("g",))) == ["One unit of the Galli comes home."]
    assert describe(state, fx.Rallied(("g", "h"))) == ["Two units of the Galli come home."]
    why = "their neighbours have other masters"
    led = fx.PeopleSettled(people="Galli", at_war=True, led_by=R, rule="CW-50", reason=why)
    begins = f"The Galli go to war, led by the Republicans: {why}."
    goes_on = f"The Galli, at war, are now led by the Republicans: {why}."
    assert describe(state, led) == [begins]
    assert describe(folded(state, [led]), led) == [goes_on]


def test_points_that_win_are_told_once() -> None:
    won = fx.WarWon(C, "19 control points", {C: 19, R: 0})
    assert describe(bare(), won) == ["The Caesarians win: 19 control points to none."]
    outlasted = fx.WarWon(R, "they have outlasted the war", {C: 8, R: 9})
    assert describe(bare(), outlasted) == [
        "The Republicans win: they have outlasted the war, with the Caesarians short of 19 control"
        " points.",
        "Control points: the Caesarians 8, the Republicans 9.",
    ]


def test_who_deserts_is_told_before_the_dice() -> None:
    """CW E11."""
    state = at(begun(), -48)
    assert "Nobody deserts: 4 and 4 rolled, doubles." in told(state, event(state, 11, 4, 4))
    effects = event(state, 11, 5, 6)
    regions = of(fx.DesertionRolled, effects).regions
    threat = f"Desertion threatens the regions {' and '.join(regions)}: 5 and 6 rolled."
    assert threat in told(state, effects)
    legions = [unit("Cisalpina", id=key, sp=sp) for key, sp in zip("abc", (4, 5, 6), strict=True)]
    taken = ch.SetControl(seat=C, region="Italia")
    held = replace(segment(*legions, taken), phase="event", event=None)
    effects = event(held, 11, 1, 3)
    assert of(fx.DesertionRolled, effects).regions == ("Gallia", "Italia")
    lines = told(held, effects)
    assert "None desert in Gallia." in lines
    assert "The Caesarians are to choose which legions desert: two in Italia." in lines
    gone = fx.LegioDeserted("Italia", C, ("a", "b"))
    assert told(held, [gone]) == ("Two Legio units of the Caesarians in Italia desert.",)
    gauls = [unit("Celtica", id=key, sp=sp) for key, sp in zip("def", (4, 5, 6), strict=True)]
    held = folded(held, [*gauls, ch.SetControl(seat=C, region="Gallia")])
    choice = "The Caesarians are to choose which legions desert: two in Gallia and two in Italia."
    assert told(held, event(held, 11, 1, 3))[-1] == choice


@pytest.mark.parametrize(
    ("losses", "line"),
    [
        (fx.Losses(), "no loss in combat; the Force must leave the zone"),
        (fx.Losses((), ("a",)), "one unit reduced; the Force must leave the zone"),
        (
            fx.Losses(("a",), ("b", "c")),
            "two units reduced and one unit, already reduced, eliminated;"
            " the rest must leave the zone",
        ),
        (fx.Losses((), (), 2), "two losses, as the owner chooses; the Force must leave the zone"),
        (fx.Losses(tuple("abcd")), "all four units, already reduced, eliminated"),
    ],
)
def test_who_is_beaten_is_told_with_losses_and_why(losses: fx.Losses, line: str) -> None:
    """CW 8.4.2A, CW 8.4.2F: who is eliminated by less than an E was reduced before."""
    fought = fight(field(9), field(4), 6)
    result = fx.CombatResult("R", "A")
    lost = replace(fought, result=result, losses=fx.SideLosses(fx.Losses(), losses))
    assert told(begun("table"), [lost])[-1] == f"The defender: {line}."


def test_a_beaten_seat_is_told_where_it_may_go() -> None:
    """CW-47."""
    due = RetreatDue(R, "Roma", R, ("a",), ("Cato",), ("Picenum", "Campania"))
    way = "may retreat from Roma to Picenum or Campania."
    assert describe(bare(), fx.RetreatAwaited(due)) == [f"The Republicans {way}"]
    alone = replace(due, units=())
    assert describe(bare(), fx.RetreatAwaited(alone)) == [f"Cato {way}"]


def test_a_retreat_by_sea_is_told_apart_from_one_by_land() -> None:
    """CW-48: Naves carry the Force, or the leaders alone."""
    state = segment(unit("Apulia", R, id="r"), unit("Apulia", R, "naves", id="n"))
    gone = fx.Retreated(seat=R, zone="Apulia", side=R, to="Creta", units=("r",))
    assert describe(state, gone) == ["R falls back from Apulia by sea to Creta, the only way open."]
    beside = replace(gone, to="Campania")
    assert describe(state, beside) == ["R falls back from Apulia to Campania, the only way open."]


@pytest.mark.parametrize(("in_force", "why"), [((9,), ", as storms close the sea,"), ((), "")])
def test_naves_that_are_lost_in_a_retreat_are_told_with_the_storms(
    in_force: tuple[int, ...], why: str
) -> None:
    """CW-69."""
    state = segment(unit("Apulia", R, "naves", id="n"), in_force=in_force)
    lost = fx.Retreated(seat=R, zone="Apulia", side=R, eliminated=("n",))
    (line,) = describe(state, lost)
    assert line == f"N in Apulia has nowhere to go{why} and is lost."


@pytest.mark.parametrize(
    ("ids", "line"),
    [
        (("c-levy-2",), "The Caesarians' Levy 2 in Apulia has nowhere to go"),
        (("c-cohorts-2",), "Cohorts 2 in Apulia have nowhere to go"),
        (
            ("c-levy-2", "c-cohorts-2"),
            "Two Legio units in Apulia have nowhere to go",
        ),
    ],
)
def test_a_single_unit_that_is_lost_goes_by_its_name(ids: tuple[str, ...], line: str) -> None:
    """CW-47: told with its side where both have such."""
    own = [unit("Apulia", id=key) for key in ("c-levy-2", "c-cohorts-2")]
    state = segment(*own, unit("Asia", R, id="r-levy-2"))
    lost = fx.Retreated(seat=C, zone="Apulia", side=C, eliminated=ids)
    (told,) = describe(state, lost)
    assert told.startswith(line)


@pytest.mark.parametrize(
    ("ids", "line"),
    [
        (("c-fleet-3",), "The Caesarians' Fleet 3"),
        (("c-fleet-3", "c-fleet-4"), "Two Naves units of the Caesarians"),
    ],
)
def test_ships_that_leave_a_lost_coast_are_told_with_their_side(
    ids: tuple[str, ...], line: str
) -> None:
    """CW-70: a single one by its name; nobody ordered them to."""
    state = segment(*(unit("Apulia", kind="naves", id=key) for key in ids))
    left = fx.FleetLeft(seat=C, zone="Apulia", ships=ids, harbour="Epirus")
    why = "the enemy holds the coast (CW-46)"
    assert describe(state, left) == [f"{line} must leave Apulia for Epirus: {why}."]


def test_a_legion_s_number_is_in_capitals_and_its_name_is_not() -> None:
    names = {"legio-xiii": "Legio XIII", "legio-martia": "Legio Martia"}
    state = segment(*(unit("Roma", id=key) for key in names))
    assert {one.id: unit_name(one) for one in state.units_in("Roma")} == names


def test_a_march_names_whom_it_joins() -> None:
    """The chief of those on its side who stand there, so that many to one goal read as one deed."""
    state = segment(
        unit("Illyricum", id="a"),
        leader("Caesar", "Picenum", tb=4),
        leader("Curio", "Picenum", tb=1),
        leader("Pompeius", "Cisalpina"),
    )
    march = fx.Marched(
        seat=C, side=C, zone="Illyricum", to="Picenum", units=("a",), leaders=(),
        route=("Illyricum", "Cisalpina", "Picenum"), cost=2,
    )  # fmt: skip
    (line,) = describe(state, march)
    assert line == "A marches from Illyricum through Cisalpina to Picenum, joining Caesar."
    (line,) = describe(state, replace(march, to="Cisalpina", route=("Illyricum", "Cisalpina")))
    assert line == "A marches from Illyricum to Cisalpina."


def test_a_king_is_not_said_to_lead_romans() -> None:
    """He stands by them, and his TB does not count. CW-70"""
    state = segment(
        unit("Roma", side=R, id="legio-i"),
        unit("Roma", side=R, id="legio-iii"),
        leader("Juba I", "Roma", tb=1),
        leader("Pompeius", "Roma", tb=2),
    )
    units = ("legio-i", "legio-iii")
    force = fx.ForceSummary(side=R, sp="4", units=2, quality="1", tb=0, ids=units)
    both = ("Pompeius", "Juba I")
    assert name(state, replace(force, leaders=both[1:]), "") == "the Republicans"
    assert name(state, replace(force, leaders=both), "") == "Pompeius"
    back = fx.Retreated(seat=R, zone="Roma", side=R, to="Campania", units=units, leaders=both[1:])
    goes = "back from Roma to Campania, the only way open."
    assert describe(state, back)[0] == f"Two Legio units with Juba I fall {goes}"
    led = describe(state, replace(back, leaders=both))[0]
    assert led == f"Pompeius with two Legio units and Juba I falls {goes}"


def test_the_regions_of_both_sides_are_one_sentence() -> None:
    """CW R1."""
    none = fx.Holding(0, 0, 0)
    held = (("Italia", C), ("Asia", R), ("Roma", C))
    regions = tuple(fx.RegionJudged(name, none, {}, seat, 1) for name, seat in held)
    settled = fx.ControlSettled(-48, (), (), regions, {C: 2, R: 1})
    assert describe(bare(), settled)[1] == (
        "The Caesarians control the regions Italia and Roma; the Republicans Asia."
    )
    theirs = replace(settled, regions=regions[1:2])
    assert describe(bare(), theirs)[1] == "The Republicans control the region Asia."


def test_a_year_s_account_tells_why_the_points_changed() -> None:
    """CW R1: what each side gained, from whomever, and what passed to nobody."""
    state = end_of_year(
        unit("Roma", id="a"),
        ch.SetControl(region="Gallia", seat=C),
        ch.SetControl(region="Africa", seat=C),
        *(ch.SetControl(region=name, seat=R) for name in ("Roma", "Asia")),
    )
    needs = fx.Holding(5, 2, 3)
    held = (("Roma", C, 2), ("Gallia", None, 2), ("Africa", R, 3), ("Asia", R, 3))
    has = {C: fx.Holding(4, 9, 9), R: fx.Holding(0, 0, 0)}
    regions = tuple(fx.RegionJudged(name, needs, has, seat, points) for name, seat, points in held)
    settled = fx.ControlSettled(-48, (), (), regions, {C: 2, R: 6}, ("Africa", "Asia"))
    head, *rest = describe(state, settled)
    assert head == (
        "Adjustments. 48 BC is settled: the Republicans lead with six control points to two;"
        " the Caesarians gain the region Roma (+2) and lose Gallia (\u22122: 4 of the 5 zones"
        " it needs);"
        " the Republicans gain the region Africa (+3)."
    )
    why = "the region Roma, the only one they control, gives no recruits (CW R1)"
    assert rest[-1] == f"The Caesarians raise nobody: {why}."
    for held_, told in (
        (fx.Holding(5, 0, 0), "none of the 2 cities it needs"),
        (fx.Holding(5, 2, 1), "1 of the 3 Legio it needs"),
    ):
        short = replace(regions[1], held=has | {C: held_})
        assert f"(\u22122: {told})" in describe(state, replace(settled, regions=(short,)))[0]
    lone = replace(regions[1], needs=fx.Holding(1, 1, 0), held=has | {C: fx.Holding(0, 0, 0)})
    assert "(\u22122: no zone)" in describe(state, replace(settled, regions=(lone,)))[0]
    bare_handed = replace(settled, regions=regions[1:])
    assert describe(state, bare_handed)[-1] == (
        "The Caesarians raise nobody: they control no region."
    )
    over = fx.WarWon(R, "they have outlasted the war", {C: 2, R: 6})
    told = SYSTEM.narrate(state, [settled, over], {}).text
    assert told[0] == head
    assert not any("raise nobody" in line for line in told)


def test_quality_that_has_nowhere_to_move_the_column_is_not_told() -> None:
    strong = fight(field(9, quality=3), field(1), 6)
    assert strong.shift
    assert told(begun("table"), [strong])[1] == "36 SP to 4 is read on 4/1."


@pytest.mark.parametrize(
    ("portion", "sizes", "lost", "line"),
    [
        ("defeated", (9, 1), 0, "no loss (¾ of one enemy unit, rounded down)"),
        ("defeated", (9, 4), 3, "three units reduced (¾ of four enemy units)"),
        ("defeated", (2, 8), 2, "two units reduced (¾ of eight enemy units, at most all it has)"),
        ("victor", (4, 1), 1, "one unit reduced (¾ of four own units, at most as many as it beat)"),
    ],
)
def test_a_fraction_says_of_what_it_is_taken(
    portion: str, sizes: tuple[int, int], lost: int, line: str
) -> None:
    """CW 8.4.2F, CW-73: of the beaten units, or by switch of the victor's own."""
    own, enemy = sizes
    fought = fight(field(own), field(enemy), 6)
    losses = fx.SideLosses(fx.Losses((), tuple("abc"[:lost])), fx.Losses())
    result = fx.CombatResult("3/4", "A")
    fought = replace(fought, result=result, losses=losses, winner="attacker")
    state = begun("table", portion=portion)
    assert f"The attacker: {line}." in told(state, [fought])


@pytest.mark.parametrize(("tb", "named"), [(2, "Pompeius"), (1, "Labienus")])
def test_of_leaders_alike_in_tb_the_faction_leader_is_named(tb: int, named: str) -> None:
    """CW 8.6a: he commands."""
    leaders = leader("Pompeius", "Roma", tb=tb, chief=True), leader("Labienus", "Roma", tb=2)
    state = segment(*leaders)
    force = replace(fight(field(9), field(1), 6).attacker, leaders=("Labienus", "Pompeius"))
    fought = replace(
        fight(field(9), field(1), 6),
        attacker=force,
        modifiers=(fx.Modifier("TB of Labienus, attacking", "CW 8.6a", 2),),
        modified_die=8,
    )
    assert f"TB of {named}, attacking: +2." in told(state, [fought])


def test_a_people_s_units_that_fight_alone_are_named() -> None:
    """They are not the side's own; beside others they go with its name."""
    allied = ch.SetPeople("Galli", at_war=False, ally=C)
    units = folk("Roma", "Galli", side=C, id="g"), unit("Roma", id="a")
    state = segment(allied, *units)
    fought = fight(field(9), field(1), 6)
    for ids, who in ((("g",), "The Caesarians' Galli"), (("g", "a"), "The Caesarians")):
        force = replace(fought.attacker, side=C, ids=ids)
        line = told(state, [replace(fought, attacker=force)])[0]
        assert line == f"{who} beat the defender."


@pytest.mark.parametrize(("die", "winner"), [(3, "defender"), (4, "attacker")])
def test_a_result_alike_for_both_says_who_wins(die: int, winner: str) -> None:
    told_of = [told(begun("table"), [fight(field(one), field(1), die)]) for one in (1, 9)]
    alike, plain = (next(line for line in lines if "Die " in line) for lines in told_of)
    assert alike.endswith(f"on 1/1: R/R, starred for the {winner}, who wins.")
    assert plain.endswith("on 4/1: R/A.")
