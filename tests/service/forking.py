"""Two servers side by side whose games are forked, secrets and all."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof.seals import digests_in
from tests.conformance.watch import Watch
from tests.service.watching import (
    PAIRS,
    Watched,
    apart,
    first_difference,
    hidden,
    onward,
    pair,
    together,
)
from tests.support.environment import Below
from tests.support.play import agree, branch

WAYS = ("seen", "agreed", "restored")
"""rows 2, 3 and 4 of who may fork: the referee sees all, the seats agree, a backup was restored"""


def options_of(way: str) -> dict[str, Any]:
    """With which options a game is founded that is to be forked in this way."""
    return {"referee_sees": "all" if way == "seen" else "public"}


def restore(app: Any) -> None:
    """As `iacta restored` does."""
    app.state.context.engine.mark_restored()


def first_secret(game: Watched) -> int:
    """The first event that hides something."""
    return next(
        made.event.seq
        for made in game.events
        if any(True for _ in digests_in([made.event.command, made.event.draws, made.event.effects]))
    )


def forked(game: Watched, way: str, at: int) -> Watched:
    """A fork in one of the ways."""
    if way == "agreed":
        agree(game, at)
    if way == "restored":
        restore(game.app)
    return Watched(branch(game, at), game.app, game.system)


def moments(
    folder: Path, watch: Watch, system: System, way: str, number: int
) -> Iterator[list[Watched]]:
    """Two forks of a pair of games, after each command, as `watching.onward` has them."""
    below, elsewhere = Below(f"both {number}"), Below(f"other {number}")
    with pair(folder, watch, system, number, options=options_of(way)) as games:
        for steps, _ in enumerate(onward(games, watch, below, elsewhere)):
            if steps >= number % 4 and hidden(games[0], watch) != hidden(games[1], watch):
                break
        else:
            return
        at = games[0].seq
        if way != "restored":
            at = max(at - number % 3, first_secret(games[0]))
        yield games
        children = [forked(game, way, at) for game in games]
        for _ in onward(children, watch, below, elsewhere):
            yield children
            if way != "restored" and together(games, watch.watcher, below, elsewhere):
                yield games


def leak_in_forks(folder: Path, watch: Watch, system: System, way: str, enough: int) -> str:
    """Fork pairs of games until others' secrets differed at ``enough`` moments.

    The first answer that differs and must not, or nothing.
    """
    seen = 0
    for number in range(1, PAIRS):
        for games in moments(folder, watch, system, way, number):
            left, right = games
            if watch.may_know(left, watch.watcher) != watch.may_know(right, watch.watcher):
                break
            if not apart(games):
                continue
            differ = hidden(left, watch) != hidden(right, watch)
            seen += differ
            leak = first_difference(games, watch, differ and seen % 6 == 1)
            if leak:
                return f"pair {number}, event {left.seq}: {leak}"
            if seen >= enough:
                return ""
    raise AssertionError("the games hardly differ: the test would see nothing")
