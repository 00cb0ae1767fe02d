"""Wording of the log: names of players, roll-offs."""

from collections.abc import Sequence

from iacta.domain.samnite_wars.state import SEATS


def name(seat: str) -> str:
    """A player's name in the log."""
    return SEATS.get(seat, seat)


def rounds(faces: Sequence[Sequence[int | None]], names: Sequence[str]) -> str:
    """A roll-off, round by round: `Rome 4, the enemy 4; Rome 6, the enemy 2`."""
    return "; ".join(
        ", ".join(f"{who} {face}" for who, face in zip(names, one, strict=True) if face is not None)
        for one in faces
    )
