"""Phase A: the year's event and its immediate effects. CW E0 to CW E15."""

from iacta.domain.civil_war import effects as fx
from iacta.domain.civil_war.rules import desertion, peoples
from iacta.domain.civil_war.rules.unfolding import Unfolding
from iacta.domain.civil_war.state import LASTING, Leader, State, Unit
from iacta.domain.kernel.proof.dice import Dice

ROMA = "Roma"
PLAGUE_REGION = "Asia"
PLAGUE_ZONES = ("Pontici", "Aegyptii")
PARTHI = "Parthi"
NORTHERN = ("germanic", "celtic")


def roll(play: Unfolding) -> None:
    """Roll 1d6 + d10 read 0 to 9 and apply the event. CW E0, CW-1."""
    state, dice = play.state, play.dice
    d6 = dice.roll("d6", "year event")
    d10 = dice.roll("d10_zero", "year event")
    event = d6 + d10
    play.add(fx.YearEventRolled(state.year, d6, d10, event, _in_force(state, event)))
    play.add(*_at_once(play.state, event))
    if event == 11:
        _desert(play, dice)


def _in_force(state: State, event: int) -> tuple[int, ...]:
    """The events in force for the year: the event itself, or the illness it brings."""
    match event:
        case 1:
            return (4,) if _leaders_at_roma(state) else ()
        case 4:
            return (4,) if _masters_of_roma(state) else ()
        case 10:  # CW-5: whether a Faction Leader has to control Roma, or a seat is enough
            alone = state.switches.unpopularity == "seat" and _control_of_roma(state)
            return (10,) if alone or _masters_of_roma(state) else ()
        case _:
            return (event,) if event in LASTING else ()


def _at_once(state: State, event: int) -> list[fx.AnyEffect]:
    match event:
        case 1:  # CW-13: reduced units stay as they are
            return [
                *_reduce("CW E1", [unit for unit in state.units_in(ROMA) if not unit.reduced]),
                *_ill("CW E1", _leaders_at_roma(state)),
            ]
        case 4:
            return _ill("CW E4", _masters_of_roma(state))
        case 13:
            return _plague(state)
        case 14:
            return _turn_parthi(state)
        case 15:
            return _famine(state)
        case _:
            return []


def _reduce(rule: str, units: list[Unit]) -> list[fx.AnyEffect]:
    ids = tuple(unit.id for unit in units)
    return [fx.UnitsReduced(rule, ids)] if ids else []


def _ill(rule: str, leaders: list[Leader]) -> list[fx.AnyEffect]:
    """CW E4; without such a leader nothing happens (CW-16)."""
    names = tuple(leader.name for leader in leaders)
    return [fx.LeadersIll(rule, names)] if names else []


def _leaders_at_roma(state: State) -> list[Leader]:
    return [leader for leader in state.leaders_in(ROMA) if leader.faction_leader]


def _control_of_roma(state: State) -> str | None:
    zone = state.zone(ROMA)  # not by its region: CW-67
    return zone.control if zone else None


def _masters_of_roma(state: State) -> list[Leader]:
    """Faction Leaders of the seat that controls Roma, wherever they are. CW E4."""
    control = _control_of_roma(state)
    return [
        leader
        for leader in state.leaders
        if control
        and leader.status == "in-play"
        and leader.faction_leader
        and leader.faction == control
    ]


def _plague(state: State) -> list[fx.AnyEffect]:
    """CW E13: the region Asia (CW-14), Pontici and Aegyptii; leaders are untouched."""
    struck = [
        unit
        for zone in state.zones
        if zone.region == PLAGUE_REGION or zone.name in PLAGUE_ZONES
        for unit in state.units_in(zone.name)
    ]
    fresh = [unit for unit in struck if not unit.reduced]
    worn = tuple(unit.id for unit in struck if unit.reduced)
    away: list[fx.AnyEffect] = [fx.UnitsWithdrawn("CW E13", worn)] if worn else []
    return [*away, *_reduce("CW E13", fresh)]


def _turn_parthi(state: State) -> list[fx.AnyEffect]:
    """CW E14: war becomes peace and peace war."""
    parthi = state.people(PARTHI)
    if parthi is not None and state.chart is not None:
        return peoples.reverse_stance(state, parthi, "CW E14")
    return [fx.PeopleTurned(PARTHI, not parthi.at_war)] if parthi else []


def _famine(state: State) -> list[fx.AnyEffect]:
    """CW E15: units of German and Celtic peoples are reduced; the reduced stay so (CW-6)."""
    peoples = {people.name for people in state.peoples if people.nationality in NORTHERN}
    return _reduce(
        "CW E15",
        [
            unit
            for unit in state.units
            if unit.status == "map" and unit.people in peoples and not unit.reduced
        ],
    )


def _desert(play: Unfolding, dice: Dice) -> None:
    """CW E11: two d6 kept apart; doubles cancel."""
    faces = (
        dice.roll("d6", "desertion, first region"),
        dice.roll("d6", "desertion, second region"),
    )
    regions = desertion.regions(faces)
    play.add(fx.DesertionRolled(faces, regions))
    for region in regions:
        play.add(*desertion.strike(play.state, region))
