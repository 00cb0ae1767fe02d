"""The type checker finds what a game forgets: each is planted, in every game, and it has to say so.

A dispatch that does not end in ``assert_never``, or speaks in ``Any``, would pass in silence.
"""

import pkgutil
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import iacta.domain

ROOT = Path(__file__).parents[2]
CACHE = ROOT / ".mypy_cache"
GAMES = [
    module.name
    for module in pkgutil.iter_modules(iacta.domain.__path__)
    if module.ispkg and module.name != "kernel"
]

PLANTED = {
    "effects": ("AnyEffect", "Effect", ("evolve", "narrate")),
    "changes": ("AnyChange", "Change", ("evolve", "narrate", "rules")),
    "commands": ("AnyCommand", "Command", ("decide",)),
}
"""Room → its union, the base of its members, and the rooms that have to treat every member."""


def module(game: str, room: str) -> Path:
    """The file of a room, a module or a package."""
    place = Path(iacta.domain.__path__[0]) / game
    return place / f"{room}.py" if (place / f"{room}.py").exists() else place / room / "__init__.py"


def planted(game: str, room: str) -> str:
    """A room with one more member in its union, which the game does nothing with."""
    union, base, _ = PLANTED[room]
    text = module(game, room).read_text()
    member = f'class Planted{base}({base}, frozen=True, tag="planted-{room}"):\n    pass\n\n\n'
    with_member, count = re.subn(
        rf"^{union} = ", f"{member}{union} = Planted{base} | ", text, flags=re.MULTILINE
    )
    assert count == 1, f"{game} has no union {union}"
    return with_member


def misplaced(game: str) -> str:
    """A game that hands its standing over where its view belongs."""
    text, count = re.subn(r"\bview=view,", "view=standing,", module(game, "").read_text())
    assert count == 1
    return text


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    """What the type checker says of all games with all that is planted: (file, error) pairs."""
    place = tmp_path_factory.mktemp("planted")
    if CACHE.exists():
        shutil.copytree(CACHE, place / "cache")
    shadows = []
    for game in GAMES:
        for room in PLANTED:
            shadows.append((module(game, room), planted(game, room)))
        shadows.append((module(game, ""), misplaced(game)))
    arguments = []
    for index, (path, text) in enumerate(shadows):
        shadow = place / f"{index}.py"
        shadow.write_text(text)
        arguments += ["--shadow-file", str(path), str(shadow)]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "-p", "iacta.domain"),
            *("--cache-dir", place / "cache", *arguments),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return re.findall(r"^(\S+?):\d+: error: (.+)$", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("room", "user"), [(room, user) for room, (*_, users) in PLANTED.items() for user in users]
)
def test_a_member_of_a_union_is_treated_everywhere(
    said: list[tuple[str, str]], game: str, room: str, user: str
) -> None:
    """A new effect without its fold or its words, a command that nothing decides, and so on."""
    member = f"Planted{PLANTED[room][1]}"
    inside = re.compile(rf"iacta/domain/{game}/{user}(/|\.py)")
    assert any(inside.search(file) and member in error for file, error in said)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_hands_over_functions_of_its_own_types(
    said: list[tuple[str, str]], game: str
) -> None:
    errors = [error for file, error in said if file.endswith(f"iacta/domain/{game}/__init__.py")]
    assert ['Argument "view" to "System"' in error for error in errors] == [True]
