"""Numbered questions in a terminal: an option out of a list, and what fills its choices."""

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import typer

from iacta.domain.kernel.contract import pointers
from iacta.domain.kernel.contract.choices import (
    Choice,
    Choices,
    ChooseBySchema,
    ChooseInteger,
    ChooseList,
    ChooseOne,
    ChooseSome,
    ChooseText,
    Option,
    filled,
    filled_in,
)
from iacta.service.cli.terminal import plain, say

T = TypeVar("T")

PAGE = 30
BACK = "b"
DONE = "d"
_PICK = re.compile(r"([0-9]{1,6})(?:-([0-9]{1,6}))?")
_NUMBER = re.compile(r"-?[0-9]{1,15}")


class Ended(Exception):
    """Nobody answers any more."""


class TakenBack(Exception):
    """The player takes back what they have chosen so far."""


def ask(question: str) -> str:
    """A line from the player. Raises `Ended` at the end of the input."""
    try:
        return input(f"{plain(question)}: ")
    except EOFError:
        typer.echo()
        raise Ended from None


def pick(titles: Sequence[str], question: str, letters: str = "") -> int | str:
    """The place of one of the titles, or one of the letters.

    Long lists are shown in pages; a word leaves those that hold it.
    """
    found, start = list(range(len(titles))), 0
    while True:
        for place in found[start : start + PAGE]:
            say(f"{place + 1:>5}  {titles[place]}")
        left = len(found) - start - PAGE
        if left > 0:
            say(f"       {left} more: Enter shows them, a word searches.")
        while True:
            answer = ask(question).strip()
            if len(answer) == 1 and answer in letters:
                return answer
            if answer.isdecimal() and 1 <= int(answer) <= len(titles):
                return int(answer) - 1
            if answer.isdecimal():
                say(f"There is no {answer}: the numbers go from 1 to {len(titles)}.")
                continue
            if not answer:
                start = start + PAGE if left > 0 else 0
                break
            matching = [i for i, title in enumerate(titles) if answer.lower() in title.lower()]
            if matching:
                found, start = matching, 0
                break
            say(f"Nothing here has {answer!r} in it.")


def answered(option: Option, server: str) -> dict[str, Any]:
    """The option's command with every choice made by the player. Raises `TakenBack`, `Ended`."""
    return filled(option, Filling(server))


class Filling:
    """Asks for each choice as `filled` comes to it."""

    def __init__(self, server: str) -> None:
        self._server = server

    def __call__(self, pointer: str, choice: Choice) -> tuple[Any, Choices]:
        """What the player puts at the place, and the choices that it brings."""
        name = _name(pointer)
        match choice:
            case ChooseOne():
                return self._one(name, choice)
            case ChooseSome():
                return _some(name, choice), {}
            case ChooseList():
                return self._list(name, choice), {}
            case ChooseInteger():
                return _integer(name, choice), {}
            case ChooseText():
                return _text(name, choice), {}
            case ChooseBySchema():
                return _by_schema(name, self._server + choice.schema), {}

    def _one(self, name: str, choice: ChooseOne) -> tuple[Any, Choices]:
        if len(choice.one_of) == 1:
            (only,) = choice.one_of
            say(f"{name}: {only.title} (there is nothing else)")
            return only.value, only.choices
        place = pick([one.title for one in choice.one_of], f"{name}, a number or {BACK}", BACK)
        if isinstance(place, str):
            raise TakenBack
        return choice.one_of[place].value, choice.one_of[place].choices

    def _list(self, name: str, choice: ChooseList) -> list[Any]:
        items: list[Any] = []
        titles = [one.title for one in choice.list_of]
        while len(items) < choice.max:
            done = DONE if len(items) >= choice.min else ""
            until = f", {DONE} when it is done" if done else ""
            question = f"{name}, item {len(items) + 1}, a number{until} or {BACK}"
            place = pick(titles, question, BACK + done)
            if place == DONE:
                break
            if isinstance(place, str):
                raise TakenBack
            one = choice.list_of[place]
            items.append(filled_in(one.value, one.choices, self))
        return items


def _name(pointer: str) -> str:
    """What a place is called: the names on the way to it."""
    words = [step.replace("_", " ") for step in pointers.split(pointer) if step != "-"]
    return " ".join(words) or "the command"


def _answer(question: str, read: Callable[[str], T]) -> T:
    """An answer that ``read`` takes; it raises `ValueError`, which is shown, for others."""
    while True:
        answer = ask(f"{question}, or {BACK}").strip()
        if answer == BACK:
            raise TakenBack
        try:
            return read(answer)
        except ValueError as error:
            say(str(error))


def _some(name: str, choice: ChooseSome) -> list[Any]:
    for place, one in enumerate(choice.some_of):
        say(f"{place + 1:>5}  {one.title}")
    least, most = choice.min, choice.max
    count = f"{least}" if least == most else f"{least} to {most}"
    total = "" if choice.sum is msgspec.UNSET else f" that add up to {choice.sum}"
    question = f"{name}, {count} of them{total}, as numbers such as 1 3-5"

    def read(answer: str) -> list[Any]:
        picked = [place for word in answer.split() for place in _places(word, len(choice.some_of))]
        if len({*picked}) != len(picked):
            raise ValueError("Each can be chosen once.")
        if not least <= len(picked) <= most:
            raise ValueError(f"Choose {count} of them, not {len(picked)}.")
        values = [choice.some_of[place].value for place in sorted(picked)]
        if choice.sum is not msgspec.UNSET and sum(values) != choice.sum:
            raise ValueError(f"They add up to {sum(values)}, not {choice.sum}.")
        return values

    return _answer(question, read)


def _places(word: str, size: int) -> range:
    """The places that a number or a range of numbers names."""
    match = _PICK.fullmatch(word)
    if match is None:
        raise ValueError(f"{word} is no number of the list.")
    first = int(match[1])
    last = int(match[2] or first)
    if not 1 <= first <= last <= size:
        raise ValueError(f"{word} is not in the list, which goes from 1 to {size}.")
    return range(first - 1, last)


def _integer(name: str, choice: ChooseInteger) -> int:
    least, most = choice.integer.min, choice.integer.max

    def read(answer: str) -> int:
        if not _NUMBER.fullmatch(answer) or not least <= int(answer) <= most:
            raise ValueError(f"It is a whole number from {least} to {most}.")
        return int(answer)

    return _answer(f"{name}, {least} to {most}", read)


def _text(name: str, choice: ChooseText) -> str:
    while True:
        text = ask(f"{name}, a text of at most {choice.text.max} characters")
        if len(text) <= choice.text.max:
            return text
        say(f"It has {len(text)} characters.")


def _by_schema(name: str, schema: str) -> Any:
    say(f"What fits is described at {schema}")
    return _answer(f"{name}, as JSON or as @FILE with JSON", read_json)


def read_json(text: str) -> Any:
    """JSON as it stands, or out of the file that ``@`` names. Raises `ValueError`."""
    if text.startswith("@"):
        try:
            text = Path(text[1:]).expanduser().read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ValueError(f"{text[1:]} cannot be read: {error}") from None
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"That is not JSON: {error}.") from None
    except RecursionError:
        raise ValueError("That JSON is nested too deeply.") from None
