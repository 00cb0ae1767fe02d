"""Combat: one attack a stack and turn; rams, missile fire, boarding. Faces: 1 A, 5 L, 6 B."""

from itertools import product

import msgspec
import pytest

from iacta.domain.kernel.proof.dice import Dice, ScriptSource
from iacta.domain.kernel.proof.errors import Invalid, NotYourTurn, OutOfPhase, RuleViolation
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.rules import abilities
from iacta.domain.naval_battle.rules.attack_dice import chance_to_beat, roll_attack
from iacta.domain.naval_battle.state import State, Switches
from iacta.domain.naval_battle.tables import TABLE_SET
from tests.domain.naval_battle.given import (
    after,
    chief,
    flipped,
    kinds,
    of,
    offered,
    sea,
    ship,
    status,
    unit,
    when,
)

A, MISS, L, B = 1, 3, 5, 6
FAR = ship("Far", "h10", of="reactive")
SPARE = ship("Spare", "a1")


def fight(own: object, enemy: object, **more: object) -> State:
    """Two ships that matter, and one each that keeps the battle going."""
    return sea(own, enemy, FAR, SPARE, **more)  # type: ignore[arg-type]


def ours(*crew: object, **more: object) -> object:
    return ship("Own", "d4", *crew, **more)  # type: ignore[arg-type]


def theirs(*crew: object, square: str = "d5", **more: object) -> object:
    return ship("Enemy", square, *crew, of="reactive", **more)  # type: ignore[arg-type]


def did(effects: list[object]) -> list[tuple[str, str]]:
    """What each die did, and to whom."""
    return [(blow.did, blow.on) for blow in of(fx.Attacked, effects).blows]


RAM = cmd.Ram("Own", "Enemy")
SHOOT = cmd.Volley("Own", "Enemy")


def boarding(mode: str = "Phalanx") -> cmd.Board:
    return cmd.Board("Own", "Enemy", mode)  # type: ignore[arg-type]


# --- one attack ---------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [RAM, SHOOT, boarding()])
@pytest.mark.parametrize("second", [RAM, SHOOT, boarding()])
def test_one_attack_a_turn_by_a_fleet_or_by_its_passenger(
    first: cmd.AnyCommand, second: cmd.AnyCommand
) -> None:
    """NV 5.4, NV 5.5, NV 5.6: whichever comes first, there is no second."""
    state = after(fight(ours(unit("Legio")), theirs(unit("Guard"))), first, *[MISS] * 5)
    with pytest.raises(RuleViolation) as refused:
        when(state, second)
    assert refused.value.rule == "NV 5.6"
    assert not {"ram:Own", "volley:Own", "board:Own"} & offered(state, "active")


def test_attacks_are_made_in_the_own_combat_phase() -> None:
    """NV 5.4: neither in movement nor in the enemy's part of the turn."""
    with pytest.raises(OutOfPhase):
        when(fight(ours(), theirs(), phase="movement"), RAM)
    with pytest.raises(NotYourTurn):
        when(fight(ours(), theirs()), cmd.Ram("Enemy", "Own"), seat="reactive")


def test_nobody_answers_an_attack_with_fire() -> None:
    """NV 5.1: an attack is an event of its own, without dice of the defender's."""
    crew = unit("Archers", "light infantry")
    for command in (RAM, SHOOT, boarding()):
        effects = when(fight(ours(unit("Legio")), theirs(crew)), command, *[MISS] * 5)
        assert kinds(effects) == ["Attacked"]
        assert {blow.did for blow in effects[0].blows} == {"nothing"}


@pytest.mark.parametrize("square", ["d5", "d3", "c4", "e4"])
def test_it_makes_no_difference_from_which_side_one_comes(square: str) -> None:
    """NV 5.2: no flanks, the same dice and the same row."""
    effects = when(fight(ours(), theirs(square=square)), RAM, B, *[MISS] * 4)
    attacked = of(fx.Attacked, effects)
    assert (attacked.row, attacked.dice, did(effects)[0]) == ("Phalanx", 5, ("flipped", "Enemy"))


@pytest.mark.parametrize("square", ["e5", "c3", "d6", "d8"])
def test_rams_and_boarders_need_a_fleet_beside(square: str) -> None:
    """NV 6.1, NV 8.1, NB-17: not cornerwise, not from afar."""
    state = fight(ours(unit("Legio")), theirs(unit("Guard"), square=square))
    for command, rule in ((RAM, "NV 6.1"), (boarding(), "NV 8.1")):
        with pytest.raises(RuleViolation) as refused:
            when(state, command)
        assert (refused.value.rule, refused.value.pointer) == (rule, "/command/target")


# --- ramming ------------------------------------------------------------------------------------


def test_a_ram_is_read_on_the_phalanx_row_with_five_dice() -> None:
    """NV 6.2, NV 6.8, NB-1: as many dice as the fleet's factor."""
    attacked = of(fx.Attacked, when(fight(ours(), theirs()), RAM, *[MISS] * 5))
    assert (attacked.attack, attacked.row, attacked.dice) == ("ram", "Phalanx", 5)
    assert len(attacked.blows) == 5


@pytest.mark.parametrize("hit", [B, L])
def test_b_or_l_flips_a_rammed_ship_and_sinks_a_flipped_one(hit: int) -> None:
    """NV 6.3: L counts as B."""
    once = after(fight(ours(), theirs()), RAM, hit, *[MISS] * 4)
    assert flipped(once, "Enemy")
    twice = when(fight(ours(), theirs()), RAM, hit, hit)
    assert did(twice) == [("flipped", "Enemy"), ("killed", "Enemy")]
    assert kinds(twice) == ["Attacked", "FleetSunk"]
    flat = when(fight(ours(), theirs(flipped=True)), RAM, hit)
    assert kinds(flat) == ["Attacked", "FleetSunk"]


def test_a_ram_strikes_ships_and_not_their_passengers() -> None:
    """NV 6.4, NB-3: the crew on deck is untouched by the dice."""
    state = after(fight(ours(), theirs(unit("Guard"))), RAM, B, *[MISS] * 4)
    assert (flipped(state, "Enemy"), flipped(state, "Guard")) == (True, False)


def test_passengers_go_down_with_a_ship_that_is_rammed_under() -> None:
    """NV 6.5, NV 4.6: all ground units, active or not."""
    crew = unit("Guard"), unit("Baggage", "impediti")
    state = after(fight(ours(), theirs(*crew)), RAM, B, B)
    assert [status(state, name) for name in ("Enemy", "Guard", "Baggage")] == [
        "sunk",
        "eliminated",
        "eliminated",
    ]


def test_a_flips_the_ship_that_rams_and_it_stops() -> None:
    """NV 6.6: the dice that are left are not thrown."""
    effects = when(fight(ours(), theirs()), RAM, A)
    assert [blow.did for blow in effects[0].blows] == ["attacker-flipped"]
    assert flipped(after(fight(ours(), theirs()), RAM, A), "Own")


def test_what_strikes_the_ramming_ship_leaves_its_passengers_alone() -> None:
    """NV 6.7: until it sinks. NB-2: a flipped ship that suffers A is lost."""
    state = after(fight(ours(unit("Legio")), theirs()), RAM, A)
    assert not flipped(state, "Legio")
    sunk = after(fight(ours(unit("Legio"), flipped=True), theirs()), RAM, MISS, A)
    assert (status(sunk, "Own"), status(sunk, "Legio")) == ("sunk", "eliminated")


# --- missile fire -------------------------------------------------------------------------------


def test_fire_is_read_on_the_fire_table_with_five_dice() -> None:
    """NV 7.1: by the fleet."""
    attacked = of(fx.Attacked, when(fight(ours(), theirs(unit("Guard"))), SHOOT, *[MISS] * 5))
    assert (attacked.unit, attacked.row, attacked.dice) == ("Own", "Fire", 5)


@pytest.mark.parametrize(
    ("square", "reaches"),
    [
        ("d5", True),
        ("d6", True),
        ("b4", True),
        ("d2", True),
        ("e5", False),
        ("f6", False),
        ("d7", False),
        ("e6", False),
    ],
)
def test_fire_reaches_two_squares_in_a_line(square: str, reaches: bool) -> None:
    """NV 7.1, NB-4: adjacent or two squares off, no diagonals."""
    state = fight(ours(), theirs(unit("Guard"), square=square))
    assert ("volley:Own" in offered(state, "active")) is reaches
    if not reaches:
        with pytest.raises(RuleViolation) as refused:
            when(state, SHOOT)
        assert refused.value.rule == "NV 7.1"


@pytest.mark.parametrize("of_whom", ["active", "reactive"])
def test_fire_needs_a_clear_line(of_whom: str) -> None:
    """NV 7.1, NB-4: nothing may be in the way, friend or enemy."""
    between = ship("Between", "d5", of=of_whom)  # type: ignore[arg-type]
    state = sea(ours(), theirs(unit("Guard"), square="d6"), between)  # type: ignore[arg-type]
    with pytest.raises(RuleViolation):
        when(state, SHOOT)


def test_fire_affects_only_the_active_unit() -> None:
    """NV 7.2, NV 7.3: the next below and the hull are never touched."""
    crew = unit("Guard", flipped=True), unit("Second")
    effects = when(fight(ours(), theirs(*crew)), SHOOT, MISS, B)
    assert did(effects) == [("nothing", "Guard"), ("killed", "Guard")]
    state = after(fight(ours(), theirs(*crew)), SHOOT, MISS, B)
    assert (flipped(state, "Second"), flipped(state, "Enemy")) == (False, False)
    enemy = state.fleet("Enemy")
    assert enemy is not None
    assert abilities.active(state, enemy).name == "Second"  # type: ignore[union-attr]


def test_at_an_empty_deck_nobody_shoots() -> None:
    """NV 7.3, NB-4: neither at a hull nor at baggage."""
    for crew in ((), (unit("Baggage", "impediti"),)):
        with pytest.raises(RuleViolation) as refused:
            when(fight(ours(), theirs(*crew)), SHOOT)
        assert refused.value.rule == "NB-4"


def test_ground_units_never_shoot() -> None:
    """NV 5.3, NV 7.4: archers on a fleet that may not attack have nothing to shoot with."""
    archers = unit("Archers", "light infantry")
    state = fight(ours(archers, check="F"), theirs(unit("Guard"), square="d6"))
    assert "volley:Own" not in offered(state, "active")
    with pytest.raises(RuleViolation):
        when(state, SHOOT)
    with pytest.raises(Invalid):
        when(state, cmd.Volley("Archers", "Enemy"))


# --- boarding -----------------------------------------------------------------------------------


def test_the_active_unit_boards_with_its_own_dice() -> None:
    """NV 8.1, NV 8.5, NB-1: legions five, light infantry three."""
    for kind, dice in (("legion", 5), ("heavy infantry", 4), ("light infantry", 3), ("mob", 2)):
        effects = when(fight(ours(unit("Boarders", kind)), theirs()), boarding(), *[MISS] * dice)
        attacked = of(fx.Attacked, effects)
        assert (attacked.unit, attacked.dice) == ("Boarders", dice)


def test_the_unit_below_takes_no_part() -> None:
    """NV 4.1, NV 4.2: the one on top is active, as allocated."""
    state = fight(ours(unit("First", "mob"), unit("Second")), theirs())
    assert of(fx.Attacked, when(state, boarding(), MISS, MISS)).unit == "First"
    with pytest.raises(RuleViolation):
        when(state, boarding("Quincunx"))
    gone = after(state, boarding(), A)
    again = gone.with_fleets(*(_again(one) for one in gone.fleets if one.name == "Own"))
    lost = after(again, boarding(), A)
    assert status(lost, "First") == "eliminated"
    own = lost.fleet("Own")
    assert own is not None
    assert abilities.active(lost, own).name == "Second"  # type: ignore[union-attr]


def _again(fleet: object) -> object:
    """The same fleet before its attack."""
    members = {name: getattr(fleet, name) for name in fleet.__struct_fields__}  # type: ignore[attr-defined]
    return type(fleet)(**(members | {"attacked": False}))


@pytest.mark.parametrize(
    ("kind", "modes"),
    [
        ("legion", ("Phalanx", "Wedge", "Quincunx")),
        ("heavy infantry", ("Phalanx", "Wedge")),
        ("phalanx", ("Phalanx", "Wedge")),
        ("light infantry", ("Phalanx",)),
        ("cavalry", ("Phalanx",)),
        ("mob", ("Phalanx",)),
        ("impediti", ()),
    ],
)
def test_who_may_board_in_which_mode(kind: str, modes: tuple[str, ...]) -> None:
    """NV 8.3, NV 8.4, NB-5: Phalanx for all with a factor, Wedge heavy, Quincunx legions."""
    assert abilities.modes(unit("Boarders", kind)) == modes
    state = fight(ours(unit("Boarders", kind)), theirs())
    for mode in {"Phalanx", "Wedge", "Quincunx"} - set(modes):
        with pytest.raises(RuleViolation):
            when(state, boarding(mode))


@pytest.mark.parametrize("mode", ["Testudo", "Fire", "Chariot", "Elephant"])
def test_other_ways_of_attacking_do_not_exist_at_sea(mode: str) -> None:
    """NV 8.2: no command has that form."""
    plain = {"type": "naval-battle.board", "fleet": "Own", "target": "Enemy", "mode": mode}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(plain, cmd.Board)


@pytest.mark.parametrize(
    ("mode", "face", "result"), [("Phalanx", 4, "-"), ("Wedge", 2, "A"), ("Quincunx", 4, "L")]
)
def test_boarding_is_read_on_the_row_of_its_mode(mode: str, face: int, result: str) -> None:
    """NV 8.4: three rows of the combat table."""
    state = fight(ours(unit("Legio", factor=1)), theirs())
    attacked = of(fx.Attacked, when(state, boarding(mode), face))
    assert (attacked.row, attacked.blows[0].result) == (mode, result)


def test_the_active_unit_defends_before_the_fleet() -> None:
    """NV 8.6: the first blow is on the deck; on an empty one it is on the hull."""
    assert did(when(fight(ours(unit("Legio")), theirs(unit("Guard"))), boarding(), B, A))[0] == (
        "flipped",
        "Guard",
    )
    assert did(when(fight(ours(unit("Legio")), theirs()), boarding(), B, A))[0] == (
        "flipped",
        "Enemy",
    )


def test_baggage_is_no_defender() -> None:
    """NV 8.7, NB-11: with nothing else aboard the fleet defends itself."""
    enemy = theirs(unit("Baggage", "impediti"))
    assert did(when(fight(ours(unit("Legio")), enemy), boarding(), B, A))[0][1] == "Enemy"


def test_dice_that_are_left_go_from_defender_to_defender_to_the_hull() -> None:
    """NV 8.8, NV 8.10, NB-5: unit by unit, then the ship, in one attack."""
    enemy = theirs(unit("First", flipped=True), unit("Second", flipped=True), flipped=True)
    effects = when(fight(ours(unit("Legio")), enemy), boarding(), B, MISS, B, B)
    assert did(effects) == [
        ("killed", "First"),
        ("nothing", "Second"),
        ("killed", "Second"),
        ("killed", "Enemy"),
    ]
    assert kinds(effects) == ["Attacked", "CaptureAwaited"]


def test_boarders_stop_when_dice_are_used_or_they_are_flipped_or_all_is_won() -> None:
    """NV 8.9: five dice for a legion; A stops it at once; nothing is thrown at nobody."""
    state = fight(ours(unit("Legio")), theirs(unit("Guard")))
    assert len(did(when(state, boarding(), *[MISS] * 5))) == 5
    assert did(when(state, boarding(), B, A))[-1][0] == "attacker-flipped"
    weak = fight(ours(unit("Legio")), theirs(flipped=True))
    assert len(did(when(weak, boarding(), B))) == 1


def test_a_flipped_boarder_that_suffers_a_is_lost() -> None:
    """NB-2: and until then he goes on."""
    state = fight(ours(unit("Legio", flipped=True)), theirs())
    effects = when(state, boarding(), B, A)
    assert did(effects)[-1][0] == "attacker-lost"
    assert status(after(state, boarding(), B, A), "Legio") == "eliminated"


@pytest.mark.parametrize(
    ("kind", "switch", "flips"),
    [
        ("light infantry", "none", True),
        ("mob", "none", True),
        ("legion", "none", False),
        ("cavalry", "none", False),
        ("legion", "as-b", True),
    ],
)
def test_l_counts_as_b_against_light_units(kind: str, switch: str, flips: bool) -> None:
    """NV 1.1, NB-2: it flips and does not eliminate; of others the switch says."""
    switches = Switches(switch)  # type: ignore[arg-type]
    for command in (boarding(), SHOOT):
        state = fight(
            ours(unit("Legio", factor=1), factor=1), theirs(unit("Guard", kind)), switches=switches
        )
        there = after(state, command, L)
        assert (flipped(there, "Guard"), status(there, "Guard")) == (flips, "aboard")


def test_the_exception_for_heavy_cavalry_is_for_ground_battles() -> None:
    """NV 1.1: horsemen who board strike light units as all others do."""
    horse = unit("Cataphracts", "cavalry", factor=1, weight="heavy")
    state = fight(ours(horse), theirs(unit("Slingers", "light infantry")))
    there = after(state, boarding(), L)
    assert (flipped(there, "Slingers"), status(there, "Slingers")) == (True, "aboard")
    assert "heavy cavalry attacks in a ground battle" in SYSTEM.rulebook.title("NV 1.1")


def test_l_counts_as_b_against_a_fleet() -> None:
    """NV 8.11: for boarders as for rams."""
    blow = of(
        fx.Attacked, when(fight(ours(unit("Legio", factor=1)), theirs()), boarding(), L)
    ).blows[0]
    assert (blow.result, blow.counts, blow.did, blow.rule) == ("L", "B", "flipped", "NV 8.11")


# --- sinking ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("jumps", "face", "result", "saved"),
    [
        ("only-f", 1, "P", True),
        ("only-f", 4, "D", True),
        ("only-f", 5, "F", False),
        ("only-f", 6, "R", True),
        ("f-and-r", 5, "F", False),
        ("f-and-r", 6, "R", False),
    ],
)
def test_the_check_to_jump_is_successful_on_anything_but_an_f(
    jumps: str, face: int, result: str, saved: bool
) -> None:
    """NV 4.6, NV 4.7, NB-25: read on the table after panic; R drowns by a switch alone."""
    near = ship("Near", "e5", of="reactive")
    switches = Switches(jumps=jumps)  # type: ignore[arg-type]
    enemy = theirs(chief("Agrippa"), flipped=True)
    state = sea(ours(), enemy, near, SPARE, switches=switches)  # type: ignore[arg-type]
    effects = when(state, RAM, B, face)
    jump = of(fx.FleetSunk, effects).jumps[0]
    assert (jump.result, bool(jump.to)) == (result, saved)
    there = after(state, RAM, B, face)
    assert status(there, "Agrippa") == ("aboard" if saved else "dead")
    fleet = there.fleet("Near")
    assert fleet is not None
    assert ("Agrippa" in fleet.leaders) is saved


def test_a_leader_without_a_friendly_ship_beside_drowns() -> None:
    """NV 4.6: no die is thrown for him; an enemy ship does not help."""
    state = fight(ours(), theirs(chief("Agrippa"), chief("Lurius"), flipped=True))
    jumps = of(fx.FleetSunk, when(state, RAM, B)).jumps
    assert [(one.leader, one.face, one.to) for one in jumps] == [
        ("Agrippa", None, ""),
        ("Lurius", None, ""),
    ]


def test_leaders_jump_to_the_soundest_ship() -> None:
    """NB-25: one that is not flipped before one that is, then by name."""
    near = [
        ship("Alpha", "e5", of="reactive", flipped=True),
        ship("Beta", "c5", of="reactive"),
        ship("Gamma", "d6", of="reactive"),
    ]
    state = sea(ours(), theirs(chief("Agrippa"), flipped=True), *near)  # type: ignore[arg-type]
    assert of(fx.FleetSunk, when(state, RAM, B, 1)).jumps[0].to == "Beta"


def test_attacks_are_offered_by_kind_the_best_chance_first() -> None:
    """NV 6.1, NV 7.1, NV 8.1: each says who strikes whom; of a kind the likeliest is first."""
    state = sea(
        ship("Weak", "b4", unit("Slingers", factor=2), factor=2),
        ship("Sure", "d4", unit("Guard", factor=5), factor=4),
        ship("Even", "f4", factor=4),
        ship("Left", "b5", of="reactive"),
        ship("Hurt", "d5", unit("Legio I"), of="reactive", flipped=True),
        ship("Fresh", "c4", of="reactive"),
        ship("Right wing", "f5", of="reactive"),
    )
    options = [one for one in SYSTEM.options(state, "seat:active", {}) if "/target" in one.choices]
    assert [one.title for one in options] == [
        "Ram with Sure: four dice against the hull of Hurt at d5 (flipped) or Fresh at c4",
        "Ram with Even: four dice against the hull of the Right wing at f5",
        "Ram with Weak: two dice against the hull of Left at b5 or Fresh at c4",
        "Shoot with Sure: four dice against those on deck of Hurt at d5 (flipped)",
        "Board with Guard from Sure: five dice against all aboard Fresh at c4 or Hurt at d5"
        " (flipped)",
        "Board with Slingers from Weak: two dice against all aboard Left at b5 or Fresh at c4",
    ]


def test_the_chance_to_beat_is_that_of_all_the_ways_the_dice_fall() -> None:
    """NB-1, NB-2, NV 6.3: reckoned, it is what comes of every throw that is possible."""
    state = fight(ours(factor=3), theirs(unit("Legio I", flipped=True), flipped=True))
    own, enemy = state.at("d4"), state.at("d5")
    assert own is not None
    assert enemy is not None
    table = (TABLE_SET, "combat", "Phalanx")
    for against, ram in ([enemy], True), ([*state.deck(enemy), enemy], False):
        throws = [Dice(ScriptSource(faces)) for faces in product(range(1, 7), repeat=3)]
        fights = [
            roll_attack(own, against, table, Switches(), dice, "", ram=ram) for dice in throws
        ]
        beaten = sum(not fight.defenders for fight in fights)
        chance = chance_to_beat(own, against, table, Switches(), ram=ram)
        assert chance == pytest.approx(beaten / 6**3)
