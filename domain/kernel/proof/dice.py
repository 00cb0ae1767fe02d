"""Dice: link chains, the stream of a draw, kinds of dice (protocol, section 3)."""

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Protocol

import msgspec

from iacta.domain.kernel.proof.canonical import encode_decoded, sha256
from iacta.domain.kernel.proof.errors import BadRecord, EnteredMismatch
from iacta.domain.kernel.proof.seals import blank

CHAINS = ("open", "sealed")
LINKS = 1024
STRIDE = 32
MAX_FACES = 65_536

Face = int | tuple[int, ...]

_DIE = re.compile(r"d([1-9][0-9]{0,4})|(d10_zero)|shuffle:([1-9][0-9]{0,4})")


class DieKind(msgspec.Struct, frozen=True):
    """A kind of die: ``low`` … ``high`` for a die, a permutation of 0 … ``high`` for a shuffle."""

    low: int
    high: int
    shuffle: bool = False

    @property
    def faces(self) -> list[int]:
        """Every face of a die, in order."""
        return list(range(self.low, self.high + 1))

    def holds(self, face: Any) -> bool:
        """Whether ``face`` can come of this die."""
        if self.shuffle:
            return (
                isinstance(face, list | tuple)
                and len(face) == self.high + 1
                and all(type(item) is int for item in face)
                and sorted(face) == list(range(self.high + 1))
            )
        return type(face) is int and self.low <= face <= self.high


@lru_cache
def parse_die(die: str) -> DieKind:
    """Parse ``d6``, ``d10_zero`` or ``shuffle:N``; `BadRecord` if it is none of these."""
    match = _DIE.fullmatch(die)
    if match is None:
        raise BadRecord(f"no such die: {die!r}")
    plain, zero, cards = match.groups()
    if zero:
        return DieKind(0, 9)
    count = int(plain or cards)
    if count > MAX_FACES:
        raise BadRecord(f"no such die: {die!r}")
    return DieKind(0, count - 1, shuffle=True) if cards else DieKind(1, count)


def command_digest(command: Any) -> str:
    """D: hex SHA-256 of the canonical command with every sealed value emptied."""
    data = encode_decoded(command)
    return sha256(encode_decoded(blank(command)) if b'"sealed":' in data else data).hex()


def stream(key: bytes, campaign: str, chain: str, link: int, d: str, entropy: str) -> Iterator[int]:
    """The bytes of a draw, without end."""
    head = f"iacta/draw/1\n{campaign}\n{chain}\n{link}\n{d}\n{entropy}\n"
    block = 0
    while True:
        yield from hmac.digest(key, f"{head}{block}".encode(), "sha256")
        block += 1


def uniform(source: Iterator[int], n: int) -> int:
    """A number 0 … n-1 without bias, 1 ≤ n ≤ 65,536."""
    width = 256 if n <= 256 else 65_536
    limit = width // n * n
    while True:
        value = next(source)
        if width > 256:
            value = value << 8 | next(source)
        if value < limit:
            return value % n


def next_face(source: Iterator[int], die: str) -> Face:
    """The next face of ``die`` from a stream."""
    shape = parse_die(die)
    if not shape.shuffle:
        return shape.low + uniform(source, shape.high - shape.low + 1)
    order = list(range(shape.high + 1))
    for i in range(shape.high, 0, -1):
        j = uniform(source, i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


class Chain(msgspec.Struct, frozen=True):
    """The secret side of a chain: every 32nd link. ``stored[i]`` is link (i+1)·32, or the last."""

    links: int
    stored: tuple[bytes, ...]
    anchor: str

    def link(self, k: int) -> bytes:
        """Link k, 1 ≤ k ≤ links."""
        if not 1 <= k <= self.links:
            raise IndexError(k)
        at = min((k + STRIDE - 1) // STRIDE * STRIDE, self.links)
        value = self.stored[(k - 1) // STRIDE]
        for _ in range(at - k):
            value = sha256(value)
        return value


def make_chain(last: bytes, links: int = LINKS) -> Chain:
    """A chain from its last link, 32 fresh random bytes."""
    value, stored, hashed = last, [], hashlib.sha256
    for k in range(links, 0, -1):
        if k % STRIDE == 0 or k == links:
            stored.append(value)
        value = hashed(value).digest()  # a thousand times for each campaign and fork
    return Chain(links, tuple(reversed(stored)), value.hex())


class Die(msgspec.Struct, frozen=True, rename={"purpose": "for"}, forbid_unknown_fields=True):
    """One die as recorded: its kind, its face and what it was thrown for."""

    die: str  #: `d6`, `d10_zero` (0 to 9) or `shuffle:N`
    face: int | tuple[int, ...]  #: what it shows; of a shuffle the order of 0 to N-1
    purpose: str  #: what it was thrown for


class RollOff(msgspec.Struct, frozen=True):
    """A roll-off: who won, and the faces of every round by contestant (absent once out)."""

    winner: int
    rounds: tuple[tuple[int | None, ...], ...]


class Source(Protocol):
    """Where faces come from: a chain, a script, the record, or every face in turn."""

    def __call__(self, chain: str, die: str, purpose: str) -> Face:
        """The next face of ``die`` on ``chain``."""


class Dice:
    """What a decision throws. Faces come one after another, in the order they are asked for."""

    def __init__(self, source: Source, chain: str = "open") -> None:
        self._source = source
        self._chain = chain

    @property
    def sealed(self) -> "Dice":
        """The same dice thrown in secret: shown only when the seals are opened."""
        return Dice(self._source, "sealed")

    def roll(self, die: str, purpose: str) -> int:
        """One face."""
        face = self._source(self._chain, die, purpose)
        assert isinstance(face, int)
        return face

    def shuffle(self, count: int, purpose: str) -> tuple[int, ...]:
        """A permutation of 0 … count-1; nothing is drawn for none."""
        if count == 0:
            return ()
        order = self._source(self._chain, f"shuffle:{count}", purpose)
        assert isinstance(order, tuple)
        return order

    def roll_off(self, die: str, purposes: Sequence[str]) -> RollOff:
        """Roll high, ties among the highest again until one is alone."""
        lot = getattr(self._source, "lot", None)
        if lot is not None:
            return RollOff(lot(len(purposes)), ())
        left, rounds = list(range(len(purposes))), []
        while len(left) > 1:
            faces = {i: self.roll(die, purposes[i]) for i in left}
            rounds.append(tuple(faces.get(i) for i in range(len(purposes))))
            best = max(faces.values())
            left = [i for i in left if faces[i] == best]
        return RollOff(left[0], tuple(rounds))


class Draw(msgspec.Struct):
    """What one chain gave in one event."""

    chain: str
    link: int
    seed: bytes
    dice: list[Die]


class ChainSource:
    """The real dice. A link is asked for only when its first die is thrown."""

    def __init__(
        self,
        campaign: str,
        d: str,
        entropy: str,
        link: Callable[[str], tuple[int, bytes]],
    ) -> None:
        self._message = (campaign, d, entropy)
        self._link = link
        self._streams: dict[str, Iterator[int]] = {}
        self.draws: dict[str, Draw] = {}

    def __call__(self, chain: str, die: str, purpose: str) -> Face:
        """See `Source`."""
        if chain not in self.draws:
            k, seed = self._link(chain)
            campaign, d, entropy = self._message
            self.draws[chain] = Draw(chain, k, seed, [])
            self._streams[chain] = stream(seed, campaign, chain, k, d, entropy)
        face = next_face(self._streams[chain], die)
        self.draws[chain].dice.append(Die(die, face, purpose))
        return face


class ScriptSource:
    """Given faces, in order. ``read`` lists the dice that were asked for."""

    def __init__(self, faces: Sequence[Face]) -> None:
        self._faces = list(faces)
        self.read: list[Die] = []

    def __call__(self, chain: str, die: str, purpose: str) -> Face:
        """See `Source`; `EnteredMismatch` if the faces run out, do not fit or are to be hidden."""
        if chain == "sealed":
            raise EnteredMismatch("hidden dice cannot be entered")
        if not self._faces:
            raise EnteredMismatch(f"a {die} for {purpose} is missing", die=die, purpose=purpose)
        face = self._faces.pop(0)
        if not parse_die(die).holds(face):
            detail = f"{face} is no face of a {die} ({purpose})"
            raise EnteredMismatch(detail, die=die, purpose=purpose)
        face = tuple(face) if isinstance(face, list | tuple) else face
        self.read.append(Die(die, face, purpose))
        return face

    def finish(self) -> None:
        """Raise `EnteredMismatch` if faces are left over."""
        if self._faces:
            raise EnteredMismatch(f"{len(self._faces)} faces too many")


class NeedsDice(Exception):
    """Raised where a decision would draw, and there are no dice."""
