"""Wording of the log: the names of sides."""

from iacta.domain.naval_battle.state import State


def side(state: State, seat: str) -> str:
    """A side by its name."""
    return f"the {state.side(seat).name}"
