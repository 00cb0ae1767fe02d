"""Dice: fairness counted over every byte, chains, and where faces come from."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from iacta.domain.kernel.proof import dice
from iacta.domain.kernel.proof.canonical import sha256
from iacta.domain.kernel.proof.errors import BadRecord, EnteredMismatch
from tests.support.properties import SLICE

SMALL = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 20, 36, 100, 127, 128, 129, 200, 255, 256]
LARGE = [257, 300, 1000, 4096, 32_768, 32_769, 65_535, 65_536]


@pytest.mark.parametrize("n", SMALL)
def test_one_byte_gives_every_number_equally_often(n: int) -> None:
    """Each of the 256 bytes is a number, or is thrown away: all numbers have as many bytes."""
    counts: Counter[int] = Counter()
    thrown = 0
    for byte in range(256):
        source = iter([byte])
        try:
            counts[dice.uniform(source, n)] += 1
        except StopIteration:
            thrown += 1
    assert counts == dict.fromkeys(range(n), 256 // n)
    assert thrown == 256 % n


@pytest.mark.parametrize("n", LARGE)
def test_two_bytes_give_every_number_equally_often(n: int) -> None:
    """The same over all 65,536 pairs, the first byte being the greater."""
    counts: Counter[int] = Counter()
    for pair in range(65_536):
        try:
            counts[dice.uniform(iter(divmod(pair, 256)), n)] += 1
        except StopIteration:
            assert pair >= 65_536 // n * n
    assert set(counts.values()) == {65_536 // n}
    assert len(counts) == n


def test_a_byte_that_is_thrown_away_is_followed_by_the_next() -> None:
    assert dice.uniform(iter([252, 255, 251]), 6) == 251 % 6
    assert dice.uniform(iter([255, 255, 1, 44]), 257) == 300 % 257


def test_every_order_of_four_comes_equally_often() -> None:
    """Over all choices that the swaps of a shuffle can make."""
    orders: Counter[tuple[int, ...]] = Counter()
    for a in range(4):
        for b in range(3):
            for c in range(2):
                face = dice.next_face(iter([a, b, c]), "shuffle:4")
                assert isinstance(face, tuple)
                orders[face] += 1
    assert len(orders) == 24
    assert set(orders.values()) == {1}


@pytest.mark.parametrize(
    ("die", "low", "high"), [("d6", 1, 6), ("d10_zero", 0, 9), ("d10", 1, 10), ("d1", 1, 1)]
)
def test_a_die_has_its_faces_and_no_others(die: str, low: int, high: int) -> None:
    faces = set()
    for byte in range(256):
        try:
            faces.add(dice.next_face(iter([byte]), die))
        except (StopIteration, RuntimeError):
            continue
    assert faces == set(range(low, high + 1))
    assert dice.parse_die(die).faces == sorted(faces)


@pytest.mark.parametrize(
    "die",
    [
        "",
        "d",
        "d0",
        "d01",
        "d65537",
        "d99999",
        "d100000",
        "6",
        "D6",
        "d6 ",
        "d6\n",
        "d-6",
        "d6.0",
        "d10_one",
        "shuffle",
        "shuffle:",
        "shuffle:0",
        "shuffle:65537",
        "shuffle:٣",
        "d٦",
    ],
)
def test_there_is_no_such_die(die: str) -> None:
    with pytest.raises(BadRecord, match=re.escape(f"no such die: {die!r}")):
        dice.parse_die(die)


@pytest.mark.parametrize(
    "face", [0, 7, True, "1", None, 1.0, [1], (1,)], ids=lambda face: repr(face)
)
def test_a_d6_does_not_hold_this(face: object) -> None:
    assert not dice.parse_die("d6").holds(face)


@pytest.mark.parametrize(
    "face",
    [[0, 1], [0, 1, 1], [0, 1, 3], [0, 1, 2, 2], [0, 1, 2, "x"], [0, 1, True], 3, "012", None],
    ids=lambda face: repr(face),
)
def test_a_shuffle_of_three_does_not_hold_this(face: object) -> None:
    assert not dice.parse_die("shuffle:3").holds(face)


def test_the_largest_die_and_the_largest_shuffle_have_65536_faces() -> None:
    assert dice.parse_die("d65536") == dice.DieKind(1, 65_536)
    assert dice.parse_die("shuffle:65536") == dice.DieKind(0, 65_535, shuffle=True)


def test_a_shuffle_holds_each_of_its_orders() -> None:
    assert dice.parse_die("shuffle:3").holds([2, 0, 1])
    assert dice.parse_die("shuffle:3").holds((2, 0, 1))


# Chains


@SLICE
@given(st.integers(1, 200), st.binary(min_size=32, max_size=32))
def test_every_link_is_the_hash_of_the_next(links: int, last: bytes) -> None:
    """For chains of any length, whichever links are stored."""
    chain = dice.make_chain(last, links)
    value = last
    for k in range(links, 0, -1):
        assert chain.link(k) == value
        value = sha256(value)
    assert chain.anchor == value.hex()


@pytest.mark.parametrize("links", [1, 31, 32, 33, 64, 65, 1024])
def test_every_32nd_link_and_the_last_are_stored(links: int) -> None:
    chain = dice.make_chain(b"\1" * 32, links)
    assert len(chain.stored) == -(-links // dice.STRIDE)
    assert chain.stored[-1] == b"\1" * 32


@pytest.mark.parametrize("k", [-1, 0, 34])
def test_there_is_no_link_outside_the_chain(k: int) -> None:
    with pytest.raises(IndexError, match=f"^{k}$"):
        dice.make_chain(b"\1" * 32, 33).link(k)


@pytest.mark.parametrize("part", range(5))
def test_a_stream_depends_on_everything_that_is_fixed_beforehand(part: int) -> None:
    base = ("campaign", "open", 1, "d", "entropy")
    other = list(base)
    other[part] = 2 if part == 2 else "else"

    def first(message: tuple[object, ...]) -> bytes:
        source = dice.stream(b"\1" * 32, *message)  # type: ignore[arg-type]
        return bytes(next(source) for _ in range(80))

    assert first(base) != first(tuple(other))


def test_a_salt_does_not_change_the_dice() -> None:
    """What is sealed enters the digest of a command as if it were empty."""
    one = {"type": "x", "deep": [{"sealed": "ab" * 32}]}
    other = {"type": "x", "deep": [{"sealed": "cd" * 32}]}
    assert dice.command_digest(one) == dice.command_digest(other)
    assert dice.command_digest(one) != dice.command_digest({"type": "x", "deep": [1]})


# Sources


class Links:
    """A chain's next link, and how often it was asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, chain: str) -> tuple[int, bytes]:
        self.asked.append(chain)
        return 7, b"\2" * 32


def test_a_link_is_asked_for_when_its_first_die_is_thrown_and_then_no_more() -> None:
    links = Links()
    source = dice.ChainSource("c", "d", "", links)
    thrown = dice.Dice(source)
    assert links.asked == []
    thrown.roll("d6", "one")
    thrown.roll("d6", "two")
    assert links.asked == ["open"]
    thrown.sealed.shuffle(5, "three")
    assert links.asked == ["open", "sealed"]
    assert [die.purpose for die in source.draws["open"].dice] == ["one", "two"]


def test_what_a_chain_gave_is_kept_as_it_was_thrown() -> None:
    source = dice.ChainSource("c", "d", "", Links())
    thrown = dice.Dice(source)
    face, order = thrown.roll("d6", "one"), thrown.sealed.shuffle(5, "two")
    roll_off = thrown.roll_off("d10", ["three", "four"])
    (first, *rest) = source.draws["open"].dice
    assert first == dice.Die("d6", face, "one")
    assert [(die.die, die.purpose) for die in rest] == [
        ("d10", purpose) for _ in roll_off.rounds for purpose in ("three", "four")
    ]
    assert source.draws["sealed"] == dice.Draw(
        "sealed", 7, b"\2" * 32, [dice.Die("shuffle:5", order, "two")]
    )


def test_dice_of_one_chain_come_from_one_stream() -> None:
    source = dice.ChainSource("c", "d", "e", Links())
    thrown = dice.Dice(source)
    faces = [thrown.roll("d6", "x") for _ in range(20)]
    stream = dice.stream(b"\2" * 32, "c", "open", 7, "d", "e")
    assert faces == [dice.next_face(stream, "d6") for _ in range(20)]


def test_nothing_is_drawn_to_shuffle_nothing() -> None:
    links = Links()
    assert dice.Dice(dice.ChainSource("c", "d", "", links)).shuffle(0, "none") == ()
    assert links.asked == []


def test_entered_faces_are_read_in_order() -> None:
    source = dice.ScriptSource([3, 5])
    thrown = dice.Dice(source)
    assert (thrown.roll("d6", "a"), thrown.roll("d10", "b")) == (3, 5)
    source.finish()
    assert [(die.die, die.face, die.purpose) for die in source.read] == [
        ("d6", 3, "a"),
        ("d10", 5, "b"),
    ]


@pytest.mark.parametrize(
    ("faces", "says"),
    [
        ([], "a d6 for a is missing"),
        ([7], "7 is no face of a d6 (a)"),
        ([0], "0 is no face of a d6 (a)"),
        ([True], "True is no face of a d6 (a)"),
    ],
)
def test_entered_faces_that_do_not_fit_are_refused(faces: list[int], says: str) -> None:
    with pytest.raises(EnteredMismatch, match=f"^{re.escape(says)}$") as caught:
        dice.Dice(dice.ScriptSource(faces)).roll("d6", "a")
    assert (caught.value.die, caught.value.purpose) == ("d6", "a")


def test_an_entered_order_is_read_as_one() -> None:
    assert dice.Dice(dice.ScriptSource([[2, 0, 1]])).shuffle(3, "a") == (2, 0, 1)


def test_dice_that_stay_hidden_cannot_be_entered() -> None:
    with pytest.raises(EnteredMismatch, match=r"^hidden dice cannot be entered$"):
        dice.Dice(dice.ScriptSource([3])).sealed.roll("d6", "a")


def test_entered_faces_left_over_are_refused() -> None:
    source = dice.ScriptSource([1, 2])
    dice.Dice(source).roll("d6", "a")
    with pytest.raises(EnteredMismatch, match=r"^1 faces too many$"):
        source.finish()


def faces(*values: int) -> dice.Dice:
    return dice.Dice(dice.ScriptSource(values))


def test_a_contest_is_won_by_the_highest_face() -> None:
    assert faces(2, 5, 3).roll_off("d6", ["a", "b", "c"]) == dice.RollOff(1, ((2, 5, 3),))


def test_ties_among_the_highest_roll_again_and_every_face_is_kept() -> None:
    roll_off = faces(5, 2, 5, 4, 4, 1, 6).roll_off("d6", ["a", "b", "c"])
    assert roll_off == dice.RollOff(2, ((5, 2, 5), (4, None, 4), (1, None, 6)))


class Lots(dice.ScriptSource):
    """A source that knows who wins without a roll, as odds do."""

    def lot(self, count: int) -> int:
        """The last one."""
        return count - 1


def test_a_source_that_draws_lots_is_asked_for_no_faces() -> None:
    assert dice.Dice(Lots([])).roll_off("d6", ["a", "b", "c"]) == dice.RollOff(2, ())


def test_one_contestant_wins_without_a_roll() -> None:
    assert faces().roll_off("d6", ["a"]) == dice.RollOff(0, ())


def test_a_stream_does_not_end() -> None:
    source: Iterator[int] = dice.stream(b"\1" * 32, "c", "open", 1, "d", "")
    assert len({bytes(next(source) for _ in range(32)) for _ in range(50)}) == 50
