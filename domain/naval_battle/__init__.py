"""Naval battle: house rules for fleets that meet at sea, on a battleboard of squares.

Why: a sea battle that decides whether an army crosses should not rest on a friend's word. Every
check and every hit shows the table row it was read on.
"""

from iacta.domain.kernel.contract.system import Scenario, Seat, System
from iacta.domain.naval_battle.bots import random_command, steady_command
from iacta.domain.naval_battle.bots.strong import SEARCH
from iacta.domain.naval_battle.changes import AnyChange
from iacta.domain.naval_battle.commands import COMMANDS, AnyCommand
from iacta.domain.naval_battle.decide import decide
from iacta.domain.naval_battle.documents import DOCUMENTS, SIDES
from iacta.domain.naval_battle.effects import AnyEffect
from iacta.domain.naval_battle.effects.upcasters import UPCASTERS
from iacta.domain.naval_battle.evolve import evolve
from iacta.domain.naval_battle.narrate import narrate
from iacta.domain.naval_battle.narrate.odds_key import odds_key
from iacta.domain.naval_battle.options import options
from iacta.domain.naval_battle.options.rulings import rulings
from iacta.domain.naval_battle.rulebook import GLOSSARY, RULEBOOK, SWITCHES
from iacta.domain.naval_battle.rules.genesis import begin
from iacta.domain.naval_battle.rules.rulings import check_change
from iacta.domain.naval_battle.standing import measures, standing
from iacta.domain.naval_battle.state import State
from iacta.domain.naval_battle.tables import TABLES
from iacta.domain.naval_battle.tables.cells import cells
from iacta.domain.naval_battle.view import View, view
from iacta.domain.naval_battle.windows import WINDOWS

TURN_LIMIT = 20
"""The turn limit. NB-14."""

SYSTEM: System[State, AnyCommand, AnyEffect, AnyChange, View] = System(
    key="naval-battle",
    title="Naval battle",
    edition="1",
    seats=(
        Seat("active", "The active player", "A", 1),
        Seat("reactive", "The reactive player", "R", 2),
    ),
    scenarios=(
        Scenario(
            "interception",
            "Off Nova Carthago",
            "Afranius puts to sea, and Antonius intercepts him:"
            " the winner decides whether he sails on.",
            TURN_LIMIT,
            seats=SIDES["interception"],
        ),
        Scenario(
            "supply",
            "The roadstead of Massilia",
            "The besiegers' supply comes by sea, and the city or its relief may intercept it.",
            TURN_LIMIT,
            seats=SIDES["supply"],
        ),
        Scenario(
            "naulochus",
            "Naulochus",
            "Sextus Pompeius offers battle, and Agrippa may accept.",
            TURN_LIMIT,
            seats=SIDES["naulochus"],
        ),
        Scenario(
            "actium",
            "Actium",
            "Antony puts to sea to break out, and Agrippa intercepts him:"
            " the winner decides whether he sails on.",
            TURN_LIMIT,
            seats=SIDES["actium"],
        ),
    ),
    switches=SWITCHES,
    rulebook=RULEBOOK,
    glossary=GLOSSARY,
    primer=(
        "Two Forces meet at sea. Who eliminates or captures more strength points, of ships and the"
        " units aboard, has won. It is over when a side has no fleet left, when both agree, or"
        " after the last turn; the winner decides whether supply or a moving Force goes through.",
        "First both sides choose in secret which fleets fight and who sails on them, then bid"
        " stratagems. The higher bid sets up last, moves first and has one double move.",
        "A side's turn: a Command Check, a die for each fleet and unit, says which may act. Fleets"
        " move two squares, never diagonally. Then each, or the unit on its deck, attacks once: it"
        " rams, shoots or boards. A hit flips a counter, a second one eliminates it; boarders may"
        " capture.",
        "With half of its fleets or less a side panics: its checks are harder, and its ships may"
        " flee.",
    ),
    tables=TABLES,
    documents=DOCUMENTS,
    commands=COMMANDS,
    effect_type=AnyEffect,
    upcasters=UPCASTERS,
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
    search=SEARCH,
)

__all__ = ["SYSTEM"]
