"""What seats and the referee may send. Bounds here are the API's contract."""

from typing import Annotated

from msgspec import Meta

from domain.civil_war.state import Kind, Name, Points, Prestige, Tactics, UnitId
from domain.kernel.system import Command, CommandSpec, Part

UnitIds = Annotated[tuple[UnitId, ...], Meta(min_length=1, max_length=60)]


class FieldUnit(Part, frozen=True):
    """A unit on somebody's table, with the values of the side that shows."""

    kind: Kind
    sp: Points
    quality: Points
    reduced: bool
    people: Name | None = None


class FieldLeader(Part, frozen=True):
    """A leader on somebody's table."""

    name: Name
    tb: Tactics
    pc: Prestige
    faction_leader: bool


class FieldForce(Part, frozen=True):
    """One side of a combat on somebody's table."""

    units: Annotated[tuple[FieldUnit, ...], Meta(min_length=1, max_length=60)]
    leaders: Annotated[tuple[FieldLeader, ...], Meta(max_length=20)]


class RollYearEvent(Command, frozen=True, tag="civil-war.roll-year-event"):
    """Roll the year's event. CW E0."""


class ChooseDesertion(Command, frozen=True, tag="civil-war.choose-desertion"):
    """Name the Legio that desert in one region. CW-29."""

    units: UnitIds


class EnterLeaders(Command, frozen=True, tag="civil-war.enter-leaders"):
    """Roll the factions of those who come without one, and let all who are due enter. CW L2."""


class CheckLeaderDeath(Command, frozen=True, tag="civil-war.check-leader-death"):
    """Check one leader for natural death. CW D1."""

    leader: Name


class CheckLeaderDeaths(Command, frozen=True, tag="civil-war.check-leader-deaths"):
    """Check every leader still due this year, in the table's order. CW D1."""


class ResolveCombat(Command, frozen=True, tag="civil-war.resolve-combat"):
    """Resolve a combat between units in one zone."""

    zone: Name
    attacker: UnitIds
    defender: UnitIds


class ChooseLosses(Command, frozen=True, tag="civil-war.choose-losses"):
    """Name the victor's units that bear his losses. CW 8.4.2F."""

    units: UnitIds


class AdjudicateCombat(Command, frozen=True, tag="civil-war.adjudicate-combat"):
    """Resolve a combat that stands on somebody's table. ``year_events``: those in force count."""

    attacker: FieldForce
    defender: FieldForce
    crossing: bool
    outside_republic: bool
    year_events: bool = False


class CloseYear(Command, frozen=True, tag="civil-war.close-year"):
    """End the year and begin the next. CW-28."""


Order = (
    RollYearEvent
    | ChooseDesertion
    | EnterLeaders
    | CheckLeaderDeath
    | CheckLeaderDeaths
    | ResolveCombat
    | ChooseLosses
    | AdjudicateCombat
    | CloseYear
)

EITHER = ("seat", "referee")

COMMANDS = (
    CommandSpec(RollYearEvent, "Roll the year's event", EITHER, ("event",)),
    CommandSpec(
        ChooseDesertion,
        "Choose the deserters",
        EITHER,
        ("event",),
        example={"units": ["u3", "u7"]},
    ),
    CommandSpec(EnterLeaders, "Let leaders enter", EITHER, ("entry",)),
    CommandSpec(
        CheckLeaderDeath,
        "Check a leader for natural death",
        EITHER,
        ("deaths",),
        example={"leader": "Caesar"},
    ),
    CommandSpec(CheckLeaderDeaths, "Check all who are due", EITHER, ("deaths",)),
    CommandSpec(
        ResolveCombat,
        "Resolve a combat",
        EITHER,
        ("combats",),
        example={"zone": "Epirus", "attacker": ["u1", "u2"], "defender": ["u5"]},
    ),
    CommandSpec(ChooseLosses, "Choose losses", EITHER, ("combats",), example={"units": ["u1"]}),
    CommandSpec(
        AdjudicateCombat,
        "Adjudicate a combat",
        ("referee",),
        example={
            "attacker": {
                "units": [{"kind": "legio", "sp": 7, "quality": 3, "reduced": False}],
                "leaders": [{"name": "Caesar", "tb": 4, "pc": 9, "faction_leader": True}],
            },
            "defender": {
                "units": [{"kind": "legio", "sp": 5, "quality": 2, "reduced": False}],
                "leaders": [],
            },
            "crossing": False,
            "outside_republic": False,
        },
    ),
    CommandSpec(CloseYear, "Close the year", ("referee",), ("combats",)),
)
