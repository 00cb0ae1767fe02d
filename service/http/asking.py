"""What is common to requests that cost much: who may ask, and for how long the work goes on."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio

from iacta.service import auth
from iacta.service.campaigns.commands import check_open
from iacta.service.errors import Problem
from iacta.service.http.context import Asked, Standing
from iacta.service.store.read import Reader

T = TypeVar("T")


def at_play(
    request: Asked, reader: Reader, campaign_id: str, if_match: int | None = None
) -> Standing:
    """A campaign that is played on here, for one who may send commands to it."""
    here = Standing(request, reader, campaign_id)
    auth.require(here.caller, "referee", "seat")
    check_open(here.context.engine, reader, here.row, if_match)
    return here


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
