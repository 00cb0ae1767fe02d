"""What cards are worth to a seat: as force in a battle, as prestige and gold, as trouble."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from iacta.domain.samnite_wars.rules import efforts
from iacta.domain.samnite_wars.rules.money import MOST_COINS
from iacta.domain.samnite_wars.state import Battle, BattleKind, Region, Side, State
from iacta.domain.samnite_wars.tables import BY_NAME, LEVIES, NEGATING, PLAGUE, SCANDAL

GOLD = 0.5
"""what a coin is worth in PT: it counts for this Consul, and then for the next one"""
EXPECTED, SPREAD = 5.0, 8.0
"""the force that an enemy lays, and how much more than it wins always"""
SIDES: tuple[Side, ...] = ("rome", "enemy")


class Judgement:
    """A seat's judgement of cards on the board as it is seen."""

    def __init__(self, game: Mapping[str, Any]) -> None:
        self._treasury = int(game["treasury"])
        self._board = State(
            regions=tuple(
                Region(
                    region["name"],
                    region["civilization"],
                    region["hellenized"],
                    region["needed"],
                    region["tokens"],
                )
                for region in game["regions"]
            )
        )
        self._near = [region["name"] for region in game["regions"] if region["adjacent"]]

    def force(self, card: str, side: Side, kind: BattleKind, region: str) -> int:
        """The force of a card in a battle, 0 if it may not be laid there."""
        battle = Battle(kind=kind, region=region, attacker="enemy" if kind == "war" else "rome")
        state = msgspec.structs.replace(self._board, battle=battle)
        if not efforts.allowed(state, side, BY_NAME[card]):
            return 0
        return efforts.total_effort(state, side, (card,)).force

    def might(self, cards: Iterable[str], side: Side, kind: BattleKind, region: str) -> int:
        """The force of the best War Effort from these cards."""
        best = dict.fromkeys(efforts.KINDS, 0)
        for card in cards:
            type_ = BY_NAME[card].kind
            if type_ in best:
                best[type_] = max(best[type_], self.force(card, side, kind, region))
        return sum(best.values())

    def gain(self, card: str) -> float:
        """What a card's own PT and gold are worth to the Consul; corruption eats what is over."""
        played = BY_NAME[card]
        gold = min(played.gold, max(0, MOST_COINS - self._treasury))
        return played.prestige + GOLD * gold

    def usual_force(self, card: str, side: Side) -> float:
        """What a card is mostly worth to a side in the campaigns that may come next."""
        near = self._near or ["Samnites"]
        return sum(self.force(card, side, "campaign", region) for region in near) / len(near)

    def keep(self, card: str) -> float:
        """How valuable it is to keep a card."""
        played = BY_NAME[card]
        if played.kind in efforts.KINDS:
            return max(self.usual_force(card, side) for side in SIDES)
        if card in (SCANDAL, *NEGATING):
            return 2.5
        if card in (PLAGUE, *LEVIES):
            return 1.5
        if played.kind == "defeat":
            return 3.0
        if played.kind == "conquest":
            return 2.0 + played.prestige
        return max(1.0, abs(self.gain(card)))


def chance(might: float) -> float:
    """A rough chance that a War Effort of this force wins."""
    return min(0.95, max(0.05, 0.5 + (might - EXPECTED) / SPREAD))
