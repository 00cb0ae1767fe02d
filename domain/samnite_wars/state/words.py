"""Small words: players, lists, sums as the log says them."""

from collections.abc import Sequence

from domain.samnite_wars.state import SEATS

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def name(seat: str) -> str:
    """A player as the log calls him."""
    return SEATS.get(seat, seat)


def number(count: int) -> str:
    """A small number in words."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def count_of(count: int, noun: str) -> str:
    """`one card`, `two cards`."""
    return f"{number(count)} {noun}" if count == 1 else f"{number(count)} {noun}s"


def listed(names: Sequence[str]) -> str:
    """Names with commas and an `and`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def sentence(words: str) -> str:
    """Words with a capital in front and a full stop behind."""
    return f"{words[:1].upper()}{words[1:]}."


def signed(value: int) -> str:
    """A number with its sign, the minus as typeset."""
    return f"+{value}" if value >= 0 else f"\u2212{-value}"


def rounds(faces: Sequence[Sequence[int | None]], names: Sequence[str]) -> str:
    """A roll-off, round by round: `Rome 4, the enemy 4; Rome 6, the enemy 2`."""
    return "; ".join(
        ", ".join(f"{who} {face}" for who, face in zip(names, one, strict=True) if face is not None)
        for one in faces
    )
