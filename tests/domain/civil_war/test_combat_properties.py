"""What holds in every combat."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.rules import odds_column
from tests.domain.civil_war.given import fight, reasons

values = st.integers(1, 99)
units = st.builds(
    cmd.FieldUnit,
    kind=st.sampled_from(["legio", "auxilia", "equites", "naves"]),
    sp=values,
    quality=st.integers(1, 5),
    reduced=st.booleans(),
)
leaders = st.builds(
    cmd.FieldLeader,
    name=st.sampled_from(["Caesar", "Pompeius", "Cato"]),
    tb=st.integers(0, 9),
    pc=st.integers(0, 9),
    faction_leader=st.booleans(),
)
forces = st.builds(
    cmd.FieldForce,
    units=st.lists(units, min_size=1, max_size=20).map(tuple),
    leaders=st.lists(leaders, max_size=3).map(tuple),
)
faces = st.integers(1, 6)


@given(forces, forces, faces, st.booleans())
def test_losses_never_exceed_a_force(
    attacker: cmd.FieldForce, defender: cmd.FieldForce, die: int, crossing: bool
) -> None:
    """CW 8.4.2F: no unit is hit twice, no more than there are, and only the victor chooses."""
    resolved = fight(attacker, defender, die, crossing=crossing)
    for who, force, enemy in (
        ("attacker", attacker, defender),
        ("defender", defender, attacker),
    ):
        losses = getattr(resolved.losses, who)
        hit = [*losses.eliminated, *losses.reduced]
        assert len(hit) == len(set(hit))
        assert len(hit) + losses.owner_chooses <= len(force.units)
        assert not (losses.owner_chooses and who != resolved.winner)
        result = getattr(resolved.result, who)
        if "/" in result:
            most = int(Fraction(result) * len(enemy.units))
            assert len(hit) + losses.owner_chooses == min(most, len(force.units))
        for key in losses.reduced:
            assert not force.units[int(key)].reduced


@given(forces, forces, faces)
def test_modifiers_change_sign_when_the_sides_change(
    one: cmd.FieldForce, other: cmd.FieldForce, die: int
) -> None:
    """CW 8.6a, CW 8.6d, CW 8.6e: what favours a side favours it in attack and in defence."""
    there, back = fight(one, other, die), fight(other, one, die)
    assert there.modified_die - die == die - back.modified_die
    assert there.shift == -back.shift
    assert ("CW 8.6d" in reasons(there)) == ("CW 8.6e" in reasons(back))


@given(forces, forces, faces)
def test_numbers_add_up(attacker: cmd.FieldForce, defender: cmd.FieldForce, die: int) -> None:
    """CW-8, CW-11: the sum, the column within the table, the winner by row and column."""
    resolved = fight(attacker, defender, die)
    assert die + sum(one.value for one in resolved.modifiers) == resolved.modified_die
    before = odds_column.COLUMNS.index(resolved.column_before_shift)
    after = odds_column.COLUMNS.index(resolved.column)
    assert after == min(max(before + resolved.shift, 0), 9)
    row = min(max(resolved.modified_die, -2), 9)
    assert (resolved.winner == "attacker") == (row + after + 1 >= 9)


@given(values, values, values)
def test_odds_are_the_last_column_not_above_them(sp: int, more: int, against: int) -> None:
    """CW-11, CW-21: more strength never leads further left, and no column is above the odds."""
    odds = Fraction(sp, against)
    column = odds_column.at_odds(odds)
    assert column <= odds_column.at_odds(Fraction(sp + more, against))
    assert column == 0 or odds_column.RATIOS[column] <= odds
    assert column == 9 or odds < odds_column.RATIOS[column + 1]
