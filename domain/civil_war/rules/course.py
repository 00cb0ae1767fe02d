"""Effects in the making, and the phases that pass by themselves. CW-2."""

from domain.civil_war.effects import Fact, PhaseBegun
from domain.civil_war.evolve import evolve
from domain.civil_war.rules import death, entry
from domain.civil_war.state import State


class Course:
    """The effects of one command: each is folded at once, so the next rule sees what it did."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.effects: list[Fact] = []

    def add(self, *effects: Fact) -> None:
        """Take up effects, in order."""
        for effect in effects:
            self.state = evolve(self.state, effect)
            self.effects.append(effect)

    def run_on(self) -> list[Fact]:
        """Go through phases that need neither dice nor a choice; give all effects. CW-2."""
        if self.state.phase == "event" and self.state.event and not self.state.pending:
            self.add(PhaseBegun("entry"))
        if self.state.phase == "entry" and not entry.undecided(self.state):
            self.add(*entry.enter(self.state, {}))
            self.add(PhaseBegun("deaths"), *death.leavers(self.state))
        if self.state.phase == "deaths" and not death.due(self.state):
            self.add(PhaseBegun("combats"))
        return self.effects
