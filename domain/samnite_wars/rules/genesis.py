"""How the game starts: genesis, then the set-up rolls and hands. SW P6, SW-42."""

from collections.abc import Sequence
from typing import Any

from iacta.domain.kernel.contract.system import Setup
from iacta.domain.samnite_wars.documents import Borders
from iacta.domain.samnite_wars.effects import AnyEffect, Began, SetUpRolled
from iacta.domain.samnite_wars.rules import hands, turns
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import HOME, SEATS, Region, Switches
from iacta.domain.samnite_wars.tables import REGIONS

TOKENS_NEEDED = {"Samnites": 3}
OPTIONAL = {
    "latins_umbrians": ("Latins", "Umbrians"),
    "bruttians_tarentines": ("Bruttians", "Tarentines"),
}


def begin(setup: Setup) -> Sequence[AnyEffect]:
    """The first effect: players, regions and borders. SW P5, SW-5, SW-44."""
    document: Borders = setup.data["borders"]
    pairs = [border.between for border in document.borders]
    pairs += [pair for key, pair in OPTIONAL.items() if setup.options[key]]
    borders = tuple(dict.fromkeys((pair[0], pair[1]) for pair in map(sorted, pairs)))
    return [Began(setup.seats, regions(), borders, _switches(setup))]


def regions() -> tuple[Region, ...]:
    """The ten regions as printed, Rome's token on the Latins. SW P6, SW P16."""
    found = []
    for row in REGIONS.rows:
        name, _, civilization, hellenized = row.cells
        needed, tokens = TOKENS_NEEDED.get(name, 1), int(name == HOME)
        civil: Any = civilization
        found.append(Region(name, civil, hellenized == "yes", needed, tokens))
    return tuple(found)


def _switches(setup: Setup) -> Switches:
    """The switches; no turn limit is 0. SW-41."""
    options: dict[str, Any] = {key: setup.options[key] for key in Switches.__struct_fields__}
    if options["turn_limit"] == "none":
        options["turn_limit"] = 0
    return Switches(**options)


def set_up(play: Unfolding) -> None:
    """Roll 1d6 PT each, 1d6 coins and the first Consul; shuffle, deal, start. SW-27, SW-42."""
    seats = [player.seat for player in play.state.players]
    prestige = tuple(play.dice.roll("d6", f"first PT of {SEATS[seat]}") for seat in seats)
    coins = play.dice.roll("d6", "first coins")
    first = play.dice.roll_off("d10", [f"{SEATS[seat]} to be Consul" for seat in seats])
    play.add(SetUpRolled(prestige, coins, seats[first.winner], first.rounds))
    hands.new_deck(play)
    turns.begin(play, seats[first.winner])
