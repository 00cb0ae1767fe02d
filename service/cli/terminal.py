"""Writing to a terminal, with control characters from files, databases and arguments escaped."""

import contextlib
import errno
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, TypeVar

import msgspec
import typer
from rich.console import Console
from rich.progress import track
from rich.text import Text

from iacta.domain.kernel.proof.errors import BadRecord, CorruptLog, Refused
from iacta.service.errors import Damaged, Problem, Unusable
from iacta.service.store.database import DatabaseError

T = TypeVar("T")

console = Console(stderr=True)

# C0 and C1 controls, what turns or breaks a line of text (UAX 9), and surrogates of file names.
_STEERING = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def plain(text: str) -> str:
    r"""Text from elsewhere on one line, with every character that steers a terminal as \uXXXX."""
    return _STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def say(text: str) -> None:
    """One line on standard output."""
    typer.echo(plain(text))


def fail(message: str, *more: str, code: int = 1) -> NoReturn:
    """Say what is wrong, with ``more`` on lines of their own, and exit."""
    lines = [f" {plain(message)}", *(f"\n  {plain(line)}" for line in more)]
    console.print(Text.assemble(("error:", "bold red"), *lines))
    raise typer.Exit(code)


def show_json(value: Any) -> None:
    """Print plain data or a struct as JSON."""
    text = json.dumps(msgspec.to_builtins(value), ensure_ascii=False, indent=2)
    # JSON writes a character as `plain` does, so what is read from it stays the same.
    typer.echo("\n".join(plain(line) for line in text.split("\n")))


def progress(items: Iterable[T], what: str, total: int | None = None) -> Iterable[T]:
    """A progress bar where somebody watches; silent in scripts."""
    if not sys.stderr.isatty():
        return items
    return track(items, description=what, total=total, console=console, transient=True)


@contextlib.contextmanager
def report_failures() -> Iterator[None]:
    """Report failures of files, settings, the database or the system in one line."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        yield
    except typer.TyperException as error:
        error.message = plain(error.message)
        raise
    except Problem as problem:
        more = [one.detail for one in problem.errors]
        fail(f"{problem.type.slug}: {problem.detail}", *more)
    except Refused as refusal:
        fail(f"{refusal.slug}: {refusal.detail}")
    except OSError as error:
        if error.errno == errno.EPIPE:  # the reader has gone
            raise
        fail(str(error))
    except UnicodeEncodeError as error:  # an argument in another encoding
        fail(f"{error.object!r} is not text")
    except (BadRecord, CorruptLog, Damaged, Unusable) as error:
        fail(str(error))
    except DatabaseError as error:
        first, *more = str(getattr(error, "orig", None) or error).splitlines()
        fail(f"the database: {first}", *(line.strip() for line in more))
