"""Exact odds of attacks, against sums by hand and against battles thrown many times over."""

from fractions import Fraction

from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle.state import State
from tests.domain.naval_battle.given import chief, sea, ship, unit
from tests.domain.naval_battle.sampled import agree, exact, sampled

SAMPLES = 4_000
CREW = unit("Guard", "heavy infantry"), unit("Slingers", "light infantry")
FAR = ship("Far", "h10", of="reactive")


def boarding() -> State:
    """A legion boards a fleet with two units and a leader aboard."""
    own = ship("Own", "d4", unit("Legio"), chief("Antony"))
    return sea(own, ship("Enemy", "d5", *CREW, chief("Agrippa"), of="reactive"), FAR)


def test_odds_of_one_die_are_as_printed() -> None:
    """NB-2: on the Phalanx row one face is A, one B, one L, three are blank."""
    own = ship("Own", "d4", unit("Legio", factor=1))
    state = sea(own, ship("Enemy", "d5", unit("Guard"), of="reactive"), FAR)
    found = exact(state, cmd.Board("Own", "Enemy", "Phalanx"))
    assert sorted(found.values()) == [Fraction(1, 6), Fraction(1, 6), Fraction(4, 6)]


def test_odds_of_sinking_a_flipped_ship_by_a_ram() -> None:
    """NV 6.3, NV 6.6: B or L on two faces before A on one, in at most five dice."""
    state = sea(ship("Own", "d4"), ship("Enemy", "d5", of="reactive", flipped=True), FAR)
    found = exact(state, cmd.Ram("Own", "Enemy"))
    sunk = sum(share for outcome, share in found.items() if '"beaten":true' in outcome)
    assert sunk == sum(Fraction(1, 3) * Fraction(1, 2) ** n for n in range(5))


def test_odds_of_boarding_are_exact_and_agree_with_what_is_thrown() -> None:
    """NV 8.9, NV 8.10: every mode, within the sampling error."""
    for mode in ("Phalanx", "Wedge", "Quincunx"):
        command = cmd.Board("Own", "Enemy", mode)  # type: ignore[arg-type]
        agree(exact(boarding(), command), sampled(boarding(), command, SAMPLES), SAMPLES)


def test_a_wrong_table_would_be_noticed() -> None:
    """NB-2: the odds of one mode do not pass for those of another."""
    wedge = exact(boarding(), cmd.Board("Own", "Enemy", "Wedge"))
    thrown = sampled(boarding(), cmd.Board("Own", "Enemy", "Phalanx"), SAMPLES)
    try:
        agree(wedge, thrown, SAMPLES)
    except AssertionError:
        return
    raise AssertionError("Phalanx passed for Wedge")


def test_every_attack_stays_within_the_bound_on_branches() -> None:
    """NV 6.8, NV 8.9: five dice, most of which stop early; a deck of light troops is the worst."""
    state = boarding()
    for command in (
        cmd.Board("Own", "Enemy", "Quincunx"),
        cmd.Ram("Own", "Enemy"),
        cmd.Volley("Own", "Enemy"),
    ):
        found = exact(state, command)
        assert sum(found.values()) == 1


def test_outcomes_do_not_tell_in_which_order_dice_fell() -> None:
    """NB-2: unhurt or flipped against a sound or flipped ship, or a sunk one: five and no more."""
    assert len(exact(boarding(), cmd.Ram("Own", "Enemy"))) == 5
