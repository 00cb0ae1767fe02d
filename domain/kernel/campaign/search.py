"""The strongest bot: a search over worlds that are possible for a seat.

A rollout algorithm (Bertsekas and Castañon) over determinizations: what is hidden is drawn as it
may be, each candidate is tried in the same worlds with the same dice, and a plain bot plays on from
there. Sequential halving (Karnin, Koren and Somekh) gives the budget to those that do best; what
comes out alike in every world is tried in one.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import count, islice
from math import inf, sqrt
from typing import Any

from iacta.domain.kernel.campaign.playout import Chance, Playout
from iacta.domain.kernel.contract.system import AnySystem, Known, Search
from iacta.domain.kernel.proof.errors import Refused

MOST = 400
"""Commands after which a world is judged wherever it is."""
KEY_BYTES = 16

Plain = Mapping[str, Any]
Below = Callable[[int], int]


def searched(
    system: AnySystem, state: Any, role: str, known: Known, found: Sequence[Plain], below: Below
) -> Plain:
    """The best of the candidates ``found``; the first unless another is clearly better.

    ``state`` tells of hidden values their digests alone, and ``known`` those that the role may see.
    """
    search = system.search
    assert search is not None
    key = bytes(below(256) for _ in range(KEY_BYTES))
    worths: list[list[float]] = [[] for _ in found]
    certain: dict[int, float] = {}

    def worth(at: int, number: int) -> float:
        if at in certain:
            return certain[at]
        drawn = Chance(key, "hidden", number).below
        supposed, hidden = search.possible(state, role, known, drawn)
        world = Playout(system, supposed, Chance(key, "dice", number), "supposed")
        world.suppose({digest: (value, (role,)) for digest, value in known.items()})
        world.suppose(hidden)
        value = _played_on(world, search, role, found[at])
        if world.certain and supposed is state:
            certain[at] = value
        return value

    others = list(range(1, len(found)))
    numbers, rounds = count(), len(others).bit_length()
    for _ in range(rounds):
        each = max(1, search.rollouts // rounds // (1 + len(others)))
        for number in islice(numbers, each):
            for at in (0, *others):
                worths[at].append(worth(at, number))
        others.sort(key=lambda at: -sum(worths[at]))
        del others[max(1, len(others) // 2) :]
    best = others[0] if others and _clearly(worths[others[0]], worths[0]) else 0
    return found[best]


def _played_on(world: Playout, search: Search[Any], role: str, command: Plain) -> float:
    """What a world is worth to a role after a command, once it is time to judge it."""
    until = search.until(world.state)
    try:
        world.send(role, command)
    except Refused:  # what a candidate made up may not be allowed
        return -inf
    while search.moment(world.state) < until and world.commands < MOST:
        if not world.step(lambda _: search.plain):
            break
    return search.worth(world.state, role.removeprefix("seat:"))


def _clearly(better: Sequence[float], than: Sequence[float]) -> bool:
    """Whether one did better in the same worlds, by more than the standard error of it."""
    by = [one - other for one, other in zip(better, than, strict=True)]
    mean = sum(by) / len(by)
    if mean in (inf, -inf) or len(by) < 2:
        return mean > 0
    spread = sum((one - mean) ** 2 for one in by) / (len(by) - 1)
    return mean > sqrt(spread / len(by))
