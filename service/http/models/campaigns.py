"""Campaigns: made, forked, listed and kept."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from iacta.domain.kernel.campaign.commands import Name, SeatName
from iacta.domain.kernel.campaign.effects import Restored
from iacta.domain.kernel.campaign.state import Awaited
from iacta.domain.kernel.campaign.views import SeatView
from iacta.domain.kernel.contract.system import Label, Outcome, Phase
from iacta.domain.kernel.proof.record import CampaignId, Seq
from iacta.service.http.models.shared import Closed, Head

Visibility = Literal["public", "private"]
VisibilityHere = Literal["public", "private", "hidden"]
"""``hidden``: once public, and taken off the list by the operator."""
Status = Literal["open", "concluded", "imported", "read-only"]


class CreateCampaign(Closed, frozen=True, kw_only=True):
    """A campaign to create."""

    system: Annotated[str, Meta(max_length=64)]  #: the key of a system (`listSystems`)
    scenario: Annotated[str, Meta(max_length=64)]  #: the key of one of its scenarios
    name: Name
    visibility: Visibility  #: public campaigns are listed and may be read by everyone
    #: The players by name; if left out, as many seats as the scenario needs.
    seats: Annotated[tuple[SeatName, ...], Meta(max_length=16)] = ()
    #: Switches of the system that differ from their default, by key.
    options: dict[str, str | int | bool] = {}
    data: dict[str, Any] = {}
    dry_run: bool = False  #: check it, and create nothing


class ForkCampaign(Closed, frozen=True):
    """Where to fork, and what to call the fork."""

    at: Seq  #: the last event that both branches share
    name: Name  #: what the fork is called
    #: Why it is made, recorded in its first event.
    reason: Annotated[str, Meta(max_length=2000)] = ""
    #: Leave hidden things as they were although they were seen; only once its seals are open.
    keep_order: bool = False
    #: The verifier key of the copy to fork, if there are several; else the one the address shows.
    key: Annotated[str, Meta(max_length=400)] | None = None


class CampaignName(msgspec.Struct, frozen=True):
    """A campaign in short."""

    id: CampaignId
    name: str  #: what its creator called it
    system: str  #: the key of its system
    scenario: str  #: the key of its scenario
    status: Status  #: `read-only` ones were left behind by a restored backup


class ImportedCampaign(CampaignName, frozen=True):
    """An imported campaign. A new private one has an observer's token, shown this once."""

    #: Bearer tokens by role, shown this once; empty if there is nothing to hide.
    tokens: dict[str, str]


class NewCampaign(msgspec.Struct, frozen=True):
    """A new campaign. Tokens and invitations are shown this once."""

    campaign: CampaignName  #: what was made
    tokens: dict[str, str]  #: bearer tokens by role, shown this once
    #: A code for each free seat, to send to its player; shown this once.
    invitations: dict[str, str]
    head: Head  #: its last event
    checkpoint: str  #: a signed note (C2SP) that covers it


class ForkedCampaign(NewCampaign, frozen=True):
    """A new fork. Tokens and invitations are shown this once."""

    #: Seats whose holders' tokens are good here too, so that there is no invitation for them.
    held: tuple[str, ...]


class CampaignTried(msgspec.Struct, frozen=True):
    """What a campaign would be created with. Nothing was created."""

    edition: str  #: of the rules that it would be played under
    options: dict[str, str | int | bool]  #: every switch with its value
    seats: tuple[SeatName, ...]  #: in the order of the system, each with its player's name
    custom: tuple[str, ...]  #: the documents that `data` replaces


class Ancestor(msgspec.Struct, frozen=True):
    """A campaign that this one was forked from, or that was forked from it."""

    id: CampaignId
    name: str  #: what its creator called it
    at: int  #: the last event that both share


class Copy(msgspec.Struct, frozen=True):
    """Another copy of a campaign: its signer, its number of events and its kind."""

    key: str  #: the verifier key of its checkpoints
    size: int  #: how many events it has
    kind: Literal["live", "imported", "read-only"]  #: whether it is played here, or only kept


class Campaign(CampaignName, frozen=True, kw_only=True):
    """A campaign with its turn, phase and outcome."""

    #: `hidden` ones were public until the operator took them off the list.
    visibility: VisibilityHere
    edition: str  #: of the rules that it is played under
    turn: Label | None  #: null where the game counts none
    phase: Phase | None  #: null where the game has none now
    #: Whose answer the game waits for; several seats may be awaited at once.
    waiting: tuple[Awaited, ...]
    outcome: Outcome | None  #: how it ended; null while it is played
    head: Head  #: its last event
    at: str  #: when its last event was accepted, in UTC
    options: dict[str, str | int | bool]  #: its switches, by key
    seats: tuple[SeatView, ...]  #: in the order of the system
    seals_opened: bool  #: whether everything that was hidden is shown
    #: The campaigns it was forked from, the oldest first, as far as the caller may see them.
    lineage: tuple[Ancestor, ...]
    #: The first 200 campaigns forked from it that the caller may see; `getLineage` lists all.
    forks: tuple[Ancestor, ...]
    fork_count: int  #: how many there are
    key: str  #: the verifier key that its checkpoints are signed with
    copies: tuple[Copy, ...]  #: copies of this campaign under other keys; `?key=` reads one


class CampaignItem(CampaignName, frozen=True, kw_only=True):
    """A campaign in the list."""

    turn: Label | None  #: null where the game counts none
    phase: Phase | None  #: null where the game has none now
    waiting: tuple[Awaited, ...]  #: whose answer the game waits for
    outcome: Outcome | None  #: how it ended; null while it is played
    head: Head  #: its last event
    at: str  #: when its last event was accepted, in UTC


class CampaignPage(msgspec.Struct, frozen=True):
    """Campaigns, newest first."""

    items: tuple[CampaignItem, ...]  #: the newest first
    next: str | None  #: the `after` of the next page; null on the last


class LineageNode(msgspec.Struct, frozen=True):
    """A campaign in the tree of forks."""

    id: CampaignId
    name: str  #: what its creator called it
    #: The campaign that it was forked from; null for a root, or where the caller may not see it.
    parent: str | None
    at: int | None  #: the last event that it shares with its parent
    restored: Restored | None  #: set where it goes on after a restored backup


class Lineage(msgspec.Struct, frozen=True):
    """The tree of forks that a campaign belongs to, as far as the caller may see it."""

    items: tuple[LineageNode, ...]  #: each after its parent
    next: str | None  #: the `after` of the next page; null on the last
