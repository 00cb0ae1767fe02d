"""Samnite Wars: a card game about the growth of the Roman Republic, with hidden hands.

Why: two to eight players take turns as Consul of Rome and as its enemies. Hands, the deck and War
Efforts are sealed until revealed, and at the end everyone can verify every card.
"""

from iacta.domain.kernel.contract.choices import any_option
from iacta.domain.kernel.contract.system import Scenario, Seat, System
from iacta.domain.samnite_wars.bots import shrewd, shrewd_in_advance
from iacta.domain.samnite_wars.bots.strong import SEARCH
from iacta.domain.samnite_wars.changes import AnyChange
from iacta.domain.samnite_wars.commands import COMMANDS, AnyCommand
from iacta.domain.samnite_wars.decide import decide
from iacta.domain.samnite_wars.documents import DOCUMENTS
from iacta.domain.samnite_wars.effects import AnyEffect
from iacta.domain.samnite_wars.evolve import evolve
from iacta.domain.samnite_wars.narrate import narrate
from iacta.domain.samnite_wars.narrate.odds_key import odds_key
from iacta.domain.samnite_wars.options import options, rulings
from iacta.domain.samnite_wars.rulebook import GLOSSARY, RULEBOOK, SWITCHES
from iacta.domain.samnite_wars.rules.genesis import begin
from iacta.domain.samnite_wars.rules.hands import reshuffle
from iacta.domain.samnite_wars.rules.rulings import check_change
from iacta.domain.samnite_wars.standing import measures, standing
from iacta.domain.samnite_wars.state import SEATS, State
from iacta.domain.samnite_wars.tables import TABLES
from iacta.domain.samnite_wars.tables.cells import cells
from iacta.domain.samnite_wars.view import MARKS, View, view
from iacta.domain.samnite_wars.windows import WINDOWS

SYSTEM: System[State, AnyCommand, AnyEffect, AnyChange, View] = System(
    key="samnite-wars",
    title="Samnite Wars",
    edition="1",
    seats=tuple(Seat(seat, title, *MARKS[seat]) for seat, title in SEATS.items()),  # SW-2
    scenarios=(
        Scenario(
            "standard",
            "The growth of the Republic",
            "Two to eight players. A Consul whose Rome controls six regions may end it.",
            60,
            2,
        ),
    ),
    switches=SWITCHES,
    rulebook=RULEBOOK,
    glossary=GLOSSARY,
    primer=(
        "Rome grows, and each player wants the credit. Who has the most prestige tokens (PT) in the"
        " end wins. The game ends when a Consul whose Rome controls six regions says so, or after"
        " the last turn.",
        "Players are Consul in turn and play Rome; the others are Foes. All fill their hands to ten"
        " cards, and taxes come in. The Consul may buy cards and rolls the event, which is played"
        " out. Then each coin left in the Treasury gives the Consul 1 PT, and all may discard.",
        "The event is a revolt, peace, raids or a war. In peace and under raids the Consul may stay"
        " at home, or campaign against a region that borders on Rome's.",
        "In a battle the Consul and the Foe who leads the enemy lay cards face down, their War"
        " Efforts; the higher force wins. A victory brings PT, and a Conquest card the region. A"
        " defeat costs PT, and may cost gold and a region.",
        "Hands are hidden. Where all may play a card, all answer in secret, and a pass looks like"
        " any other answer.",
        "Dice decide the event, where a war breaks out, ties between War Efforts, and much of what"
        " is won and lost.",
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
    reshuffle=reshuffle,
    windows=WINDOWS,
    hidden_hands=True,
    bots={"random": any_option, "shrewd": shrewd},
    bots_in_advance={"shrewd": shrewd_in_advance},
    search=SEARCH,
)

__all__ = ["SYSTEM"]
