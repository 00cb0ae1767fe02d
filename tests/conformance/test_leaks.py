"""The leak test: what a seat must not know changes nothing that it is told.

Two campaigns are played side by side, with the same commands, links, salts, ids and clock. They
differ in that two hidden things have each other's place in every secret shuffle, and in what
others choose in secret. As long as a seat may know the same of both, it is told the same: view,
options, stories, refusals, odds, capsule.
"""

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.contract.choices import Option, fill
from iacta.domain.kernel.contract.system import Known, System
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Refused, RuleViolation
from iacta.domain.kernel.proof.seals import Secrets
from tests.conformance.subjects import SUBJECTS, WATCHES, Subject
from tests.conformance.watch import Watch
from tests.support.choosing import matches
from tests.support.environment import Below
from tests.support.swapping import swapping
from tests.support.table import Table
from tests.systems import tally
from tests.systems.tally import commands as cmd
from tests.systems.tally.rules import hands
from tests.systems.tally.state import State

Step = Callable[[Table, Table, Watch, Below, Below], bool]


def told(table: Table, seat: str, attempts: Sequence[Mapping[str, Any]]) -> str:
    """All that a seat is told, with everything random named by order of first appearance."""
    answers: dict[str, Any] = {
        "view": table.view(seat),
        "options": [msgspec.to_builtins(option) for option in table.options(seat)],
        "for others": [
            [msgspec.to_builtins(option) for option in table.options_in_name(other.seat)]
            for other in table.campaign.seats
            if seat == "referee"
        ],
        "story": story(table, seat),
        "refusals": [refusal(table, seat, attempt) for attempt in attempts],
        "odds": [odds_answer(table, seat, attempt) for attempt in attempts],
        "capsule": table.capsule(seat).decode(),
    }
    return anonymous(json.dumps(answers, ensure_ascii=False))


def story(table: Table, seat: str) -> Any:
    """The last event, told: what was told before it was compared at its own moment."""
    if "." not in table.events[-1].event.effects[-1]["type"]:
        return None
    return msgspec.to_builtins(table.story(seat, len(table.events)))


def refusal(table: Table, seat: str, command: Mapping[str, Any]) -> str:
    try:
        table.would(seat, dict(command))
    except Refused as error:
        rule = error.rule if isinstance(error, RuleViolation) else ""
        return f"{error.slug} {error.detail} {error.pointer} {rule}"
    return "accepted"


def odds_answer(table: Table, seat: str, command: Mapping[str, Any]) -> str:
    try:
        return repr(table.weigh(seat, dict(command)))
    except Refused as error:
        return f"{error.slug} {error.detail}"


def anonymous(text: str) -> str:
    """Digests, salts, hashes, roots and signatures replaced by numbers as they first appear."""
    names: dict[str, str] = {}

    def name(found: re.Match[str]) -> str:
        return names.setdefault(found.group(), f"#{len(names) + 1}#")

    # the openings of a capsule stand in the order of their digests, which is random
    *lines, tail = text.rsplit('{\\"openings\\":', 1)
    body, gap, rest = tail.partition('\\n{\\"checkpoint')
    parts = sorted(re.split(r'(?<=}),(?=\\")', body))
    text = "{openings".join([*lines, "\n".join(parts) + gap + rest])
    numbered = r"[0-9a-f]{64}|[0-9a-f]{32}|[0-9A-Za-z+/]{43}=|[0-9A-Za-z+/]{91}"
    return re.sub(numbered, name, text)


def side_by_side(
    watch: Watch, system: System, other: int, step: Step | None = None
) -> Iterator[tuple[Table, Table]]:
    """Two campaigns after each command, for as long as the watcher may know the same of both."""
    left, right = (
        Table.found(one, watch.scenario, seats=list(watch.seats), options={"entered_dice": True})
        for one in (system, swapping(system, other))
    )
    below, elsewhere = Below(f"both {other}"), Below(f"other {other}")
    if other % 2:
        elsewhere = Below(f"both {other}")
    for _ in range(watch.commands):
        if watch.may_know(left, watch.watcher) != watch.may_know(right, watch.watcher):
            return
        yield left, right
        if left.campaign.outcome or not (step or together)(left, right, watch, below, elsewhere):
            return


def preferred(watch: Watch, option: Option) -> bool:
    """Whether an option goes before the others."""
    return any(wanted.items() <= option.command.items() for wanted in watch.prefer)


def together(left: Table, right: Table, watch: Watch, below: Below, elsewhere: Below) -> bool:
    """The same command in both; what others choose in secret may differ. False if there is none."""
    secret = {spec.type for spec in left.system.commands if spec.secret}
    for waiting in left.standing.waiting:
        role = "referee" if waiting.seat == "referee" else f"seat:{waiting.seat}"
        for option in sorted(left.options(role), key=lambda one: not preferred(watch, one)):
            command = fill(option, below)
            twin = fill(option, elsewhere) if option.command["type"] in secret else command
            twin = command if role == watch.watcher else twin
            if any(matches(theirs, twin) for theirs in right.options(role)):
                left.send(role, command)
                right.send(role, twin)
                return True
    return False


def leak_in(watch: Watch, system: System, enough: float = math.inf) -> str:
    """The first difference that the watcher is told and must not be, or nothing.

    Looked for until others' secrets differed at ``enough`` moments.
    """
    compared = 0
    for other in range(1, watch.seeds):
        for left, right in side_by_side(watch, system, other):
            if left.vault.values() == right.vault.values():
                continue
            compared += 1
            mine, theirs = (told(table, watch.watcher, watch.attempts) for table in (left, right))
            if mine != theirs:
                at = next(
                    i
                    for i, pair in enumerate(zip(mine, theirs, strict=False))
                    if len(set(pair)) > 1
                )
                return mine[max(0, at - 80) : at + 40] + " | " + theirs[at : at + 40]
            if compared >= enough:
                return ""
    assert compared > 12, "the campaigns hardly differ: the test would see nothing"
    return ""


def test_every_system_with_hands_is_watched() -> None:
    assert set(WATCHES) == {one.system.key for one in SUBJECTS if one.system.hidden_hands}


@pytest.mark.parametrize("key", WATCHES)
def test_a_system_tells_a_seat_nothing_that_it_must_not_know(key: str) -> None:
    system = next(one.system for one in SUBJECTS if one.system.key == key)
    assert leak_in(WATCHES[key], system) == ""


@pytest.mark.parametrize("key", WATCHES)
def test_a_system_tells_the_referee_nothing_of_what_seats_hide(key: str) -> None:
    """What may be entered for a seat is the same, whatever the seat holds."""
    system = next(one.system for one in SUBJECTS if one.system.key == key)
    watch = msgspec.structs.replace(WATCHES[key], watcher="referee")
    assert leak_in(watch, system, enough=20) == ""


@pytest.mark.parametrize(
    "subject", [one for one in SUBJECTS if not one.system.hidden_hands], ids=str
)
def test_a_system_without_hands_seals_nothing_and_shows_everyone_the_same(
    subject: Subject,
) -> None:
    """What a seat must not know is nothing, as long as nothing is ever sealed."""
    table, below = Table.found(subject.system), Below("everyone")
    for _ in range(120):
        assert len({json.dumps(table.view(role)) for role in ("public", *table.roles)}) == 1
        if not table.step(below):
            break
    assert not table.vault.values()


# --- planted leaks ------------------------------------------------------------------------------

Leaky = Callable[[], System]
replace = msgspec.structs.replace


def every_opening() -> dict[str, Any]:
    """What a careless author reads who has the values at hand."""
    return SPIED


SPIED: dict[str, Any] = {}


class Spy:
    """Secrets that remember every value that is sealed: how a rule could know what it must not."""

    def __init__(self, secrets: Secrets) -> None:
        self._secrets = secrets

    def __getattr__(self, name: str) -> Any:
        return getattr(self._secrets, name)

    def seal(self, value: Any, to: tuple[str, ...] = ()) -> Any:
        """Seal, and remember."""
        sealed = self._secrets.seal(value, to)
        SPIED[sealed.sealed] = value
        return sealed


def spying(decide: Any) -> Any:
    def spied(state: State, command: Any, role: str, dice: Dice, secrets: Any) -> Any:
        return decide(state, command, role, dice, Spy(secrets))

    return spied


def swords(state: State) -> int:
    """How many swords others hold."""
    return sum(
        (hands.hand(board, every_opening()) or []).count("sword")
        for board in state.boards
        if f"seat:{board.seat}" != WATCHES["tally"].watcher
    )


def a_count() -> System:
    """The view counts a kind of card in hands."""

    def view(state: State, audience: str, known: Known) -> Any:
        honest = tally.view(state, audience, known)
        return replace(honest, left=honest.left + swords(state))

    return replace(tally.SYSTEM, decide=spying(tally.decide), view=view)


def an_option() -> System:
    """An option is offered only if somebody holds a card against it."""

    def options(state: State, role: str, known: Known) -> list[Option]:
        honest = tally.options(state, role, known)
        return [replace(one, title=f"{one.title} ({swords(state)})") for one in honest]

    return replace(tally.SYSTEM, decide=spying(tally.decide), options=options)


def an_errors_detail() -> System:
    """A refusal says what somebody else holds."""

    def decide(state: State, command: Any, role: str, dice: Dice, secrets: Any) -> Any:
        if isinstance(command, cmd.Bid) and command.bid == 9:
            raise RuleViolation("TY 2", f"too much, against {swords(state)} swords")
        return tally.decide(state, command, role, dice, Spy(secrets))  # type: ignore[arg-type]

    return replace(tally.SYSTEM, decide=decide)


def an_opening() -> System:
    """A dealt card is sealed to every seat."""

    class ToAll(Spy):
        def seal(self, value: Any, to: tuple[str, ...] = ()) -> Any:
            everyone = tuple(f"seat:{seat.seat}" for seat in tally.SYSTEM.seats)
            return self._secrets.seal(value, everyone if to else ())

    def decide(state: State, command: Any, role: str, dice: Dice, secrets: Any) -> Any:
        return tally.decide(state, command, role, dice, ToAll(secrets))  # type: ignore[arg-type]

    return replace(tally.SYSTEM, decide=decide)


def a_label() -> System:
    """A die is labelled after what the dice are for in secret."""

    def decide(state: State, command: Any, role: str, dice: Dice, secrets: Any) -> Any:
        honest = dice.roll

        def labelled(die: str, purpose: str) -> int:
            return honest(die, f"{purpose}, against {swords(state)}")

        dice.roll = labelled  # type: ignore[method-assign]
        return tally.decide(state, command, role, dice, Spy(secrets))  # type: ignore[arg-type]

    return replace(tally.SYSTEM, decide=decide)


def a_public_shape() -> System:
    """Where nothing is bid, the event has one effect more."""

    def decide(state: State, command: Any, role: str, dice: Dice, secrets: Any) -> Any:
        effects = tally.decide(state, command, role, dice, secrets)
        if isinstance(command, cmd.Bid) and command.bid == 0:
            effects.append(tally.effects.SetCoins(effects[0].seat, 5))  # type: ignore[arg-type]
        return effects

    widened = tally.effects.AnyEffect | tally.effects.SetCoins
    return replace(tally.SYSTEM, decide=decide, effect_type=widened)


def a_refusal_of_odds() -> System:
    """A rule looks at the deck only if its first card is a sword, so odds are refused only then."""

    def decide(state: State, command: Any, role: str, dice: Dice, secrets: Any) -> Any:
        deck = every_opening().get(state.deck) or [""]
        if isinstance(command, cmd.Bid) and deck[0] == "sword":
            secrets.hidden(state.deck)
        return tally.decide(state, command, role, dice, Spy(secrets))  # type: ignore[arg-type]

    return replace(tally.SYSTEM, decide=decide)


def a_story() -> System:
    """A sentence names what nobody has shown."""

    def narrate(before: State, effects: Any, known: Known) -> Any:
        return tally.narrate(before, effects, every_opening())

    return replace(tally.SYSTEM, decide=spying(tally.decide), narrate=narrate)


def test_an_option_for_another_that_rests_on_their_hand_is_found() -> None:
    def options(state: State, role: str, known: Known) -> list[Option]:
        return tally.options(state, role, every_opening())

    SPIED.clear()
    planted = replace(tally.SYSTEM, decide=spying(tally.decide), options=options)
    watch = replace(WATCHES["tally"], watcher="referee")
    assert leak_in(watch, planted) != ""


@pytest.mark.parametrize(
    "planted",
    [
        a_count,
        an_option,
        an_errors_detail,
        an_opening,
        a_label,
        a_public_shape,
        a_refusal_of_odds,
        a_story,
    ],
)
def test_a_planted_leak_is_found(planted: Leaky) -> None:
    SPIED.clear()
    assert leak_in(WATCHES["tally"], planted()) != ""
