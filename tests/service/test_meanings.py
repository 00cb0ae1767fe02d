"""A member's meaning is the comment beside it or above it."""

from typing import Annotated

import msgspec
from msgspec import Meta

from iacta.service.http.catalogue import schema
from iacta.service.http.meanings import meanings_of


class Base(msgspec.Struct, tag_field="kind"):
    name: str  #: what it is called
    plain: int  # no meaning: this explains the code


class Held(msgspec.Struct):
    count: int = 0  #: Is it "many"?


class Thing(Base, rename={"for_": "for"}, tag="thing"):
    #: A longer meaning, ``in`` two
    #: lines.
    for_: tuple[
        Annotated[str, Meta(max_length=3)],
        ...,
    ]
    name: str  #: what the thing is called
    held: Held | None = None  #: what it holds


def test_meanings_stand_beside_or_above_their_members_and_are_inherited() -> None:
    assert meanings_of(Base) == {"name": "What it is called."}
    assert meanings_of(Thing) == {
        "name": "What the thing is called.",
        "for_": "A longer meaning, `in` two lines.",
        "held": "What it holds.",
    }


def test_a_schema_has_the_meanings_of_all_that_it_holds() -> None:
    parts = schema(Thing)["$defs"]
    told = {member: one.get("description") for member, one in parts["Thing"]["properties"].items()}
    assert told == {
        "kind": "Tells which of its kind this is.",
        "name": "What the thing is called.",
        "plain": None,
        "for": "A longer meaning, `in` two lines.",
        "held": "What it holds.",
    }
    assert parts["Held"]["properties"]["count"]["description"] == 'Is it "many"?'
