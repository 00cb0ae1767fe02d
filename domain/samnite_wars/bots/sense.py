"""What nobody does who wants to win, however it may turn out in the worlds that are tried."""

from collections.abc import Mapping, Sequence
from typing import Any

from iacta.domain.samnite_wars.rules.money import MOST_COINS
from iacta.domain.samnite_wars.rules.peace import campaign_cost
from iacta.domain.samnite_wars.state import END_REGIONS
from iacta.domain.samnite_wars.tables import BY_NAME, PLAGUE, Card

View = Mapping[str, Any]
Plain = Mapping[str, Any]

CORRUPTION = 5.5
"""the coins that corruption takes on average, each a PT of the Consul's. SW P17, SW P19"""

BEST = 12
"""PT that a war which is won brings at best, its gold counted: 1d6 and 1d6"""


def sensible(game: View, seat: str, command: Plain) -> bool:
    """Whether a command may serve the seat: an answer in a window might serve another alone.

    Gold alone may serve a Foe, who is Consul after this one, and so may peace instead of a war, or
    corruption. An ally's cards are free.
    """
    if command["type"] != "samnite-wars.answer":
        return not _refuses(game, seat, command) and not _opens(game, seat, command)
    cards = [BY_NAME[name] for name in command["cards"]]
    harms = [card.prestige < 0 or card.name == PLAGUE for card in cards]
    gold = sum(card.gold for card in cards)
    gain = gold + sum(card.prestige for card in cards)
    corrupts = game["treasury"] + gold > MOST_COINS and gold > 0 and gain < CORRUPTION
    if seat == game["consul"]:
        return not any(harms) and not corrupts and not crowns(game, seat, command)
    gives = any(card.prestige > 0 for card in cards) and not corrupts
    wasted = any(harms) and (_is_last(game, game["consul"]) or _is_idle(game, cards))
    return not gives and not wasted and not crowns(game, seat, command)


def _is_idle(game: View, cards: Sequence[Card]) -> bool:
    """Whether a card does nothing: no campaign could be, or nothing is left that it could take.

    SW P20, SW P24, SW-7, SW-34.
    """
    cost = campaign_cost(levy=game["battle_lost"])
    left = next(one["prestige"] for one in game["players"] if one["seat"] == game["consul"])
    coins = game["treasury"]
    for card in cards:
        if card.name == PLAGUE and coins < cost:
            return True
        if card.prestige < 0:
            if not left and not (coins and card.kind == "defeat"):
                return True
            left = max(0, left + card.prestige)
            coins = 0 if card.kind == "defeat" else coins
    return False


def _refuses(game: View, seat: str, command: Plain) -> bool:
    """Whether a leader takes no ally though somebody could give cards. SW-25."""
    if command.get("ally", "") is not None:
        return False
    taken = (seat, command.get("enemy"))
    free = (one for one in game["players"] if one["role"] == "foe" and one["seat"] not in taken)
    return any(one["cards"] for one in free)


def _is_last(game: View, seat: str) -> bool:
    """Whether everybody else of three or more is ahead of a Consul, his gold counted."""
    prestige = _prestige(game)
    own = prestige.pop(seat)
    return len(prestige) > 1 and own < min(prestige.values())


def _prestige(game: View) -> dict[str, int]:
    """What everybody has, and the Consul at the turn's end. SW P17."""
    found = {one["seat"]: int(one["prestige"]) for one in game["players"]}
    found[game["consul"]] += game["treasury"]
    return found


def crowns(game: View, seat: str, command: Plain) -> bool:
    """Whether a claim lets a rival who leads end the game, now or later. SW P13, SW P1."""
    if command.get("window") != "battle" or command["claim"] is None:
        return False
    gain = BY_NAME[command["claim"]].prestige
    return _is_last_region(game, game["battle"]["region"]) and not _leads(game, seat, gain)


def _opens(game: View, seat: str, command: Plain) -> bool:
    """Whether a campaign lets anybody take the sixth region while a rival leads. SW P13, SW P1.

    However well it goes.
    """
    if command["type"] != "samnite-wars.campaign":
        return False
    return _is_last_region(game, command["region"]) and not _leads(game, seat, BEST)


def _is_last_region(game: View, name: str) -> bool:
    """Whether one more token there gives Rome as many regions as end the game. SW P1."""
    (region,) = [one for one in game["regions"] if one["name"] == name]
    held = sum(one["tokens"] >= one["needed"] for one in game["regions"])
    return bool(region["tokens"] + 1 >= region["needed"] and held + 1 >= END_REGIONS)


def _leads(game: View, seat: str, gain: int) -> bool:
    """Whether nobody is ahead of a seat that gains so many PT."""
    prestige = _prestige(game)
    return prestige.pop(seat) + gain >= max(prestige.values())
