"""The installed games: their rules, commands and tables."""

from typing import Any

import msgspec

from iacta.domain.kernel.contract.rulebook import Misprint, Provenance, Rule, Term
from iacta.domain.kernel.contract.system import Scenario, Seat


class CommandInfo(msgspec.Struct, frozen=True):
    """A command type: who may send it and when."""

    type: str  #: what a command's `type` says
    title: str  #: what it is, in a few words
    roles: tuple[str, ...]  #: who may send it; the referee may send a seat's with `for`
    phases: tuple[str, ...]  #: when it is due; empty if always
    secret: tuple[str, ...]  #: members that are sealed in the record
    example: dict[str, Any]  #: a command of this type
    schema: dict[str, Any]  #: its JSON schema


class DocumentInfo(msgspec.Struct, frozen=True):
    """A data document that a campaign may replace."""

    key: str  #: what it is called in `data` at creation
    title: str  #: what it is
    provenance: Provenance  #: how sure its content is
    schema: dict[str, Any]  #: its JSON schema


class RulebookInfo(msgspec.Struct, frozen=True):
    """The ledger of a system's rules."""

    source: str  #: what the rules were taken from
    rules: tuple[Rule, ...]  #: every numbered rule and ruling
    misprints: tuple[Misprint, ...]  #: where the source was corrected


class SwitchInfo(msgspec.Struct, frozen=True):
    """A setting of a campaign, with its default."""

    key: str  #: what it is called in `options` at creation
    title: str  #: what it switches
    default: str | int | bool  #: what counts if it is left out
    values: tuple[str | int | bool, ...]  #: what it may be set to
    titles: tuple[str, ...]  #: what each value means, in the order of `values`
    ruling: str  #: the ruling that it comes from; may be empty
    note: str = ""  #: what it is about, where the title cannot say it


class SystemItem(msgspec.Struct, frozen=True):
    """A game system in short."""

    system: str  #: its key
    title: str  #: its name
    edition: str  #: of the rules that are installed
    seats: tuple[Seat, ...]  #: who may take part
    scenarios: tuple[Scenario, ...]  #: from the smallest to the one that shows the game whole
    primer: tuple[str, ...]  #: how the game goes, in short paragraphs for a newcomer


class SystemPage(msgspec.Struct, frozen=True):
    """The installed systems."""

    items: tuple[SystemItem, ...]  #: in the order of their keys
    next: str | None  #: null: there is one page


class SystemSchemas(msgspec.Struct, frozen=True):
    """JSON schemas of what a game writes and shows."""

    effects: dict[str, Any]  #: of the game's own effects
    changes: dict[str, Any]  #: of what a referee's ruling may change
    view: dict[str, Any]  #: of the game's view, the member `game` of a view


class UntilInfo(msgspec.Struct, frozen=True):
    """A public fact until which an answer may stand."""

    key: str  #: what it is called in `campaign.stand`
    title: str  #: as after "until"


class WindowInfo(msgspec.Struct, frozen=True):
    """A kind of window that a seat may answer in advance, by `campaign.stand`."""

    key: str  #: what it is called in commands
    title: str  #: its name, in the plural
    rule: str  #: the rule or ruling that opens it
    untils: tuple[UntilInfo, ...]  #: until when an answer may stand, the nearest first
    schema: dict[str, Any]  #: the JSON schema of an answer


class SystemDetail(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about a system that a client may want."""

    system: str  #: its key
    title: str  #: its name
    edition: str  #: of the rules that are installed
    seats: tuple[Seat, ...]  #: who may take part
    min_seats: int  #: the fewest that a campaign has
    max_seats: int  #: the most that a campaign has
    scenarios: tuple[Scenario, ...]  #: from the smallest to the one that shows the game whole
    switches: tuple[SwitchInfo, ...]  #: what a campaign may choose at its creation
    rulebook: RulebookInfo  #: how far each rule is done
    glossary: tuple[Term, ...]  #: the game's own words
    primer: tuple[str, ...]  #: how the game goes, in short paragraphs for a newcomer
    commands: tuple[CommandInfo, ...]  #: the game's and every campaign's
    documents: tuple[DocumentInfo, ...]  #: data that a campaign may replace
    windows: tuple[WindowInfo, ...]  #: what a seat may answer in advance
    schemas: SystemSchemas  #: for clients that read the contract at run time


class TableRow(msgspec.Struct, frozen=True):
    """A row of a table."""

    label: str  #: the row's heading
    cells: tuple[str, ...]  #: one a column


class TableAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """A table with its rule and provenance."""

    key: str  #: unique within the system
    title: str  #: its heading
    rule: str  #: the rule it belongs to
    provenance: Provenance  #: how sure its content is
    corner: str  #: the heading of the column of labels
    columns: tuple[str, ...]  #: the headings of the other columns
    rows: tuple[TableRow, ...]  #: from top to bottom
    notes: tuple[str, ...]  #: the remarks below it


class TablePage(msgspec.Struct, frozen=True):
    """A system's tables."""

    items: tuple[TableAnswer, ...]  #: in the order of the rulebook
    next: str | None  #: null: there is one page
