"""Options as a client reads them, and which commands are of one."""

from collections.abc import Mapping
from typing import Any

import msgspec

from iacta.domain.kernel.contract import pointers
from iacta.domain.kernel.contract.choices import (
    Alternative,
    Choice,
    Choices,
    ChooseBySchema,
    ChooseInteger,
    ChooseList,
    ChooseOne,
    ChooseSome,
    ChooseText,
    Option,
    filled,
    filled_in,
)
from iacta.service.http.choices import CHOICES


def read_option(plain: Mapping[str, Any]) -> Option:
    """An option out of an answer of the API."""
    return msgspec.convert(plain, Option, dec_hook=_read)


def _read(_: type, plain: Any) -> Any:
    """A choice, told apart by the first of its members."""
    (shape,) = [one for one in CHOICES if one.__struct_fields__[0] in plain]
    return msgspec.convert(plain, shape, dec_hook=_read)


def at(value: Any, pointer: str) -> Any:
    """The value at an RFC 6901 pointer; ``-``, which appends to a list, is its last item."""
    for token in pointers.split(pointer):
        if isinstance(value, list | tuple):
            value = value[-1 if token == "-" else int(token)]
        else:
            value = value[token]
    return value


def matches(option: Option, command: Any) -> bool:
    """Whether ``command`` is the option's own with its choices filled as they allow."""

    def chosen(pointer: str, choice: Choice) -> tuple[Any, Choices]:
        value = at(command, pointer)
        return value, _following(pointer, choice, value)

    try:
        return filled(option, chosen) == command
    except (_Unfit, LookupError, TypeError, ValueError):
        return False


class _Unfit(Exception):
    pass


def _following(pointer: str, choice: Choice, value: Any) -> Choices:
    """The choices that follow from ``value``; `_Unfit` if the choice does not allow it."""
    match choice:
        case ChooseOne():
            for one in choice.one_of:
                if _alike(one.value, _as_chosen(pointer, one, value)):
                    return one.choices
            raise _Unfit
        case ChooseSome():
            _check_some(choice, value)
        case ChooseList():
            _check_list(choice, value)
        case ChooseInteger():
            bounds = choice.integer
            if type(value) is not int or not bounds.min <= value <= bounds.max:
                raise _Unfit
        case ChooseText():
            if not isinstance(value, str) or len(value) > choice.text.max:
                raise _Unfit
        case ChooseBySchema():
            pass
    return {}


def _as_chosen(pointer: str, one: Alternative, value: Any) -> Any:
    """``value`` before the choices that follow filled places within it."""
    within = [place.removeprefix(f"{pointer}/") for place in one.choices]
    if not isinstance(value, dict) or not isinstance(one.value, Mapping):
        return value
    return {**value, **{name: one.value[name] for name in within if name in one.value}}


def _check_list(choice: ChooseList, items: Any) -> None:
    if not isinstance(items, list | tuple) or not choice.min <= len(items) <= choice.max:
        raise _Unfit
    for item in items:
        if not any(_is_of(one, item) for one in choice.list_of):
            raise _Unfit


def _is_of(one: Alternative, item: Any) -> bool:
    """Whether an item is this one with its choices filled as they allow."""

    def chosen(pointer: str, choice: Choice) -> tuple[Any, Choices]:
        value = at(item, pointer)
        return value, _following(pointer, choice, value)

    try:
        return bool(filled_in(one.value, one.choices, chosen) == item)
    except (_Unfit, LookupError, TypeError, ValueError):
        return False


def _check_some(choice: ChooseSome, chosen: Any) -> None:
    if not isinstance(chosen, list | tuple):
        raise _Unfit
    left = choice.values
    for value in chosen:
        place = next((i for i, one in enumerate(left) if _alike(one, value)), None)
        if place is None:
            raise _Unfit
        del left[place]
    if not choice.min <= len(chosen) <= choice.max:
        raise _Unfit
    if choice.sum is not msgspec.UNSET and sum(chosen) != choice.sum:
        raise _Unfit


def _alike(one: Any, other: Any) -> bool:
    return type(one) is type(other) and bool(one == other)
