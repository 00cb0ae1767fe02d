"""The ledger of rules against the text of code and tests."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conformance.subjects import SUBJECTS, Subject

each_system = pytest.mark.parametrize("subject", SUBJECTS, ids=str)


def text_of(place: Path, but: tuple[str, ...] = ()) -> str:
    """All Python text at a place."""
    files = sorted(place.rglob("*.py")) if place.is_dir() else [place]
    return "\n".join(file.read_text() for file in files if file.name not in but)


def cited(number: str, text: str) -> bool:
    """Whether a rule's number stands in the text, and not as the beginning of another."""
    return re.search(rf"(?<![\w.-]){re.escape(number)}(?!\w|\.\w)", text) is not None


def citations(prefix: str, text: str) -> Iterator[str]:
    """Everything in the text that has the form of a rule's number."""
    for found in re.finditer(rf"(?<![\w.-]){prefix}(-\d+| [A-Z]?\d[\w.]*)", text):
        yield found.group().rstrip(".")


def prefixes(subject: Subject) -> set[str]:
    """The letters with which the ledger's numbers begin."""
    rules = subject.system.rulebook.rules
    return {re.match(r"[A-Z]+", rule.number).group() for rule in rules}  # type: ignore[union-attr]


@each_system
def test_every_rule_that_is_done_is_cited_in_code(subject: Subject) -> None:
    code = text_of(subject.code, but=("rulebook.py",))
    done = [rule.number for rule in subject.system.rulebook.rules if rule.status == "done"]
    assert [number for number in done if not cited(number, code)] == []


@each_system
def test_every_rule_that_is_done_is_cited_in_a_test(subject: Subject) -> None:
    tests = text_of(subject.tests)
    done = [rule.number for rule in subject.system.rulebook.rules if rule.status == "done"]
    assert [number for number in done if not cited(number, tests)] == []


@each_system
def test_every_citation_stands_in_the_ledger(subject: Subject) -> None:
    """A citation of a whole section stands for the numbers in it."""
    text = text_of(subject.code) + text_of(subject.tests)
    unknown = {
        number
        for prefix in prefixes(subject)
        for number in citations(prefix, text)
        if not any(rule.number.startswith(number) for rule in subject.system.rulebook.rules)
    }
    assert unknown == set()


def test_a_number_is_not_found_in_a_longer_one() -> None:
    assert cited("TY 1", "as TY 1 says")
    assert cited("TY 1", "Rules TY 1. TY 2")
    assert not cited("TY 1", "as TY 10 and TY 1.2 say")
