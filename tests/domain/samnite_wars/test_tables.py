"""Every printed table, cell by cell, against what was typed from the source; and the borders."""

from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.contract.tables import Row
from iacta.domain.kernel.proof.errors import Invalid
from iacta.domain.samnite_wars.documents import BORDERS, REGION_NAMES, Borders, check_borders
from iacta.domain.samnite_wars.rules.genesis import regions
from iacta.domain.samnite_wars.tables import (
    DECK,
    EVENTS,
    FATES,
    FORCES,
    LEVIES,
    NEGATING,
    REGIONS,
    _card,
)
from tests.domain.samnite_wars.given import Desk, rows

LETTERS = {
    "A": "ally",
    "B": "battle",
    "C": "conquest",
    "V": "victory",
    "P": "peace",
    "D": "defeat",
    "X": "special",
    "W": "weapon",
    "T": "troops",
    "S": "strategy",
}
CARDS = rows("cards.csv")


def test_sw_p26_there_are_89_cards_one_of_each_name() -> None:
    """SW P26: ten of six types, twelve, six, four and seven of the others."""
    assert [card.name for card in DECK] == [row["card"] for row in CARDS]
    assert len({card.name for card in DECK}) == 89
    counts = {kind: sum(card.kind == kind for card in DECK) for kind in LETTERS.values()}
    assert counts == {
        "ally": 10,
        "battle": 10,
        "conquest": 12,
        "victory": 6,
        "peace": 10,
        "defeat": 4,
        "special": 7,
        "weapon": 10,
        "troops": 10,
        "strategy": 10,
    }


@pytest.mark.parametrize("typed", CARDS, ids=lambda row: row["card"])
def test_sw_p26_a_card_is_as_typed(typed: dict[str, str]) -> None:
    """SW P26: type, force, condition, bonus, PT, gold and effect of each."""
    table, columns = FATES, ("type", "only", "PT", "gold", "effect")
    want: tuple[str, ...] = (
        LETTERS[typed["letter"]],
        typed["only"],
        typed["pt"],
        typed["gold"],
        typed["effect"],
    )
    if typed["letter"] in "ABSTW":
        table, columns = FORCES, ("type", "force", "only", "+1")
        want = (LETTERS[typed["letter"]], typed["force"], typed["only"], typed["plus"])
    assert tuple(table.cell(typed["card"], column) for column in columns) == want
    assert len(table.columns) == len(columns)


def test_sw_p11_the_event_table_is_as_typed() -> None:
    """SW P11, SW-1: the 0 is the tenth face."""
    typed = {}
    for row in rows("events.csv"):
        first, _, last = row["d10"].partition("-")
        ends = [int(face) or 10 for face in (first, last or first)]
        typed |= {str(face): row["event"] for face in range(ends[0], ends[1] + 1)}
    assert {row.label: row.cells[0] for row in EVENTS.rows} == typed
    assert len(EVENTS.rows) == 10


def test_sw_p16_the_region_table_is_as_typed() -> None:
    """SW P16, SW-1: ten regions, the tenth the Tarentines."""
    typed = [
        (
            str(int(row["d10"]) or 10),
            row["region"],
            row["parenthesis"],
            row["notes"].partition(";")[0].lower(),
            "yes" if "Hellenized" in row["notes"] else "",
        )
        for row in rows("regions.csv")
    ]
    assert [(row.label, *row.cells) for row in REGIONS.rows] == typed


def test_sw_p5_three_tokens_hold_the_samnites_and_one_any_other() -> None:
    """SW P5, SW P6, SW-5: Rome's first token lies on the Latins."""
    assert {region.name: (region.tokens, region.needed) for region in regions()} == {
        name: (int(name == "Latins"), 3 if name == "Samnites" else 1) for name in REGION_NAMES
    }


def test_sw_m1_the_borders_are_as_typed() -> None:
    """SW M1: fifteen pairs, each with its reason."""
    typed = [{row["one"], row["other"]} for row in rows("borders.csv")]
    assert [{*border.between} for border in BORDERS.borders] == typed
    assert all(border.reason for border in BORDERS.borders)
    assert BORDERS.provenance == "reconstruction"


def test_sw_44_two_more_borders_are_a_tables_choice() -> None:
    """SW-44: two switches, each for one border."""
    plain, both = Desk(), Desk(latins_umbrians=True, bruttians_tarentines=True)
    assert len(plain.state.borders) == 15
    assert {*both.state.borders} - {*plain.state.borders} == {
        ("Latins", "Umbrians"),
        ("Bruttians", "Tarentines"),
    }
    assert "Umbrians" in both.state.neighbours("Latins")
    assert "Umbrians" not in plain.state.neighbours("Latins")


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (lambda pairs: [*pairs, ["Latins", "Sicels"]], "/borders/15/between/1"),
        (lambda pairs: [*pairs, ["Etruscans", "Latins"]], "/borders/15/between"),
        (lambda pairs: [*pairs, ["Gauls", "Gauls"]], "/borders/15/between"),
        (lambda pairs: [pair for pair in pairs if "Bruttians" not in pair], "/borders"),
    ],
    ids=["unknown", "twice", "itself", "cut off"],
)
def test_sw_m1_borders_of_ones_own_are_checked(change: Any, pointer: str) -> None:
    """SW M1: known regions, each pair once, nobody cut off."""
    pairs = [list(border.between) for border in BORDERS.borders]
    document = msgspec.convert({"borders": [{"between": one} for one in change(pairs)]}, Borders)
    with pytest.raises(Invalid) as refused:
        check_borders(document)
    assert refused.value.pointer == pointer


def test_cards_with_one_purpose_are_found_by_it() -> None:
    assert NEGATING == ("Treaty", "Hostages", "Diplomacy")
    assert LEVIES == ("Recruitment", "Conscription")


def test_a_restriction_that_no_rule_knows_is_refused_at_import() -> None:
    for row in FORCES.rows:
        kind, force, _, bonus = row.cells
        with pytest.raises(msgspec.ValidationError):
            _card(FORCES, Row(row.label, (kind, force, "civilised", bonus)))


def test_a_card_says_whose_its_gains_and_losses_are() -> None:
    """SW P23 to SW P25: its condition and effect, as a hand shows them."""
    notes = {card.name: card.note for card in DECK}
    assert notes["Decisive Victory"] == "+2 PT for the Consul"
    assert notes["Sue for Peace"] == "+2 PT for the Consul, +1 gold for the Treasury"
    assert notes["Influence"] == "+2 PT for its player"
    assert notes["Rome is Sacked"] == "Rome defending only, -4 PT for the Consul"
    assert notes["Pass Under the Yoke"] == "-2 PT for the Consul, if Rome attacked"
    assert notes["Build"] == "+8 PT for the Consul, -4 gold from the Treasury"
    assert notes["Intrigue"] == "-4 PT for an opponent, -2 gold from the Treasury"
    assert notes["Scandal"] == "-3 PT for the Consul"
    assert notes["Treaty"] == "Negates a war"
    assert [c.name for c in DECK if c.prestige and " PT for " not in c.note] == []


def test_a_card_says_for_whom_its_one_more_is() -> None:
    """SW-11, SW-12, SW-36: for whom it fights, Rome among the civilized."""
    notes = {card.name: card.note for card in DECK if card.bonus}
    assert notes == {
        "Armor": "+1 force for Rome or a civilized enemy",
        "Swords": "+1 force except for a semi-civilized enemy",
        "Javelins": "+1 force for the Samnites",
    }


def test_a_card_is_told_in_brief_with_type_and_force() -> None:
    """As it stands where one gives or discards it."""
    briefs = {card.name: card.brief for card in DECK}
    assert briefs["Legions"] == "troops 3, only as Consul"
    assert briefs["Warriors"] == "troops 2, non-civilized only"
    assert briefs["Latins"] == "ally"
    assert briefs["Plague"] == "special, forbids a campaign"
