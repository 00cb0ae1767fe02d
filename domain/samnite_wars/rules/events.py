"""The event of the turn, and the region of a war. SW P11, SW P15, SW P16."""

from iacta.domain.samnite_wars.effects import EventRolled, PhaseBegun
from iacta.domain.samnite_wars.rules import battles, revolts, windows
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import HOME, Rolled, State, TurnEvent
from iacta.domain.samnite_wars.tables import EVENTS, NEGATING, PLAGUE, REGIONS, SCANDAL

RESULTS: dict[str, Rolled] = {
    "Revolt": "revolt",
    "Peace (Pax Romana)": "peace",
    "Raids": "raids",
    "War": "war",
}


def roll(play: Unfolding) -> None:
    """Roll the event, and a war's region with it, before cards are played. SW-1, SW-48."""
    face = play.dice.roll("d10", "event")
    rolled = RESULTS[EVENTS.cell(str(face), "event")]
    event = TurnEvent(face, rolled, rolled)
    if rolled == "war":
        region_face = play.dice.roll("d10", "region of the war")
        event = resolve_region(play.state, face, region_face)
    play.add(EventRolled(event))
    open_window(play)


def resolve_region(state: State, face: int, region_face: int) -> TurnEvent:
    """The event that a war becomes by the region table. SW-9, SW-30."""
    region, substitute, *_ = REGIONS.row(str(region_face))
    if region == HOME:  # SW-30: the whole Revolt event, whichever region the Foes name
        return TurnEvent(face, "war", "revolt", None, region_face, "the Latins mean a revolt")
    if region in state.controlled:
        how = f"the {region} are Rome's already"
        return TurnEvent(face, "war", "revolt", region, region_face, how)
    if state.bordering(region):
        return TurnEvent(face, "war", "war", region, region_face)
    how = f"the {region} do not border the Republic"
    if substitute == "Peace":
        return TurnEvent(face, "war", "peace", None, region_face, how)
    if substitute in state.controlled:
        how = f"{how}; the {substitute} are Rome's already"
        return TurnEvent(face, "war", "revolt", substitute, region_face, how)
    return TurnEvent(face, "war", "war", substitute, region_face, how)


def open_window(play: Unfolding) -> None:
    """Open the window for Scandal and the cards that affect this event. SW-32, SW-26.

    Those are Plague if a campaign is possible (SW-46), and Treaty, Hostages and Diplomacy if the
    event is still a war after the region table (SW-47).
    """
    event = play.state.event
    assert event is not None
    cards = (SCANDAL, PLAGUE) if event.kind in ("peace", "raids") else (SCANDAL,)
    claims = NEGATING if event.kind == "war" else ()
    if not windows.open_for(play, "event", cards, claims):
        resolve(play)


def resolve(play: Unfolding) -> None:
    """Start resolving the event. SW P12, SW P13, SW P14, SW P15."""
    event = play.state.event
    assert event is not None
    match event.kind:
        case "revolt":
            revolts.begin(play, event.region)
        case "war":
            assert event.region is not None
            battles.begin(play, "war", event.region)
        case "peace":
            play.add(PhaseBegun("peace"))
        case "raids":
            play.add(PhaseBegun("raids"))
        case "pax":  # SW-37: Pax Romana with its PT and its Peace cards, not a campaign
            play.add(PhaseBegun("treaty"))
