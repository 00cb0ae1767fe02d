"""Run every measurement and print a table of ratios."""

import asyncio
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from typing import Any

from iacta.domain.kernel.campaign.fold import replay
from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.proof.capsules import read
from iacta.service.signing import check_signature
from iacta.service.systems import discover

SECONDS = 4.0


async def _client(host: str, port: int, request: bytes, until: float) -> int:
    """Send one request after another on one connection; how many were answered."""
    reader, writer = await asyncio.open_connection(host, port)
    count = 0
    while time.perf_counter() < until:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        await reader.readexactly(length)
        assert head.split()[1] in (b"200", b"201"), head
        count += 1
    writer.close()
    return count


async def _rate(url: str, path: str, headers: dict[str, str], body: Any, clients: int) -> float:
    host, port = url.removeprefix("http://").split(":")
    data = json.dumps(body).encode()
    fields = {"Host": host, "Content-Type": "application/json", "Content-Length": len(data)}
    lines = "".join(f"{name}: {value}\r\n" for name, value in {**fields, **headers}.items())
    request = f"POST {path} HTTP/1.1\r\n{lines}\r\n".encode() + data
    until = time.perf_counter() + SECONDS
    tasks = [_client(host, int(port), request, until) for _ in range(clients)]
    return sum(await asyncio.gather(*tasks)) / SECONDS


def _start(*command: str) -> tuple[subprocess.Popen[str], str]:
    process = subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    assert process.stdout is not None
    return process, process.stdout.readline().split()[1]


def _post(url: str, body: Any) -> Any:
    request = urllib.request.Request(
        url, data=json.dumps(body).encode(), headers={"Content-Type": "application/json"}
    )
    return json.load(urllib.request.urlopen(request, timeout=30))


def commands(folder: pathlib.Path) -> bytes:
    """Durable commands a second, beside a bare POST. Returns the campaign as a capsule."""
    bare, bare_url = _start("-m", "tests.bench.bare")
    serve, url = _start(
        "-m", "iacta.service.cli.main", "serve", "--port", "0", "--quiet", "--data", str(folder)
    )
    creation = {"system": "civil-war", "scenario": "table", "name": "x", "visibility": "public"}
    made = _post(f"{url}/v1/campaigns", creation)
    campaign, token = made["campaign"]["id"], made["tokens"]["referee"]
    path = f"/v1/campaigns/{campaign}/commands"
    auth = {"Authorization": f"Bearer {token}"}
    roll = {"command": {"type": "civil-war.roll-year-event"}, "entropy": "alea"}
    note = {"command": {"type": "campaign.annotate", "seq": 1, "text": "x"}, "entropy": "alea"}
    combat = {"command": COMBAT, "entropy": "alea"}
    print(f"{'clients':>8} {'bare POST/s':>12} {'combats/s':>10} {'ratio':>6} {'notes/s':>8}")
    for clients in (1, 16, 64):
        base = asyncio.run(_rate(bare_url, path, auth, roll, clients))
        fought = asyncio.run(_rate(url, path, auth, combat, clients))
        noted = asyncio.run(_rate(url, path, auth, note, clients))
        print(f"{clients:>8} {base:>12.0f} {fought:>10.0f} {fought / base:>6.2f} {noted:>8.0f}")
    capsule: bytes = urllib.request.urlopen(
        f"{url}/v1/campaigns/{campaign}/capsule", timeout=120
    ).read()
    for process in (bare, serve):
        process.terminate()
        process.wait()
    return capsule


FORCE = {"units": [{"kind": "legio", "sp": 4, "quality": 2, "reduced": False}] * 3, "leaders": []}
COMBAT = {
    "type": "civil-war.adjudicate-combat",
    "attacker": FORCE,
    "defender": FORCE,
    "crossing": False,
    "outside_republic": False,
}


def reading(capsule: bytes) -> None:
    """Parsing, folding and verifying, beside one another."""
    began = time.perf_counter()
    saved = read(capsule)
    parsed = time.perf_counter()
    system = discover()["civil-war"]
    for _ in replay(((item.event, item.hash) for item in saved.items), system):
        pass
    folded = time.perf_counter()
    assert verify_capsule(capsule, check_signature, systems=discover()).ok
    verified = time.perf_counter()
    count = len(saved.items)
    parse, fold, verify = parsed - began, folded - parsed, verified - folded
    print(f"{count} events: parsing 1, folding {fold / parse:.2f}, verifying {verify / parse:.2f}")
    print(f"({count / parse:.0f}, {count / fold:.0f} and {count / verify:.0f} events/s here)")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:.0f} MiB for a capsule of {len(capsule) / 2**20:.1f} MiB")


with tempfile.TemporaryDirectory(prefix="iacta-bench-") as name:
    reading(commands(pathlib.Path(name) / "data"))
