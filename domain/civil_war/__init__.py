"""The Roman civil war, 49 to 29 BC: year events, leaders, combat, and the whole war on a map.

Why: a referee running a game on a physical map needs the year's event, the leaders' fates and each
combat adjudicated beyond dispute, every modifier with its reason; two players without a referee
need the map itself.
"""

from iacta.domain.civil_war.bots import random_command
from iacta.domain.civil_war.bots.steady import steady_command
from iacta.domain.civil_war.bots.strong import SEARCH
from iacta.domain.civil_war.changes import AnyChange
from iacta.domain.civil_war.commands import COMMANDS, AnyCommand
from iacta.domain.civil_war.decide import decide
from iacta.domain.civil_war.documents import DOCUMENTS, WARS
from iacta.domain.civil_war.effects import AnyEffect
from iacta.domain.civil_war.evolve import evolve
from iacta.domain.civil_war.narrate import narrate
from iacta.domain.civil_war.narrate.odds_key import odds_key
from iacta.domain.civil_war.options import options
from iacta.domain.civil_war.options.rulings import rulings
from iacta.domain.civil_war.rulebook import GLOSSARY, RULEBOOK, SWITCHES
from iacta.domain.civil_war.rules.genesis import begin
from iacta.domain.civil_war.rules.rulings import check_change
from iacta.domain.civil_war.standing import measures, standing
from iacta.domain.civil_war.state import FIRST_YEAR, LAST_YEAR, State
from iacta.domain.civil_war.tables import TABLES
from iacta.domain.civil_war.tables.cells import cells
from iacta.domain.civil_war.view import View, view
from iacta.domain.kernel.contract.system import Scenario, Seat, System

YEARS = LAST_YEAR - FIRST_YEAR + 1


def years(war: str) -> int:
    """How many years a war on the map may last."""
    return WARS[war].last_year - WARS[war].year + 1


SYSTEM: System[State, AnyCommand, AnyEffect, AnyChange, View] = System(
    key="civil-war",
    title="Roman civil war",
    edition="2",
    seats=(Seat("caesarian", "Caesarian", "C", 1), Seat("republican", "Republican", "R", 2)),
    scenarios=(
        Scenario(
            "table",
            "The referee's desk",
            "Year events, leaders and combats, adjudicated for a game on a physical map.",
            YEARS,
        ),
        Scenario(
            "zones",
            "Zones without borders",
            "Forces are placed in zones; the referee rules on movement and control.",
            YEARS,
        ),
        Scenario(
            "ides",
            "After the Ides, 43 BC",
            "Caesar is dead: Antonius, Caesar's heirs and his assassins fight over what he left.",
            years("ides"),
        ),
        Scenario(
            "dyrrhachium",
            "Dyrrhachium, 48 BC",
            "Caesar has crossed to Epirus; Pompeius comes up with nine legions and holds the sea.",
            years("dyrrhachium"),
        ),
        Scenario(
            "rubicon",
            "The Rubicon, 49 BC",
            "The whole war on the map: Caesar at the Rubicon, the Republic from Spain to Syria.",
            years("rubicon"),
            for_a_first_game=True,
        ),
    ),
    switches=SWITCHES,
    rulebook=RULEBOOK,
    glossary=GLOSSARY,
    primer=(
        "Caesarians and Republicans fight for regions, each worth control points. Who has the"
        " points that the war asks for at the end of a year wins; after the last year the"
        " Republicans do.",
        "A turn is a year: the sides march and fight in turn, a segment each. Then who controls a"
        " region raises units there.",
        "In a segment, march with any of your stacks and sail with any Naves. Then attack wherever"
        " your units share a zone with enemies; the loser retreats.",
        "A region is yours with the zones, cities and garrison that its line in the table asks for."
        " Who controls a zone takes one city for each Legio in it."
        " At the end of a year a side also wins if its enemy has neither units nor points.",
        "A combat is one die on a table: the odds in strength points give the column, and the"
        " quality of the units, leaders and a river that was crossed shift column or die.",
        "A year begins with its event, by two dice; then leaders enter and others die. The side"
        " with the initiative has the first segment. Dice also decide whether a fleet that lies in"
        " wait strikes, and whether a people becomes an ally.",
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
    bots={"random": random_command, "steady": steady_command},
    search=SEARCH,
)

__all__ = ["SYSTEM"]
