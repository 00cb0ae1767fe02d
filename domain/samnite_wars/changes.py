"""The closed list of what a referee's ruling may change. Hands and deck are beyond it."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.kernel.contract.system import Change
from iacta.domain.kernel.proof.record import SeatKey
from iacta.domain.samnite_wars.state import RegionName


class SetPrestige(Change, frozen=True, tag="samnite-wars.set-prestige"):
    """A player has this many PT."""

    seat: SeatKey
    prestige: Annotated[int, Meta(ge=0, le=9999)]


class SetTreasury(Change, frozen=True, tag="samnite-wars.set-treasury"):
    """The Treasury holds this many coins."""

    coins: Annotated[int, Meta(ge=0, le=9999)]


class SetTokens(Change, frozen=True, tag="samnite-wars.set-tokens"):
    """A region holds this many of Rome's tokens. SW P5."""

    region: RegionName
    tokens: Annotated[int, Meta(ge=0, le=3)]


class SetBattleLost(Change, frozen=True, tag="samnite-wars.set-battle-lost"):
    """Whether Rome counts as having lost a battle in its last turn. SW P20."""

    lost: bool


AnyChange = SetPrestige | SetTreasury | SetTokens | SetBattleLost
