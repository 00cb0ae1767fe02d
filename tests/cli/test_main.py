"""The command line's root answers without what only its commands need."""

import importlib
import inspect
import subprocess
import sys

import pytest

from iacta.service.cli.main import COMMANDS

HEAVY = ("litestar", "sqlalchemy", "alembic", "uvicorn", "structlog", "cryptography", "msgspec")


def test_the_help_loads_neither_the_server_nor_a_game() -> None:
    """What is imported is what `iacta --help` waits for."""
    code = (
        "import sys\n"
        "from iacta.service.cli.main import app\n"
        "app(['--help'], prog_name='iacta', standalone_mode=False)\n"
        "print('loaded', *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    shown, _, loaded = done.stdout.partition("loaded ")
    assert "Serve the API and the viewer." in shown
    ours = {one for one in loaded.split() if one.startswith("iacta.")}
    assert ours == {"iacta.service", "iacta.service.cli", "iacta.service.cli.main"}
    assert not {*HEAVY} & {*loaded.split()}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_of_each_command_what_its_own_help_begins_with(name: str) -> None:
    place, summary = COMMANDS[name]
    module, function = place.split(":")
    command = getattr(importlib.import_module(f"iacta.service.cli.{module}"), function)
    first, *_ = (inspect.getdoc(command) or "").split("\n\n")
    assert " ".join(first.split()) == summary
