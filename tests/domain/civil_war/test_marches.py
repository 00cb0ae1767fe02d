"""Marches overland: what they cost, where they end, who may go."""

import re

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.contract.choices import ChooseOne
from iacta.domain.kernel.proof.errors import Invalid, NotYourTurn, OutOfPhase, RuleViolation
from tests.domain.civil_war.given import folded, leader, of, ruled, when
from tests.domain.civil_war.war import folk, segment, unit

SEAT = "seat:caesarian"


def march(
    state: State, zone: str, to: str, *units: str, leaders: tuple[str, ...] = ()
) -> fx.Marched:
    """The march of some units."""
    return of(fx.Marched, when(state, cmd.March(zone, to, units, leaders), role=SEAT))


def refused(state: State, command: cmd.March, role: str = SEAT) -> RuleViolation:
    """The rule that forbids a march."""
    with pytest.raises(RuleViolation) as error:
        when(state, command, role=role)
    return error.value


def test_cw_37_the_cheapest_way_is_taken_and_the_rest_of_the_ma_stays() -> None:
    """CW-37, CW-38: one MA a step in open country; they may go on with what is left."""
    state = segment(unit("Cisalpina", id="xiii"), leader("Caesar", "Cisalpina", tb=3))
    gone = march(state, "Cisalpina", "Apulia", "xiii", leaders=())
    assert gone.route == ("Cisalpina", "Picenum", "Apulia")
    assert (gone.cost, gone.crossed, gone.over) == (2, False, None)
    after = folded(state, [gone])
    assert (after.unit("xiii").zone, after.unit("xiii").spent) == ("Apulia", 2)
    further = march(after, "Apulia", "Campania", "xiii")
    assert folded(after, [further]).unit("xiii").spent == 3
    assert refused(after, cmd.March("Apulia", "Roma", ("xiii",))).rule == "CW-38"


def test_cw_7_2_rivers_and_straits_cost_two_and_are_named() -> None:
    """CW 7.2, CW-38: the last step's crossing is remembered for the battle (CW 8.6f)."""
    state = segment(unit("Celtica", id="a"), unit("Apulia", id="b"))
    rhine = march(state, "Celtica", "Belgica", "a")
    assert (rhine.cost, rhine.crossed, rhine.over) == (2, True, "Sequana")
    strait = march(state, "Apulia", "Sicilia", "b")
    assert (strait.cost, strait.crossed, strait.over) == (2, True, "Fretum Siculum")
    assert folded(state, [strait]).unit("b").crossed


def test_cw_7_2_of_equal_ways_the_one_without_a_crossing_at_its_end() -> None:
    """CW-37: two MA lead from Picenum to Etruria's neighbours over land, never by the Tiber."""
    state = segment(unit("Campania", id="a"))
    assert march(state, "Campania", "Etruria", "a").route == ("Campania", "Picenum", "Etruria")
    assert not march(state, "Campania", "Etruria", "a").crossed


def test_cw_e2_foul_weather_takes_one_ma_of_units_and_leaders() -> None:
    """CW E2: through the whole year, in every segment."""
    placed = (unit("Cisalpina", id="a"), leader("Caesar", "Cisalpina"))
    far = cmd.March("Cisalpina", "Aquitania", ("a",))
    assert of(fx.Marched, when(segment(*placed), far)).cost == 3
    for number in (1, 2):
        foul = segment(*placed, in_force=(2,), number=number, order=("caesarian", "caesarian"))
        assert refused(foul, far).rule == "CW-38"
        near = cmd.March("Cisalpina", "Narbonensis", ("a",))
        assert of(fx.Marched, when(foul, near)).cost == 2
        view = SYSTEM.view(foul, "public", {})
        caesar = next(one for one in view.leaders if one.name == "Caesar")
        assert (caesar.ma, caesar.left) == (5, 4)
        assert next(zone for zone in view.zones if zone.name == "Cisalpina").units[0].left == 2


def test_cw_39_a_zone_takes_twenty_land_units_of_a_side() -> None:
    """CW-39: those who stand there count, Naves and the other side do not."""
    crowd = [unit("Picenum", id=f"p{n}") for n in range(19)]
    state = segment(*crowd, unit("Cisalpina", id="a"), unit("Cisalpina", id="b"))
    assert march(state, "Cisalpina", "Picenum", "a").to == "Picenum"
    assert refused(state, cmd.March("Cisalpina", "Picenum", ("a", "b"))).rule == "CW-39"
    options = SYSTEM.options(state, SEAT, {})
    narrow = next(one for one in options if one.id == "march:Cisalpina:caesarian:1:1")
    assert narrow.choices["/units"].max == 1
    assert narrow.choices["/to"].values == ["Picenum"]


def test_cw_40_a_march_ends_among_enemies() -> None:
    """CW-40: nobody passes them, nobody goes on from there in this segment."""
    state = segment(
        unit("Cisalpina", id="a"), unit("Picenum", "republican", id="r"), unit("Etruria", id="e")
    )
    met = march(state, "Cisalpina", "Picenum", "a")
    assert met.halted
    after = folded(state, [met])
    assert after.unit("a").spent == 3
    assert not any(
        option.id.startswith("march:Picenum") for option in SYSTEM.options(after, SEAT, {})
    )
    assert refused(state, cmd.March("Cisalpina", "Apulia", ("a",))).rule == "CW-38"


def test_cw_40_leaders_alone_do_not_go_among_enemies() -> None:
    """CW-40, CW-37: and they travel one by one."""
    state = segment(
        leader("Caesar", "Cisalpina"),
        leader("Curio", "Cisalpina"),
        unit("Picenum", "republican", id="r"),
    )
    assert refused(state, cmd.March("Cisalpina", "Picenum", (), ("Caesar",))).rule == "CW-40"
    two = cmd.March("Cisalpina", "Etruria", (), ("Caesar", "Curio"))
    assert refused(state, two).rule == "CW-37"
    gone = march(state, "Cisalpina", "Etruria", leaders=("Caesar",))
    assert folded(state, [gone]).leader("Caesar").zone == "Etruria"


def test_cw_e4_the_ill_stay_in_their_zone() -> None:
    """CW E4: through the year, on land and by sea."""
    state = segment(
        unit("Apulia", id="a"),
        unit("Apulia", kind="naves", id="n"),
        leader("Caesar", "Apulia", chief=True),
        ch.PlaceLeader("Caesar", ill=True),
        in_force=(4,),
    )
    assert refused(state, cmd.March("Apulia", "Campania", ("a",), ("Caesar",))).rule == "CW E4"
    with pytest.raises(RuleViolation) as error:
        when(state, cmd.Sail("Apulia", "Epirus", 1, ("a",), ("Caesar",)), role=SEAT)
    assert error.value.rule == "CW E4"
    assert "Caesar" not in str([option.choices for option in SYSTEM.options(state, SEAT, {})])


def test_cw_34_a_seat_cannot_move_in_the_other_seats_segment() -> None:
    """CW-34: neither with its own nor with the other seat's units."""
    state = segment(unit("Cisalpina", id="a"), unit("Apulia", "republican", id="r"))
    for role, zone, key in (
        ("seat:republican", "Apulia", "r"),
        ("seat:republican", "Cisalpina", "a"),
    ):
        with pytest.raises(NotYourTurn):
            when(state, cmd.March(zone, "Picenum", (key,)), role=role)
    assert refused(state, cmd.March("Apulia", "Picenum", ("r",))).rule == "CW-37"
    assert SYSTEM.options(state, "seat:republican", {}) == ()


def test_a_march_of_nobody_or_from_elsewhere_is_refused() -> None:
    """CW-37: pointed at the member that is wrong."""
    state = segment(unit("Cisalpina", id="a"), unit("Apulia", kind="naves", id="n"))
    for command, pointer in (
        (cmd.March("Cisalpina", "Picenum"), "/command/units"),
        (cmd.March("Utopia", "Picenum", ("a",)), "/command/zone"),
        (cmd.March("Cisalpina", "Utopia", ("a",)), "/command/to"),
        (cmd.March("Cisalpina", "Picenum", ("a", "a")), "/command/units/1"),
        (cmd.March("Cisalpina", "Picenum", ("n",)), "/command/units/0"),
        (cmd.March("Cisalpina", "Picenum", ("a",), ("Caesar",)), "/command/leaders/0"),
    ):
        with pytest.raises(Invalid) as error:
            when(state, command, role=SEAT)
        assert error.value.pointer == pointer
    assert refused(state, cmd.March("Apulia", "Campania", ("n",))).rule == "CW-42"


def test_cw_41_marching_is_over_once_it_is_ended() -> None:
    """CW-41: then come the combats, and only they."""
    state = segment(
        unit("Cisalpina", id="a"), unit("Picenum", id="b"), unit("Picenum", "republican", id="r")
    )
    (ended,) = when(state, cmd.EndMarches(), role=SEAT)
    assert ended == fx.MarchesEnded("caesarian", 1, ("Picenum",))
    after = folded(state, [ended])
    with pytest.raises(OutOfPhase):
        when(after, cmd.March("Cisalpina", "Etruria", ("a",)), role=SEAT)
    with pytest.raises(OutOfPhase):
        when(after, cmd.EndMarches(), role=SEAT)
    assert [one.id for one in SYSTEM.options(after, SEAT, {})] == ["attack:Picenum:republican"]


def test_cw_51_entering_a_people_at_peace_is_war() -> None:
    """CW-51: the other seat leads it from there on; a seat in control keeps the peace."""
    state = segment(unit("Syria", id="a"), folk("Aegyptii", "Aegyptii", id="e"))
    effects = when(state, cmd.March("Syria", "Aegyptii", ("a",)), role=SEAT)
    settled = of(fx.PeopleSettled, effects)
    assert (settled.people, settled.at_war, settled.led_by) == ("Aegyptii", True, "republican")
    after = folded(state, effects)
    assert after.unit("a").spent == 3
    assert of(fx.MarchesEnded, when(after, cmd.EndMarches())).contested == ("Aegyptii",)
    held = ruled(segment(unit("Syria", id="a")), ch.SetControl(zone="Aegyptii", seat="caesarian"))
    quiet = when(held, cmd.March("Syria", "Aegyptii", ("a",)), role=SEAT)
    assert [type(effect) for effect in quiet] == [fx.Marched]


def test_a_route_leads_from_the_first_zone_to_the_last() -> None:
    """CW-37: as the viewer draws it, and as the log tells it."""
    state = segment(unit("Cisalpina", id="a"), leader("Caesar", "Cisalpina"))
    effects = when(state, cmd.March("Cisalpina", "Apulia", ("a",), ("Caesar",)), role=SEAT)
    assert SYSTEM.narrate(state, effects, {}).text == (
        "Caesar with one Legio unit marches from Cisalpina through Picenum to Apulia.",
    )


def test_who_is_left_alone_by_a_march_is_told() -> None:
    """CW-49: an enemy who comes finds leaders without units."""
    one = leader("Curio", "Cisalpina")
    state = segment(unit("Cisalpina", id="a"), leader("Caesar", "Cisalpina"), one)
    effects = when(state, cmd.March("Cisalpina", "Picenum", ("a",), ("Caesar",)), role=SEAT)
    assert SYSTEM.narrate(state, effects, {}).text[1:] == ("Curio stays behind alone.",)
    more = ruled(state, unit("Cisalpina", id="b"))
    assert len(SYSTEM.narrate(more, effects, {}).text) == 1


def test_a_zone_that_a_march_leaves_to_nobody_is_told() -> None:
    """CW-55: who comes there takes it, and with it perhaps its region."""
    ours = ch.SetControl(zone="Cisalpina", seat="caesarian")
    state = segment(unit("Cisalpina", id="a"), unit("Illyricum", id="g"), ours)
    march = cmd.March("Cisalpina", "Picenum", ("a",), ())
    effects = when(state, march, role=SEAT)
    assert SYSTEM.narrate(state, effects, {}).text[1:] == ("Nobody stays in Cisalpina.",)
    for more in (unit("Cisalpina", id="b"), folk("Cisalpina", "Galli", id="b")):
        assert len(SYSTEM.narrate(ruled(state, more), effects, {}).text) == 1
    beyond = when(state, cmd.March("Illyricum", "Cisalpina", ("g",), ()), role=SEAT)
    assert len(SYSTEM.narrate(state, beyond, {}).text) == 1, "it counts for no region"


def test_a_segment_that_ends_before_anybody_has_moved_says_so() -> None:
    """CW-41: who ends it with one tap."""

    def end(state: State) -> str:
        options = SYSTEM.options(state, SEAT, {})
        return next(one.title for one in options if one.id == "end-marches")

    state = segment(unit("Cisalpina", id="xiii"))
    assert end(state).endswith(": nobody has moved")
    gone = march(state, "Cisalpina", "Picenum", "xiii")
    assert "nobody" not in end(folded(state, [gone]))


def test_a_segment_that_ends_says_how_many_stacks_have_not_moved() -> None:
    """CW-41: stacks with units that may march and have not, even if others have joined them."""
    state = segment(
        *(unit("Cisalpina", id=name) for name in ("xiii", "xii")),
        unit("Celtica", id="x"),
        unit("Belgica", id="viii"),
    )
    for gone, left in (
        (march(state, "Cisalpina", "Picenum", "xiii"), "three stacks have"),
        (march(state, "Celtica", "Belgica", "x"), "two stacks have"),
        (march(state, "Cisalpina", "Picenum", "xii"), "one stack has"),
    ):
        state = folded(state, [gone])
        assert titles_of(state, "End")[0].endswith(f": {left} not moved")
    state = folded(state, [march(state, "Belgica", "Celtica", "viii")])
    assert "not moved" not in titles_of(state, "End")[0]


def test_a_march_among_enemies_says_when_they_are_fought() -> None:
    """CW-41: it throws no dice itself."""
    state = segment(
        *(unit("Cisalpina", id=name) for name in ("xiii", "xii")),
        unit("Picenum", "republican"),
        unit("Etruria", "republican", "naves", id="r-fleet"),
    )
    follows = "The fight follows when the marches end."
    for goal, fights in (("Picenum", True), ("Etruria", False)):
        marched = march(state, "Cisalpina", goal, "xiii")
        assert (follows in SYSTEM.narrate(state, [marched], {}).text) is fights


def test_a_way_is_said_to_cost_ma() -> None:
    """CW-38: a number alone is read as the points that win the war."""
    state = segment(unit("Cisalpina", id="xiii", ma=2))
    options = SYSTEM.options(state, SEAT, {})
    (goals,) = [one.choices["/to"] for one in options if one.title.startswith("March from")]
    assert isinstance(goals, ChooseOne)
    words = {str(one.value): one.title for one in goals.one_of}
    assert re.search(r", 1 MA\b", words["Picenum"])
    assert re.search(r", 2 MA\b", words["Apulia"])


def test_armies_that_have_not_moved_stand_first() -> None:
    """The strongest of those that have moved comes after the weakest that has not. CW-37."""
    state = segment(
        unit("Cisalpina", id="xiii", sp=8, ma=4),
        unit("Narbonensis", id="x", sp=2),
        ch.SetSpent(units=("xiii",), leaders=(), spent=1),
    )
    titles = [one.title for one in SYSTEM.options(state, SEAT, {})]
    assert [one for one in titles if one.startswith("March from")] == [
        "March from Narbonensis: 2 SP",
        "March from Cisalpina: 8 SP",
    ]


def test_a_goal_says_whose_it_is_and_who_stands_there() -> None:
    """As the marching side sees it: the strength that fights there, without the ships. CW-46."""
    state = segment(
        unit("Cisalpina", id="xiii", ma=3),
        unit("Picenum", "republican"),
        unit("Picenum", "republican", id="r-fleet", kind="naves"),
        leader("Pompeius", "Picenum"),
        unit("Etruria"),
        ch.SetControl(zone="Picenum", seat="republican"),
        ch.SetControl(zone="Etruria", seat="caesarian"),
        ch.SetControl(zone="Illyricum", seat=None),
        unit("Narbonensis", "republican", sp=1),
        ch.SetControl(zone="Narbonensis", seat="caesarian"),
        unit("Roma", id="i"),
        unit("Roma", id="ii"),
        leader("Curio", "Roma"),
        ch.SetControl(zone="Roma", seat="republican"),
        unit("Cisalpina", id="s", kind="naves"),
    )

    def told(kind: str) -> dict[str, str]:
        option = next(one for one in SYSTEM.options(state, SEAT, {}) if one.title.startswith(kind))
        goals = option.choices["/to"]
        assert isinstance(goals, ChooseOne)
        return {str(one.value): one.title.split(": ")[1] for one in goals.one_of}

    marches = told("March from Cisalpina")
    assert marches["Picenum"] == "4 enemy SP with Pompeius, 1 MA; part of Italia, 5 points"
    assert marches["Etruria"] == "4 friendly SP, 1 MA"
    assert marches["Roma"] == (
        "8 friendly SP with Curio, enemy-held until the year's end, 3 MA over the Tiberis; 2 points"
    )
    assert (
        marches["Narbonensis"]
        == "1 enemy SP, the zone still friendly, 2 MA; part of Gallia, 2 points"
    )
    assert marches["Illyricum"] == "empty, neutral, 1 MA"
    assert told("Sail from Cisalpina")["Sardinia"] == "empty, neutral, by Mare Ligusticum"
    people = segment(unit("Celtica", id="x", ma=4), folk("Germani", "Germani"))
    (march_, *_) = [one for one in SYSTEM.options(people, SEAT, {}) if "Celtica" in one.title]
    goals = march_.choices["/to"]
    assert isinstance(goals, ChooseOne)
    (war,) = [one.title for one in goals.one_of if one.value == "Germani"]
    assert war.split(": ")[1].startswith("4 neutral SP, ")
    assert war.endswith("; means war with the Germani")


def test_what_may_be_taken_from_the_enemy_is_the_first_goal() -> None:
    """By what a zone counts for (CW R1); then stronger enemies, own zones, new wars."""
    state = segment(
        *(unit("Cisalpina", id=name, ma=4) for name in ("xiii", "xii")),
        unit("Picenum", "republican", sp=2),
        unit("Roma", "republican", sp=7),
        *(unit("Epirus", "republican", id=f"r{n}") for n in range(3)),
        *(ch.SetControl(zone=zone, seat="republican") for zone in ("Roma", "Etruria", "Picenum")),
        ch.SetControl(zone="Epirus", seat="republican"),
        ch.SetControl(zone="Illyricum", seat="caesarian"),
    )
    (march_, *_) = [one for one in SYSTEM.options(state, SEAT, {}) if "March" in one.title]
    goals = march_.choices["/to"]
    assert isinstance(goals, ChooseOne)
    order = [str(one.value) for one in goals.one_of]
    wanted = ["Roma", "Etruria", "Picenum", "Epirus", "Illyricum"]
    assert [zone for zone in order if zone in wanted] == wanted
    italia = [one.title.split("; ")[1] for one in goals.one_of if "Italia" in one.title]
    assert italia == ["part of Italia, 5 points", "part of Italia"], "points are told once"
    war = [one.title for one in goals.one_of if "means war" in one.title]
    assert war == [one.title for one in goals.one_of][-len(war) :]


def test_the_strongest_army_is_the_first_to_march() -> None:
    """Then the end, and what is seldom wanted: a part that goes farther, leaders alone."""
    state = segment(
        unit("Illyricum", id="i"),
        *(unit("Celtica", id=name) for name in ("x", "ix")),
        unit("Celtica", id="h", kind="equites", sp=2, ma=4),
        *(leader(name, "Celtica") for name in ("Curio", "Hirtius", "Lepidus")),
        *(leader(name, "Illyricum") for name in ("Trebonius", "D. Brutus")),
    )
    assert titles_of(state, "") == [
        "March from Celtica: 10 SP with Curio, Hirtius and Lepidus",
        "March from Illyricum: 4 SP with D. Brutus and Trebonius",
        "End the segment: nobody has moved",
        "March from Celtica with cavalry alone, 4 MA",
        "Move Curio or another leader alone from Celtica",
        "Move D. Brutus or Trebonius alone from Illyricum",
    ]


def test_a_landing_among_others_says_so() -> None:
    """CW-46: of two voyages from one zone, one may not go without units."""
    state = segment(
        *(unit("Cisalpina", id=name) for name in ("a", "b")),
        unit("Cisalpina", id="s", kind="naves"),
        unit("Sicilia", "republican", id="r"),
    )
    assert titles_of(state, "Sail") == [
        "Sail from Cisalpina, up to two units",
        "Sail from Cisalpina to a hostile shore, one to two units",
    ]


def test_marches_from_one_zone_say_what_tells_them_apart() -> None:
    """Units with more MA left go farther: another group, and another title."""
    tired = segment(unit("Cisalpina", id="xiii"), unit("Cisalpina", id="fresh"))
    gone = march(tired, "Cisalpina", "Picenum", "xiii")
    back = march(folded(tired, [gone]), "Picenum", "Cisalpina", "xiii")
    state = folded(folded(tired, [gone]), [back])
    titles = [one.title for one in SYSTEM.options(state, SEAT, {}) if "March from" in one.title]
    assert len(titles) == len(set(titles)) > 1
    assert titles[0] == "March from Cisalpina: 8 SP"
    assert all(title.startswith("March from Cisalpina, ") for title in titles[1:])


def titles_of(state: State, word: str) -> list[str]:
    """The titles of the seat's options that begin with a word."""
    return [one.title for one in SYSTEM.options(state, SEAT, {}) if one.title.startswith(word)]


def test_a_march_that_the_horse_alone_can_make_says_so() -> None:
    """CW-38: a way of four points is offered to Equites, and the others would look for theirs."""
    horse = unit("Cisalpina", id="h", kind="equites", ma=4)
    foot = unit("Cisalpina", id="f", ma=3)
    assert titles_of(segment(horse, foot), "March") == [
        "March from Cisalpina: 8 SP",
        "March from Cisalpina with cavalry alone, 4 MA",
    ]
    assert not any("alone" in title for title in titles_of(segment(horse), "March"))


def test_who_is_kept_in_place_is_told_where_he_is_missed() -> None:
    """CW E4, CW E6, CW-63: once, in what the others of his zone may do, and in the view."""
    placed = (
        unit("Cisalpina", id="a"),
        unit("Cisalpina", id="s", kind="naves"),
        leader("Caesar", "Cisalpina", chief=True),
        leader("Curio", "Cisalpina"),
    )
    for city, rule in (("Ravenna", "CW E6"), ("Roma", "CW-63")):
        state = segment(*placed, ch.SetCity(city, "caesarian"), in_force=(6,))
        told = [*titles_of(state, "March"), *titles_of(state, "Sail")]
        assert told[0].startswith("March from Cisalpina: 4 SP with Curio; ")
        assert told[0].endswith(f"; unrest keeps Caesar ({rule})")
        assert len(told) > 1
        assert not any("keeps" in title for title in told[1:])
        kept = {one.name: one.kept for one in SYSTEM.view(state, "public", {}).leaders}
        assert (kept["Caesar"], kept["Curio"]) == (rule, None)
    assert not any("keeps" in title for title in titles_of(segment(*placed), "March"))
