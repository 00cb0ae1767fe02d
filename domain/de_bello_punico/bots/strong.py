"""What the strong bot's search goes by: what it thinks of, and when and how a battle is judged.

It looks one command ahead, and through what must be answered at once: a battle is judged by the
blows that either side can strike from where it stands. What takes no search is in `settled`, what
gets no thought in `pruning`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from iacta.domain.de_bello_punico.bots.filling import first_of
from iacta.domain.de_bello_punico.bots.judgement import blow, worth
from iacta.domain.de_bello_punico.bots.plays.combat import attacks
from iacta.domain.de_bello_punico.bots.pruning import guarded, pruned, worn
from iacta.domain.de_bello_punico.bots.settled import fighter_of, led, settled
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
    kept = pruned(see, options)
    first = steady_command(game, kept, role, below)
    if first is None or game["phase"] in ("set-up", "command", "initiative", "order"):
        return [] if first is None else [first]
    found = [] if first["type"].endswith(".occupy") else [first]
    for one in _others(see, by_kind(kept)):
        if one not in found:
            found.append(one)
    leader = (led(see, one) for one in kinds.get("move-leader", ()))
    last = _closing(see, by_kind(kept).get("move", ())) or next(leader, None)
    if last is not None:
        found = [last if one == kinds["end"][0].command else one for one in found]
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
    for option in kinds.get("occupy", ()):
        facings = guarded(see, see.game["pending"][0]["hex"], range(6))
        yield from ({**option.command, "facing": facing} for facing in facings)
    for kind in ("stay", "hold", "pursue"):
        for option in kinds.get(kind, ()):
            yield dict(option.command)
    for option in kinds.get("stand", ()):
        yield first_of(option)
    for option in kinds.get("withdraw", ()):
        yield from ({**option.command, "to": hex_} for hex_ in option.choices["/to"].values)
    for option in kinds.get("rally", ()):
        yield from ({**option.command, "unit": key} for key in option.choices["/unit"].values)
    for option in kinds.get("attack", ()):
        yield from _attacks(see, option)
        yield dict(kinds["end"][0].command)
    if "move" in kinds:
        yield from _moves(see, kinds["move"])
        yield dict(kinds["end"][0].command)


def _attacks(see: Sight, option: Option) -> list[Plain]:
    """The attacks that are worth most."""

    def value(attack: tuple[int, Plain]) -> float:
        edge, command = attack
        unit, enemy = see.units[command["attacker"]], see.units.get(command["target"])
        if enemy is None:
            return 0.0
        mine, theirs = fighter_of(unit), fighter_of(enemy)
        return blow(mine, theirs, edge - mine.plus + theirs.plus)

    ranked = sorted(attacks(see, option), key=lambda one: -value(one))
    return [command for _, command in ranked[:ATTACKS]]


def _every(moves: Iterable[Option]) -> Iterator[Plain]:
    """Every move that there is."""
    for option in moves:
        for mover in option.choices["/unit"].alternatives:
            for goal in mover.choices["/to"].alternatives:
                for facing in goal.choices["/facing"].values:
                    chosen = {"unit": mover.value, "to": goal.value, "facing": facing}
                    yield {**option.command, **chosen}


def _moves(see: Sight, moves: Iterable[Option]) -> list[Plain]:
    """The moves that promise most, the best of each unit."""
    best: dict[str, tuple[float, Plain]] = {}
    for one in _every(moves):
        unit = see.units[one["unit"]]
        if see.gap(unit["hex"]) <= unit["movement"] + 2:
            gain = _place_value(see, unit, one["to"], one["facing"])
            gain -= _place_value(see, unit, unit["hex"], unit["facing"])
            if gain > best.get(unit["id"], (0.0,))[0]:
                best[unit["id"]] = gain, one
    ranked = sorted(best.values(), key=lambda one: -one[0])
    return [one for _, one in ranked[:MOVES]]


def _closing(see: Sight, moves: Iterable[Option]) -> Plain | None:
    """A unit that lags behind comes nearer to the enemy: not up to one, nor ahead of the line."""
    line = max(2, see.closest(see.mine))

    def lags(one: Plain) -> bool:
        return line <= see.gap(one["to"]) < see.gap(see.units[one["unit"]]["hex"])

    def near(one: Plain) -> tuple[int, int, int]:
        to = one["to"]
        return see.gap(to), -see.beside(to), see.gap(ahead(to, one["facing"]))

    return min(filter(lags, _every(moves)), key=near, default=None)


def _place_value(see: Sight, unit: Plain, hex_: str, facing: int) -> float:
    """The best blow from a place, less the blows that may be taken there, and a back turned."""
    mine, back = fighter_of(unit), rear(hex_, facing)
    met = [one for one in see.before(hex_, facing) if not one["panicked"]]
    given = [
        blow(mine, fighter_of(one), 2 * (hex_ in rear(one["hex"], one["facing"]))) for one in met
    ]
    near = [one for one in see.enemies if hex_ in see.fronts[one["id"]]]
    taken = [blow(fighter_of(one), mine, 2 * (one["hex"] in back)) for one in near]
    value = max([0.0, *given]) - EXPOSED * sum(max(0.0, one) for one in taken)
    value -= TURNED * min((facing - see.forward) % 6, (see.forward - facing) % 6)
    return value - AVERTED * (see.gap(hex_) == 1 and not met)


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
    """An answer to what is asked at once: stand with all support, accept; go with care."""
    if any(one.id in ("occupy", "withdraw") for one in options):
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
