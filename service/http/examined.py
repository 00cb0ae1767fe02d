"""Work in processes of their own, as requests ask for it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from tempfile import TemporaryFile
from typing import IO, Any, TypeVar

import anyio
import anyio.to_thread

from service.errors import Problem
from service.http.body import spooled_body
from service.http.context import Asked, context

T = TypeVar("T")


async def while_asked(request: Asked, work: Callable[[], Awaitable[T]]) -> T:
    """What ``work`` gives or raises; it is cancelled when the asker leaves."""
    answers: list[T] = []
    failures: list[Exception] = []
    async with anyio.create_task_group() as group:

        async def watch() -> None:
            while (await request.receive())["type"] != "http.disconnect":
                pass
            group.cancel_scope.cancel()

        async def run() -> None:
            try:
                answers.append(await work())
            except Exception as error:
                failures.append(error)
            group.cancel_scope.cancel()

        group.start_soon(watch)
        group.start_soon(run)
    if failures:
        raise failures[0]
    if not answers:
        raise Problem("not-ready", "The asker has left.")
    return answers[0]


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
