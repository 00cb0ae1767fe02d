"""Small words that every game's narration needs: numbers, lists, sentences."""

from collections.abc import Sequence

NUMBERS = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
MINUS = "\u2212"


def number(count: int) -> str:
    """A small number in words, a larger one in digits."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def count_of(count: int, noun: str) -> str:
    """`one unit`, `two units`."""
    return f"{number(count)} {noun}" if count == 1 else f"{number(count)} {noun}s"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names with commas, and ``last`` before the last one."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {last} {names[-1]}"


def within(name: str) -> str:
    """A name within a sentence: `the Antonians` for `The Antonians`."""
    return f"the {name[4:]}" if name.startswith("The ") else name


def sentence(words: str) -> str:
    """Words with a capital in front and a full stop behind."""
    return f"{words[:1].upper()}{words[1:]}."


def total(value: int) -> str:
    """A number, the minus as typeset."""
    return str(value) if value >= 0 else f"{MINUS}{-value}"


def signed(value: int) -> str:
    """A number with its sign, the minus as typeset."""
    return f"+{value}" if value >= 0 else total(value)
