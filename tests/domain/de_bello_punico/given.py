"""Given, when, then: a battle laid out by hand, commands in, effects out."""

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from iacta.domain.de_bello_punico import SYSTEM
from iacta.domain.de_bello_punico.state import Leader, Marker, State, Unit
from iacta.domain.de_bello_punico.state.keys import ARMS
from iacta.domain.kernel.contract.system import Setup
from iacta.domain.kernel.proof.dice import Dice, NeedsDice, ScriptSource
from iacta.domain.kernel.proof.seals import Sealed, Secrets
from tests.support.deciding import decided

DATA = Path(__file__).parent / "data"
UP, UP_RIGHT, DOWN_RIGHT, DOWN, DOWN_LEFT, UP_LEFT = range(6)


def rows(name: str) -> list[dict[str, str]]:
    """A CSV that was typed from the source."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def setup(scenario: str, data: dict[str, Any] | None = None, **switches: Any) -> Setup:
    """What a campaign is founded on."""
    options = {switch.key: switch.default for switch in SYSTEM.switches} | switches
    documents = {document.key: document.default for document in SYSTEM.documents}
    return Setup(scenario, options, ("rome", "carthage"), documents | (data or {}))


def _no_link(chain: str, die: str, purpose: str) -> int:
    raise NeedsDice(chain)


NO_DICE = Dice(_no_link)


def begun(scenario: str = "zama", **switches: Any) -> State:
    """The first position."""
    return folded(State(), SYSTEM.begin(setup(scenario, **switches)))


def unit(key: str, kind: str, hex_: str | None, facing: int | None = None, **more: Any) -> Unit:
    """A unit: r… is Rome's and faces up, k… Carthage's and faces down, unless said otherwise."""
    side = "rome" if key.startswith("r") else "carthage"
    assert kind in ARMS
    front = (UP if side == "rome" else DOWN) if facing is None else facing
    return Unit(id=key, side=side, type=kind, hex=hex_, facing=front, **more)


def leader(side: str, with_: str, value: int = 4) -> Leader:
    """A leader who is with a unit, or on a hex: in a `battle` the unit's hex takes its place."""
    return Leader(side, "Scipio" if side == "rome" else "Hannibal", value, with_)


def marker(side: str, box: str, number: int = 1, worth: str = "point") -> Marker:
    """A marker that lies in a box; its seal says what it hides."""
    return Marker(side, box, f"{worth}-{side}-{box}-{number}")


def battle(
    *units: Unit,
    phase: str = "combat",
    side: str = "rome",
    scenario: str = "zama",
    leaders: Sequence[Leader] = (),
    markers: Sequence[Marker] = (),
    **more: Any,
) -> State:
    """A position in turn III. Without ``leaders`` both have left the field."""
    given = {one.side for one in leaders}
    gone = tuple(Leader(one, one, 4, None, "left") for one in ("rome", "carthage"))
    switches = more.pop("switches", {})
    places = {one.id: one.hex for one in units}
    leaders = [replace(one, hex=places.get(str(one.hex), one.hex)) for one in leaders]
    return replace(
        begun(scenario, **switches),
        phase=phase,
        turn=more.pop("turn", 3),
        first=side,
        side=side,
        setting=(),
        units=units,
        leaders=(*leaders, *(one for one in gone if one.side not in given)),
        markers=tuple(markers),
        **more,
    )


def secrets(state: State, members: dict[str, Any] | None = None) -> Secrets:
    """All that the markers hide; what is sealed anew gets seals 1, 2 …"""
    values: dict[str, Any] = {one.seal: one.seal.split("-")[0] for one in state.markers}
    for laid in state.placements:
        values |= {laid.boxes: SEALED[laid.boxes], laid.vacuus: SEALED[laid.vacuus]}
    sealed = {}
    for name, value in (members or {}).items():
        digest = f"{value}-{len(SEALED)}" if isinstance(value, str) else f"{name}-{len(SEALED)}"
        SEALED[digest] = values[digest] = value
        sealed[name] = Sealed(digest)

    def seal(value: Any, to: tuple[str, ...]) -> Sealed:
        digest = f"{value}-{len(SEALED)}"
        SEALED[digest] = values[digest] = value
        return Sealed(digest)

    return Secrets(values, values, seal, sealed)


SEALED: dict[str, Any] = {}
"""What tests have sealed, by digest."""


def when(state: State, command: Any, *faces: int, seat: str = "rome", **members: Any) -> list[Any]:
    """The effects of a command with scripted faces, all of which are read."""
    source = ScriptSource(faces)
    hidden = secrets(state, members)
    effects = decided(SYSTEM, state, command, f"seat:{seat}", Dice(source), hidden)
    source.finish()
    return effects


def folded(state: State, effects: Sequence[Any]) -> State:
    """A state after effects."""
    for effect in effects:
        state = SYSTEM.evolve(state, effect)
    return state


def after(state: State, command: Any, *faces: int, seat: str = "rome", **members: Any) -> State:
    """The state after a command."""
    return folded(state, when(state, command, *faces, seat=seat, **members))


def of(kind: type, effects: Sequence[Any]) -> Any:
    """The one effect of a kind."""
    found = every(kind, effects)
    assert len(found) == 1, effects
    return found[0]


def every(kind: type, effects: Sequence[Any]) -> list[Any]:
    """All effects of a kind."""
    return [effect for effect in effects if isinstance(effect, kind)]


def known(state: State, side: str) -> dict[str, str]:
    """What a side knows of its markers."""
    return {one.seal: one.seal.split("-")[0] for one in state.markers if one.side == side}


def options(state: State, seat: str = "rome") -> dict[str, Any]:
    """A seat's options by id."""
    found = SYSTEM.options(state, f"seat:{seat}", known(state, seat))
    return {option.id: option for option in found}


def chosen(option: Any, pointer: str, *path: Any) -> Any:
    """The choice under a pointer after choosing values on the way, pointer by pointer."""
    choices = option.choices
    for step, value in zip(path[::2], path[1::2], strict=True):
        choices = next(one.choices for one in choices[step].alternatives if one.value == value)
    return choices[pointer]
