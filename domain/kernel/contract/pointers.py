"""JSON pointers (RFC 6901): addresses within plain data."""

from collections.abc import Iterable


def join(steps: Iterable[str]) -> str:
    """The pointer that leads along ``steps``; the empty text for none."""
    return "".join(f"/{step.replace('~', '~0').replace('/', '~1')}" for step in steps)


def split(pointer: str) -> list[str]:
    """The steps of a pointer."""
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
