"""Campaigns that share a past: which of them keep the same secrets, or have shown them."""

from iacta.service.campaigns.reading import Folds
from iacta.service.store.lineage import forks_since
from iacta.service.store.read import Reader
from iacta.service.store.rows import CampaignRow
from iacta.service.store.sealed import sealed_values, secret_values


def sharing(reader: Reader, row: CampaignRow) -> list[CampaignRow]:
    """The live campaigns of the lineage that share an unopened secret with ``row``, oldest first.

    The lineage is every ancestor, every descendant and every other branch of an ancestor. A
    campaign counts if some value was sealed (a sealed draw's dice included) in an event that both
    records hold, and neither record has shown it to everyone, by `opened` or by `seals-opened`,
    nor had an ancestor of one of them before that one was forked.
    Whether play is over counts for nothing here: one that has ended keeps its secrets too. Left
    out are ``row`` itself and what is not played on here (imported, or left behind by a backup).

    In a batch, what the batch itself has shown is not seen yet; what it has sealed is shared with
    nobody, since a fork is made in a batch of its own.
    """
    secrets = secret_values(reader, row)
    if not secrets:
        return []
    return [
        other
        for other in _lineage(reader, row, min(secrets.values()))
        if other.kind == "live" and secrets.keys() & secret_values(reader, other).keys()
    ]


def shown_elsewhere(reader: Reader, folds: Folds, row: CampaignRow) -> list[CampaignRow]:
    """The other branches that have opened their seals over what is still a secret in ``row``."""
    secrets = secret_values(reader, row)
    if not secrets:
        return []
    return [
        other
        for other in _lineage(reader, row, min(secrets.values()))
        if secrets.keys() & sealed_values(reader, other).keys()
        and _has_opened(reader, folds, other)
    ]


def _has_opened(reader: Reader, folds: Folds, row: CampaignRow) -> bool:
    if row.kind == "deleted":  # and its last events are gone
        return row.opened is not None
    return folds.state_at(reader, row, row.seq).seals_opened


def _lineage(reader: Reader, row: CampaignRow, since: int) -> list[CampaignRow]:
    """Every other campaign whose record may share event ``since`` with ``row``.

    The way up passes over a parent whose row is gone: its forks still share its events.
    """
    top, here = row.id, row
    while here.parent_id and (here.fork_at or 0) >= since:
        top = here.parent_id
        parent = reader.campaign(top)
        if parent is None:
            break
        here = parent
    ids = level = [top]
    while level := forks_since(reader, level, since):
        ids = ids + level
    others = [reader.campaign(one) for one in sorted(ids) if one != row.id]
    return [other for other in others if other is not None]
