"""Snapshots: the fold after every 64th event, so that any state costs a bounded fold."""

import msgspec

from iacta.domain.kernel.campaign.state import Campaign
from iacta.domain.kernel.contract.system import AnySystem
from iacta.domain.kernel.proof.canonical import fingerprint
from iacta.service.store import schema as t
from iacta.service.store.rows import CampaignRow
from iacta.service.store.write import Writer

EVERY = 64
"""of events: no game takes longer to fold as many than to send the state"""
FOLD = "3"
"""Raised when events fold to another state of the same shape, or states are stored otherwise, so
that older snapshots go.
"""


class _Stored(msgspec.Struct):
    shape: str
    campaign: Campaign
    game: msgspec.Raw


def encode(campaign: Campaign, system: AnySystem) -> bytes:
    """A campaign's state as stored; a cache of the fold, never more."""
    game = msgspec.Raw(msgspec.json.encode(campaign.game))
    rest = msgspec.structs.replace(campaign, game=None)
    return msgspec.json.encode(_Stored(shape_of(system), rest, game))


def decode(data: bytes, system: AnySystem) -> Campaign | None:
    """The state of a snapshot, unless the code's state has another shape by now."""
    try:
        stored = msgspec.json.decode(data, type=_Stored)
        if stored.shape != shape_of(system):
            return None
        game = msgspec.json.decode(stored.game, type=system.state_type)
        return msgspec.structs.replace(stored.campaign, game=game)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


_SHAPES: dict[str, str] = {}


def shape_of(system: AnySystem) -> str:
    """A hash of the shape of states, so that a snapshot of other code is not used."""
    key = f"{system.key}/{system.edition}"
    if key not in _SHAPES:
        schemas = [msgspec.json.schema(shape) for shape in (Campaign, system.state_type)]
        texts = [msgspec.json.encode(one, order="sorted").decode() for one in schemas]
        _SHAPES[key] = fingerprint([FOLD, *texts])
    return _SHAPES[key]


def write(tx: Writer, row: CampaignRow, campaign: Campaign, system: AnySystem) -> None:
    """Store a snapshot, if one is due."""
    if campaign.seq % EVERY == 0:
        state = encode(campaign, system)
        tx.add_row(t.snapshots, {"campaign_id": row.id, "seq": campaign.seq, "state": state})
