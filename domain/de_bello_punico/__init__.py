"""De Bello Punico: four battles of the Second Punic War on a hex field.

Why: lines, flanks, elephants and morale, resolved so that every die and modifier of a battle can be
shown years later, with the Vacuus hidden from the opponent but not from an audit.
"""

from iacta.domain.de_bello_punico.bots import random_command, steady_command, steady_in_advance
from iacta.domain.de_bello_punico.bots.strong import SEARCH
from iacta.domain.de_bello_punico.changes import AnyChange
from iacta.domain.de_bello_punico.commands import COMMANDS, AnyCommand
from iacta.domain.de_bello_punico.decide import decide
from iacta.domain.de_bello_punico.documents import DOCUMENTS
from iacta.domain.de_bello_punico.effects import AnyEffect
from iacta.domain.de_bello_punico.evolve import evolve
from iacta.domain.de_bello_punico.narrate import narrate
from iacta.domain.de_bello_punico.narrate.odds_key import odds_key
from iacta.domain.de_bello_punico.options import options
from iacta.domain.de_bello_punico.options.rulings import rulings
from iacta.domain.de_bello_punico.rulebook import GLOSSARY, RULEBOOK, SWITCHES
from iacta.domain.de_bello_punico.rules.genesis import begin
from iacta.domain.de_bello_punico.rules.rulings import check_change
from iacta.domain.de_bello_punico.standing import measures, standing
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.tables import TABLES
from iacta.domain.de_bello_punico.tables.cells import cells
from iacta.domain.de_bello_punico.view import View, view
from iacta.domain.de_bello_punico.windows import WINDOWS
from iacta.domain.kernel.contract.system import Scenario, Seat, System

SYSTEM: System[State, AnyCommand, AnyEffect, AnyChange, View] = System(
    key="de-bello-punico",
    title="De Bello Punico",
    edition="1",
    seats=(Seat("rome", "Rome", "R", 1), Seat("carthage", "Carthage", "C", 4)),
    scenarios=(
        Scenario(
            "trebbia", "Trebbia, 218 BC", "Freezing Romans, with an ambush behind them.", 14, 2
        ),
        Scenario(
            "beneventum",
            "Beneventum, 214 BC",
            "A small battle, two legions.",
            12,
            2,
            for_a_first_game=True,
        ),
        Scenario("po", "Po, 203 BC", "Mago's last battle in Italy.", 15, 2),
        Scenario(
            "zama",
            "Zama, 202 BC",
            "Eighty elephants against three lines; the largest battle.",
            16,
            2,
        ),
    ),
    switches=SWITCHES,
    rulebook=RULEBOOK,
    glossary=GLOSSARY,
    primer=(
        "Two armies meet on a field of hexes. A unit that panics costs its side Rout Points, a dead"
        " leader 5. Who has reached the limit at the end of a turn is beaten. If both have, or"
        " neither has after the last turn, it is a draw, which at the Trebbia counts as a win for"
        " Rome and at Beneventum as one for Carthage.",
        "A turn begins with Command Points, laid face down in boxes that help later; a box takes"
        " several, Fortuna only one. One marker of a side is the Vacuus, a blank. The initiative"
        " says who goes first: a side moves, is shot at, attacks and recovers; then the other.",
        "A unit moves into one of its three front hexes, pays to turn, and stops in front of an"
        " enemy. It attacks what stands before it, best from behind the enemy and with support.",
        "In combat each side adds a die, Combat Points and modifiers. The lower total takes 1"
        " Disorder, or 2 if doubled; equal totals cost both 1. A unit with as much Disorder as"
        " morale panics and flees.",
    ),
    tables=TABLES,
    documents=DOCUMENTS,
    commands=COMMANDS,
    effect_type=AnyEffect,
    change_type=AnyChange,
    state_type=State,
    view_type=View,
    begin=begin,
    decide=decide,
    evolve=evolve,
    standing=standing,
    view=view,
    options=options,
    rulings=rulings,
    narrate=narrate,
    check_change=check_change,
    odds_key=odds_key,
    measures=measures,
    cells=cells,
    windows=WINDOWS,
    hidden_hands=True,
    bots={"random": random_command, "steady": steady_command},
    bots_in_advance={"steady": steady_in_advance},
    search=SEARCH,
)

__all__ = ["SYSTEM"]
