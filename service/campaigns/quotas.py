"""Quotas of campaigns and bytes: for the server, a day, and a day from one address."""

import contextlib
import datetime
from collections.abc import Iterator

from iacta.service.campaigns.engine import Batch
from iacta.service.entropy import Host
from iacta.service.errors import Problem
from iacta.service.settings import Quotas
from iacta.service.store import quota


@contextlib.contextmanager
def counted(
    batch: Batch, quotas: Quotas, address: str | None, campaigns: int, size: int
) -> Iterator[None]:
    """Count ``campaigns`` of ``size`` bytes in all, unless what is done within is refused.

    ``address``: whose they are; none for the operator, whom no quota of an address binds.
    `quota-exceeded`, before anything is done, if one of the quotas would be exceeded.
    """
    host, tx = batch.engine.host, batch.tx
    day = host.today()
    senders = [quota.EVERYONE]
    if address is not None:  # a day's own, so that no two days of an address can be joined
        senders.append(batch.engine.signer.pseudonym(f"quota {day} {address}"))
    if campaigns or size:
        _check_kept(quota.kept(tx), quotas, campaigns, size)
        most = (
            ("This server", quotas.day_campaigns, quotas.day_bytes),
            ("Your address", quotas.address_campaigns, quotas.address_bytes),
        )
        for sender, (whose, of_campaigns, of_bytes) in zip(senders, most, strict=False):
            had = quota.used(tx, day, sender)
            if had[0] + campaigns > of_campaigns and campaigns:
                raise _day_is_over(host, f"{whose} takes {of_campaigns} new campaigns a day.")
            if had[1] + size > of_bytes:
                raise _day_is_over(host, f"{whose} takes {of_bytes} bytes of campaigns a day.")
    yield
    if campaigns or size:
        for sender in senders:
            quota.add(tx, day, sender, campaigns, size)


def _check_kept(kept: tuple[int, int], quotas: Quotas, campaigns: int, size: int) -> None:
    if campaigns and kept[0] + campaigns > quotas.campaigns:
        raise Problem("quota-exceeded", f"This server keeps at most {quotas.campaigns} campaigns.")
    if kept[1] + size > quotas.bytes:
        raise Problem("quota-exceeded", f"This server keeps at most {quotas.bytes} bytes.")


def _day_is_over(host: Host, detail: str) -> Problem:
    """A day's quota is used up: wait until the next day begins, UTC."""
    then = datetime.datetime.fromisoformat(host.now())
    begins = then.replace(hour=0, minute=0, second=0, microsecond=0) + datetime.timedelta(days=1)
    wait = int((begins - then).total_seconds()) + 1
    return Problem("quota-exceeded", detail, headers={"Retry-After": str(wait)})
