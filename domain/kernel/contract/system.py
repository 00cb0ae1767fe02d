"""The contract of a game system: everything the kernel needs to know of a game, knowing none.

A game is a `System` record of plain functions over frozen structs:

``begin``    the facts of the set-up, which draw nothing
``decide``   state, command, dice → effects: the only place where dice fall and rules judge
``evolve``   state, effect → state: never rolls, looks up or judges
``standing`` state → turn, phase, who is awaited, whether it is over
``view``     state → what one audience gets, the only thing that leaves the server
``options``  state → what one seat may do now
``narrate``  state before, effects → sentences, made at read time
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from iacta.domain.kernel.contract.rulebook import Rulebook, Switch, Term
from iacta.domain.kernel.contract.tables import Table
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Invalid
from iacta.domain.kernel.proof.record import SeatKey
from iacta.domain.kernel.proof.seals import Secrets


class Command(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
):
    """Base of commands: closed, and recorded without the members that equal their default."""


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of effects: closed facts."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of what stands inside commands, effects, changes and data documents."""


class Change(Part, frozen=True, tag_field="type"):
    """Base of what a referee's ruling may change."""


class Seat(msgspec.Struct, frozen=True):
    """A seat of a game. ``slot`` 1-4 is its pattern and colour in the viewer."""

    seat: SeatKey
    title: str
    letter: str
    slot: int


class Scenario(msgspec.Struct, frozen=True):
    """A way to begin. ``turn_limit``: turns after which it is over; none where it has no end."""

    key: str
    title: str
    note: str
    turn_limit: int | None = None
    min_seats: int = 0


class Document(msgspec.Struct, frozen=True):
    """Data that a campaign may replace. ``shape`` is its struct; ``check`` raises `Invalid`."""

    key: str
    title: str
    shape: Any
    default: Any
    provenance: str = "reconstruction"
    check: Callable[[Any], None] | None = None


class CommandSpec(msgspec.Struct, frozen=True):
    """A command type: who may send it, in which phases, which members are sealed.

    ``roles`` are ``seat`` and ``referee``; ``phases`` are empty where it is always due.
    """

    shape: type[Any]
    title: str
    roles: tuple[str, ...] = ("seat",)
    phases: tuple[str, ...] = ()
    secret: tuple[str, ...] = ()
    example: Mapping[str, Any] = {}

    @property
    def type(self) -> str:
        """The command's ``type``."""
        return str(self.shape.__struct_config__.tag)


class Label(msgspec.Struct, frozen=True):
    """A turn: its number in the game and how it is called."""

    number: int
    label: str


class Phase(msgspec.Struct, frozen=True):
    """A phase of the turn."""

    key: str
    title: str


class Waiting(msgspec.Struct, frozen=True, rename={"for_": "for"}):
    """Who is awaited: ``seat`` (or ``referee``), for what in words, with which command types."""

    seat: str
    for_: str
    kinds: tuple[str, ...]


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended."""

    reason: str
    winners: tuple[str, ...]


class Standing(msgspec.Struct, frozen=True):
    """Where the game stands. ``outcome`` is set once it is over."""

    turn: Label | None
    phase: Phase | None
    waiting: tuple[Waiting, ...]
    outcome: Outcome | None = None


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat may do. Without ``choices`` the command can be posted as it is."""

    id: str
    title: str
    rule: str
    command: Mapping[str, Any]
    choices: Mapping[str, Any] = {}


class Story(msgspec.Struct, frozen=True):
    """An event in words: a headline and the reckoning; ``marks`` are for rulers and logs."""

    text: tuple[str, ...]
    marks: tuple[Mapping[str, Any], ...] = ()


class Setup(msgspec.Struct, frozen=True):
    """What a campaign is founded on: resolved switches, named seats, resolved documents."""

    scenario: str
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    data: Mapping[str, Any]


Known = Mapping[str, Any]
"""Hidden values by digest, as far as an audience may see them."""


Bot = Callable[
    [Mapping[str, Any], Sequence[Option], str, Callable[[int], int]],
    Mapping[str, Any] | None,
]
"""A seat's view and options in plain data, its role, and a choice 0 … n-1 → its next command."""


def _no_cells(effects: Sequence[Any]) -> Mapping[str, str]:
    return {}


class System(msgspec.Struct, frozen=True):
    """One edition of one game."""

    key: str
    title: str
    edition: str
    seats: tuple[Seat, ...]
    scenarios: tuple[Scenario, ...]
    """from the smallest to the one that shows the game whole"""
    switches: tuple[Switch, ...]
    rulebook: Rulebook
    glossary: tuple[Term, ...]
    tables: tuple[Table, ...]
    documents: tuple[Document, ...]
    commands: tuple[CommandSpec, ...]
    effect_type: Any
    """union of the game's effect structs"""
    change_type: Any
    """union of the structs that `campaign.rule` may carry"""
    state_type: Any
    """struct of the state; every member has a default: the game before its first effect"""
    view_type: Any
    """struct of the view"""

    begin: Callable[[Setup], Sequence[Any]]
    decide: Callable[[Any, Any, str, Dice, Secrets], Sequence[Any]]
    """state, command, acting role, dice, secrets → effects; raises `Refused` before it draws"""
    evolve: Callable[[Any, Any], Any]
    standing: Callable[[Any], Standing]
    view: Callable[[Any, str, Known], Any]
    """state, audience (``public`` or a role), known values → view struct"""
    options: Callable[[Any, str, Known], Sequence[Option]]
    narrate: Callable[[Any, Sequence[Any], Known], Story]
    """state before, effects, known values → words; a ruling's changes come as effects"""
    check_change: Callable[[Any, Any], None]
    """state, change: raise `Refused` if the referee's change is impossible"""
    odds_key: Callable[[Sequence[Any]], Mapping[str, Any]]
    """effects → what the odds count as one outcome, in plain data"""
    cells: Callable[[Sequence[Any]], Mapping[str, str]] = _no_cells
    """effects → purpose of a die → the cell of the printed table that it was read on"""
    reshuffle: Callable[[Any, Dice, Secrets], Sequence[Any]] | None = None
    """draw anew, in secret, whatever is hidden and undealt; none where the game hides nothing"""
    hidden_hands: bool = False
    bots: Mapping[str, Bot] = {}
    """by name, from the one that plays at random to the one that plays best"""

    def scenario(self, key: str) -> Scenario:
        """A scenario; `Invalid` if there is no such one."""
        for scenario in self.scenarios:
            if scenario.key == key:
                return scenario
        raise Invalid(f"{self.title} has no scenario {key!r}", pointer="/scenario")

    def document(self, key: str) -> Document:
        """A data document; KeyError if there is no such one."""
        for document in self.documents:
            if document.key == key:
                return document
        raise KeyError(key)

    def seat(self, key: str) -> Seat:
        """A seat; KeyError if there is no such one."""
        for seat in self.seats:
            if seat.seat == key:
                return seat
        raise KeyError(key)

    def table(self, key: str) -> Table:
        """A table; KeyError if there is no such one."""
        for table in self.tables:
            if table.key == key:
                return table
        raise KeyError(key)
