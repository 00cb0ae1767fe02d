"""Combats of a segment: who fights, who leaves the field, and for where."""

import pytest

from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.options.map import retreats
from iacta.domain.civil_war.rules.board import Board
from iacta.domain.civil_war.rules.ways import may_enter
from iacta.domain.civil_war.state import RetreatDue, State
from iacta.domain.kernel.proof.errors import Invalid, NotYourTurn, OutOfPhase, RuleViolation
from tests.domain.civil_war.given import folded, leader, none_of, of, reasons, ruled, when
from tests.domain.civil_war.war import folk, replace, segment, unit

C, R = "caesarian", "republican"


def field(*changes: object, **more: object) -> State:
    """The Caesarians have marched and fight."""
    state = segment(*changes, order=(C, R, C), **more)
    return folded(state, when(state, cmd.EndMarches(), role=f"seat:{C}"))


def pharsalus(*changes: object) -> State:
    """Four fresh Legio against three in Macedonia."""
    return field(
        *(unit("Macedonia", id=f"c{n}") for n in range(4)),
        *(unit("Macedonia", R, id=f"r{n}") for n in range(3)),
        leader("Pompeius", "Macedonia"),
        *changes,
    )


ATTACK = cmd.Attack("Macedonia", R)


def test_cw_41_all_who_stand_there_fight() -> None:
    """CW-41, CW 8.4: each side with all its units and leaders, from the map."""
    fought = of(fx.CombatResolved, when(pharsalus(), ATTACK, 6, role=f"seat:{C}"))
    assert fought.attacker.ids == ("c0", "c1", "c2", "c3")
    assert fought.defender.ids == ("r0", "r1", "r2")
    assert (fought.odds, fought.column_before_shift) == ("4/3", "5/4")
    assert fought.defender.leaders == ("Pompeius",)


def test_cw_41_a_segment_is_not_over_before_every_field_is_fought() -> None:
    """CW-41: nobody ends it, no other seat attacks."""
    state = pharsalus(unit("Asia", id="a"), unit("Asia", R, id="d"))
    assert [one.id for one in SYSTEM.options(state, f"seat:{C}", {})] == [
        f"attack:Asia:{R}",
        f"attack:Macedonia:{R}",
    ]
    with pytest.raises(OutOfPhase):
        when(state, cmd.EndMarches())
    with pytest.raises(NotYourTurn):
        when(state, ATTACK, role=f"seat:{R}")
    with pytest.raises(RuleViolation) as refused:
        when(state, cmd.Attack("Roma", R))
    assert refused.value.rule == "CW-41"
    with pytest.raises(Invalid):
        when(state, cmd.Attack("Utopia", R))
    one = when(state, ATTACK, 6)
    assert none_of(fx.SegmentBegun, one)
    after = folded(state, one)
    assert [due.zone for due in after.pending] == ["Macedonia"]


def test_cw_47_the_loser_chooses_among_free_neighbours() -> None:
    """CW-47, CW 8.4.2W: not where enemies stand; the log and the view name the choice."""
    state = pharsalus(unit("Epirus", id="e"))
    effects = when(state, ATTACK, 6)
    due = of(fx.RetreatAwaited, effects).due
    assert (due.seat, due.units, due.leaders) == (R, ("r0", "r1", "r2"), ("Pompeius",))
    assert due.to == ("Asia", "Bithynia", "Achaia", "Illyricum")
    after = folded(state, effects)
    assert SYSTEM.standing(after).waiting[0].kinds == ("civil-war.retreat",)
    assert SYSTEM.view(after, "public", {}).pending[0].to == due.to
    for wrong, role, error in (
        ("Epirus", f"seat:{R}", RuleViolation),
        ("Achaia", f"seat:{C}", NotYourTurn),
    ):
        with pytest.raises(error):
            when(after, cmd.Retreat(wrong), role=role)
    gone = when(after, cmd.Retreat("Achaia"), role=f"seat:{R}")
    assert of(fx.SegmentBegun, gone).seat == R
    assert {folded(after, gone).unit(key).zone for key in due.units} == {"Achaia"}
    assert folded(after, gone).leader("Pompeius").zone == "Achaia"


def test_cw_47_a_way_of_retreat_tells_whose_zone_it_is_and_who_stands_there() -> None:
    """As the beaten side sees it: its own zone, nobody's or the enemy's."""
    state = pharsalus(
        unit("Achaia", R, id="a"),
        leader("Cato", "Achaia"),
        ch.SetControl(zone="Achaia", seat=C),
        ch.SetControl(zone="Asia", seat=R),
        ch.SetControl(zone="Illyricum", seat=None),
    )
    ways = ("Achaia", "Asia", "Illyricum")
    told = retreats(Board(state), RetreatDue(R, "Macedonia", R, (), (), ways))
    assert [one.title for one in told] == [
        "Retreat to Achaia: 4 friendly SP with Cato, enemy-held until the year's end",
        "Retreat to Asia: empty, friendly",
        "Retreat to Illyricum: empty, neutral",
    ]


def test_cw_55_a_zone_that_units_fell_back_into_stays_the_enemys() -> None:
    """They take nothing at the year's end, so none is promised to who retreats to them."""
    state = pharsalus(unit("Achaia", R, id="a"), ch.SetControl(zone="Achaia", seat=C))
    units = tuple(replace(one, fell_back=one.id == "a") for one in state.units)
    due = RetreatDue(R, "Macedonia", R, (), (), ("Achaia",))
    (one,) = retreats(Board(replace(state, units=units)), due)
    assert one.title == "Retreat to Achaia: 4 friendly SP, the zone still enemy-held"


def test_cw_47_without_a_way_out_units_and_leaders_are_lost() -> None:
    """CW-47: at once, for there is nothing to choose."""
    around = [unit(zone, id=zone.lower()) for zone in ("Epirus", "Achaia", "Illyricum")]
    across = [unit(zone, id=zone.lower()) for zone in ("Asia", "Bithynia")]
    state = pharsalus(*around, *across)
    effects = when(state, ATTACK, 6)
    lost = of(fx.Retreated, effects)
    assert (lost.to, lost.eliminated, lost.taken) == (None, ("r0", "r1", "r2"), ("Pompeius",))
    after = folded(state, [of(fx.CombatResolved, effects), lost])
    assert after.leader("Pompeius").status == "dead"
    assert after.unit("r0").status == "reserve"
    assert "have nowhere to go and are lost" in str(SYSTEM.narrate(state, effects, {}).text)


def test_cw_39_a_force_that_no_zone_has_room_for_is_told_to_be_lost_for_that() -> None:
    """CW-39, CW-47: the way to Achaia is open, but three more are too many there."""
    state = pharsalus(
        *(unit(zone, id=zone.lower()) for zone in ("Epirus", "Illyricum", "Asia", "Bithynia")),
        unit("Achaia", R, id="a"),
    )
    assert state.terms is not None
    state = replace(state, terms=replace(state.terms, stacking=3))
    effects = when(state, ATTACK, 6)
    assert of(fx.Retreated, effects).eliminated == ("r0", "r1", "r2")
    text = SYSTEM.narrate(state, effects, {}).text
    lost, taken = (line for line in text if "nowhere" in line)
    assert lost.endswith("have nowhere to go, for want of room, and are lost.")
    assert taken.endswith("has nowhere to go, for want of room, and is captured and killed.")


def test_cw_47_one_way_out_is_taken_at_once() -> None:
    """CW-47: where there is one zone nobody has to be asked."""
    state = field(
        *(unit("Sardinia", id=f"c{n}") for n in range(4)),
        unit("Sardinia", R, id="r"),
        unit("Sardinia", R, "naves", id="n", sp=1),
        *(unit(zone, id=zone.lower()) for zone in ("Roma", "Etruria", "Campania", "Sicilia")),
        *(unit(zone, id=zone.lower()) for zone in ("Cisalpina", "Africa", "Numidae")),
    )
    assert field().pending == ()
    gone = of(fx.Retreated, when(state, cmd.Attack("Sardinia", R), 4))
    assert (gone.to, gone.harbour, gone.fleet) == ("Narbonensis", "Narbonensis", ("n",))


def test_cw_48_ships_find_a_harbour_of_their_own() -> None:
    """CW-48, CW-46: Naves stay out; their Force beaten they go to a port of their seat's there."""
    state = field(
        *(unit("Epirus", id=f"c{n}") for n in range(6)),
        *(unit("Epirus", R, id=f"r{n}") for n in range(4)),
        unit("Epirus", R, "naves", id="n", sp=2),
        ch.SetControl(zone="Illyricum", seat=R),
        ch.SetControl(zone="Achaia", seat=R),
        ch.SetControl(zone="Macedonia", seat=R),
    )
    effects = when(state, cmd.Attack("Epirus", R), 5)
    assert "n" not in of(fx.CombatResolved, effects).defender.ids
    due = of(fx.RetreatAwaited, effects).due
    assert set(due.to) == {"Macedonia", "Achaia", "Illyricum"}
    after = folded(state, effects)
    inland = of(fx.Retreated, when(after, cmd.Retreat("Macedonia")))
    assert (inland.to, inland.fleet, inland.harbour) == ("Macedonia", ("n",), "Achaia")
    together = of(fx.Retreated, when(after, cmd.Retreat("Illyricum")))
    assert together.harbour == "Illyricum"


def test_cw_48_ships_without_a_port_are_lost() -> None:
    """CW-48: where every port of the sea is hostile."""
    others = ("Cisalpina", "Picenum", "Apulia", "Illyricum", "Achaia", "Sicilia")
    state = field(
        *(unit("Epirus", id=f"c{n}") for n in range(6)),
        *(unit("Epirus", R, id=f"r{n}") for n in range(4)),
        unit("Epirus", R, "naves", id="n", sp=2),
        *(unit(zone, id=zone.lower()) for zone in others),
    )
    effects = when(state, cmd.Attack("Epirus", R), 5)
    gone = of(fx.Retreated, effects)
    assert (gone.to, gone.fleet, gone.eliminated) == ("Macedonia", (), ("n",))
    assert "has nowhere to go and is lost" in str(SYSTEM.narrate(state, effects, {}).text)


def test_cw_48_ships_take_a_force_along_that_they_can_carry() -> None:
    """CW-48: a beaten landing goes back to its ships."""
    state = field(
        *(unit("Sardinia", id=f"c{n}") for n in range(2)),
        unit("Sardinia", kind="naves", id="n", sp=1),
        *(unit("Sardinia", R, id=f"r{n}") for n in range(4)),
    )
    due = of(fx.RetreatAwaited, when(state, cmd.Attack("Sardinia", R), 2)).due
    assert (due.seat, "Roma" in due.to, "Africa" in due.to) == (C, True, True)


def test_cw_30_leaders_of_an_eliminated_force_retreat_too() -> None:
    """CW-30, CW-47: A takes the last units; the leader goes on alone."""
    state = field(
        *(unit("Africa", id=f"c{n}") for n in range(4)),
        unit("Africa", R, id="r", reduced=True),
        leader("Cato", "Africa"),
    )
    gone = of(fx.Retreated, when(state, cmd.Attack("Africa", R), 1))
    assert (gone.units, gone.leaders, gone.to) == ((), ("Cato",), "Cyrenaica")


def test_cw_49_a_leader_alone_among_enemies_gets_away() -> None:
    """CW-49: to the nearest friendly units; without any, captured."""
    base = [unit("Roma", id="a"), leader("Pompeius", "Roma"), unit("Syria", R, id="s")]
    state = segment(*base, unit("Sicilia", R, id="near"), order=(C, R))
    fled = of(fx.LeadersFled, when(state, cmd.EndMarches())).leaders
    assert fled == (fx.Flight("Pompeius", "Roma", "Sicilia"),)
    alone = segment(*base[:2], order=(C, R))
    effects = when(alone, cmd.EndMarches())
    assert of(fx.LeadersFled, effects).leaders[0].to is None
    assert folded(alone, effects).leader("Pompeius").status == "dead"
    assert SYSTEM.narrate(alone, effects, {}).marks == ({"kind": "death"},)


def test_losses_and_retreat_are_chosen_side_by_side() -> None:
    """CW 8.4.2F, CW-47: each by its seat, in any order; then the segment goes on."""
    state = field(
        *(unit("Macedonia", id=f"c{sp}", sp=sp) for sp in (6, 7, 8)),
        *(unit("Macedonia", R, id=f"r{n}", sp=7) for n in range(3)),
    )
    after = folded(state, when(state, ATTACK, 5))
    assert [due.seat for due in after.pending] == [C, R]
    assert {one.seat for one in SYSTEM.standing(after).waiting} == {C, R}
    for first, second in (
        (cmd.ChooseLosses(("c6", "c7")), cmd.Retreat("Achaia")),
        (cmd.Retreat("Achaia"), cmd.ChooseLosses(("c6", "c7"))),
    ):
        half = folded(after, when(after, first))
        assert half.active == C
        assert of(fx.SegmentBegun, when(half, second)).seat == R


def test_cw_31_a_led_peoples_seat_chooses_for_it() -> None:
    """CW-31, CW-50: the referee only where nobody leads it."""
    state = field(
        *(unit("Aegyptii", id=f"c{n}", sp=9) for n in range(4)),
        folk("Aegyptii", "Aegyptii", id="e"),
        ch.SetPeople("Aegyptii", at_war=True),
    )
    assert state.people("Aegyptii").led_by == R
    due = of(fx.RetreatAwaited, when(state, cmd.Attack("Aegyptii", "Aegyptii"), 1)).due
    assert isinstance(due, RetreatDue)
    assert (due.seat, due.side) == (R, "Aegyptii")
    assert due.to == ("Syria", "Cyrenaica")


def test_cw_47_a_beaten_people_goes_where_no_enemy_stands() -> None:
    """CW-47: a led people's Force too; its leader alone goes nowhere else (CW-40)."""
    state = field(
        *(unit("Aegyptii", id=f"c{n}", sp=9) for n in range(4)),
        unit("Syria", id="s"),
        folk("Aegyptii", "Aegyptii", id="e"),
        ch.SetPeople("Aegyptii", at_war=True),
    )
    gone = of(fx.Retreated, when(state, cmd.Attack("Aegyptii", "Aegyptii"), 1))
    assert gone.to == "Cyrenaica"
    board = Board(state)
    assert not may_enter(board, "Aegyptii", "Syria", armed=False)
    assert may_enter(board, "Aegyptii", "Syria", armed=True)


def test_cw_47_the_home_of_an_ally_is_as_good_as_one_s_own() -> None:
    """CW-47: Juba's lies next to Africa, and nobody sends him to Spain."""
    state = field(
        *(unit("Africa", id=f"c{n}", sp=9) for n in range(4)),
        unit("Africa", R, id="r"),
        ch.SetControl(zone="Cyrenaica", seat=R),
        ch.SetPeople("Numidae", ally=R),
    )
    due = of(fx.RetreatAwaited, when(state, cmd.Attack("Africa", R), 1)).due
    assert set(due.to) == {"Cyrenaica", "Numidae"}


def surrounded(*others: str, **foot: object) -> State:
    """Pompeius at Dyrrhachium with one Naves unit and four Legio units, enemies all about him."""
    return field(
        *(unit("Epirus", id=f"c{n}") for n in range(6)),
        *(unit("Epirus", R, id=f"r{n}") for n in range(4)),
        unit("Epirus", R, "naves", id="n", sp=2),
        leader("Pompeius", "Epirus"),
        *(unit(zone, id=zone.lower()) for zone in ("Illyricum", "Achaia", *others)),
        **foot,
    )


def test_cw_48_leaders_go_with_the_naves_of_a_lost_army() -> None:
    """CW-48: the ship cannot carry four Legio units, but it can carry the leader."""
    state = surrounded("Macedonia")
    gone = of(fx.Retreated, when(state, cmd.Attack("Epirus", R), 5))
    assert (gone.to, gone.fleet, gone.leaders, gone.taken) == (None, ("n",), ("Pompeius",), ())
    assert set(gone.eliminated) == {"r0", "r1", "r2", "r3"}
    assert gone.harbour is not None


def test_cw_46_leaders_of_a_fleet_without_a_port_flee_overland() -> None:
    """CW-46, CW-49: the ship is taken, the leader escapes into Macedonia."""
    placed = (
        *(unit("Epirus", id=f"c{n}") for n in range(6)),
        unit("Epirus", R, "naves", id="n", sp=2),
        leader("Pompeius", "Epirus"),
        ch.PlaceLeader("Pompeius", tb=2),
        ch.SetControl(zone="Macedonia", seat=R),
    )
    closed = ("Illyricum", "Achaia", "Cisalpina", "Picenum", "Apulia", "Sicilia")
    state = segment(*placed, *(unit(zone, id=zone.lower()) for zone in closed), order=(C, R))
    effects = when(state, cmd.EndMarches(), role=f"seat:{C}")
    assert of(fx.FleetLeft, effects) == fx.FleetLeft(R, "Epirus", ("n",))
    assert of(fx.LeadersFled, effects).leaders == (fx.Flight("Pompeius", "Epirus", "Macedonia"),)
    assert folded(state, effects).unit("n").status == "reserve"


def test_cw_49_the_ill_cannot_get_away() -> None:
    """CW E4, CW-49: an ill leader may not leave the zone, and is captured."""
    base = [unit("Roma", id="a"), leader("Pompeius", "Roma"), unit("Sicilia", R, id="near")]
    state = segment(*base, ch.PlaceLeader("Pompeius", ill=True), order=(C, R))
    effects = when(state, cmd.EndMarches())
    assert of(fx.LeadersFled, effects).leaders == (fx.Flight("Pompeius", "Roma", None),)
    told = SYSTEM.narrate(state, effects, {}).text
    assert told[0] == "Pompeius, ill and alone among enemies in Roma, is captured and killed."


def test_cw_41_an_enemy_of_two_sides_is_attacked_by_one_after_the_other() -> None:
    """CW-41: a seat's own units and those of a people that it leads; one option at a time."""
    state = segment(
        unit("Syria", id="own"),
        folk("Syria", "Parthi", id="p"),
        unit("Syria", R, id="r"),
        ch.SetPeople("Parthi", at_war=True),
        order=(C, R),
    )
    led = [replace(one, led_by=C) if one.name == "Parthi" else one for one in state.peoples]
    state = replace(state, peoples=tuple(led), fighting=True)
    ids = [one.id for one in SYSTEM.options(state, f"seat:{C}", {})]
    assert ids == ["attack:Syria:republican"]


def test_peoples_defend_outside_the_republic_from_the_map() -> None:
    """CW 8.6b, CW E3: the zone says where it is, the year's event counts."""
    state = field(
        *(unit("Numidae", id=f"c{n}") for n in range(2)),
        folk("Numidae", "Numidae", id="n"),
        ch.SetPeople("Numidae", at_war=True),
        in_force=(3,),
    )
    fought = of(fx.CombatResolved, when(state, cmd.Attack("Numidae", "Numidae"), 3))
    assert reasons(fought) == {"CW 8.6b": -1, "CW E3": -1}


def test_an_ally_is_an_enemy_of_rome_as_well() -> None:
    """CW-68, CW 8.6b."""
    state = field(
        unit("Numidae", id="c"),
        ch.SetPeople("Numidae", ally=R),
        folk("Numidae", "Numidae", R, id="n"),
    )
    fought = of(fx.CombatResolved, when(state, cmd.Attack("Numidae", R), 3))
    assert reasons(fought) == {"CW 8.6b": -1}


def test_a_crossing_counts_in_every_combat_of_the_segment() -> None:
    """CW 8.6f, CW-10: they crossed to come here, whomever they meet."""
    state = field(
        unit("Syria", id="c"),
        ch.SetCrossed(("c",), True),
        unit("Syria", R, id="r"),
        folk("Syria", "Parthi", id="p"),
        ch.SetPeople("Parthi", at_war=True),
        ch.SetControl(zone="Cilicia", seat=R),
    )
    first = when(state, cmd.Attack("Syria", R), 6)
    assert reasons(of(fx.CombatResolved, first)).get("CW 8.6f") == -1
    assert folded(state, first).unit("c").crossed


def test_a_ruling_may_take_the_last_enemy_away() -> None:
    """CW-41, CW-65: then the active seat ends its segment."""
    state = pharsalus()
    state = ruled(state, ch.MoveUnits(("r0", "r1", "r2"), "Achaia", ("Pompeius",)))
    assert SYSTEM.standing(state).waiting[0].kinds == ("civil-war.end-marches",)
    assert [one.id for one in SYSTEM.options(state, f"seat:{C}", {})] == ["end-marches"]
    assert of(fx.SegmentBegun, when(state, cmd.EndMarches(), role=f"seat:{C}")).seat == R


def test_an_ill_leader_who_is_driven_out_dies() -> None:
    """CW E4: an ill leader's TB does not count; defeat is death."""
    state = pharsalus()
    ill = ruled(state, ch.PlaceLeader("Pompeius", ill=True, tb=3, faction_leader=True))
    fought = of(fx.CombatResolved, when(ill, ATTACK, 6))
    assert fought.eliminated_leaders == ("Pompeius",)
    assert reasons(fought)["CW E4"] == 0


def test_a_retreat_is_told() -> None:
    """CW 8.4.2W: who falls back, from where, to where, and who chose it."""
    state = pharsalus()
    after = folded(state, when(state, ATTACK, 6))
    told = SYSTEM.narrate(after, when(after, cmd.Retreat("Achaia")), {}).text
    back = "Pompeius with three Legio units falls back from Macedonia to Achaia"
    assert told[0] == f"{back}, as the Republicans choose."


def test_who_is_beaten_or_has_losses_to_choose_stands_worse() -> None:
    """CW-47, CW 8.4.2F: the field that is left and the loss that is still to be chosen count."""
    state = field(
        *(unit("Macedonia", id=f"c{sp}", sp=sp) for sp in (6, 7, 8)),
        *(unit("Macedonia", R, id=f"r{n}", sp=7) for n in range(3)),
    )

    def stands(die: int) -> dict[str, dict[str, int]]:
        after = folded(state, when(state, ATTACK, die, role=f"seat:{C}"))
        return {one.title: dict(one.values) for one in SYSTEM.measures(after)}

    won, lost = stands(5), stands(1)
    assert won["Losses to choose"] == {C: 2, R: 0}
    assert won["Units falling back"] == {C: 0, R: 3}
    assert lost["Units falling back"] == {C: 3, R: 0}
