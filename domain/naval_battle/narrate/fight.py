"""Checks, attacks and sinkings in words, every die with what it was read as."""

from collections.abc import Sequence

from iacta.domain.kernel.contract.words import listed, number, sentence
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.state import CaptureDue, State
from iacta.domain.naval_battle.state.words import acts, be, is_plural, ship, side, the, told

RESULTS = {"P": "pass", "H": "halt", "F": "fail", "R": "fail"}
VERBS = {"ram": "ram", "volley": "shoot at", "boarding": "board"}


def _die(face: int, modifiers: tuple[fx.Modifier, ...], value: int) -> str:
    """`5`, or `5, less 1 for Agrippa`; what is below the table, as it counts."""
    if not modifiers:
        return str(face)
    less = sum(-one.value for one in modifiers)
    names = listed([one.reason.removesuffix(" is aboard") for one in modifiers])
    counts = "" if face - less == value else f", which counts as {value}"
    return f"{face}, less {less} for {names}{counts}"


def checked(state: State, effect: fx.Checked) -> list[str]:
    """How many passed, and each who did not; a passenger who halts is held up in nothing."""
    passed = [
        one
        for one in effect.checks
        if one.result == "P" or (one.result == "H" and state.fleet(one.name) is None)
    ]
    amiss = [one for one in effect.checks if one not in passed]
    share = f"{len(passed)} of {len(effect.checks)} pass" if passed else "nobody passes"
    panic = ", in panic" if effect.table == "panic_check" else ""
    check = "Command Check" if len(effect.checks) == 1 else "Command Checks"
    name = side(state, effect.seat)
    lines = [sentence(f"{name} make their {check}{panic}: {share if amiss else 'all pass'}")]
    for one in amiss:
        die = _die(one.face, one.modifiers, one.value)
        flips = " and flipped" if one.flips else ""
        lines.append(f"{_amiss(state, one)}{flips}, {one.row}: {die}.")
    return lines


def _amiss(state: State, check: fx.Check) -> str:
    if check.result == "D":
        return f"{ship(state, check.name)} {be(state, check.name)} disrupted"
    routs = check.result == "R" and state.fleet(check.name) is not None
    return acts(state, check.name, "rout" if routs else RESULTS[check.result])


def routed(state: State, effect: fx.Routed) -> str:
    """Where a routed fleet ran."""
    if len(effect.path) == 1:
        way = "their way" if is_plural(state, effect.fleet) else "its way"
        return f"{acts(state, effect.fleet, f'find {way}')} barred at {effect.path[0]}."
    return f"{acts(state, effect.fleet, 'run')} from {effect.path[0]} to {effect.path[-1]}."


def rallied(state: State, effect: fx.RallyRolled) -> str:
    """Whether somebody rallied."""
    verb = acts(state, effect.name, "rally" if effect.rallies else "fail to rally")
    return f"{verb}, {effect.row}: {_die(effect.face, effect.modifiers, effect.value)}."


def attacked(state: State, effect: fx.Attacked) -> list[str]:
    """Who attacked whom and what came of it, and each die."""
    head = f"{acts(state, effect.unit, VERBS[effect.attack])} {_at(state, effect)}"
    return [
        f"{head}{_came(state, effect)}.",
        *(_blow(state, effect, blow) for blow in effect.blows),
        *_rest(effect),
    ]


def _at(state: State, effect: fx.Attacked) -> str:
    """A fleet, told if it is a prize; of a volley, the unit that is shot at."""
    target = ship(state, effect.target)
    if effect.attack == "volley":
        return f"{the(state, effect.blows[0].on)} aboard {target}"
    mode = f" in {effect.row}" if effect.attack == "boarding" else ""
    return f"{target}{mode}"


def _came(state: State, effect: fx.Attacked) -> str:
    """What an attack did in the end, the enemy's part first, then what it cost who struck."""
    did = {blow.on: blow.did for blow in effect.blows if blow.did in ("flipped", "killed")}
    dead = [name for name in did if did[name] == "killed"]
    ends = [
        *_all_are(state, [one for one in dead if state.fleet(one) is None], "eliminated"),
        *_all_are(state, [one for one in dead if state.fleet(one)], _fate(effect)),
        *_all_are(state, [name for name in did if did[name] == "flipped"], "flipped"),
    ]
    own = effect.blows[-1].did
    if not own.startswith("attacker"):
        return f": {'; '.join(ends) or 'without effect'}"
    now = "flipped" if own == "attacker-flipped" else "lost"
    if ends:
        return (
            f": {'; '.join([*ends, f'{the(state, effect.unit)} {be(state, effect.unit)} {now}'])}"
        )
    itself = "themselves" if is_plural(state, effect.unit) else "itself"
    return f" and {be(state, effect.unit)} {itself} {now}"


def _fate(effect: fx.Attacked) -> str:
    """What a hull is after the last hit on it; boarders may yet take it or sink it."""
    return "sunk" if effect.attack == "ram" else "overcome"


def _all_are(state: State, names: Sequence[str], what: str) -> list[str]:
    if not names:
        return []
    verb = be(state, names[0]) if len(names) == 1 else "are"
    return [f"{listed([the(state, name) for name in names])} {verb} {what}"]


def _blow(state: State, effect: fx.Attacked, blow: fx.Blow) -> str:
    if blow.did == "nothing":
        idle = "nothing" if blow.result == "-" else f"{blow.result}, without effect"
        return f"{blow.face}: {idle}."
    read = blow.result if blow.result == blow.counts else f"{blow.result}, counted as B"
    who = effect.unit if blow.counts == "A" else blow.on
    killed = _fate(effect) if state.fleet(blow.on) else "eliminated"
    now = {"attacker-lost": "lost", "killed": killed}.get(blow.did, "flipped")
    return f"{blow.face}: {read}, {the(state, who)} {be(state, who)} {now}."


def _rest(effect: fx.Attacked) -> list[str]:
    left = effect.dice - len(effect.blows)
    if not left:
        return []
    return [sentence(f"{'one die is' if left == 1 else f'{number(left)} dice are'} not thrown")]


def sunk(state: State, effect: fx.FleetSunk, *, rammed: bool) -> list[str]:
    """A fleet goes down, and what becomes of those aboard; ``rammed``: the ram has told of it."""
    drowned = listed([the(state, name) for name in effect.drowned])
    jumps = [_jump(state, one) for one in effect.jumps]
    if rammed:
        it = "them" if is_plural(state, effect.fleet) else "it"
        return [*([f"Lost with {it}: {drowned}."] if drowned else []), *jumps]
    along = f" with {drowned}" if drowned else ""
    if isinstance(state.pending, CaptureDue):
        head = f"{told(state, state.pending.unit, 'sink')} {ship(state, effect.fleet)}"
    else:
        head = acts(state, effect.fleet, "sink")
    return [f"{head}{along}.", *jumps]


def _jump(state: State, jump: fx.Jump) -> str:
    if jump.face is None:
        return f"{jump.leader} finds no ship to reach, and drowns."
    if jump.to:
        return (
            f"{jump.leader} reaches {the(state, jump.to)}: the die is {jump.face}, {jump.result}."
        )
    return f"{jump.leader} drowns: the die is {jump.face}, {jump.result}."


def captured(state: State, effect: fx.Captured) -> list[str]:
    """A prize, who went over, and who was found aboard."""
    who = told(state, effect.unit, "take")
    if effect.leaders:
        who = f"{listed([the(state, effect.unit), *effect.leaders])} take"
    lines = [f"{who} {the(state, effect.fleet)} for {side(state, effect.seat)}."]
    if effect.killed:
        lines.append(_lost_aboard(effect.killed))
    if effect.lost:
        lines.append(f"{_all_are(state, effect.lost, 'taken with it')[0]}.")
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
