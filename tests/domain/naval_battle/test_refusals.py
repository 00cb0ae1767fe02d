"""Refusals and blows cite the rule that decides, by its number and its sentence in the ledger."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from iacta.domain import naval_battle
from iacta.domain.kernel.proof.errors import Refused, RuleViolation
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.state import State
from tests.domain.naval_battle.given import after, begun, of, prize, sea, ship, unit, when
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.table import Table

NUMBER = r"N[VB][ -]\d+(\.\d+)?"
CODE = Path(naval_battle.__file__).parent
CALLS = ("RuleViolation", "_fault", "option", "_attack", "_target")
"""What refuses by a rule, or offers by one."""
REASONS = (
    (r".+ does not belong to your Force here", "NV 2.1", "Both sides allocate units"),
    (r".+ does not belong to your Force here", "NV 2.3", "Either a besieged or a relieving"),
    (r".+ is allocated twice", "NV 2.12", "allocated to a fleet"),
    (r".+ can carry only \d+", "NV 2.6", "up to their capacity"),
    (r".+ has no ground unit while another fleet has two", "NV 2.7", "before any gets two"),
    (r"baggage is never active.+", "NB-11", "Baggage is never active"),
    (r".+ intercepts and must take part", "NV 2.5", "the leader who paid"),
    (r".+ belongs to the moving Force and must take part", "NV 2.4", "the moving Force fights"),
    (r"you have no such Force: .+", "NV 2.3", "Either a besieged or a relieving"),
    (r"you have no such Force: .+", "NV 1.6", "intercepts Naval Movement"),
    (r"intercepting supply takes no leader.+", "NV 1.4", "intercept Sea Supply"),
    (r"choose one of your leaders.+", "NV 1.6", "with a Military Stratagem"),
    (r"your leaders aboard can bid at most \d+", "NV 2.9", "play Military Stratagems"),
    (r".+ is not waiting to be set up", "NV 2.11", "sets up"),
    (r".+ is taken, or not in your ranks", "NB-18", "One fleet per square"),
    (r".+ cannot reach .+", "NV 3.1", "Fleets move two squares"),
    (r".+ has already moved", "NV 3.1", "Fleets move two squares"),
    (r"the Command Check of .+ is [HR]", "NV 3.7", "only the fleet's status counts"),
    (r"the Command Check of .+ is [DFR]", "NV 3.5", "Checks decide disruption and attacks"),
    (r"the Command Check of .+ is F", "NV 4.4", "neither moves nor attacks"),
    (r".+ has tried to rally.*", "NB-20", "may rally instead of moving or attacking"),
    (r".+ cannot rally now", "NB-20", "if no enemy is adjacent"),
    (r"you have no double move", "NV 2.11", "has one double move"),
    (r"no fleet is left that could move", "NV 2.11", "has one double move"),
    (r"your Force has not panicked", "NV 11.1", "only after panic"),
    (r".+ is not at your edge", "NB-7", "from a square at the edge"),
    (r"only the Force whose movement is intercepted.+", "NV 11.3", "In case (c)"),
    (r".+ is not at the far edge", "NV 11.4", "starting on a square at the edge"),
    (r".+ is not adjacent to .+", "NV 6.1", "an adjacent fleet"),
    (r".+ is not adjacent to .+", "NV 8.1", "an adjacent enemy"),
    (r".+ has no target on .+", "NV 7.1", "two squares away in a clear line"),
    (r".+ has no target on .+", "NB-4", "Fire hits the active unit"),
    (r".+ have already attacked this turn", "NV 5.6", "one per turn"),
    (r".+ was captured this turn", "NV 9.4", "does not attack on the turn of its capture"),
    (r".+ reverted this turn", "NB-16", "does not act in that turn"),
    (r".+ has no ground unit that fights", "NV 8.1", "An active ground unit attacks"),
    (r".+ cannot attack in .+", "NV 8.4", "Heavy units may use Wedge"),
    (r".+ is a prize of the enemy", "NV 9.2", "Prizes act as friendly ships"),
    (r".+ is not aboard .+", "NV 3.3", "only by capturing another"),
    (r"you have already proposed it this turn", "NB-14", "The battle ends"),
)
"""What a refusal says, the rule that it cites, and words of that rule's sentence in the ledger."""


def calls() -> Iterator[ast.Call]:
    """Every place where the rules of the game refuse by a rule or record one."""
    for file in sorted(CODE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in CALLS:
                yield node


def test_every_rule_that_is_named_where_something_is_refused_or_offered_is_in_the_ledger() -> None:
    """NV 1.8: read from the code, so that no branch is forgotten."""
    named = [
        one.value
        for call in calls()
        for one in call.args
        if isinstance(one, ast.Constant)
        and isinstance(one.value, str)
        and re.fullmatch(NUMBER, one.value)
    ]
    assert len(named) > 40
    assert [number for number in named if number not in SYSTEM.rulebook] == []


def test_the_reasons_are_those_of_the_ledger() -> None:
    """NV 1.8: each number's sentence says what the refusal says."""
    for _, number, words in REASONS:
        assert words in SYSTEM.rulebook.title(number), number


def attempts(state: State, seat: str) -> Iterator[cmd.AnyCommand]:
    """Commands that the phase takes, most of them impossible."""
    own = [one for one in state.fleets if one.control == seat]
    everything = [one.name for one in state.fleets]
    match state.phase:
        case "allocation":
            names = [one.name for one in state.units][:4]
            yield cmd.Allocate(tuple(cmd.Load(name, tuple(names)) for name in everything[:3]))
            yield cmd.Allocate((cmd.Load(everything[-1]),))
        case "bids":
            yield cmd.Bid(99)
        case "deployment":
            for fleet in own:
                yield cmd.Place(fleet.name, "a5")
        case "movement":
            yield cmd.DoubleMove()
            for name in everything:
                yield cmd.Move(name, "a5")
                yield cmd.Flee(name)
                yield cmd.BreakThrough(name)
                yield cmd.Rally(name)
        case "combat":
            yield cmd.CallOff()
            for fleet in own:
                for name in everything[::3]:
                    yield cmd.Ram(fleet.name, name)
                    yield cmd.Volley(fleet.name, name)
                    yield cmd.Board(fleet.name, name, "Quincunx")


def cited(state: State, seat: str) -> Iterator[tuple[str, str]]:
    """What is refused in a state: the rule and the reason."""
    for command in attempts(state, seat):
        try:
            when(state, command, seat=seat)
        except RuleViolation as refused:
            yield refused.rule, refused.detail
        except (Refused, IndexError):  # of no rule; or it is possible, and no die is scripted
            pass


@pytest.mark.parametrize("scenario", ["interception", "supply", "naulochus"])
def test_refusals_that_play_meets_cite_the_rule_that_decides(scenario: str) -> None:
    """NV 1.8: what is refused in a battle at random says why, and cites that rule."""
    table, below = (
        Table.found(SYSTEM, scenario, environment=ScriptedEnvironment(scenario)),
        Below(scenario),
    )
    met: set[str] = set()
    for number in range(180):
        if not table.step(below):
            break
        seat = table.game.mover or "active"
        for rule, detail in cited(table.game, seat) if number % 5 == 0 else ():
            known = [one for one in REASONS if one[1] == rule and re.fullmatch(one[0], detail)]
            assert known, (rule, detail)
            met.add(rule)
    assert len(met) > 8


def refusal(state: State, command: cmd.AnyCommand, seat: str | None = None) -> str:
    with pytest.raises(RuleViolation) as refused:
        when(state, command, seat=seat)
    return refused.value.rule


def test_a_failed_check_is_refused_by_the_rule_on_checks() -> None:
    """NV 3.5, NV 4.4, NV 5.6: not by the one on one attack a turn."""
    enemy = ship("Enemy", "d5", of="reactive")
    for check, rule in (("D", "NV 3.5"), ("F", "NV 4.4"), ("R", "NV 3.5")):
        assert refusal(sea(ship("Own", "d4", check=check), enemy), cmd.Ram("Own", "Enemy")) == rule
    crew = unit("Legio", check="D")
    board = cmd.Board("Own", "Enemy", "Phalanx")
    assert refusal(sea(ship("Own", "d4", crew), enemy), board) == "NV 3.5"
    assert refusal(sea(ship("Own", "d4"), enemy), board) == "NV 8.1"
    attacked = sea(ship("Own", "d4", unit("Legio"), attacked=True), enemy)
    assert refusal(attacked, board) == "NV 5.6"


def test_a_prize_of_this_turn_is_refused_by_the_rule_on_prizes() -> None:
    """NV 9.4, NB-16: it has made no Command Check; nor has one that has reverted."""
    taken = prize("Prize", "d4", unit("Legio"), by="active", attacked=True, check="")
    enemy = ship("Enemy", "d5", of="reactive")
    assert refusal(sea(taken, enemy), cmd.Ram("Prize", "Enemy")) == "NV 9.4"
    back = ship("Own", "d4", attacked=True, moved=True, check="")
    assert refusal(sea(back, enemy), cmd.Ram("Own", "Enemy")) == "NB-16"


def test_a_relieving_fleet_beside_the_besieged_is_refused_by_either_one_but_not_both() -> None:
    """NV 2.3: and a fleet of the enemy by the rule on allocation, NV 2.1."""
    state = after(begun("supply"), cmd.Intercept("besieged"), seat="reactive")
    state = after(state, cmd.GiveBattle(), seat="active")
    for name, rule in (("Nasidius' squadron", "NV 2.3"), ("Brutus' squadron", "NV 2.1")):
        loads = (cmd.Load("First Massiliot squadron"), cmd.Load(name))
        assert refusal(state, cmd.Allocate(loads), "reactive") == rule


def test_a_b_or_l_result_means_the_target_ship_suffers_a_b() -> None:
    """NV 6.3, NV 6.6: the blows of a ram cite the rules of rams, a boarder's NV 8.11."""
    enemy = ship("Enemy", "d5", of="reactive")
    far = ship("Far", "h10", of="reactive")
    state = sea(ship("Own", "d4", unit("Legio", factor=1)), enemy, far)
    rammed = of(fx.Attacked, when(state, cmd.Ram("Own", "Enemy"), 3, 5, 1)).blows
    assert [(blow.result, blow.counts, blow.rule) for blow in rammed] == [
        ("-", "", "NB-2"),
        ("L", "B", "NV 6.3"),
        ("A", "A", "NV 6.6"),
    ]
    assert of(fx.Attacked, when(state, cmd.Ram("Own", "Enemy"), 6, 1)).blows[0].rule == "NV 6.3"
    boarded = of(fx.Attacked, when(state, cmd.Board("Own", "Enemy", "Phalanx"), 5)).blows
    assert [(blow.result, blow.rule) for blow in boarded] == [("L", "NV 8.11")]
