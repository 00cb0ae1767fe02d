"""What the ledgers correct in their sources, and which printed tables are told in other words."""

import re

import pytest

from iacta.service.systems import discover

MISPRINTS = {
    "civil-war": {
        "combat table, row -1, 2/1": ("A/¼", "½"),
        "combat table, row 8, 2/3": ("½/A", "¼"),
        "combat table, first row": ("<-2", "-2 or less"),
        "combat table, last row": (">9", "9 or more"),
        "combat results, fractions": ("a portion of that side's units", "CW-73"),
        "modifiers, f)": ("listed under combats of Faction Leaders", "CW-10"),
        "leaders, Menas": ("(ou Menodorus)", "French"),
        "leaders, heading": ("Roll 1d10 per le…", "garbled"),
    },
    "de-bello-punico": {
        "4.5": ("(11.3), (11.4)", "BP-2"),
        "17.1.3": ("Regole dello scenario", "untranslated"),
        "17.2.2, 17.3.2, 17.4.2": (
            "Annone, Ceteghus, Magon, Annibale",
            "Hanno, Cethegus, Mago, Hannibal",
        ),
        "17.1.3a": ("E and SC", "BP-11"),
    },
    "naval-battle": {},
    "samnite-wars": {
        "Raids": ("the Peace event", "SW-3"),
        "Glory of Rome": ("Coins", "SW-4"),
        "event and region table": ("0", "SW-1"),
        "Fate Phase, Fate deck": ("deck … face up, discard … face down", "SW-23"),
        "Swords": ("for non-Semi-Civilized only", "SW-12"),
        "Victory and Defeat cards": ("Lose -2", "not of minus 2"),
    },
}
"""By game: the place in the source, what is printed there, and words of how it is read."""

OURS = {
    ("civil-war", "events"): "the names are ours, and the effects are told in our words",
    ("de-bello-punico", "elephants"): "What they do is told in our words",
    ("de-bello-punico", "battles"): "the table is ours",
    ("samnite-wars", "forces"): "set out in columns, in our words",
    ("samnite-wars", "fates"): "set out in columns, in our words",
}
"""The printed tables of which some words, or the table itself, are not the source's."""


@pytest.mark.parametrize("key", MISPRINTS)
def test_the_ledger_says_what_is_misprinted_and_how_it_is_read(key: str) -> None:
    system = discover()[key]
    assert {one.where: one.printed for one in system.rulebook.misprints} == {
        where: printed for where, (printed, _) in MISPRINTS[key].items()
    }
    for one in system.rulebook.misprints:
        assert MISPRINTS[key][one.where][1] in one.why, one.where
        for number in re.findall(r"[A-Z]{2}-\d+", one.why):
            assert number in system.rulebook


@pytest.mark.parametrize(("key", "table"), OURS)
def test_a_table_says_which_of_its_words_are_not_the_sources(key: str, table: str) -> None:
    notes = next(one.notes for one in discover()[key].tables if one.key == table)
    assert any(OURS[key, table] in note for note in notes), notes
