"""Windows answered in advance: what is public, what is sealed, who answers, and when it ends."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from iacta.domain.kernel.campaign.answering import due
from iacta.domain.kernel.campaign.narrate import narrate
from iacta.domain.kernel.proof.errors import Conflict, EditionChanged, Forbidden, Invalid
from iacta.domain.kernel.proof.seals import digests_in
from tests.support.table import Table
from tests.systems.tally import SYSTEM
from tests.systems.tally.rules.hands import hand

WORTH = {"sword": 3, "shield": 2, "sling": 1}
SWORD = {"worth": 3}


def dealt() -> Table:
    """Two seats with their cards; north bids the most and leads the first turn."""
    table = Table.found(SYSTEM).claim("north", "east")
    table.do("referee", "tally.set-up")
    return table


def rolled(table: Table) -> Table:
    """The bids are laid and north has rolled: east is asked."""
    table.do("north", "tally.bid", bid=1)
    table.do("east", "tally.bid", bid=0)
    table.do("north", "tally.roll", entropy="alea")
    return table


def held(table: Table, seat: str) -> list[str]:
    return hand(table.game.board(seat), table.known(f"seat:{seat}")) or []


def answers(table: Table) -> list[tuple[str, str]]:
    return [(one.seat, one.window) for one in table.campaign.standing_answers]


def text(table: Table, seq: int, role: str = "public") -> tuple[str, ...]:
    event, states = table.events[seq - 1].event, table.states
    known = table.known(role)
    return narrate(event, states[seq - 1], states[seq], SYSTEM, known).text


def test_that_a_seat_answers_in_advance_is_public_and_what_it_answers_is_sealed() -> None:
    worlds = [dealt(), dealt()]
    for table, answer in zip(worlds, ({}, SWORD), strict=True):
        event = table.stand("east", "rolls", "turn", answer, entropy="e").event
        (digest,) = digests_in(event.command)
        assert event.effects == [
            {
                "type": "standing-laid",
                "seat": "east",
                "window": "rolls",
                "until": "turn",
                "answer": digest,
            }
        ]
        assert table.vault.get(digest).to == ("seat:east",)
        (mine,) = table.view("seat:east")["standing_answers"]
        assert mine["answer"] == answer
    (left,), (right,) = (table.view("seat:north")["standing_answers"] for table in worlds)
    assert left == right
    assert left == {
        "seat": "east",
        "window": "rolls",
        "until": "turn",
        "title": "rolls until the end of the turn",
        "event": 5,
    }


def test_a_view_without_standing_answers_is_as_it_was() -> None:
    assert "standing_answers" not in dealt().view("seat:north")


def test_the_service_gives_the_answer_as_the_seat_would() -> None:
    by_hand, in_advance = rolled(dealt()), dealt()
    card = held(by_hand, "east")[0]
    by_hand.do("east", "tally.answer", card=card)
    in_advance.stand("east", "rolls", "game", {"worth": WORTH[card]}, entropy="e1")
    given, mine = rolled(in_advance).events[-1], by_hand.events[-1]
    assert (given.event.by, given.event.for_) == ("service", "seat:east")
    assert (given.event.key, given.event.entropy) == (f"standing-{given.event.seq}", "e1")
    assert given.event.command == mine.event.command
    assert given.event.effects == mine.event.effects


def test_it_passes_where_the_seat_does_not_hold_the_card() -> None:
    table = dealt()
    (absent, *_) = {"sword", "shield", "sling"} - set(held(table, "east"))
    table.stand("east", "rolls", "game", {"worth": WORTH[absent]})
    assert rolled(table).events[-1].event.command == {"type": "tally.pass"}


def test_it_answers_the_window_that_is_open_already() -> None:
    table = rolled(dealt())
    table.stand("east", "rolls", "turn", {})
    assert table.events[-1].event.command == {"type": "tally.pass"}
    assert table.game.phase == "bids"


def test_the_last_answer_laid_is_given() -> None:
    table = dealt()
    card = held(table, "east")[0]
    table.stand("east", "rolls", "game", {"worth": WORTH[card]})
    table.stand("east", "rolls", "game", {})
    assert answers(table) == [("east", "rolls")]
    assert rolled(table).events[-1].event.command == {"type": "tally.pass"}


def test_a_withdrawn_answer_is_not_given() -> None:
    table = dealt()
    table.stand("east", "rolls", "game", {})
    table.do("east", "campaign.stand-down", window="rolls")
    assert rolled(table).game.phase == "window"
    with pytest.raises(Conflict, match="no standing answer to 'rolls'"):
        table.do("east", "campaign.stand-down", window="rolls")


def test_it_ends_in_the_event_that_brings_its_fact() -> None:
    table = dealt()
    table.stand("north", "rolls", "game", {})
    table.stand("east", "rolls", "turn", {})
    ended = [one for one in rolled(table).events[-1].event.effects if "seat" in one][-1]
    assert ended == {"type": "standing-ended", "seat": "east", "window": "rolls"}
    assert answers(table) == [("north", "rolls")]


VOIDED: dict[str, Callable[[Table], Any]] = {
    "a rewind": lambda table: table.do("referee", "campaign.rewind", to=4, reason="a slip"),
    "a conclusion": lambda table: table.do("referee", "campaign.conclude", reason="agreed"),
    "a hand-over": lambda table: table.hand_over("seat:east"),
    "a claim": lambda table: table.claim("east"),
    "a resignation": lambda table: table.do("east", "campaign.resign"),
}


@pytest.mark.parametrize("what", VOIDED)
def test_it_ends_with(what: str) -> None:
    table = dealt()
    table.stand("east", "rolls", "game", {})
    VOIDED[what](table)
    assert answers(table) == []


def test_the_answers_of_others_outlast_a_seats_hand_over() -> None:
    table = dealt()
    table.stand("north", "rolls", "game", {})
    table.hand_over("seat:east")
    assert answers(table) == [("north", "rolls")]


def test_a_fork_carries_no_standing_answer() -> None:
    """Else its play would tell in one branch what the other has sealed."""
    table = dealt()
    table.stand("east", "rolls", "game", {})
    child = table.fork(table.campaign.seq)
    assert answers(child) == []


def test_it_ends_with_another_edition() -> None:
    table = dealt()
    table.stand("east", "rolls", "game", {})
    table.system = replace(SYSTEM, edition="2")
    with pytest.raises(EditionChanged):
        table.stand("east", "rolls", "game", {})
    assert due(table.campaign, table.system) is None
    table.do("referee", "campaign.adopt-edition")
    assert answers(table) == []


@pytest.mark.parametrize(
    ("members", "pointer"),
    [
        ({"window": "raids"}, "/command/window"),
        ({"until": "doomsday"}, "/command/until"),
        ({"answer": {"worth": 4}}, "/command/answer/worth"),
        ({"answer": {"card": "sword"}}, "/command/answer"),
        ({"answer": None}, "/command/answer"),
    ],
)
def test_what_the_game_does_not_know_is_refused(members: dict[str, Any], pointer: str) -> None:
    command = {"window": "rolls", "until": "turn", "answer": {}, **members}
    with pytest.raises(Invalid) as refused:
        dealt().do("east", "campaign.stand", **command)
    assert refused.value.pointer == pointer


def test_a_card_that_is_not_held_may_be_laid() -> None:
    """A refusal would rest on the hand; what is laid now may be held when it is asked for."""
    for worth in WORTH.values():
        dealt().stand("east", "rolls", "game", {"worth": worth})


def test_the_service_sends_nothing_else_in_a_seats_name() -> None:
    table = dealt()
    with pytest.raises(Forbidden, match="only the referee acts for a seat"):
        table.do("service", "campaign.resign", for_="seat:east")


def test_the_log_tells_that_it_stands_and_that_it_answers() -> None:
    table = dealt()
    table.stand("east", "rolls", "game", SWORD)
    laid = table.campaign.seq
    stands = "East: a standing answer to rolls until the end of the game"
    assert text(table, laid) == (f"{stands}.",)
    assert text(table, laid, "seat:east") == (f"{stands}: answer with a 3.",)
    table.stand("east", "rolls", "turn", {})
    rolled(table)
    assert text(table, table.campaign.seq)[0] == "east passes (by standing order)."
    assert "The standing answer of East to rolls ends." in text(table, table.campaign.seq)


def test_an_answer_that_changes_nothing_goes_on_with_the_beat_before_it() -> None:
    names = ("north", "east", "south")
    table = Table.found(SYSTEM, seats=[{"name": name, "seat": name} for name in names])
    table.do("referee", "tally.set-up")
    table.stand("east", "rolls", "game", {})
    for seat, bid in zip(names, (1, 0, 0), strict=True):
        table.do(seat, "tally.bid", bid=bid)
    table.do("north", "tally.roll")
    table.do("south", "tally.pass")

    def continues(seq: int) -> bool:
        before, after = table.states[seq - 1 : seq + 1]
        beat = narrate(table.events[seq - 1].event, before, after, SYSTEM, {}).beat
        return beat is not None and beat.continues

    going_on = [made.event for made in table.events if continues(made.event.seq)]
    assert [event.command["type"] for event in going_on] == ["campaign.stand", "tally.pass"]
    assert table.events[-2].event == going_on[-1]
