"""Equal bots play every battle and scenario, and the table of what came is written.

    python -m tests.balance                                # what `make balance` runs
    python -m tests.balance --minutes 9 --only civil-war   # a slice of it; again to go on
    python -m tests.balance --games 0                      # writes the page from the games kept

Games are kept as the arena keeps them, a line of JSON each, and are not played again: throw the
files away of games whose rules, data or bots have changed.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from iacta.service.systems import discover
from tests.balance.arena import RESULTS, Match, Played, Share, read, seats_of, series, share

PAGE = Path(__file__).parents[2] / "service/docs/balance.md"
SIDES = (
    ("de-bello-punico", ("trebbia", "beneventum", "po", "zama")),
    ("naval-battle", ("interception", "supply", "naulochus", "actium")),
    ("civil-war", ("dyrrhachium", "ides", "rubicon")),
)
"""Games of two sides, with their scenarios."""
PLAYERS = range(2, 9)
"""numbers of players of the Samnite Wars"""
GAMES = 200
"""games of a battle or scenario"""
EACH = 100
"""games of the Samnite Wars for each player at the table, so that every share is as sure"""
EVEN = (0.4, 0.6)
SEAT = (0.7, 1.3)
"""A seat's share of an even one."""

INTRODUCTION = """\
# Balance

How often each side wins when both are played by the same bot: the `steady` one, in the Samnite Wars
`shrewd`. A draw counts half, and a shared victory is divided. Bots are no people, but where they
win alike from both sides, neither can complain of what it was dealt.

What the sources print is as they print it: limits, turns, cards, tables. What they leave open
(orders of battle, values of counters, set-ups) is our reconstruction, and was set within what the
histories allow, towards 40 to 60 in a hundred for a side and 0.7 to 1.3 of an even share for each
player of the Samnite Wars. What is not there yet says **outside**; what has no line has not been
played. The reasons stand in the data. `make balance` in the repository plays what is missing, with
fixed seeds.
"""
TWO_SIDES = """
## Two sides

Turns are the mean, and in brackets what four games of five lie between, of those that a game may
last. The interval is that of 95 in a hundred (Wilson).

| game | scenario | games | side | wins | draws | share | interval | turns |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""
SEATS = """
## Samnite Wars

The smallest and the largest share of a seat, as multiples of an even one. Who begins is rolled for,
so that all seats are alike by the rules, and what differs is chance.

| players | games | smallest | largest | turns |
| --- | --- | --- | --- | --- |
"""
STRONG = """
## The strong bot

How often the `strong` bot wins against the plain one, from every seat alike; in the Samnite Wars
one strong seat sits among plain ones. `iacta demo --bot strong` plays it, and
`python -m tests.balance.arena` these games.

| game | scenario | players | games | share | even | interval |
| --- | --- | --- | --- | --- | --- | --- |
"""


def matches() -> Iterator[tuple[Match, int]]:
    """Every match, with how many games it has."""
    for system, scenarios in SIDES:
        for scenario in scenarios:
            yield Match(system=system, scenario=scenario, bots=("steady",)), GAMES
    for seats in PLAYERS:
        yield samnite(seats), max(GAMES, EACH * seats)


def samnite(seats: int) -> Match:
    """The Samnite Wars for so many players."""
    return Match(system="samnite-wars", scenario="standard", bots=("shrewd",), seats=seats)


def kept(match: Match) -> list[Played]:
    """The games of a match that have been played."""
    return read(RESULTS / f"{match.name}.jsonl")


def length(games: Sequence[Played], limit: int | None) -> str:
    """How many turns games last: the mean, the first and the last tenth, the limit."""
    turns = sorted(one.turn for one in games)
    tenth = len(turns) // 10
    mean = sum(turns) / len(turns)
    return f"{mean:.1f} ({turns[tenth]} to {turns[-1 - tenth]}) of {limit}"


def outside(found: Share) -> str:
    """A mark where a share is not in its bounds."""
    return "" if EVEN[0] <= found.share <= EVEN[1] else " **outside**"


def two_sides(match: Match) -> str:
    """The row of a game with two sides."""
    games, system = kept(match), discover()[match.system]
    if not games:
        return ""
    seat = seats_of(match)[0]
    found = share(games, seat=seat)
    wins = [sum(one.winners == (key,) for one in games) for key in seats_of(match)]
    scenario = system.scenario(match.scenario)
    cells = (
        system.title,
        scenario.title,
        str(found.games),
        system.seat(seat).title,
        f"{wins[0]} to {wins[1]}",
        str(found.games - sum(wins)),
        f"{found.share:.3f}{outside(found)}",
        f"{found.low:.3f} to {found.high:.3f}",
        length(games, scenario.turn_limit),
    )
    return f"| {' | '.join(cells)} |\n"


def players(match: Match) -> str:
    """The row of a number of players."""
    games = kept(match)
    if not games:
        return ""
    shares = [share(games, seat=seat) for seat in seats_of(match)]
    ratios = [one.share / one.even for one in shares]
    cells = [f"{one:.2f}" for one in (min(ratios), max(ratios))]
    cells = [one if SEAT[0] <= float(one) <= SEAT[1] else f"{one} **outside**" for one in cells]
    limit = discover()[match.system].scenario(match.scenario).turn_limit
    row = [str(match.seats), str(len(games)), *cells, length(games, limit)]
    return f"| {' | '.join(row)} |\n"


def strong() -> Iterator[str]:
    """The rows of the strong bot, by scenario."""
    for match, _ in matches():
        found = kept(replace(match, bots=("strong", *match.bots)))
        if found:
            system, did = discover()[match.system], share(found, bot="strong")
            title = system.scenario(match.scenario).title
            players = str(match.seats or len(seats_of(match)))
            figures = [f"{one:.3f}" for one in (did.share, did.even)]
            interval = f"{did.low:.3f} to {did.high:.3f}"
            row = [system.title, title, players, str(did.games), *figures, interval]
            yield f"| {' | '.join(row)} |\n"


def page() -> str:
    """The page, from the games that are kept."""
    sides = [two_sides(match) for match, _ in matches() if not match.seats]
    seats = [players(samnite(count)) for count in PLAYERS]
    return "".join([INTRODUCTION, TWO_SIDES, *sides, SEATS, *seats, STRONG, *strong()])


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Plays what is missing, and writes the page.")
    parser.add_argument("--games", type=int, help="no more than so many of each")
    parser.add_argument("--only", default="", help="matches whose name has this in it")
    parser.add_argument("--minutes", type=float, default=float("inf"))
    given = parser.parse_args()
    until = time.monotonic() + given.minutes * 60
    for match, games in matches():
        if given.only not in match.name:
            continue
        count = games if given.games is None else min(games, given.games)
        for one in series(match, count, seconds=until - time.monotonic()):
            print(f"{match.name} {one.number}: {one.reason}; turn {one.turn}", flush=True)
    PAGE.write_text(page())


if __name__ == "__main__":
    main()
