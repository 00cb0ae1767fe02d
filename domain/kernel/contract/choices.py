"""Options: what a role may do now, and the choices that an option leaves open.

A choice stands under the RFC 6901 pointer of the place in the command that it fills: the empty
pointer is the whole command, ``-`` appends to a list, and objects on the way are made.
"""

import copy
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from iacta.domain.kernel.contract import pointers

Below = Callable[[int], int]
"""n → a number 0 … n-1"""


class AnyChoice:
    """What msgspec sees of a choice: it has no tag, so a hook has to tell which it is."""

    __slots__ = ()

    @property
    def alternatives(self) -> "tuple[Alternative, ...]":
        """What is listed to choose from; nothing where bounds or a schema say what fits."""
        return ()

    @property
    def values(self) -> list[Any]:
        """The values of the alternatives."""
        return [one.value for one in self.alternatives]


if TYPE_CHECKING:
    Choice: TypeAlias = (
        "ChooseOne | ChooseSome | ChooseList | ChooseInteger | ChooseText | ChooseBySchema"
    )
else:
    Choice = AnyChoice

Choices = Mapping[str, Choice]


class Alternative(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value to choose. ``choices`` are to be made as well once it is chosen."""

    value: Any  #: what fills the place
    title: str  #: what it is, in a few words
    choices: Choices = {}


class ChooseOne(AnyChoice, msgspec.Struct, frozen=True):
    """One of these values."""

    one_of: tuple[Alternative, ...]  #: the values there are

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """Those that one is chosen of."""
        return self.one_of


class ChooseSome(AnyChoice, msgspec.Struct, frozen=True):
    """A list of these, none twice: ``min`` to ``max`` of them, which add up to ``sum``."""

    some_of: tuple[Alternative, ...]  #: the values there are
    min: int  #: the fewest to choose
    max: int  #: the most to choose
    sum: int | msgspec.UnsetType = msgspec.UNSET  #: what the chosen numbers add up to

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """Those that some are chosen of."""
        return self.some_of


class ChooseList(AnyChoice, msgspec.Struct, frozen=True, omit_defaults=True):
    """A list of ``min`` to ``max`` items: each a value of these, its own choices made inside it.

    Each is possible by itself; a list of several the rules judge as a whole.
    """

    #: What an item may be, any of them more than once. Choices of one are places in the item.
    list_of: tuple[Alternative, ...]
    min: int  #: the fewest items
    max: int  #: the most items
    #: Whether nothing may be named in two items: the rules judge the list, even of one item.
    once: bool = False

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """Those that the items are made of."""
        return self.list_of


class Bounds(msgspec.Struct, frozen=True):
    """Both included."""

    min: int  #: the smallest that fits
    max: int  #: the largest that fits


class ChooseInteger(AnyChoice, msgspec.Struct, frozen=True):
    """An integer within bounds."""

    integer: Bounds  #: the bounds of the number


class Longest(msgspec.Struct, frozen=True):
    """In characters."""

    max: int  #: the most characters


class ChooseText(AnyChoice, msgspec.Struct, frozen=True):
    """Any text."""

    text: Longest  #: the bounds of the text


class ChooseBySchema(AnyChoice, msgspec.Struct, frozen=True):
    """Any value of the JSON schema at this address: a part of the server's `/openapi.json`."""

    schema: str  #: the address of a JSON schema, a part of the server's `/openapi.json`


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something the caller may do. Without ``choices`` the command can be posted as it is."""

    id: str  #: the same for the same option; it is no part of the command
    title: str  #: what it is, in a few words
    rule: str  #: the rule or ruling that grants it; may be empty
    command: Mapping[str, Any]
    choices: Choices = {}

    @property
    def kind(self) -> str:
        """The type of its command, without the game."""
        return str(self.command["type"]).partition(".")[2]


def by_kind(options: Iterable[Option]) -> Mapping[str, Sequence[Option]]:
    """Options by the type of their command, without the game."""
    found: dict[str, list[Option]] = {}
    for one in options:
        found.setdefault(one.kind, []).append(one)
    return found


class OutlinedOption(msgspec.Struct, frozen=True):
    """An option without its choices."""

    id: str  #: the same as of the whole option
    title: str  #: what it is, in a few words
    rule: str  #: the rule or ruling that grants it; may be empty
    type: str  #: the type of its command
    #: What the command names, and what may be chosen for it first: units, places, cards, seats.
    concerns: tuple[str, ...]
    #: How many of these, from the first, the command itself names: the others may be chosen.
    named: int


def outlined(option: Option) -> OutlinedOption:
    """An option in outline."""
    type_, named = str(option.command["type"]), len(set(_ids(option.command)))
    about = tuple(concerns(option))
    return OutlinedOption(option.id, option.title, option.rule, type_, about, named)


def concerns(option: Option) -> list[str]:
    """The ids that an option's command names, then those to choose first; each once."""
    chosen = (value for choice in option.choices.values() for value in choice.values)
    return list(dict.fromkeys([*_ids(option.command), *_ids(list(chosen))]))


def narrowed(option: Option, id_: str) -> Option | None:
    """What of an option concerns an id: where only one choice has it, and one is to be chosen, the
    other values are left out. None if the option does not concern it.
    """
    holding = {
        pointer: choice
        for pointer, choice in option.choices.items()
        if id_ in _ids(list(choice.values))
    }
    named = id_ in _ids(option.command)
    if not named and not holding:
        return None
    if named or len(holding) > 1:
        return option
    ((pointer, choice),) = holding.items()
    if not isinstance(choice, ChooseOne):
        return option
    left = tuple(one for one in choice.one_of if id_ in _ids(one.value))
    return msgspec.structs.replace(option, choices={**option.choices, pointer: ChooseOne(left)})


def _ids(value: Any) -> list[str]:
    """The texts in a value, but for what tells of which type it is."""
    match value:
        case str():
            return [value]
        case Mapping():
            return [id_ for name, one in value.items() if name != "type" for id_ in _ids(one)]
        case list() | tuple():
            return [id_ for one in value for id_ in _ids(one)]
        case _:
            return []


# --- building


def option(
    command: type[msgspec.Struct],
    title: str,
    rule: str,
    choices: Choices | None = None,
    /,
    *,
    key: str = "",
    **members: Any,
) -> Option:
    """An option to send a command of a game with these ``members``.

    Its id is the command's type without the game, then ``key`` where several are of one type.
    """
    type_ = str(command.__struct_config__.tag)
    kind = type_.partition(".")[2]
    id_ = f"{kind}:{key}" if key else kind
    return Option(id_, title, rule, {"type": type_, **members}, choices or {})


def ruling(
    change: type[msgspec.Struct], title: str, choices: Choices, /, **members: Any
) -> Alternative:
    """A change that a ruling may make, with these ``members``; its choices are places in it."""
    return Alternative({"type": str(change.__struct_config__.tag), **members}, title, choices)


def one_of(alternatives: Iterable[Alternative | str]) -> ChooseOne:
    """A choice of one; a text is its own title."""
    return ChooseOne(_titled(alternatives))


def some_of(alternatives: Iterable[Alternative | str], least: int, most: int) -> ChooseSome:
    """A choice of ``least`` to ``most``, or of as many as there are; a text is its own title."""
    found = _titled(alternatives)
    return ChooseSome(found, least, min(most, len(found)))


def integer(least: int, most: int) -> ChooseInteger:
    """A choice of an integer, both bounds included."""
    return ChooseInteger(Bounds(least, most))


def _titled(alternatives: Iterable[Alternative | str]) -> tuple[Alternative, ...]:
    return tuple(Alternative(one, one) if isinstance(one, str) else one for one in alternatives)


# --- filling

Choose = Callable[[str, Choice], tuple[Any, Choices]]
"""pointer, choice → the value to put there, and the choices that it brings"""

LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Unfillable(ValueError):
    """A choice whose values are not listed: only its schema says what fits."""


def filled(option: Option, choose: Choose) -> dict[str, Any]:
    """A command of ``option``, every choice made by ``choose``."""
    return dict(filled_in(dict(option.command), option.choices, choose))


def filled_in(value: Any, choices: Choices, choose: Choose) -> Any:
    """A value, such as a command or an item of a list, with choices made at places in it."""
    value = copy.deepcopy(value)
    for pointer, choice in choices.items():
        new, nested = choose(pointer, choice)
        value = _put(value, pointers.split(pointer), copy.deepcopy(new))
        if nested:
            value = filled_in(value, nested, choose)
    return value


def fill(option: Option, below: Below) -> dict[str, Any]:
    """A command of ``option``, every choice made at random. Raises `Unfillable`."""
    return filled(option, lambda _, choice: _at_random(choice, below))


def any_option(
    view: Mapping[str, Any], options: Sequence[Option], role: str, below: Below
) -> dict[str, Any] | None:
    """A bot that takes any option and fills it at random; nothing where there is none."""
    return fill(options[below(len(options))], below) if options else None


def _at_random(choice: Choice, below: Below) -> tuple[Any, Choices]:
    match choice:
        case ChooseOne():
            chosen = choice.one_of[below(len(choice.one_of))]
            return chosen.value, chosen.choices
        case ChooseSome():
            return _some(choice, below), {}
        case ChooseList():
            return _one_item(choice, below), {}
        case ChooseInteger():
            bounds = choice.integer
            return bounds.min + below(bounds.max - bounds.min + 1), {}
        case ChooseText():
            length = 1 + below(min(choice.text.max, 12))
            return "".join(LETTERS[below(26)] for _ in range(length)), {}
        case ChooseBySchema():
            raise Unfillable(f"no list of values: {choice.schema}")


def _one_item(choice: ChooseList, below: Below) -> list[Any]:
    """A list of a single item, which is possible whatever the rules say of several."""
    if choice.once or choice.min > 1:
        raise Unfillable("the rules judge the whole list")
    item = choice.list_of[below(len(choice.list_of))]
    return [filled_in(item.value, item.choices, lambda _, inner: _at_random(inner, below))]


def _some(choice: ChooseSome, below: Below) -> list[Any]:
    """A random selection, in the order of the list, of a size and a sum that fit."""
    values = choice.values
    order = list(range(len(values)))
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1)
        order[i], order[j] = order[j], order[i]
    size = choice.min + below(choice.max - choice.min + 1)
    picked = order[:size]
    if choice.sum is not msgspec.UNSET:
        picked = _summing(order, values, choice, choice.sum)
    return [values[i] for i in sorted(picked)]


def _summing(
    order: Sequence[int], values: Sequence[int], choice: ChooseSome, total: int
) -> list[int]:
    """The first selection along ``order`` with that sum, each size and sum tried once."""
    reached: dict[tuple[int, int], list[int]] = {(0, 0): []}
    for i in order:
        for (size, amount), picked in list(reached.items()):
            reached.setdefault((size + 1, amount + values[i]), [*picked, i])
    for size in range(choice.min, choice.max + 1):
        if (size, total) in reached:
            return reached[size, total]
    raise Unfillable("no selection has the sum")


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
