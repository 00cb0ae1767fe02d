"""The system as a whole: rulings, odds, words, leaks, the sizes it was made for."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico import changes as ch
from iacta.domain.de_bello_punico import commands as cmd
from iacta.domain.de_bello_punico import effects as fx
from iacta.domain.de_bello_punico.rulebook import SWITCHES
from iacta.domain.de_bello_punico.state import State
from iacta.domain.kernel.campaign.verify.capsule import verify_capsule
from iacta.domain.kernel.contract.odds import odds
from iacta.domain.kernel.contract.rulebook import Switch
from iacta.domain.kernel.contract.system import System
from iacta.domain.kernel.proof.errors import Conflict, Invalid, NotYourTurn, Refused
from iacta.domain.kernel.proof.seals import Secrets
from tests.conformance.test_leaks import leak_in
from tests.domain.de_bello_punico.given import (
    NO_DICE,
    after,
    battle,
    begun,
    every,
    folded,
    leader,
    marker,
    of,
    secrets,
    unit,
    when,
)
from tests.domain.de_bello_punico.watch import WATCH
from tests.soak.test_de_bello_punico_long import check_battle
from tests.support.keys import SIGNER, check_signature
from tests.support.table import Table

ATTACK = cmd.Attack("r1", "k1", (), False)


def field() -> State:
    """Two Roman units, two Carthaginian, a leader."""
    return battle(
        unit("r1", "hastati", "1010"),
        unit("r2", "velites", "1210"),
        unit("k1", "infantry", "1009"),
        unit("k2", "infantry", "2005", fate="fled"),
        leaders=(leader("rome", "r2"),),
    )


POSSIBLE = [
    ch.PlaceUnit("k2", "1003", 3),
    ch.PlaceUnit("k40", "1003", 3, "elephants", 1),
    ch.RemoveUnit("r1"),
    ch.SetFacing("r1", 2),
    ch.SetDisorder("r1", 3),
    ch.SetRout("rome", 7),
    ch.SetLeader("rome", "r1"),
    ch.RemoveLeader("rome"),
]


@pytest.mark.parametrize("change", POSSIBLE, ids=[str(n) for n in range(len(POSSIBLE))])
def test_the_referee_may_change_what_stands_on_the_field(change: Any) -> None:
    """BP 3: each change is allowed, folded, and told in a sentence."""
    state = field()
    SYSTEM.check_change(state, change)
    changed = SYSTEM.evolve(state, change)
    assert changed != state
    assert SYSTEM.narrate(state, [change], {}).text[0].startswith("Ruled: ")


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        (ch.PlaceUnit("k40", "1003", 3), "/counter"),
        (ch.PlaceUnit("k2", "1010", 3), "/hex"),
        (ch.PlaceUnit("k2", "9999", 3), "/hex"),
        (ch.PlaceUnit("k2", "1003", 3, disorder=3), "/disorder"),
        (ch.RemoveUnit("k2"), "/unit"),
        (ch.RemoveUnit("r2"), "/unit"),
        (ch.SetFacing("r77", 1), "/unit"),
        (ch.SetDisorder("r1", 5), "/disorder"),
        (ch.SetRout("rome", 17), "/rout"),
        (ch.SetLeader("rome", "k1"), "/unit"),
        (ch.RemoveLeader("carthage"), "/side"),
    ],
)
def test_the_impossible_is_refused_with_its_place(change: Any, pointer: str) -> None:
    """BP 7, BP 13."""
    with pytest.raises((Invalid, Conflict)) as refused:
        SYSTEM.check_change(field(), change)
    assert refused.value.pointer == pointer


@pytest.mark.parametrize("placing", ["alternate", "together"])
def test_no_leader_is_removed_while_markers_are_placed(placing: str) -> None:
    """BP 4, BP-24: with the others placed nobody would be awaited."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1003"),
        phase="command",
        leaders=(leader("rome", "r1"), leader("carthage", "k1")),
        switches={"placing": placing},
    )
    for side in ("rome", "carthage"):
        with pytest.raises(Conflict) as refused:
            SYSTEM.check_change(state, ch.RemoveLeader(side))
        assert refused.value.pointer == "/side"
    SYSTEM.check_change(replace(state, phase="initiative"), ch.RemoveLeader("rome"))


def test_nothing_is_ruled_while_something_is_to_be_settled() -> None:
    """BP 10: an attack is concluded first."""
    state = after(battle(unit("r1", "hastati", "1010"), unit("k1", "skirmishers", "1009")), ATTACK)
    with pytest.raises(Conflict):
        SYSTEM.check_change(state, ch.SetFacing("r1", 2))


def test_the_odds_of_a_combat_are_exact() -> None:
    """BP 10.2, BP 10.6: 5 and a die against 3 and a die."""
    state = battle(unit("r1", "hastati", "1010"), unit("k1", "infantry", "1009"))

    def run(dice: Any) -> Any:
        return SYSTEM.odds_key(SYSTEM.decide(state, ATTACK, "seat:rome", dice, secrets(state)))

    found = odds(run)
    assert found.exact
    chances = {
        (one.outcome["attacker"], one.outcome["defender"]): one.probability
        for one in found.outcomes
    }
    assert chances[1, 1] == Fraction(4, 36)
    assert chances[1, 0] == Fraction(6, 36)
    assert sum(chance for (_, harm), chance in chances.items() if harm and harm > 0) == Fraction(
        30, 36
    )
    assert sum(chances.values()) == 1


def test_a_combat_is_told_with_its_reckoning() -> None:
    """BP 10.3: every modifier with its reason."""
    state = battle(unit("r1", "hastati", "1010", disorder=1), unit("k1", "infantry", "1009"))
    story = SYSTEM.narrate(state, when(state, ATTACK, 6, 3), {})
    assert story.text[:4] == (
        "Hastati r1 beat Infantry k1, 10 to 6.",
        "Hastati r1: die 6, Combat Points +5, Disorder \u22121: 10.",
        "Infantry k1: die 3, Combat Points +3: 6.",
        "Infantry k1 take 1 Disorder, now 1 of 3.",
    )
    assert {"kind": "battle"} in story.marks


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ((4, 1), "Mercenaries k1 charge and beat Hastati r1, 10 to 6."),
        ((1, 2), "Mercenaries k1 charge Hastati r1: level, 7 to 7."),
        ((1, 4), "Hastati r1 beat off the charge of Mercenaries k1, 9 to 7."),
    ],
)
def test_a_charge_is_told_with_its_outcome(faces: tuple[int, int], told: str) -> None:
    """BP 15.2: after what it did to the enemy it would read as a second attack."""
    state = battle(
        unit("k1", "mercenaries", "1009"),
        unit("r1", "hastati", "1010"),
        side="carthage",
        markers=(marker("carthage", "furor"),),
        leaders=(leader("carthage", "k1"),),
    )
    charge, risk = cmd.Attack("k1", "r1", (), True), () if faces == (4, 1) else (6,)
    text = SYSTEM.narrate(state, when(state, charge, *faces, *risk, seat="carthage"), {}).text
    assert text[0] == told
    assert text[1].startswith(f"Mercenaries k1: die {faces[0]}, ")


def test_dice_are_told_with_what_they_were_read_on() -> None:
    """BP 15.1, BP 10.2."""
    state = battle(unit("r1", "hastati", "1010"), unit("k1", "infantry", "1009"))
    cells = SYSTEM.cells(when(state, ATTACK, 6, 2))
    assert cells["combat, attacker r1"] == "total 11: 0 Disorder"


def test_only_seats_play() -> None:
    """BP 3: the referee acts in a seat's name."""
    with pytest.raises(NotYourTurn):
        SYSTEM.decide(begun(), cmd.Ready(), "referee", NO_DICE, secrets(begun()))
    assert SYSTEM.options(begun(), "referee", {}) == []


def test_a_leader_at_risk_is_rolled_in_the_same_event() -> None:
    """BP 13: dice that the rules cause at once."""
    state = battle(
        unit("r1", "hastati", "1010"),
        unit("k1", "infantry", "1009"),
        leaders=(leader("rome", "r1"),),
    )
    effects = when(state, ATTACK, 1, 6, 4)
    assert of(fx.LeaderRolled, effects).face == 4
    assert folded(state, effects).pending == ()
    assert every(fx.LeaderResolved, effects)


@pytest.mark.parametrize("value", [0, 1], ids=["by the print", "by our rulings"])
def test_invariants_hold_in_every_state_of_a_battle(value: int) -> None:
    """BP 7, BP 11, BP 16.1.1: every switch at its first value, or its last; many in the soak."""
    check_battle("beneventum", f"{value}", **{one.key: one.values[value] for one in SWITCHES})


# --- leaks --------------------------------------------------------------------------------------

SEEN: dict[str, Any] = {}


class Spy:
    """Secrets that remember every value that a rule seals."""

    def __init__(self, hidden: Secrets) -> None:
        self._hidden = hidden

    def __getattr__(self, name: str) -> Any:
        return getattr(self._hidden, name)

    def seal(self, value: Any, to: tuple[str, ...] = ()) -> Any:
        """Seal, and remember."""
        sealed = self._hidden.seal(value, to)
        SEEN[sealed.sealed] = value
        return sealed


def spied(system: System) -> System:
    """A system whose author remembers what was sealed."""

    def decide(state: State, command: Any, role: str, dice: Any, hidden: Secrets) -> Any:
        if isinstance(command, cmd.Place):
            SEEN[hidden.member("marker").sealed] = command.marker
        return SYSTEM.decide(state, command, role, dice, Spy(hidden))  # type: ignore[arg-type]

    return msgspec.structs.replace(system, decide=decide)


def leaking_view() -> System:
    """The view shows every marker."""

    def view(state: State, audience: str, known: Any) -> Any:
        return SYSTEM.view(state, audience, {**known, **SEEN})

    return spied(msgspec.structs.replace(SYSTEM, view=view))


def leaking_window() -> System:
    """A side is asked only where it holds a real point."""

    def standing(state: State) -> Any:
        found = SYSTEM.standing(state)
        mine = sum(
            1 for one in state.markers if SEEN.get(one.seal) == "point" and one.side == "carthage"
        )
        waiting = tuple(
            msgspec.structs.replace(one, for_=f"{one.for_} {mine}") for one in found.waiting
        )
        return msgspec.structs.replace(found, waiting=waiting)

    def options(state: State, role: str, known: Any) -> Any:
        found = SYSTEM.options(state, role, known)
        words = standing(state).waiting[0].for_ if standing(state).waiting else ""
        return [msgspec.structs.replace(one, title=f"{one.title} {words}") for one in found]

    return spied(msgspec.structs.replace(SYSTEM, standing=standing, options=options))


def together(system: System) -> System:
    """Both place at once, every time into the same boxes: only the Vacuus differs. BP-12."""

    def options(state: State, role: str, known: Any) -> Any:
        found = system.options(state, role, known)
        if not found or found[0].id != "place-all":
            return found
        boxes = found[0].choices["/boxes"]
        same = msgspec.structs.replace(boxes, some_of=boxes.some_of[: boxes.max])
        choices = {**found[0].choices, "/boxes": same}
        return [msgspec.structs.replace(found[0], choices=choices)]

    placing = Switch("placing", "How markers are placed", ("together", "alternate"), "BP-12")
    switches = (placing, *(one for one in system.switches if one.key != "placing"))
    return msgspec.structs.replace(system, switches=switches, options=options)


def test_placed_together_the_vacuus_stays_hidden() -> None:
    """BP-12: the boxes are shown, and what lies there is not."""
    watch = msgspec.structs.replace(WATCH, commands=7)
    assert leak_in(watch, together(SYSTEM)) == ""
    SEEN.clear()
    assert leak_in(watch, together(leaking_view())) != ""


@pytest.mark.parametrize("planted", [leaking_view, leaking_window])
def test_a_planted_leak_is_found(planted: Any) -> None:
    """BP-12: the leak test of the suite sees the Vacuus where it is shown."""
    SEEN.clear()
    assert leak_in(WATCH, planted()) != ""


def test_a_refusal_does_not_tell_what_the_other_holds() -> None:
    """BP-12: the same words whether his marker is a point or the Vacuus."""
    answers = set()
    for worth in ("point", "vacuus"):
        table = Table.found(SYSTEM, "beneventum")
        table.do("carthage", "de-bello-punico.ready")
        table.do("rome", "de-bello-punico.ready")
        table.do("carthage", "de-bello-punico.place", box="combat", marker=worth)
        with pytest.raises(Refused) as refused:
            table.do("rome", "de-bello-punico.commit", units=["r4"])
        seen = str(table.view("seat:rome")["game"]["armies"])
        answers.add((refused.value.detail, refused.value.pointer, seen))
    assert len(answers) == 1


@pytest.mark.parametrize(
    ("phase", "ended"),
    [
        ("elephants", "Rome is done with the elephants."),
        ("stampede", "Rome ends the movement of the furious elephants."),
        ("move", "Rome ends its movement."),
        ("volley", "Carthage ends its volleys."),
        ("combat", "Rome ends its combats."),
        ("recover", "Rome is done with recovery."),
    ],
)
def test_the_end_of_an_impulse_is_told_before_what_comes_next(phase: Any, ended: str) -> None:
    """BP 3.1C: what one did, and then what the other may do."""
    state = battle(unit("r1", "hastati", "1010"), unit("k1", "infantry", "1003"), phase=phase)
    seat = "carthage" if phase == "volley" else "rome"
    told = SYSTEM.narrate(state, when(state, cmd.End(), seat=seat), {}).text
    follows = "Rome's" if phase in ("elephants", "stampede") else "Carthage's"
    assert told == (ended, f"It is {follows} move.")


def test_the_end_of_a_turn_is_told_before_the_next_and_never_before_a_victory() -> None:
    """BP 3.1D."""
    units = (unit("r1", "hastati", "1010"), unit("k1", "infantry", "1003"))
    last = replace(battle(*units, phase="recover", side="carthage"), first="rome")
    told = SYSTEM.narrate(last, when(last, cmd.End(), seat="carthage"), {}).text
    assert told[0] == "Carthage is done with recovery."
    assert told[1].startswith("Turn IV begins.")
    beaten = [replace(one, rout=one.limit) if one.side == "rome" else one for one in last.armies]
    over = replace(last, armies=tuple(beaten))
    told = SYSTEM.narrate(over, when(over, cmd.End(), seat="carthage"), {}).text
    assert told == (
        "Carthage wins: the army of Rome routs (Rout Points: Rome 16 of 16, Carthage 0 of 15).",
    )


def test_a_marker_is_told_to_its_owner_alone() -> None:
    """BP-12."""
    state = battle(unit("r1", "hastati", "1010"), unit("k1", "infantry", "1003"), phase="command")
    placed = [fx.MarkerPlaced("rome", "combat", "x")]
    assert SYSTEM.narrate(state, placed, {"x": "vacuus"}).text == (
        "Rome places the Vacuus in Combat.",
    )
    assert SYSTEM.narrate(state, placed, {}).text == ("Rome places a marker in Combat.",)


def test_a_battle_placed_together_is_verified_and_decided_again() -> None:
    """BP-12: what was sealed anew for each marker opens and counts as it was played."""
    table = Table.found(SYSTEM, "beneventum", options={"placing": "together"}).run(seed="together")
    table.do("referee", "campaign.open-seals")
    systems = {SYSTEM.key: SYSTEM}
    report = verify_capsule(
        table.capsule(), check_signature, key=SIGNER.key.text(), systems=systems
    )
    assert report.failed() == []
    assert report.check(10).result == "pass"


def test_level_totals_tell_what_disorder_both_then_have() -> None:
    """BP 10.6, BP 10.7: who panics had no more to take."""
    state = battle(unit("r1", "hastati", "1010", disorder=1), unit("k1", "infantry", "1009"))
    text = SYSTEM.narrate(state, when(state, ATTACK, 1, 2), {}).text
    assert text[0].startswith("Hastati r1 and Infantry k1 are level, ")
    both = [
        line for line in text if line.startswith("Level totals disorder both: Hastati r1 have ")
    ]
    assert both == [
        "Level totals disorder both: Hastati r1 have 2 of 5 and Infantry k1 have 1 of 3."
    ]
