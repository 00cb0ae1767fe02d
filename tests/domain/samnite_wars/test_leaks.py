"""The leak test with a seat as the watcher, over games of two, three and five.

The suite plays two games in which two cards have each other's place. Here what others choose in
secret is exchanged with them, so that a whole game may pass before the watcher sees either.
"""

import os
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.contract.choices import Option, fill
from iacta.domain.kernel.contract.system import Known, System
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import RuleViolation
from iacta.domain.samnite_wars import SYSTEM
from iacta.domain.samnite_wars import commands as cmd
from iacta.domain.samnite_wars.rules import hands
from iacta.domain.samnite_wars.state import State
from tests.conformance import test_leaks as suite
from tests.domain.samnite_wars.watch import watch
from tests.support.choosing import matches
from tests.support.environment import Below
from tests.support.table import Table

replace = msgspec.structs.replace
WATCHER = "fabius"
SEEDS, COMMANDS = (40, 700) if os.environ.get("IACTA_SOAK") else (5, 60)
"""a slice in a plain run; with ``IACTA_SOAK`` games to their end"""


DECKS = ("samnite-wars.shuffled", "samnite-wars.renewed")


def exchanged(left: Table, right: Table) -> dict[str, str]:
    """The cards that have another's place in the right game, by name."""
    names: dict[str, str] = {}
    for mine, theirs in zip(decks(left), decks(right), strict=True):
        names |= dict(zip(mine, theirs, strict=True))
    return {one: other for one, other in names.items() if one != other}


def decks(table: Table) -> list[list[str]]:
    """The order of every deck that was shuffled in a game."""
    return [
        table.vault.get(effect["deck"]["sealed"]).opening.value
        for made in table.events
        for effect in made.event.effects
        if effect["type"] in DECKS
    ]


def renamed(value: Any, names: dict[str, str]) -> Any:
    """A command with cards exchanged."""
    if isinstance(value, dict):
        return {key: renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def together(left: Table, right: Table, watcher: str, below: Below, elsewhere: Below) -> bool:
    """The same command in both games; what others choose in secret is exchanged like the cards.

    A choice that will be shown mostly leaves out the cards that differ, so that games last.
    """
    names = exchanged(left, right)
    secret = {spec.type for spec in left.system.commands if spec.secret}
    waiting = list(left.standing.waiting)
    first = below(len(waiting))
    for one in [*waiting[first:], *waiting[:first]]:
        role = one.seat if one.seat == "referee" else f"seat:{one.seat}"
        options = left.options(role)
        for _ in range(6):
            command = fill(options[below(len(options))], below)
            hidden = command["type"] in secret and role != watcher
            twin = renamed(command, names) if hidden else command
            will_show = twin != command and command["type"] != "samnite-wars.discard"
            if will_show and elsewhere(4):
                continue
            if any(matches(theirs, twin) for theirs in right.options(role)):
                left.send(role, command)
                right.send(role, twin)
                return True
    return False


TABLES = {
    2: ("fabius", "papirius"),
    3: ("fabius", "papirius", "valerius"),
    5: ("fabius", "papirius", "valerius", "claudius", "decius"),
}


@pytest.fixture(autouse=True)
def games_that_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suite's test plays on with our way of sending the same command to both games."""
    monkeypatch.setattr(suite, "together", together)


@pytest.mark.parametrize("count", TABLES)
def test_a_seat_is_told_nothing_that_it_must_not_know(count: int) -> None:
    """SW P4, SW-15, SW-19, SW-32: view, options, stories, refusals, odds, capsule."""
    seen = watch(f"seat:{WATCHER}", *TABLES[count], seeds=SEEDS, commands=COMMANDS)
    assert suite.leak_in(seen, SYSTEM) == ""


# planted leaks

SPIED: dict[str, Any] = {}


class Spy:
    """Secrets that remember what is sealed: how a rule could know what it must not."""

    def __init__(self, secrets: Any) -> None:
        self._secrets = secrets

    def __getattr__(self, name: str) -> Any:
        return getattr(self._secrets, name)

    def seal(self, value: Any, to: tuple[str, ...] = ()) -> Any:
        """Seal, and remember."""
        sealed = self._secrets.seal(value, to)
        SPIED[sealed.sealed] = value
        return sealed


def spying(state: State, command: Any, role: str, dice: Dice, secrets: Any) -> Any:
    return SYSTEM.decide(state, command, role, dice, Spy(secrets))


def strength(state: State) -> int:
    """What the hands of all others would count together."""
    others = [player for player in state.players if player.seat != WATCHER]
    held = [hands.visible_hand(player, SPIED) or [] for player in others]
    return sum(hands.ORDER[name] ** 2 for names in held for name in names)


def a_count() -> System:
    """The view's number of cards left betrays what others hold."""

    def view(state: State, audience: str, known: Known) -> Any:
        honest = SYSTEM.view(state, audience, known)
        return replace(honest, deck=replace(honest.deck, left=honest.deck.left + strength(state)))

    return replace(SYSTEM, decide=spying, view=view)


def an_option() -> System:
    """An option is worded after what others hold."""

    def options(state: State, role: str, known: Known) -> list[Option]:
        honest = SYSTEM.options(state, role, known)
        return [replace(one, title=f"{one.title} ({strength(state)})") for one in honest]

    return replace(SYSTEM, decide=spying, options=options)


def an_errors_detail() -> System:
    """A refusal says what others hold."""

    def decide(state: State, command: Any, role: str, dice: Dice, secrets: Any) -> Any:
        if isinstance(command, cmd.Draw) and command.cards == 60:
            raise RuleViolation("SW P10", f"too many, against {strength(state)}")
        return spying(state, command, role, dice, secrets)

    return replace(SYSTEM, decide=decide)


def an_opening() -> System:
    """A hand is sealed to everybody."""

    class ToAll(Spy):
        def seal(self, value: Any, to: tuple[str, ...] = ()) -> Any:
            everyone = tuple(f"seat:{seat.seat}" for seat in SYSTEM.seats)
            return self._secrets.seal(value, everyone if to else ())

    def decide(state: State, command: Any, role: str, dice: Dice, secrets: Any) -> Any:
        return SYSTEM.decide(state, command, role, dice, ToAll(secrets))

    return replace(SYSTEM, decide=decide)


def a_label() -> System:
    """A die is labelled after what others hold."""

    def decide(state: State, command: Any, role: str, dice: Dice, secrets: Any) -> Any:
        class Labelled(Dice):
            sealed = dice.sealed

            def roll(self, die: str, purpose: str) -> int:
                return super().roll(die, f"{purpose}, against {strength(state)}")

        labelled = Labelled(dice._source, dice._chain)
        return spying(state, command, role, labelled, secrets)

    return replace(SYSTEM, decide=decide)


def a_window() -> System:
    """Only those are asked for a card who hold one that could be played."""

    def decide(state: State, command: Any, role: str, dice: Dice, secrets: Any) -> Any:
        effects = list(spying(state, command, role, dice, secrets))
        for index, effect in enumerate(effects):
            if type(effect).__name__ == "WindowOpened":
                asked = [seat for seat in effect.asked if _could(state, seat)]
                effects[index] = replace(effect, asked=tuple(asked) or effect.asked)
        return effects

    return replace(SYSTEM, decide=decide)


def _could(state: State, seat: str) -> bool:
    player = state.player(seat)
    held = hands.visible_hand(player, SPIED) if player else None
    return seat == WATCHER or sum(hands.ORDER[name] for name in held or []) % 2 == 0


@pytest.mark.parametrize(
    "planted", [a_count, an_option, an_errors_detail, an_opening, a_label, a_window]
)
def test_a_planted_leak_is_found(planted: Callable[[], System]) -> None:
    """SW P4: a count, an option, an error's detail, an opening, a label, a window."""
    SPIED.clear()
    seen = watch(f"seat:{WATCHER}", *TABLES[3], seeds=40, commands=30)
    assert suite.leak_in(seen, planted()) != ""
