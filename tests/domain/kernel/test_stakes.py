"""What is at stake in a throw, held against the ways in which it may go."""

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.kernel.campaign import stakes as told
from iacta.domain.kernel.campaign.stakes import Modifier, Swing, modifiers
from iacta.domain.kernel.contract.odds import odds as odds_of_decision
from iacta.domain.kernel.contract.system import (
    Effect,
    Measure,
    Outcome,
    Part,
    Phase,
    Standing,
    Story,
)
from iacta.domain.kernel.proof.dice import Dice
from tests.support.table import Table
from tests.systems import tally
from tests.systems.tally import effects as fx

ROLL = {"type": "tally.roll"}


def last_turn(**members: Any) -> Table:
    """North is to roll in the last turn, and nobody holds a card to answer with."""
    table = Table.found(tally.SYSTEM)
    boards = tuple(replace(board, points=2) for board in table.game.boards)
    game = replace(table.game, phase="roll", turn=3, leader="north", boards=boards)
    table.states[-1] = replace(table.campaign, game=game)
    table.system = replace(tally.SYSTEM, **members)
    return table


def test_an_outcome_tells_the_face_that_brings_it() -> None:
    odds, _ = last_turn().weigh("seat:north", ROLL)
    assert sorted(face for one in odds.outcomes for face in one.faces) == [1, 2, 3, 4, 5, 6]
    assert all(one.probability == Fraction(len(one.faces), 6) for one in odds.outcomes)


def test_no_face_is_told_where_another_way_needs_more_than_one_die() -> None:
    def decision(dice: Dice) -> dict[str, Any]:
        first = dice.roll("d6", "x")
        return {"is": min(first + dice.roll("d2", "again") if first == 6 else first, 7)}

    found = odds_of_decision(decision)
    faces = {one.outcome["is"]: one.faces for one in found.outcomes}
    assert faces == {1: (1,), 2: (2,), 3: (3,), 4: (4,), 5: (5,), 7: ()}
    lot = odds_of_decision(lambda dice: {"is": dice.roll_off("d6", ["a", "b"]).winner})
    assert {one.faces for one in lot.outcomes} == {()}


def test_what_every_outcome_has_is_certain_and_told_once() -> None:
    def narrate(before: Any, effects: Any, known: Any) -> Story:
        story = tally.narrate(before, effects, known)
        return Story(("North rolls.", *story.text, "The turn is over."))

    _, stakes = last_turn(narrate=narrate).weigh("seat:north", ROLL)
    assert stakes.text == ("North rolls.", "The turn is over.")
    assert all(one.text and not {*one.text} & {*stakes.text} for one in stakes.prospects)


def test_an_outcome_is_told_by_what_all_its_ways_have_in_common() -> None:
    """Odd and even are the outcomes: no face may be told of either."""

    def narrate(before: Any, effects: Any, known: Any) -> Story:
        (rolled,) = [one for one in effects if isinstance(one, fx.Rolled)]
        kind = "even" if rolled.face % 2 == 0 else "odd"
        return Story((f"It is {kind}.", f"It is {rolled.face}."))

    odds, stakes = last_turn(narrate=narrate, odds_key=odd_or_even).weigh("seat:north", ROLL)
    pairs = zip(odds.outcomes, stakes.prospects, strict=True)
    text = {one.outcome["even"]: prospect.text for one, prospect in pairs}
    assert text == {True: ("It is even.",), False: ("It is odd.",)}
    assert {one.faces for one in odds.outcomes} == {(2, 4, 6), (1, 3, 5)}


def test_gains_and_losses_are_told_by_the_games_measures() -> None:
    table = last_turn()
    before = {board.seat: board.points for board in table.game.boards}
    odds, stakes = table.weigh("seat:north", ROLL)
    for branch, one in zip(odds.outcomes, stakes.prospects, strict=True):
        gain = branch.outcome["points"]
        after = before["north"] + gain
        expected = [Swing("north", "Score", "points", before["north"], after, loss=False)]
        assert list(one.swings) == (expected if gain else [])


def standing(end: Callable[[Any], Outcome | None]) -> Callable[[Any], Standing]:
    """A roll is due, or it is over, as `end` says."""

    def found(state: Any) -> Standing:
        over = end(state) if state.phase == "over" else None
        return Standing(None, Phase(state.phase, ""), (), over)

    return found


def measured(better: Any) -> Callable[[Any], tuple[Measure, ...]]:
    return lambda state: (
        Measure("Score", "points", better, {b.seat: b.points for b in state.boards}),
    )


@pytest.mark.parametrize(("better", "worst"), [("more", min), ("less", max)])
def test_the_worst_outcome_is_that_which_costs_the_senders_seat_most(
    better: str, worst: Callable[..., Any]
) -> None:
    table = last_turn(measures=measured(better), standing=standing(lambda state: None))
    odds, stakes = table.weigh("seat:north", ROLL)
    points = [one.outcome["points"] for one in odds.outcomes]
    assert stakes.worst == points.index(worst(points))
    assert {swing.loss for one in stakes.prospects for swing in one.swings} == {better == "less"}


def test_where_ways_of_an_outcome_differ_the_worst_for_the_seat_is_told() -> None:
    table = last_turn(odds_key=lambda effects: {}, measures=measured("less"))
    odds, stakes = table.weigh("seat:north", ROLL)
    assert len(odds.outcomes) == 1
    (swing,) = stakes.prospects[0].swings
    most = max(one.outcome["points"] for one in last_turn().odds("seat:north", ROLL).outcomes)
    assert swing.after == swing.before + most
    assert stakes.worst is None, "there is no other"


def test_a_lost_game_is_worse_than_any_loss_of_points() -> None:
    def end(state: Any) -> Outcome:
        return Outcome("so", ("east",) if state.board("north").points % 2 else ("north",))

    odds, stakes = last_turn(standing=standing(end)).weigh("seat:north", ROLL)
    assert stakes.worst is not None
    ends = stakes.prospects[stakes.worst].ends
    assert ends is not None
    assert ends.winners == ("east",)
    lost = [one.ends.winners == ("east",) for one in stakes.prospects if one.ends]
    assert 0 < sum(lost) < len(odds.outcomes)


def test_nothing_is_the_worst_for_one_without_a_seat() -> None:
    table = Table.found(tally.SYSTEM)
    table.system = replace(tally.SYSTEM, decide=thrown)
    _, stakes = table.weigh("referee", {"type": "tally.set-up"})
    assert stakes.prospects
    assert stakes.worst is None


def thrown(state: Any, command: Any, role: str, dice: Any, secrets: Any) -> list[Any]:
    """A die falls, and nothing comes of it."""
    dice.roll("d6", "x")
    return []


def odd_or_even(effects: Any) -> dict[str, Any]:
    """Two outcomes, each of three ways."""
    (rolled,) = [one for one in effects if isinstance(one, fx.Rolled)]
    return {"even": rolled.face % 2 == 0}


def said_always(before: Any, effects: Any, known: Any) -> Story:
    """One sentence, whatever happens."""
    return Story(("North rolls.",))


def test_of_too_many_ways_some_of_each_outcome_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is called certain then: a way that was not looked at may be another."""
    table = last_turn(odds_key=odd_or_even, narrate=said_always)
    every = table.weigh("seat:north", ROLL)[1]
    assert (every.told, every.text) == ("all", ("North rolls.",))
    monkeypatch.setattr(told, "MOST_WAYS", 1)
    odds, some = table.weigh("seat:north", ROLL)
    assert sum(branch.probability for branch in odds.outcomes) == 1
    assert (some.told, some.text, len(some.prospects)) == ("some", (), 2)
    assert {prospect.text for prospect in some.prospects} == {("North rolls.",)}


def test_ways_are_kept_at_even_distances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(told, "MOST_WAYS", 10)
    ways = told.Ways()
    for number in range(1, 101):
        ways.add({"is": number == 50}, told.Way((number,), {}))
    sure = odds_of_decision(lambda dice: {"is": dice.roll("d2", "x") == 1})
    kept = [[way.effects[0] for way in several] for several in ways.of(sure)]
    by_size = sorted(kept, key=len)
    assert by_size[0] == [50]
    assert by_size[1][0] == 1
    assert 5 <= len(by_size[1]) <= 12
    gaps = {after - before for before, after in pairwise(by_size[1][1:])}
    assert len(gaps) == 1
    assert not ways.all_kept


def test_what_was_looked_at_is_told_when_all_is_spent() -> None:
    table = last_turn()

    def given(*spent: float) -> told.Stakes:
        ways = [[told.Way((), {})] * 2, [told.Way((), {})]]
        asked = iter(spent)
        return told.stakes(table.system, table.game, "", ways, True, lambda: next(asked))

    assert given(0.2, 0.9, 0.9).told == "all"
    assert given(0.2, 0.9, 1.0).told == "some"
    assert given(0.2, 1.0, 1.0) == told.Stakes()


class Added(Part, frozen=True):
    value: int
    reason: str
    rule: str


class Line(Part, frozen=True):
    name: str
    terms: tuple[Added, ...]


class Fought(Effect, frozen=True, tag="stakes.fought"):
    near: Line
    lines: tuple[Line, ...]
    terms: tuple[Added, ...]
    reason: str = "no modifier"


def test_modifiers_are_found_in_effects_with_whose_they_are() -> None:
    one = Added(2, "a hill", "X 1")
    fought = Fought(Line("A", (one,)), (Line("B", (one, one)), Line("C", ())), (one,))
    assert [found.of for found in modifiers([fought])] == ["near A", "B", "B", ""]
    assert {found for found in modifiers([fought]) if not found.of} == {
        Modifier(2, "a hill", "X 1", "")
    }


def test_only_modifiers_of_every_way_are_told() -> None:
    def decide(state: Any, command: Any, role: str, dice: Any, secrets: Any) -> list[Any]:
        face = dice.roll("d2", "x")
        one, other = Added(1, "always", "X 1"), Added(face, "at times", "X 2")
        return [Fought(Line("A", (one, one)), (), (other,))]

    table = last_turn(
        decide=decide,
        evolve=lambda state, effect: state,
        narrate=lambda before, effects, known: Story(()),
    )
    _, stakes = table.weigh("seat:north", ROLL)
    assert stakes.modifiers == (Modifier(1, "always", "X 1", "near A"),) * 2
