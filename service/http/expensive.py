"""Expensive requests: who may send them, and how long they run."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio

from iacta.service import auth
from iacta.service.campaigns.commands import check_open
from iacta.service.errors import Problem
from iacta.service.http.context import CampaignAccess, HttpRequest
from iacta.service.store.read import Reader

T = TypeVar("T")


def playable_campaign(
    request: HttpRequest, reader: Reader, campaign_id: str, if_match: int | None = None
) -> CampaignAccess:
    """The campaign, for a caller who may send it commands. Raises `Problem`."""
    access = CampaignAccess(request, reader, campaign_id)
    auth.require(access.caller, "referee", "seat")
    check_open(access.context.engine, reader, access.row, if_match)
    return access


async def run_while_connected(request: HttpRequest, work: Callable[[], Awaitable[T]]) -> T:
    """Run ``work`` and return its result; it is cancelled when the client disconnects."""
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
        raise Problem("not-ready", "The client disconnected.")
    return answers[0]
