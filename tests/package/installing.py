"""Building distributions, and installing them where the checkout cannot be seen."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def build(source: Path, kind: str, folder: Path) -> Path:
    """Build a ``wheel`` or an ``sdist`` from a source tree into a folder."""
    backend = [sys.executable, "-m", "hatchling", "build", "--target", kind]
    run([*backend, "--directory", str(folder)], source)
    (made,) = folder.glob({"wheel": "*.whl", "sdist": "*.tar.gz"}[kind])
    return made


def run(command: list[str], folder: Path) -> str:
    """Run a command in a folder, as in a shell where nothing of Iacta is set; its output."""
    ours = ("IACTA_", "PYTHON")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


class Environment:
    """An empty virtual environment with some wheels in it, and an empty folder to work in.

    The third-party libraries are those of the environment that runs the tests: a line in a `.pth`
    file puts its site-packages on the path. The `.pth` files there are not read, since it is on
    the path as a plain folder, and one of those is all that leads to the checkout.
    """

    def __init__(self, folder: Path, *wheels: Path) -> None:
        self.folder = folder / "work"
        self.folder.mkdir(parents=True)
        run([sys.executable, "-m", "venv", "--without-pip", str(folder / "env")], folder)
        self.bin = folder / "env" / "bin"
        (self.packages,) = (folder / "env" / "lib").glob("python3*/site-packages")
        self.own = {one.name for one in self.packages.iterdir()}
        wanted = ["--no-deps", "--no-index", "--no-compile", *map(str, wheels)]
        python = str(self.bin / "python")
        run([*PIP, "--python", python, "install", "--quiet", *wanted], folder)
        self.top = {one.name for one in self.packages.iterdir()} - self.own
        libraries = sysconfig.get_path("purelib")
        (self.packages / "libraries.pth").write_text(f"{libraries}\n")

    def run(self, command: str, *arguments: object) -> str:
        """Run a command of the environment in the empty folder."""
        return run([str(self.bin / command), *map(str, arguments)], self.folder)
