"""The changes that a referee's ruling may make; hands and deck cannot be changed."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.kernel.contract.system import Change
from iacta.domain.kernel.proof.record import SeatKey
from iacta.domain.samnite_wars.state import RegionName


class SetPrestige(Change, frozen=True, tag="samnite-wars.set-prestige"):
    """Set a player's PT."""

    seat: SeatKey  #: the player's seat
    prestige: Annotated[int, Meta(ge=0, le=9999)]  #: the new Prestige (PT)


class SetTreasury(Change, frozen=True, tag="samnite-wars.set-treasury"):
    """Set the coins in the Treasury."""

    coins: Annotated[int, Meta(ge=0, le=9999)]  #: the new number of coins


class SetTokens(Change, frozen=True, tag="samnite-wars.set-tokens"):
    """Set the number of Rome's tokens on a region. SW P5."""

    region: RegionName  #: the region
    tokens: Annotated[int, Meta(ge=0, le=3)]  #: the new number of tokens


class SetBattleLost(Change, frozen=True, tag="samnite-wars.set-battle-lost"):
    """Set whether Rome counts as having lost a battle in its last turn. SW P20."""

    lost: bool  #: whether Rome counts as having lost a battle


AnyChange = SetPrestige | SetTreasury | SetTokens | SetBattleLost
