"""Movement, of elephants too."""

from iacta.domain.de_bello_punico.bots.filling import units_of
from iacta.domain.de_bello_punico.bots.sight import FAR, NEAR, Plain, Sight, distance, rear
from iacta.domain.kernel.contract.choices import Below, ChooseSome, Option


def goad(see: Sight, option: Option, below: Below) -> Plain:
    """Those that are nearest."""
    choice = option.choices["/units"]
    assert isinstance(choice, ChooseSome)

    def far(key: str) -> int:
        return min((distance(see.units[key]["hex"], one["hex"]) for one in see.mine), default=FAR)

    return {**option.command, "units": sorted(choice.values, key=far)[: choice.max]}


def stampede(see: Sight, option: Option, below: Below) -> Plain:
    """Into their own: before the unit that can least bear it."""
    best: tuple[float, Plain] | None = None
    for one in units_of(option):
        beast = see.units[one.value]
        for goal in one.choices["/to"].alternatives:
            run = distance(beast["hex"], goal.value)
            for facing in goal.choices["/facing"].values:
                prey = [unit for unit in see.before(goal.value, facing) if unit["id"] != one.value]
                hit = run and run < beast["movement"] and prey
                value = max(unit["disorder"] - unit["morale"] for unit in prey) if hit else -FAR
                if best is None or value > best[0]:
                    chosen = {"unit": one.value, "to": goal.value, "facing": facing}
                    best = value, {**option.command, **chosen}
    assert best is not None
    return best[1]


def recall(see: Sight, option: Option, below: Below) -> Plain:
    """Where it is nearest to the fighting."""
    one = units_of(option)[0]
    hex_ = min(one.choices["/to"].values, key=see.gap)
    return {**option.command, "unit": one.value, "to": hex_}


def hasten(see: Sight, option: Option, below: Below) -> Plain | None:
    """Units that come up to an enemy with one more MP and not without."""
    choice = option.choices["/units"]
    assert isinstance(choice, ChooseSome)
    short = [
        key
        for key in choice.values
        if see.gap(see.units[key]["hex"]) - 2 == see.units[key]["movement"]
    ]
    return {**option.command, "units": short[: choice.max]} if short else None


def leave(see: Sight, option: Option, below: Below) -> Plain | None:
    """A worn unit that takes Rout Points with it."""
    worn = [key for key in option.choices["/unit"].values if see.units[key]["disorder"]]
    return {**option.command, "unit": worn[0]} if worn and see.army["rout"] else None


def march(see: Sight, option: Option, below: Below) -> Plain | None:
    """The line goes forward together until it is close; the horse goes with it."""
    choice = option.choices["/units"]
    keys = [key for key in choice.values if see.units[key]["facing"] == see.forward]
    foot = [see.units[key] for key in keys if see.units[key]["arm"] != "horse"]
    close = see.closest(foot or [see.units[key] for key in keys])
    if not keys or not see.enemies:
        return None
    steps = min(max(close - 1, 1), 2)
    going = [
        key
        for key in keys
        if see.gap(see.units[key]["hex"]) > 2 or see.units[key]["arm"] != "horse"
    ]
    return {**option.command, "units": going or keys, "hexes": steps}


def flank(see: Sight, option: Option, below: Below) -> Plain | None:
    """Horse that can fall on an enemy from behind does, before the line goes forward."""
    for mover in units_of(option):
        unit = see.units[mover.value]
        if unit["arm"] != "horse" or see.gap(unit["hex"]) == 1:
            continue
        for goal in mover.choices["/to"].alternatives:
            if not any(goal.value in rear(one["hex"], one["facing"]) for one in see.enemies):
                continue
            for turn in goal.choices["/facing"].alternatives:
                prey = see.before(goal.value, turn.value)
                back = [one for one in prey if goal.value in rear(one["hex"], one["facing"])]
                worth = see.worth(unit, goal.value, turn.value) if back else None
                if worth is not None and worth > 0 and "through" not in turn.title:
                    chosen = {"unit": mover.value, "to": goal.value, "facing": turn.value}
                    return {**option.command, **chosen}
    return None


def move(see: Sight, option: Option, below: Below) -> Plain | None:
    """A unit that can come before an enemy it may well beat, from behind if it can."""
    for mover in units_of(option):
        unit = see.units[mover.value]
        if unit["disorder"] >= unit["morale"] - 1 or unit["arm"] == "light":
            continue
        now = see.worth(unit, unit["hex"], unit["facing"])
        if see.gap(unit["hex"]) > NEAR and unit["facing"] != see.forward:
            for goal in mover.choices["/to"].alternatives:
                if goal.value == unit["hex"]:
                    chosen = {"unit": mover.value, "to": goal.value, "facing": see.forward}
                    return {**option.command, **chosen}
        engaged = see.gap(unit["hex"]) == 1
        best: tuple[float, Plain] | None = None
        for goal in mover.choices["/to"].alternatives:
            stays = goal.value == unit["hex"]
            if (engaged and not stays) or see.gap(goal.value) > 1:
                continue
            for turn in goal.choices["/facing"].alternatives:
                worth = see.worth(unit, goal.value, turn.value)
                if worth is None or "through" in turn.title:
                    continue
                if (
                    worth >= 0
                    and worth > (-FAR if now is None else now)
                    and (best is None or worth > best[0])
                ):
                    chosen = {"unit": mover.value, "to": goal.value, "facing": turn.value}
                    best = worth, {**option.command, **chosen}
        if best is not None:
            return best[1]
    return None


def move_leader(see: Sight, option: Option, below: Below) -> Plain | None:
    """With a unit behind the line from which most are commanded; never alone or on elephants."""
    here = see.leader["hex"]

    def good(hex_: str) -> tuple[int, int]:
        safe = min(see.gap(hex_), 3)
        return see.in_range(hex_) + 3 * safe, -distance(here, hex_)

    mine = {one["hex"] for one in see.mine if one["type"] != "elephants"}
    goals = [hex_ for hex_ in option.choices["/to"].values if hex_ in mine]
    if not goals:
        return None
    best = max(goals, key=good)
    if here not in mine or good(best)[0] > good(here)[0] + 1:
        return {**option.command, "to": best}
    return None
