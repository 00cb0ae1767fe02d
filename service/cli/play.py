"""Playing a campaign through the engine, with bots in every chair."""

from collections.abc import Callable, Iterator
from typing import Any

from iacta.domain.kernel.campaign import commands as cmd
from iacta.domain.kernel.campaign.bots import command_of
from iacta.domain.kernel.campaign.options import in_advance
from iacta.domain.kernel.campaign.views import known_to
from iacta.domain.kernel.campaign.waiting import standing
from iacta.domain.kernel.contract.system import AnySystem
from iacta.service.campaigns import commands as run
from iacta.service.campaigns import genesis
from iacta.service.campaigns.engine import Batch, Engine
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow

Below = Callable[[int], int]


def create(engine: Engine, system: str, scenario: str, name: str) -> CampaignRow:
    """A public campaign without tokens."""
    command = cmd.Create(system, scenario)
    return engine.run(lambda batch: genesis.create(batch, command, name, "public"))


def send(engine: Engine, campaign_id: str, role: str, command: Any, entropy: str) -> CampaignRow:
    """One command; raises `Refused` or `Problem`."""
    key = run.new_key(engine.host)

    def work(batch: Batch) -> Callable[[], run.Committed]:
        row = batch.tx.head(campaign_id)
        return run.execute(batch, row, role, run.Submission(command, entropy, key=key), None)

    done: run.Committed = engine.submit(work, alone=True).result()
    return done.head


def play(
    engine: Engine, campaign_id: str, system: AnySystem, bot: str, below: Below
) -> Iterator[CampaignRow]:
    """Let bots play every seat that is awaited until the game is over; then open the seals."""
    while True:
        with engine.database.reading() as connection:
            reader = Reader(connection)
            row = reader.head(campaign_id)
            campaign = engine.folds.state_at(reader, row, row.seq)
            vault = reader.vault(row)
        where = standing(campaign, system)
        if not where.waiting:
            return
        if where.outcome is not None:
            yield send(engine, campaign_id, "referee", {"type": "campaign.open-seals"}, "")
            continue
        seat = where.waiting[below(len(where.waiting))].seat
        role = "referee" if seat == "referee" else f"seat:{seat}"
        known = known_to(vault, campaign, role)
        command = in_advance(campaign, system, role, known, bot, below)
        if command is None:
            command = command_of(bot, system, campaign.game, role, known, below)
        if command is None:
            return
        entropy = "".join("0123456789abcdef"[below(16)] for _ in range(32))
        yield send(engine, campaign_id, role, command, entropy)
