"""Exact odds: the same decision over every face of every die.

A decision is run again and again with a growing list of faces until each path has come to its
end. Past a bound on paths, or past half of what may be spent, the odds are sampled, with dice of
their own, and say so.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from fractions import Fraction
from typing import Any

import msgspec

from iacta.domain.kernel.proof.canonical import encode, to_plain
from iacta.domain.kernel.proof.dice import Dice, Face, next_face, parse_die, stream

MAX_BRANCHES = 20_000
SAMPLES = 2_000
_SAMPLE_KEY = b"iacta/odds/1"


class Branch(msgspec.Struct, frozen=True):
    """One distinguishable outcome and its probability.

    ``faces``: those of the die, ascending, where a single die brings it; else none.
    """

    probability: Fraction
    outcome: Any
    faces: tuple[int, ...] = ()


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
        self._at = self._dice = 0

    @property
    def only(self) -> int | None:
        """The face of the die, if nothing else was asked for."""
        return self._faces[0] if self._at == self._dice == 1 else None

    def __call__(self, chain: str, die: str, purpose: str) -> Face:
        shape = parse_die(die)
        if shape.shuffle or shape.high - shape.low >= self._limit:
            raise _TooWide
        face: Face = self._next(shape.faces)
        self._dice += 1
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


class _Outcomes:
    """Outcomes as they are found, equal ones as one."""

    def __init__(self) -> None:
        self._found: dict[bytes, tuple[Any, Fraction, set[int | None]]] = {}

    def add(self, outcome: Any, weight: Fraction, face: int | None = None) -> None:
        """Count an outcome. ``face``: the die's, where a single one brought it."""
        plain = to_plain(outcome)
        key = encode(plain)
        _, before, faces = self._found.get(key, (plain, Fraction(0), set()))
        self._found[key] = plain, before + weight, faces | {face}

    def ranked(self, whole: int = 1) -> tuple[Branch, ...]:
        """The likeliest first; ``whole``: what all their weights come to."""
        ranked = sorted(self._found.items(), key=lambda item: (-item[1][1], item[0]))
        return tuple(
            Branch(weight / whole, plain, _all_faces(faces)) for _, (plain, weight, faces) in ranked
        )


def _all_faces(faces: Set[int | None]) -> tuple[int, ...]:
    """The faces, ascending; none where another way needs more than one die."""
    return () if None in faces else tuple(sorted(face for face in faces if face is not None))


def _exact(decision: Decision, limit: int, spent: Spent) -> Odds:
    outcomes = _Outcomes()
    ends = 0
    paths: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while paths:
        faces, weight = paths.pop()
        if spent() >= SEARCH and faces:  # the first run tells whether it is refused
            raise _TooWide
        path = _Path(faces, limit)
        try:
            outcome = decision(Dice(path))
        except _Fork as fork:
            share = weight / len(fork.faces)
            paths.extend(((*faces, face), share) for face in reversed(fork.faces))
            if ends + len(paths) > limit:
                raise _TooWide from None
            continue
        ends += 1
        outcomes.add(outcome, weight, path.only)
    return Odds(True, ends, outcomes.ranked())


def _sample(decision: Decision, samples: int, spent: Spent) -> Odds:
    outcomes = _Outcomes()
    taken = 0
    while taken < samples and spent() < 1:
        taken += 1
        outcomes.add(decision(Dice(_Sampled(taken))), Fraction(1))
    return Odds(False, taken, outcomes.ranked(taken))
