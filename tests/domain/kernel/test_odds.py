"""Odds, held against counting by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iacta.domain.kernel.contract.odds import Odds, odds
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Forbidden, NotKnown, OutOfPhase
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
    found = odds(lambda dice: {"is": dice.roll_off("d6", names).winner})
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
    asked, salts = table.environment.asked, table.environment.salts
    found = table.odds("seat:north", {"type": "tally.roll"})
    assert [branch.probability for branch in found.outcomes] == [Fraction(1, 6)] * 6
    assert (table.environment.asked, table.environment.salts) == (asked, salts)


def test_odds_that_rest_on_what_another_seat_chose_are_not_known() -> None:
    table = Table.found(SYSTEM)
    table.do("referee", "tally.set-up")
    table.do("north", "tally.bid", bid=3)
    with pytest.raises(Forbidden):
        table.odds("seat:east", {"type": "tally.bid", "bid": 1})


def test_odds_of_a_command_that_opens_what_it_seals_itself() -> None:
    """The bid that completes the set opens them all; who asks knows it, and here every other."""
    table = Table.found(SYSTEM, options={"referee_sees": "all"})
    table.do("referee", "tally.set-up")
    table.do("north", "tally.bid", bid=3)
    for bid, leaders in ((1, ["north"]), (3, ["east", "north"]), (4, ["east"])):
        found = table.odds("referee", {"type": "tally.bid", "bid": bid}, for_="seat:east")
        assert sorted(one.outcome["leader"] for one in found.outcomes) == leaders
        assert {one.probability for one in found.outcomes} == {Fraction(1, len(leaders))}


# --- within what may be spent -------------------------------------------------------------------


class Purse:
    """Each run of the decision costs ``cost`` of 1. ``over``: runs begun with nothing left."""

    def __init__(self, cost: Fraction) -> None:
        self.cost, self.gone = cost, Fraction(0)
        self.runs = self.over = 0

    def spent(self) -> float:
        return float(self.gone)

    def decision(self, dice: Dice) -> dict[str, Any]:
        self.runs += 1
        self.over += self.gone >= 1
        self.gone += self.cost
        return {"is": sum(dice.roll("d6", "x") for _ in range(4))}


@pytest.mark.parametrize(
    ("cost", "taken"),
    [(Fraction(1, 400), 200), (Fraction(1, 7), 3), (Fraction(1, 2), 1), (Fraction(1), 0)],
)
def test_past_half_of_what_may_be_spent_the_odds_are_sampled_with_the_rest(
    cost: Fraction, taken: int
) -> None:
    purse = Purse(cost)
    found = odds(purse.decision, spent=purse.spent)
    assert (found.exact, found.branches) == (False, taken)
    assert sum(shares(found).values()) == (1 if taken else 0)
    assert all(taken % share.denominator == 0 for share in shares(found).values())


@pytest.mark.parametrize("cost", [Fraction(1, 400), Fraction(1, 7), Fraction(1, 2), Fraction(3)])
def test_no_run_begins_with_nothing_left(cost: Fraction) -> None:
    purse = Purse(cost)
    odds(purse.decision, spent=purse.spent)
    assert purse.over == 0
    assert purse.gone < 1 + cost or purse.runs == 1


def test_what_can_be_afforded_is_exact() -> None:
    purse = Purse(Fraction(1, 10_000))
    found = odds(purse.decision, spent=purse.spent)
    assert (found.exact, found.branches) == (True, 6**4)
    free = odds(Purse(Fraction(0)).decision)
    assert found == free


def test_samples_cut_short_are_the_first_of_them() -> None:
    """What is left to spend decides how many are taken, never which."""
    few = Purse(Fraction(1, 40))
    cut = odds(few.decision, spent=few.spent)
    whole = odds(Purse(Fraction(0)).decision, max_branches=1, samples=cut.branches)
    assert cut == whole


def test_a_refusal_is_a_refusal_though_nothing_is_left_to_spend() -> None:
    def decision(dice: Dice) -> dict[str, Any]:
        raise OutOfPhase("not now")

    with pytest.raises(OutOfPhase):
        odds(decision, spent=lambda: 2.0)


def test_what_is_raised_while_reckoning_ends_it() -> None:
    class EndedError(Exception):
        pass

    purse = Purse(Fraction(0))

    def spent() -> float:
        if purse.runs == 100:
            raise EndedError
        return 0.0

    with pytest.raises(EndedError):
        odds(purse.decision, spent=spent)
    assert purse.runs == 100
