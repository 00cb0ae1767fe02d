"""Effects in the making, and what passes by itself. CW-2."""

from domain.civil_war.effects import Fact, PhaseBegun
from domain.civil_war.evolve import evolve
from domain.civil_war.rules import (
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
from domain.civil_war.state import State
from domain.kernel.proof.dice import Dice


class Course:
    """The effects of one command: each is folded at once, so the next rule sees what it did."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.effects: list[Fact] = []

    def add(self, *effects: Fact) -> None:
        """Take up effects, in order."""
        for effect in effects:
            self.state = evolve(self.state, effect)
            self.effects.append(effect)

    def run_on(self) -> list[Fact]:
        """Go through all that needs neither dice nor a choice; give all effects. CW-2."""
        mapped = self.state.chart is not None
        if self.state.phase == "event" and self.state.event and not self.state.pending:
            if mapped:
                self.add(segments.initiative(self.state, self.dice))
                self.add(*peoples.stewards(self.state))
            self.add(PhaseBegun("entry"))
        if self.state.phase == "entry" and not entry.undecided(self.state):
            self.add(*entry.enter(self.state, {}))
            if mapped:
                self.add(*segments.successors(self.state))
            self.add(PhaseBegun("deaths"), *death.leavers(self.state))
        if self.state.phase == "deaths" and not death.due(self.state):
            self.add(PhaseBegun("segments" if mapped else "combats"))
            if mapped:
                self._next_segment()
        if self.state.phase == "segments":
            self._fought()
        if self.state.phase == "adjustments":
            self._adjust()
        return self.effects

    def _next_segment(self) -> None:
        """The next segment begins, or Adjustments where there is none. CW-34."""
        if self.state.segment >= len(self.state.segments):
            self.adjust()
            return
        self.add(*segments.begin_next(self.state))
        self.add(*segments.returns(self.state))

    def _fought(self) -> None:
        """A segment whose last combat is fought is over. CW-41, CW-49."""
        done = self.state.fighting and not self.state.pending
        if done and not fight.quarrels_left(self.state):
            self.add(*flight.flee(self.state))
            self._next_segment()

    def adjust(self) -> None:
        """Phase F: control, peoples, then whoever recruits. CW 9."""
        self.add(control.settle(self.state))
        self.add(*peoples.settle(self.state))
        self.add(*peoples.rally(self.state))
        self._adjust()

    def _adjust(self) -> None:
        """Past the regions that give nothing; after the last one the year ends. CW-59, CW-62."""
        while self.state.recruiting and recruit.levy(self.state) is None:
            self.add(recruit.passed(self.state))
        if self.state.phase == "adjustments" and not self.state.recruiting:
            self.add(*closing.verdict(self.state))
            self.add(closing.close(self.state))
