"""The year's phases: what passes by itself once nothing is left to roll or to choose. CW-2."""

from iacta.domain.civil_war.effects import PhaseBegun
from iacta.domain.civil_war.rules import (
    closing,
    control,
    death,
    entry,
    fight,
    flight,
    peoples,
    recruit,
    segments,
)
from iacta.domain.civil_war.rules.unfolding import Unfolding


def run_on(play: Unfolding) -> None:
    """Go through all that needs neither dice nor a choice. CW-2."""
    mapped = play.state.chart is not None
    if play.state.phase == "event" and play.state.event and not play.state.pending:
        if mapped:
            play.add(segments.initiative(play.state, play.dice))
            play.add(*peoples.stewards(play.state))
        play.add(PhaseBegun("entry"))
    if play.state.phase == "entry" and not entry.undecided(play.state):
        play.add(*entry.enter(play.state, {}))
        if mapped:
            play.add(*segments.successors(play.state))
        play.add(PhaseBegun("deaths"), *death.leavers(play.state))
    if play.state.phase == "deaths" and not death.due(play.state):
        play.add(PhaseBegun("segments" if mapped else "combats"))
        if mapped:
            _next_segment(play)
    if play.state.phase == "segments":
        _fought(play)
    if play.state.phase == "adjustments":
        _adjust(play)


def _next_segment(play: Unfolding) -> None:
    """The next segment begins, or Adjustments where there is none. CW-34."""
    if play.state.segment >= len(play.state.segments):
        adjust(play)
        return
    play.add(*segments.begin_next(play.state))
    play.add(*segments.returns(play.state))


def _fought(play: Unfolding) -> None:
    """A segment whose last combat is fought is over. CW-41, CW-49."""
    done = play.state.fighting and not play.state.pending
    if done and not fight.quarrels_left(play.state):
        play.add(*flight.flee(play.state))
        _next_segment(play)


def adjust(play: Unfolding) -> None:
    """Phase F: control, peoples, then recruiting. CW 9."""
    play.add(control.settle(play.state))
    play.add(*peoples.settle(play.state))
    play.add(*peoples.rally(play.state))
    _adjust(play)


def _adjust(play: Unfolding) -> None:
    """Past the regions that give nothing; after the last one the year ends. CW-59, CW-62."""
    while play.state.recruiting and recruit.levy(play.state) is None:
        play.add(recruit.passed(play.state))
    if play.state.phase == "adjustments" and not play.state.recruiting:
        play.add(*closing.verdict(play.state))
        play.add(closing.close(play.state))
