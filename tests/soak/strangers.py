"""What strangers press a server with: by itself it imports little, and begins at once."""

import asyncio
import json
import os
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from tests.support.sockets import DEADLINE, head

SOAK = bool(os.environ.get("IACTA_SOAK"))
ELSEWHERE = ("127.0.0.2", 0)
BODY = {"Content_Type": "application/json"}


async def _open(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    place = urlsplit(url)
    return await asyncio.open_connection(place.hostname, place.port, local_addr=ELSEWHERE)


async def _ask(url: str, request: bytes) -> str:
    """The status of one answer, or how the connection ended."""
    try:
        reader, writer = await _open(url)
        writer.write(request)
        line = await asyncio.wait_for(reader.readline(), DEADLINE)
        writer.close()
        return line[9:12].decode() or "ended"
    except (OSError, TimeoutError) as error:
        return type(error).__name__


async def _repeated(url: str, request: bytes, senders: int, each: int) -> Counter[str]:
    async def sender() -> list[str]:
        return [await _ask(url, request) for _ in range(each)]

    found = await asyncio.gather(*(sender() for _ in range(senders)))
    return Counter(status for one in found for status in one)


async def large_bodies(url: str, path: str) -> Counter[str]:
    """2 MiB of `{}` eight at a time, without a token."""
    body = b'{"commands":[' + b"{}," * 699_000 + b"{}]}"
    request = head("POST", f"{path}/command-batches", Content_Length=str(len(body)), **BODY) + body
    return await _repeated(url, request, 8, 50 if SOAK else 2)


async def wrong_claims(url: str, path: str) -> Counter[str]:
    """Guessed invitations, sixteen at a time."""
    body = json.dumps({"invitation": "x" * 43}).encode()
    request = head("POST", f"{path}/claims", Content_Length=str(len(body)), **BODY) + body
    return await _repeated(url, request, 16, 300 if SOAK else 4)


async def streams(url: str, path: str) -> Counter[str]:
    """As many streams as one can open, held until all have their answer."""
    held = []

    async def one() -> str:
        with suppress(OSError):
            reader, writer = await _open(url)
            held.append(writer)
            writer.write(head("GET", f"{path}/stream"))
            return (await asyncio.wait_for(reader.readline(), DEADLINE))[9:12].decode() or "ended"
        return "ended"

    found = Counter(await asyncio.gather(*(one() for _ in range(1_500 if SOAK else 80))))
    for writer in held:
        writer.close()
    return found


async def half_headers(url: str, path: str) -> Counter[str]:
    """Half a request each, and then nothing until the server ends the connection."""

    async def one() -> str:
        try:
            reader, writer = await _open(url)
            writer.write(head("GET", path)[:-4])
            await asyncio.wait_for(reader.read(), DEADLINE)
            writer.close()
        except TimeoutError:
            return "still open"
        except OSError:
            pass
        return "ended"

    return Counter(await asyncio.gather(*(one() for _ in range(3_000 if SOAK else 120))))


ATTACKS: dict[str, Callable[[str, str], Coroutine[Any, Any, Counter[str]]]] = {
    "2 MiB bodies x8": large_bodies,
    "wrong claims x16": wrong_claims,
    "1,500 streams": streams,
    "3,000 half-sent headers": half_headers,
}


def attack(name: str, url: str, path: str, told: Any) -> None:
    """Run an attack to its end, in a process of its own, and tell what was answered."""
    told.send(asyncio.run(ATTACKS[name](url, path)))
