"""The year's phases: what happens automatically when there is nothing to roll or choose. CW-2."""

from iacta.domain.civil_war.effects import PhaseBegun
from iacta.domain.civil_war.rules import (
    closing,
    control,
    death,
    entry,
    fight,
    flight,
    ides,
    peoples,
    recruit,
    segments,
)
from iacta.domain.civil_war.rules.unfolding import Unfolding


def run_on(play: Unfolding) -> None:
    """Advance through everything that needs neither dice nor a choice. CW-2."""
    mapped = play.state.chart is not None
    if play.state.phase == "event" and play.state.event and not play.state.pending:
        if mapped:
            play.add(segments.initiative(play.state, play.dice))
            play.add(*peoples.change_war_leaders(play.state))
        play.add(PhaseBegun("entry"))
    if play.state.phase == "entry" and not entry.without_faction(play.state):
        play.add(*entry.enter(play.state, {}))
        if mapped:
            play.add(*segments.name_successors(play.state))
        play.add(PhaseBegun("deaths"), *death.departures(play.state))
        if mapped:
            play.add(*ides.conspire(play.state, play.dice))
    if play.state.phase == "deaths" and not death.leaders_due(play.state):
        play.add(PhaseBegun("segments" if mapped else "combats"))
        if mapped:
            _next_segment(play)
    if play.state.phase == "segments":
        _fought(play)
    if play.state.phase == "adjustments":
        _adjust(play)


def _next_segment(play: Unfolding) -> None:
    """Begin the next segment, or Adjustments after the last. CW-34."""
    if play.state.segment >= len(play.state.segments):
        adjust(play)
        return
    play.add(*segments.begin_next(play.state))
    play.add(*segments.return_leaders(play.state))


def _fought(play: Unfolding) -> None:
    """Fleets leave what is lost; the segment ends with its last combat. CW-41, CW-46, CW-49."""
    done = play.state.fighting and not play.state.pending
    if done:
        play.add(*fight.fleets_leave(play.state))
    if done and not fight.combats_left(play.state):
        play.add(*flight.flee(play.state))
        _next_segment(play)


def adjust(play: Unfolding) -> None:
    """Phase F: control, peoples, then recruiting. CW 9."""
    play.add(control.settle(play.state))
    play.add(*peoples.pacify_occupied(play.state))
    play.add(*peoples.rally(play.state))
    _adjust(play)


def _adjust(play: Unfolding) -> None:
    """Skip regions that give nothing; after the last one end the year. CW-59, CW-62."""
    while play.state.recruiting and recruit.levy(play.state) is None:
        play.add(recruit.skip(play.state))
    if play.state.phase == "adjustments" and not play.state.recruiting:
        play.add(*closing.verdict(play.state))
        play.add(closing.close(play.state))
