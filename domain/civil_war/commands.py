"""What seats and the referee may send. Bounds here are the API's contract."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.civil_war.state import Kind, Name, Points, Prestige, Tactics, UnitId
from iacta.domain.kernel.contract.system import Command, CommandSpec, Part

UnitIds = Annotated[tuple[UnitId, ...], Meta(min_length=1, max_length=60)]
MaybeUnits = Annotated[tuple[UnitId, ...], Meta(max_length=60)]
Leaders = Annotated[tuple[Name, ...], Meta(max_length=20)]


class FieldUnit(Part, frozen=True):
    """A unit on a physical map, with the values of the side that is face up."""

    kind: Kind  #: legio, auxilia, equites, naves or people
    sp: Points  #: strength points of the side that is face up
    quality: Points  #: as on the counter
    reduced: bool  #: whether the reduced side is face up
    people: Name | None = None  #: the people it was raised from


class FieldLeader(Part, frozen=True):
    """A leader on a physical map."""

    name: Name  #: the name used in the result
    tb: Tactics  #: combat modifier
    pc: Prestige  #: rating that Faction Leaders compare in combat
    faction_leader: bool  #: whether the leader heads the faction


class FieldForce(Part, frozen=True):
    """One side of a combat on a physical map."""

    #: Every unit that takes part.
    units: Annotated[tuple[FieldUnit, ...], Meta(min_length=1, max_length=60)]
    leaders: Annotated[tuple[FieldLeader, ...], Meta(max_length=20)]  #: every leader who takes part


class RollYearEvent(Command, frozen=True, tag="civil-war.roll-year-event"):
    """Roll the year's event. CW E0."""


class ChooseDesertion(Command, frozen=True, tag="civil-war.choose-desertion"):
    """Choose the legions that desert in one region. CW-29."""

    units: UnitIds  #: the legions that desert


class EnterLeaders(Command, frozen=True, tag="civil-war.enter-leaders"):
    """Roll random factions and enter all leaders who are due. CW L2."""


class CheckLeaderDeath(Command, frozen=True, tag="civil-war.check-leader-death"):
    """Check one leader for natural death. CW D1."""

    leader: Name  #: the leader's short name


class CheckLeaderDeaths(Command, frozen=True, tag="civil-war.check-leader-deaths"):
    """Check every leader still due this year, in the table's order. CW D1."""


class ResolveCombat(Command, frozen=True, tag="civil-war.resolve-combat"):
    """Resolve a combat between units in one zone."""

    zone: Name  #: where it is fought
    attacker: UnitIds  #: the attacker's units
    defender: UnitIds  #: the defender's units


class ChooseLosses(Command, frozen=True, tag="civil-war.choose-losses"):
    """Name the victor's units that take the losses. CW 8.4.2F."""

    units: UnitIds  #: as many as the result says


class AdjudicateCombat(Command, frozen=True, tag="civil-war.adjudicate-combat", kw_only=True):
    """Resolve a combat on a physical map."""

    attacker: FieldForce  #: the side that attacks
    defender: FieldForce  #: the side that is attacked
    crossing: bool  #: whether the attacker crosses a major river or a strait
    outside_republic: bool  #: whether it is fought outside the Republic
    year_events: bool = False  #: whether the events in force count


class CloseYear(Command, frozen=True, tag="civil-war.close-year"):
    """End the year and begin the next. CW-28."""


class March(Command, frozen=True, tag="civil-war.march"):
    """March units and leaders of one side from one zone to another. CW-37."""

    zone: Name  #: where they start
    to: Name  #: the zone they march to
    units: MaybeUnits = ()  #: the units that march
    leaders: Leaders = ()  #: the leaders who go with them


class Sail(Command, frozen=True, tag="civil-war.sail"):
    """Sail Naves, with units and leaders aboard, to a port of another zone. CW-42."""

    zone: Name  #: where they embark
    to: Name  #: the zone they land in
    ships: Annotated[int, Meta(ge=1, le=60)]  #: how many Naves carry them
    units: MaybeUnits = ()  #: the units aboard
    leaders: Leaders = ()  #: the leaders aboard


class Court(Command, frozen=True, tag="civil-war.court"):
    """Have a Faction Leader negotiate an alliance with an adjacent people at peace. CW-52."""

    leader: Name  #: the Faction Leader who negotiates
    people: Name  #: the people to win over


class EndMarches(Command, frozen=True, tag="civil-war.end-marches"):
    """End the marches: combats follow where enemies are, otherwise the segment ends. CW-41."""


class Attack(Command, frozen=True, tag="civil-war.attack"):
    """Attack an enemy in a zone with all your units there. CW-41."""

    zone: Name  #: where the enemy is
    against: Name  #: the seat or people that is attacked


class Retreat(Command, frozen=True, tag="civil-war.retreat"):
    """Choose where your beaten Force retreats to. CW-47."""

    to: Name  #: one of the zones offered


class Recruit(Command, frozen=True, tag="civil-war.recruit"):
    """Raise or restore units in one zone of the next region, or none at all. CW-59."""

    region: Name  #: the next region to recruit
    zone: Name | None = None  #: where the units are raised; null to raise nothing
    legio: MaybeUnits = ()  #: Legio to raise or restore
    auxilia: MaybeUnits = ()  #: Auxilia to raise or restore
    equites: MaybeUnits = ()  #: Equites to raise or restore
    naves: MaybeUnits = ()  #: Naves to raise or restore


MapCommand = March | Sail | Court | EndMarches | Attack | Retreat | Recruit
ChoiceCommand = ChooseDesertion | ChooseLosses
RollCommand = RollYearEvent | EnterLeaders | CheckLeaderDeath | CheckLeaderDeaths
YearCommand = RollCommand | ChoiceCommand | MapCommand
"""Commands after which the year advances as far as it can automatically."""

AnyCommand = YearCommand | ResolveCombat | AdjudicateCombat | CloseYear

EITHER = ("seat", "referee")

COMMANDS = (
    CommandSpec(RollYearEvent, "Roll the year's event", EITHER, ("event",)),
    CommandSpec(
        ChooseDesertion, "Choose the deserters", EITHER, ("event",), example={"units": ["u3", "u7"]}
    ),
    CommandSpec(EnterLeaders, "Enter leaders", EITHER, ("entry",)),
    # No phase is named: with no leader due there is none, and the refusal gives the reason.
    CommandSpec(
        CheckLeaderDeath, "Check a leader for natural death", EITHER, example={"leader": "Caesar"}
    ),
    CommandSpec(CheckLeaderDeaths, "Check all leaders due", EITHER, ("deaths",)),
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
        "Negotiate an alliance",
        EITHER,
        ("segments",),
        example={"leader": "Pompeius", "people": "Numidae"},
    ),
    CommandSpec(EndMarches, "End the marches", EITHER, ("segments",)),
    CommandSpec(
        Attack, "Attack", EITHER, ("segments",), example={"zone": "Epirus", "against": "republican"}
    ),
    CommandSpec(
        ChooseLosses, "Choose losses", EITHER, ("combats", "segments"), example={"units": ["u1"]}
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
