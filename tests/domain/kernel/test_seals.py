"""Sealed values, and who may see them since when."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import encode
from iacta.domain.kernel.proof.errors import NotKnown
from iacta.domain.kernel.proof.seals import Opening, Sealed, Secrets
from iacta.domain.kernel.proof.vault import Entry, Vault
from tests.support.properties import SLICE, VALUES
from tests.support.table import campaign_id

SALT = bytes(16)
DIGEST = "ab" * 32


@SLICE
@given(VALUES, VALUES)
def test_two_values_have_one_digest_only_if_they_are_the_same(one: Any, other: Any) -> None:
    first, second = (seals.digest("c", 1, SALT, value) for value in (one, other))
    assert (first == second) == (encode(one) == encode(other))


@pytest.mark.parametrize(
    "other",
    [(campaign_id(2), 1, SALT), (campaign_id(), 2, SALT), (campaign_id(), 1, bytes(15) + b"\1")],
    ids=["campaign", "event", "salt"],
)
def test_a_digest_belongs_to_its_campaign_event_and_salt(other: tuple[str, int, bytes]) -> None:
    assert seals.digest(*other, "x") != seals.digest(campaign_id(), 1, SALT, "x")


NESTED = {"b": [{"sealed": "22"}, {"a": {"sealed": "33"}}], "a": {"sealed": "11"}, "c": "sealed"}


def test_digests_are_found_in_order_of_appearance() -> None:
    assert list(seals.digests_in(NESTED)) == ["11", "22", "33"]


def test_the_digests_of_a_record_are_those_of_its_members_in_order() -> None:
    first, second, third = (digit * 64 for digit in "abc")
    said = '{"sealed":"' + "d" * 64 + '"}'
    members = [
        {"bid": {"sealed": first}, "text": said},
        [{"dice": {"sealed": second}}],
        [{"cards": [{"sealed": third}], "sealed": "no digest"}],
    ]
    named = dict(zip(("command", "draws", "effects"), members, strict=True))
    assert seals.digests_of(encode(named)) == [*seals.digests_in(members)] == [first, second, third]


@pytest.mark.parametrize(
    ("plain", "named"),
    [
        (NESTED, True),
        ({"a": [{"sealed": 1, "b": 2}]}, True),
        ({"text": '{"sealed":1}', "sealed-not": "sealed"}, False),
    ],
)
def test_a_reserved_name_is_found_and_no_text_is_taken_for_it(plain: Any, named: bool) -> None:
    assert seals.names_sealed(plain) is named


@pytest.mark.parametrize(
    ("plain", "named"),
    [
        ({"a": {"sealed": "0" * 64}}, True),
        ({"a": {"sealed": "short"}}, False),
        ({"a": {"Sealed": "0" * 64}}, False),
        ({"text": f'{{"sealed":"{"0" * 64}"}}'}, False),
    ],
)
def test_a_record_names_a_digest_where_a_member_is_one(plain: Any, named: bool) -> None:
    assert seals.names_digest(encode(plain)) is named


def test_a_blanked_value_has_its_shape_and_no_digest() -> None:
    assert seals.blank(NESTED) == {
        "b": [{"sealed": ""}, {"a": {"sealed": ""}}],
        "a": {"sealed": ""},
        "c": "sealed",
    }


def test_a_value_is_revealed_where_it_is_known() -> None:
    assert seals.reveal(NESTED, {"22": [5]}) == {
        "b": [{"sealed": [5]}, {"a": {"sealed": "33"}}],
        "a": {"sealed": "11"},
        "c": "sealed",
    }


@pytest.mark.parametrize("value", [{"sealed": 1}, [{"a": {"sealed": "", "b": 1}}]])
def test_a_client_names_no_member_sealed(value: Any) -> None:
    assert seals.names_sealed(value)


def test_a_value_that_only_says_sealed_is_none() -> None:
    assert not seals.names_sealed({"a": ["sealed"], "unsealed": 1})


@pytest.mark.parametrize(
    ("value", "bad"),
    [
        ({"sealed": "ab"}, False),
        ({"sealed": "ab", "b": 1}, True),
        ({"sealed": 1, "b": 1}, False),
        ({"unsealed": "ab", "b": 1}, False),
        ({"b": 1, "a": {"sealed": "ab", "b": 1}}, True),
        ([1, [{"sealed": "ab", "b": 1}]], True),
        (({"sealed": "ab"}, {"sealed": "cd", "b": 1}), True),
        ([{"sealed": "ab"}, 2], False),
        ("sealed", False),
        (None, False),
    ],
)
def test_a_text_named_sealed_has_no_members_beside_it(value: Any, bad: bool) -> None:
    assert seals.is_malformed(value) is bad


def test_an_event_shows_what_it_opens_and_the_end_shows_all() -> None:
    sealed = ["s1", "s2"]
    opened = {"type": "opened", "openings": {"o1": {}, "o2": {}}}
    end = {"type": "seals-opened", "openings": {"no": {}}}
    other = {"type": "concluded", "openings": {"no": {}}}
    assert list(seals.revealed_in([opened], sealed)) == ["o1", "o2"]
    assert list(seals.revealed_in([end], sealed)) == sealed
    assert list(seals.revealed_in([other, opened, end], sealed)) == ["o1", "o2", *sealed]
    assert list(seals.revealed_in([], sealed)) == []


# Secrets


def secrets(known: dict[str, Any], hidden: dict[str, Any]) -> Secrets:
    return Secrets(known, hidden, lambda value, to: Sealed(DIGEST), {"bid": Sealed("cd" * 32)})


def test_legality_reads_only_what_the_role_knows() -> None:
    here = secrets({"a": 1}, {"a": 1, "b": 2})
    assert here.known("a") == 1
    with pytest.raises(NotKnown, match=r"^b$"):
        here.known("b")
    assert here.hidden("b") == 2


def test_what_is_opened_is_remembered_once_and_in_order() -> None:
    here = secrets({}, {"a": 1, "b": 2})
    assert [here.open("b"), here.open("a"), here.open("b")] == [2, 1, 2]
    assert here.opened == ["b", "a"]


def test_what_nobody_has_cannot_be_opened() -> None:
    here = secrets({}, {})
    with pytest.raises(NotKnown):
        here.open("a")
    assert here.opened == []


def test_a_secret_member_stands_under_its_own_seal() -> None:
    assert secrets({}, {}).member("bid") == Sealed("cd" * 32)


def test_a_value_is_sealed_to_nobody_unless_told() -> None:
    asked: list[tuple[Any, tuple[str, ...]]] = []

    def seal(value: Any, to: tuple[str, ...]) -> Sealed:
        asked.append((value, to))
        return Sealed(DIGEST)

    here = Secrets({}, {}, seal)
    assert here.seal("axe") == here.seal("sword", ("seat:north",)) == Sealed(DIGEST)
    assert asked == [("axe", ()), ("sword", ("seat:north",))]


# The vault

OPENING = Opening("00" * 16, "sword")


def vault() -> Vault:
    return Vault(
        {
            "mine": Entry(3, OPENING, ("seat:north",)),
            "nobodys": Entry(4, OPENING, ()),
            "shared": Entry(5, OPENING, ("seat:north", "seat:east")),
        }
    )


@pytest.mark.parametrize(
    ("role", "at", "seen"),
    [
        ("seat:north", 2, set()),
        ("seat:north", 3, {"mine"}),
        ("seat:north", 9, {"mine", "shared"}),
        ("seat:east", 9, {"shared"}),
        ("seat:south", 9, set()),
        ("referee", 9, set()),
        ("observer", 9, set()),
        ("public", 9, set()),
    ],
)
def test_who_sees_what_and_since_when(role: str, at: int, seen: set[str]) -> None:
    assert set(vault().seen_by(role, at)) == seen


def test_a_referee_who_sees_all_sees_what_was_sealed_so_far() -> None:
    assert set(vault().seen_by("referee", 4, all_seats=True)) == {"mine", "nobodys"}
    assert set(vault().seen_by("seat:east", 9, all_seats=True)) == {"shared"}


def test_what_is_published_is_seen_by_everyone_from_then_on() -> None:
    here = vault()
    here.publish(["mine"], 7)
    assert "mine" not in here.seen_by("public", 6)
    assert "mine" in here.seen_by("public", 7)
    here.publish(["mine"], 9)
    assert "mine" in here.seen_by("public", 7)


@SLICE
@given(st.integers(0, 10), st.integers(0, 10))
def test_what_is_seen_grows_with_the_events(one: int, other: int) -> None:
    early, late = sorted((one, other))
    for role in ("seat:north", "seat:east", "referee", "public"):
        assert vault().seen_by(role, early).keys() <= vault().seen_by(role, late).keys()


def test_known_values_are_those_of_the_openings_seen() -> None:
    assert vault().known_to("seat:east", 9) == {"shared": "sword"}
