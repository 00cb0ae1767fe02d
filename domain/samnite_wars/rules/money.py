"""Coins and prestige. SW P2, SW P3, SW P19."""

from iacta.domain.samnite_wars.effects import Corrupted, PrestigeChanged, TreasuryChanged
from iacta.domain.samnite_wars.rules.unfolding import Unfolding

MOST_COINS = 20


def gain(play: Unfolding, coins: int, reason: str, rule: str) -> None:
    """Add coins to the Treasury; the Tax Base never runs out (SW-39)."""
    play.add(TreasuryChanged(coins, play.state.treasury + coins, reason, rule))
    check_corruption(play)


def spend(play: Unfolding, coins: int, reason: str, rule: str) -> None:
    """Take coins out of the Treasury; no effect for 0."""
    if coins:
        play.add(TreasuryChanged(-coins, play.state.treasury - coins, reason, rule))


def check_corruption(play: Unfolding) -> None:
    """While there are more than 20 coins, lose 1d10; by switch only once. SW P19, SW-24."""
    while play.state.treasury > MOST_COINS:
        face = play.dice.roll("d10", "corruption")
        play.add(Corrupted(face, face, play.state.treasury - face))
        if play.state.switches.corruption == "once":
            return


def change_prestige(
    play: Unfolding, seat: str, change: int, reason: str, rule: str, *faces: int
) -> None:
    """Add or subtract PT, not below 0 (SW-7); the bank never runs out (SW-4, SW-39)."""
    player = play.state.seated(seat)
    total = max(0, player.prestige + change)
    play.add(PrestigeChanged(seat, change, total, reason, rule, faces))
