"""Bytes and shapes that are not those of the format."""

import gzip
from collections.abc import Callable
from typing import Any

import pytest

from tests.domain.kernel.forgeries.tools import (
    CAMPAIGN,
    Forge,
    report_on,
    take,
)
from tests.support.forge import Forgery
from tests.support.verifying import failed


def replaced(old: bytes, new: bytes) -> Forge:
    def forge(forgery: Forgery) -> bytes:
        data = forgery.bytes()
        assert old in data
        return data.replace(old, new, 1)

    return forge


def edited(change: Callable[[Forgery], object]) -> Forge:
    def forge(forgery: Forgery) -> Forgery:
        change(forgery)
        return forgery.whole()

    return forge


def set_in(part: Callable[[Forgery], dict[str, Any]], **members: Any) -> Forge:
    return edited(lambda forgery: part(forgery).update(members))


BYTES: dict[str, Forge] = {
    "duplicate member": replaced(b'"seq":2,', b'"seq":2,"seq":2,'),
    "a number with a fraction": replaced(b'"seq":2,', b'"seq":2.0,'),
    "a number with an exponent": replaced(b'"seq":2,', b'"seq":2e0,'),
    "a number in quotes": replaced(b'"seq":2,', b'"seq":"2",'),
    "a number past the range": replaced(b'"seq":2,', b'"seq":9007199254740992,'),
    "a huge number": replaced(b'"seq":2,', b'"seq":' + b"9" * 5000 + b","),
    "a negative zero": replaced(b'"seq":2,', b'"seq":-0,'),
    "members out of order": replaced(b'"seq":2,"v":1', b'"v":1,"seq":2'),
    "a blank": replaced(b'"seq":2,', b'"seq": 2,'),
    "an escape without need": replaced(b'"entropy"', b'"\\u0065ntropy"'),
    "a lone surrogate": replaced(b'"entropy":""', b'"entropy":"\\ud800"'),
    "bytes that are not UTF-8": replaced(b'"entropy":""', b'"entropy":"\xff"'),
    "10,000 deep": replaced(b'"draws":[]', b'"draws":' + b"[" * 10_000 + b"]" * 10_000),
    "200 deep": replaced(b'"draws":[]', b'"draws":' + b"[" * 200 + b"]" * 200),
    "true for a number": replaced(b'"v":1', b'"v":true'),
    "an unknown member": set_in(lambda f: f.event(3), extra=1),
    "a version to come": set_in(lambda f: f.event(3), v=2),
    "a time that is none": set_in(lambda f: f.event(3), at="2026-02-30T00:00:00.000Z"),
    "a time without milliseconds": set_in(lambda f: f.event(3), at="2026-11-21T20:46:00Z"),
    "a time in other digits": set_in(lambda f: f.event(3), at="２０２６-11-21T20:46:00.123Z"),
    "a time with a line feed": set_in(lambda f: f.event(3), at="2026-11-21T20:46:00.123Z\n"),
    "an id in capitals": set_in(lambda f: f.event(3), campaign=CAMPAIGN.upper()),
    "a key with a blank": set_in(lambda f: f.event(3), key="a b"),
    "a role of nobody": set_in(lambda f: f.event(3), by="emperor"),
    "an effect without a type": edited(lambda f: f.event(3)["effects"].append({"x": 1})),
    "an effect of two games": edited(
        lambda f: f.event(3)["effects"].append({"type": "tally.civil-war.rolled"})
    ),
    "a ratio among the untold": lambda f: b"".join(
        [
            f.bytes().splitlines(keepends=True)[0],
            b'{"view":{"share":0.5}}\n',
            *f.bytes().splitlines(keepends=True)[1:],
        ]
    ),
    "an effect that is a word": edited(lambda f: f.event(3)["effects"].append("rolled")),
    "a command without a type": edited(lambda f: f.event(3).update(command={})),
    "an opening with more members": edited(
        lambda f: next(iter(f.openings.values())).update(more=1)
    ),
    "an event without a hash": lambda f: (f.event(3).pop("hash"), f)[1],
    "another kind of file": lambda f: (f.head.update(iacta="rolls"), f)[1],
    "a file that does not say what it is": lambda f: (f.head.pop("iacta"), f)[1],
    "a file without its version": lambda f: (f.head.pop("version"), f)[1],
    "a file of a version to come": lambda f: (f.head.update(version=2), f)[1],
    "no last line feed": lambda f: f.bytes()[:-1],
    "a carriage return": lambda f: f.bytes().replace(b"\n", b"\r\n"),
    "an empty line": lambda f: f.bytes().replace(b"\n", b"\n\n", 1),
    "nothing": lambda f: b"",
    "no events": lambda f: b"".join(f.bytes().splitlines(keepends=True)[i] for i in (0, -2, -1)),
    "a view and no events": lambda f: b"".join(
        [
            f.bytes().splitlines(keepends=True)[0],
            b'{"view":{}}\n',
            *f.bytes().splitlines(keepends=True)[-2:],
        ]
    ),
    "gzip cut off": lambda f: gzip.compress(f.bytes())[:-20],
    "gzip with something behind": lambda f: gzip.compress(f.bytes()) + b"more",
    "gzip that is none": lambda f: b"\x1f\x8b" + f.bytes(),
}


SHAPES: dict[str, tuple[Forge, str]] = {
    "a seed in capitals": (
        edited(lambda f: f.draw("open").update(seed=f.draw("open")["seed"].upper())),
        "event 2: a seed is malformed",
    ),
    "a seed of other letters": (
        set_in(lambda f: f.draw("open"), seed="X" * 64),
        "event 2: a seed is malformed",
    ),
    "a digest in capitals": (
        edited(
            lambda f: f.draw("sealed")["dice"].update(
                sealed=f.draw("sealed")["dice"]["sealed"].upper()
            )
        ),
        "event 2: a sealed value is malformed",
    ),
    "a digest that is a number": (
        edited(lambda f: f.draw("sealed")["dice"].update(sealed=5)),
        "event 2: a sealed value is malformed",
    ),
    "an anchor in capitals": (
        edited(lambda f: f.effect("campaign-created")["anchors"]["open"].update(anchor="AB" * 32)),
        (
            "event 1: campaign-created: Expected `str` matching regex '^[0-9a-f]{64}\\\\Z' - at "
            "`$.anchors.open.anchor`"
        ),
    ),
    "a chain without links": (
        edited(lambda f: f.effect("campaign-created")["anchors"]["open"].update(links=0)),
        "event 1: campaign-created: Expected `int` >= 1 - at `$.anchors.open.links`",
    ),
    "a chain of an unknown name": (
        set_in(lambda f: f.draw("open"), chain="loaded"),
        "event 2: a draw is malformed",
    ),
    "a draw without a link": (
        edited(lambda f: f.draw("open").pop("link")),
        "event 2: a draw is malformed",
    ),
    "a link that is true": (
        set_in(lambda f: f.draw("open"), link=True),
        "event 2: a link's number is malformed",
    ),
    "open dice that are sealed": (
        set_in(lambda f: f.draw("open"), dice={"sealed": "ab" * 32}),
        "event 2: a draw has no dice",
    ),
    "sealed dice that are open": (
        set_in(lambda f: f.draw("sealed"), dice=[]),
        "event 2: sealed dice are not sealed",
    ),
    "a die of an unknown kind": (
        set_in(lambda f: f.draw("open")["dice"][0], die="d0"),
        "no such die: 'd0'",
    ),
    "a die with too many faces": (
        set_in(lambda f: f.draw("open")["dice"][0], die="d65537"),
        "no such die: 'd65537'",
    ),
    "a face that the die has not": (
        set_in(lambda f: f.draw("open")["dice"][0], face=7),
        "event 2: 7 is no face of a d6",
    ),
    "a face that is true": (
        set_in(lambda f: f.draw("open")["dice"][0], face=True),
        "event 2: True is no face of a d6",
    ),
    "a shuffle with more than its cards": (
        set_in(lambda f: f.draw("open")["dice"][0], die="shuffle:2", face=[1, "x", 0]),
        "event 2: [1, 'x', 0] is no face of a shuffle:2",
    ),
    "a witness that is no text": (
        edited(lambda f: f.event(3).update(draws=[{"chain": "entered", "dice": [], "witness": 5}])),
        "event 3: a witness is malformed",
    ),
    "a rewind to a word": (
        edited(
            lambda f: f.event(3)["effects"].append(
                {"type": "rewound", "to": "x", "reason": "", "consents": [], "seen": False}
            )
        ),
        "event 3: rewound: Expected `int`, got `str` - at `$.to`",
    ),
    "a rewind to a number in quotes": (
        edited(
            lambda f: f.event(3)["effects"].append(
                {"type": "rewound", "to": "2", "reason": "", "consents": [], "seen": False}
            )
        ),
        "event 3: rewound: Expected `int`, got `str` - at `$.to`",
    ),
    "a rewind to before the beginning": (
        edited(
            lambda f: f.event(3)["effects"].append(
                {"type": "rewound", "to": -1, "reason": "", "consents": [], "seen": False}
            )
        ),
        "event 3: rewound: Expected `int` >= 1 - at `$.to`",
    ),
    "openings that are none": (
        edited(lambda f: f.event(3)["effects"].append({"type": "opened", "openings": 7})),
        "event 3: opened: Expected `object`, got `int` - at `$.openings`",
    ),
    "last links that are a list": (
        edited(lambda f: f.event(3)["effects"].append({"type": "seals-opened", "last": []})),
        "event 3: seals-opened: Expected `object`, got `array` - at `$.last`",
    ),
    "a creation without its edition": (
        edited(lambda f: f.event(1)["effects"][0].pop("edition")),
        "event 1: campaign-created: Object missing required field `edition`",
    ),
    "a seat of 33 letters": (
        edited(lambda f: f.event(3)["effects"].append({"type": "resigned", "seat": "n" * 33})),
        "event 3: resigned: Expected `str` of length <= 32 - at `$.seat`",
    ),
    "a ruling without its reason": (
        edited(
            lambda f: f.event(3)["effects"].append({"type": "ruled", "text": "", "changes": []})
        ),
        "event 3: ruled: Object missing required field `reason`",
    ),
    "a sealed value that is no digest": (
        edited(
            lambda f: f.event(3)["effects"].append({"type": "tally.dealt", "card": {"sealed": [1]}})
        ),
        "event 3: a sealed value is malformed",
    ),
    "a sealed value that is no digest where nothing else is sealed": (
        edited(lambda f: f.with_effect("tally.rolled")["command"].update(note={"sealed": [1]})),
        "event 5: a sealed value is malformed",
    ),
    "a die that is a word": (
        edited(lambda f: f.draw("open").update(dice=["d6"])),
        "event 2: a die is malformed",
    ),
    "a die without its purpose": (
        edited(lambda f: f.draw("open")["dice"][0].pop("for")),
        "event 2: a die is malformed",
    ),
    "a die with a number for its purpose": (
        set_in(lambda f: f.draw("open")["dice"][0], **{"for": 1}),
        "event 2: a die is malformed",
    ),
    "a draw without dice": (
        set_in(lambda f: f.draw("open"), dice=[]),
        "event 2: a draw has no dice",
    ),
    "a sealed value among other members": (
        set_in(lambda f: f.effect("tally.dealt")["card"], x=1),
        "event 2: a sealed value has other members beside it",
    ),
    "a chain that is a list": (
        set_in(lambda f: f.draw("open"), chain=[]),
        "event 2: a draw is malformed",
    ),
}


@pytest.mark.parametrize("name", BYTES)
def test_bytes_that_are_not_of_the_form_fail_check_1(name: str) -> None:
    report = report_on(BYTES[name](take("over")))
    assert report.failed() == [1]
    assert report.unchecked == []


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_that_are_not_of_the_form_fail_check_1(name: str) -> None:
    forge, why = SHAPES[name]
    assert failed(report_on(forge(take("over")))) == [f"1: {why}"]
