"""Small words: lists, numbers, points, squares as the log says them."""

from iacta.domain.naval_battle.state import State


def side(state: State, seat: str) -> str:
    """A side by its name."""
    return f"the {state.side(seat).name}"
