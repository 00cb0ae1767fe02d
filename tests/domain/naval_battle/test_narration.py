"""The English of the log: who did what, in the number of their names, and why."""

import re
from typing import Any

import msgspec
import pytest

from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.state import SEATS, CaptureDue, Seat, State
from iacta.domain.naval_battle.state.words import does, the, third
from tests.domain.naval_battle.given import after, chief, prize, sea, ship, unit, when
from tests.domain.naval_battle.test_whole_battles import SCENARIOS, fought
from tests.support.telling import golden, types

MISS, L, B = 3, 5, 6
FAR = ship("Far", "h10", of="reactive")


def told(state: State, command: cmd.AnyCommand, *faces: int, seat: str | None = None) -> list[str]:
    return list(SYSTEM.narrate(state, when(state, command, *faces, seat=seat), {}).text)


@pytest.mark.parametrize(
    ("verb", "one"),
    [("board", "boards"), ("rally", "rallies"), ("obey", "obeys"), ("pass", "passes"),
     ("stay lost", "stays lost"), ("find its way", "finds its way")],
)  # fmt: skip
def test_the_third_person(verb: str, one: str) -> None:
    assert third(verb) == one


def test_verbs_agree_with_the_number_of_a_name() -> None:
    """Praetorians board, a legion boards; the documents say which name is a plural."""
    guard = unit("Praetorians", plural=True)
    state = sea(ship("Liburnians", "d4", guard, plural=True), ship("Wing", "d5", of="reactive"))
    assert does(state, "Praetorians", "board") == "Praetorians board"
    assert does(state, "Wing", "board") == "Wing boards"
    titles = {option.title for option in SYSTEM.options(state, "seat:active", {})}
    assert {
        "Board with the Praetorians from the Liburnians: five dice against all aboard Wing at d5",
        "Ram with the Liburnians: five dice against the hull of Wing at d5",
    } <= titles
    ram = told(state, cmd.Ram("Liburnians", "Wing"), 1)
    assert ram[:2] == ["The Liburnians ram Wing and are flipped.", "Dice: 1 (A)."]


def test_a_headline_says_what_came_of_an_attack() -> None:
    """Each counter as it ends, the enemy's first; the dice follow, and do not tell it again."""
    crew = unit("First", flipped=True), unit("Second")
    enemy = ship("Enemy", "d5", *crew, of="reactive")
    state = sea(ship("Own", "d4", unit("Legio")), enemy, FAR)
    assert told(state, cmd.Board("Own", "Enemy", "Phalanx"), B, B, 1) == [
        "Legio boards Enemy in Phalanx: First is eliminated; Second is flipped; Legio is flipped.",
        "Dice: 6 (B), 6 (B), 1 (A).",
    ]
    assert told(state, cmd.Ram("Own", "Enemy"), *[MISS] * 5) == [
        "Own rams Enemy without effect.",
        "Dice: 3, 3, 3, 3, 3.",
    ]


def test_an_attack_that_strikes_only_its_target_names_it_once() -> None:
    """In the headline, and not at every die; what it cost comes last."""
    state = sea(ship("Own", "d4"), ship("Enemy", "d5", of="reactive"), FAR)
    assert told(state, cmd.Ram("Own", "Enemy"), MISS, L, 1) == [
        "Own rams and flips Enemy, and is flipped in turn.",
        "Dice: 3, 5 (L as B), 1 (A).",
    ]
    crew = unit("Slingers", plural=True, flipped=True)
    state = sea(
        ship("Liburnians", "d4", plural=True), ship("Enemy", "d5", crew, of="reactive"), FAR
    )
    assert told(state, cmd.Volley("Liburnians", "Enemy"), B)[0] == (
        "The Liburnians shoot at the Slingers aboard Enemy and eliminate them."
    )


def test_a_hull_is_sunk_by_a_ram_and_overcome_by_boarders() -> None:
    """NV 6.1, NV 9.1: who boards it may yet take it, so it is not sunk."""
    hull = ship("Enemy", "d5", of="reactive", flipped=True)
    state = sea(ship("Own", "d4", unit("Legio")), hull, FAR)
    assert told(state, cmd.Ram("Own", "Enemy"), B)[:2] == [
        "Own rams and sinks Enemy.",
        "Dice: 6 (B).",
    ]
    boarded = told(state, cmd.Board("Own", "Enemy", "Phalanx"), B)
    assert boarded[:2] == [
        "Legio boards Enemy in Phalanx and overcomes it.",
        "Dice: 6 (B).",
    ]
    fleet = ship("Liburnians", "d5", of="reactive", flipped=True, plural=True)
    beside = sea(ship("Own", "d4", unit("Legio")), fleet, FAR)
    taken = told(beside, cmd.Board("Own", "Liburnians", "Phalanx"), B)
    assert taken[-1] == "Legio holds the Liburnians, and may take or sink them."
    hold = unit("Baggage", "impediti")
    laden = ship("Liburnians", "d5", hold, of="reactive", flipped=True, plural=True)
    duel = sea(ship("Own", "d4", unit("Legio")), laden, FAR)
    won = after(duel, cmd.Board("Own", "Liburnians", "Phalanx"), B)
    assert told(won, cmd.Capture())[-1] == "Baggage is taken with them."


def test_a_volley_names_whom_it_is_shot_at_and_that_the_ship_is_a_prize() -> None:
    lost = prize("Prize", "d5", unit("Legio III"), by="reactive")
    head, *dice = told(sea(ship("Own", "d4"), lost, FAR), cmd.Volley("Own", "Prize"), *[L] * 5)
    assert head == "Own shoots at Legio III aboard the prize Prize without effect."
    assert dice == ["Dice: 5 (L), 5 (L), 5 (L), 5 (L), 5 (L)."]


def test_a_die_below_the_table_is_told_as_it_is_counted() -> None:
    """NB-22: one less two is not one, but counts as one."""
    own = ship("Own", "d4", unit("Legio", flipped=True), chief("Agrippa", 2))
    state = sea(own, FAR, phase="movement")
    assert told(state, cmd.Rally("Legio"), 1) == [
        "Legio rallies (veteran, die 1, less 2 for Agrippa, which counts as 1)."
    ]
    assert told(state, cmd.Rally("Legio"), 4) == [
        "Legio rallies (veteran, die 4, less 2 for Agrippa)."
    ]


@pytest.mark.parametrize(
    ("bids", "seat", "told"),
    [
        ((2, 0), "active", "The Antonians have tactical superiority by two stratagems to none"),
        ((1, 2), "reactive", "The Caesarians have tactical superiority by two stratagems to one"),
        ((1, 1), "reactive", "The Caesarians have tactical superiority on a tie at one stratagem"),
        (
            *((0, 0), "active"),
            "The Antonians have tactical superiority on a tie, as neither side bids",
        ),
    ],
)
def test_opened_bids_say_first_who_won_by_how_much_and_what(
    bids: tuple[int, int], seat: Seat, told: str
) -> None:
    """NV 2.9, NV 2.10, NV 2.11."""
    state = sea(ship("Own", "d4"), FAR, phase="bids", first=None)
    for each in SEATS:
        state = SYSTEM.evolve(state, fx.BidLaid(each, "x"))
    rule = "NV 2.10" if bids[0] == bids[1] else "NV 2.9"
    assert SYSTEM.narrate(state, [fx.SuperiorityWon(bids, seat, rule)], {}).text == (
        f"{told}: they set up last, move first, and may once move twice as far.",
        "What was bid is spent.",
    )


def test_the_end_of_a_part_says_whose_it_was_and_whose_is_next() -> None:
    """NV 5.4: in the same turn, and in the next one."""
    state = sea(ship("Own", "d4"), FAR)
    assert told(state, cmd.EndCombat()) == [
        "The Antonians end their part of turn 1, and the Caesarians begin theirs.",
    ]
    assert told(msgspec.structs.replace(state, first="reactive"), cmd.EndCombat()) == [
        "The Antonians end turn 1, and the Caesarians begin turn 2.",
    ]
    moving = msgspec.structs.replace(state, phase="movement")
    assert told(moving, cmd.EndMovement()) == ["The Antonians end their movement."]


def test_panic_is_told_before_the_end_of_the_part_that_brought_it() -> None:
    """NV 10.1."""
    lost = ship("Lost", "", of="reactive", status="sunk")
    head, *rest = told(sea(ship("Own", "d4"), FAR, lost), cmd.EndCombat())
    assert head == "The Caesarians panic, with one of two fleets left."
    assert rest == ["The Antonians end their part of turn 1, and the Caesarians begin theirs."]


def test_the_double_move_says_what_it_does() -> None:
    """NV 2.11, NV 9.2."""
    state = sea(ship("Own", "d4"), FAR, phase="movement", double="unused")
    assert told(state, cmd.DoubleMove()) == [
        "The Antonians use their double move.",
        "Fleets that have not moved go twice as far this turn; prizes do not.",
    ]


def test_leaders_on_a_prize_that_reverts_are_lost() -> None:
    """NV 9.3."""
    crew = unit("Captors", flipped=True, plural=True), chief("Agrippa"), chief("Lurius")
    lost = prize("Prize", "d5", *crew, by="reactive")
    state = sea(ship("Own", "d4", unit("Legio")), lost, FAR)
    text = told(state, cmd.Volley("Own", "Prize"), B)
    assert "Prize reverts to the Antonians, as the Captors are lost." in text
    assert "Agrippa and Lurius, aboard, are lost." in text


def test_the_end_says_first_who_has_won() -> None:
    """NV 12.1: by how much, and why it ended."""
    lost = ship("Lost", "", of="reactive", status="sunk")
    state = sea(ship("Own", "a1"), FAR, lost, turn=20, first="reactive", mover="active")
    assert told(state, cmd.EndCombat())[0] == (
        "The Antonians win, five points to none: the last turn is over."
    )
    outcome = SYSTEM.standing(after(state, cmd.EndCombat())).outcome
    assert outcome is not None
    assert outcome.reason == "the Antonians have won; the last turn is over"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_plural_name_has_a_singular_verb(scenario: str) -> None:
    """In a whole battle, for each name that its documents call a plural."""
    table = fought(scenario, "steady", "uses 0")
    plural = [one.name for one in (*table.game.fleets, *table.game.units) if one.plural]
    assert plural
    singular = re.compile(
        rf"(?:^|\. )({'|'.join(plural)}) (is|\w+ies|moves|rams|boards|shoots|halts|fails|routs"
        r"|sinks|carries|takes|runs|flees)\b"
    )
    for seq in range(1, len(table.events) + 1):
        text = " ".join(table.story("public", seq).text)
        assert not singular.search(text), text
        assert "active side" not in text


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Egyptian squadron", "the Egyptian squadron"),
        ("Second Sicilian legion", "the Second Sicilian legion"),
        ("The treasure", "the treasure"),
        ("Antony's flagship squadron", "Antony's flagship squadron"),
        ("Octavius' centre", "Octavius' centre"),
        ("Legio V Alaudae", "Legio V Alaudae"),
        ("Argo", "Argo"),
    ],
)
def test_a_common_name_has_its_article_and_a_proper_one_none(name: str, told: str) -> None:
    assert the(sea(ship(name, "d4")), name) == told
    assert the(sea(ship("Argo", "d4")), "Sextus Pompeius") == "Sextus Pompeius"


def test_what_was_laid_is_not_told_again_once_it_is_opened() -> None:
    """Not "they have bid" beside what they have bid."""
    (bids,) = [
        story.text
        for event, story in golden("naval-battle-actium-no-fleet")
        if "superiority-won" in types(event)
    ]
    assert not any("have bid their stratagems" in line for line in bids)


def test_points_beside_each_other_are_both_in_words_or_both_in_digits() -> None:
    """Not "ten points" and "30"."""
    state = msgspec.structs.replace(sea(ship("Own", "d4"), FAR), turn=3)
    ended = fx.BattleEnded("agreed", "both sides agree to end it", (10, 30), "reactive")
    assert SYSTEM.narrate(state, [ended], {}).text == (
        "The Caesarians win, 30 points to 10: the battle ends by agreement.",
    )


@pytest.mark.parametrize(
    ("points", "told"), [(0, "no points"), (1, "one point"), (7, "seven points")]
)
def test_a_battle_that_nobody_wins_says_so_with_what_each_has(points: int, told: str) -> None:
    state = msgspec.structs.replace(sea(ship("Own", "d4"), FAR), turn=3)
    ended = fx.BattleEnded("agreed", "both sides agree to end it", (points, points))
    (line,) = SYSTEM.narrate(state, [ended], {}).text
    assert line == f"Neither side wins, with {told} each: the battle ends by agreement."


@pytest.mark.parametrize(
    ("square", "told"), [("d4", ["The moving Force does not sail on."]), ("", [])]
)
def test_of_a_moving_force_of_which_nothing_is_left_none_is_said_to_sail(
    square: str, told: list[str]
) -> None:
    """NV 12.5, NB-29."""
    state = sea(ship("Own", square, status="board" if square else "sunk"), FAR, case="c", turn=3)
    ended = fx.BattleEnded("no-fleet", "it is over", (0, 5), "reactive", (), False)
    head, *rest = SYSTEM.narrate(state, [ended], {}).text
    assert head == "The Caesarians win, five points to none: it is over."
    assert rest == told


def test_what_goes_down_with_a_rammed_ship_is_told_and_not_its_sinking_again() -> None:
    """NV 6.5."""
    hull = ship("Enemy", "d5", unit("Second"), of="reactive", flipped=True)
    text = told(sea(ship("Own", "d4"), hull, FAR), cmd.Ram("Own", "Enemy"), B)
    assert text[0] == "Own rams and sinks Enemy."
    assert text[-1] == "Lost aboard: Second."
    assert not any("Enemy sinks" in line for line in text)


def test_who_sinks_a_beaten_ship_is_told() -> None:
    """NV 9.1: it was a choice."""
    state = sea(ship("Own", "d4", unit("Legio VI")), ship("Enemy", "d5", of="reactive"), FAR)
    due = msgspec.structs.replace(state, pending=CaptureDue("active", "Legio VI", "Own", "Enemy"))
    assert told(due, cmd.Sink()) == ["Legio VI sinks Enemy."]
    beat = SYSTEM.narrate(due, when(due, cmd.Sink()), {}).beat
    assert beat is not None
    assert (beat.headline, beat.continues) == ("Legio VI sinks Enemy.", True)


def test_the_fleets_that_are_set_up_last_are_told_as_the_others() -> None:
    """NV 2.11: not all of them again."""
    squares = {"First": "d1", "Second": "e1", "Third": "f1"}
    state = sea(*(ship(name, "", status="ready") for name in squares), FAR, phase="deployment")
    one, *rest = (fx.Placed(name, square) for name, square in squares.items())
    first = fx.Deployed("active", (one,))
    assert SYSTEM.narrate(state, [first], {}).text == ("The Antonians set up First at d1.",)
    last = fx.Deployed("active", tuple(rest))
    assert SYSTEM.narrate(SYSTEM.evolve(state, first), [last], {}).text == (
        "The Antonians set up the other two fleets.",
        "Second at e1 and Third at f1.",
    )
    assert SYSTEM.narrate(state, [fx.Deployed("active", (one, *rest))], {}).text == (
        "The Antonians set up three fleets.",
        "First at d1, Second at e1 and Third at f1.",
    )


def test_a_leader_s_jump_is_told_with_discipline_and_die() -> None:
    """NV 4.6."""
    hull = ship("Enemy", "d5", chief("Antony"), of="reactive", flipped=True)
    refuge = ship("Refuge", "d6", of="reactive")
    state = sea(ship("Own", "d4"), hull, refuge)
    text = told(state, cmd.Ram("Own", "Enemy"), B, 1)
    assert "Antony (veteran, die 1) reaches Refuge." in text
    drowned = fx.FleetSunk("Enemy", (), (fx.Jump("Antony", 6, "veteran", "F", ""),))
    assert "Antony (veteran, die 6) drowns." in SYSTEM.narrate(state, [drowned], {}).text


def test_a_prize_is_called_one_wherever_it_acts() -> None:
    captors = unit("Legio III")
    state = sea(prize("Prize", "d5", captors, by="active"), FAR, phase="movement")
    assert told(state, cmd.Move("Prize", "d6")) == ["The prize Prize moves from d5 to d6."]
    unchecked = prize("Prize", "d5", captors, by="active", check="")
    due = sea(ship("Own", "a1", check=""), unchecked, FAR, phase="command")
    checks = tuple(fx.Check(name, "veteran", 6, (), 6, "H", False) for name in ("Prize", "Own"))
    text = SYSTEM.narrate(due, [fx.Checked("active", "command_check", checks)], {}).text
    assert text[1:] == ("The prize Prize (veteran, die 6) and Own (veteran, die 6) halt.",)


def test_whoever_halts_is_named_below_deck_too() -> None:
    """NV 3.6: as many as the table's letters say."""
    levies = unit("Levies", check="", plural=True)
    state = sea(ship("Own", "d4", levies, check=""), FAR, phase="command")
    checks = tuple(
        fx.Check(name, "veteran", face, (), face, result, False)
        for name, face, result in (("Own", 1, "P"), ("Levies", 6, "H"))
    )
    text = SYSTEM.narrate(state, [fx.Checked("active", "command_check", checks)], {}).text
    assert text == (
        "The Antonians pass 1 of 2 Command Checks.",
        "The Levies (veteran, die 6) roll a halt, which means nothing aboard.",
    )


def test_who_fails_a_check_is_told_what_that_bars() -> None:
    """NV 3.8, NV 4.4: with R a unit below deck fails, and its fleet runs."""
    state = sea(ship("Own", "d4", unit("Legio", check=""), check=""), FAR, phase="command")
    checks = tuple(
        fx.Check(name, "mob", 6, (), 6, result, False)
        for name, result in (("Own", "F"), ("Legio", "R"))
    )
    text = SYSTEM.narrate(state, [fx.Checked("active", "panic_check", checks)], {}).text
    who = "Own (mob, die 6) and Legio (mob, die 6)"
    assert text[1] == f"{who} fail and may neither move nor attack."


def test_an_end_is_proposed_with_the_points_as_they_stand() -> None:
    """NB-14, NV 12.1: those of who proposes first."""
    lost = ship("Lost", "", status="sunk")
    state = sea(ship("Own", "a1"), lost, FAR)
    assert told(state, cmd.CallOff()) == [
        "The Antonians propose to end the battle at no points to five."
    ]


def test_one_check_that_nobody_passes() -> None:
    state = sea(ship("Own", "d4", check=""), FAR, phase="command")
    check = fx.Check("Own", "mob", 6, (), 6, "R", False)
    text = SYSTEM.narrate(state, [fx.Checked("active", "panic_check", (check,))], {}).text
    assert text == ("The Antonians, in panic, pass no Command Check.",
                    "Own (mob, die 6) routs.")  # fmt: skip


def test_who_routs_is_told_once_with_the_way() -> None:
    """NV 3.8, NB-19: or where it is barred."""
    check = fx.Check("Own", "mob", 6, (), 6, "R", False)
    checked = fx.Checked("active", "panic_check", (check,))
    for path, way in (
        (("d4", "d3", "d2"), "routs from d4 to d2"),
        (("d4",), "routs with the way barred at d4"),
    ):
        state = sea(ship("Own", "d4", check=""), FAR, phase="command")
        text = SYSTEM.narrate(state, [checked, fx.Routed("Own", path)], {}).text
        assert text[1:] == (f"Own (mob, die 6) {way}.",)


def test_who_fares_alike_in_a_check_is_one_sentence_and_each_die_is_told() -> None:
    """NV 3.6: by what the table says, and whether it flips."""
    levies, bowmen = unit("Levies", plural=True, check=""), unit("Legio", check="")
    fleets = ship("Own", "d4", levies, check=""), ship("Wing", "d5", bowmen, check="")
    state = sea(*fleets, FAR, phase="command")
    aboard = fx.Modifier(-1, "Agrippa is aboard", "NV 4.5")
    checks = (
        fx.Check("Own", "veteran", 6, (), 6, "H", False),
        fx.Check("Levies", "mob", 6, (), 6, "D", True),
        fx.Check("Wing", "recruit", 6, (aboard,), 5, "H", False),
        fx.Check("Legio", "mob", 5, (), 5, "D", False),
    )
    text = SYSTEM.narrate(state, [fx.Checked("active", "command_check", checks)], {}).text
    assert text[1:] == (
        "Own (veteran, die 6) and Wing (recruit, die 6, less 1 for Agrippa) halt.",
        "The Levies (mob, die 6) are disrupted and flipped.",
        "Legio (mob, die 5) is disrupted, already flipped.",
    )


@pytest.mark.parametrize(
    ("fate", "told"),
    [("escapes", "gets away"), ("battered", "gets away, battered"),
     ("lost", "is lost with all aboard")],
)  # fmt: skip
def test_what_becomes_of_who_runs_is_told(fate: fx.Fate, told: str) -> None:
    """NV 11.2."""
    left = fx.LeftBoard("Own", "routed", 6, fate, fate)
    state = sea(ship("Own", "a1"), FAR, phase="command")
    (line,) = SYSTEM.narrate(state, [left], {}).text
    assert line == f"Own runs off its own edge and {told} (die 6)."


def test_who_returns_is_told_after_how_many_and_with_articles() -> None:
    """NV 14.1."""
    guard = unit("Praetorians", plural=True, status="eliminated")
    lost = ship("Own", "", guard, status="sunk")
    state = sea(ship("Other", "d4"), lost, FAR, phase="reconstitution")
    rolls = tuple(
        fx.ReconstitutionRoll(name, "veteran", face, "", face < 4)
        for name, face in (("Praetorians", 2), ("Own", 5))
    )
    assert SYSTEM.narrate(state, [fx.Reconstituted("active", rolls)], {}).text == (
        "The Antonians roll for two lost units: one returns.",
        "Back: the Praetorians (veteran, die 2).",
        "Lost for good: Own (veteran, die 5).",
    )
    for faces, returns in (((2, 3), "both return"), ((4, 5), "none returns")):
        both = tuple(
            msgspec.structs.replace(roll, face=face, returns=face < 4)
            for roll, face in zip(rolls, faces, strict=True)
        )
        first, *_ = SYSTEM.narrate(state, [fx.Reconstituted("active", both)], {}).text
        assert first == f"The Antonians roll for two lost units: {returns}."


@pytest.mark.parametrize(
    ("results", "told"),
    [
        (("P",), "their Command Check"),
        (("P", "P"), "all their Command Checks"),
        (("P", "H", "H"), "1 of 3 Command Checks"),
        (("H", "H"), "no Command Check"),
    ],
)
def test_checks_say_first_how_many_are_passed(results: tuple[Any, ...], told: str) -> None:
    """NV 3.1."""
    names = [f"Fleet {n}" for n in range(1, len(results) + 1)]
    fleets = [ship(name, f"d{n}", check="") for n, name in enumerate(names, 1)]
    state = sea(*fleets, FAR, phase="command")
    checks = tuple(
        fx.Check(name, "veteran", 6, (), 6, result, False)
        for name, result in zip(names, results, strict=True)
    )
    text = SYSTEM.narrate(state, [fx.Checked("active", "command_check", checks)], {}).text
    assert text[0] == f"The Antonians pass {told}."


def test_leaders_who_reach_no_ship_drown_in_one_sentence() -> None:
    """NV 6.5: who tries for one is told with his die."""
    crew = [chief(name) for name in ("Antony", "Sosius", "Publicola")]
    hull = ship("Enemy", "d5", *crew, of="reactive", flipped=True)
    text = told(sea(ship("Own", "d4"), hull, FAR), cmd.Ram("Own", "Enemy"), B)
    assert "Antony, Sosius and Publicola find no ship to reach, and drown." in text


def test_what_each_fleet_carries_is_one_sentence_a_side() -> None:
    """NV 2.1: once both allocations are open."""
    (opened,) = [
        story.text
        for event, story in golden("naval-battle-actium-no-fleet")
        if "allocations-opened" in types(event)
    ]
    head, own, theirs, *_ = opened
    assert head.startswith("The Antonians fight with ")
    assert own.startswith("Publicola's wing carries ")
    assert "; Sosius' wing Legio " in own
    assert theirs.count(" carries ") == 1
