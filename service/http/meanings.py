"""What a member means: the `#:` comment beside it, which the contract publishes.

    class Head(msgspec.Struct, frozen=True):
        seq: int  #: its number, from 1
        #: A longer meaning is above its member.
        hash: Hash

It is the same for the API's models, the kernel's structs and any game's. Members of one of the
kernel's types, a seat's key or a hash, may leave it out: their type has a description.
"""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

MARK = "#:"
TAG = "Tells which of its kind this is."


def add_meanings(components: dict[str, Any], shapes: Sequence[Any]) -> None:
    """Describe every property of the schemas of ``shapes`` and of the structs that they hold."""
    for info in structs(shapes):
        properties = components[info.cls.__name__].get("properties", {})
        if info.tag_field in properties:
            properties[info.tag_field]["description"] = TAG
        meanings = meanings_of(info.cls)
        for field in info.fields:
            if field.name in meanings:
                properties[field.encode_name]["description"] = meanings[field.name]


def structs(shapes: Sequence[Any]) -> Iterator[msgspec.inspect.StructType]:
    """The structs that ``shapes`` are made of, each once."""
    seen: set[type] = set()
    left: list[Any] = list(msgspec.inspect.multi_type_info(shapes))
    while left:
        info = left.pop()
        if isinstance(info, msgspec.inspect.StructType):
            if info.cls in seen:
                continue
            seen.add(info.cls)
            yield info
        for name in info.__struct_fields__:
            part = getattr(info, name)
            parts = part if isinstance(part, tuple) else (part,)
            left += [
                one.type if isinstance(one, msgspec.inspect.Field) else one
                for one in parts
                if isinstance(one, msgspec.inspect.Type | msgspec.inspect.Field)
            ]


def meanings_of(shape: type) -> dict[str, str]:
    """The meaning of each of a struct's members that has one, its bases' included."""
    meanings: dict[str, str] = {}
    for base in reversed(shape.__mro__):
        if issubclass(base, msgspec.Struct) and base is not msgspec.Struct:
            meanings |= _of_module(base.__module__).get(base.__name__, {})
    return meanings


@cache
def _of_module(name: str) -> Mapping[str, Mapping[str, str]]:
    """The meanings in a module's source, by struct and member."""
    source = inspect.getsource(sys.modules[name])
    lines = source.splitlines()
    return {
        node.name: {
            member.target.id: text
            for member in node.body
            if isinstance(member, ast.AnnAssign) and isinstance(member.target, ast.Name)
            if (text := _meaning(lines, member))
        }
        for node in ast.parse(source).body
        if isinstance(node, ast.ClassDef)
    }


def _meaning(lines: Sequence[str], member: ast.AnnAssign) -> str:
    """The comment after a member, else those directly above it, as a sentence in Markdown."""
    last = lines[(member.end_lineno or member.lineno) - 1].encode()
    after = last[member.end_col_offset :].decode().strip()
    parts = [after] if after.startswith(MARK) else []
    above = member.lineno - 2
    while not after and lines[above].strip().startswith(MARK):
        parts.insert(0, lines[above].strip())
        above -= 1
    text = " ".join(part.removeprefix(MARK).strip() for part in parts).replace("``", "`")
    return (
        text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".") * bool(text)
    )
