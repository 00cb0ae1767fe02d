"""Schemathesis over the whole contract, against a server in a thread.

The server's system is the tests' own as well as every installed one; what is asked of campaigns is
asked of one that has been played, by its referee.
"""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import httpx

from tests.support.play import ADJUDICATE, Game, desk
from tests.support.servers import Running

# Every check is on. What is of the schema is accepted, or refused by a rule, a token or the head.
# What is not of it is refused, though perhaps for its stale head first (RFC 9110, 13.2.1).
CHECKS = """
[checks]
negative_data_rejection.expected-statuses = [
  "400", "401", "403", "404", "405", "406", "409", "412", "415", "422", "428", "429",
]
positive_data_acceptance.expected-statuses = [
  "2xx", "304", "401", "403", "404", "409", "412", "422", "429",
]
"""
# What no schema can tell: whether there is such a system, seat, event or command in this game.
KNOWN = (
    "createCampaign", "forkCampaign", "postCommand", "postBatch", "askOdds", "replaceToken",
    "getState", "listSteps", "getCapsule", "getAudit", "getOptions",
)  # fmt: skip
# A wrong invitation to a campaign is the same 404 as no campaign, so that neither is confirmed. The
# number of an event is set from outside and not varied, though it is counted as if it were.
OPERATIONS = "".join(
    f"""
[[operations]]
include-operation-id = "{name}"
checks.{setting}
"""
    for name, setting in (
        ("claimSeat", "ensure_resource_availability.enabled = false"),
        ("getEvent", "negative_data_rejection.enabled = false"),
        ("getReceipt", "negative_data_rejection.enabled = false"),
        *(
            (
                name,
                "positive_data_acceptance.expected-statuses = "
                '["2xx", "304", "400", "401", "403", "404", "409", "412", "422", "429"]',
            )
            for name in KNOWN
        ),
    )
)
# They have generators of their own: `tests.contract.generators`.
APART = ("streamEvents", "importCampaign", "replaceToken")
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
    apart: Sequence[str] = APART,
) -> str:
    """Run every phase; what it printed. Raises AssertionError if it found anything."""
    parameters = f'campaign_id = "{campaign}"\nseq = 2\n' if campaign else ""
    header = f'headers = {{ Authorization = "Bearer {token}" }}\n' if token else ""
    config = folder / "schemathesis.toml"
    config.write_text(f"{header}{CHECKS}[parameters]\n{parameters}{OPERATIONS}")
    command = [
        str(PROGRAM), "--config-file", str(config), "run", f"{server.url}/openapi.json",
        "--max-examples", str(examples), "--phases", phases,
        "--continue-on-failure",
        "--generation-deterministic", "--no-color",
        *(part for name in apart for part in ("--exclude-operation-id", name)),
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
