"""What the shapes of several endpoints hold."""

import msgspec

from iacta.domain.kernel.proof.record import Hash


class Closed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of request bodies."""


class Head(msgspec.Struct, frozen=True):
    """The last event."""

    seq: int  #: its number; the first event is 1
    hash: Hash
