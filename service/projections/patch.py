"""The difference of two views as an RFC 6902 patch."""

from collections.abc import Iterator
from typing import Any

from iacta.domain.kernel.contract import pointers


def diff(before: Any, after: Any, path: str = "") -> Iterator[dict[str, Any]]:
    """Operations that turn ``before`` into ``after``, both plain data."""
    if before == after and type(before) is type(after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _members(before, after, path)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _items(before, after, path)
    else:
        yield {"op": "replace", "path": path, "value": after}


def _members(before: dict[str, Any], after: dict[str, Any], path: str) -> Iterator[dict[str, Any]]:
    for name in sorted(before.keys() | after.keys()):
        here = path + pointers.join([name])
        if name not in after:
            yield {"op": "remove", "path": here}
        elif name not in before:
            yield {"op": "add", "path": here, "value": after[name]}
        else:
            yield from diff(before[name], after[name], here)


def _items(before: list[Any], after: list[Any], path: str) -> Iterator[dict[str, Any]]:
    """Keep what both lists begin and end with; what lies between is changed in place."""
    shorter = min(len(before), len(after))
    head = next((i for i in range(shorter) if before[i] != after[i]), shorter)
    tail = next(
        (i for i in range(shorter - head) if before[-1 - i] != after[-1 - i]), shorter - head
    )
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    for index in range(len(old) - 1, len(new) - 1, -1):
        yield {"op": "remove", "path": f"{path}/{head + index}"}
    for index, (one, other) in enumerate(zip(old, new, strict=False)):
        yield from diff(one, other, f"{path}/{head + index}")
    for index in range(len(old), len(new)):
        yield {"op": "add", "path": f"{path}/{head + index}", "value": new[index]}
