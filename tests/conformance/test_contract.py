"""What every system promises, held over whole games that bots have played."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.campaign.conformance import declared
from iacta.domain.kernel.campaign.facts import decode_effect
from iacta.domain.kernel.campaign.fold import replay
from iacta.domain.kernel.campaign.genesis import switches
from iacta.domain.kernel.campaign.options import options as all_options
from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.contract.choices import Option, Unfillable, fill
from iacta.domain.kernel.proof.errors import CorruptLog, Refused
from iacta.domain.kernel.proof.seals import Sealed
from tests.conformance.subjects import IDS, SCENARIOS, SUBJECTS, Subject, games, played
from tests.support.choosing import matches
from tests.support.environment import Below, plain
from tests.support.keys import SIGNER, check_signature
from tests.support.table import Table

each_scenario = pytest.mark.parametrize(("subject", "scenario"), SCENARIOS, ids=IDS, scope="module")
"""One after the other, so that a process plays the game once that they all look at."""
each_system = pytest.mark.parametrize("subject", SUBJECTS, ids=str)


def test_the_games_are_these() -> None:
    """Discovery that finds nothing would pass every other test of this suite."""
    assert set(games()) == {"civil-war", "samnite-wars", "de-bello-punico", "naval-battle"}


@each_scenario
def test_the_same_commands_links_salts_ids_and_clock_give_the_same_bytes(
    subject: Subject, scenario: str
) -> None:
    table = played(subject.system.key, scenario)
    again = Table.found(subject.system, scenario)
    for made in table.events[1:]:
        event = made.event
        again.send(
            event.by,
            posted(table, event.seq),
            key=event.key,
            entropy=event.entropy,
            for_=event.for_,
        )
    assert [made.record for made in again.events] == [made.record for made in table.events]


def posted(table: Table, seq: int) -> dict[str, Any]:
    """An event's command as it was sent, its secret members shown."""
    values = table.vault.values()
    return {
        name: values[member["sealed"]]
        if isinstance(member, dict) and "sealed" in member
        else member
        for name, member in table.events[seq - 1].event.command.items()
    }


@each_scenario
def test_a_random_game_keeps_its_promises_to_the_end(subject: Subject, scenario: str) -> None:
    """One game, looked at after every eighth command; the soak looks at each step of many."""
    walk(subject, scenario, "promises", every=8)


def walk(subject: Subject, scenario: str, seed: str, every: int = 1) -> None:
    """A random game within its turn limit: options, what is accepted, and views as it goes.

    ``every``: after how many commands all that is promised is looked at again.
    """
    table, below = Table.found(subject.system, scenario), Below(seed)
    pool: dict[str, dict[str, Any]] = {}
    while table.campaign.outcome is None:
        if len(table.events) % every:
            assert table.step(below)
            continue
        offered = {role: table.options(role) for role in table.roles}
        someone_awaited_can_act(table, offered)
        every_option_is_accepted(table, offered, pool, below)
        every_accepted_command_is_an_option(table, offered, pool, below)
        what_the_referee_may_enter_is_open_to_the_seat(table, offered, below)
        every_change_of_a_ruling_is_accepted(table, below)
        every_view_is_closed(table)
        assert table.step(below)
    assert not table.standing.waiting or table.campaign.last_secret_seq
    assert any(ending.is_of(table) for ending in subject.declared("endings"))


def someone_awaited_can_act(table: Table, offered: Mapping[str, Sequence[Option]]) -> None:
    """Somebody is awaited, and whoever is awaited has an option: there is no dead end."""
    standing = table.standing
    limit = table.system.scenario(table.campaign.scenario).turn_limit
    assert standing.waiting
    assert limit is None or standing.turn is None or standing.turn.number <= limit
    for waiting in standing.waiting:
        role = waiting.seat if waiting.seat == "referee" else f"seat:{waiting.seat}"
        kinds = {option.command["type"] for option in offered[role]}
        assert kinds & set(waiting.kinds), f"{role} is awaited and has no option"


def every_option_is_accepted(
    table: Table,
    offered: Mapping[str, Sequence[Option]],
    pool: dict[str, dict[str, Any]],
    below: Below,
) -> None:
    """Each with random choices, kept in the pool; free choices are left to the system's bot."""
    for role, options in offered.items():
        for option in options:
            try:
                command = fill(option, below)
            except Unfillable:
                continue
            assert matches(option, command)
            table.would(role, command)
            pool[repr(command)] = command


def every_accepted_command_is_an_option(
    table: Table,
    offered: Mapping[str, Sequence[Option]],
    pool: dict[str, dict[str, Any]],
    below: Below,
) -> None:
    """Whatever could be sent earlier in the game is tried again, in every seat."""
    tried = list(pool.values())
    for role in table.roles[1:]:
        for _ in range(min(4, len(tried))):
            command = tried[below(len(tried))]
            try:
                table.would(role, command)
            except Refused:
                continue
            assert any(matches(option, command) for option in offered[role]), (role, command)


def what_the_referee_may_enter_is_open_to_the_seat(
    table: Table, offered: Mapping[str, Sequence[Option]], below: Below
) -> None:
    """Offered for a seat without sight of its secrets is nothing but what the seat may do."""
    if not table.system.hidden_hands:
        return
    seat = table.roles[1 + below(len(table.roles) - 1)]
    for option in table.options_in_name(seat.removeprefix("seat:")):
        if option.command["type"].startswith("campaign."):
            continue
        try:
            command = fill(option, below)
        except Unfillable:
            continue
        assert any(matches(own, command) for own in offered[seat]), (seat, command)
        table.would("referee", command, for_=seat)


def every_change_of_a_ruling_is_accepted(table: Table, below: Below) -> None:
    """One of those that the referee is offered, its choices made at random; a few moments do."""
    system = table.system
    if system.rulings is None or below(3):
        return
    offered = all_options(table.campaign, system, "referee", table.known("referee"))
    (rule,) = [one for one in offered if one.id == "campaign.rule"]
    if "/changes" in rule.choices:
        command = fill(rule, below)
        assert matches(rule, command)
        assert len(command["changes"]) == 1
        table.would("referee", command)


def every_view_is_closed(table: Table) -> None:
    """To JSON and back, and with no member besides its own."""
    for role in ("public", *table.roles):
        game = table.view(role)["game"]
        assert plain(msgspec.convert(game, table.system.view_type)) == game
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**game, "no_such": 1}, table.system.view_type)


@each_scenario
def test_every_effect_folds_and_the_fold_is_what_was_live(subject: Subject, scenario: str) -> None:
    table = played(subject.system.key, scenario)
    events = [(made.record, made.hash) for made in table.events]
    assert list(replay(events, subject.system)) == table.states[1:]


@each_scenario
def test_an_effect_where_it_cannot_be_is_a_corrupt_log(subject: Subject, scenario: str) -> None:
    """Before the game has begun, and a second time: it raises, or changes what it changes."""
    system = subject.system
    table = played(system.key, scenario)
    for made, before in zip(table.events, table.states, strict=False):
        if before.game is None or made.event.command["type"].startswith("campaign."):
            continue
        state = before.game
        for plain_effect in game_effects(made.event.effects):
            effect = decode_effect(system, plain_effect)
            after = system.evolve(state, effect)
            for wrong in (system.state_type(), after):
                try:
                    result = system.evolve(wrong, effect)
                except CorruptLog:
                    continue
                assert after == state or result != wrong or wrong is after, plain_effect
            state = after


def game_effects(effects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [effect for effect in effects if "." in effect["type"]]


@each_scenario
def test_an_effect_that_is_not_known_or_not_closed_is_a_corrupt_log(
    subject: Subject, scenario: str
) -> None:
    table = played(subject.system.key, scenario)
    seen = {}
    for made in table.events:
        seen.update({effect["type"]: effect for effect in game_effects(made.event.effects)})
    for effect in seen.values():
        for wrong in ({**effect, "no_such": 1}, {**effect, "type": effect["type"] + "-x"}):
            with pytest.raises(CorruptLog):
                decode_effect(subject.system, wrong)


@each_scenario
def test_effects_go_to_json_and_back(subject: Subject, scenario: str) -> None:
    for made in played(subject.system.key, scenario).events:
        for effect in game_effects(made.event.effects):
            decoded = decode_effect(subject.system, effect)
            assert msgspec.convert(plain(decoded), subject.system.effect_type) == decoded


@each_scenario
def test_commands_go_to_json_and_back_and_are_closed(subject: Subject, scenario: str) -> None:
    table = played(subject.system.key, scenario)
    specs = {spec.type: spec for spec in subject.system.commands}
    for made in table.events:
        spec = specs.get(made.event.command["type"])
        if spec is None:
            continue
        command = posted(table, made.event.seq)
        assert plain(msgspec.convert(command, spec.shape)) == command
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**command, "no_such": 1}, spec.shape)


@each_scenario
def test_states_go_to_json_and_back_and_are_closed(subject: Subject, scenario: str) -> None:
    """A snapshot is the state as JSON."""
    system = subject.system
    for campaign in played(system.key, scenario).states[1::3]:
        data = msgspec.json.encode(campaign.game)
        assert msgspec.json.decode(data, type=system.state_type) == campaign.game
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**msgspec.json.decode(data), "no_such": 1}, system.state_type)


@each_scenario
def test_deciding_a_recorded_campaign_again_gives_the_same_effects(
    subject: Subject, scenario: str
) -> None:
    table = played(subject.system.key, scenario)
    report = verify_capsule(
        table.capsule(),
        check_signature,
        key=SIGNER.key.text(),
        systems={subject.system.key: subject.system},
    )
    assert report.failed() == []
    assert report.check(10).result == "pass"
    assert report.counts.decided == len(table.events)


@each_scenario
def test_every_event_has_a_story_for_every_reader(subject: Subject, scenario: str) -> None:
    table = played(subject.system.key, scenario)
    for seq in range(1, len(table.events) + 1):
        effects = game_effects(table.events[seq - 1].event.effects)
        for role in ("public", *table.roles):
            story = table.story(role, seq)
            assert all(line.strip() for line in story.text)
            assert story.text or not effects


@each_system
def test_what_a_system_declares_is_consistent(subject: Subject) -> None:
    system = subject.system
    assert declared(system) == []
    for switch in switches(system):
        assert len(set(switch.titles)) == len(switch.values), f"{switch.key}: a title a value"
    assert all(rule.note for rule in system.rulebook.rules if rule.status == "left-out")
    assert "random" in system.bots


@each_system
def test_a_newcomer_is_told_how_each_game_goes(subject: Subject) -> None:
    """In a few short paragraphs, each a whole sentence or more."""
    primer = subject.system.primer
    assert 2 <= len(primer) <= 6
    assert [line for line in primer if not line.endswith(".") or len(line) > 400] == []


@each_system
def test_every_document_of_ours_passes_its_own_check(subject: Subject) -> None:
    for document in subject.system.documents:
        again = msgspec.convert(plain(document.default), document.shape)
        assert again == document.default
        if document.check is not None:
            document.check(again)


@each_scenario
def test_what_is_sealed_is_sealed_whole(subject: Subject, scenario: str) -> None:
    """A sealed value holds no sealed value, and stands under a digest of its own."""
    table = played(subject.system.key, scenario)
    digests = [digest for made in table.events for digest in made.sealed]
    assert len(set(digests)) == len(digests)
    assert all(Sealed(digest).sealed == digest and len(digest) == 64 for digest in digests)
