"""Given, when, then at sea: a state from ships on squares, a command and faces in, effects out."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from iacta.domain.kernel.contract.system import Setup
from iacta.domain.kernel.proof.dice import Dice, ScriptSource
from iacta.domain.kernel.proof.seals import Sealed, Secrets
from iacta.domain.naval_battle import SYSTEM
from iacta.domain.naval_battle.documents import KINDS
from iacta.domain.naval_battle.state import Fleet, Leader, Seat, Side, State, Switches, Unit
from iacta.domain.naval_battle.tables import TABLE_SET
from tests.support.deciding import decided

DATA = Path(__file__).parent / "data"

Ship = tuple[Fleet, tuple[Unit, ...], tuple[Leader, ...]]


def rows(name: str) -> list[dict[str, str]]:
    """A CSV that was typed separately."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def begun(scenario: str = "interception", **data: Any) -> State:
    """The first position of a scenario, documents replaced as told."""
    options = {switch.key: switch.default for switch in SYSTEM.switches}
    documents = {document.key: document.default for document in SYSTEM.documents} | data
    setup = Setup(scenario, options, ("active", "reactive"), documents)
    return folded(State(), SYSTEM.begin(setup))


def folded(state: State, effects: Sequence[Any]) -> State:
    """A state after effects."""
    for effect in effects:
        state = SYSTEM.evolve(state, effect)
    return state


def unit(name: str, kind: str = "legion", **more: Any) -> Unit:
    """A ground unit aboard, of its kind's figures, which has passed its check."""
    data = KINDS.kind(kind)
    assert data is not None
    members = {
        "name": name,
        "side": "active",
        "kind": kind,
        "discipline": "veteran",
        "factor": data.factor,
        "points": data.points,
        "weight": data.weight,
        "legion": data.legion,
        "force": "force",
        "status": "aboard",
        "check": "P",
    }
    return Unit(**(members | more))


def chief(name: str, rating: int = 0, discipline: str = "veteran") -> Leader:
    """A leader aboard."""
    return Leader(name, "active", discipline, rating, "force", "aboard")  # type: ignore[arg-type]


def ship(name: str, square: str, *crew: Unit | Leader, of: Seat = "active", **more: Any) -> Ship:
    """A fleet on the board, with its crew from the top; it has passed its check."""
    units = tuple(_of(one, of) for one in crew if isinstance(one, Unit))
    leaders = tuple(_of(one, of) for one in crew if isinstance(one, Leader))
    members = {
        "name": name,
        "side": of,
        "control": of,
        "discipline": "veteran",
        "factor": 5,
        "points": 5,
        "capacity": 2,
        "force": "force",
        "status": "board",
        "square": square,
        "check": "P",
        "aboard": tuple(one.name for one in units),
        "leaders": tuple(one.name for one in leaders),
    }
    return Fleet(**(members | more)), units, leaders


def _of(one: Any, seat: Seat) -> Any:
    members = {name: getattr(one, name) for name in one.__struct_fields__}
    return type(one)(**(members | {"side": seat}))


def prize(name: str, square: str, captor: Unit, *leaders: Leader, by: Seat, **more: Any) -> Ship:
    """A fleet that ``by`` has taken from the other side."""
    owner: Seat = "reactive" if by == "active" else "active"
    fleet, units, chiefs = ship(name, square, captor, *leaders, of=by, **more)
    members = {each: getattr(fleet, each) for each in fleet.__struct_fields__}
    changed = {"side": owner, "captor": captor.name, "flipped": more.get("flipped", True)}
    return Fleet(**(members | changed)), units, chiefs


def sea(*ships: Ship, phase: str = "combat", mover: Seat = "active", **more: Any) -> State:
    """A battle under way with these ships; sides began with as many fleets as they have now."""
    fleets = tuple(fleet for fleet, _, _ in ships)
    sides = tuple(
        side(seat, original=sum(1 for one in fleets if one.side == seat))
        for seat in ("active", "reactive")
    )
    members = {
        "scenario": "actium",
        "case": "a",
        "place": "Off Actium",
        "columns": 8,
        "rows": 10,
        "depth": 2,
        "turn_limit": 20,
        "switches": Switches(),
        "tables": TABLE_SET,
        "sides": sides,
        "fleets": fleets,
        "units": tuple(unit for _, units, _ in ships for unit in units),
        "leaders": tuple(one for _, _, leaders in ships for one in leaders),
        "phase": phase,
        "turn": 1,
        "mover": mover,
        "first": "active",
        "double": "used",
    }
    return State(**(members | more))


def side(seat: str, **more: Any) -> Side:
    """A side with two stratagems and no counters in its pool."""
    name = {"active": "Antonians", "reactive": "Caesarians"}[seat]
    members = {"seat": seat, "name": name, "stratagems": 2, "port": "", "pool": ()}
    return Side(**(members | {"allocated": True} | more))


def when(state: State, command: Any, *faces: int, seat: str | None = None) -> list[Any]:
    """The effects of a command of the side that acts, with scripted faces, all of them read."""
    source = ScriptSource(faces)
    role = f"seat:{seat or state.mover}"
    effects = decided(SYSTEM, state, command, role, Dice(source), secrets())
    source.finish()
    return effects


def secrets() -> Secrets:
    """A hidden side with a member for each secret that a command may have."""
    members = {"ships": Sealed("a" * 64), "stratagems": Sealed("b" * 64)}
    return Secrets({}, {}, lambda value, to: Sealed("0" * 64), members)


def after(state: State, command: Any, *faces: int, seat: str | None = None) -> State:
    """The state after a command."""
    return folded(state, when(state, command, *faces, seat=seat))


def of(kind: type, effects: Sequence[Any]) -> Any:
    """The one effect of a kind."""
    found = [effect for effect in effects if isinstance(effect, kind)]
    assert len(found) == 1, found
    return found[0]


def kinds(effects: Sequence[Any]) -> list[str]:
    """What effects there are, by name."""
    return [type(effect).__name__ for effect in effects]


def offered(state: State, seat: str) -> set[str]:
    """The ids of a seat's options."""
    return {option.id for option in SYSTEM.options(state, f"seat:{seat}", {})}


def flipped(state: State, name: str) -> bool:
    """Whether a fleet or a ground unit is flipped."""
    counter = state.counter(name)
    assert counter is not None
    return counter.flipped


def status(state: State, name: str) -> str:
    """The status of a fleet, a ground unit or a leader."""
    counter = state.counter(name) or state.leader(name)
    assert counter is not None
    return counter.status
