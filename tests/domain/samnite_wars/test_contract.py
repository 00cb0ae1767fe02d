"""The system against its contract: ledger, switches, words, odds, players, speed of play."""

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from iacta.domain.kernel.proof.errors import Refused
from iacta.domain.kernel.proof.seals import Sealed
from iacta.domain.samnite_wars import SYSTEM
from iacta.domain.samnite_wars import commands as cmd
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.narrate import battle
from iacta.domain.samnite_wars.narrate.odds_key import odds_key
from iacta.domain.samnite_wars.state import Switches
from iacta.domain.samnite_wars.tables import DECK
from iacta.domain.samnite_wars.tables.cells import cells
from tests.domain.samnite_wars.given import CONSUL, FOE, SEATS, THIRD, Desk
from tests.support.environment import Below, ScriptedEnvironment
from tests.support.table import Table


def seated(count: int) -> list[dict[str, str]]:
    return [{"name": seat, "seat": seat} for seat in SEATS[:count]]


def test_the_ledger_has_every_ruling_of_the_reading() -> None:
    """One for each silence and slip, in a row without gaps."""
    numbers = [rule.number for rule in SYSTEM.rulebook.rules]
    assert [number for number in numbers if "-" in number] == [f"SW-{n}" for n in range(1, 50)]
    assert [number for number in numbers if " P" in number] == [f"SW P{n}" for n in range(1, 28)]
    assert all(rule.note for rule in SYSTEM.rulebook.rules if rule.provenance != "printed")


def test_switches_are_all_read() -> None:
    """Each is kept in the state, or is a border (SW-44)."""
    borders = {"latins_umbrians", "bruttians_tarentines"}
    assert {switch.key for switch in SYSTEM.switches} == {*Switches.__struct_fields__} | borders
    assert Switches() == Desk().state.switches


def table_of(count: int = 2, seed: str = "alea", **more: Any) -> Table:
    return Table.found(SYSTEM, environment=ScriptedEnvironment(seed), seats=seated(count), **more)


# words


def test_a_battle_is_told_so_that_it_can_be_added_up() -> None:
    held = {CONSUL: ["Legions", "Swords", "Plague"], FOE: ["Samnites", "Spears"]}
    desk = Desk().fighting("campaign", "Samnites", held)
    desk.lay(CONSUL, "Legions", "Swords")
    before = desk.state
    effects = desk.lay(FOE, "Samnites", "Spears", faces=(4, 2))
    story = SYSTEM.narrate(before, effects, {})
    assert story.text[:3] == (
        "Rome beats the Samnites, 5 to 4; Fabius gains 4 PT, as rolled: 14 in all.",
        "Rome: Legions 3 + Swords 2 (1 + 1, as Rome is civilized) = 5.",
        "The Samnites: Samnites 3 (their own card) + Spears 1 = 4.",
    )
    assert {"kind": "battle"} in story.marks
    assert story.text[3] == "The Treasury gains 2 gold, as rolled: 12 in all."
    assert story.beat is not None
    assert story.beat.headline == story.text[0]


def test_a_tie_is_told_round_by_round() -> None:
    desk = Desk().fighting("war", "Gauls", {CONSUL: ["Spears", "Plague"], FOE: ["Shields"]})
    desk.lay(CONSUL, "Spears")
    before = desk.state
    effects = desk.lay(FOE, "Shields", faces=(4, 4, 1, 2, 3, 3))
    told = SYSTEM.narrate(before, effects, {}).text
    tie = "The Gauls beat Rome by the dice after a tie at 1"
    assert told[0] == f"{tie}; Fabius loses 6 PT (3 + 3 rolled): 4 left."
    assert "Rolled for the tie: Rome 4, the Gauls 4; Rome 1, the Gauls 2." in told
    assert "Half the Treasury, 5 gold, is lost with the war: 5 left." in told


@pytest.mark.parametrize(
    ("lost", "left", "told"),
    [(5, 5, "5 gold"), (3, 4, "3 gold (rounded down)"), (4, 3, "4 gold (rounded up)")],
)
def test_half_of_an_odd_treasury_says_how_it_is_rounded(lost: int, left: int, told: str) -> None:
    """SW P15, SW-29."""
    state = replace(Desk().state, treasury=lost + left)
    gone = fx.TreasuryChanged(-lost, left, "a war lost", "SW P15")
    (line,) = SYSTEM.narrate(state, [gone], {}).text
    assert line == f"Half the Treasury, {told}, is lost with the war: {left} left."


def test_cards_bring_and_take() -> None:
    """Gains come from a card, losses go to one."""
    gained = fx.PrestigeChanged(CONSUL, 2, 12, "Tribute", "SW P24")
    lost = fx.PrestigeChanged(CONSUL, -3, 9, "Scandal", "SW P24")
    start = Desk().state
    state = start.with_player(replace(start.seated(CONSUL), prestige=10))
    paid = fx.TreasuryChanged(3, state.treasury + 3, "Tribute", "SW P22")
    assert SYSTEM.narrate(state, [gained, lost, paid], {}).text == (
        "Fabius gains 2 PT from Tribute: 12 in all.",
        "Fabius loses 3 PT to Scandal: 9 left.",
        f"The Treasury gains 3 gold from Tribute: {state.treasury + 3} in all.",
    )


def test_pt_that_a_player_gains_in_a_row_are_one_sentence_with_what_there_is_then() -> None:
    """SW P17: which is the headline as it stands."""
    desk = Desk().at("treaty", treasury=9, prestige=3, held={CONSUL: ["Swords"]})
    before = desk.state
    story = SYSTEM.narrate(before, desk.do(CONSUL, cmd.PaxRomana()), {})
    gold = "9 PT for the gold that stays in the Treasury"
    told = f"Fabius gains 1 PT for Pax Romana and {gold}: 13 in all."
    assert story.text == (told,)
    assert story.beat is not None
    assert story.beat.headline == told
    first = fx.PrestigeChanged(CONSUL, -2, 8, "Pyrrhic Victory", "SW P23")
    then = fx.PrestigeChanged(CONSUL, -3, 5, "Scandal", "SW P24")
    other = fx.PrestigeChanged(FOE, -1, 9, "Intrigue", "SW P24")
    state = Desk().state
    for seat in (CONSUL, FOE):
        state = state.with_player(replace(state.seated(seat), prestige=10))
    assert SYSTEM.narrate(state, [first, then, other], {}).text == (
        "Fabius loses 2 PT to Pyrrhic Victory and 3 PT to Scandal: 5 left.",
        "Papirius loses 1 PT to Intrigue: 9 left.",
    )


def test_what_is_lost_is_what_was_there() -> None:
    """SW-7: of four PT eight cannot go; of none nothing."""
    lost = fx.PrestigeChanged(CONSUL, -8, 0, "a war lost", "SW P15", (4, 4))
    for had, told in (
        (4, "Fabius should lose 8 PT for a war lost (4 + 4 rolled), but has only 4: none left."),
        (0, "Fabius should lose 8 PT for a war lost (4 + 4 rolled), but has none."),
    ):
        desk = Desk().at("efforts", prestige=had)
        assert SYSTEM.narrate(desk.state, [lost], {}).text == (told,)


@pytest.mark.parametrize(
    ("treasury", "told"),
    [
        (9, "Fabius fortifies for 5 gold, as rolled: 4 left in the Treasury."),
        (3, "Fabius fortifies for 3 gold (5 rolled): nothing left in the Treasury."),
    ],
)
def test_a_die_that_is_the_sum_itself_is_told_once(treasury: int, told: str) -> None:
    """SW P14: it is told beside a smaller sum, as there is no more gold."""
    desk = Desk().at("raids", treasury=treasury, held={CONSUL: ["Swords"]})
    before = desk.state
    text = SYSTEM.narrate(before, desk.do(CONSUL, cmd.Fortify(), 5), {}).text
    assert text[0] == told


@pytest.mark.parametrize(
    ("step", "command", "told"),
    [
        ("strategy", cmd.Draw(0), "Fabius buys no cards."),
        ("pax", cmd.PeaceCard(), "Fabius plays no more Peace cards."),
        ("raids", cmd.Fortify(), "Fabius fortifies for nothing: the Treasury is empty."),
    ],
)
def test_where_nothing_changes_it_is_told_what_was_chosen(
    step: str, command: Any, told: str
) -> None:
    desk = Desk().at(step, treasury=0, held={CONSUL: ["Swords"]})
    before = desk.state
    effects = desk.do(CONSUL, command, *((3,) if step == "raids" else ()))
    assert SYSTEM.narrate(before, effects, {}).text == (told,)


@pytest.mark.parametrize(
    ("step", "facts", "chosen"),
    [
        ("peace", {"treasury": 2}, True),
        ("peace", {"treasury": 1}, False),
        ("peace", {"treasury": 2, "battle_lost": True}, False),
        ("peace", {"treasury": 2, "plague": True}, False),
        ("treaty", {"treasury": 2}, False),
    ],
)
def test_pax_romana_is_told_as_chosen_where_there_is_a_choice(
    step: str, facts: dict[str, Any], chosen: bool
) -> None:
    """SW P13, SW P20: a campaign not paid for, a lost battle, Plague, a war negated leave none."""
    desk = Desk().at(step, prestige=3, held={CONSUL: ["Conscription"]}, **facts)
    before = desk.state
    text = SYSTEM.narrate(before, desk.do(CONSUL, cmd.PaxRomana()), {}).text
    head = "chooses Pax Romana and gains 1 PT: 4 in all." if chosen else "gains 1 PT for Pax Romana"
    assert text[0].startswith(f"Fabius {head}")


def test_taxes_are_told_with_what_they_add() -> None:
    """SW P9."""
    desk = Desk().at("etcetera", treasury=5, held={CONSUL: ["Swords"]}).control(Etruscans=1)
    before = desk.state
    told = SYSTEM.narrate(before, desk.do(CONSUL, cmd.Discard(())), {}).text
    assert "Taxes: 2 + 2 for the regions = 4 gold; the Treasury holds 9." in told


@pytest.mark.parametrize(
    ("foe", "told"), [(["Spears"], []), ([], ["Fabius may play cards."])], ids=("all", "some")
)
def test_who_may_play_cards_is_told_where_somebody_may_not(foe: list[str], told: list[str]) -> None:
    """SW-32: those who hold none; how many they hold is public."""
    desk = Desk().at("event", held={CONSUL: ["Swords"], FOE: foe})
    before = desk.state
    text = SYSTEM.narrate(before, desk.do(CONSUL, cmd.RollEvent(), 3), {}).text
    assert [*text] == ["Peace: 3 on the event table.", *told]


def test_a_deck_that_is_made_anew_says_of_what() -> None:
    """SW-23."""
    renewed = fx.Renewed(Sealed("x"), 61)
    pile = tuple(card.name for card in DECK[:61])
    state = replace(Desk().state, size=0, drawn=0, discard=pile)
    assert SYSTEM.narrate(state, [renewed], {}).text == (
        "The deck is empty: 61 discarded cards make a new one.",
    )


def test_a_revolt_is_told_from_its_roll_to_its_leader() -> None:
    """SW-9: the event first, then why, then who marches."""
    desk = Desk().at("event", held={CONSUL: ["Swords"]}, discard=("Scandal",)).control(Gauls=1)
    before = desk.state
    told = SYSTEM.narrate(before, desk.do(CONSUL, cmd.RollEvent(), 9, 5), {}).text
    assert told == (
        "The Gauls revolt in place of a war: 9 on the event table, 5 on the region table.",
        "The Gauls are Rome's already.",
        "Rome marches against the rebel Gauls.",
        "Papirius leads the rebel Gauls.",
    )


@pytest.mark.parametrize(("foes", "told"), [(1, False), (2, True)])
def test_who_names_the_rebels_is_told_where_there_are_several_foes(foes: int, told: bool) -> None:
    """A single Foe who names them decides: their words would say the same once more."""
    held = {CONSUL: ["Swords"], FOE: ["Spears"]}
    desk = Desk(foes + 1).at("event", held=held, discard=("Scandal",)).control(Gauls=1, Umbrians=1)
    desk.do(CONSUL, cmd.RollEvent(), 1)
    if foes > 1:
        desk.do(THIRD, cmd.NameRebels("Gauls"))
    before = desk.state
    story = SYSTEM.narrate(before, desk.do(FOE, cmd.NameRebels("Gauls")), {})
    vote = ("Papirius names the Gauls to rebel.",) if told else ()
    assert story.text[: len(vote) + 1] == (*vote, "The Gauls rebel.")
    assert not any("marches against" in line for line in story.text)
    assert story.beat is not None
    assert story.beat.headline == "The Gauls rebel."


def test_what_a_window_leads_to_comes_after_its_cards() -> None:
    """But its headline is what happened; a conquest's card is told with it."""
    desk = Desk().at("event", held={CONSUL: ["Swords"], FOE: ["Spears"]})
    desk.do(CONSUL, cmd.RollEvent(), 8, 3)
    desk.answer(FOE)
    before = desk.state
    story = SYSTEM.narrate(before, desk.answer(CONSUL), {})
    assert story.text == (
        "Nobody plays a card.",
        "The Samnites march against Rome.",
        "Papirius leads the Samnites.",
    )
    assert story.beat is not None
    assert story.beat.headline == "The Samnites march against Rome."
    conquered = [
        fx.WindowClosed("battle"),
        fx.CardsPlayed(CONSUL, ("Power",)),
        fx.Conquered(CONSUL, "Power", "Etruscans", 1),
    ]
    held = {CONSUL: ["Legions", "Surprise", "Power"], FOE: ["Spears"]}
    desk = Desk().fighting("campaign", "Etruscans", held)
    desk.lay(CONSUL, "Legions", "Surprise")
    desk.lay(FOE, "Spears", faces=(1, 1))
    told = SYSTEM.narrate(desk.state, conquered, {}).text
    assert told == ("Fabius conquers the Etruscans with Power.",)


@pytest.mark.parametrize(("face", "event"), [(3, "Peace"), (5, "Raids")])
def test_peace_and_raids_are_told_with_their_face_of_the_event_table(face: int, event: str) -> None:
    """SW P11."""
    desk = Desk().at("event", held={CONSUL: ["Swords"]})
    before = desk.state
    told = SYSTEM.narrate(before, desk.do(CONSUL, cmd.RollEvent(), face), {}).text
    assert any(one.startswith(event) and f"{face} on the event table" in one for one in told)


def test_a_war_is_told_with_its_way_over_the_region_table() -> None:
    desk = Desk().at("event", held={CONSUL: ["Swords"]})
    before = desk.state
    told = SYSTEM.narrate(before, desk.do(CONSUL, cmd.RollEvent(), 9, 5), {}).text
    assert told[0] == "War with the Etruscans: 9 on the event table, 5 on the region table."
    assert told[1] == "The Gauls do not border the Republic; the Etruscans stand in."


def test_a_deal_is_narrated_to_each_reader_as_far_as_they_may_know() -> None:
    """SW P4: the owner reads which cards, everybody else how many."""
    desk = Desk()
    before = desk.state
    effects = desk.do("referee", cmd.SetUp(), 3, 5, 4, 9, 2)
    first = ", ".join(card.name for card in DECK[:10])
    own = SYSTEM.narrate(before, effects, desk.known(f"seat:{CONSUL}")).text
    assert f"Fabius draws ten cards: {first}." in own
    for role in ("public", "referee"):
        told = SYSTEM.narrate(before, effects, desk.known(role)).text
        assert "Fabius and Papirius draw ten cards each." in told
    theirs = SYSTEM.narrate(before, effects, desk.known(f"seat:{FOE}")).text
    assert "Fabius draws ten cards." in theirs


def test_an_answer_tells_who_gave_it_and_how_many_have() -> None:
    """A card or none: it is told in the same words."""
    for card in ("Scandal", None):
        desk = Desk().at("event", held={CONSUL: ["Swords"], FOE: ["Scandal", "Spears"]})
        desk.do(CONSUL, cmd.RollEvent(), 8, 3)
        before = desk.state
        effects = desk.answer(FOE, *([card] if card else []))
        assert SYSTEM.narrate(before, effects, desk.known("public")).text == (
            "Papirius has answered, first of two.",
        )
    hands = {seat: ["Swords"] for seat in SEATS[:4]}
    desk = Desk(4).at("event", held=hands, discard=("Scandal",))
    desk.do(CONSUL, cmd.RollEvent(), 8, 3)
    for seat, told in ((THIRD, "first"), (CONSUL, "second"), (FOE, "third")):
        before = desk.state
        (line,) = SYSTEM.narrate(before, desk.answer(seat), desk.known("public")).text
        assert line.endswith(f" has answered, {told} of four.")


def test_who_has_chosen_what_to_discard_is_counted_among_those_who_hold_cards() -> None:
    """SW P18: the last one's choice is told by all the discards."""
    hands = {CONSUL: ["Swords"], FOE: ["Spears"], THIRD: [], SEATS[3]: ["Siege"]}
    desk = Desk(4).at("etcetera", held=hands)
    for seat, told in (
        (FOE, "Papirius{}, first of three."),
        (CONSUL, "Fabius{}, second of three."),
    ):
        before = desk.state
        text = SYSTEM.narrate(before, desk.do(seat, cmd.Discard(())), {}).text
        assert text == (told.format(" has chosen what to discard"),)


def test_what_a_card_does_is_told_of_it_without_its_name() -> None:
    """Which has just been told; of several cards each says what it does."""
    held = {CONSUL: ["Patronage", "Build"], FOE: ["Swords"]}
    desk = Desk().at("pax", treasury=9, prestige=3, held=held)
    before = desk.state
    effects = desk.do(CONSUL, cmd.PeaceCard("Patronage"))
    assert SYSTEM.narrate(before, effects, {}).text == (
        "Fabius plays Patronage.",
        "The Treasury pays 3 gold: 6 left.",
        "Fabius gains 6 PT: 9 in all.",
    )
    held = {CONSUL: ["Legions", "Take Slaves", "Severe Terms"], FOE: ["Spears"]}
    desk = Desk().fighting("campaign", "Etruscans", held)
    desk.lay(CONSUL, "Legions")
    desk.lay(FOE, "Spears", faces=(1, 1))
    before = desk.state
    effects = desk.answer(CONSUL, "Severe Terms", "Take Slaves")
    told = SYSTEM.narrate(before, effects, {}).text
    assert told[:2] == (
        "Fabius plays Severe Terms and Take Slaves.",
        "Fabius gains 1 PT from Severe Terms: 12 in all.",
    )


def test_a_sum_of_which_a_part_has_told_its_reason_is_not_drawn_together() -> None:
    """Not "gains 2 PT and 10 PT for the gold": the 2 are the card's, which has just been told."""
    held = {CONSUL: ["Legions", "Decisive Victory"], FOE: ["Spears"]}
    desk = Desk().fighting("campaign", "Etruscans", held, treasury=9, prestige=9)
    desk.lay(CONSUL, "Legions")
    desk.lay(FOE, "Spears", faces=(1, 1))
    before = desk.state
    effects = desk.answer(CONSUL, "Decisive Victory")
    assert SYSTEM.narrate(before, effects, {}).text[:3] == (
        "Fabius plays Decisive Victory.",
        "Fabius gains 2 PT: 12 in all.",
        "Fabius gains 10 PT for the gold that stays in the Treasury: 22 in all.",
    )


def test_a_die_for_freedom_is_told_with_what_it_had_to_be() -> None:
    """SW P15, SW P16."""
    for kind, free, bound in (
        ("revolt", "The Etruscans go free: 3 rolled, 1 to 3 frees them.",
         "The Etruscans stay under Rome: 4 rolled, 1 to 3 frees them."),
        ("war", "A region goes free: 3 rolled, 1 to 3 frees one.",
         "No region goes free: 4 rolled, 1 to 3 frees one."),
    ):  # fmt: skip
        state = Desk().control(Gauls=1, Umbrians=1).fighting(kind, "Etruscans", {}).state
        for face, told in ((3, free), (4, bound)):
            rolled = fx.FreedomRolled(face, face == 3)
            assert battle.describe(state, state, rolled, {}) == [told]


def test_the_only_region_that_goes_free_is_told_once() -> None:
    """SW P15: the Consul has no choice."""
    held = {CONSUL: ["Spears", "Plague"], FOE: ["Siege"]}
    desk = Desk().control(Gauls=1).fighting("war", "Samnites", held)
    desk.lay(CONSUL, "Spears")
    before = desk.state
    text = SYSTEM.narrate(before, desk.lay(FOE, "Siege", faces=(1, 1, 2)), {}).text
    freed = [line for line in text if "free" in line]
    assert freed == ["The Gauls go free: 2 rolled, 1 to 3 frees them."]


@pytest.mark.parametrize(
    ("cards", "told"), [(["Scandal"], "no card that may be laid, 0."), ([], "no card in hand, 0.")]
)
def test_who_lays_no_card_is_told_with_the_reason(cards: list[str], told: str) -> None:
    """SW P27, SW-15: a player who holds a card that fits must lay it."""
    hands = {CONSUL: ["Swords", "Plague"], FOE: cards}
    desk = Desk().fighting("campaign", "Etruscans", hands)
    before = desk.state
    effects = desk.lay(CONSUL, "Swords", faces=() if cards else (1, 1))
    if cards:
        before, effects = desk.state, desk.lay(FOE, faces=(1, 1))
    assert f"The Etruscans: {told}" in SYSTEM.narrate(before, effects, {}).text


@pytest.mark.parametrize(("faces", "told"), [((3,), True), ((5,), True), ((8, 3), False)])
def test_what_a_lost_battle_forbids_is_told_where_rome_could_march(
    faces: tuple[int, ...], told: bool
) -> None:
    """SW P20: in peace and after raids, not in a war."""
    desk = Desk().at("event", held={CONSUL: ["Swords"]}).with_(battle_lost=True)
    before = desk.state
    text = SYSTEM.narrate(before, desk.do(CONSUL, cmd.RollEvent(), *faces), {}).text
    barred = "Rome lost a battle in its last turn: a campaign needs Recruitment or Conscription."
    assert (barred in text) == told


def test_a_conquest_names_its_card_at_its_gain_too() -> None:
    """The conquest is the headline, away from what it brings."""
    held = {CONSUL: ["Legions", "Surprise", "Power", "Take Slaves"], FOE: ["Spears"]}
    desk = Desk().fighting("campaign", "Etruscans", held)
    desk.lay(CONSUL, "Legions", "Surprise")
    desk.lay(FOE, "Spears", faces=(1, 1))
    before = desk.state
    story = SYSTEM.narrate(before, desk.answer(CONSUL, "Take Slaves", claim="Power"), {})
    assert story.beat is not None
    assert story.beat.headline == "Fabius conquers the Etruscans with Power."
    assert any(line.startswith("Fabius gains ") and " from Power" in line for line in story.text)


def test_plague_is_named_once() -> None:
    desk = Desk().at("event", held={CONSUL: ["Swords"], FOE: ["Plague"]})
    desk.do(CONSUL, cmd.RollEvent(), 3)
    desk.answer(FOE, "Plague")
    before = desk.state
    told = SYSTEM.narrate(before, desk.answer(CONSUL), {}).text
    assert told == ("Papirius plays Plague.", "No campaign this turn.")


def test_what_befalls_several_in_a_row_is_one_sentence() -> None:
    """Discards of a turn, and corruption that strikes until too little is left; the same number
    is told once.
    """
    hands = {CONSUL: ["Swords", "Legions"], FOE: ["Spears"], THIRD: ["Siege"]}
    desk = Desk(3).at("etcetera", treasury=20, held=hands)
    desk.do(CONSUL, cmd.Discard(("Swords", "Legions")))
    desk.do(FOE, cmd.Discard(("Spears",)))
    before = desk.state
    told = SYSTEM.narrate(before, desk.do(THIRD, cmd.Discard(("Siege",)), 1, 2), {}).text
    assert told[0] == "Fabius discards two cards, Papirius one and Valerius one."
    assert told[-1] == "Corruption takes 1 and then 2 gold and leaves 20."


@pytest.mark.parametrize(
    ("held", "controls", "told"),
    [
        ("Samnites", 0, "Rome: Samnites 1 (some fight for Rome against their own)."),
        (
            "Samnites",
            3,
            "Rome: Samnites 2 (some fight for Rome against their own, as Rome still controls the"
            " Samnites).",
        ),
        ("Gauls", 0, "Rome: Gauls 1 (allies)."),
    ],
)
def test_a_people_that_fights_its_own_is_told_apart(held: str, controls: int, told: str) -> None:
    hands = {CONSUL: [held, "Plague"], FOE: ["Plague", "Scandal"]}
    kind, faces = ("revolt", ()) if controls else ("campaign", (2, 2))
    desk = Desk().control(Samnites=controls).fighting(kind, "Samnites", hands)
    desk.lay(CONSUL, held)
    before = desk.state
    assert told in SYSTEM.narrate(before, desk.lay(FOE, faces=faces), {}).text


def test_a_turn_s_discards_are_told_before_the_next_turn_begins() -> None:
    """SW P18: which is the headline none the less."""
    desk = Desk().at("etcetera", held={CONSUL: ["Swords"], FOE: ["Spears"]})
    desk.do(CONSUL, cmd.Discard(("Swords",)))
    before = desk.state
    story = SYSTEM.narrate(before, desk.do(FOE, cmd.Discard(())), {})
    assert story.text[:2] == ("Fabius discards one card.", "Turn 2: Papirius is Consul.")
    assert story.beat is not None
    assert story.beat.headline == "Turn 2: Papirius is Consul."


def test_the_first_turn_begins_once_all_is_set_up() -> None:
    desk = Desk()
    before = desk.state
    text = SYSTEM.narrate(before, desk.do("referee", cmd.SetUp(), 3, 5, 4, 9, 2), {}).text
    told = [line.split(":")[0] for line in text]
    order = ["Starting PT", "Rolled for the first Consul", "Turn 1"]
    assert sorted(order, key=told.index) == order


def test_dice_for_the_honour_and_cards_of_victory_come_before_the_conquest() -> None:
    """SW-19, SW P23: and its PT follow at once."""
    held = {CONSUL: ["Legions", "Surprise", "Decisive Victory"], FOE: ["Spears", "Power"]}
    desk = Desk(3).fighting("campaign", "Etruscans", held)
    conquered = [
        fx.WindowClosed("battle"),
        fx.CardsPlayed(CONSUL, ("Decisive Victory",)),
        fx.CardsPlayed(FOE, ("Power",)),
        fx.Conquered(FOE, "Power", "Etruscans", 1, (FOE, THIRD), ((5, 2),)),
    ]
    desk.lay(CONSUL, "Legions", "Surprise")
    desk.lay(FOE, "Spears", faces=(1, 1))
    story = SYSTEM.narrate(desk.state, conquered, {})
    conquest = (
        "Papirius and Valerius claim the Etruscans and roll, Papirius 5, Valerius 2:"
        " Papirius conquers the Etruscans with Power."
    )
    assert story.text == ("Fabius plays Decisive Victory.", conquest)
    assert story.beat is not None
    assert story.beat.headline == conquest


def test_foes_who_are_divided_roll_before_a_region_rebels() -> None:
    """SW-28."""
    desk = Desk(3).at("rebels", event="revolt").control(Gauls=1, Umbrians=1)
    desk.do(THIRD, cmd.NameRebels("Umbrians"))
    before = desk.state
    story = SYSTEM.narrate(before, desk.do(FOE, cmd.NameRebels("Gauls"), 5, 2), {})
    assert story.text[:2] == (
        "Papirius names the Gauls to rebel.",
        "The Gauls rebel: the Foes are divided and roll, for the Gauls 5, for the Umbrians 2.",
    )


def test_who_takes_no_ally_what_it_costs_and_what_allies_must_give_is_told() -> None:
    """SW-25, SW-38: a campaign before its price, SW P13."""
    desk = Desk(4).at("peace", held={seat: ["Swords", "Spears", "Shields"] for seat in SEATS[:4]})
    before = desk.state
    alone = SYSTEM.narrate(before, desk.do(CONSUL, cmd.Campaign("Etruscans", FOE)), {}).text
    assert alone == (
        "Rome marches against the Etruscans.",
        "Fabius names Papirius to lead the Etruscans.",
        "Fabius takes no ally for Rome.",
        "The Treasury pays 2 gold for the campaign: 8 left.",
    )
    before = desk.state
    gifts = SYSTEM.narrate(before, desk.do(FOE, cmd.NameAlly(THIRD)), {}).text
    assert gifts[-1] == "Valerius must give two cards."


@pytest.mark.parametrize(
    ("foe", "told"),
    [
        (10, ("Fabius, Consul with two regions, ends the game and wins with 20 PT, ahead of"
              " Papirius with 10.",)),
        (30, ("Papirius wins with 30 PT, ahead of Fabius with 20.",
              "Fabius, Consul with two regions, ends the game.")),
    ],
)  # fmt: skip
def test_a_declared_end_says_who_wins_and_who_ended_it(foe: int, told: tuple[str, ...]) -> None:
    """SW P1, SW-6."""
    state = Desk().at("strategy", prestige=20).control(Gauls=1).state
    state = state.with_player(replace(state.seated(FOE), prestige=foe))
    ended = fx.GameEnded("the Consul of six regions declared the end", "SW P1", CONSUL)
    assert SYSTEM.narrate(state, [ended], {}).text == told


def test_cards_that_are_bought_are_told_once() -> None:
    """SW P10: their buyer reads which; where the deck ran out, so many came before and after."""
    desk = Desk().at("strategy", treasury=5)
    before = desk.state
    effects = desk.do(CONSUL, cmd.Draw(1))
    bought = "Fabius buys one card for 1 gold: 4 left in the Treasury."
    assert SYSTEM.narrate(before, effects, {}).text == (bought,)
    own = SYSTEM.narrate(before, effects, desk.known(f"seat:{CONSUL}")).text
    assert own == (bought, f"Fabius draws one card: {DECK[0].name}.")
    desk = Desk().at("strategy", treasury=5, discard=("Scandal", "Plague")).deck(["Swords"])
    before = desk.state
    told = SYSTEM.narrate(before, desk.do(CONSUL, cmd.Draw(2)), {}).text
    assert told[1] == "Fabius draws one card."
    assert told[2].startswith("The deck is empty: ")


def test_who_is_level_at_the_end_is_told_together() -> None:
    """SW P1."""
    state = Desk(3).at("strategy", prestige=20).control(Gauls=1).state
    for seat in (FOE, THIRD):
        state = state.with_player(replace(state.seated(seat), prestige=10))
    ended = fx.GameEnded("the Consul of six regions declared the end", "SW P1", CONSUL)
    (line,) = SYSTEM.narrate(state, [ended], {}).text
    assert line.endswith(" with 20 PT, ahead of Papirius and Valerius with 10 each.")


def test_latins_as_the_region_of_a_war_mean_a_revolt() -> None:
    """SW-30."""
    desk = Desk().at("event", held={CONSUL: ["Swords"]}).control(Gauls=1)
    before = desk.state
    text = SYSTEM.narrate(before, desk.do(CONSUL, cmd.RollEvent(), 9, 1), {}).text
    assert text[:2] == (
        "A revolt in place of a war: 9 on the event table, 1 on the region table.",
        "A war with the Latins is a revolt.",
    )


def test_the_enemy_is_not_told_of_the_enemy() -> None:
    """SW P21, SW P26: Rome's own region against it is any ally."""
    held = {CONSUL: ["Spears"], FOE: ["Gauls", "Javelins"]}
    desk = Desk().fighting("war", "Samnites", held).control(Gauls=1)
    desk.lay(CONSUL, "Spears")
    before = desk.state
    text = SYSTEM.narrate(before, desk.lay(FOE, "Gauls", "Javelins", faces=(1, 1, 5)), {}).text
    assert "The Samnites: Gauls 1 (allies) + Javelins 2 (1 + 1, for Samnites) = 3." in text


def test_turns_are_chapters() -> None:
    table = table_of().run(seed="words")
    labels = [
        mark["label"]
        for seq in range(2, len(table.events) + 1)
        for mark in table.story("public", seq).marks
        if mark["kind"] == "chapter"
    ]
    assert labels == [f"Turn {number}" for number in range(1, table.game.turn + 1)]


# odds and cells


def test_the_odds_of_the_event_are_exact() -> None:
    """SW P11, SW P16: at the start two faces in ten make a Latin revolt of a war or an event."""
    table = table_of()
    table.do("referee", "samnite-wars.set-up")
    consul = table.game.consul
    table.do(consul, "samnite-wars.draw", cards=0)
    odds = table.odds(f"seat:{consul}", {"type": "samnite-wars.roll-event"})
    assert odds.exact
    chances = {
        (one.outcome["event"], one.outcome["region"]): one.probability for one in odds.outcomes
    }
    tenth = Fraction(1, 10)
    assert chances[("raids", None)] == 3 * tenth
    assert chances[("revolt", None)] == tenth + 3 * tenth * tenth
    assert chances[("peace", None)] == 3 * tenth + 3 * tenth * 3 * tenth
    assert chances[("war", "Samnites")] == 3 * tenth * 3 * tenth


def test_a_die_names_its_cell() -> None:
    """SW P11, SW P16."""
    desk = Desk().at("event", held={CONSUL: ["Swords"]})
    found = cells(desk.do(CONSUL, cmd.RollEvent(), 8, 5))
    assert found == {
        "event": "events, 8: War",
        "region of the war": "regions, 5: Gauls (Etruscans)",
    }
    assert {purpose for _, purpose in desk.thrown} == {*found}


def test_an_outcome_is_what_players_would_call_it() -> None:
    rolled = fx.PrestigeChanged(CONSUL, 4, 14, "a campaign won", "SW P13", (4,))
    freed = fx.FreedomRolled(2, True)
    assert odds_key([rolled, freed]) == {"prestige": {CONSUL: 14}, "frees": True}


# players


@cache
def shrewd_games() -> tuple[Table, ...]:
    """Two games each for two, three and five, played to their end by the shrewd bot."""
    return tuple(
        table_of(count, f"shrewd {count} {number}").run("shrewd", seed=f"shrewd {number}")
        for count in (2, 3, 5)
        for number in range(2)
    )


def test_among_shrewd_players_rome_conquers_and_a_consul_ends_the_game() -> None:
    """Five games of six at least; with players who wait for strength the last turn does."""
    reasons = [table.standing.outcome.reason for table in shrewd_games() if table.standing.outcome]
    assert len(reasons) == 6
    assert sum(one == "the Consul of six regions declared the end" for one in reasons) >= 5


def test_the_shrewd_player_uses_every_kind_of_command() -> None:
    """Each where it pays; the region that goes free is chosen in a position of its own."""
    sent = Counter(
        made.event.command["type"].partition(".")[2]
        for table in shrewd_games()
        for made in table.events
    )
    kinds = {spec.type.partition(".")[2] for spec in SYSTEM.commands} - {"free-region"}
    assert {kind for kind in kinds if sent[kind] < 6} == set()
    told = {
        (made.event.command["type"].partition(".")[2], member)
        for table in shrewd_games()
        for made in table.events
        for member, value in made.event.command.items()
        if value is not None
    }
    assert told >= {(kind, "ally") for kind in ("campaign", "name-enemy", "name-ally")}
    assert told >= {(kind, "card") for kind in ("pax-romana", "peace-card")}
    posted = [
        made.event.command | {"cards": table.vault.values()[made.event.command["cards"]["sealed"]]}
        for table in shrewd_games()
        for made in table.events
        if made.event.command["type"].endswith((".answer", ".discard"))
    ]
    assert any(len(one["cards"]) > 1 for one in posted if one["type"].endswith(".answer"))
    assert any(len(one["cards"]) == 5 for one in posted if one["type"].endswith(".discard"))


def choice(desk: Desk, role: str) -> dict[str, Any]:
    """What the shrewd bot does at this desk."""
    game = msgspec.to_builtins(desk.view(role))
    options = [*desk.options(role).values()]
    return dict(SYSTEM.bots["shrewd"](game, options, f"seat:{role}", Below("choice")) or {})


def test_the_shrewd_consul_lets_go_what_is_most_easily_won_back() -> None:
    """SW P15: not the Samnites, who need three tokens."""
    desk = Desk().at("free", event="war", held={CONSUL: ["Legions"], FOE: ["Spears"]})
    desk.control(Samnites=3, Gauls=1)
    assert choice(desk, CONSUL) == {"type": "samnite-wars.free-region", "region": "Gauls"}


def test_the_shrewd_consul_marches_when_strong_and_raises_a_levy_after_a_defeat() -> None:
    """SW P13, SW P20: with weak cards Pax Romana is worth more."""
    strong = ["Legions", "Maniples", "Surprise", "Gladius & Pilum", "Power", "Recruitment"]
    for hand, lost, kind in (
        (strong, False, "campaign"),
        (strong, True, "campaign"),
        (["Spears", "Trade"], False, "pax-romana"),
    ):
        desk = Desk().at("peace", held={CONSUL: hand, FOE: ["Spears"]}, battle_lost=lost)
        sent = choice(desk, CONSUL)
        assert sent["type"] == f"samnite-wars.{kind}"
        assert sent.get("levy") == ("Recruitment" if lost else None)


def test_the_shrewd_player_harms_a_rival_and_not_one_who_is_behind() -> None:
    """SW P26: Scandal is kept where the Consul trails and others lead."""
    for prestige, cards in ((3, []), (20, ["Scandal"])):
        held = {CONSUL: ["Swords"], FOE: ["Scandal"], THIRD: ["Spears"]}
        desk = Desk(3).at("event", held=held)
        desk.do(CONSUL, cmd.RollEvent(), 2)
        desk.state = desk.state.with_player(
            msgspec.structs.replace(desk.state.seated(CONSUL), prestige=prestige)
        )
        assert choice(desk, FOE)["cards"] == cards


def test_the_shrewd_player_beats_the_random_one() -> None:
    """The shrewd bot wins at least eight of ten games of twenty turns for two."""
    won = 0
    for number in range(10):
        table, below = (
            table_of(2, f"duel {number}", options={"turn_limit": 20}),
            Below(f"duel {number}"),
        )
        mine = SEATS[number % 2]
        while table.campaign.outcome is None:
            seat = table.standing.waiting[0].seat
            role = seat if seat == "referee" else f"seat:{seat}"
            bot = "shrewd" if seat == mine else "random"
            table.send(role, dict(table.choose(role, below, bot) or {}))
        won += table.campaign.outcome.winners == (mine,)
    assert won >= 8


@pytest.mark.parametrize(
    "switches",
    [
        {"card_limit": "one", "latins_umbrians": True, "bruttians_tarentines": True},
        {"fate_deck": "face-up", "discard_pile": "face-down", "turn_limit": 20},
        {"corruption": "once", "war_loss": "remainder", "declaration": "any-time"},
    ],
    ids=lambda one: next(iter(one)),
)
def test_games_with_each_switch_come_to_their_end(switches: dict[str, Any]) -> None:
    """SW-6, SW-20, SW-23, SW-24, SW-29, SW-41, SW-44."""
    table = table_of(3, options=switches).run(seed="switches")
    assert table.campaign.outcome is not None
    assert table.game.turn <= switches.get("turn_limit", 60)


def test_a_refusal_draws_nothing_and_reads_no_seal() -> None:
    """SW P4: the sender's own hand is all that it rests on."""
    table = table_of(3)
    table.do("referee", "samnite-wars.set-up")
    asked = table.environment.asked
    for role in (CONSUL, FOE, THIRD):
        for command in (
            {"type": "samnite-wars.roll-event"},
            {"type": "samnite-wars.draw", "cards": 80},
            {"type": "samnite-wars.discard", "cards": []},
            {"type": "samnite-wars.declare-end"},
        ):
            with pytest.raises(Refused):
                table.send(role, command)
    assert table.environment.asked == asked
