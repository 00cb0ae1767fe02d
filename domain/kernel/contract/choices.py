"""Options and their choices: filling one into a command, and telling whether a command is of one.

A choice is keyed by the RFC 6901 pointer of the place in the command that it fills: ``one_of``
(the value chosen may bring choices of its own), ``some_of``, ``integer``, ``text`` or ``schema``.
"""

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from iacta.domain.kernel.contract.system import Option

Below = Callable[[int], int]
"""n → a number 0 … n-1"""

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Unfillable(ValueError):
    """A choice whose values are not listed: only its schema says what fits."""


def any_option(
    view: Mapping[str, Any], options: Sequence[Option], role: str, below: Below
) -> dict[str, Any] | None:
    """A bot that takes any option and fills it at random; nothing where there is none."""
    return fill(options[below(len(options))], below) if options else None


def fill(option: Option, below: Below) -> dict[str, Any]:
    """A command of ``option``, every choice made by ``below``. Raises `Unfillable`."""
    command: dict[str, Any] = copy.deepcopy(dict(option.command))
    return dict(_fill(command, option.choices, below))


def _fill(command: Any, choices: Mapping[str, Any], below: Below) -> Any:
    for pointer, choice in choices.items():
        value, nested = _choose(choice, below)
        command = _fill(_put(command, _steps(pointer), value), nested, below)
    return command


def _choose(choice: Mapping[str, Any], below: Below) -> tuple[Any, Mapping[str, Any]]:
    match choice:
        case {"one_of": items}:
            item = items[below(len(items))]
            return copy.deepcopy(item["value"]), item.get("choices", {})
        case {"some_of": items}:
            return _some(choice, [item["value"] for item in items], below), {}
        case {"integer": {"min": low, "max": high}}:
            return low + below(high - low + 1), {}
        case {"text": {"max": longest}}:
            return "".join(LETTERS[below(26)] for _ in range(1 + below(min(longest, 12)))), {}
    raise Unfillable(f"no list of values: {sorted(choice)}")


def _some(choice: Mapping[str, Any], values: list[Any], below: Below) -> list[Any]:
    """A random selection, in the order of the list, of a size and a sum that fit."""
    low = choice.get("min", 0)
    high = min(choice.get("max", len(values)), len(values))
    order = list(range(len(values)))
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    size = low + below(high - low + 1)
    picked: list[int] | None = order[:size]
    if "sum" in choice:
        picked = _summing(order, values, low, high, choice["sum"])
        if picked is None:
            raise Unfillable("no selection has the sum")
    return [copy.deepcopy(values[i]) for i in sorted(picked or [])]


def _summing(
    order: Sequence[int], values: Sequence[int], low: int, high: int, total: int
) -> list[int] | None:
    """The first selection along ``order`` with that sum, each size and sum tried once."""
    reached: dict[tuple[int, int], list[int]] = {(0, 0): []}
    for i in order:
        for (size, amount), picked in list(reached.items()):
            reached.setdefault((size + 1, amount + values[i]), [*picked, i])
    fitting = [reached[size, total] for size in range(low, high + 1) if (size, total) in reached]
    return fitting[0] if fitting else None


def matches(option: Option, command: Any) -> bool:
    """Whether ``command`` is the option's own with its choices filled as they allow."""
    frame = copy.deepcopy(dict(option.command))
    try:
        return bool(_matched(frame, option.choices, command) == command)
    except (_Unfit, LookupError, TypeError, ValueError):
        return False


class _Unfit(Exception):
    pass


def _matched(frame: Any, choices: Mapping[str, Any], command: Any) -> Any:
    """``frame`` with the places of ``choices`` filled from ``command``, if they fit."""
    for pointer, choice in choices.items():
        steps = _steps(pointer)
        value = _get(command, steps)
        nested = _allowed(choice, value)
        frame = _matched(_put(frame, steps, copy.deepcopy(value)), nested, command)
    return frame


def _allowed(choice: Mapping[str, Any], value: Any) -> Mapping[str, Any]:
    """The choices that follow from ``value``; `_Unfit` if the choice does not allow it."""
    match choice:
        case {"one_of": items}:
            for item in items:
                if _alike(item["value"], value):
                    nested: Mapping[str, Any] = item.get("choices", {})
                    return nested
            raise _Unfit
        case {"some_of": items}:
            _check_some(choice, [item["value"] for item in items], value)
        case {"integer": {"min": low, "max": high}}:
            if type(value) is not int or not low <= value <= high:
                raise _Unfit
        case {"text": {"max": longest}}:
            if not isinstance(value, str) or len(value) > longest:
                raise _Unfit
    return {}


def _check_some(choice: Mapping[str, Any], values: list[Any], chosen: Any) -> None:
    if not isinstance(chosen, list | tuple):
        raise _Unfit
    left = list(values)
    for value in chosen:
        at = next((i for i, one in enumerate(left) if _alike(one, value)), None)
        if at is None:
            raise _Unfit
        del left[at]
    if not choice.get("min", 0) <= len(chosen) <= choice.get("max", len(values)):
        raise _Unfit
    if "sum" in choice and sum(chosen) != choice["sum"]:
        raise _Unfit


def _alike(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)


def _steps(pointer: str) -> list[str]:
    """An RFC 6901 pointer's reference tokens."""
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def _get(value: Any, steps: Sequence[str]) -> Any:
    for step in steps:
        value = value[int(step)] if isinstance(value, list | tuple) else value[step]
    return value


def _put(value: Any, steps: Sequence[str], new: Any) -> Any:
    """``value`` with ``new`` at the place; objects on the way are made, a list may grow by one."""
    if not steps:
        return new
    step, *rest = steps
    if isinstance(value, list | tuple):
        items, index = list(value), len(value) if step == "-" else int(step)
        old = items[index] if index < len(items) else {}
        return [*items[:index], _put(old, rest, new), *items[index + 1 :]]
    members = dict(value)
    return {**members, step: _put(members.get(step, {}), rest, new)}
