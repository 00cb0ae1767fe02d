"""Checks, attacks and sinkings in words, every die with what it was read as."""

from iacta.domain.kernel.contract.words import listed, sentence
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.state import State
from iacta.domain.naval_battle.state.words import side

RESULTS = {"P": "passes", "H": "halts", "D": "is disrupted", "F": "fails", "R": "fails"}
DID = {
    "attacker-flipped": "{who} is flipped",
    "attacker-lost": "{who} is lost",
    "flipped": "{on} is flipped",
    "killed": "{on} is destroyed",
}
VERBS = {"ram": "rams", "volley": "shoots at", "boarding": "boards"}


def _die(face: int, modifiers: tuple[fx.Modifier, ...], value: int) -> str:
    """`5`, or `5 less 1 is 4, as Agrippa is aboard`."""
    if not modifiers:
        return str(face)
    less = sum(-one.value for one in modifiers)
    return f"{face} less {less} is {value}, as {listed([one.reason for one in modifiers])}"


def checked(state: State, effect: fx.Checked) -> list[str]:
    """How many passed, and each who did not."""
    amiss = [one for one in effect.checks if one.result != "P"]
    passed = len(effect.checks) - len(amiss)
    panic = ", in panic" if effect.table == "panic_check" else ""
    name = side(state, effect.seat)
    lines = [sentence(f"{name} make their Command Checks{panic}: {passed} pass")]
    for one in amiss:
        fleet = state.fleet(one.name) is not None
        result = "routs" if one.result == "R" and fleet else RESULTS[one.result]
        die = _die(one.face, one.modifiers, one.value)
        flips = " and is flipped" if one.flips else ""
        lines.append(f"{one.name}, {one.row}, {result}{flips}: {die}.")
    return lines


def routed(effect: fx.Routed) -> str:
    """Where a routed fleet ran."""
    if len(effect.path) == 1:
        return f"{effect.fleet} routs and finds its way barred at {effect.path[0]}."
    return f"{effect.fleet} routs from {effect.path[0]} to {effect.path[-1]}."


def rallied(effect: fx.RallyRolled) -> str:
    """Whether somebody rallied."""
    verb = "rallies" if effect.rallies else "does not rally"
    return f"{effect.name} {verb}: {_die(effect.face, effect.modifiers, effect.value)}."


def attacked(effect: fx.Attacked) -> list[str]:
    """Who attacked whom and how, and each die."""
    mode = f" in {effect.row}" if effect.attack == "boarding" else ""
    head = f"{effect.unit} {VERBS[effect.attack]} {effect.target}{mode}."
    return [head, *(_blow(effect, blow) for blow in effect.blows), *_rest(effect)]


def _blow(effect: fx.Attacked, blow: fx.Blow) -> str:
    if blow.did == "nothing":
        idle = "nothing" if blow.result == "-" else f"{blow.result}, without effect"
        return f"{blow.face}: {idle}."
    read = blow.result if blow.result == blow.counts else f"{blow.result}, counted as B"
    return f"{blow.face}: {read}, {DID[blow.did].format(who=effect.unit, on=blow.on)}."


def _rest(effect: fx.Attacked) -> list[str]:
    left = effect.dice - len(effect.blows)
    if not left:
        return []
    return [sentence(f"{'one die is' if left == 1 else f'{left} dice are'} not thrown")]


def sunk(effect: fx.FleetSunk) -> list[str]:
    """A fleet goes down, and what becomes of those aboard."""
    with_her = f" with {listed(effect.drowned)}" if effect.drowned else ""
    return [f"{effect.fleet} sinks{with_her}.", *(_jump(one) for one in effect.jumps)]


def _jump(jump: fx.Jump) -> str:
    if jump.face is None:
        return f"{jump.leader} finds no ship to reach, and drowns."
    if jump.to:
        return f"{jump.leader} reaches {jump.to}: the die is {jump.face}, {jump.result}."
    return f"{jump.leader} drowns: the die is {jump.face}, {jump.result}."


def captured(state: State, effect: fx.Captured) -> list[str]:
    """A prize, who went over, and who was found aboard."""
    along = f" with {listed(effect.leaders)}" if effect.leaders else ""
    lines = [f"{effect.unit}{along} takes {effect.fleet} for {side(state, effect.seat)}."]
    if effect.killed:
        lines.append(f"{listed(effect.killed)} {'fall' if len(effect.killed) > 1 else 'falls'}.")
    if effect.lost:
        lines.append(sentence(f"taken with it: {listed(effect.lost)}"))
    return lines


def reverted(state: State, effect: fx.Reverted) -> str:
    """A prize obeys its own again."""
    fleet = state.fleet(effect.fleet)
    owner = side(state, fleet.side) if fleet is not None else "its own"
    killed = f", and {listed(effect.killed)} is dead" if effect.killed else ""
    return sentence(f"{effect.fleet} obeys {owner} again, as {effect.captor} is lost{killed}")
