"""Effects may grow: what was recorded before a change is read, folded and decided as it was."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import NODEFAULT, inspect

from iacta.domain.kernel.campaign import effects as kernel
from iacta.domain.kernel.campaign.facts import decode_effect
from iacta.domain.kernel.campaign.fold import replay
from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.contract.system import System, Upcaster
from iacta.domain.kernel.proof import capsules
from iacta.domain.kernel.proof.errors import CorruptLog
from tests.conformance.subjects import SUBJECTS, Subject
from tests.support.environment import plain
from tests.support.keys import SIGNER, check_signature

SYSTEMS = {subject.system.key: subject.system for subject in SUBJECTS}
OLD = sorted((Path(__file__).parent / "old").glob("*.jsonl"))
"""Campaigns as they were recorded before the members of their effects changed."""
UPCASTERS = [
    (subject.system, upcaster) for subject in SUBJECTS for upcaster in subject.system.upcasters
]
each_upcaster = pytest.mark.parametrize(
    ("system", "upcaster"), UPCASTERS, ids=[upcaster.type for _, upcaster in UPCASTERS]
)


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_an_old_record_folds_verifies_and_is_decided_again(path: Path) -> None:
    capsule = capsules.read(path.read_bytes())
    system = SYSTEMS[capsule.items[0].event.effects[0]["system"]]
    *_, last = replay(((item.record, item.hash) for item in capsule.items), system)
    assert last.outcome is not None
    report = verify_capsule(
        path.read_bytes(), check_signature, key=SIGNER.key.text(), systems=SYSTEMS
    )
    assert report.failed() == []
    assert report.check(10).result == "pass"


def old_effects() -> Iterator[dict[str, Any]]:
    for path in OLD:
        for item in capsules.read(path.read_bytes()).items:
            yield from item.event.effects


def test_the_old_records_hold_a_renamed_member_and_one_that_was_not_there() -> None:
    """Else the test above would show nothing."""
    (intercepted,) = [one for one in old_effects() if one["type"] == "naval-battle.intercepted"]
    (ended,) = [one for one in old_effects() if one["type"] == "naval-battle.battle-ended"]
    assert "paid" in intercepted
    assert "ending" not in ended
    naval = SYSTEMS["naval-battle"]
    assert decode_effect(naval, intercepted).stratagems == intercepted["paid"] == 1
    assert decode_effect(naval, ended).ending == "passed"


def test_a_member_is_not_read_under_both_its_names() -> None:
    (intercepted,) = [one for one in old_effects() if one["type"] == "naval-battle.intercepted"]
    with pytest.raises(CorruptLog):
        decode_effect(SYSTEMS["naval-battle"], {**intercepted, "stratagems": 1})


@each_upcaster
def test_an_upcaster_says_when_and_what(system: System, upcaster: Upcaster) -> None:
    assert upcaster.type.startswith(f"{system.key}.")
    assert len(upcaster.date) == len("2026-11-23")
    assert upcaster.change
    dates = [one.date for one in system.upcasters]
    assert dates == sorted(dates)


@each_upcaster
@pytest.mark.parametrize("junk", [None, 7, "text", [], {}, {"sealed": "x"}])
def test_an_upcaster_raises_nothing_and_lets_nothing_pass(
    system: System, upcaster: Upcaster, junk: Any
) -> None:
    """Whatever a stranger's file says is refused by decoding."""
    names = {name for shape in shapes(system) for name in shape.cls.__struct_fields__}
    for members in ({}, {"no_such": junk}, dict.fromkeys(names, junk)):
        effect = {"type": upcaster.type, **members}
        upcaster.read(effect)
        with pytest.raises(CorruptLog):
            decode_effect(system, effect)


def shapes(system: System) -> list[inspect.StructType]:
    """The structs of a system's effects, and those that stand within them."""
    found: dict[type, inspect.StructType] = {}

    def visit(kind: inspect.Type) -> None:
        if isinstance(kind, inspect.StructType):
            if kind.cls not in found:
                found[kind.cls] = kind
                for field in kind.fields:
                    visit(field.type)
            return
        for name in ("types", "item_types"):
            for inner in getattr(kind, name, ()):
                visit(inner)
        for name in ("item_type", "key_type", "value_type", "type"):
            inner = getattr(kind, name, None)
            if isinstance(inner, inspect.Type):
                visit(inner)

    visit(inspect.type_info(system.effect_type))
    return list(found.values())


def plain_default(field: inspect.Field) -> bool:
    """Whether an equal value is always left out: msgspec compares defaults by identity."""
    default = field.default
    if default is NODEFAULT:
        return field.default_factory in (NODEFAULT, dict, list)
    if isinstance(default, str) and default:
        return isinstance(field.type, inspect.LiteralType)
    return default in (None, "", ()) or (isinstance(default, int) and -5 <= default <= 256)


@pytest.mark.parametrize("subject", SUBJECTS, ids=str)
def test_a_member_equal_to_its_default_is_always_left_out(subject: Subject) -> None:
    fields = [(shape.cls, field) for shape in shapes(subject.system) for field in shape.fields]
    assert [(cls, field.name) for cls, field in fields if not plain_default(field)] == []


def test_the_kernels_effects_have_exactly_the_members_that_the_format_names() -> None:
    """Three of a fork's may be missing, and no other."""
    optional = {
        shape.__struct_config__.tag: tuple(
            field.name for field in msgspec.structs.fields(shape) if not field.required
        )
        for shape in kernel.KERNEL.__args__
    }
    assert {tag: names for tag, names in optional.items() if names} == {
        "forked": ("held", "consents", "restored")
    }


def test_an_effect_of_a_game_leaves_out_what_equals_its_default() -> None:
    naval = SYSTEMS["naval-battle"]
    ended = next(one for one in old_effects() if one["type"] == "naval-battle.battle-ended")
    assert ended["winner"] is None
    assert "winner" not in plain(decode_effect(naval, ended))
