"""Checks, attacks and sinkings in words, every die with what it was read as."""

from collections.abc import Mapping, Sequence

from iacta.domain.kernel.contract.words import listed, sentence
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.state import CaptureDue, State
from iacta.domain.naval_battle.state.words import (
    acts,
    be,
    is_plural,
    ship,
    side,
    the,
    third,
    told,
)

FAIL = "fail and may neither move nor attack"
RESULTS = {"H": "halt", "D": "are disrupted", "F": FAIL, "R": FAIL}
"""what a check brings; a unit that routs stays aboard and fails"""
ABOARD = "roll a halt, which means nothing aboard"
"""what H is to a unit, which moves with its ship"""
VERBS = {"ram": "ram", "volley": "shoot at", "boarding": "board"}
DOES = {"flipped": "flip", "sunk": "sink", "overcome": "overcome", "eliminated": "eliminate"}


def _die(face: int, modifiers: tuple[fx.Modifier, ...], value: int) -> str:
    """`die 5`, or `die 5, less 1 for Agrippa`; what is below the table, as it counts."""
    if not modifiers:
        return f"die {face}"
    less = sum(-one.value for one in modifiers)
    names = listed([one.reason.removesuffix(" is aboard") for one in modifiers])
    counts = "" if face - less == value else f", which counts as {value}"
    return f"die {face}, less {less} for {names}{counts}"


def checked(state: State, effect: fx.Checked, ran: Sequence[fx.Routed]) -> list[str]:
    """How many passed, then those who did not, who fare alike in one sentence; where they ran."""
    ways = {one.fleet: one.path for one in ran}
    fates: dict[str, list[fx.Check]] = {}
    for one in effect.checks:
        if one.result != "P":
            fates.setdefault(_fate_of(state, one, ways.get(one.name, ())), []).append(one)
    passed = len(effect.checks) - sum(map(len, fates.values()))
    panic = ", in panic," if effect.table == "panic_check" else ""
    name = side(state, effect.seat)
    lines = [sentence(f"{name}{panic} pass {_share(passed, len(effect.checks))}")]
    return [*lines, *(_amiss(state, fate, alike) for fate, alike in fates.items())]


def _share(passed: int, all_: int) -> str:
    """How many Command Checks are passed, as an object."""
    if not passed:
        return "no Command Check"
    if passed < all_:
        return f"{passed} of {all_} Command Checks"
    return "their Command Check" if all_ == 1 else "all their Command Checks"


def _fate_of(state: State, check: fx.Check, way: Sequence[str]) -> str:
    """What a check that is not passed brings, as of many: `halt`, `are disrupted and flipped`."""
    if check.result == "D":
        return f"{RESULTS['D']}{' and flipped' if check.flips else ', already flipped'}"
    if state.fleet(check.name) is None:
        return ABOARD if check.result == "H" else RESULTS[check.result]
    if check.result != "R":
        return RESULTS[check.result]
    if len(way) == 1:
        return f"rout with the way barred at {way[0]}"
    return f"rout from {way[0]} to {way[-1]}" if way else "rout"


def _amiss(state: State, fate: str, checks: Sequence[fx.Check]) -> str:
    """`The Ravenna squadron (recruit, die 6) and Lurius' wing (recruit, die 5) halt.`"""
    who = [
        f"{ship(state, one.name)} ({one.row}, {_die(one.face, one.modifiers, one.value)})"
        for one in checks
    ]
    if len(checks) == 1 and not is_plural(state, checks[0].name):
        fate = third(fate) if fate[:4] != "are " else f"is {fate[4:]}"
    return sentence(f"{listed(who)} {fate}")


def rallied(state: State, effect: fx.RallyRolled) -> str:
    """Whether somebody rallied."""
    verb = acts(state, effect.name, "rally" if effect.rallies else "fail to rally")
    return f"{verb} ({effect.row}, {_die(effect.face, effect.modifiers, effect.value)})."


def attacked(state: State, effect: fx.Attacked) -> list[str]:
    """Who attacked whom and what came of it, then the dice."""
    return [f"{_headline(state, effect)}.", _dice(effect)]


def _headline(state: State, effect: fx.Attacked) -> str:
    """What an attack did in the end, the enemy's part first, then what it cost who struck."""
    did = {blow.on: blow.did for blow in effect.blows if blow.did in ("flipped", "killed")}
    aim = effect.blows[0].on if effect.attack == "volley" else effect.target
    own = effect.blows[-1].did
    lost = {"attacker-flipped": "flipped", "attacker-lost": "lost"}.get(own)
    cost = f" and {be(state, effect.unit)} {lost}" if lost else ""
    if [*did] == [aim]:
        in_turn = f",{cost} in turn" if cost else ""
        return f"{_struck(state, effect, aim, did[aim])}{in_turn}"
    head = f"{acts(state, effect.unit, VERBS[effect.attack])} {_at(state, effect)}"
    if not did:
        return f"{head}{cost or ' without effect'}"
    ends = _ends(state, effect, did)
    ends += [f"{the(state, effect.unit)} {be(state, effect.unit)} {lost}"] if lost else []
    return f"{head}: {'; '.join(ends)}"


def _struck(state: State, effect: fx.Attacked, aim: str, did: str) -> str:
    """An attack that struck whom it was aimed at: `rams and sinks Sosius' wing`."""
    verb, fate = VERBS[effect.attack], DOES[_now(state, effect, aim, did)]
    fate = fate if is_plural(state, effect.unit) else third(fate)
    if effect.attack == "ram":
        return f"{acts(state, effect.unit, verb)} and {fate} {_at(state, effect)}"
    it = "them" if is_plural(state, aim) else "it"
    return f"{acts(state, effect.unit, verb)} {_at(state, effect)} and {fate} {it}"


def _at(state: State, effect: fx.Attacked) -> str:
    """A fleet, told if it is a prize; of a volley, the unit that is shot at."""
    target = ship(state, effect.target)
    if effect.attack == "volley":
        return f"{the(state, effect.blows[0].on)} aboard {target}"
    mode = f" in {effect.row}" if effect.attack == "boarding" else ""
    return f"{target}{mode}"


def _ends(state: State, effect: fx.Attacked, did: Mapping[str, str]) -> list[str]:
    """What became of whom: the dead first, units before hulls."""
    dead = [name for name in did if did[name] == "killed"]
    return [
        *_all_are(state, [one for one in dead if state.fleet(one) is None], "eliminated"),
        *_all_are(state, [one for one in dead if state.fleet(one)], _fate(effect)),
        *_all_are(state, [name for name in did if did[name] == "flipped"], "flipped"),
    ]


def _now(state: State, effect: fx.Attacked, name: str, did: str) -> str:
    """What an enemy is after a blow."""
    if did != "killed":
        return "flipped"
    return _fate(effect) if state.fleet(name) else "eliminated"


def _fate(effect: fx.Attacked) -> str:
    """What a hull is after the last hit on it; boarders may yet take it or sink it."""
    return "sunk" if effect.attack == "ram" else "overcome"


def _all_are(state: State, names: Sequence[str], what: str) -> list[str]:
    if not names:
        return []
    verb = be(state, names[0]) if len(names) == 1 else "are"
    return [f"{listed([the(state, name) for name in names])} {verb} {what}"]


def _dice(effect: fx.Attacked) -> str:
    """Every die that was thrown, in a row, as it was read: `Dice: 4, 5 (L), 5 (L as B)`."""
    return sentence(f"dice: {', '.join(_blow(blow) for blow in effect.blows)}")


def _blow(blow: fx.Blow) -> str:
    """`4`, `5 (L)`, `5 (L as B)`; what it did, the headline tells."""
    if blow.did == "nothing" or blow.result == blow.counts:
        return f"{blow.face}" if blow.result == "-" else f"{blow.face} ({blow.result})"
    return f"{blow.face} ({blow.result} as B)"


def sunk(state: State, effect: fx.FleetSunk, *, rammed: bool) -> list[str]:
    """A fleet goes down, and what becomes of those aboard; ``rammed``: the ram has told of it."""
    drowned = listed([the(state, name) for name in effect.drowned])
    jumps = _jumps(state, effect.jumps)
    if rammed:
        return [*([f"Lost aboard: {drowned}."] if drowned else []), *jumps]
    along = f" with {drowned}" if drowned else ""
    if isinstance(state.pending, CaptureDue):
        head = f"{told(state, state.pending.unit, 'sink')} {ship(state, effect.fleet)}"
    else:
        head = acts(state, effect.fleet, "sink")
    return [f"{head}{along}.", *jumps]


def _jumps(state: State, jumps: Sequence[fx.Jump]) -> list[str]:
    """What becomes of leaders whose ship goes down: all who reach none in one sentence."""
    lines = [
        f"{one.leader} ({one.row}, die {one.face})"
        f" {f'reaches {the(state, one.to)}' if one.to else 'drowns'}."
        for one in jumps
        if one.face is not None
    ]
    lost = [one.leader for one in jumps if one.face is None]
    if lost:
        find, drown = ("finds", "drowns") if len(lost) == 1 else ("find", "drown")
        lines.append(f"{listed(lost)} {find} no ship to reach, and {drown}.")
    return lines


def captured(state: State, effect: fx.Captured) -> list[str]:
    """A prize, who went over, and who was found aboard."""
    who = told(state, effect.unit, "take")
    if effect.leaders:
        who = f"{listed([the(state, effect.unit), *effect.leaders])} take"
    lines = [f"{who} {the(state, effect.fleet)} for {side(state, effect.seat)}."]
    if effect.killed:
        lines.append(_lost_aboard(effect.killed))
    if effect.lost:
        it = "them" if is_plural(state, effect.fleet) else "it"
        lines.append(f"{_all_are(state, effect.lost, f'taken with {it}')[0]}.")
    return lines


def reverted(state: State, effect: fx.Reverted) -> list[str]:
    """A prize is its own side's again."""
    fleet = state.fleet(effect.fleet)
    assert fleet is not None
    back = f"{told(state, effect.fleet, 'revert')} to {side(state, fleet.side)}"
    lost = f"{the(state, effect.captor)} {be(state, effect.captor)} lost"
    lines = [f"{back}, as {lost}."]
    if effect.killed:
        lines.append(_lost_aboard(effect.killed))
    return lines


def _lost_aboard(leaders: Sequence[str]) -> str:
    return f"{listed(leaders)}, aboard, {'is' if len(leaders) == 1 else 'are'} lost."
