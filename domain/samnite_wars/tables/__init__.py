"""The printed tables: the 89 cards, the event table, the region table. SW P26, SW P11, SW P16."""

from typing import Literal, get_args

import msgspec

from iacta.domain.kernel.contract.tables import Row, Table

Kind = Literal[
    "ally",
    "battle",
    "conquest",
    "victory",
    "peace",
    "defeat",
    "special",
    "weapon",
    "troops",
    "strategy",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
Only = Literal[
    "",
    "attacker",
    "defender",
    "Rome",
    "Rome or Samnites",
    "Rome defending",
    "enemy of Rome",
    "civilized",
    "non-civilized",
    "Hellenized",
    "civilized defender",
    "civilized against civilized",
    "free Tarentines defending",
    "Gauls",
    "Messapians",
]
"""What cards are restricted to; no other word in the tables is taken."""

OUR_WORDS = (
    "Names, types and figures as printed; what is printed as a note is set out in columns, in our"
    " words."
)
FORCES = Table.printed(
    "forces",
    title="The Fate deck: cards with a force",
    rule="SW P26",
    text="""
        card            | type     | force | only                        | +1
        ----------------+----------+-------+-----------------------------+-------------------
        Latins          | ally     |       |                             |
        Etruscans       | ally     |       |                             |
        Samnites        | ally     |       |                             |
        Campanians      | ally     |       |                             |
        Gauls           | ally     |       |                             |
        Umbrians        | ally     |       |                             |
        Messapians      | ally     |       |                             |
        Lucanians       | ally     |       |                             |
        Bruttians       | ally     |       |                             |
        Tarentines      | ally     |       |                             |
        Siege           | battle   | 2     | attacker                    |
        Fortifications  | strategy | 2     | defender                    |
        Warriors        | troops   | 2     | non-civilized               |
        Soldiers        | troops   | 2     | civilized                   |
        Hoplites        | troops   | 2     | Hellenized                  |
        Maniples        | strategy | 3     | Rome or Samnites            |
        Tribesmen       | troops   | 1     | non-civilized               |
        Barbarians      | troops   | 1     | non-civilized               |
        Hordes          | troops   | 3     | non-civilized               |
        Discipline      | strategy | 2     | civilized                   |
        Swords          | weapon   | 1     |                             | not semi-civilized
        Javelins        | weapon   | 1     |                             | Samnites
        Spears          | weapon   | 1     |                             |
        Shields         | weapon   | 1     |                             |
        Slingers        | weapon   | 1     |                             |
        Armor           | weapon   | 1     |                             | civilized
        Cavalry         | troops   | 2     |                             |
        Initiative      | battle   | 2     |                             |
        Leadership      | battle   | 2     |                             |
        Tactics         | battle   | 2     |                             |
        Terrain         | battle   | 2     |                             |
        Morale          | battle   | 2     |                             |
        Surprise        | battle   | 3     |                             |
        Archers         | weapon   | 2     | Messapians                  |
        Phalanx         | strategy | 3     | Hellenized                  |
        Ferocity        | battle   | 2     | non-civilized               |
        Warships        | troops   | 2     | civilized against civilized |
        Greek General   | battle   | 3     | free Tarentines defending   |
        Legions         | troops   | 3     | Rome                        |
        Centurions      | strategy | 2     | Rome                        |
        Military Roads  | strategy | 2     | Rome                        |
        Gladius & Pilum | weapon   | 2     | Rome                        |
        Fortified Camps | battle   | 2     | Rome                        |
        Italian Allies  | troops   | 1     |                             |
        New Foe         | strategy | 2     | enemy of Rome               |
        Coalition       | strategy | 2     | enemy of Rome               |
        Artillery       | weapon   | 2     | civilized                   |
        Chariots        | weapon   | 2     | Gauls                       |
        City States     | strategy | 2     | civilized defender          |
        Tyrant          | strategy | 2     | Hellenized                  |
    """,
    notes=(
        OUR_WORDS,
        "An ally counts 3 in the role of its region, 2 for the Consul of a Rome that controls it,"
        " else 1.",
    ),
)

FATES = Table.printed(
    "fates",
    title="The Fate deck: conquest, victory, defeat, peace and special cards",
    rule="SW P26",
    text="""
        card                | type     | only           | PT | gold | effect
        --------------------+----------+----------------+----+------+-------------------
        Citizenship         | conquest |                | 3  |      |
        Assimilation        | conquest |                | 3  |      |
        Integration         | conquest |                | 3  |      |
        Garrison            | conquest |                | 1  |      |
        Influence           | conquest |                | 2  |      |
        Power               | conquest |                | 2  |      |
        Annexation          | conquest |                | 2  |      |
        Expansion           | conquest |                | 2  |      |
        Colonies            | conquest |                | 2  |      |
        Occupation          | conquest |                | 1  |      |
        Development         | conquest |                | 2  |      |
        Subjugation         | conquest |                | 1  |      |
        Plunder             | victory  |                |    | 3    |
        Take Slaves         | victory  |                |    | 2    |
        Decisive Victory    | victory  |                | 2  |      |
        Pyrrhic Victory     | victory  |                | -2 |      |
        Severe Terms        | victory  |                | 1  | 2    |
        Sue for Peace       | victory  |                | 2  | 1    |
        Humiliating Defeat  | defeat   |                | -2 |      |
        Pass Under the Yoke | defeat   |                | -2 |      | if Rome attacked
        Ransoms             | defeat   |                | -1 |      |
        Rome is Sacked      | defeat   | Rome defending | -4 |      |
        Tribute             | peace    |                | 3  | 3    |
        Trade               | peace    |                | 1  | 1    |
        Govern              | peace    |                | 4  | -2   |
        Build               | peace    |                | 8  | -4   |
        Taxation            | peace    |                |    | 3    |
        Prosperity          | peace    |                | 2  | 2    |
        Patronage           | peace    |                | 6  | -3   |
        Politics            | peace    |                | 2  | -1   |
        Intrigue            | peace    |                | -4 | -2   | of an opponent
        Dictatorship        | peace    |                | 1  |      |
        Treaty              | special  |                |    |      | negates a war
        Hostages            | special  |                |    |      | negates a war
        Diplomacy           | special  |                |    |      | negates a war
        Scandal             | special  |                | -3 |      | of the Consul
        Plague              | special  |                |    |      | forbids a campaign
        Recruitment         | special  |                |    | -2   | allows a campaign
        Conscription        | special  |                |    | -2   | allows a campaign
    """,
    notes=(OUR_WORDS, "A printed loss of -2 is a loss of 2."),
)

EVENTS = Table.printed(
    "events",
    title="The event table",
    rule="SW P11",
    text="""
        d10 | event
        ----+-------------------
        1   | Revolt
        2   | Peace (Pax Romana)
        3   | Peace (Pax Romana)
        4   | Peace (Pax Romana)
        5   | Raids
        6   | Raids
        7   | Raids
        8   | War
        9   | War
        10  | War
    """,
    notes=("Printed in ranges of faces, with 0 for ten.",),
)

REGIONS = Table.printed(
    "regions",
    title="The region table",
    rule="SW P16",
    text="""
        d10 | region     | otherwise | civilization    | Hellenized
        ----+------------+-----------+-----------------+-----------
        1   | Latins     | Revolt    | civilized       |
        2   | Etruscans  | Peace     | civilized       | yes
        3   | Samnites   | Peace     | semi-civilized  |
        4   | Campanians | Peace     | civilized       | yes
        5   | Gauls      | Etruscans | un-civilized    |
        6   | Umbrians   | Samnites  | semi-civilized  |
        7   | Messapians | Samnites  | semi-civilized  |
        8   | Lucanians  | Peace     | semi-civilized  |
        9   | Bruttians  | Peace     | semi-civilized  |
        10  | Tarentines | Peace     | civilized       | yes
    """,
    notes=(
        "Printed with 0 for ten, the substitute in parentheses, and culture in one column.",
        "The substitute is read where the region does not border the Republic.",
    ),
)

LED = {
    "Rome": "as Consul",
    "Rome or Samnites": "as Consul, or leading the Samnites",
    "enemy of Rome": "leading Rome's enemy",
    "Gauls": "leading the Gauls, or as Consul once Rome controls them",
    "Messapians": "leading the Messapians, or as Consul once Rome controls them",
    "free Tarentines defending": "leading free Tarentines who defend",
}
"""What a card's player must be, where it is printed as whose it is. SW P22, SW-35."""

STRONGER = {
    "civilized": "for Rome or a civilized enemy",
    "not semi-civilized": "except for a semi-civilized enemy",
    "Samnites": "for the Samnites",
}
"""Whom a card's +1 is for, by what is printed; Rome is civilized. SW-11, SW-12, SW-36."""

TABLES = (FORCES, FATES, EVENTS, REGIONS)


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A card of the deck. ``prestige`` and ``gold``: what it gives, or costs if negative."""

    name: str
    kind: Kind
    force: int = 0
    only: Only = ""
    bonus: str = ""
    prestige: int = 0
    gold: int = 0
    effect: str = ""

    @property
    def whose(self) -> str:
        """Who gains or loses its PT. SW P23 to SW P25."""
        if self.effect.startswith("of "):
            return self.effect.removeprefix("of ")
        return "its player" if self.kind == "conquest" else "the Consul"

    @property
    def note(self) -> str:
        """The card's condition and effect in a few words."""
        words = self._words
        return words[:1].upper() + words[1:]

    @property
    def brief(self) -> str:
        """Its type and force, its condition and effect, in a few words."""
        kind = f"{self.kind} {self.force}" if self.force else self.kind
        return ", ".join(filter(None, (kind, self._words)))

    @property
    def _words(self) -> str:
        parts = []
        if self.only:
            parts.append(f"only {LED[self.only]}" if self.only in LED else f"{self.only} only")
        if self.bonus:
            parts.append(f"+1 force {STRONGER[self.bonus]}")
        if self.prestige:
            parts.append(f"{self.prestige:+} PT for {self.whose}")
        if self.gold:
            way = "for" if self.gold > 0 else "from"
            parts.append(f"{self.gold:+} gold {way} the Treasury")
        if self.effect and not self.effect.startswith("of "):
            parts.append(self.effect)
        return ", ".join(parts)


MEMBERS = {"type": "kind", "+1": "bonus", "PT": "prestige"}
"""What a printed column is called in `Card`, if not as it is printed."""


def _card(table: Table, row: Row) -> Card:
    cells = zip(table.columns, row.cells, strict=True)
    printed = {MEMBERS.get(column, column): cell for column, cell in cells if cell}
    card: Card = msgspec.convert({"name": row.label, **printed}, Card, strict=False)
    return card


DECK = tuple(_card(table, row) for table in (FORCES, FATES) for row in table.rows)
"""Every card once, in the printed order."""

BY_NAME = {card.name: card for card in DECK}
ORDER = {card.name: index for index, card in enumerate(DECK)}


def of_kind(*kinds: Kind) -> tuple[str, ...]:
    """The names of all cards of these types, in the printed order."""
    return tuple(card.name for card in DECK if card.kind in kinds)


def with_effect(effect: str) -> tuple[str, ...]:
    """The names of all cards with that effect."""
    return tuple(card.name for card in DECK if card.effect == effect)


NEGATING = with_effect("negates a war")
LEVIES = with_effect("allows a campaign")
SCANDAL = "Scandal"
PLAGUE = "Plague"
