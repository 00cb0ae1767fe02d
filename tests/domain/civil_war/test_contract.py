"""The system against its contract: ledger, options, players, words, JSON."""

import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

import iacta.domain.civil_war as package
from iacta.domain.civil_war import SYSTEM
from iacta.domain.civil_war import changes as ch
from iacta.domain.civil_war import commands as cmd
from iacta.domain.civil_war.documents import PeopleList, ZoneList
from iacta.domain.civil_war.state import State, words
from iacta.domain.kernel.contract.system import Setup
from iacta.domain.kernel.proof.canonical import encode
from iacta.domain.kernel.proof.dice import Dice, Die, Face, ScriptSource
from iacta.domain.kernel.proof.errors import Invalid, Refused
from tests.domain.civil_war.given import (
    at,
    begun,
    captain,
    event,
    field,
    fight,
    folded,
    leader,
    ruled,
    secrets,
    unit,
    when,
)
from tests.support.choosing import matches
from tests.support.deciding import decided

CODE = "\n".join(
    path.read_text(encoding="utf-8")
    for path in Path(package.__file__).parent.rglob("*.py")
    if path.name != "rulebook.py"
)
TESTS = "\n".join(
    path.read_text(encoding="utf-8")
    for path in Path(__file__).parent.glob("test_*.py")
    if path.name != Path(__file__).name
)
ROLES = ("referee", "seat:caesarian", "seat:republican")
SPECS = {spec.type: spec for spec in SYSTEM.commands}


def cited(number: str, text: str) -> bool:
    """Whether a text names a rule, and not only one whose number goes on."""
    return re.search(re.escape(number) + r"(?![\w])(?!\.\w)", text) is not None


@pytest.mark.parametrize(
    "rule", [rule.number for rule in SYSTEM.rulebook.rules if rule.status == "done"]
)
def test_every_rule_that_is_done_is_cited_in_code_and_tests(rule: str) -> None:
    assert cited(rule, CODE)
    assert cited(rule, TESTS)


def test_every_citation_is_in_the_ledger() -> None:
    cites = re.findall(
        r"CW(?:-\d+| (?:E(?:\d+|N)|S[a-d]|[LDR]\d|\d(?:\.\d)*[A-Za-z]?))", CODE + TESTS
    )
    assert len(cites) > 200
    assert {one for one in cites if one not in SYSTEM.rulebook} <= {"CW 8.4.2"}


def test_the_ledger_has_every_ruling_of_the_reading() -> None:
    numbers = [rule.number for rule in SYSTEM.rulebook.rules]
    assert len(numbers) == len(set(numbers))
    assert {f"CW-{n}" for n in range(1, 34)} <= {*numbers}
    assert all(rule.note for rule in SYSTEM.rulebook.rules if rule.status != "done")
    assert all(rule.note for rule in SYSTEM.rulebook.rules if rule.provenance == "ruling")
    assert len(SYSTEM.rulebook.misprints) == 8


def test_switches_name_their_ruling_and_their_state() -> None:
    assert {switch.key for switch in SYSTEM.switches} == {*State().switches.__struct_fields__}
    assert all(switch.ruling in SYSTEM.rulebook for switch in SYSTEM.switches)


class Chance:
    """Faces from a seeded generator, noted as they fall."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.dice: list[Die] = []

    def __call__(self, chain: str, die: str, purpose: str) -> Face:
        """A face of a die."""
        low, high = {"d6": (1, 6), "d10_zero": (0, 9)}[die]
        face = self.rng.randint(low, high)
        self.dice.append(Die(die, face, purpose))
        return face


def step(state: State, plain: Mapping[str, Any], role: str, chance: Chance) -> list[Any]:
    """The effects of a command in plain data, or the changes of a ruling."""
    if plain["type"] == "campaign.rule":
        found = []
        for one in plain["changes"]:
            change = msgspec.convert(one, SYSTEM.change_type, strict=True)
            SYSTEM.check_change(state, change)
            state = SYSTEM.evolve(state, change)
            found.append(change)
        return found
    command = msgspec.convert(plain, SPECS[plain["type"]].shape, strict=True)
    return decided(SYSTEM, state, command, role, Dice(chance), secrets())


def is_instance(plain: Mapping[str, Any], role: str, state: State) -> bool:
    """Whether a command is an instance of an option."""
    return any(matches(option, dict(plain)) for option in SYSTEM.options(state, role, {}))


@pytest.mark.parametrize("scenario", ["table", "zones"])
@pytest.mark.parametrize("seed", range(6))
def test_random_players_reach_the_end(scenario: str, seed: int) -> None:
    """What a bot sends is accepted, an instance of an option, told, recordable and foldable."""
    rng = random.Random(seed)
    state = begun(scenario)
    years = set()
    for _ in range(4000):
        if SYSTEM.standing(state).outcome is not None:
            break
        years.add(state.year)
        assert SYSTEM.standing(state).waiting
        role = ROLES[rng.randrange(3)]
        view = msgspec.to_builtins(SYSTEM.view(state, role, {}))
        options = SYSTEM.options(state, role, {})
        plain = SYSTEM.bots["random"](view, options, role, rng.randrange)
        if plain is None:
            assert role != "referee"
            continue
        assert plain["type"] == "campaign.rule" or is_instance(plain, role, state)
        chance = Chance(rng)
        effects = step(state, plain, role, chance)
        again = ScriptSource([die.face for die in chance.dice])
        if plain["type"] != "campaign.rule":
            command = msgspec.convert(plain, SPECS[plain["type"]].shape)
            assert list(SYSTEM.decide(state, command, role, Dice(again), secrets())) == effects
        told = SYSTEM.narrate(state, effects, {})
        assert told.text
        assert all(line.endswith(".") and "  " not in line for line in told.text)
        state = recorded(state, effects)
    assert SYSTEM.standing(state).outcome is not None
    assert len(years) == SYSTEM.scenario(scenario).turn_limit


def recorded(state: State, effects: list[Any]) -> State:
    """The state after effects that went through their canonical bytes, and itself through JSON."""
    for effect in effects:
        encoded = encode(msgspec.to_builtins(effect))
        back = msgspec.json.decode(encoded, type=SYSTEM.effect_type | SYSTEM.change_type)
        assert back == effect
        state = SYSTEM.evolve(state, back)
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state
    return state


def positions() -> list[State]:
    """Positions of every phase, with and without a choice to make."""
    forces = ruled(
        at(begun(), -48, "combats"),
        *(unit("Epirus", id=f"c{sp}", sp=sp) for sp in (7, 8, 9)),
        *(unit("Epirus", "republican", id=f"r{n}") for n in (1, 2, 3)),
        unit("Epirus", "Galli", "people", people="Galli", id="g"),
    )
    won = when(forces, cmd.ResolveCombat("Epirus", ("c7", "c8", "c9"), ("r1", "r2", "r3")), 5)
    legio = ruled(
        begun(),
        ch.SetControl(region="Gallia", seat="caesarian"),
        *(unit("Belgica", id=f"c{sp}", sp=sp) for sp in (7, 8, 9)),
    )
    ides = ruled(at(begun(), -44), ch.RemoveLeader("Caesar"))
    old = at(begun(), -43)
    return [
        begun(),
        begun("table"),
        folded(legio, event(legio, 11, 1, 6)),
        folded(ides, event(ides, 7)),
        folded(old, event(old, 7)),
        forces,
        folded(forces, won),
    ]


@pytest.mark.parametrize("index", range(7))
def test_every_concrete_option_is_accepted(index: int) -> None:
    """Choices are filled with the least, and with the most, that they allow."""
    state = positions()[index]
    for role in ROLES:
        for option in SYSTEM.options(state, role, {}):
            assert option.rule in SYSTEM.rulebook
            if "" in option.choices:
                continue
            for bound in ("min", "max"):
                plain = dict(option.command)
                for pointer, choice in option.choices.items():
                    plain[pointer[1:]] = choice.values[: getattr(choice, bound)]
                assert step(state, plain, role, Chance(random.Random(1)))


@pytest.mark.parametrize("index", range(7))
def test_no_other_command_of_a_seat_is_accepted(index: int) -> None:
    """Every documented example is an option's instance, or refused."""
    state = positions()[index]
    for spec in SYSTEM.commands:
        plain = {"type": spec.type, **spec.example}
        for role in ROLES[1:]:
            if "seat" not in spec.roles or is_instance(plain, role, state):
                continue
            with pytest.raises(Refused):
                step(state, plain, role, Chance(random.Random(1)))


def test_examples_have_the_form_of_their_command() -> None:
    for spec in SYSTEM.commands:
        assert msgspec.convert({"type": spec.type, **spec.example}, spec.shape, strict=True)


def test_an_observer_has_no_options() -> None:
    for role in ("observer", "public"):
        assert SYSTEM.options(begun(), role, {}) == ()
    assert SYSTEM.options(at(begun(), -29, "over"), "referee", {}) == ()


@pytest.mark.parametrize(
    "plain",
    [
        {"kind": "legio", "sp": 0, "quality": 1, "reduced": False},
        {"kind": "legio", "sp": 100, "quality": 1, "reduced": False},
        {"kind": "legio", "sp": 1, "quality": 0, "reduced": False},
        {"kind": "elephant", "sp": 1, "quality": 1, "reduced": False},
        {"kind": "legio", "sp": 1.5, "quality": 1, "reduced": False},
        {"kind": "legio", "sp": 1, "quality": 1, "reduced": False, "colour": "red"},
        {"kind": "legio", "sp": 1, "quality": 1},
    ],
)
def test_units_are_bounded(plain: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(plain, cmd.FieldUnit, strict=True)


def test_documents_are_checked() -> None:
    zones, peoples = (SYSTEM.document(key) for key in ("zones", "peoples"))
    assert zones.check is not None
    assert peoples.check is not None
    zones.check(zones.default)
    peoples.check(peoples.default)
    roma = {"name": "Roma", "region": "Roma"}
    for wrong in (
        [{"name": "Epirus"}],
        [roma, roma],
        [roma, {"name": "Epirus", "region": "Balkans"}],
        [roma, {"name": "Epirus", "region": "Graecia", "outside_republic": True}],
        [roma, {"name": "Ostia", "region": "Roma"}],
    ):
        with pytest.raises(Invalid):
            zones.check(msgspec.convert({"zones": wrong}, ZoneList))
    for name in ("Galli", "referee"):
        with pytest.raises(Invalid):
            peoples.check(
                msgspec.convert(
                    {
                        "peoples": [
                            {"name": "Galli", "nationality": "celtic"},
                            {"name": name, "nationality": "celtic"},
                        ]
                    },
                    PeopleList,
                )
            )


def test_a_campaign_may_bring_its_own_map_and_peoples() -> None:
    data = {
        "zones": msgspec.convert({"zones": [{"name": "Roma", "region": "Roma"}]}, ZoneList),
        "peoples": msgspec.convert({"peoples": []}, PeopleList),
    }
    setup = Setup("zones", {}, ("caesarian", "republican"), data)
    state = folded(State(), SYSTEM.begin(setup))
    assert [zone.name for zone in state.zones] == ["Roma"]
    assert folded(state, event(state, 14)).phase == "combats"


def test_the_view_shows_the_same_to_all() -> None:
    state = ruled(
        begun(),
        unit("Roma", reduced=True),
        leader("Caesar", "Roma", chief=True),
        ch.SetEvent(5, True),
    )
    views = [msgspec.to_builtins(SYSTEM.view(state, role, {})) for role in (*ROLES, "public")]
    assert all(one == views[0] for one in views)
    encode(views[0])
    roma = next(zone for zone in views[0]["zones"] if zone["name"] == "Roma")
    assert roma["units"][0]["sp"] == 2
    assert views[0]["year_label"] == "49 BC"
    assert [one["number"] for one in views[0]["in_force"]] == [5]
    assert views[0]["in_force"][0]["rule"] == "CW E5"


def test_a_force_of_two_that_dies_loses_both_units() -> None:
    """Not "all two"."""
    lost = [
        SYSTEM.narrate(begun("table"), [fight(field(9), field(many, reduced=True), 6)], {}).text[-1]
        for many in (1, 2, 3)
    ]
    assert lost == [
        "The defender: one unit, already reduced, eliminated.",
        "The defender: both units, already reduced, eliminated.",
        "The defender: all three units, already reduced, eliminated.",
    ]


def test_pacorus_and_surena_are_two_and_the_first_in_rank_is_named_first() -> None:
    state = begun("rubicon")
    assert words.agree(("Pacorus & Surena",), "march") == "march"
    assert words.agree(("Caesar",), "march") == "marches"
    assert words.band(state, ("Labienus", "Pompeius")) == "Pompeius and Labienus"


def test_the_initiative_is_told_with_its_reason_and_without_a_rule_s_number() -> None:
    """CW-36, CW E7: the event cites the rule, so its words need not."""
    state = begun("rubicon")
    told = SYSTEM.narrate(state, event(state, 7), {}).text
    assert (
        "The Caesarians have the initiative: the set-up gives it to them in the first year." in told
    )
    assert "The last segment is dropped." in told


def test_a_combat_is_told_with_its_sum() -> None:
    """The headline says who and how it ended, the reckoning can be added up."""
    resolved = fight(
        field(4, captain("Caesar", tb=4, pc=9, chief=True), quality=3),
        field(5, captain("Pompeius", tb=3, pc=8, chief=True)),
        6,
        crossing=True,
    )
    story = SYSTEM.narrate(begun("table"), [resolved], {})
    assert story.text == (
        "Caesar beats Pompeius.",
        "16 SP to 20 is read on 4/5; the attacker's better quality moves it to 1/1.",
        "TB of Caesar, attacking: +4; TB of Pompeius, defending: −3; PC of Caesar is higher,"
        " 9 to 8: +1; half or more crossed water: −1.",
        "Die 6 + 4 − 3 + 1 − 1 = 7 on 1/1: ½/A.",
        "The attacker: two units reduced (½ of five enemy units, rounded down).",
        "The defender: five units reduced; the Force must leave the zone.",
    )
    assert story.marks == ({"kind": "battle"},)


def test_a_year_opens_a_chapter() -> None:
    state = at(begun(), -48)
    story = SYSTEM.narrate(state, event(state, 12), {})
    assert story.text[:2] == (
        "The year's event: Gifts to the legions (6 + 6 = 12).",
        "Its effect: 1 on the combat die in favour of Romans with Legio who fight non-Romans.",
    )
    assert story.marks == ({"kind": "chapter", "label": "48 BC", "note": "Gifts to the legions"},)


def test_an_event_s_bare_numbers_are_told_with_what_they_are() -> None:
    """CW E1, CW E15: they stand in a table of events and their modifiers."""
    state = at(begun(), -48)
    for number, told in (
        (1, "a Faction Leader there falls ill as by event 4."),
        (15, "1 on the combat die against a side with one of them."),
    ):
        assert SYSTEM.narrate(state, event(state, number), {}).text[1].endswith(told)


def test_outcomes_are_what_players_call_them() -> None:
    """Odds merge what differs only in the faces."""
    old = at(begun(), -43)
    due = folded(old, event(old, 7))
    assert SYSTEM.odds_key(event(begun(), 7)) == {"event": 7, "factions": []}
    assert SYSTEM.odds_key(when(due, cmd.CheckLeaderDeaths(), 0, 9, 0, 9, 9)) == {
        "died": ["Ahenobarbus", "Cato"]
    }
    assert SYSTEM.odds_key([fight(field(), field(), 3)]) == {
        "winner": "defender",
        "column": "1/1",
        "losses": {
            "attacker": {"reduced": 0, "eliminated": 0},
            "defender": {"reduced": 0, "eliminated": 0},
        },
    }
    killed = msgspec.structs.replace(fight(field(), field(), 3), eliminated_leaders=("Cato",))
    assert SYSTEM.odds_key([killed])["fallen"] == ["Cato"]
