"""Sandboxed work and uploads, for requests."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from tempfile import TemporaryFile
from typing import IO, Any, TypeVar

import anyio
import anyio.to_thread

from iacta.service.errors import not_ready
from iacta.service.http.address import address_of
from iacta.service.http.body import spooled_body
from iacta.service.http.context import HttpRequest, context
from iacta.service.http.expensive import run_while_connected

T = TypeVar("T")


async def run_sandboxed(
    request: HttpRequest,
    shape: type[T],
    function: str,
    *arguments: Any,
    files: tuple[IO[bytes], ...] = (),
) -> T:
    """Run a function in the sandbox (see `Sandbox.run`) while the client is connected."""
    sender = request.scope["state"].get("sender")  # none with the operator's key
    senders = [f"{by} {who}" for by in ("address", "token") if (who := getattr(sender, by, ""))]

    async def work() -> T:
        sandbox = context(request).sandbox
        return await sandbox.run(shape, function, *arguments, files=files, senders=senders)

    return await run_while_connected(request, work)


@asynccontextmanager
async def received_upload(request: HttpRequest) -> AsyncIterator[IO[bytes]]:
    """The body of an import in a file without a name, which goes with it. Raises `Problem`.

    Few are received at once, so that what is not examined yet does not fill the disk, and not all
    of them from one address.
    """
    here = context(request)
    limits = here.settings.limits
    address = address_of(request)
    if here.uploads.total() >= limits.uploads or here.uploads[address] >= limits.sandbox_each:
        raise not_ready("Too many uploads are under way.", 10)
    here.uploads[address] += 1
    try:
        with TemporaryFile() as file:
            await spooled_body(request, limits.import_bytes, limits, file)
            await anyio.to_thread.run_sync(file.seek, 0)
            yield file
    finally:
        here.uploads -= Counter([address])  # leaves no zeros behind
