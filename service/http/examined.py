"""Work in processes of their own, as requests ask for it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from tempfile import TemporaryFile
from typing import IO, Any, TypeVar

import anyio
import anyio.to_thread

from iacta.service.errors import Problem
from iacta.service.http.asking import while_asked
from iacta.service.http.body import spooled_body
from iacta.service.http.context import Asked, context

T = TypeVar("T")


async def examined(
    request: Asked,
    shape: type[T],
    function: str,
    *arguments: Any,
    files: tuple[IO[bytes], ...] = (),
) -> T:
    """What a function gives in a process of its own (see `Examiner.run`), while it is asked for."""

    async def work() -> T:
        return await context(request).examiner.run(shape, function, *arguments, files=files)

    return await while_asked(request, work)


@asynccontextmanager
async def uploaded(request: Asked) -> AsyncIterator[IO[bytes]]:
    """The body of an import in a file without a name, which goes with it. Raises `Problem`.

    Few are received at once, so that what is not examined yet does not fill the disk.
    """
    here = context(request)
    limits = here.settings.limits
    if here.uploads >= limits.uploads:
        wait = {"Retry-After": "10"}
        raise Problem("not-ready", "Too many files are on their way in.", headers=wait)
    here.uploads += 1
    try:
        with TemporaryFile() as file:
            await spooled_body(request, limits.import_bytes, limits, file)
            await anyio.to_thread.run_sync(file.seek, 0)
            yield file
    finally:
        here.uploads -= 1
