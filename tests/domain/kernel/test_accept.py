"""From a command to its event: what is refused, what is drawn, what is recorded."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from iacta.domain.kernel.campaign.accept import accept
from iacta.domain.kernel.campaign.requests import Entered, Request, explain
from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof import seals
from iacta.domain.kernel.proof.canonical import encode
from iacta.domain.kernel.proof.dice import Dice, command_digest
from iacta.domain.kernel.proof.errors import (
    BadRecord,
    Concluded,
    Conflict,
    DrawnRefusal,
    EditionChanged,
    EnteredMismatch,
    Forbidden,
    Invalid,
    NotKnown,
    NotYourTurn,
    OutOfPhase,
    Refused,
    RuleViolation,
)
from iacta.domain.kernel.proof.record import read_record, record_bytes, record_hash, with_hash
from iacta.domain.kernel.proof.seals import Secrets
from tests.support import chronicles
from tests.support.environment import ScriptedEnvironment
from tests.support.table import Table, play
from tests.systems.tally import SYSTEM
from tests.systems.tally import commands as cmd

SET_UP = ("referee", {"type": "tally.set-up"})
replace = msgspec.structs.replace


def bids(table: Table, north: int = 1, east: int = 0) -> Table:
    table.do("north", "tally.bid", bid=north)
    table.do("east", "tally.bid", bid=east)
    return table


def dealt(**found: Any) -> Table:
    return play(SYSTEM, SET_UP, **found)


Send = Callable[[Table], object]

REFUSALS: dict[str, tuple[Callable[[], Table], Send, type[Refused], str]] = {
    "no object": (dealt, lambda t: t.send("north", ["x"]), Invalid, "/command/type"),
    "no type": (dealt, lambda t: t.send("north", {}), Invalid, "/command/type"),
    "a type that is no text": (
        dealt,
        lambda t: t.send("north", {"type": 5}),
        Invalid,
        "/command/type",
    ),
    "an unknown type": (
        dealt,
        lambda t: t.do("north", "tally.fly"),
        Invalid,
        "/command/type",
    ),
    "a command of another endpoint": (
        dealt,
        lambda t: t.do("north", "campaign.claim", seat="north"),
        Invalid,
        "/command/type",
    ),
    "an unknown member": (
        dealt,
        lambda t: t.do("north", "tally.bid", bid=1, more=2),
        Invalid,
        "/command",
    ),
    "a member out of range": (
        dealt,
        lambda t: t.do("north", "tally.bid", bid=100),
        Invalid,
        "/command/bid",
    ),
    "a member of another type": (
        dealt,
        lambda t: t.do("north", "tally.bid", bid=True),
        Invalid,
        "/command/bid",
    ),
    "a member named sealed": (
        dealt,
        lambda t: t.do("north", "tally.bid", bid={"sealed": "ab" * 32}),
        Invalid,
        "/command",
    ),
    "another seat's role": (
        dealt,
        lambda t: t.do("referee", "tally.bid", bid=1),
        Forbidden,
        "",
    ),
    "the referee's command from a seat": (
        lambda: Table.found(SYSTEM),
        lambda t: t.do("north", "tally.set-up"),
        Forbidden,
        "",
    ),
    "an observer": (
        dealt,
        lambda t: t.do("observer", "tally.bid", bid=1),
        Forbidden,
        "",
    ),
    "a seat for a seat": (
        dealt,
        lambda t: t.do("east", "tally.bid", bid=1, for_="seat:north"),
        Forbidden,
        "/for",
    ),
    "for a seat that is not in play": (
        dealt,
        lambda t: t.do("referee", "tally.bid", bid=1, for_="seat:west"),
        Invalid,
        "/for",
    ),
    "a seat that is not in play": (
        dealt,
        lambda t: t.do("west", "tally.bid", bid=1),
        NotYourTurn,
        "",
    ),
    "another phase": (dealt, lambda t: t.do("north", "tally.roll"), OutOfPhase, ""),
    "not the seat that is due": (
        lambda: bids(dealt()),
        lambda t: t.do("east", "tally.roll"),
        NotYourTurn,
        "",
    ),
    "against a rule": (
        lambda: bids(dealt()),
        lambda t: t.do("north", "tally.roll", card="lance"),
        RuleViolation,
        "/command/card",
    ),
    "dice entered where none are": (
        lambda: bids(dealt()),
        lambda t: t.do("referee", "tally.roll", for_="seat:north", entered=Entered("w", (3,))),
        Forbidden,
        "/entered",
    ),
    "dice entered by a seat": (
        lambda: bids(dealt(options={"entered_dice": True})),
        lambda t: t.do("north", "tally.roll", entered=Entered("w", (3,))),
        Forbidden,
        "/entered",
    ),
    "too few dice entered": (
        lambda: bids(dealt(options={"entered_dice": True})),
        lambda t: t.do("referee", "tally.roll", for_="seat:north", entered=Entered("w", ())),
        EnteredMismatch,
        "",
    ),
    "too many dice entered": (
        lambda: bids(dealt(options={"entered_dice": True})),
        lambda t: t.do("referee", "tally.roll", for_="seat:north", entered=Entered("w", (3, 3))),
        EnteredMismatch,
        "",
    ),
    "a face that the die has not": (
        lambda: bids(dealt(options={"entered_dice": True})),
        lambda t: t.do("referee", "tally.roll", for_="seat:north", entered=Entered("w", (7,))),
        EnteredMismatch,
        "",
    ),
    "hidden dice entered": (
        lambda: Table.found(SYSTEM, options={"entered_dice": True}),
        lambda t: t.do("referee", "tally.set-up", entered=Entered("w", (3, 2, *range(18)))),
        EnteredMismatch,
        "",
    ),
    "dice entered where none are read": (
        lambda: dealt(options={"entered_dice": True}),
        lambda t: t.do(
            "referee", "tally.bid", bid=1, for_="seat:north", entered=Entered("w", (1,))
        ),
        EnteredMismatch,
        "",
    ),
    "a rewind to what is to come": (
        dealt,
        lambda t: t.do("referee", "campaign.rewind", to=2, reason="r"),
        Invalid,
        "/command/to",
    ),
    "a rewind by a seat": (
        dealt,
        lambda t: t.do("north", "campaign.rewind", to=1, reason="r"),
        Forbidden,
        "",
    ),
    "a rewind without a reason": (
        dealt,
        lambda t: t.do("referee", "campaign.rewind", to=1, reason=""),
        Invalid,
        "/command/reason",
    ),
    "a remark on what is to come": (
        dealt,
        lambda t: t.do("north", "campaign.annotate", seq=3, text="t"),
        Invalid,
        "/command/seq",
    ),
    "a ruling with an unknown change": (
        dealt,
        lambda t: t.do(
            "referee", "campaign.rule", text="t", reason="r", changes=[{"type": "tally.burn"}]
        ),
        Invalid,
        "/command/changes/0/type",
    ),
    "a ruling with an impossible change": (
        dealt,
        lambda t: t.do(
            "referee",
            "campaign.rule",
            text="t",
            reason="r",
            changes=[
                {"type": "tally.set-coins", "seat": "north", "coins": 3},
                {"type": "tally.set-coins", "seat": "west", "coins": 3},
            ],
        ),
        Invalid,
        "/command/changes/1/seat",
    ),
    "a winner named twice": (
        dealt,
        lambda t: t.do("referee", "campaign.conclude", reason="r", winners=["east", "east"]),
        Invalid,
        "/command/winners",
    ),
    "a winner who is not in play": (
        dealt,
        lambda t: t.do("referee", "campaign.conclude", reason="r", winners=["west"]),
        Invalid,
        "/command/winners",
    ),
    "seals opened before the end": (
        dealt,
        lambda t: t.do("referee", "campaign.open-seals"),
        OutOfPhase,
        "",
    ),
    "a reshuffle that is not due": (
        dealt,
        lambda t: t.do("referee", "campaign.reshuffle"),
        OutOfPhase,
        "",
    ),
    "an edition that is adopted": (
        dealt,
        lambda t: t.do("referee", "campaign.adopt-edition"),
        Conflict,
        "",
    ),
}


@pytest.mark.parametrize("case", REFUSALS)
def test_what_is_refused_leaves_nothing_drawn_and_nothing_changed(case: str) -> None:
    found, send, error, pointer = REFUSALS[case]
    table = found()
    asked, events = table.environment.asked, len(table.events)
    before = table.campaign
    with pytest.raises(error) as refusal:
        send(table)
    assert refusal.value.pointer == pointer
    assert table.environment.asked == asked
    assert (len(table.events), table.campaign) == (events, before)


@pytest.mark.parametrize(
    ("type_", "members"),
    [
        ("tally.bid", {"bid": 1}),
        ("campaign.rule", {"text": "t", "reason": "r"}),
        ("campaign.conclude", {"reason": "r"}),
        ("campaign.resign", {}),
        ("campaign.consent", {"to": 1}),
    ],
)
def test_a_campaign_that_is_over_takes_no_more(type_: str, members: dict[str, Any]) -> None:
    table = Table.found(SYSTEM).run()
    seats = ("tally.bid", "campaign.resign", "campaign.consent")
    with pytest.raises(Concluded):
        table.do("north" if type_ in seats else "referee", type_, **members)


def test_a_decision_that_refuses_after_it_has_drawn_is_a_fault() -> None:
    """Not a refusal, which would tell a face that was never recorded."""

    def decide(state: Any, command: Any, role: str, dice: Dice, secrets: Secrets) -> Any:
        dice.roll("d6", "too early")
        raise OutOfPhase("after the die")

    faulty = play(replace(SYSTEM, decide=decide))
    with pytest.raises(DrawnRefusal):
        faulty.do("referee", "tally.set-up")


def test_a_retained_link_is_drawn_by_the_next_command() -> None:
    """A refused command takes no link away."""
    table = bids(dealt())
    with pytest.raises(RuleViolation):
        table.do("north", "tally.roll", card="lance")
    assert table.do("north", "tally.roll").event.draws[0]["link"] == 2


# The event


def test_an_event_is_its_bytes() -> None:
    for made in chronicles.over().events:
        assert record_bytes(made.event) == made.record == encode(msgspec.to_builtins(made.event))
        assert record_hash(made.record) == made.hash
        assert read_record(made.record) == made.event
        full = {**msgspec.to_builtins(made.event), "hash": made.hash}
        assert with_hash(made.record, made.hash) == encode(full)


def test_shown_is_not_misled_by_a_member_in_the_command() -> None:
    table = dealt()
    text = '","key":"x","prev":"y'
    made = table.do("north", "campaign.annotate", seq=1, text=text)
    full = {**msgspec.to_builtins(made.event), "hash": made.hash}
    assert with_hash(made.record, made.hash) == encode(full)


def test_members_that_equal_their_default_are_left_out() -> None:
    table = bids(dealt())
    rolled = table.do("north", "tally.roll", card=None)
    assert rolled.event.command == {"type": "tally.roll"}


def test_two_spellings_of_a_command_have_the_same_dice() -> None:
    one, other = bids(dealt()), bids(dealt())
    first = one.do("north", "tally.roll").event
    second = other.do("north", "tally.roll", card=None).event
    assert record_bytes(first) == record_bytes(second)


def test_key_and_entropy_are_recorded_and_entropy_alone_changes_the_dice() -> None:
    made = [
        bids(dealt()).do("north", "tally.roll", key=key, entropy=entropy).event
        for key, entropy in (("a", ""), ("b", ""), ("a", "more"), ("a", "less"), ("a", "least"))
    ]
    assert [(event.key, event.entropy) for event in made[:3]] == [
        ("a", ""),
        ("b", ""),
        ("a", "more"),
    ]
    assert made[0].draws == made[1].draws
    assert len({repr(event.draws) for event in made}) > 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"key": "a b"},
        {"key": "x" * 65},
        {"entropy": "a/b"},
        {"entropy": "x" * 65},
        {"entropy": "é"},
    ],
)
def test_a_key_or_entropy_out_of_the_format_makes_no_record_that_can_be_read(
    wrong: dict[str, str],
) -> None:
    record = dealt().events[-1].event
    with pytest.raises(BadRecord):
        read_record(record_bytes(replace(record, **wrong)))


def test_a_time_never_goes_back() -> None:
    """When the clock does, an event has the time of the event before."""
    table = dealt()
    table.environment.ticks = -10_000
    table.environment.now = lambda: "2026-01-01T00:00:00.000Z"  # type: ignore[method-assign]
    before = table.campaign.at
    made = table.do("north", "tally.bid", bid=1)
    assert made.event.at == before


def test_open_comes_before_sealed() -> None:
    draws = dealt().events[-1].event.draws
    assert [draw["chain"] for draw in draws] == ["open", "sealed"]
    assert set(draws[1]) == {"chain", "link", "dice"}
    assert set(draws[1]["dice"]) == {"sealed"}


def test_a_secret_member_is_sealed_to_its_sender_and_has_one_shape() -> None:
    events = []
    for bid in (0, 5):
        table = dealt()
        made = table.do("north", "tally.bid", bid=bid)
        digest = made.event.command["bid"]["sealed"]
        assert table.known("seat:north")[digest] == bid
        assert digest not in table.known("seat:east")
        assert digest not in table.known("referee")
        events.append(len(made.record))
    assert events[0] == events[1]


def test_a_referee_who_acts_for_a_seat_seals_to_the_seat() -> None:
    table = dealt()
    made = table.do("referee", "tally.bid", bid=2, for_="seat:north")
    assert made.event.acting == "seat:north"
    assert 2 in table.known("seat:north").values()
    assert 2 not in table.known("referee").values()


def test_a_referee_who_must_not_see_a_hand_cannot_try_what_it_holds() -> None:
    """Whether a card is in the hand decides nothing that he is told: both are refused alike."""
    table = bids(dealt())
    hand = table.view("seat:north")["game"]["boards"][0]["hand"]
    told = []
    for card in (hand[0], "lance"):
        with pytest.raises(Forbidden) as refusal:
            table.do("referee", "tally.roll", for_="seat:north", card=card)
        told.append((refusal.value.detail, refusal.value.pointer))
    assert told[0] == told[1]
    assert table.do("referee", "tally.roll", for_="seat:north").event.acting == "seat:north"


def test_a_referee_who_may_see_all_plays_for_a_seat() -> None:
    table = bids(dealt(options={"referee_sees": "all"}))
    hand = table.view("referee")["game"]["boards"][0]["hand"]
    made = table.do("referee", "tally.roll", for_="seat:north", card=hand[0])
    assert made.event.effects[0]["card"] == hand[0]


@pytest.mark.parametrize("faces", [(1,), (9,), (1, 1), (1_000_000,)])
def test_dice_entered_where_the_decision_opens_more_than_the_sender_sees_tell_nothing(
    faces: tuple[int, ...],
) -> None:
    """Equal bids throw dice and others do not; the refusal is the same, whatever was bid."""
    told = []
    for bid in (0, 1, 2):
        table = dealt(options={"entered_dice": True})
        table.do("north", "tally.bid", bid=bid)
        asked, before = table.environment.asked, table.campaign
        with pytest.raises(EnteredMismatch) as refusal:
            table.do("referee", "tally.bid", bid=1, for_="seat:east", entered=Entered("w", faces))
        assert (table.environment.asked, table.campaign) == (asked, before)
        told.append((refusal.value.detail, refusal.value.die, refusal.value.purpose))
    assert set(told) == {
        ("dice cannot be entered for a command that depends on what the sender cannot see", "", "")
    }


def test_a_referee_who_sees_all_enters_the_dice_of_what_the_command_opens() -> None:
    table = dealt(options={"entered_dice": True, "referee_sees": "all"})
    table.do("north", "tally.bid", bid=1)
    bid = {"bid": 1, "for_": "seat:east"}
    with pytest.raises(EnteredMismatch) as refusal:
        table.do("referee", "tally.bid", **bid, entered=Entered("w", (3,)))
    assert (refusal.value.die, refusal.value.purpose) == ("d6", "east, equal bids")
    made = table.do("referee", "tally.bid", **bid, entered=Entered("w", (3, 5)))
    assert made.event.draws[0]["dice"][1] == {"die": "d6", "face": 5, "for": "east, equal bids"}


def test_a_blind_decision_reads_nothing_that_its_sender_does_not_know() -> None:
    """Sent on its own in a batch, it says that it rests on what is hidden, and draws nothing."""
    table = dealt()
    table.do("north", "tally.bid", bid=1)
    request = Request("seat:east", {"type": "tally.bid", "bid": 1}, "k")
    asked = table.environment.asked
    with pytest.raises(NotKnown):
        accept(table.campaign, request, table.context(blind=True))
    assert table.environment.asked == asked


def test_a_referee_who_may_see_all_sees_hands() -> None:
    table = dealt(options={"referee_sees": "all"})
    assert table.view("referee")["game"]["boards"][0]["hand"] is not None
    assert table.view("seat:east")["game"]["boards"][0]["hand"] is None
    assert table.view("public")["game"]["boards"][0]["hand"] is None


def test_the_event_that_completes_the_set_opens_every_choice() -> None:
    table = dealt()
    first = table.do("north", "tally.bid", bid=2).event.command["bid"]["sealed"]
    last = table.do("east", "tally.bid", bid=1).event
    second = last.command["bid"]["sealed"]
    assert last.effects[0]["type"] == "opened"
    assert set(last.effects[0]["openings"]) == {first, second}
    for digest, opening in last.effects[0]["openings"].items():
        seq = last.seq if digest == second else last.seq - 1
        salt = bytes.fromhex(opening["salt"])
        assert seals.digest(table.campaign.id, seq, salt, opening["value"]) == digest
    assert {first, second} <= table.known("public").keys()


def test_playing_a_card_opens_no_seal() -> None:
    """It shows the value, never which of the dealt cards it was."""
    table = bids(dealt())
    hand = table.view("seat:north")["game"]["boards"][0]["hand"]
    made = table.do("north", "tally.roll", card=hand[0])
    assert not made.opened
    assert "opened" not in [effect["type"] for effect in made.event.effects]
    assert list(seals.digests_in([made.event.command, made.event.effects])) == []


# Entered dice


def test_entered_dice_stand_alone_and_are_marked() -> None:
    table = bids(dealt(options={"entered_dice": True}))
    asked = table.environment.asked
    entered = Entered("Anna saw it.", (6,))
    made = table.do("referee", "tally.roll", for_="seat:north", entered=entered)
    assert made.event.draws == [
        {
            "chain": "entered",
            "witness": "Anna saw it.",
            "dice": [{"die": "d6", "face": 6, "for": "north rolls"}],
        }
    ]
    assert made.event.effects[0]["face"] == 6
    assert table.environment.asked == asked
    assert table.campaign.chains["open"].used == 1


# Chains


@pytest.mark.parametrize("links", [1, 2, 3, 5])
def test_a_chain_is_extended_by_the_event_that_draws_its_last_link(links: int) -> None:
    table = Table.found(SYSTEM, "long", environment=ScriptedEnvironment(links=links)).run()
    drawn = 0
    for made in table.events:
        opens = [draw for draw in made.event.draws if draw["chain"] == "open"]
        drawn += len(opens)
        extended = [
            effect
            for effect in made.event.effects
            if effect["type"] == "dice-chain-extended" and effect["chain"] == "open"
        ]
        assert bool(extended) == bool(opens and opens[0]["link"] == links)
        assert all(effect["links"] == links for effect in extended)
        assert not extended or made.event.effects[-1]["type"] == "dice-chain-extended"
    assert drawn > links


def test_an_extension_comes_after_what_the_rules_did() -> None:
    table = Table.found(SYSTEM, environment=ScriptedEnvironment(links=1))
    kinds = [effect["type"] for effect in table.do("referee", "tally.set-up").event.effects]
    assert kinds[-2:] == ["dice-chain-extended", "dice-chain-extended"]


def test_dice_depend_on_the_command_and_not_on_what_the_server_can_choose() -> None:
    """Salts, times and ids of hidden values differ; the faces do not."""
    table, other = dealt(), dealt()
    other.environment.salts += 1000
    other.environment.ticks += 1000
    one, two = (bids(at, 2, 2).events[-1].event for at in (table, other))
    assert command_digest(one.command) == command_digest(two.command)
    assert one.command != two.command
    assert one.draws == two.draws


# Errors


def test_a_pointer_leads_to_the_place() -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        msgspec.convert({"a": [{"b": 1}]}, dict[str, list[dict[str, str]]])
    assert explain(error.value)[1] == "/a/0/b" or explain(error.value)[1].startswith("/")


def test_the_acting_role_is_the_seats_where_the_referee_acts_for_it() -> None:
    assert Request("referee", None, "k", for_="seat:north").acting == "seat:north"
    assert Request("seat:north", None, "k").acting == "seat:north"


def test_a_game_command_waits_for_the_edition_to_be_adopted() -> None:
    table = dealt()
    newer: System = replace(SYSTEM, edition="2")
    table.system = newer
    with pytest.raises(EditionChanged):
        table.do("north", "tally.bid", bid=1)
    with pytest.raises(EditionChanged):
        table.do("referee", "campaign.rule", text="t", reason="r")
    table.do("north", "campaign.annotate", seq=1, text="still possible")
    adopted = table.do("referee", "campaign.adopt-edition").event.effects[0]
    assert (adopted["type"], adopted["edition"]) == ("edition-adopted", "2")
    table.do("north", "tally.bid", bid=1)


def test_an_adopted_edition_keeps_the_documents_that_the_campaign_brought() -> None:
    deck = {"cards": [{"name": "lance", "worth": 2, "count": 20}]}
    table = dealt(data={"deck": deck})
    pinned = table.events[0].event.effects[0]["data"]
    table.system = replace(SYSTEM, edition="2")
    assert table.do("referee", "campaign.adopt-edition").event.effects[0]["data"] == pinned


def test_every_command_struct_is_closed() -> None:
    for spec in cmd.COMMANDS:
        assert spec.shape.__struct_config__.forbid_unknown_fields


def test_each_effect_is_folded_once_when_its_event_is_made() -> None:
    """What ends the game included: its conclusion is asked of the same fold."""
    folded: list[Any] = []

    def counting(state: Any, effect: Any) -> Any:
        folded.append(effect)
        return SYSTEM.evolve(state, effect)

    table = Table.found(replace(SYSTEM, evolve=counting)).run()
    made = [effect for one in table.events for effect in one.event.effects]
    assert made[-1]["type"] == "concluded"
    assert len(folded) == sum(effect["type"].startswith("tally.") for effect in made)
    assert folded == [effect for one in table.events for effect in one.game_effects]
