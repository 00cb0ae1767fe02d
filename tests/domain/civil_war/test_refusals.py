"""Every refusal cites the rule that decides: its number, and the ledger's sentence for it."""

import ast
import random
import re
from pathlib import Path
from typing import Any

import msgspec

import iacta.domain.civil_war as package
from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.state import State
from iacta.domain.kernel.proof.dice import Dice, Face
from iacta.domain.kernel.proof.errors import Refused, RuleViolation
from tests.domain.civil_war.given import begun, folded, leader, ruled, secrets, when
from tests.domain.civil_war.war import end_of_year, folk, replace, segment, unit
from tests.support.deciding import decided

C, R = "caesarian", "republican"

SAID = {
    "CW 8.4.2F": ("lose that fraction", "different units of the victorious"),
    "CW E4": ("falls ill", "keeps .* in place"),
    "CW E6": ("Unrest", "keeps .* in place"),
    "CW E9": ("Storms", "no naval movement"),
    "CW R1": ("recruitment", "recruits next|allows at most"),
    "CW-22": ("check once", "is not in play|has no number|has been checked"),
    "CW-25": ("must leave a zone do not fight", "must leave the zone"),
    "CW-29": ("chooses the deserters", "Legio in one of the regions"),
    "CW-32": ("desk has no units", "desk has no map"),
    "CW-33": ("one side", "one side|same side"),
    "CW-37": ("of one side", "one at a time|one side|no overland route"),
    "CW-38": ("costs 1 MA", "MA, and only|close the"),
    "CW-39": ("at most 20", "no room"),
    "CW-40": ("leaders alone may not", "leaders alone|bar every way"),
    "CW-41": ("must attack", "has no units facing"),
    "CW-42": ("Naves sail", "sail|cannot go aboard|cannot reach"),
    "CW-43": ("carries three", "carries at most"),
    "CW-46": ("Naves alone", "Naves alone"),
    "CW-47": ("retreats to", "may retreat to"),
    "CW-50": ("led by the opponent", "not open to units"),
    "CW-52": ("may negotiate", "cannot negotiate|PC is too low"),
    "CW-59": ("raises units", "raised|recruited|no port"),
    "CW-63": ("Event 6 moves", "keeps .* in place"),
    "CW-70": ("separately", "move separately"),
    "CW-71": ("two zones", "too far from the home"),
}
"""By rule: words of the ledger's sentence, and a pattern of what refusals by it say."""


def cites() -> set[str]:
    """Every rule that a refusal in the code names."""
    found: set[str] = set()
    for file in Path(package.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RuleViolation":
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found.add(str(first.value))
    return found


def test_every_refusal_in_the_code_names_a_rule_whose_sentence_is_known() -> None:
    """A citation stands in the ledger, and this test knows what both say."""
    assert cites() <= SAID.keys()
    for rule, (words, _) in SAID.items():
        assert words in SYSTEM.rulebook.title(rule), rule


def check(error: RuleViolation) -> str:
    """A refusal says what its rule's refusals say."""
    assert re.search(SAID[error.rule][1], str(error)), (error.rule, str(error))
    return error.rule


def chance(chain: str, die: str, purpose: str) -> Face:
    """A face of any die."""
    return 3


def tried(state: State, command: Any, role: str) -> str:
    """The rule that refuses a command; empty if none does."""
    try:
        decided(SYSTEM, state, command, role, Dice(chance), secrets())
    except RuleViolation as error:
        return check(error)
    except Refused:
        return ""
    return ""


def anything(state: State, rng: random.Random) -> Any:
    """A command about what there is, with no thought of the rules."""
    zones = [zone.name for zone in state.zones]
    manned = sorted({one.zone for one in state.units if one.status == "map"})
    zone, to = rng.choice(manned), rng.choice(zones)
    here = [one.id for one in state.units_in(zone)]
    there = [one.name for one in state.leaders_in(zone)]
    units = tuple(rng.sample(here, rng.randint(0, min(5, len(here)))))
    names = tuple(rng.sample(there, rng.randint(0, min(2, len(there)))))
    person = rng.choice([one.name for one in state.leaders if one.status == "in-play"])
    reserve = [one.id for one in state.units if one.status == "reserve"]
    region = rng.choice([one.name for one in state.regions])
    commands = (
        cmd.March(zone, to, units, names),
        cmd.March(zone, to, units, names),
        cmd.Sail(zone, to, rng.randint(1, 3), units, names),
        cmd.Court(person, rng.choice([one.name for one in state.peoples])),
        cmd.Attack(zone, rng.choice((C, R, "Parthi"))),
        cmd.Retreat(to),
        cmd.ChooseLosses(units or (here[0],)),
        cmd.CheckLeaderDeath(person),
        cmd.Recruit(region, rng.choice(zones), tuple(rng.sample(reserve, min(2, len(reserve))))),
    )
    return rng.choice(commands)


def test_refusals_in_random_play_cite_the_rule_that_decides() -> None:
    """Thrown at a war in play, with storms, unrest and enemies among each other."""
    rng = random.Random(4)
    met: set[str] = set()
    for scenario in ("rubicon", "ides"):
        state = folded(begun(scenario), when(begun(scenario), cmd.RollYearEvent(), 4, 9))
        entered = {one.name for one in state.leaders if one.status == "in-play"}
        assert entered
        for number in range(400):
            seat = state.active or C
            role = rng.choice((f"seat:{seat}", "referee"))
            command = anything(state, rng)
            rule = tried(state, command, role)
            met.add(rule)
            if not rule and number % 8 == 0:
                effects = _played(state, role)
                state = folded(state, effects)
    assert met >= {"CW-37", "CW-38", "CW-40", "CW-41", "CW-42", "CW-52", "CW-71"}


def _played(state: State, role: str) -> list[Any]:
    """An option of a role, taken: the war goes on."""
    rng = random.Random(len(state.pending) + state.segment)
    for who in (role, "referee"):
        view: dict[str, Any] = {"scenario": state.scenario}
        plain = SYSTEM.bots["random"](view, SYSTEM.options(state, who, {}), who, rng.randrange)
        if plain is not None:
            spec = next(one for one in SYSTEM.commands if one.type == plain["type"])
            command = msgspec.convert(plain, spec.shape)
            return decided(SYSTEM, state, command, who, Dice(chance), secrets())
    return []


def test_refusals_of_what_seldom_happens_cite_the_rule_that_decides() -> None:
    """Each made by hand, with the number that it must cite."""
    ill = segment(
        unit("Roma", id="l"), leader("Caesar", "Roma"), ch.PlaceLeader("Caesar", ill=True)
    )
    crowd = segment(*(unit("Roma", id=f"l{n}") for n in range(20)), unit("Campania", id="m"))
    fleet = segment(
        unit("Roma", kind="naves", id="n"),
        *(unit("Roma", id=f"l{n}") for n in range(4)),
        unit("Campania", R, id="r"),
    )
    stormy = segment(unit("Roma", kind="naves", id="n"), in_force=(9,))
    closed = segment(unit("Apulia", id="l"), unit("Sicilia", R, "naves", id="n"), order=(C, R))
    led = segment(unit("Syria", id="l"), folk("Parthi", "Parthi", id="p"), order=(C, R))
    led = ruled(led, ch.SetPeople("Parthi", at_war=True))
    mine = tuple(replace(one, led_by=C) if one.name == "Parthi" else one for one in led.peoples)
    led = replace(led, peoples=mine)
    kings = segment(unit("Roma", id="l"), ch.SetPeople("Numidae", ally=C), leader("Juba I", "Roma"))
    last = end_of_year(
        *(unit(zone, id=zone.lower()) for zone in ("Sicilia", "Sardinia")),
        ch.SetControl(zone="Sicilia", seat=C),
        ch.SetControl(zone="Sardinia", seat=C),
    )
    for state, command, rule in (
        (ill, cmd.March("Roma", "Campania", ("l",), ("Caesar",)), "CW E4"),
        (crowd, cmd.March("Campania", "Roma", ("m",)), "CW-39"),
        (fleet, cmd.Sail("Roma", "Campania", 1), "CW-46"),
        (fleet, cmd.Sail("Roma", "Campania", 1, ("l0", "l1", "l2", "l3")), "CW-43"),
        (stormy, cmd.Sail("Roma", "Campania", 1), "CW E9"),
        (closed, cmd.March("Apulia", "Sicilia", ("l",)), "CW-38"),
        (led, cmd.March("Syria", "Parthi", ("l",)), "CW-50"),
        (kings, cmd.March("Roma", "Campania", ("l",), ("Juba I",)), "CW-70"),
        (last, cmd.CheckLeaderDeath("Caesar"), "CW-22"),
    ):
        assert tried(state, command, f"seat:{C}") == rule
    zones = ruled(begun(), unit("Roma", id="a"), unit("Roma", id="b"))
    zones = replace(zones, phase="combats")
    assert tried(zones, cmd.ResolveCombat("Roma", ("a",), ("b",)), "referee") == "CW-33"
