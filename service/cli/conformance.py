"""`iacta check-game`: what every game promises, held against an installed one."""

import traceback
from pathlib import Path
from typing import Annotated

import typer

from iacta.domain.kernel.campaign import conformance
from iacta.service.cli.terminal import fail, progress, say
from iacta.service.systems import Game, games


def check_game(
    game: Annotated[str, typer.Argument(help="The game's key.")],
    rounds: Annotated[int, typer.Option("--games", min=1, help="How many of each scenario.")] = 3,
) -> None:
    """Play an installed game by random bots, and say where it breaks what every game promises.

    Exit 1 if it does. It is meant for a game's author, and cannot tell whether the rules are right.
    """
    if game not in games():
        fail(f"no system {game!r}; there are: {', '.join(games())}")
    chosen, phases = games()[game], set[str]()
    faults = dict.fromkeys(conformance.declared(chosen.system))
    for scenario in chosen.system.scenarios:
        for number in progress(range(rounds), scenario.title, rounds):
            try:
                played = conformance.played(chosen.system, scenario.key, str(number + 1))
            except Exception as error:  # whatever the code of a game may raise
                faults[_raised(chosen, scenario.key, error)] = None
                break
            phases |= played.phases
            faults |= dict.fromkeys(f"{scenario.key}: {one}" for one in played.faults)
            end = f"over: {played.reason}" if played.reason else "stopped: only a ruling leads on"
            say(f"{scenario.key}, game {number + 1}: {played.commands} commands, {end}")
    for spec in chosen.system.commands:
        for phase in {*spec.phases} - phases:
            say(f"no game came to the phase {phase!r}, in which {spec.type} is due")
    if faults:
        fail(f"{game} does not keep what every game promises", *faults)
    say("no fault found")


def _raised(game: Game, scenario: str, error: Exception) -> str:
    """What a function of the game raised, and in which line of the game."""
    home = game.folder("")
    frames = traceback.extract_tb(error.__traceback__)
    own = [one for one in frames if home and Path(one.filename).is_relative_to(home)]
    where = f"{own[-1].filename}, line {own[-1].lineno}, in {own[-1].name}" if own else "the kernel"
    return f"{scenario}: {type(error).__name__}: {error} ({where})"
