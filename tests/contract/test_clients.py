"""Third parties' generators make working clients of the contract."""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.servers import app_of, running

ROOT = Path(__file__).parents[2]
CONTRACT = ROOT / "openapi" / "openapi.json"
TYPESCRIPT = Path(__file__).parent / "typescript"
BIN = Path(sys.executable).parent


def run(*command: str, cwd: Path) -> str:
    env = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"}
    done = subprocess.run(
        command,
        cwd=cwd,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def said_and_client(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, ModuleType]:
    """What the Python generator said, and the package it made."""
    folder = tmp_path_factory.mktemp("client")
    said = run(
        str(BIN / "openapi-python-client"), "generate", "--path", str(CONTRACT),
        "--output-path", str(folder / "iacta_client"), "--meta", "none", cwd=folder,
    )  # fmt: skip
    sys.path.insert(0, str(folder))
    try:
        importlib.invalidate_caches()
        return said, importlib.import_module("iacta_client")
    finally:
        sys.path.remove(str(folder))


def test_the_python_generator_leaves_out_only_what_it_has_no_body_types_for(
    said_and_client: tuple[str, ModuleType],
) -> None:
    """Capsules are JSON lines, which it knows neither as a body nor as an answer."""
    said, _ = said_and_client
    warnings = re.findall(r"WARNING parsing (\w+ \S+)|Unable to (.*)", said)
    assert {one or other for one, other in warnings} == {
        "POST /v1/campaigns/import",
        "GET /v1/campaigns/{campaign_id}/capsule",
    }, said


def test_a_generated_python_client_founds_a_campaign_and_rolls_an_event(
    said_and_client: tuple[str, ModuleType], tmp_path: Path
) -> None:
    _, package = said_and_client
    name = package.__name__

    def part(path: str) -> ModuleType:
        return importlib.import_module(f"{name}.{path}")

    models = part("models")
    with running(app_of(tmp_path / "data")) as server:
        with package.Client(base_url=server.url) as client:
            created = part("api.campaigns.create_campaign").sync(
                client=client,
                body=models.CreateCampaign.from_dict(
                    {
                        "system": "civil-war",
                        "scenario": "table",
                        "name": "A",
                        "visibility": "private",
                    }
                ),
            )
            assert hasattr(created, "tokens"), created
        token = created.tokens["referee"]
        with package.AuthenticatedClient(base_url=server.url, token=token) as client:
            body = {"command": {"type": "civil-war.roll-year-event"}, "entropy": "alea"}
            rolled = part("api.play.post_command").sync(
                campaign_id=created.campaign.id,
                client=client,
                body=models.PostCommand.from_dict(body),
                idempotency_key="k",
            )
            assert isinstance(rolled, models.CommandAccepted), rolled
            assert rolled.event.seq == rolled.head.seq == 2
            assert rolled.event.draws[0]["seed"]
            refused = part("api.play.post_command").sync(
                campaign_id=created.campaign.id,
                client=client,
                body=models.PostCommand.from_dict({**body, "entropy": "iacta"}),
                idempotency_key="k",
            )
            assert isinstance(refused, models.ProblemBody)
            assert refused.type_ == "/problems/idempotency-mismatch"


def test_the_typescript_generator_has_nothing_to_warn_of(tmp_path: Path) -> None:
    made = tmp_path / "iacta.ts"
    node = str(BIN / "node")
    generator = TYPESCRIPT / "node_modules" / "openapi-typescript" / "bin" / "cli.js"
    said = run(node, str(generator), str(CONTRACT), "-o", str(made), cwd=tmp_path)
    assert not re.search("warn|error|unable", said, re.IGNORECASE), said
    text = made.read_text()
    for name in ("createCampaign", "postCommand", "CommandAccepted", "CivilWarRollYearEvent"):
        assert name in text
    compiler = TYPESCRIPT / "node_modules" / "typescript" / "bin" / "tsc"
    run(node, str(compiler), "--noEmit", "--strict", str(made), cwd=tmp_path)


def test_the_lock_of_the_typescript_generator_names_no_registry() -> None:
    lock = (TYPESCRIPT / "package-lock.json").read_text()
    assert '"resolved"' not in lock
    assert '"integrity"' in lock
    assert "://" not in re.sub(r'"(url|funding)": "[^"]*"', "", lock)
