"""What the strong bot's search goes by: what it thinks of, and when and how a battle is judged.

It looks one command ahead, and through what must be answered at once: a battle is judged by the
blows that either side can strike from where it stands. What takes no search is in `settled`.
"""

from collections.abc import Iterator, Mapping, Sequence

from iacta.domain.de_bello_punico.bots.filling import first_of
from iacta.domain.de_bello_punico.bots.judgement import Fighter, blow, worth
from iacta.domain.de_bello_punico.bots.plays.combat import attacks
from iacta.domain.de_bello_punico.bots.settled import fighter_of, led, pruned, settled, worn
from iacta.domain.de_bello_punico.bots.sight import Plain, Sight, View, ahead, prize, rear
from iacta.domain.de_bello_punico.bots.steady import steady_command
from iacta.domain.de_bello_punico.rules.strategy import placed_markers
from iacta.domain.de_bello_punico.state import State
from iacta.domain.de_bello_punico.state.keys import other
from iacta.domain.kernel.contract.choices import Below, Option, by_kind
from iacta.domain.kernel.contract.system import Known, Possible, Search

ATTACKS = 3
"""attacks that are thought of"""
MOVES = 8
"""moves that are thought of, each of another unit"""
MET = 6
"""hexes between the armies from which on moves are thought of"""
TURNED = 0.05
"""what it costs for each hexside that a unit faces away from the enemy's edge"""
AVERTED = 0.25
"""what it costs to end beside an enemy and face none"""
EXPOSED = 0.3
"""what a blow that a unit may take is worth, where it may strike one"""


def candidates(game: View, options: Sequence[Option], role: str, below: Below) -> list[Plain]:
    """What the steady bot would do, and what else is worth a thought.

    The leader keeps the seat that the set-up names: who stands ahead of the line is soon broken.
    """
    see, kinds = Sight(game, role.removeprefix("seat:")), by_kind(options)
    sure = settled(see, kinds)
    if sure is not None:
        return [sure]
    options = pruned(see, options)
    first = steady_command(game, options, role, below)
    if first is None or game["phase"] in ("set-up", "command", "initiative", "order"):
        return [] if first is None else [first]
    found = [first]
    for one in _others(see, kinds):
        if one not in found:
            found.append(one)
    if "move-leader" in kinds and (last := led(see, kinds["move-leader"][0])):
        end = kinds["end"][0].command
        found = [last if one == end else one for one in found]
    return [one for one in found if not _rash(see, one)] or found


def _rash(see: Sight, command: Plain) -> bool:
    """Whether an attack may lose the battle, as its attacker is worn, and cannot win it."""
    unit, enemy = (see.units.get(command.get(part, "")) for part in ("attacker", "target"))
    if unit is None or not worn(unit) or not _breaks(see.army, unit):
        return False
    theirs = next(one for one in see.game["armies"] if one["side"] != see.side)
    return enemy is None or not _breaks(theirs, enemy)


def _breaks(army: Plain, unit: Plain) -> bool:
    """Whether an army is beaten once this unit panics."""
    return bool(army["rout"] + prize(unit) >= army["limit"])


def _others(see: Sight, kinds: Mapping[str, Sequence[Option]]) -> Iterator[Plain]:
    for kind in ("stay", "hold", "pursue"):
        for option in kinds.get(kind, ()):
            yield dict(option.command)
    for option in kinds.get("occupy", ()):
        yield from ({**option.command, "facing": facing} for facing in range(6))
    for option in kinds.get("stand", ()):
        yield first_of(option)
    for option in kinds.get("withdraw", ()):
        yield from ({**option.command, "to": hex_} for hex_ in option.choices["/to"].values)
    for option in kinds.get("rally", ()):
        yield from ({**option.command, "unit": key} for key in option.choices["/unit"].values)
    for option in kinds.get("attack", ()):
        yield from _attacks(see, option)
        yield dict(kinds["end"][0].command)
    if "move" in kinds and see.closest(see.mine) <= MET:
        yield from _moves(see, kinds["move"][0])
        yield dict(kinds["end"][0].command)


# --- attacks ------------------------------------------------------------------------------------


def _attacks(see: Sight, option: Option) -> list[Plain]:
    """The attacks that are worth most."""

    def value(attack: tuple[int, Plain]) -> float:
        edge, command = attack
        unit, enemy = see.units[command["attacker"]], see.units.get(command["target"])
        if enemy is None or enemy["panicked"]:
            return 0.0
        mine, theirs = fighter_of(unit), fighter_of(enemy)
        return blow(mine, theirs, edge - mine.plus + theirs.plus)

    ranked = sorted(attacks(see, option), key=lambda one: -value(one))
    return [command for _, command in ranked[:ATTACKS]]


# --- moves --------------------------------------------------------------------------------------


def _moves(see: Sight, option: Option) -> list[Plain]:
    """The moves that promise most, the best of each unit."""
    fighters = {one["id"]: fighter_of(one) for one in (*see.mine, *see.enemies)}
    near: dict[str, list[Plain]] = {}
    for one in see.enemies:
        for way in range(6):
            near.setdefault(ahead(one["hex"], way), []).append(one)
    found: list[tuple[float, Plain]] = []
    for mover in option.choices["/unit"].alternatives:
        unit = see.units[mover.value]
        if see.gap(unit["hex"]) > unit["movement"] + 2:
            continue
        stays = _place_value(see, unit, unit["hex"], unit["facing"], fighters, near)
        best: tuple[float, Plain] | None = None
        for goal in mover.choices["/to"].alternatives:
            if not _onward(see, unit, goal.value):
                continue
            for turn in goal.choices["/facing"].alternatives:
                if "through" in turn.title:
                    continue
                value = _place_value(see, unit, goal.value, turn.value, fighters, near)
                if value > stays and (best is None or value > best[0]):
                    chosen = {"unit": mover.value, "to": goal.value, "facing": turn.value}
                    best = value, {**option.command, **chosen}
        if best is not None:
            found.append((best[0] - stays, best[1]))
    found.sort(key=lambda one: -one[0])
    return [command for _, command in found[:MOVES]]


def _onward(see: Sight, unit: Plain, hex_: str) -> bool:
    """Whether a unit turns where it is, or goes where it is meant to, so that none goes to and fro.

    To the enemy while it is sound, until it has met one; away once it is worn.
    """
    here, there = see.gap(unit["hex"]), see.gap(hex_)
    return hex_ == unit["hex"] or (there > here if worn(unit) else there < here)


def _place_value(
    see: Sight,
    unit: Plain,
    hex_: str,
    facing: int,
    fighters: dict[str, Fighter],
    near: dict[str, list[Plain]],
) -> float:
    """The best blow from a place, less the blows that may be taken there, and a back turned."""
    mine, back = fighters[unit["id"]], rear(hex_, facing)
    given, taken = 0.0, TURNED * min((facing - see.forward) % 6, (see.forward - facing) % 6)
    met = see.before(hex_, facing)
    for enemy in met:
        if not enemy["panicked"]:
            behind = hex_ in rear(enemy["hex"], enemy["facing"])
            given = max(given, blow(mine, fighters[enemy["id"]], 2 if behind else 0))
    if hex_ in near and not met:
        taken += AVERTED
    for enemy in near.get(hex_, ()):
        if hex_ in see.fronts[enemy["id"]]:
            behind = enemy["hex"] in back
            taken += EXPOSED * max(0.0, blow(fighters[enemy["id"]], mine, 2 if behind else 0))
    return given - taken


def possible(state: State, role: str, known: Known, below: Below) -> tuple[State, Possible]:
    """The enemy's markers: one of them is the Vacuus, unless that has been turned over.

    It lies last in its box, and in a box of many as often as one of them.
    """
    side = other(role.removeprefix("seat:"))
    markers = placed_markers(state, side)
    hidden = {one.box: one for one in markers if not one.used}
    lots = [one for one in markers if one.box in hidden]
    lot = below(max(1, len(lots)))
    seals = {one.seal: "point" for one in markers if not one.used}
    if lot < len(lots) and all(one.worth != 0 for one in markers):
        seals[hidden[lots[lot].box].seal] = "vacuus"
    return state, {seal: (mark, (f"seat:{side}",)) for seal, mark in seals.items()}


def moment(state: State) -> int:
    """Whether all has been answered."""
    return int(not state.pending)


def until(state: State) -> int:
    """Once it has: the command after that is another matter."""
    return 1


def answered(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """An answer to what is asked at once: stand with all support, accept; advance with care."""
    if any(one.id == "occupy" for one in options):
        return steady_command(game, options, role, below)
    return first_of(options[0]) if options else None


SEARCH: Search[State] = Search(
    plain=answered,
    candidates=candidates,
    possible=possible,
    moment=moment,
    until=until,
    worth=worth,
    rollouts=16,
)
