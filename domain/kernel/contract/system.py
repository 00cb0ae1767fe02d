"""The contract of a game system: everything the kernel needs to know about a game.

A game is a `System` record of plain functions over frozen structs:

``begin``    the facts of the set-up, which draw nothing
``decide``   state, command, dice → effects: the only place where dice fall and rules judge
``evolve``   state, effect → state: never rolls, looks up or judges
``standing`` state → turn, phase, who is awaited, whether it is over
``view``     state → what one audience gets, the only thing that leaves the server
``options``  state → what one seat may do now; what rests on values that are not known is left out
``narrate``  state before, effects → sentences, made at read time

A game says ``SYSTEM: System[State, Order, Fact, AnyChange, View] = System(…)``, and the type
checker holds every function against the game's own types.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, get_args

import msgspec

from iacta.domain.kernel.contract.choices import Alternative, Option
from iacta.domain.kernel.contract.rulebook import Rulebook, Switch, Term
from iacta.domain.kernel.contract.tables import Table
from iacta.domain.kernel.contract.windows import Window
from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import Invalid
from iacta.domain.kernel.proof.record import SeatKey
from iacta.domain.kernel.proof.seals import Secrets

if TYPE_CHECKING:
    from typing_extensions import TypeForm
else:
    TypeForm = type

StateT = TypeVar("StateT")
CommandT = TypeVar("CommandT")
EffectT = TypeVar("EffectT")
ChangeT = TypeVar("ChangeT")
ViewT = TypeVar("ViewT")
Shape = TypeVar("Shape")


class Command(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"
):
    """Base of commands: closed, and recorded without the members that equal their default."""


class Effect(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
    gc=False,
):
    """Base of effects: closed facts, recorded without the members that equal their default.

    As plain data they are in no cycle, so the collector need not look at them; nor at parts.
    """


def by_type(
    folds: Mapping[Any, Callable[..., Any]],
) -> Mapping[type, Callable[..., Any]]:
    """By each type of a union, what folds the union: a game of many effects looks it up once."""
    return {shape: fold for union, fold in folds.items() for shape in get_args(union)}


class Upcaster(msgspec.Struct, frozen=True):
    """Reads effects of one type that were recorded before its members changed.

    ``date``: since when they are recorded otherwise; ``change``: what changed, in words. ``read``
    turns such an effect into what is recorded now, and leaves one that is recorded so as it is.
    Files of strangers come to it too: it raises nothing, and decoding refuses what is malformed.
    """

    type: str
    date: str
    change: str
    read: Callable[[Mapping[str, Any]], Mapping[str, Any]]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """Base of structs nested in commands, effects, changes and data documents."""


class ViewPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of the parts of a view: closed, and shown with every member."""


class Change(Part, frozen=True, tag_field="type"):
    """Base of what a referee's ruling may change."""


class Seat(msgspec.Struct, frozen=True):
    """A seat of a game."""

    seat: SeatKey  #: its key
    title: str  #: what the game calls it
    letter: str  #: its abbreviation
    slot: int  #: its pattern and colour in a viewer, 1 to 4


class Scenario(msgspec.Struct, frozen=True):
    """A way to begin."""

    key: str  #: what it is called in requests
    title: str  #: its name
    note: str  #: what it is, in a sentence
    turn_limit: int | None = None  #: turns after which it is over; null where it has no end
    min_seats: int = 0  #: the fewest seats it is played with; 0 if it needs all
    seats: tuple[str, ...] = ()  #: what it calls the system's seats, in order; empty if as they are
    for_a_first_game: bool = False  #: a newcomer's; where none is, it is the first, the smallest


class Document(msgspec.Struct, frozen=True):
    """Data that a campaign may replace. ``shape`` is its struct; ``check`` raises `Invalid`."""

    key: str
    title: str
    shape: Any
    default: Any
    provenance: str = "reconstruction"
    check: Callable[[Any], None] | None = None


def packaged(package: str, name: str, shape: type[Shape]) -> Shape:
    """A document that a game's package brings, in its folder ``data``."""
    data = (files(package) / "data" / f"{name}.json").read_bytes()
    return msgspec.json.decode(data, type=shape)


class CommandSpec(msgspec.Struct, frozen=True):
    """A command type: who may send it, in which phases, which members are sealed.

    ``roles`` are ``seat`` and ``referee``; ``phases`` are keys of the phases of ``standing`` in
    which the kernel takes the command, empty where it is always due.
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


class Label(msgspec.Struct, gc=False, frozen=True):
    """A turn: its number in the game and how it is called."""

    number: int  #: its number in the game
    label: str  #: what the game calls it


class Phase(msgspec.Struct, gc=False, frozen=True):
    """A phase of the turn."""

    key: str  #: its key
    title: str  #: what the game calls it


class Waiting(msgspec.Struct, gc=False, frozen=True, rename={"for_": "for"}):
    """Who is awaited."""

    seat: str  #: the key of the seat, or `referee`
    for_: str  #: what for, in words
    kinds: tuple[str, ...]  #: the types of the commands that are due

    @classmethod
    def of(cls, game: str, seat: str, what: str, *kinds: str) -> "Waiting":
        """A seat that is awaited for ``what``; ``kinds`` are named without their game."""
        return cls(seat, what, _types(game, kinds))


@cache
def _types(game: str, kinds: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{game}.{kind}" for kind in kinds)


class Outcome(msgspec.Struct, gc=False, frozen=True):
    """How a game ended."""

    reason: str  #: why it ended, in words
    winners: tuple[str, ...]  #: the keys of the seats that won


class Standing(msgspec.Struct, gc=False, frozen=True):
    """Turn, phase and who is awaited. ``outcome`` is set once the game is over."""

    turn: Label | None
    phase: Phase | None
    waiting: tuple[Waiting, ...]
    outcome: Outcome | None = None


class Measure(msgspec.Struct, frozen=True):
    """Something that tells how the seats stand, such as points or strength. Hidden from nobody."""

    title: str  #: what it is called
    unit: str  #: what is counted, such as `points`
    better: Literal["more", "less"]  #: whether a seat wants more of it, or less
    values: Mapping[SeatKey, int]  #: by seat


class Beat(msgspec.Struct, frozen=True):
    """An event's place in the story: events of one combat, one march or one phase are one beat.

    ``seat``: the seat that acts in the event's first sentence, not always its sender, or empty.
    ``continues``: it belongs to the beat of the event before it; else it opens one. ``headline``:
    the beat's outcome as it stands after this event; empty if it changes nothing about that.
    """

    seat: str = ""
    continues: bool = False
    headline: str = ""


class Story(msgspec.Struct, frozen=True):
    """An event in words: a headline and the reckoning; ``marks`` are for rulers and logs.

    ``beat``: without one the event is a beat by itself, told of the seat that sent it.
    """

    text: tuple[str, ...]
    marks: tuple[Mapping[str, Any], ...] = ()
    beat: Beat | None = None


class Setup(msgspec.Struct, frozen=True):
    """What a campaign is created with: resolved switches, named seats, resolved documents."""

    scenario: str
    options: Mapping[str, Any]
    seats: tuple[str, ...]
    data: Mapping[str, Any]


Known = Mapping[str, Any]
"""Hidden values by digest, as far as an audience may see them."""


Possible = Mapping[str, tuple[Any, tuple[str, ...]]]
"""Hidden values as they may be, by digest, each with the roles who see it."""


Bot = Callable[
    [Mapping[str, Any], Sequence[Option], str, Callable[[int], int]], Mapping[str, Any] | None
]
"""A seat's view in plain data, its options, its role, and a choice 0 … n-1 → its next command."""


class Search(msgspec.Struct, Generic[StateT], frozen=True, kw_only=True):
    """What a game tells the search of its strongest bot.

    Every command that is worth a thought is tried in worlds that are possible for the seat, and
    played on from there by a plain bot until the moment in which it is judged.
    """

    plain: Bot
    """who plays on"""
    candidates: Callable[
        [Mapping[str, Any], Sequence[Option], str, Callable[[int], int]],
        Sequence[Mapping[str, Any]],
    ]
    """as of a bot → commands worth a thought; the first is sent unless another proves to be clearly
    better, and without a search where it is the only one"""
    possible: Callable[[StateT, str, Known, Callable[[int], int]], tuple[StateT, Possible]]
    """state, role, what it knows, a choice → a world that may be: the state, in which what others
    have laid and not shown may be due again, and what is hidden from the role, drawn at random"""
    moment: Callable[[StateT], int]
    """state → a number that grows as play goes on: of its turns or the parts of a turn"""
    until: Callable[[StateT], int]
    """state → the moment at which a world that begins with it is judged"""
    worth: Callable[[StateT, SeatKey], float]
    """state, seat → how well the seat stands; the unit is the game's own"""
    rollouts: int
    """worlds played on for one command at most, all candidates together"""


def _no_measures(state: Any) -> Sequence[Measure]:
    return ()


def _no_cells(effects: Sequence[Any]) -> Mapping[str, str]:
    return {}


class System(
    msgspec.Struct,
    Generic[StateT, CommandT, EffectT, ChangeT, ViewT],
    frozen=True,
    dict=True,
    kw_only=True,
):
    """One edition of one game, over its state, commands, effects, changes and view.

    Commands, effects and changes are unions of structs.
    """

    key: str
    title: str
    edition: str
    seats: tuple[Seat, ...]
    scenarios: tuple[Scenario, ...]
    """from the smallest to the one that shows the game whole"""
    switches: tuple[Switch, ...]
    rulebook: Rulebook
    glossary: tuple[Term, ...]
    primer: tuple[str, ...] = ()
    """how the game goes, in short paragraphs for one who has never played it: how one wins, what a
    turn is, what one does in it and what the dice decide"""
    tables: tuple[Table, ...]
    documents: tuple[Document, ...]
    commands: tuple[CommandSpec, ...]
    effect_type: "TypeForm[EffectT]"
    upcasters: tuple[Upcaster, ...] = ()
    """the oldest first"""
    change_type: "TypeForm[ChangeT]"
    """what `campaign.rule` may carry"""
    state_type: type[StateT]
    """every member has a default: the game before its first effect"""
    view_type: type[ViewT]

    begin: Callable[[Setup], Sequence[EffectT]]
    decide: Callable[[StateT, CommandT, str, Dice, Secrets], Sequence[EffectT]]
    """state, command, acting role, dice, secrets → effects; raises `Refused` before it draws"""
    evolve: Callable[[StateT, EffectT | ChangeT], StateT]
    standing: Callable[[StateT], Standing]
    view: Callable[[StateT, str, Known], ViewT]
    """state, audience (``public`` or a role), known values → view struct"""
    options: Callable[[StateT, str, Known], Sequence[Option]]
    narrate: Callable[[StateT, Sequence[EffectT | ChangeT], Known], Story]
    """state before, effects, known values → words; a ruling's changes come as effects"""
    check_change: Callable[[StateT, ChangeT], None]
    """state, change: raise `Refused` if the referee's change is impossible"""
    odds_key: Callable[[Sequence[EffectT]], Mapping[str, Any]]
    """effects → what the odds count as one outcome, in plain data"""
    measures: Callable[[StateT], Sequence[Measure]] = _no_measures
    """state → what the seats stand by, that which decides the game first; the odds tell by it what
    a throw may cost"""
    cells: Callable[[Sequence[EffectT]], Mapping[str, str]] = _no_cells
    """effects → purpose of a die → the cell of the printed table that it was read on"""
    reshuffle: Callable[[StateT, Dice, Secrets], Sequence[EffectT]] | None = None
    """draw anew, in secret, whatever is hidden and undealt; none where the game hides nothing"""
    rulings: Callable[[StateT], Sequence[Alternative]] | None = None
    """state → the changes that a ruling may make now, whose choices are places in them; without it
    they are written by their schema"""
    windows: tuple[Window, ...] = ()
    """the kinds of windows that may be answered in advance"""
    hidden_hands: bool = False
    bots: Mapping[str, Bot] = {}
    """by name, from the one that plays at random to the one that plays best without a search"""
    search: Search[StateT] | None = None
    """what the bot ``strong`` goes by; none where there is no such bot"""
    bots_in_advance: Mapping[str, Bot] = {}
    """what a bot answers in advance, by its name: as a bot, of the options to do so"""

    @cached_property
    def specs(self) -> Mapping[str, CommandSpec]:
        """The commands of the game by type."""
        return {spec.type: spec for spec in self.commands}

    def scenario(self, key: str) -> Scenario:
        """A scenario; `Invalid` if the key is unknown."""
        for scenario in self.scenarios:
            if scenario.key == key:
                return scenario
        raise Invalid(f"{self.title} has no scenario {key!r}", pointer="/scenario")

    def document(self, key: str) -> Document:
        """A data document; KeyError if the key is unknown."""
        return {document.key: document for document in self.documents}[key]

    def window(self, key: str) -> Window | None:
        """A kind of window, if it is one."""
        return next((window for window in self.windows if window.key == key), None)

    def seat(self, key: str) -> Seat:
        """A seat; KeyError if the key is unknown."""
        return {seat.seat: seat for seat in self.seats}[key]

    def table(self, key: str) -> Table:
        """A table; KeyError if the key is unknown."""
        return {table.key: table for table in self.tables}[key]


AnySystem = System[Any, Any, Any, Any, Any]
"""A system of whatever game: all that the kernel and the service know of one."""
