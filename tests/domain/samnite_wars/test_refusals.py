"""Every refusal and every reason cites the rule that decides, as the ledger has it."""

import ast
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import iacta.domain.samnite_wars
from iacta.domain.kernel.proof.errors import Refused, RuleViolation
from iacta.domain.samnite_wars import SYSTEM
from tests.domain.samnite_wars.given import SEATS
from tests.domain.samnite_wars.watch import ATTEMPTS
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.table import Table

CODE = Path(iacta.domain.samnite_wars.__file__).parent
BOOK = SYSTEM.rulebook
CITED = re.compile(r"SW(-| P| M)\d+")
BATTLES = ("SW P12", "SW P13", "SW P15")

DETAILS: dict[str, tuple[str, ...]] = {
    r"the Treasury holds only \d+": ("SW P10",),
    r"only \d+ cards are left to draw": ("SW-31",),
    r"only the current Consul may declare the end": ("SW P1",),
    r"Rome controls \d of the 6 regions needed": ("SW P1",),
    r"the event at hand must be settled before the end is declared": ("SW-6",),
    r"\w+ does not hold '.+'": ("SW P4",),
    r"allies need 4 or more players": BATTLES,
    r"\w+ has a part in this battle already": ("SW-25",),
    r"an ally must give two cards": BATTLES,
    r"an ally must give one card": ("SW-38",),
    r"Intrigue names an opponent, and no other card does": ("SW-33",),
    r"'.+' is not a Peace card": ("SW P25",),
    r"[A-Z]\w+ costs \d gold, more than is in the Treasury": ("SW P26",),
    r"Plague forbids a campaign this turn": ("SW P26",),
    r"Rome lost a battle in its last turn": ("SW P20",),
    r"the campaign costs 2 gold, more than is in the Treasury": ("SW P13",),
    r"the campaign costs 4 gold, more than is in the Treasury": ("SW-34",),
    r"'.+' is neither Recruitment nor Conscription": ("SW P20",),
    r"a levy is needed only after a lost battle": ("SW P20",),
    r"Rome controls the \w+ already": ("SW-17",),
    r"the \w+ do not border the Republic": ("SW P13",),
    r"'.+' is not a card of type \w+": ("SW P27",),
    r".+ is restricted to: .+": ("SW P22",),
    r"you hold a card that may be played, so you must lay one": ("SW P27",),
    r"'\w+' is not a region that Rome can lose": ("SW P12", "SW P15"),
    r"there is no card '.+'": ("SW P26",),
    r".+ belongs in '(cards|claim)'": ("SW-32",),
    r"(Power|Garrison) cannot be played now": ("SW P13", "SW-32"),
    r"(Treaty|Hostages) cannot be played now": ("SW-47", "SW-32"),
    r"(Plague|Scandal) cannot be played now": ("SW-46", "SW-32"),
    r"Plunder cannot be played now": ("SW P23", "SW-32"),
    r"Ransoms cannot be played now": ("SW P24", "SW-32"),
    r"Rome is Sacked cannot be played now": ("SW P24", "SW P26", "SW-32"),
    r"Tribute cannot be played now": ("SW P25", "SW-32"),
    r"Recruitment cannot be played now": ("SW P20", "SW-32"),
    r"Swords cannot be played now": ("SW P27", "SW-32"),
    r"one Victory or Defeat card per player and battle": ("SW-20",),
    r"corruption leaves no more than \d+ coins": ("SW P19",),
}
"""What a refusal says → the rules that say so. SW-32 keeps out what lies face up in the discard."""

SAYS = {
    "SW P1": "declared by a Consul of six regions",
    "SW P4": "hands",
    "SW P10": "buys cards for a coin each",
    "SW P12": "Revolt",
    "SW P13": "a campaign over a border for 2 gold",
    "SW P15": "a defeat also costs half the Treasury and on 1 to 3 a region",
    "SW P19": "above 20 coins the Treasury loses 1d10",
    "SW P20": "No campaign after a lost battle, except with Recruitment or Conscription",
    "SW P22": "Cards with conditions",
    "SW P23": "after a battle that Rome won",
    "SW P24": "after a battle that Rome lost",
    "SW P25": "the Consul, during Pax Romana",
    "SW P26": "The 89 cards",
    "SW P27": "one card or more, at most one",
    "SW-6": "when nothing of the event is left to answer",
    "SW-17": "a region that Rome does not control",
    "SW-20": "Victory, Defeat and Peace cards",
    "SW-25": "neither principal nor the other side's ally",
    "SW-31": "while cards last",
    "SW-32": "After the event and after a battle",
    "SW-33": "Intrigue targets one opponent",
    "SW-34": "cost 2 gold on top of the campaign",
    "SW-38": "fewer than two cards gives all",
    "SW-46": "Plague may be played only after Peace and Raids",
    "SW-47": "negate a war only if it is still one",
}
"""What the ledger says under each of them."""


def rules_of(detail: str) -> tuple[str, ...]:
    """The rules that a refusal of these words may cite."""
    return next((DETAILS[words] for words in DETAILS if re.fullmatch(words, detail)), ())


def calls(name: str) -> Iterator[ast.Call]:
    """Every call of a function or type of that name in the game's code."""
    for file in sorted(CODE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call):
                called = node.func
                if getattr(called, "id", getattr(called, "attr", "")) == name:
                    yield node


def test_every_rule_that_is_named_in_code_stands_in_the_ledger() -> None:
    """In refusals, reasons, effects and options: any text that is a rule's number."""
    named = {
        node.value
        for file in CODE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and CITED.fullmatch(node.value)
    }
    assert len(named) > 40
    assert {number for number in named if number not in BOOK} == set()


def test_the_ledger_says_under_each_number_what_is_refused_by_it() -> None:
    for number in {*itertools.chain(*DETAILS.values())}:
        assert SAYS[number] in BOOK.title(number), number


def test_every_refusal_in_code_has_its_rule_in_the_table() -> None:
    """By the words as they are written, with something in the place of what varies."""
    refusals = [*calls("RuleViolation")]
    assert len(refusals) > 25
    for call in refusals:
        cited, detail = call.args
        if isinstance(cited, ast.Constant):
            assert cited.value in {*itertools.chain(*DETAILS.values())}
        if isinstance(detail, ast.Constant):
            assert cited.value in rules_of(detail.value), detail.value  # type: ignore[attr-defined]


class Offender:
    """Sends what may be wrong in every seat of a game, and keeps what was refused and why."""

    def __init__(self) -> None:
        self.met: set[tuple[str, str]] = set()

    def provoke(self, table: Table, below: Below) -> None:
        """What is due from those who are awaited, done wrong; and the end, declared by anybody."""
        for waiting in table.standing.waiting:
            role = f"seat:{waiting.seat}"
            wrong = [command for command in WRONG if command["type"] in waiting.kinds]
            for command in wrong if len(wrong) < MANY else [wrong[below(len(wrong))]]:
                self.send(table, role, command)
        self.send(table, table.roles[1 + below(len(table.roles) - 1)], DECLARE)

    def send(self, table: Table, role: str, command: Any) -> None:
        """Try a command without effect; a refusal by a rule is kept."""
        try:
            table.would(role, dict(command))
        except RuleViolation as refused:
            self.met.add((refused.rule, refused.detail))
        except Refused:
            pass


def effort(**cards: str) -> dict[str, Any]:
    return {"type": "samnite-wars.lay-effort", "effort": cards}


def campaign(region: str, enemy: str = "papirius", **more: str) -> dict[str, Any]:
    return {"type": "samnite-wars.campaign", "region": region, "enemy": enemy, **more}


MANY = 20
"""wrong commands of a kind, of which only one is sent at a time"""
DECLARE = {"type": "samnite-wars.declare-end"}
WRONG: tuple[dict[str, Any], ...] = (
    *ATTEMPTS,
    campaign("Etruscans", "fabius", ally="papirius"),
    campaign("Etruscans", "papirius", ally="papirius"),
    campaign("Etruscans", "decius", ally="decius"),
    {"type": "samnite-wars.give", "cards": ["Swords"]},
    {"type": "samnite-wars.name-ally", "ally": "papirius"},
    campaign("Latins"),
    campaign("Tarentines", "valerius"),
    campaign("Samnites", levy="Recruitment"),
    campaign("Samnites", "valerius", levy="Swords"),
    {"type": "samnite-wars.name-enemy", "enemy": "papirius", "ally": "papirius"},
    {"type": "samnite-wars.name-enemy", "enemy": "fabius", "ally": "valerius"},
    {"type": "samnite-wars.name-rebels", "region": "Latins"},
    {"type": "samnite-wars.free-region", "region": "Latins"},
    {"type": "samnite-wars.pax-romana", "card": "Swords"},
    {"type": "samnite-wars.pax-romana", "card": "Build"},
    {"type": "samnite-wars.pax-romana", "card": "Trade", "opponent": "valerius"},
    {"type": "samnite-wars.draw", "cards": 15},
    effort(troops="Warriors", strategy="Maniples"),
    effort(weapon="Chariots"),
    effort(battle="Greek General"),
    *(
        {"type": "samnite-wars.answer", "window": window, "cards": cards, "claim": claim}
        for window in ("event", "battle")
        for cards, claim in (
            (["Plague"], None),
            (["Treaty"], None),
            (["Ransoms"], None),
            (["Plunder"], None),
            (["Tribute"], None),
            (["Power"], None),
            (["Recruitment"], None),
            (["Swords"], None),
            ([], "Hostages"),
            ([], "Power"),
        )
    ),
)


def test_a_refusal_in_play_cites_the_rule_of_the_ledger() -> None:
    """In games of two, three and five: number and words as the table has them."""
    offender = Offender()
    for count in (2, 3, 5):
        seats = [{"name": seat, "seat": seat} for seat in SEATS[:count]]
        environment, below = ScriptedEnvironment(f"refusals {count}"), Below(f"refusals {count}")
        options = {"card_limit": "one", "turn_limit": 20}
        table = Table.found(SYSTEM, environment=environment, seats=seats, options=options)
        for _ in range(70):
            offender.provoke(table, below)
            table.step(below)
    for rule, detail in offender.met:
        assert rule in rules_of(detail), (rule, detail)
    assert len({rule for rule, _ in offender.met}) >= 15
