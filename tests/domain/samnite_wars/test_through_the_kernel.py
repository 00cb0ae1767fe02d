"""Whole games through the kernel: sealed, opened, verified, forked, rewound, by the referee too."""

import re
from typing import Any

import pytest

from iacta.domain.kernel.campaign.requests import Entered
from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.proof.errors import Forbidden, Invalid, Refused
from iacta.domain.samnite_wars import SYSTEM
from iacta.domain.samnite_wars.rules.hands import cards_in_hand
from iacta.domain.samnite_wars.tables import DECK
from tests.domain.samnite_wars.given import SEATS
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.keys import SIGNER, check_signature
from tests.support.table import Table

ALL = sorted(card.name for card in DECK)


def table_of(count: int = 2, seed: str = "alea", **more: Any) -> Table:
    seats = [{"name": seat, "seat": seat} for seat in SEATS[:count]]
    return Table.found(SYSTEM, environment=ScriptedEnvironment(seed), seats=seats, **more)


def until(table: Table, step: str, seed: str = "until", laid: int = 0) -> Table:
    """Played by bots up to a step in which so many have laid their choice."""
    below = Below(seed)
    while table.game.step != step or sum(bool(one.laid) for one in table.game.players) < laid:
        assert table.step(below, "shrewd")
    return table


def test_what_is_asked_is_not_said_in_the_title_of_its_step() -> None:
    """They stand beside each other, and share no word."""
    table, below, met = table_of(4), Below("said once"), set()
    while len(met) < 12:
        where = SYSTEM.standing(table.game)
        assert where.phase is not None
        title = set(re.findall(r"\w+", where.phase.title.lower())) - {"the", "a"}
        for one in where.waiting:
            assert not title & set(re.findall(r"\w+", one.for_.lower())), (title, one.for_)
        met.add(table.game.step)
        assert table.step(below, "random")


def report(table: Table, audience: str) -> Any:
    capsule = table.capsule(audience)
    systems = {"samnite-wars": SYSTEM}
    return verify_capsule(capsule, check_signature, key=SIGNER.key.text(), systems=systems)


def everywhere(table: Table) -> list[str]:
    """Every card of the game, wherever it lies."""
    values, state = table.vault.values(), table.game
    names = [*state.discard, *values[state.deck][state.drawn :]]
    for pile in state.face_down:
        names += values[pile.cards]
    for player in state.players:
        names += cards_in_hand(player, values.__getitem__)
    return sorted(names)


@pytest.mark.parametrize("count", [2, 4])
def test_at_the_end_the_whole_game_is_verified_deck_and_hands(count: int) -> None:
    """SW P4, SW-42: every seal is opened, every shuffle and deal decided again."""
    table = table_of(count, options={"turn_limit": 20}).run(seed="verified")
    table.do("referee", "campaign.open-seals")
    found = report(table, "public")
    assert found.failed() == []
    assert found.check(10).result == "pass"
    assert found.counts.decided == len(table.events)
    assert everywhere(table) == ALL


@pytest.mark.parametrize("audience", ["public", "seat:fabius", "seat:papirius"])
def test_in_the_middle_a_capsule_verifies_without_the_others_openings(audience: str) -> None:
    """SW-15: with one effort laid; what is not at hand is not run, and nothing fails."""
    table = until(table_of(), "efforts", laid=1)
    found = report(table, audience)
    assert found.failed() == []
    openings = table.vault.seen_by(audience, table.campaign.seq)
    shown = [opening.value for opening in openings.values()]
    if audience == "public":
        assert not any(isinstance(value, list) and len(value) >= 10 for value in shown)
    else:
        assert any(isinstance(value, list) and len(value) >= 10 for value in shown)
    laid = next(player for player in table.game.players if player.laid)
    assert (laid.laid in openings) == (audience == f"seat:{laid.seat}")


def test_sw_15_a_laid_effort_is_in_nobody_elses_view() -> None:
    """SW-15: the referee sees as little as the public, unless the campaign says otherwise."""
    table = until(table_of(3), "efforts", laid=1)
    laid = next(player.seat for player in table.game.players if player.laid)
    for role in ("public", *table.roles):
        battle = table.view(role)["game"]["battle"]
        side = battle["rome"] if battle["rome"]["seat"] == laid else battle["enemy"]
        assert side["laid"]
        assert (side["cards"] is not None) == (role == f"seat:{laid}")


def test_sw_43_a_fork_reshuffles_the_undrawn_deck_and_leaves_the_hands() -> None:
    """SW-43: unless the order is kept."""
    table = until(table_of(), "peace").run(seed="on")
    table.do("referee", "campaign.open-seals")
    at = next(
        seq
        for seq, state in enumerate(table.states)
        if state.game is not None and state.game.turn == 2 and state.game.step == "event"
    )
    values = table.vault.values()
    before = table.states[at].game
    child = table.fork(at)
    child.do("referee", "campaign.reshuffle")
    after = child.game
    order = child.vault.values()[after.deck]
    assert sorted(order) == sorted(values[before.deck][before.drawn :])
    assert order != values[before.deck][before.drawn :]
    assert (after.players, after.discard, after.left) == (
        before.players,
        before.discard,
        before.left,
    )
    kept = table.fork(at, keep_order=True, number=3)
    assert kept.game == before
    child.run(seed="child", most=30_000)


def test_sw_43_a_rewind_reshuffles_too() -> None:
    """SW-43: in the same event; the game goes on to its end."""
    table = until(table_of(options={"turn_limit": 20}), "event")
    to = table.campaign.seq
    left = table.game.left
    table.step(Below("one"))
    while table.campaign.last_secret_seq <= to:
        table.step(Below("more"))
    table.do("referee", "campaign.rewind", to=to, reason="a card was shown by mistake")
    assert table.events[-1].event.effects[-1]["type"] == "samnite-wars.shuffled"
    assert table.game.left == left
    assert everywhere(table) == ALL
    table.run(seed="after")


def test_a_reshuffle_of_nothing_is_nothing() -> None:
    """SW-43: before the first deal."""
    assert SYSTEM.reshuffle is not None
    table = table_of()
    assert SYSTEM.reshuffle(table.game, None, None) == []  # type: ignore[arg-type]


def test_the_referee_cannot_play_from_a_hidden_hand() -> None:
    """SW P4: may pass for a seat; commands that need its hand are refused without reading it."""
    table = until(table_of(), "event-cards")
    seat = table.standing.waiting[0].seat
    details = set()
    for name in ("Scandal", "Plague"):
        if name not in table.game.window.cards:
            continue
        with pytest.raises(Forbidden) as refused:
            table.do(
                "referee",
                "samnite-wars.answer",
                for_=f"seat:{seat}",
                window="event",
                cards=[name],
                claim=None,
            )
        details.add(refused.value.detail)
    assert len(details) == 1
    table.do(
        "referee",
        "samnite-wars.answer",
        for_=f"seat:{seat}",
        window="event",
        cards=[],
        claim=None,
    )


def test_dice_may_be_entered_where_nothing_is_shuffled() -> None:
    """SW P11: the event by a die on the table; the set-up shuffles and takes none."""
    table = table_of(options={"entered_dice": True})
    with pytest.raises(Refused):
        table.do("referee", "samnite-wars.set-up", entered=Entered("Anna", (1, 2, 3, 9, 1)))
    until(table, "event")
    consul = f"seat:{table.game.consul}"
    table.do("referee", "samnite-wars.roll-event", for_=consul, entered=Entered("Anna", (6,)))
    assert table.game.event.kind == "raids"


@pytest.mark.parametrize("count", [1, 9])
def test_sw_2_not_one_and_not_nine(count: int) -> None:
    """SW-2."""
    with pytest.raises(Invalid):
        Table.found(SYSTEM, seats=[{"name": f"n{number}"} for number in range(count)])


def test_sw_m1_borders_of_ones_own_are_played_with() -> None:
    """SW M1: the document of the campaign, wrong ones refused where they are wrong."""
    pairs = [["Latins", name] for name in ("Etruscans", "Samnites", "Campanians", "Gauls")]
    pairs += [["Gauls", name] for name in ("Umbrians", "Messapians", "Lucanians")]
    pairs += [["Umbrians", "Bruttians"], ["Umbrians", "Tarentines"]]
    document = {"borders": [{"between": pair} for pair in pairs]}
    table = table_of(data={"borders": document})
    assert table.game.neighbours("Latins") == ("Etruscans", "Samnites", "Campanians", "Gauls")
    wrong = {"borders": document["borders"][:-1]}
    with pytest.raises(Invalid) as refused:
        table_of(data={"borders": wrong})
    assert refused.value.pointer == "/data/borders/borders"
