"""Tally: a small bidding game with sealed hands, which only the tests play.

It has one of everything that the kernel offers: a sealed deck, hands, a simultaneous choice, a
window, a roll-off, rulings, a switch, a document, a printed table.
"""

from iacta.domain.kernel.contract.choices import any_option
from iacta.domain.kernel.contract.system import Scenario, Seat, System
from tests.systems.tally import effects, rulebook, tables
from tests.systems.tally.commands import COMMANDS, AnyCommand
from tests.systems.tally.decide import TURNS, begin, check_change, decide
from tests.systems.tally.evolve import evolve
from tests.systems.tally.narrate import narrate, odds_key
from tests.systems.tally.options import options
from tests.systems.tally.rules.hands import reshuffle
from tests.systems.tally.state import State
from tests.systems.tally.view import TableView, measures, standing, view
from tests.systems.tally.windows import ROLLS

SYSTEM: System[State, AnyCommand, effects.AnyEffect, effects.Change, TableView] = System(
    key="tally",
    title="Tally",
    edition="1",
    seats=(
        Seat("north", "North", "N", 1),
        Seat("east", "East", "E", 2),
        Seat("south", "South", "S", 3),
        Seat("west", "West", "W", 4),
    ),
    scenarios=(
        Scenario("short", "Three turns", "For a test.", TURNS["short"], 2),
        Scenario("long", "Eight turns", "For a longer test.", TURNS["long"], 2),
    ),
    switches=rulebook.SWITCHES,
    rulebook=rulebook.RULEBOOK,
    glossary=rulebook.GLOSSARY,
    primer=(
        "The seat with the most points after the last turn wins.",
        "In a turn every seat lays a bid, and the bids are opened together.",
    ),
    tables=(tables.POINTS,),
    documents=tables.DOCUMENTS,
    commands=COMMANDS,
    effect_type=effects.AnyEffect,
    change_type=effects.Change,
    state_type=State,
    view_type=TableView,
    begin=begin,
    decide=decide,
    evolve=evolve,
    standing=standing,
    view=view,
    options=options,
    narrate=narrate,
    check_change=check_change,
    odds_key=odds_key,
    measures=measures,
    reshuffle=reshuffle,
    windows=(ROLLS,),
    hidden_hands=True,
    bots={"random": any_option},
)
