"""`fork`, `conclude`: the operator begins a branch, or ends an abandoned one."""

from collections.abc import Callable
from typing import Annotated, Any
from urllib.parse import urlencode

import typer

from iacta.domain.kernel.campaign import commands as cmd
from iacta.service.auth.tokens import issue_for_new_campaign
from iacta.service.campaigns import commands as run
from iacta.service.campaigns import genesis
from iacta.service.campaigns.engine import Batch
from iacta.service.cli.common import AsJson, Data, Id, Key, find_copy, open_engine
from iacta.service.cli.terminal import show_json

OPERATOR = "service"
"""how the operator's acts are recorded"""


def fork(
    campaign: Id,
    at: Annotated[int, typer.Option(min=1, help="The last event to share.")],
    name: Annotated[str, typer.Option(help="The fork's name.")],
    reason: Annotated[str, typer.Option(help="Why.")] = "",
    keep_order: Annotated[bool, typer.Option(help="Do not reshuffle what was seen.")] = False,
    key: Key = "",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """Fork a campaign; prints the referee's token and the invitations, this once.

    Where something is hidden, only a campaign that a restored backup left behind, and that once;
    a campaign in play is forked by its referee, over the API.
    """

    def work(batch: Batch) -> tuple[dict[str, Any], dict[str, str]]:
        parent = find_copy(batch.tx, batch.engine, campaign, key)
        row = genesis.fork(batch, parent, OPERATOR, cmd.Fork(at, reason, keep_order), name)
        live = batch.engine.cached(row.id)
        assert live is not None
        tokens, invitations = issue_for_new_campaign(batch, live.campaign)
        held = [seat.seat for seat in live.campaign.seats if seat.claimed]
        made = {"id": row.id, "tokens": tokens, "held": held, "invitations": invitations}
        return made, {"name": name, "game": row.system, "scenario": live.campaign.scenario}

    with open_engine(data) as engine:
        made, told = engine.run(work)
    if as_json:
        show_json(made)
        return
    typer.echo(f"campaign    {made['id']}\nreferee     {made['tokens']['referee']}")
    for seat in made["held"]:
        typer.echo(f"held        {seat}  its token is good here too")
    for seat, code in made["invitations"].items():
        said = urlencode({"invite": code, "seat": seat, **told})
        typer.echo(f"invitation  {seat}  /#/campaigns/{made['id']}?{said}")


def conclude(
    campaign: Id, reason: Annotated[str, typer.Option(help="Why it is over.")], data: Data = None
) -> None:
    """End a campaign that its referee abandoned, so that other branches may open their seals."""

    def work(batch: Batch) -> Callable[[], run.Committed]:
        key = run.new_key(batch.engine.host)
        order = run.Submission({"type": "campaign.conclude", "reason": reason}, key=key)
        row = find_copy(batch.tx, batch.engine, campaign)
        return run.execute(batch, row, OPERATOR, order, None)

    with open_engine(data) as engine:
        done = engine.submit(work, alone=True).result()
    typer.echo(f"{campaign} is over, by event {done.head.seq}")
