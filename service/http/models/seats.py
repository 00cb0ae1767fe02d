"""Seats and the tokens that they are held by."""

from typing import Annotated

import msgspec
from msgspec import Meta

from iacta.domain.kernel.proof.record import Role
from iacta.service.http.models.shared import Closed

Code = Annotated[str, Meta(min_length=1, max_length=128)]
Token = Annotated[str, Meta(pattern="^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$", max_length=43)]


class ClaimSeat(Closed, frozen=True):
    """An invitation's code, or one that moves a role to another device."""

    invitation: Code | None = None  #: the code, as it stands in the invitation's link
    transfer: Code | None = None  #: the code that `startTransfer` gave, instead of an invitation
    #: 32 fresh random bytes in base64url without padding: the token that the claim is to issue. If
    #: left out, the server makes one, and a lost answer cannot be had again.
    token: Token | None = None


class NewToken(Closed, frozen=True):
    """Whose tokens to replace."""

    role: Role  #: the role whose tokens are replaced


class TokenIssued(msgspec.Struct, frozen=True):
    """A token, shown this once, and its role."""

    token: str  #: sent as `Authorization: Bearer <token>`; shown this once
    role: Role  #: what it is good for


class TransferStarted(msgspec.Struct, frozen=True):
    """A code for another device, shown this once."""

    transfer: str  #: to send to `claimSeat`, once
    until: str  #: when it ends, in UTC


class TokenView(msgspec.Struct, frozen=True):
    """A token of the caller's role."""

    id: str  #: names it where it is to be revoked; the token does not follow from it
    made: str | None  #: when it was made, in UTC; null if that was not kept
    this: bool  #: whether the caller has sent this one


class Whoami(msgspec.Struct, frozen=True):
    """Who the caller is in a campaign."""

    role: str  #: `nobody` without a token of this campaign
    seat: str | None  #: the key of the caller's seat, if they have one
    tokens: tuple[TokenView, ...]  #: of the caller's role, the oldest first
