"""Where a campaign stands: turn, phase, and who is awaited since when."""

from iacta.domain.kernel.campaign.facts import Fact
from iacta.domain.kernel.campaign.state import Awaited, Campaign, Since
from iacta.domain.kernel.contract.system import AnySystem, Standing, Waiting


def standing(campaign: Campaign, system: AnySystem) -> Standing:
    """Turn, phase and who is awaited, including for the kernel's own commands."""
    game = system.standing(campaign.game)
    if campaign.outcome is not None:
        waiting: tuple[Waiting, ...] = ()
        if campaign.keeps_secrets:
            waiting = _waiting_for_seals(campaign)
        return Standing(game.turn, game.phase, waiting, campaign.outcome)
    if campaign.reshuffle_due:
        return Standing(
            game.turn, game.phase, (Waiting("referee", "a reshuffle", ("campaign.reshuffle",)),)
        )
    return game


def _waiting_for_seals(campaign: Campaign) -> tuple[Waiting, ...]:
    """The seats that have not answered yet; once all have, or none is asked, the referee."""
    seal_voters = campaign.seal_voters if campaign.grace is not None else ()
    left = [seat for seat in seal_voters if seat not in campaign.seal_answers] or ["referee"]
    return tuple(Waiting(seat, "the seals", ("campaign.open-seals",)) for seat in left)


def awaited(campaign: Campaign, system: AnySystem) -> tuple[Awaited, ...]:
    """Who is awaited, and since when; for what another release did not await, the last event."""
    return _since(campaign, system, campaign.waiting, Since(campaign.seq, campaign.at))


BEGIN_ANEW = ("campaign.fork", "campaign.rewind")
"""Commands after which everybody is awaited from now on."""


def awaited_after(campaign: Campaign, event: Fact, system: AnySystem) -> tuple[Awaited, ...]:
    """Who is awaited after an event: whoever was awaited for the same and did not act, still is."""
    kind, now = event.command.type, Since(event.seq, event.at)
    before = () if kind in BEGIN_ANEW else campaign.waiting
    acted = "" if kind.startswith("campaign.") else event.acting.removeprefix("seat:")
    return _since(campaign, system, before, now, acted)


def _since(
    campaign: Campaign,
    system: AnySystem,
    before: tuple[Awaited, ...],
    now: Since,
    acted: str = "",
) -> tuple[Awaited, ...]:
    """``before``: who was awaited; of these the seat ``acted`` has done what it could."""
    found = []
    for due in standing(campaign, system).waiting:
        since = now
        for was in before if due.seat != acted else ():
            if was.seat == due.seat and was.kinds == due.kinds:
                since = was.since
        found.append(Awaited(due.seat, due.for_, due.kinds, since))
    return tuple(found)
