"""`token`, `hide`, `show`, `delete`: the operator's hand on single campaigns."""

from collections.abc import Callable
from typing import Annotated, TypeVar

import typer

from iacta.service.auth.handover import hand_over
from iacta.service.campaigns import removal
from iacta.service.campaigns.engine import Batch
from iacta.service.cli.common import AsJson, Data, Id, Key, find_copy, open_engine
from iacta.service.cli.terminal import fail, say, show_json
from iacta.service.store.rows import CampaignRow

T = TypeVar("T")
REASON = 2000


def token(
    campaign: Id,
    role: Annotated[str, typer.Argument(help="referee, observer or `seat:<seat>`.")],
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Make a new token for a role whose holder lost theirs. The old ones are revoked.

    The log records it as a hand-over by the service.
    """

    def work(batch: Batch, row: CampaignRow) -> str:
        return hand_over(batch, row, role, "service")

    row, made = _with(campaign, "", data, work)
    if as_json:
        show_json({"id": row.campaign, "role": role, "token": made})
    else:
        say(made)


def hide(campaign: Id, key: Key = "", data: Data = None) -> None:
    """Take a public campaign off the list; only its tokens read it from now on."""
    _with(campaign, key, data, removal.hide)
    say(f"{campaign} is hidden: only those who hold a token read it")


def show(campaign: Id, key: Key = "", data: Data = None) -> None:
    """Make a hidden campaign public again."""
    _with(campaign, key, data, removal.show)
    say(f"{campaign} is public again")


def delete(
    campaign: Id,
    reason: Annotated[str, typer.Option(help="Why. Shown to readers if it was public.")],
    key: Key = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data: Data = None,
) -> None:
    """Delete a campaign permanently. Its last checkpoint and the reason stay.

    What forks of it share stays until they are deleted too. Backups still hold it.
    """
    if not 1 <= len(reason) <= REASON:
        fail(f"a reason has 1 to {REASON} characters")
    if not yes:
        typer.confirm(f"Delete {campaign} permanently?", abort=True)

    def work(batch: Batch, row: CampaignRow) -> int:
        return removal.delete(batch, row, reason)

    _, kept = _with(campaign, key, data, work)
    more = f"; {kept} of its events stay for the forks that share them" if kept else ""
    say(f"{campaign} is deleted{more}")


def _with(
    campaign: str, key: str, data: Data, work: Callable[[Batch, CampaignRow], T]
) -> tuple[CampaignRow, T]:
    """Run work on a copy of a campaign in the writer; the copy as it was, and the answer."""

    def run(batch: Batch) -> tuple[CampaignRow, T]:
        row = find_copy(batch.tx, batch.engine, campaign, key, only=True)
        return row, work(batch, row)

    with open_engine(data) as engine:
        return engine.run(run)
