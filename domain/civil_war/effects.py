"""What happened. Outcomes stand in the effects, so that folding never rolls or looks up."""

from typing import Literal

from domain.civil_war.state import (
    DesertionDue,
    Leader,
    People,
    Region,
    Seat,
    Switches,
    Zone,
)
from domain.kernel.system import Effect, Part


class Began(Effect, frozen=True, tag="civil-war.began"):
    """The war begins: the whole first position."""

    scenario: str
    switches: Switches
    year: int
    zones: tuple[Zone, ...]
    regions: tuple[Region, ...]
    peoples: tuple[People, ...]
    leaders: tuple[Leader, ...]


class YearEventRolled(Effect, frozen=True, tag="civil-war.year-event-rolled"):
    """The year's event. ``in_force``: the events that hold from now to the end of the year."""

    year: int
    d6: int
    d10: int
    total: int
    in_force: tuple[int, ...]


class UnitsReduced(Effect, frozen=True, tag="civil-war.units-reduced"):
    """Units are turned to their reduced side by ``rule``."""

    rule: str
    units: tuple[str, ...]


class UnitsWithdrawn(Effect, frozen=True, tag="civil-war.units-withdrawn"):
    """Reduced units leave play until the year is closed. CW-14."""

    rule: str
    units: tuple[str, ...]


class LeadersIll(Effect, frozen=True, tag="civil-war.leaders-ill"):
    """Faction Leaders fall ill for the year. CW E4."""

    rule: str
    leaders: tuple[str, ...]


class DesertionRolled(Effect, frozen=True, tag="civil-war.desertion-rolled"):
    """The two dice of event 11; ``regions`` is empty where they are equal."""

    dice: tuple[int, int]
    regions: tuple[str, ...]


class LegioDeserted(Effect, frozen=True, tag="civil-war.legio-deserted"):
    """Legio of a region's controller go to the Reserve. CW-15."""

    region: str
    seat: Seat
    units: tuple[str, ...]


class DesertionAwaited(Effect, frozen=True, tag="civil-war.desertion-awaited"):
    """A controller has to name his deserters. CW-29."""

    due: DesertionDue


class PeopleTurned(Effect, frozen=True, tag="civil-war.people-turned"):
    """A people goes to war, or is pacified."""

    people: str
    at_war: bool


class PhaseBegun(Effect, frozen=True, tag="civil-war.phase-begun"):
    """The next phase of the year begins."""

    phase: Literal["entry", "deaths", "combats"]


class Entrant(Part, frozen=True):
    """A leader who enters. ``face``: the die for his faction, where one was thrown."""

    name: str
    faction: Seat | None = None
    face: int | None = None


class LeadersEntered(Effect, frozen=True, tag="civil-war.leaders-entered"):
    """Leaders enter play."""

    year: int
    leaders: tuple[Entrant, ...]


class LeaderChecked(Effect, frozen=True, tag="civil-war.leader-checked"):
    """A check for natural death: below ``number`` he dies. CW D1."""

    year: int
    leader: str
    number: int
    face: int
    died: bool


class LeaderLeft(Effect, frozen=True, tag="civil-war.leader-left"):
    """A leader leaves play without a roll. CW-20."""

    year: int
    leader: str


class Modifier(Part, frozen=True):
    """One modifier of the die, with its reason."""

    reason: str
    rule: str
    value: int


class ForceSummary(Part, frozen=True):
    """A side of a combat in figures. ``ids``: its units, where they stand on our map."""

    side: str | None
    sp: str
    units: int
    quality: str
    tb: int
    pc: int | None
    leaders: tuple[str, ...]
    ids: tuple[str, ...] = ()


class Losses(Part, frozen=True):
    """A side's losses: what is determined, and how many units the owner chooses."""

    eliminated: tuple[str, ...]
    reduced: tuple[str, ...]
    owner_chooses: int


class SideLosses(Part, frozen=True):
    """Both sides' losses."""

    attacker: Losses
    defender: Losses


class CombatResult(Part, frozen=True):
    """The cell of the table: E, A, R, 1/4, 1/2 or 3/4 for each side."""

    attacker: str
    defender: str


class CombatResolved(Effect, frozen=True, tag="civil-war.combat-resolved"):
    """A combat, from odds to losses, with every number it can be added up from."""

    zone: str | None
    attacker: ForceSummary
    defender: ForceSummary
    crossing: bool
    outside_republic: bool
    odds: str
    column_before_shift: str
    shift: int
    shift_rule: str
    column: str
    die: int
    modifiers: tuple[Modifier, ...]
    modified_die: int
    row: str
    result: CombatResult
    winner: Literal["attacker", "defender"]
    losses: SideLosses
    eliminated_leaders: tuple[str, ...]


class LossesChosen(Effect, frozen=True, tag="civil-war.losses-chosen"):
    """The victor's choice. CW 8.4.2F."""

    zone: str
    seat: str
    reduced: tuple[str, ...]
    eliminated: tuple[str, ...]


class YearClosed(Effect, frozen=True, tag="civil-war.year-closed"):
    """A year ends, and with it events, illness and crossings; ``next`` is none after the last.

    ``returned`` units come back reduced. CW-14.
    """

    year: int
    next: int | None
    returned: tuple[str, ...]


Fact = (
    Began
    | YearEventRolled
    | UnitsReduced
    | UnitsWithdrawn
    | LeadersIll
    | DesertionRolled
    | LegioDeserted
    | DesertionAwaited
    | PeopleTurned
    | PhaseBegun
    | LeadersEntered
    | LeaderChecked
    | LeaderLeft
    | CombatResolved
    | LossesChosen
    | YearClosed
)
