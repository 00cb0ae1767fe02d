"""Schemathesis over the whole contract, against a server in a thread.

The server's system is the tests' own as well as every installed one; what is asked of campaigns is
asked of one that has been played, by its referee.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import httpx

from tests.support.play import ADJUDICATE, Game, desk
from tests.support.servers import Running

# Beyond the schema a rule may refuse, so what is of the schema need not be accepted; and an id that
# is set from outside is not varied, though it is counted as if it were. OPTIONS is CORS's.
CHECKS = """
[checks]
positive_data_acceptance.enabled = false
negative_data_rejection.enabled = false
allow_header_conformance.enabled = false
ignored_auth.enabled = false
"""
# A wrong invitation to a campaign is the same 404 as no campaign, so that neither is confirmed.
CLAIMS = """
[[operations]]
include-operation-id = "claimSeat"
checks.ensure_resource_availability.enabled = false
"""
PROGRAM = Path(sys.executable).with_name("schemathesis")


def played(http: httpx.Client) -> Game:
    """A public desk on which something has happened."""
    game = desk(http, visibility="public").claim_all()
    game.do("referee", "civil-war.roll-year-event", entropy_="alea")
    game.do("referee", "civil-war.adjudicate-combat", **ADJUDICATE)
    return game


def fuzz(
    server: Running,
    folder: Path,
    *,
    token: str | None,
    campaign: str | None,
    examples: int,
    phases: str = "examples,coverage,fuzzing,stateful",
) -> str:
    """Run every phase; what it printed. Raises AssertionError if it found anything."""
    parameters = f'campaign_id = "{campaign}"\nseq = 2\n' if campaign else ""
    header = f'headers = {{ Authorization = "Bearer {token}" }}\n' if token else ""
    config = folder / "schemathesis.toml"
    config.write_text(f"{header}{CHECKS}[parameters]\n{parameters}{CLAIMS}")
    command = [
        str(PROGRAM), "--config-file", str(config), "run", f"{server.url}/openapi.json",
        "--max-examples", str(examples), "--phases", phases,
        "--continue-on-failure",
        "--exclude-operation-id", "streamEvents", "--exclude-operation-id", "importCampaign",
        "--generation-deterministic", "--no-color",
        *(("--exclude-operation-id", "replaceToken") if token else ()),  # it would revoke itself
    ]  # fmt: skip
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=folder, env=quiet(), check=False
    )
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]
    for phase in phases.split(","):
        assert f"✅ {phase.capitalize()}" in done.stdout, done.stdout[-20_000:]
    return done.stdout


def quiet() -> Mapping[str, str]:
    """The environment without what colours or records output."""
    dropped = ("PYTEST_ADDOPTS", "COVERAGE_PROCESS_START")
    return {name: value for name, value in os.environ.items() if name not in dropped}
