"""The arena: bots meet at a table without a record, with fixed seeds, and what comes is kept.

    python -m tests.balance.arena naval-battle actium --bots strong,steady --games 60
    python -m tests.balance.arena samnite-wars standard --seats 4 --bots strong,shrewd --games 80
    python -m tests.balance.arena civil-war rubicon --bots steady --games 200 --minutes 9

``--bots``: who sits down, in the order of the seats; the last takes what seats are left, and from
one game to the next everybody moves on by a seat. Games that are played alike but for who sits
where have the same number of a seed, and so the same throws as long as they go alike.

A game is a line of JSON (`Played`) in ``--to``, by default
``tests/balance/results/<system>-<scenario>-<seats>-<bots>.jsonl``. Games that stand there are not
played again: interrupt it as you like, or give it ``--minutes``. Lines are told apart by their
`number`, and a game's number says all of it: throw the file away once rules or bots have changed.

As a library: `Match` says who plays what, `play` plays one of its games, `series` those that are
missing from a file, and `share` reads a file: games, points of a bot or a seat (a draw, or a win
that is shared, is divided) and the 95 % interval of its share.
"""

import argparse
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec

from iacta.domain.kernel.campaign.bots import command_of
from iacta.domain.kernel.campaign.genesis import resolve_seats
from iacta.domain.kernel.campaign.playout import Chance, Playout, begun
from iacta.service.systems import discover

RESULTS = Path(__file__).parent / "results"
MOST = 5_000
"""Commands after which a game that does not end is a fault."""
Z = 1.96
"""Standard deviations on either side that 95 of 100 fall within."""


class Match(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays what. ``bots``: as in ``--bots``; ``seats``: how many, 0 for what it needs."""

    system: str
    scenario: str
    bots: tuple[str, ...]
    seats: int = 0
    options: Mapping[str, Any] = {}

    @property
    def name(self) -> str:
        """What its file is called."""
        seats = [str(self.seats)] if self.seats else []
        return "-".join([self.system, self.scenario, *seats, *self.bots])


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A game that was played.

    ``winners``: seats, none for a draw. ``turn``: the last. ``moves`` and ``seconds``: by seat, the
    commands that it sent and the time that it thought in all, which alone is not always the same.
    """

    number: int
    seed: int
    seats: dict[str, str]
    winners: tuple[str, ...]
    reason: str
    turn: int
    commands: int
    moves: dict[str, int]
    seconds: dict[str, float]

    def points(self, chosen: Callable[[str], bool]) -> float:
        """What some of the seats have won, of 1 in all; a draw is everybody's."""
        winners = self.winners or tuple(self.seats)
        return sum(1 for seat in winners if chosen(seat)) / len(winners)


class Share(msgspec.Struct, frozen=True):
    """How some seats did. ``share``: points a game; ``low`` and ``high``: its 95 % interval.

    ``even``: what it would be if all seats did alike.
    """

    games: int
    points: float
    share: float
    low: float
    high: float
    even: float


def found(match: Match, seed: int) -> Playout:
    """The table at which one of a match's games begins."""
    name = f"{match.system} {match.scenario} {seed}"
    chance, system = Chance(name.encode(), "dice"), discover()[match.system]
    return begun(system, match.scenario, chance, seats=match.seats, options=match.options)


def seats_of(match: Match) -> list[str]:
    """The seats in play, in their order."""
    system = discover()[match.system]
    count = match.seats or system.scenario(match.scenario).min_seats
    return [one.seat for one in resolve_seats(system, count, ())]


def play(match: Match, number: int) -> Played:
    """One game of a match to its end."""
    seats = seats_of(match)
    chairs = list(match.bots) + [match.bots[-1]] * (len(seats) - len(match.bots))
    seed, turned = divmod(number, len(seats) if len(set(chairs)) > 1 else 1)
    sitting = {seat: chairs[(at - turned) % len(seats)] for at, seat in enumerate(seats)}
    table = found(match, seed)
    below = {seat: Chance(f"{match.scenario} {number}".encode(), seat).below for seat in seats}
    clock = dict.fromkeys(seats, 0.0)
    moves = dict.fromkeys(seats, 0)
    while (role := _turn(table, sitting, below, clock)) != "":
        moves[role] = moves.get(role, 0) + 1
        assert table.commands < MOST, f"{match.name} {number}: not over after {MOST} commands"
    at = table.system.standing(table.state)
    assert at.outcome is not None, f"{match.name} {number}: stuck in {at}"
    return Played(
        number=number,
        seed=seed,
        seats=sitting,
        winners=at.outcome.winners,
        reason=at.outcome.reason,
        turn=at.turn.number if at.turn else 0,
        commands=table.commands,
        moves=moves,
        seconds={seat: round(spent, 3) for seat, spent in clock.items()},
    )


def _turn(
    table: Playout,
    sitting: Mapping[str, str],
    below: Mapping[str, Callable[[int], int]],
    clock: dict[str, float],
) -> str:
    """One command; the seat that sent it, empty once nobody has any."""
    for role in table.awaited(table.chance.below):
        seat = role.removeprefix("seat:")
        bot = sitting.get(seat) or list(table.system.bots)[-1]  # the referee's rolls
        lot = below.get(seat, table.chance.below)
        since = time.perf_counter()
        command = command_of(bot, table.system, table.state, role, table.known(role), lot)
        clock[seat] = clock.get(seat, 0.0) + time.perf_counter() - since
        if command is not None:
            table.send(role, command)
            return seat
    return ""


def series(
    match: Match, games: int, path: Path | None = None, seconds: float = float("inf")
) -> Iterator[Played]:
    """Those of a match's first games that are not in its file, each kept there as it ends.

    None is begun once so many ``seconds`` are over.
    """
    path = path or RESULTS / f"{match.name}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    there = {one.number for one in read(path)}
    until = time.monotonic() + seconds
    for number in range(games):
        if number in there:
            continue
        if time.monotonic() > until:
            return
        played = play(match, number)
        with path.open("ab") as file:
            file.write(msgspec.json.encode(played) + b"\n")
        yield played


def read(path: Path) -> list[Played]:
    """The games of a file, by number."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    games = [msgspec.json.decode(line, type=Played) for line in lines]
    return sorted(games, key=lambda one: one.number)


def share(games: Sequence[Played], *, bot: str = "", seat: str = "") -> Share:
    """How a bot did, or a seat."""

    def points(one: Played) -> float:
        return one.points(lambda at: at == seat if seat else one.seats[at] == bot)

    def part(one: Played) -> float:
        return sum(at == seat if seat else name == bot for at, name in one.seats.items()) / len(
            one.seats
        )

    count, total = len(games), sum(map(points, games))
    low, high = wilson(total, count)
    return Share(
        count, total, total / max(1, count), low, high, sum(map(part, games)) / max(1, count)
    )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share after Wilson, who asks no normal distribution of small ones."""
    if not games:
        return 0.0, 1.0
    mean, spread = wins / games, Z * Z / games
    half = Z * sqrt(mean * (1 - mean) / games + spread / 4 / games)
    return (mean + spread / 2 - half) / (1 + spread), (mean + spread / 2 + half) / (1 + spread)


def _told(name: str, one: Share) -> str:
    interval = f"{one.low:.3f} to {one.high:.3f}"
    points = f"{one.points:6.1f} of {one.games:4}"
    return f"{name:<12} {points}  {one.share:.3f} ({interval}); even {one.even:.3f}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("system")
    parser.add_argument("scenario")
    parser.add_argument("--bots", default="steady")
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--options", type=json.loads, default={})
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=float("inf"))
    parser.add_argument("--to", type=Path)
    given = parser.parse_args()
    match = Match(
        system=given.system,
        scenario=given.scenario,
        bots=tuple(given.bots.split(",")),
        seats=given.seats,
        options=given.options,
    )
    path = given.to or RESULTS / f"{match.name}.jsonl"
    for one in series(match, given.games, path, given.minutes * 60):
        won = ", ".join(f"{seat} ({one.seats[seat]})" for seat in one.winners) or "a draw"
        print(f"{one.number:4} {won}: {one.reason}; turn {one.turn}", flush=True)
    games = read(path)
    for seat in seats_of(match):
        print(_told(seat, share(games, seat=seat)))
    for bot in dict.fromkeys(match.bots):
        moves = sum(one.moves[at] for one in games for at, name in one.seats.items() if name == bot)
        spent = sum(
            one.seconds[at] for one in games for at, name in one.seats.items() if name == bot
        )
        print(_told(bot, share(games, bot=bot)), f"; {spent / max(1, moves) * 1000:.1f} ms a move")


if __name__ == "__main__":
    main()
