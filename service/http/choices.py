"""What the contract says of an option's choices, and an example."""

from iacta.domain.kernel.contract.choices import (
    ChooseBySchema,
    ChooseInteger,
    ChooseList,
    ChooseOne,
    ChooseSome,
    ChooseText,
)

CHOICES = (ChooseOne, ChooseSome, ChooseList, ChooseInteger, ChooseText, ChooseBySchema)

WHAT = (
    "What may stand at one place of an option's command: one of a list, some of a list, a list "
    "whose items are filled one by one, an integer, a text, or whatever is of a schema. `one_of`, "
    "`some_of`, `list_of`, `integer`, `text` or `schema`: the one that is there tells which."
)
WHERE = (
    "What is left open in the command, each by the place that it fills: an RFC 6901 pointer into "
    "the command. The empty pointer is the whole command, `-` appends to a list, and objects on "
    "the way are made. Choices are made in order; those that a chosen value brings come right "
    "after it."
)
EXAMPLE = {
    "at": 41,
    "waiting": [
        {
            "seat": "rome",
            "for": "Rome spends Cavalry points",
            "kinds": ["de-bello-punico.recall"],
            "since": {"seq": 41, "at": "2026-11-01T00:00:00.000Z"},
        }
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
