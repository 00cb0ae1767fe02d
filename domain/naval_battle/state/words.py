"""Small words: lists, numbers, points, squares as the log says them."""

from collections.abc import Sequence

from domain.naval_battle.state import State

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """A small number in words."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def count_of(count: int, noun: str) -> str:
    """`one fleet`, `two fleets`."""
    return f"{number(count)} {noun}" if count == 1 else f"{number(count)} {noun}s"


def listed(names: Sequence[str]) -> str:
    """Names with commas and an `and`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def sentence(words: str) -> str:
    """Words with a capital in front and a full stop behind."""
    return f"{words[:1].upper()}{words[1:]}."


def side(state: State, seat: str) -> str:
    """A side by its name."""
    return f"the {state.side(seat).name}"
