"""Squares: files a, b … from the left, ranks from the active side's edge. NB-17, NB-18."""

from collections.abc import Iterator

from iacta.domain.naval_battle.state import Fleet, State, other

FILES = "abcdefghijkl"


def split(square: str) -> tuple[int, int]:
    """File and rank, both from 1."""
    return FILES.index(square[0]) + 1, int(square[1:])


def name(file: int, rank: int) -> str:
    """A square's name."""
    return f"{FILES[file - 1]}{rank}"


def steps(state: State, square: str) -> Iterator[str]:
    """The squares beside a square: ahead, behind, left, right, never diagonally. NB-17."""
    file, rank = split(square)
    for df, dr in ((0, 1), (0, -1), (-1, 0), (1, 0)):
        if 1 <= file + df <= state.columns and 1 <= rank + dr <= state.rows:
            yield name(file + df, rank + dr)


def edge(state: State, seat: str) -> int:
    """The rank along a seat's own edge."""
    return 1 if seat == "active" else state.rows


def at_edge(state: State, fleet: Fleet, seat: str) -> bool:
    """Whether a fleet stands along the edge of ``seat``."""
    return split(fleet.square)[1] == edge(state, seat)


def neighbours(state: State, fleet: Fleet, seat: str) -> list[Fleet]:
    """The adjacent fleets under the command of ``seat``."""
    found = [state.at(square) for square in steps(state, fleet.square)]
    return [one for one in found if one is not None and one.control == seat]


def paths(state: State, fleet: Fleet, allowance: int) -> dict[str, tuple[str, ...]]:
    """Every square in reach over empty ones, with the way to it. NB-18."""
    found: dict[str, tuple[str, ...]] = {fleet.square: (fleet.square,)}
    frontier = [fleet.square]
    taken = {one.square for one in state.fleets if one.status == "board"}
    for _ in range(allowance):
        ahead = []
        for square in frontier:
            for step in steps(state, square):
                if step not in found and step not in taken:
                    found[step] = (*found[square], step)
                    ahead.append(step)
        frontier = ahead
    del found[fleet.square]
    return found


def way_home(state: State, fleet: Fleet, allowance: int) -> tuple[str, ...]:
    """The path of a routed fleet: straight back to its own edge, until blocked. NB-19."""
    file, rank = split(fleet.square)
    path = [fleet.square]
    back = -1 if fleet.control == "active" else 1
    for _ in range(allowance):
        rank += back
        if not 1 <= rank <= state.rows or state.at(name(file, rank)) is not None:
            break
        path.append(name(file, rank))
    return tuple(path)


def in_range(state: State, fleet: Fleet) -> list[Fleet]:
    """The enemy fleets beside a fleet, or two squares off in line with nothing between. NB-4."""
    found = neighbours(state, fleet, other(fleet.control))
    file, rank = split(fleet.square)
    for df, dr in ((0, 2), (0, -2), (-2, 0), (2, 0)):
        if not (1 <= file + df <= state.columns and 1 <= rank + dr <= state.rows):
            continue
        target = state.at(name(file + df, rank + dr))
        between = state.at(name(file + df // 2, rank + dr // 2))
        if target is not None and between is None and target.control != fleet.control:
            found.append(target)
    return found


def zone(state: State, seat: str) -> list[str]:
    """Where a seat sets up: front rank first, each from the middle outwards. NB-18."""
    width = state.columns + 1
    files = sorted(range(1, width), key=lambda file: (abs(2 * file - width), file))
    front = range(state.depth, 0, -1)
    ranks = front if seat == "active" else [state.rows + 1 - rank for rank in front]
    return [name(file, rank) for rank in ranks for file in files]


def free_zone(state: State, seat: str) -> list[str]:
    """The squares where a seat may still put a fleet."""
    return [square for square in zone(state, seat) if state.at(square) is None]
