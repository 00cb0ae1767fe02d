"""The grammar of an option's choices, as the contract tells it."""

from collections.abc import Mapping
from typing import Any

import msgspec


class Alternative(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value to choose. ``choices`` are to be made as well once it is chosen."""

    value: Any
    title: str
    choices: Mapping[str, Any] = {}


class ChooseOne(msgspec.Struct, frozen=True):
    """One of these values."""

    one_of: tuple[Alternative, ...]


class ChooseSome(msgspec.Struct, frozen=True):
    """A list of these, none twice: ``min`` to ``max`` of them, which add up to ``sum``."""

    some_of: tuple[Alternative, ...]
    min: int | msgspec.UnsetType = msgspec.UNSET
    max: int | msgspec.UnsetType = msgspec.UNSET
    sum: int | msgspec.UnsetType = msgspec.UNSET


class Bounds(msgspec.Struct, frozen=True):
    """Both included."""

    min: int
    max: int


class ChooseInteger(msgspec.Struct, frozen=True):
    """An integer within bounds."""

    integer: Bounds


class Longest(msgspec.Struct, frozen=True):
    """In characters."""

    max: int


class ChooseText(msgspec.Struct, frozen=True):
    """A text of one's own."""

    text: Longest


class ChooseBySchema(msgspec.Struct, frozen=True):
    """Any value of the JSON schema at this address: a part of the server's `/openapi.json`."""

    schema: str


CHOICES = (ChooseOne, ChooseSome, ChooseInteger, ChooseText, ChooseBySchema)

WHAT = (
    "What may stand at one place of an option's command: one of a list, some of a list, an "
    "integer, a text, or whatever is of a schema. Its only required member tells which."
)
WHERE = (
    "What is left open in the command, each by the place that it fills: an RFC 6901 pointer into "
    "the command, where the empty one is the whole of it, `-` appends to a list and objects on "
    "the way are made. They are made in order, those that a chosen value brings directly after it."
)
EXAMPLE = {
    "at": 41,
    "waiting": [
        {"seat": "rome", "for": "Rome spends Cavalry points", "kinds": ["de-bello-punico.recall"]}
    ],
    "items": [
        {
            "id": "recall",
            "title": "Spend a Cavalry point: a pursuer comes back",
            "rule": "BP 14.1",
            "command": {"type": "de-bello-punico.recall"},
            "choices": {
                "/unit": {
                    "one_of": [
                        {
                            "value": "R-cav-1",
                            "title": "Roman cavalry",
                            "choices": {
                                "/to": {
                                    "one_of": [
                                        {"value": "0912", "title": "by 0912"},
                                        {"value": "1012", "title": "by 1012"},
                                    ]
                                }
                            },
                        }
                    ]
                }
            },
        },
        {
            "id": "campaign.annotate",
            "title": "Annotate an event",
            "rule": "",
            "command": {"type": "campaign.annotate"},
            "choices": {
                "/seq": {"integer": {"min": 1, "max": 41}},
                "/text": {"text": {"max": 2000}},
            },
        },
    ],
}
"""From the first follows `{"type": "de-bello-punico.recall", "unit": "R-cav-1", "to": "0912"}`."""
