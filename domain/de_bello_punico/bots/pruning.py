"""Options that the strong bot never considers, as no sensible player would take them."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from msgspec.structs import replace

from iacta.domain.de_bello_punico.bots.filling import units_of
from iacta.domain.de_bello_punico.bots.sight import Plain, Sight, ahead, distance, rear
from iacta.domain.kernel.contract.choices import Alternative, ChooseSome, Option, one_of

ABOUT, CROWD, COVER = 3, 2, 2
"""so near are more enemies than this a crowd, to which a unit comes only so near to a friend"""


def pruned(see: Sight, options: Sequence[Option]) -> list[Option]:
    """Options without seats, leaders, idle boxes, units in panic, and ways that lead nowhere."""
    idle, left = _idle(see), all(one.id != "move-leader" for one in options)
    wild = {key for key, one in see.units.items() if one["panicked"]}
    stay = {one["id"] for one in see.mine if left and one["leader"]}
    off = {one["id"] for one in see.mine if not _onward(see, one, ahead(one["hex"], one["facing"]))}
    found = []
    for one in options:
        match one.kind:
            case "seat-leader" | "move-leader":
                continue
            case "hasten" | "march":
                found.append(_without(off | stay, one, "/units"))
            case "move":
                found += _pairs(one, "/unit", "/to", partial(_goal, see, stay))
            case "attack":
                found += _pairs(one, "/attacker", "/target", partial(_unless, wild))
            case _ if one.command.get("box") not in idle:
                found.append(_without(idle, one, "/boxes"))
    return found


def worn(unit: Plain) -> bool:
    """Whether a unit breaks with its next Disorder."""
    return bool(unit["disorder"] >= unit["morale"] - 1)


def _idle(see: Sight) -> set[str]:
    """The boxes in which nobody is left to use a point, as everybody can see."""
    away = any(
        one["fate"] in ("pursuing", "held") for one in see.units.values() if one["side"] == see.side
    )
    meets = all(any(one["arm"] == "horse" for one in army) for army in (see.mine, see.enemies))
    useful = {
        "furor": any(one["type"] == "mercenaries" for one in see.mine),
        "cavalry": away or meets,
    }
    return {box for box, use in useful.items() if not use}


def _without(these: set[str], option: Option, pointer: str) -> Option:
    """An option that chooses some there, without these; any other as it is."""
    choice = option.choices.get(pointer)
    if not isinstance(choice, ChooseSome):
        return option
    left = tuple(one for one in choice.some_of if one.value not in these)
    return replace(option, choices={**option.choices, pointer: replace(choice, some_of=left)})


def _pairs(
    option: Option, who: str, what: str, kept: Callable[[str, Alternative], Alternative | None]
) -> list[Option]:
    """An option with what is kept for each who; none if nothing is."""
    able = []
    for one in units_of(option, who):
        some = [left for each in one.choices[what].alternatives if (left := kept(one.value, each))]
        if some:
            able.append(replace(one, choices={**one.choices, what: one_of(some)}))
    return [replace(option, choices={who: one_of(able)})] if able else []


def _unless(these: set[str], key: str, target: Alternative) -> Alternative | None:
    return None if target.value in these else target


def _goal(see: Sight, stay: set[str], key: str, goal: Alternative) -> Alternative | None:
    """A goal with its good facings; on the spot those that are better, or as good in a fight."""
    unit, hex_, turns = see.units[key], goal.value, goal.choices["/facing"].alternatives
    if key in stay or not _onward(see, unit, hex_):
        return None
    ways = {one.value: one for one in turns if "through" not in one.title}
    now = {unit["facing"]} if hex_ == unit["hex"] else set()
    best = guarded(see, hex_, {*ways} | now)
    if now & {*best} and see.gap(hex_) > 1:
        return None
    left = [ways[facing] for facing in best if facing in ways]
    return replace(goal, choices={"/facing": one_of(left)}) if left else None


def _onward(see: Sight, unit: Plain, hex_: str) -> bool:
    """Whether a unit turns where it is, or goes where it is meant to, so that none goes to and fro.

    To the enemy while it is sound, until it has met one, not alone into a crowd; back once worn.
    """
    here, there = see.gap(unit["hex"]), see.gap(hex_)
    rows = int(hex_[2:]) - int(unit["hex"][2:])
    if hex_ == unit["hex"]:
        return True
    if worn(unit):
        return there > here and (rows if see.forward else -rows) <= 0
    crowd = sum(distance(hex_, one["hex"]) <= ABOUT for one in see.enemies) > CROWD
    friends = (distance(hex_, one["hex"]) <= COVER for one in see.mine if one is not unit)
    return there < here and (not crowd or any(friends))


def guarded(see: Sight, hex_: str, facings: Iterable[int]) -> list[int]:
    """The facings with fewest enemies at the back, who need but turn, and with fewest behind."""
    about = see.gap(hex_) + ABOUT
    near = [one["hex"] for one in see.enemies if distance(hex_, one["hex"]) <= about]

    def exposed(facing: int) -> tuple[int, int]:
        on, back = ahead(hex_, facing), rear(hex_, facing)
        behind = sum(distance(on, one) > distance(hex_, one) for one in near)
        return sum(one in back for one in near), behind

    found = {facing: exposed(facing) for facing in facings}
    least = min(found.values(), default=None)
    return [facing for facing, one in found.items() if one == least]
