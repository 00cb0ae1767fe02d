"""A player at `iacta play`: reads what the terminal shows and types what fits, at random."""

import contextlib
import io
import re
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import typer

from iacta.service.cli.main import app
from tests.support.environment import Below

MENU = "A number, a word to search, w to wait or q to quit: "
CONFIRM = "Send it, y or n: "
LISTED = re.compile(r"^ *([0-9]+)  (.*)$", re.MULTILINE)
SOME = re.compile(r"([0-9]+)(?: to ([0-9]+))? of them")
BOUNDS = re.compile(r"(-?[0-9]+) to (-?[0-9]+), or b: $")
ASIDE = re.compile(
    "resign|agree to (a rewind|a fork|open)|annotate|conclude|rewind|rule on|decline a naval", re.I
)
"""What a player leaves alone who wants to play on."""
DUE = 5


class Terminal:
    """What was shown, and a keyboard: ``type`` answers a question, None ends the input."""

    def __init__(self, type_: Callable[["Terminal"], str | None]) -> None:
        self.shown = io.StringIO()
        self._type = type_
        self._asked = 0
        self.encoding = "utf-8"

    @property
    def text(self) -> str:
        """Everything that was shown."""
        return self.shown.getvalue()

    @property
    def fresh(self) -> str:
        """What was shown since the last answer, the question included."""
        return self.text[self._asked :]

    def readline(self, *_: int) -> str:
        """A typed line."""
        answer = self._type(self)
        self._asked = len(self.text)
        return "" if answer is None else f"{answer}\n"

    def isatty(self) -> bool:
        """It is a script."""
        return False

    def fileno(self) -> int:
        """It is no file."""
        raise io.UnsupportedOperation


def run(type_: Callable[[Terminal], str | None], *arguments: str | Path) -> tuple[int, Terminal]:
    """Run a command at a terminal; its exit code, and what was shown."""
    terminal = Terminal(type_)
    shown = contextlib.redirect_stdout(terminal.shown)
    with shown, contextlib.redirect_stderr(terminal.shown), mock.patch("sys.stdin", terminal):
        try:
            code = app([str(one) for one in arguments], standalone_mode=False)
        except typer.TyperException as error:
            terminal.shown.write(error.format_message())
            code = error.exit_code
        except typer.Exit as end:
            code = end.exit_code
    return int(code or 0), terminal


def lines(*answers: str) -> Callable[[Terminal], str | None]:
    """These answers, then the end of the input."""
    left = iter(answers)
    return lambda terminal: next(left, None)


class Player:
    """Sends ``commands`` commands, then quits. Whatever is chosen is chosen at random."""

    def __init__(self, below: Below, commands: int = 1) -> None:
        self._below, self._commands = below, commands

    def __call__(self, terminal: Terminal) -> str:
        """The answer to the question that was just asked."""
        shown = terminal.fresh
        question = shown.rpartition("\n")[2]
        if question == CONFIRM:
            return "y"
        if question == MENU:
            sent = terminal.text.count("It stands in the log as event")
            return "q" if sent >= self._commands else self._option(shown)
        if ", d when it is done or b: " in question:
            return "d"
        if question.endswith(", a number or b: "):
            return self._any([number for number, _ in LISTED.findall(shown)])
        if some := SOME.search(question):
            return self._some(len(LISTED.findall(shown)), some)
        if bounds := BOUNDS.search(question):
            least, most = int(bounds[1]), int(bounds[2])
            return str(least + self._below(most - least + 1))
        if "a text of at most" in question:
            return "alea"
        assert "JSON" in question, question
        return "b"

    def _option(self, shown: str) -> str:
        listed = [number for number, title in LISTED.findall(shown) if not ASIDE.search(title)]
        return self._any(listed[:DUE])

    def _some(self, size: int, some: "re.Match[str]") -> str:
        least, most = int(some[1]), int(some[2] or some[1])
        count = least + self._below(most - least + 1)
        left = list(range(1, size + 1))
        return " ".join(str(left.pop(self._below(len(left)))) for _ in range(count))

    def _any(self, items: list[str]) -> str:
        return items[self._below(len(items))]
