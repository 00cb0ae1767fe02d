"""Every refusal cites the rule that decides, by its number and its sentence in the ledger."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from iacta.domain import de_bello_punico
from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico.rules import points, set_up
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.pending import (
    AdvancePending,
    AttackPending,
    Throw,
    VolleyPending,
)
from iacta.domain.kernel.contract.choices import fill
from iacta.domain.kernel.proof.dice import NeedsDice
from iacta.domain.kernel.proof.errors import Refused, RuleViolation
from tests.domain.de_bello_punico.given import (
    DOWN,
    NO_DICE,
    UP,
    battle,
    begun,
    leader,
    marker,
    secrets,
    unit,
    when,
)
from tests.support.environment import Below
from tests.support.table import Table

NUMBER = r"BP[ -]\d+(\.\d+)*[a-d]?"
CODE = Path(de_bello_punico.__file__).parent
EMPTY = "box holds (no|two) unused Command Points"
GIVEN = r".+ have already been given a Command Point"
BARRED = r"they cannot (enter|turn in) .+|a friendly unit is there|.+ is not adjacent .+"
REASONS = (
    (r"no (Command Point|Vacuus) is left", "BP 4", "Command Points and the Vacuus are placed"),
    (r"exactly \d+ markers must be placed", "BP 4", "Command Points and the Vacuus are placed"),
    (r"vacuus must be the index of one of the boxes", "BP 4", "the Vacuus are placed in boxes"),
    (r"the (?!Fortuna)\w+ box is full", "BP 4.1", "at most three a box"),
    (r"there are too many markers in the (?!Fortuna)\w+ box", "BP 4.1", "at most three a box"),
    (r"the Fortuna box is full", "BP 4.9", "one marker at most"),
    (r"there are too many markers in the Fortuna box", "BP 4.9", "one marker at most"),
    (r"Rome has no Furor box", "BP 4.7", "Carthage only"),
    (r"Carthage has no Elephants box", "BP 4.8", "Rome only"),
    (GIVEN, "BP 4.1.1", "one Command Point per unit and impulse"),
    (r".+ are listed twice", "BP 4.1.1", "one Command Point per unit and impulse"),
    (rf"the Combat {EMPTY}", "BP 4.3", "Combat: +1"),
    (r"the Combat box holds one unused Command Point", "BP 4.3", "Combat: +1"),
    (rf"the Recovery {EMPTY}", "BP 4.4", "Recovery: each point"),
    (rf"the Cavalry {EMPTY}", "BP 4.5", "Cavalry: prevents a pursuit or allows a return"),
    (rf"the Movement {EMPTY}", "BP 4.6", "Movement: +1 MP"),
    (rf"the Furor {EMPTY}", "BP 4.7", "mercenary charges per point"),
    (rf"the Elephants {EMPTY}", "BP 4.8", "for each point"),
    (rf"the Fortuna {EMPTY}", "BP 4.9", "one reroll"),
    (r".+ are not within command range", "BP 4.3", "a unit within command range"),
    (r"all units must be of one type", "BP 4.6", "three units of one type"),
    (r".+ cannot be rolled against", "BP 4.8", "a roll against two enemy units"),
    (r"each unit has a roll of its own", "BP-49", "chosen together and have one roll"),
    (r".+ cannot move to .+", "BP 6", "Movement into front hexes"),
    (r".+ have no free way straight ahead", "BP 6", "Movement into front hexes"),
    (rf".+: ({BARRED})", "BP 6", "Movement into front hexes"),
    (r".+ would lose their attack: move them separately", "BP 8.2", "Zone of control"),
    (r"they left an enemy zone of control", "BP 8.2", "Zone of control"),
    (r".+ cannot shoot at .+", "BP 9.1", "Range"),
    (r"the attacker's front does not reach .+", "BP 10", "into its front"),
    (r"they have attacked in this impulse", "BP 10", "one attack per unit"),
    (r".+ cannot withdraw to \d+", "BP 10.1", "Withdrawal of a faster unit"),
    (r".+ cannot support .+", "BP 10.4", "Support from the rear hexes"),
    (r".+ cannot support .+", "BP 10.4.1", "supports one combat per impulse"),
    (r".+ must advance", "BP 10.8", "Advance into the vacated hex"),
    (r".+ are in panic", "BP 11", "Panic: the unit flees"),
    (r"no combat with .+ is fought.+", "BP 11.1.2", "A unit in panic is eliminated"),
    (r"no combat with .+ is fought.+", "BP-51", "fights nobody"),
    (r".+ cannot recover", "BP 12", "within command range; not for units in panic"),
    (r"\w+ has no leader", "BP 13", "Leaders: six MP"),
    (r"\w+ cannot go to \d+", "BP 13", "Leaders: six MP"),
    (re.escape(points.NO_LEADER), "BP 13", "death on a 1, and then no Command Points"),
    (r"\w+ has moved in this impulse", "BP-42", "A leader moves once in a movement impulse"),
    (r".+ cannot return at \d+", "BP 14.1", "Return of pursuers"),
    (r".+ may not move this turn", "BP 15.1", "Elephants Table"),
    (r"they do not fight this turn", "BP 15.1", "Elephants Table"),
    (r".+ are not furious", "BP 15.1", "Elephants Table"),
    (r".+ cannot run to \d+ with that facing", "BP 15.1", "Elephants Table"),
    (r"only Carthage's mercenaries may charge", "BP 15.2", "Mercenary charges"),
    (r".+ cannot be set up on \d+", "BP 17.1.2", "Trebbia: set-up"),
    (r".+ cannot be set up on \d+", "BP 17.2.2", "Beneventum: set-up"),
    (r".+ cannot be set up on \d+", "BP 17.3.2", "Po: set-up"),
    (r".+ cannot be set up on \d+", "BP 17.4.2", "Zama: set-up"),
    (r".+ cannot be held back", "BP 17.1.3c", "One Numidian unit may be held back"),
    (r".+ cannot enter at \d+", "BP 17.1.3c", "enter by the Roman edge"),
    (r".+ cannot leave here", "BP 17.1.4", "Roman exits"),
)
"""What a refusal says, the rule that it cites, and words of that rule's sentence in the ledger."""


def calls() -> Iterator[ast.Call]:
    """Every refusal by a rule in the game's code."""
    for file in sorted(CODE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RuleViolation":
                yield node


def test_every_rule_that_is_named_in_code_stands_in_the_ledger() -> None:
    """In refusals, reasons, effects and modifiers: any text that is a rule's number."""
    named = {
        node.value
        for file in CODE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(NUMBER, node.value)
    }
    assert len(named) > 50
    assert {number for number in named if number not in SYSTEM.rulebook} == set()


def test_the_reasons_are_those_of_the_ledger() -> None:
    """Each number's sentence says what the refusal says."""
    for _, number, words in REASONS:
        assert words in SYSTEM.rulebook.title(number), number


def test_every_refusal_in_code_has_its_rule_among_the_reasons() -> None:
    """The rules of boxes and of set-ups, and the words where they are written out, too."""
    rules = {number for _, number, _ in REASONS}
    refusals = [*calls()]
    assert len(refusals) > 40
    for call in refusals:
        match call.args:
            case [ast.Constant(value=str(number)), ast.Constant(value=str(words))]:
                assert known(number, words), words
            case [ast.Constant(value=str(number)), *_]:
                assert number in rules
    assert {*set_up.RULES.values(), *points.RULES.values()} - {"BP 4.2"} <= rules


def known(rule: str, detail: str) -> list[int]:
    """The reasons that a refusal is one of."""
    return [
        index
        for index, (words, number, _) in enumerate(REASONS)
        if number == rule and re.fullmatch(words, detail)
    ]


STEPS = 120
SHAPES = {spec.type: spec.shape for spec in SYSTEM.commands}


def refusals(scenario: str) -> Iterator[RuleViolation]:
    """What a battle refuses when what was due at one time is sent at others, by either seat."""
    table, below = Table.found(SYSTEM, scenario), Below(f"refused {scenario}")
    sent: dict[str, Any] = {
        spec.type: dict(spec.example) | {"type": spec.type} for spec in SYSTEM.commands
    }
    for _ in range(STEPS):
        state = table.game
        kinds = {kind for one in SYSTEM.standing(state).waiting for kind in one.kinds}
        for kind in kinds:
            command = msgspec.convert(sent[kind], SHAPES[kind])
            for seat in ("rome", "carthage"):
                try:
                    hidden = secrets(state, hidden_members(kind, sent[kind]))
                    SYSTEM.decide(state, command, f"seat:{seat}", NO_DICE, hidden)
                except RuleViolation as refused:
                    yield refused
                except (Refused, NeedsDice):
                    pass
        for role in table.roles:
            for option in table.options(role):
                if below(3) == 0:
                    sent[option.command["type"]] = fill(option, below)
        table.step(below)


def hidden_members(kind: str, command: dict[str, Any]) -> dict[str, Any]:
    """The members of a command that are sealed."""
    spec = next(one for one in SYSTEM.commands if one.type == kind)
    return {name: command[name] for name in spec.secret}


FIGHT = battle(
    unit("r1", "hastati", "1010", disorder=1),
    unit("r2", "hastati", "1011"),
    unit("r3", "hastati", "0911", marks=("supported",)),
    unit("r4", "hastati", "1012", marks=("attacked",)),
    unit("r5", "hastati", "1013", marks=("no-attack",)),
    unit("r6", "hastati", "1014", panicked=True, disorder=4),
    unit("r7", "hastati", "2510", disorder=1),
    unit("k1", "infantry", "1009"),
    leaders=(leader("rome", "r1"),),
)
CHARGE = battle(
    unit("k1", "mercenaries", "1009"),
    unit("k2", "mercenaries", "1209", marks=("point",)),
    unit("k3", "elephants", "1409", marks=("finis",)),
    unit("r1", "hastati", "1010"),
    unit("r2", "hastati", "1210", panicked=True, disorder=4),
    unit("r3", "hastati", "1310"),
    side="carthage",
    leaders=(leader("carthage", "k1"), leader("rome", "0910")),
)
"""r2 is in panic before k2, Rome's leader alone beside r1."""
MOVE = battle(
    unit("r1", "hastati", "1010"),
    unit("r2", "hastati", "1011", marks=("commanded",)),
    unit("r3", "triarii", "1210"),
    unit("r4", "hastati", "1510"),
    unit("r5", "equites", "1001", fate="pursuing"),
    unit("k1", "infantry", "1409"),
    phase="move",
    leaders=(leader("rome", "r1"),),
)
AMBUSH = battle(
    unit("k1", "light-cavalry", None, fate="held"),
    unit("k2", "elephants", "1002", marks=("finis",)),
    unit("r1", "hastati", "1010"),
    phase="move",
    side="carthage",
    scenario="trebbia",
    leaders=(leader("carthage", "k2"),),
)
PLACING = battle(
    unit("r1", "hastati", "1010"),
    unit("k1", "infantry", "1002"),
    phase="command",
    leaders=(leader("carthage", "k1"), leader("rome", "r1")),
)
GOADING = battle(
    unit("k1", "elephants", "1005"),
    unit("k2", "elephants", "1205"),
    unit("r1", "hastati", "1015"),
    phase="elephants",
    side="carthage",
    leaders=(leader("rome", "r1"),),
    markers=(marker("rome", "elephants", 1, "vacuus"),),
)
FURIOUS = battle(
    unit("k1", "elephants", "1005", marks=("furious",)),
    unit("k2", "elephants", "1205"),
    unit("r1", "hastati", "1015"),
    phase="stampede",
    side="carthage",
    leaders=(leader("rome", "r1"),),
)
LAID = replace(
    PLACING,
    markers=(
        *(marker("carthage", "combat", number) for number in (1, 2, 3)),
        marker("carthage", "fortuna", 1, "vacuus"),
        *(marker("rome", "combat", number) for number in (1, 2, 3)),
        marker("rome", "recovery"),
    ),
)
VOLLEY = replace(FIGHT, phase="volley")
COMMITTING = replace(FIGHT, phase="attack-points")
ONE_POINT = replace(COMMITTING, markers=(marker("rome", "combat"),))
RECOVERING = replace(FIGHT, phase="recover", markers=(marker("rome", "recovery", 1, "vacuus"),))
LEADERLESS = replace(MOVE, leaders=())
LED = replace(MOVE, leaders=(replace(MOVE.leaders[0], moved=True), *MOVE.leaders[1:]))
ATTACKED = replace(FIGHT, pending=(AttackPending("r1", "k1", (), False),))
ADVANCING = replace(FIGHT, pending=(AdvancePending("r1", "1009", False),))
ROLLED = replace(
    FIGHT,
    pending=(VolleyPending("r1", "k1", 1, 2, (Throw("rome", 3),), ("rome",)),),
    markers=(marker("rome", "fortuna", 1, "vacuus"),),
)
TOGETHER = replace(PLACING, switches=replace(PLACING.switches, placing="together"))
ONE_ROLL = replace(GOADING, switches=replace(GOADING.switches, goading="each"))
FIVE = ("combat", "combat", "recovery", "movement", "fortuna")
TRIES: tuple[tuple[State, cmd.AnyCommand, str], ...] = (
    (begun("trebbia"), cmd.Shift("r1", "0101"), "BP 17.1.2"),
    (begun("beneventum"), cmd.Shift("k1", "0101"), "BP 17.2.2"),
    (begun("po"), cmd.Shift("k1", "0101"), "BP 17.3.2"),
    (begun("zama"), cmd.Shift("k1", "0101"), "BP 17.4.2"),
    (begun("zama"), cmd.HoldOut("k1"), "BP 17.1.3c"),
    (PLACING, cmd.Place("elephants", "point"), "BP 4.8"),
    (replace(LAID, markers=LAID.markers[:1]), cmd.Place("furor", "point"), "BP 4.7"),
    (LAID, cmd.Place("recovery", "vacuus"), "BP 4"),
    (LAID, cmd.Place("combat", "point"), "BP 4.1"),
    (LAID, cmd.Place("fortuna", "point"), "BP 4.9"),
    (TOGETHER, cmd.PlaceAll(("combat",), 0), "BP 4"),
    (TOGETHER, cmd.PlaceAll(FIVE, 5), "BP 4"),
    (TOGETHER, cmd.PlaceAll(("combat", "combat", "combat", "combat", "furor"), 0), "BP 4.1"),
    (TOGETHER, cmd.PlaceAll(("fortuna", "fortuna", "combat", "combat", "furor"), 0), "BP 4.9"),
    (GOADING, cmd.Goad(("r1",)), "BP 4.8"),
    (GOADING, cmd.Goad(("k1",)), "BP 4.8"),
    (ONE_ROLL, cmd.Goad(("k1", "k2")), "BP-49"),
    (FURIOUS, cmd.Stampede("k2", "1206", DOWN), "BP 15.1"),
    (FURIOUS, cmd.Stampede("k1", "1015", DOWN), "BP 15.1"),
    (MOVE, cmd.Move("r1", "2002", UP), "BP 6"),
    (MOVE, cmd.Move("r1", "1011", UP, ("1011",)), "BP 6"),
    (MOVE, cmd.March(("r2",), 1), "BP 6"),
    (MOVE, cmd.March(("r4",), 1), "BP 8.2"),
    (MOVE, cmd.Hasten(("r2",)), "BP 4.1.1"),
    (MOVE, cmd.Hasten(("r1", "r3")), "BP 4.6"),
    (MOVE, cmd.Hasten(("r1",)), "BP 4.6"),
    (MOVE, cmd.Recall("r5", "2001"), "BP 14.1"),
    (MOVE, cmd.Recall("r5", "1001"), "BP 4.5"),
    (MOVE, cmd.MoveLeader("2001"), "BP 13"),
    (MOVE, cmd.Leave("r1"), "BP 17.1.4"),
    (LED, cmd.MoveLeader("1012"), "BP-42"),
    (LEADERLESS, cmd.MoveLeader("1012"), "BP 13"),
    (LEADERLESS, cmd.Hasten(("r1",)), "BP 13"),
    (AMBUSH, cmd.Ambush("k1", "1010"), "BP 17.1.3c"),
    (AMBUSH, cmd.Move("k2", "1003", DOWN), "BP 15.1"),
    (VOLLEY, cmd.Shoot("k1", "r2"), "BP 9.1"),
    (COMMITTING, cmd.Commit(("r7",)), "BP 4.3"),
    (COMMITTING, cmd.Commit(("r1",)), "BP 4.3"),
    (COMMITTING, cmd.Commit(("r1", "r1")), "BP 4.1.1"),
    (ONE_POINT, cmd.Commit(("r1", "r2")), "BP 4.3"),
    (RECOVERING, cmd.Rally("r7"), "BP 12"),
    (RECOVERING, cmd.Rally("r1"), "BP 4.4"),
    (ROLLED, cmd.Reroll(), "BP 4.9"),
    (ATTACKED, cmd.Withdraw("1010"), "BP 10.1"),
    (ADVANCING, cmd.Stay(), "BP 10.8"),
    (FIGHT, cmd.Attack("r2", "k1", (), False), "BP 10"),
    (FIGHT, cmd.Attack("r4", "k1", (), False), "BP 10"),
    (FIGHT, cmd.Attack("r5", "k1", (), False), "BP 8.2"),
    (FIGHT, cmd.Attack("r6", "k1", (), False), "BP 11"),
    (FIGHT, cmd.Attack("r1", "k1", ("r4",), False), "BP 10.4"),
    (FIGHT, cmd.Attack("r1", "k1", ("r3",), False), "BP 10.4.1"),
    (FIGHT, cmd.Attack("r1", "k1", (), True), "BP 15.2"),
    (CHARGE, cmd.Attack("k1", "r1", (), True), "BP 4.7"),
    (CHARGE, cmd.Attack("k1", "r0", (), True), "BP-51"),
    (CHARGE, cmd.Attack("k2", "r2", (), True), "BP 11.1.2"),
    (CHARGE, cmd.Attack("k2", "r3", (), True), "BP 4.1.1"),
    (CHARGE, cmd.Attack("k3", "r3", (), False), "BP 15.1"),
)
"""Refused for want of what play seldom brings about, each with the number that it must cite."""


def sender(state: State) -> str:
    """The seat that is awaited."""
    return SYSTEM.standing(state).waiting[0].seat


def refusal(state: State, command: cmd.AnyCommand) -> RuleViolation:
    """The refusal of a command by the seat that is awaited."""
    with pytest.raises(RuleViolation) as refused:
        when(state, command, seat=sender(state), **msgspec.structs.asdict(command))
    return refused.value


@pytest.mark.parametrize(("state", "command", "rule"), TRIES)
def test_a_refusal_made_by_hand_cites_the_rule_that_decides(
    state: State, command: cmd.AnyCommand, rule: str
) -> None:
    refused = refusal(state, command)
    assert refused.rule == rule
    assert known(rule, refused.detail), refused


def test_every_reason_is_met_by_hand() -> None:
    met: set[int] = set()
    for state, command, _ in TRIES:
        refused = refusal(state, command)
        met.update(known(refused.rule, refused.detail))
    assert [one for index, one in enumerate(REASONS) if index not in met] == []


@pytest.mark.parametrize("scenario", [one.key for one in SYSTEM.scenarios])
def test_a_refusal_in_play_cites_the_rule_that_decides(scenario: str) -> None:
    """Number and words as the table of reasons has them, and no side by its key."""
    met = set()
    for refused in refusals(scenario):
        assert known(refused.rule, refused.detail), refused
        assert not {"rome", "carthage"} & {*refused.detail.split()}, refused.detail
        met.add(refused.rule)
    assert len(met) >= 5
