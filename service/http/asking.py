"""What is common to odds and dry runs: who may ask, and for how long an answer is worked on."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from service import auth
from service.campaigns.commands import check_open
from service.errors import Problem
from service.http.context import Asked, Standing
from service.store.read import Reader

T = TypeVar("T")


def at_play(
    request: Asked, reader: Reader, campaign_id: str, if_match: int | None = None
) -> Standing:
    """A campaign that is played on here, for one who may send commands to it."""
    here = Standing(request, reader, campaign_id)
    auth.require(here.caller, "referee", "seat")
    check_open(here.context.engine, reader, here.row, if_match)
    return here


async def while_asked(request: Asked, asking: Coroutine[Any, Any, T]) -> T:
    """An answer, for as long as the client waits for it; cancelled once the client is gone."""
    answer = asyncio.ensure_future(asking)
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((answer, gone), return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            raise Problem("not-ready", "The client has gone.")  # for the log; nobody reads it
        return answer.result()
    finally:
        answer.cancel()
        gone.cancel()


async def _disconnected(request: Asked) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
