"""Odds, held against counting by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.kernel.dice import Dice
from domain.kernel.errors import NotKnown, OutOfPhase
from domain.kernel.odds import Odds, odds
from tests.support.properties import SLICE
from tests.support.table import Table
from tests.systems.tally import SYSTEM


def shares(found: Odds) -> dict[str, Fraction]:
    return {str(branch.outcome["is"]): branch.probability for branch in found.outcomes}


def test_one_die() -> None:
    found = odds(lambda dice: {"is": dice.roll("d6", "x")})
    assert shares(found) == {str(face): Fraction(1, 6) for face in range(1, 7)}
    assert (found.exact, found.branches) == (True, 6)


@SLICE
@given(st.lists(st.sampled_from(["d2", "d3", "d4", "d6", "d10_zero"]), min_size=1, max_size=4))
def test_a_sum_of_dice_is_what_counting_gives(kinds: list[str]) -> None:
    ranges = [range(10) if die == "d10_zero" else range(1, int(die[1:]) + 1) for die in kinds]
    counted = Counter(sum(faces) for faces in product(*ranges))
    found = odds(lambda dice: {"is": sum(dice.roll(die, "x") for die in kinds)})
    total = sum(counted.values())
    assert shares(found) == {str(value): Fraction(n, total) for value, n in counted.items()}


def test_a_second_die_that_depends_on_the_first() -> None:
    """Rolled again on a six: the paths are not equally long, and are weighted so."""

    def decision(dice: Dice) -> dict[str, Any]:
        first = dice.roll("d6", "x")
        return {"is": first + dice.roll("d6", "again") if first == 6 else first}

    found = odds(decision)
    assert shares(found)["5"] == Fraction(1, 6)
    assert shares(found)["7"] == Fraction(1, 36)
    assert sum(shares(found).values()) == 1
    assert found.branches == 11


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_a_contest_is_even(count: int) -> None:
    """By symmetry, though its rolls have no bound."""
    names = [f"c{i}" for i in range(count)]
    found = odds(lambda dice: {"is": dice.contest("d6", names).winner})
    assert shares(found) == {str(i): Fraction(1, count) for i in range(count)}
    assert found.exact


def test_hidden_dice_count_like_open_ones() -> None:
    found = odds(lambda dice: {"is": dice.sealed.roll("d4", "x")})
    assert shares(found) == {str(face): Fraction(1, 4) for face in range(1, 5)}


def test_the_likeliest_outcome_comes_first() -> None:
    found = odds(lambda dice: {"is": dice.roll("d6", "x") == 1})
    assert [branch.probability for branch in found.outcomes] == [Fraction(5, 6), Fraction(1, 6)]


def test_a_decision_without_dice_is_certain() -> None:
    found = odds(lambda dice: {"is": "so"})
    assert shares(found) == {"so": Fraction(1)}
    assert found.branches == 1


def test_past_the_bound_the_odds_are_sampled_and_say_so() -> None:
    found = odds(lambda dice: {"is": sum(dice.roll("d6", "x") for _ in range(6))}, samples=500)
    assert not found.exact
    assert found.branches == 500
    assert sum(shares(found).values()) == 1
    assert all(500 % share.denominator == 0 for share in shares(found).values())


@pytest.mark.parametrize(("bound", "exact"), [(36, True), (35, False)])
def test_the_bound_is_on_paths(bound: int, exact: bool) -> None:
    found = odds(
        lambda dice: {"is": dice.roll("d6", "x") + dice.roll("d6", "x")}, max_branches=bound
    )
    assert found.exact == exact


def test_a_shuffle_is_sampled() -> None:
    found = odds(lambda dice: {"is": dice.shuffle(8, "x")[0]}, samples=200)
    assert not found.exact


def test_samples_are_the_same_every_time() -> None:
    """They come from a generator of their own, so that nothing of a chain is in them."""

    def decision(dice: Dice) -> dict[str, Any]:
        return {"is": dice.shuffle(5, "x")[0]}

    assert odds(decision, samples=100) == odds(decision, samples=100)


def test_sampled_shares_are_near_the_true_ones() -> None:
    found = odds(lambda dice: {"is": dice.shuffle(2, "x")[0]}, samples=2_000)
    assert abs(shares(found)["0"] - Fraction(1, 2)) < Fraction(1, 25)


@pytest.mark.parametrize("error", [NotKnown("x"), OutOfPhase("not now")])
@pytest.mark.parametrize("after", [0, 1, 9])
def test_what_the_decision_raises_is_passed_on(error: Exception, after: int) -> None:
    def decision(dice: Dice) -> dict[str, Any]:
        for _ in range(after):
            dice.roll("d6", "x")
        raise error

    with pytest.raises(type(error)):
        odds(decision)


def test_odds_never_touch_a_chain() -> None:
    table = Table.found(SYSTEM)
    table.do("referee", "tally.set-up")
    for seat, bid in (("north", 1), ("east", 0)):
        table.do(seat, "tally.bid", bid=bid)
    asked, salts = table.means.asked, table.means.salts
    found = table.odds("seat:north", {"type": "tally.roll"})
    assert [branch.probability for branch in found.outcomes] == [Fraction(1, 6)] * 6
    assert (table.means.asked, table.means.salts) == (asked, salts)


def test_odds_that_rest_on_what_another_seat_chose_are_not_known() -> None:
    table = Table.found(SYSTEM)
    table.do("referee", "tally.set-up")
    table.do("north", "tally.bid", bid=3)
    with pytest.raises(NotKnown):
        table.odds("seat:east", {"type": "tally.bid", "bid": 1})
