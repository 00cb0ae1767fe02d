"""The ledger of a game's rules: what each number says, how far it is done, how sure we are."""

from collections.abc import Mapping
from typing import Literal

import msgspec

Provenance = Literal["printed", "ruling", "reconstruction"]
Status = Literal["done", "partly", "referee", "left-out"]


class Rule(msgspec.Struct, frozen=True):
    """One rule or ruling. ``note`` gives the reason of a ruling, or why a rule is not done."""

    number: str  #: as printed, or the id of a ruling
    title: str  #: what it is about
    status: Status = "done"  #: how far it is enforced
    provenance: Provenance = "printed"  #: how sure its wording is
    note: str = ""  #: why it is not done in full, or how it is read


def ours(
    prefix: str, rules: Mapping[int, tuple[str, str]], provenance: Provenance = "ruling"
) -> tuple[Rule, ...]:
    """Rules of our own by their numbers, each with what it says and the reason for it."""
    return tuple(
        Rule(f"{prefix}-{number}", title, "done", provenance, note)
        for number, (title, note) in rules.items()
    )


class Misprint(msgspec.Struct, frozen=True):
    """A place of the source that is kept as printed though it is probably wrong."""

    where: str  #: the place in the source
    printed: str  #: the text as printed
    why: str  #: what is played instead, and the reason


class Switch(msgspec.Struct, frozen=True):
    """A setting of a campaign, pinned in its first event. The first value is the default.

    ``titles``: what each value means, in a few words, in the order of the values; ``note``: what it
    is about, in a sentence, where the title cannot say it.
    """

    key: str
    title: str
    values: tuple[str | int | bool, ...]
    ruling: str = ""
    titles: tuple[str, ...] = ()
    note: str = ""

    @property
    def default(self) -> str | int | bool:
        """The value that holds if the campaign says nothing."""
        return self.values[0]


class Term(msgspec.Struct, frozen=True):
    """An abbreviation or a word of the game."""

    term: str  #: the game's own word
    meaning: str  #: what it means


class Rulebook(msgspec.Struct, frozen=True):
    """The whole ledger of one system."""

    source: str
    rules: tuple[Rule, ...]
    misprints: tuple[Misprint, ...] = ()

    def __contains__(self, number: str) -> bool:
        return any(rule.number == number for rule in self.rules)

    def title(self, number: str) -> str:
        """The title of a rule or ruling; KeyError if the ledger does not have it."""
        return {rule.number: rule.title for rule in self.rules}[number]
