"""What seats and the referee may send. Bounds here are the API's contract."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.civil_war.state import Kind, Name, Points, Prestige, Tactics, UnitId
from iacta.domain.kernel.contract.system import Command, CommandSpec, Part

UnitIds = Annotated[tuple[UnitId, ...], Meta(min_length=1, max_length=60)]
MaybeUnits = Annotated[tuple[UnitId, ...], Meta(max_length=60)]
Leaders = Annotated[tuple[Name, ...], Meta(max_length=20)]


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


class March(Command, frozen=True, tag="civil-war.march"):
    """March units and leaders of one side that stand together to another zone. CW-37."""

    zone: Name
    to: Name
    units: MaybeUnits = ()
    leaders: Leaders = ()


class Sail(Command, frozen=True, tag="civil-war.sail"):
    """Sail ``ships`` Naves with units and leaders aboard to another zone's port. CW-42."""

    zone: Name
    to: Name
    ships: Annotated[int, Meta(ge=1, le=60)]
    units: MaybeUnits = ()
    leaders: Leaders = ()


class Court(Command, frozen=True, tag="civil-war.court"):
    """Let a Faction Leader seek the alliance of a people at peace next to him. CW-52."""

    leader: Name
    people: Name


class EndMarches(Command, frozen=True, tag="civil-war.end-marches"):
    """Marching is over: fight where enemies stand, or end the segment. CW-41."""


class Attack(Command, frozen=True, tag="civil-war.attack"):
    """Attack the units of ``against`` in a zone with all of one's own there. CW-41."""

    zone: Name
    against: Name


class Retreat(Command, frozen=True, tag="civil-war.retreat"):
    """Say where one's beaten Force goes. CW-47."""

    to: Name


class Recruit(Command, frozen=True, tag="civil-war.recruit"):
    """Raise or restore units in one zone of the region that is due; none is fewer. CW-59."""

    region: Name
    zone: Name | None = None
    legio: MaybeUnits = ()
    auxilia: MaybeUnits = ()
    equites: MaybeUnits = ()
    naves: MaybeUnits = ()


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
    | March
    | Sail
    | Court
    | EndMarches
    | Attack
    | Retreat
    | Recruit
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
    CommandSpec(
        March,
        "March",
        EITHER,
        ("segments",),
        example={
            "zone": "Cisalpina",
            "to": "Picenum",
            "units": ["legio-xiii"],
            "leaders": ["Caesar"],
        },
    ),
    CommandSpec(
        Sail,
        "Sail",
        EITHER,
        ("segments",),
        example={"zone": "Apulia", "to": "Epirus", "ships": 2, "units": ["legio-vii"]},
    ),
    CommandSpec(
        Court,
        "Seek an alliance",
        EITHER,
        ("segments",),
        example={"leader": "Pompeius", "people": "Numidae"},
    ),
    CommandSpec(EndMarches, "End the marches", EITHER, ("segments",)),
    CommandSpec(
        Attack,
        "Attack",
        EITHER,
        ("segments",),
        example={"zone": "Epirus", "against": "republican"},
    ),
    CommandSpec(
        ChooseLosses,
        "Choose losses",
        EITHER,
        ("combats", "segments"),
        example={"units": ["u1"]},
    ),
    CommandSpec(Retreat, "Retreat", EITHER, ("segments",), example={"to": "Macedonia"}),
    CommandSpec(
        Recruit,
        "Recruit",
        EITHER,
        ("adjustments",),
        example={"region": "Italia", "zone": "Campania", "legio": ["c-levy-1"]},
    ),
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
    CommandSpec(CloseYear, "Close the year", ("referee",), ("combats", "segments")),
)
