"""The guide to writing a client is a client that works."""

import os
import shlex
import subprocess
import sys
from pathlib import Path

from tests.package.reading import script
from tests.support.servers import IACTA, app_of, running

SEEDED = """
import random, secrets
random.seed(7)
secrets.token_hex = lambda size: random.randbytes(size).hex()
"""
"""The same choices and the same entropy every time."""


def test_the_client_of_the_guide_plays_a_campaign_follows_and_keeps_it(tmp_path: Path) -> None:
    client = tmp_path / "client.py"
    client.write_text(SEEDED + script("your-own-client"))
    with running(app_of(tmp_path / "data")) as server:
        done = subprocess.run(
            [sys.executable, "-I", str(client)],
            cwd=tmp_path,
            env={**os.environ, "IACTA_URL": server.url},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert any(line.startswith("naval-battle ['") for line in told)
    assert any(line.startswith("over: ") for line in told)
    assert told[-4:-1] == ["streamed 1", "streamed 2", "streamed 3"]
    said, *verify = shlex.split(told[-1])
    assert said == "iacta"
    checked = subprocess.run([IACTA, *verify], cwd=tmp_path, capture_output=True, check=False)
    assert checked.returncode == 0, checked.stdout
