"""`iacta demo`: a campaign played by bots, served and opened."""

import itertools
import os
import secrets
import sys
import tempfile
import threading
import urllib.request
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from iacta.domain.kernel.campaign.bots import bot_names
from iacta.service import log
from iacta.service.auth.tokens import issue_tokens
from iacta.service.campaigns.engine import Batch, Engine
from iacta.service.cli import play
from iacta.service.cli.common import open_engine, settings_for
from iacta.service.cli.serve import Port, Server, bind, run, url_of
from iacta.service.cli.terminal import fail, progress
from iacta.service.systems import discover

EVENTS = 2_000


def demo(
    system: Annotated[str, typer.Option(help="Which game.")] = "civil-war",
    scenario: Annotated[str, typer.Option(help="Which scenario; the last one if left out.")] = "",
    bot: Annotated[str, typer.Option(help="Who plays; left out, the best without a search.")] = "",
    events: Annotated[int, typer.Option(min=1, help="How many events at most.")] = EVENTS,
    port: Port = 0,
    once: Annotated[bool, typer.Option("--once", help="End after the ready check.")] = False,
    browser: Annotated[bool, typer.Option(help="Open a browser if there is a display.")] = True,
) -> None:
    """Play a campaign on fresh data, serve it and open the viewer on it.

    Prints `ready <url>` and one link for each audience; stays until Ctrl-C.
    """
    log.configure("warning")
    game = discover().get(system)
    if game is None:
        fail(f"no system {system!r}; there are: {', '.join(discover())}")
    chosen = scenario or game.scenarios[-1].key
    if chosen not in [one.key for one in game.scenarios]:
        fail(f"no scenario {chosen!r}; there are: {', '.join(one.key for one in game.scenarios)}")
    bot = bot or list(game.bots)[-1]
    if bot not in bot_names(game):
        fail(f"no bot {bot!r}; there are: {', '.join(bot_names(game))}")
    with tempfile.TemporaryDirectory(prefix="iacta-demo-") as folder:
        data = Path(folder)
        with open_engine(data, create=True) as engine:
            name = f"{game.title}, played by {bot} bots"
            row = play.create(engine, system, chosen, name)
            moves = play.play(engine, row.id, game, bot, secrets.randbelow)
            for made in progress(itertools.islice(moves, events - 1), "playing", events - 1):
                row = made
            links = _links(engine, row.id)
        sock = bind("127.0.0.1", port)
        url = url_of(sock)
        path = f"/#/campaigns/{row.id}"

        def ready(server: Server) -> None:
            typer.echo(f"ready {url}")
            for audience, token in links.items():
                typer.echo(f"{audience:<18} {url}{path}" + (f"?token={token}" if token else ""))
            sys.stdout.flush()
            if once:
                _check(url, server)
            elif browser and _can_open():
                webbrowser.open(f"{url}{path}")

        run(settings_for(data), sock, ready)


def _links(engine: Engine, campaign_id: str) -> dict[str, str]:
    """A token for each audience; none for everyone."""

    def work(batch: Batch) -> dict[str, str]:
        row = batch.tx.head(campaign_id)
        campaign = batch.live(row).campaign
        roles = ["referee", *(f"seat:{one.seat}" for one in campaign.seats)]
        return {"everyone": "", **issue_tokens(batch, row.id, roles, campaign.at)}

    return engine.run(work)


def _can_open() -> bool:
    shown = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY")
    return sys.stdout.isatty() and bool(shown or os.environ.get("WAYLAND_DISPLAY"))


def _check(url: str, server: Server) -> None:
    """Ask for the viewer and the list from outside the loop, then stop."""

    def ask() -> None:
        try:
            for path in ("/", "/v1/campaigns", "/health/ready"):
                urllib.request.urlopen(url + path, timeout=10).close()
            typer.echo("checked")
        finally:
            server.should_exit = True

    threading.Thread(target=ask, daemon=True).start()
