"""Exact odds: the same decision over every face of every die.

A decision is run again and again with a growing list of faces until each path has come to its
end. Past a bound on paths, or past half of what may be spent, the odds are sampled, with dice of
their own, and say so.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from iacta.domain.kernel.proof.canonical import encode, to_plain
from iacta.domain.kernel.proof.dice import Dice, Face, next_face, parse_die, stream

MAX_BRANCHES = 20_000
SAMPLES = 2_000
_SAMPLE_KEY = b"iacta/odds/1"


class Branch(msgspec.Struct, frozen=True):
    """One distinguishable outcome and its probability."""

    probability: Fraction
    outcome: Any


class Odds(msgspec.Struct, frozen=True):
    """A distribution, likeliest first. ``branches``: decisions run to their end.

    ``exact`` is false where the outcomes were sampled; then probabilities are shares of as many
    samples as ``branches`` says: none, where not even one could be afforded.
    """

    exact: bool
    branches: int
    outcomes: tuple[Branch, ...]


class _Fork(Exception):
    def __init__(self, faces: Sequence[Face | int]) -> None:
        self.faces = faces


class _TooWide(Exception):
    pass


class _Path:
    """Dice that follow a list of faces and stop where it ends."""

    def __init__(self, faces: Sequence[Any], limit: int) -> None:
        self._faces = faces
        self._limit = limit
        self._at = 0

    def __call__(self, chain: str, die: str, purpose: str) -> Face:
        shape = parse_die(die)
        if shape.shuffle or shape.high - shape.low >= self._limit:
            raise _TooWide
        face: Face = self._next(shape.faces)
        return face

    def lot(self, count: int) -> int:
        """Who of ``count`` wins a roll-off: by symmetry each alike."""
        winner: int = self._next(range(count))
        return winner

    def _next(self, faces: Sequence[Any]) -> Any:
        if self._at == len(self._faces):
            raise _Fork(faces)
        self._at += 1
        return self._faces[self._at - 1]


class _Sampled:
    """Dice from a generator of their own; no chain is near."""

    def __init__(self, run: int) -> None:
        self._bytes = stream(_SAMPLE_KEY, "odds", "sampled", run, "", "")

    def __call__(self, chain: str, die: str, purpose: str) -> Face:
        return next_face(self._bytes, die)


Decision = Callable[[Dice], Mapping[str, Any]]
"""Runs one decision with the dice given and returns its outcome in plain data."""


Spent = Callable[[], float]
"""The share of what may be spent that is spent, from 0 to 1 and beyond: asked before each run of
the decision. What it raises ends the search and is passed on."""

SEARCH = 0.5
"""the share that the exact search may spend; what is left is for samples"""


def free() -> float:
    """Nothing is ever spent."""
    return 0.0


def odds(
    decision: Decision,
    *,
    max_branches: int = MAX_BRANCHES,
    samples: int = SAMPLES,
    spent: Spent = free,
) -> Odds:
    """The distribution of a decision's outcomes. What the decision raises is passed on."""
    try:
        return _exact(decision, max_branches, spent)
    except _TooWide:
        return _sample(decision, samples, spent)


def _exact(decision: Decision, limit: int, spent: Spent) -> Odds:
    outcomes: dict[bytes, tuple[Fraction, Any]] = {}
    ends = 0
    paths: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while paths:
        faces, weight = paths.pop()
        if spent() >= SEARCH and faces:  # the first run tells whether it is refused
            raise _TooWide
        try:
            outcome = decision(Dice(_Path(faces, limit)))
        except _Fork as fork:
            share = weight / len(fork.faces)
            paths.extend(((*faces, face), share) for face in reversed(fork.faces))
            if ends + len(paths) > limit:
                raise _TooWide from None
            continue
        ends += 1
        _merge(outcomes, outcome, weight)
    return Odds(True, ends, _sorted(outcomes))


def _sample(decision: Decision, samples: int, spent: Spent) -> Odds:
    outcomes: dict[bytes, tuple[Fraction, Any]] = {}
    taken = 0
    while taken < samples and spent() < 1:
        taken += 1
        _merge(outcomes, decision(Dice(_Sampled(taken))), Fraction(1))
    shares = {key: (count / taken, outcome) for key, (count, outcome) in outcomes.items()}
    return Odds(False, taken, _sorted(shares))


def _merge(outcomes: dict[bytes, tuple[Fraction, Any]], outcome: Any, weight: Fraction) -> None:
    plain = to_plain(outcome)
    key = encode(plain)
    outcomes[key] = (outcomes.get(key, (Fraction(0), None))[0] + weight, plain)


def _sorted(outcomes: Mapping[bytes, tuple[Fraction, Any]]) -> tuple[Branch, ...]:
    ranked = sorted(outcomes.items(), key=lambda item: (-item[1][0], item[0]))
    return tuple(Branch(share, outcome) for _, (share, outcome) in ranked)
