"""The questions of `iacta play`: every kind of choice, by numbers, until an answer fits."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.kernel.contract.choices import (
    Alternative,
    Bounds,
    Choice,
    ChooseBySchema,
    ChooseInteger,
    ChooseList,
    ChooseOne,
    ChooseSome,
    ChooseText,
    Longest,
    Option,
)
from iacta.service.cli.remote import questions
from iacta.service.cli.remote.questions import Ended, TakenBack

FLEETS = tuple(Alternative(size, f"a fleet of {size}") for size in (3, 4, 5))
UNITS = ChooseOne(
    (
        Alternative("cav", "cavalry", {"/to": ChooseOne((Alternative("0912", "by 0912"),))}),
        Alternative("foot", "foot", {"/orders/-": ChooseInteger(Bounds(-1, 2))}),
    )
)


def answered(
    choice: Choice, monkeypatch: pytest.MonkeyPatch, *typed: str, place: str = "/unit"
) -> Any:
    """The command that comes of what is typed; every line of it is asked for."""
    left = list(typed)

    def ask(question: str) -> str:
        if not left:
            raise Ended
        return left.pop(0)

    monkeypatch.setattr(questions, "ask", ask)
    option = Option("id", "title", "", {"type": "x", "orders": []}, {place: choice})
    command = questions.answered(option, "https://h.example")
    assert not left
    return command


def test_a_value_brings_its_own_choices(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = answered(UNITS, monkeypatch, "1")
    assert command == {"type": "x", "orders": [], "unit": "cav", "to": "0912"}
    assert "to: by 0912 (there is nothing else)" in capsys.readouterr().out
    command = answered(UNITS, monkeypatch, "9", "horse", "foo", "2", "3", "x", "-1")
    assert command == {"type": "x", "unit": "foot", "orders": [-1]}
    said = capsys.readouterr().out
    assert "There is no 9: the numbers go from 1 to 2." in said
    assert "Nothing here has 'horse' in it." in said
    assert said.count("It is a whole number from -1 to 2.") == 2


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("1", "Choose 2 to 3 of them, not 1."),
        ("1 1", "Each can be chosen once."),
        ("1 4", "4 is not in the list, which goes from 1 to 3."),
        ("1-4", "1-4 is not in the list"),
        ("2-1", "2-1 is not in the list"),
        ("1 two", "two is no number of the list."),
        ("1 2", "They add up to 7, not 9."),
    ],
)
def test_some_of_a_list_are_as_many_and_as_much_as_they_must_be(
    wrong: str, why: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    choice = ChooseSome(FLEETS, 2, 3, 9)
    assert answered(choice, monkeypatch, wrong, "3 2")["unit"] == [4, 5]
    assert why in capsys.readouterr().out
    assert answered(replace(choice, sum=12), monkeypatch, "1-3")["unit"] == [3, 4, 5]


def test_a_list_is_filled_item_by_item(monkeypatch: pytest.MonkeyPatch) -> None:
    ship = {"ship": "a", "aboard": []}
    inside = {"/aboard": ChooseSome(FLEETS, 0, 2), "/load": ChooseInteger(Bounds(0, 9))}
    alternatives = (Alternative(ship, "one", inside), Alternative({"ship": "b"}, "other"))
    choice = ChooseList(alternatives, 1, 3)
    command = answered(choice, monkeypatch, "1", "1-2", "7", "2", "d")
    assert command["unit"] == [{"ship": "a", "aboard": [3, 4], "load": 7}, {"ship": "b"}]
    assert len(answered(choice, monkeypatch, "2", "2", "2")["unit"]) == 3
    with pytest.raises(TakenBack):
        answered(choice, monkeypatch, "1", "", "7", "b")


def test_a_text_is_taken_as_it_is_up_to_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = ChooseText(Longest(4))
    assert answered(choice, monkeypatch, "too long", " b ")["unit"] == " b "


def test_what_only_a_schema_describes_is_given_as_json_or_in_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "changes.json"
    file.write_text('{"type": "y"}')
    choice = ChooseBySchema("/openapi.json#/components/schemas/X")
    assert answered(choice, monkeypatch, "{", "[1]")["unit"] == [1]
    assert answered(choice, monkeypatch, "@none", f"@{file}", place="") == {"type": "y"}
    said = capsys.readouterr().out
    assert "https://h.example/openapi.json#/components/schemas/X" in said
    assert "none cannot be read" in said


@pytest.mark.parametrize(
    "choice", [UNITS, ChooseSome(FLEETS, 1, 1), ChooseInteger(Bounds(1, 2)), ChooseBySchema("x")]
)
def test_what_was_chosen_can_be_taken_back(choice: Choice, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TakenBack):
        answered(choice, monkeypatch, "b")


def test_a_long_list_is_shown_in_pages_and_searched(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    choice = ChooseOne(tuple(Alternative(n, f"zone {n}") for n in range(1, 71)))
    assert answered(choice, monkeypatch, "", "", "70")["unit"] == 70
    said = capsys.readouterr().out
    assert "40 more" in said
    assert "10 more" in said
    assert [said.count(f"zone {n}\n") for n in (1, 31, 70)] == [1, 1, 1]
    assert answered(choice, monkeypatch, "zone 7", "70")["unit"] == 70
    said = capsys.readouterr().out
    assert said.count("zone 7\n") == 2
    assert said.count("zone 8\n") == 1
