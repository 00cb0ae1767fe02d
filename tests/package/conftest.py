"""Iacta as it is installed, beside a game of somebody else's: built once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.package.installing import ROOT, Environment, build
from tests.package.reading import files
from tests.support.servers import Process, serving


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Iacta's wheel, built from the checkout."""
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """An environment with Iacta's wheel and the wheels of the games that the guides build."""
    games = []
    for guide in ("your-own-game", "a-game-with-secrets"):
        home = tmp_path_factory.mktemp(guide)
        for path, text in files(guide).items():
            (home / path).parent.mkdir(parents=True, exist_ok=True)
            (home / path).write_text(text)
        games.append(build(home, "wheel", home / "dist"))
    return Environment(tmp_path_factory.mktemp("environment") / "installed", wheel, *games)


@pytest.fixture(scope="session")
def server(installed: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """What is installed, serving from a folder that holds nothing of Iacta."""
    data = tmp_path_factory.mktemp("serving") / "data"
    with serving(data, iacta=installed.bin / "iacta") as process:
        yield process
