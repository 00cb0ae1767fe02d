"""Games of the Samnite Wars to their end, for as long as one likes, under any switches.

With ``IACTA_SOAK`` set two thousand, in a plain test run a few. After every command the 89 cards
are all there, nothing is negative, and whoever is awaited has something to do.
"""

import os

import pytest

from iacta.domain.samnite_wars import SYSTEM
from iacta.domain.samnite_wars.rules.hands import cards_in_hand
from iacta.domain.samnite_wars.tables import DECK
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.switches import any_switches
from tests.support.table import Table

GAMES = 400 if os.environ.get("IACTA_SOAK") else 1
"""for each number of players"""
ALL = sorted(card.name for card in DECK)
LONGEST = 60
"""turns after which a game is left that may go on for ever"""


def check_sums(table: Table) -> None:
    """What holds in every position, told from counts alone."""
    state = table.game
    hands = sum(player.cards for player in state.players)
    assert state.left + state.discarded + hands == (89 if state.turn else 0)
    assert state.treasury >= 0
    assert all(player.prestige >= 0 and player.cards >= 0 for player in state.players)
    assert all(0 <= region.tokens <= region.needed for region in state.regions)
    assert state.regions[0].tokens == 1


def check_cards(table: Table) -> None:
    """Every card lies in one place."""
    state, values = table.game, table.vault.values()
    if not state.turn:
        return
    names = [*state.discard, *values[state.deck][state.drawn :]]
    names += [name for pile in state.face_down for name in values[pile.cards]]
    for player in state.players:
        names += cards_in_hand(player, values.__getitem__)
    assert sorted(names) == ALL


def check_treasury(table: Table) -> None:
    """A gain that leaves more than 20 coins is followed by losses of 1 to 10, or by one."""
    over, once = False, table.game.switches.corruption == "once"
    for effect in table.events[-1].event.effects:
        struck = effect["type"] == "samnite-wars.corrupted"
        if over:
            assert struck
            assert 1 <= effect["lost"] <= 10
        gains = effect["type"] == "samnite-wars.taxed" or (
            effect["type"] == "samnite-wars.treasury-changed" and effect["change"] > 0
        )
        over = (gains or (struck and not once)) and effect["total"] > 20
    assert not over
    assert once or table.game.treasury <= 20


def play(count: int, number: int) -> None:
    """One game to its end, watched after every command; the bots vary."""
    seats = [{"name": seat.title, "seat": seat.seat} for seat in SYSTEM.seats[:count]]
    environment, below = (
        ScriptedEnvironment(f"soak {count} {number}"),
        Below(f"soak {count} {number}"),
    )
    options = any_switches(SYSTEM, f"switches {count} {number}")
    table = Table.found(SYSTEM, environment=environment, seats=seats, options=options)
    bot = "strong" if number % 100 == 99 else "shrewd" if number % 3 == 2 else "random"
    limit = table.game.switches.turn_limit
    while table.campaign.outcome is None and table.game.turn <= LONGEST:
        for waiting in table.standing.waiting:
            role = waiting.seat if waiting.seat == "referee" else f"seat:{waiting.seat}"
            kinds = {option.command["type"] for option in table.options(role)}
            assert kinds & {*waiting.kinds}, f"{role} has nothing to do"
        assert table.step(below, bot)
        check_sums(table)
        check_treasury(table)
        if len(table.events) % 25 == 0:
            check_cards(table)
    assert not limit or (table.campaign.outcome is not None and table.game.turn <= limit)
    check_cards(table)


@pytest.mark.parametrize("count", [2, 3, 4, 6, 8])
def test_random_games_come_to_their_end(count: int) -> None:
    for number in range(GAMES):
        play(count, number)
