"""The campaign's own options, beside those of the game."""

import copy
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.campaign.options import game_options, options, options_in_name
from iacta.domain.kernel.campaign.waiting import standing
from iacta.domain.kernel.contract.choices import Alternative, ChooseBySchema, Option, fill, some_of
from iacta.domain.kernel.proof.errors import Refused
from iacta.domain.kernel.proof.vault import Vault
from tests.support import chronicles
from tests.support.choosing import matches
from tests.support.environment import Below
from tests.support.table import Table
from tests.systems.tally import SYSTEM

CHRONICLES = ("agreed", "branched", "noted", "rewound", "stood")
LONGER_THAN_ANY_GRACE = 400
"""days"""


def own(table: Table, role: str) -> list[Option]:
    """The campaign's options of a role; a ruling's changes are left to the schema."""
    return [
        one
        for one in options(table.campaign, table.system, role, table.known(role))
        if one.command["type"].startswith("campaign.")
        and not any(isinstance(choice, ChooseBySchema) for choice in one.choices.values())
    ]


def moments(name: str) -> Iterator[Table]:
    """A chronicle's table after each of its events, when every grace is over."""
    whole = chronicles.EVERY[name]()
    for seq in range(1, len(whole.events) + 1):
        table = copy.copy(whole)
        table.environment = copy.copy(whole.environment)
        table.environment.days = LONGER_THAN_ANY_GRACE
        heads = whole.states[seq].chains.items()
        table.environment.used = {name: head.used for name, head in heads}
        table.environment.current = {
            name: whole.environment.chains[head.anchor] for name, head in heads
        }
        table.events, table.states = whole.events[:seq], whole.states[: seq + 1]
        table.vault = Vault({key: one for key, one in whole.vault.items() if one.seq <= seq})
        yield table


def agreed_already(table: Table, role: str, command: Mapping[str, Any]) -> bool:
    """Whether it is a seat's second agreement to a fork, which bounds cannot leave out."""
    agreed = {(f"seat:{one.seat}", one.at) for one in table.campaign.fork_consents}
    return "withdraw" not in command and (role, command.get("fork")) in agreed


@pytest.mark.parametrize("name", CHRONICLES)
def test_what_the_campaign_offers_is_accepted(name: str) -> None:
    below = Below(name)
    for table in moments(name):
        for role in table.roles:
            for one in own(table, role):
                command = fill(one, below)
                if not agreed_already(table, role, command):
                    table.would(role, command)


@pytest.mark.parametrize("name", CHRONICLES)
def test_what_the_campaign_accepts_is_offered(name: str) -> None:
    """Whatever somebody could send at one moment is tried by everybody at all others."""
    below = Below(name)
    pool = {
        repr(command): command
        for table in moments(name)
        for role in table.roles
        for command in [fill(one, below) for one in own(table, role)[-3:]]
    }
    for table in moments(name):
        for role in table.roles:
            command = list(pool.values())[below(len(pool))]
            try:
                table.would(role, command)
            except Refused:
                continue
            if "fork" in command and not table.campaign.last_secret_seq:
                continue  # taken, and of no use: nothing is hidden yet
            assert any(matches(one, command) for one in own(table, role)), (role, command)


def test_every_command_that_may_be_posted_is_offered_at_some_time() -> None:
    kinds = {
        one.command["type"]
        for name in CHRONICLES
        for table in moments(name)
        for role in table.roles
        for one in options(table.campaign, table.system, role, table.known(role))
    }
    assert {kind.partition(".")[2] for kind in kinds if kind.startswith("campaign.")} == {
        *("annotate", "conclude", "consent", "open-seals", "reshuffle", "resign", "rewind", "rule"),
        *("stand", "stand-down"),
    }


def test_the_games_own_options_come_first() -> None:
    table = chronicles.live()
    for role in table.roles:
        known = table.known(role)
        game = list(SYSTEM.options(table.game, role, known))
        assert list(game_options(table.campaign, SYSTEM, role, known)) == game
        assert list(options(table.campaign, SYSTEM, role, known))[: len(game)] == game


def ids(table: Table, role: str) -> list[str]:
    return [one.id.removeprefix("campaign.") for one in own(table, role)]


def test_an_open_campaign_offers_this() -> None:
    table = chronicles.live()
    assert ids(table, "referee") == ["rewind", "conclude", "annotate"]
    assert ids(table, "seat:north") == [
        *("stand.rolls", "consent", "consent-fork", "resign", "annotate"),
    ]
    (conclude,) = [one for one in own(table, "referee") if one.id == "campaign.conclude"]
    assert conclude.choices["/winners"] == some_of(
        [Alternative(seat.seat, seat.name) for seat in table.campaign.seats], 0, 2
    )


@pytest.mark.parametrize("name", CHRONICLES)
def test_what_is_offered_in_a_seats_name_is_accepted_from_the_referee(name: str) -> None:
    below = Below(name)
    for table in moments(name):
        for role in table.roles[1:]:
            known = table.known("referee")
            for one in options_in_name(
                table.campaign, table.system, role.removeprefix("seat:"), known
            ):
                table.would("referee", fill(one, below), for_=role)


def test_what_a_seat_answers_by_its_own_token_only_is_not_offered_in_its_name() -> None:
    begun, over = chronicles.live(), chronicles.over()

    def in_name(table: Table) -> list[str]:
        found = options_in_name(table.campaign, SYSTEM, "north", table.known("referee"))
        return [one.id for one in found if one.id.startswith("campaign.")]

    assert in_name(begun) == [
        f"campaign.{kind}" for kind in ("stand.rolls", "consent", "resign", "annotate")
    ]
    assert in_name(over) == ["campaign.annotate"]


def test_a_seat_resigns_once() -> None:
    table = Table.found(SYSTEM)
    table.do("north", "campaign.resign")
    assert "resign" not in ids(table, "seat:north")
    assert "resign" in ids(table, "seat:east")


def test_a_fork_is_agreed_to_only_once_something_is_hidden() -> None:
    table = Table.found(SYSTEM)
    assert "consent-fork" not in ids(table, "seat:north")
    table.do("referee", "tally.set-up")
    assert "consent-fork" in ids(table, "seat:north")


def test_only_the_referee_and_the_seats_have_options() -> None:
    table = chronicles.live()
    for role in ("nobody", "observer", "service", "public"):
        assert options(table.campaign, SYSTEM, role, {}) == ()


def test_the_game_rests_while_the_referee_has_to_reshuffle_and_once_it_is_over() -> None:
    begun = chronicles.live()
    due, over = begun.fork(begun.campaign.seq, seen=True), chronicles.over()
    for table in (due, over):
        for role in table.roles:
            assert game_options(table.campaign, SYSTEM, role, table.known(role)) == ()
    awaited = [waiting.kinds for waiting in standing(due.campaign, SYSTEM).waiting]
    assert awaited == [("campaign.reshuffle",)]
    assert [one.id for one in own(due, "referee")] == ["campaign.reshuffle", "campaign.conclude"]


def test_another_edition_is_adopted_before_the_game_goes_on() -> None:
    table = chronicles.live()
    newer = msgspec.structs.replace(SYSTEM, edition="next")
    assert game_options(table.campaign, newer, "seat:north", {}) == ()
    offered = [one.id for one in options(table.campaign, newer, "referee", {})]
    assert offered[0] == "campaign.adopt-edition"
    assert "campaign.rule" not in offered
    seats = [one.id for one in options(table.campaign, newer, "seat:north", {})]
    assert "campaign.adopt-edition" not in seats
