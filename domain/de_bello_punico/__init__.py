"""De Bello Punico: four battles of the second Punic war on hexes.

Why: lines, flanks, elephants and nerves, reckoned so that every die and every modifier of a battle
can be shown years later, with the Vacuus hidden from the opponent and from nobody's audit.
"""

from iacta.domain.de_bello_punico.bots import random_command, steady_command
from iacta.domain.de_bello_punico.changes import AnyChange
from iacta.domain.de_bello_punico.commands import COMMANDS
from iacta.domain.de_bello_punico.decide import decide
from iacta.domain.de_bello_punico.documents import DOCUMENTS
from iacta.domain.de_bello_punico.effects import Fact
from iacta.domain.de_bello_punico.evolve import evolve
from iacta.domain.de_bello_punico.narrate import narrate
from iacta.domain.de_bello_punico.narrate.odds_key import odds_key
from iacta.domain.de_bello_punico.options import options
from iacta.domain.de_bello_punico.rulebook import GLOSSARY, RULEBOOK, SWITCHES
from iacta.domain.de_bello_punico.rules.founding import begin
from iacta.domain.de_bello_punico.rules.rulings import check_change
from iacta.domain.de_bello_punico.standing import standing
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.tables import TABLES
from iacta.domain.de_bello_punico.tables.cells import cells
from iacta.domain.de_bello_punico.view import View, view
from iacta.domain.kernel.contract.system import Scenario, Seat, System

SYSTEM = System(
    key="de-bello-punico",
    title="De Bello Punico",
    edition="1",
    seats=(Seat("rome", "Rome", "R", 1), Seat("carthage", "Carthage", "K", 4)),
    scenarios=(
        Scenario("trebbia", "Trebbia, 218 BC", "Cold Romans, an ambush behind them.", 14, 2),
        Scenario("beneventum", "Beneventum, 214 BC", "A small battle, two legions.", 12, 2),
        Scenario("po", "Po, 203 BC", "Mago's last field in Italy.", 15, 2),
        Scenario("zama", "Zama, 202 BC", "Eighty elephants, three lines; the largest.", 16, 2),
    ),
    switches=SWITCHES,
    rulebook=RULEBOOK,
    glossary=GLOSSARY,
    tables=TABLES,
    documents=DOCUMENTS,
    commands=COMMANDS,
    effect_type=Fact,
    change_type=AnyChange,
    state_type=State,
    view_type=View,
    begin=begin,
    decide=decide,
    evolve=evolve,
    standing=standing,
    view=view,
    options=options,
    narrate=narrate,
    check_change=check_change,
    odds_key=odds_key,
    cells=cells,
    hidden_hands=True,
    bots={"random": random_command, "steady": steady_command},
)

__all__ = ["SYSTEM"]
