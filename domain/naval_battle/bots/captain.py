"""The strong bot's own judgement: the steady bot's order of things, seen two plies deep.

It fights for the battle and not for its points: nobody who fights flees or breaks through while it
may yet be won, and it is ended as soon as it is won.
"""

from collections.abc import Iterator, Mapping, Sequence

from iacta.domain.kernel.contract.choices import Below, ChooseInteger, Option
from iacta.domain.naval_battle.bots import plans, steady
from iacta.domain.naval_battle.bots.foresight import Foresight
from iacta.domain.naval_battle.bots.plans import Plain, View
from iacta.domain.naval_battle.bots.stakes import Stakes
from iacta.domain.naval_battle.bots.steady import Kinds, choose
from iacta.domain.naval_battle.state import other

FOLLOWED = 0.5
"""The part that counts of what a flip brings to another fleet that may attack the same one."""
HOPELESS, TIMES = -3, 3
"""By how many fleets, or how many times, a panicked side is outnumbered when it gives up."""
FILES = "abcdefghijkl"


def captain(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """A far-sighted command from a seat's view and options; None where there is none."""
    return choose(CHOICES, game, options, role, below)


def _allocate(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """As the steady bot, but without the baggage that need not sail.

    It fights for nobody, keeps its ship out of the line, and is lost with it.
    """
    command = steady.allocate(game, kinds, seat, below)
    return command and {**command, "ships": _lightened(game, command["ships"])}


def _lightened(game: View, ships: Sequence[Plain]) -> list[Plain]:
    """The same ships without idle baggage; all that was proposed where NV 2.7 forbids it."""
    ashore = {one["name"]: one for one in game["ashore"]}
    room = {one["name"]: one["capacity"] for one in game["fleets"]}

    def sails(name: str) -> bool:
        return bool(ashore[name]["factor"]) or ashore[name]["force"] == "moving"

    found = [{**one, "aboard": [*filter(sails, one.get("aboard", ()))]} for one in ships]
    doubled = any(len(one["aboard"]) > 1 for one in found)
    empty = any(room[one["fleet"]] and not one["aboard"] for one in found)
    return [*ships] if doubled and empty else found


def _bid(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """All: stratagems are worth nothing once the lines are set up."""
    if "bid" not in kinds:
        return None
    option = kinds["bid"][0]
    most = option.choices["/stratagems"]
    assert isinstance(most, ChooseInteger)
    return {**option.command, "stratagems": most.integer.max}


def _call_off(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """Bank a lead once either side has panicked."""
    panicked = any(side["panicked"] for side in game["sides"])
    if "call-off" not in kinds or plans.lead(game, seat) <= 0 or not panicked:
        return None
    return dict(kinds["call-off"][0].command)


def _answer(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """End it where it is won, or lost beyond hope."""
    lead = plans.lead(game, seat)
    lost = lead < 0 and _is_beyond_hope(game, seat)
    return dict(kinds["agree" if lead > 0 or lost else "decline"][0].command)


def _is_beyond_hope(game: View, seat: str) -> bool:
    """In panic, and far outnumbered, or with less left to win than the enemy is ahead."""
    panicked: bool = plans.side_of(game, seat)["panicked"]
    own, theirs = (len(plans.fleets(game, each)) for each in (seat, other(seat)))
    few = own - theirs <= HOPELESS or own * TIMES <= theirs
    return panicked and (few or plans.lead(game, seat) + _afloat(game, other(seat)) < 0)


def _afloat(game: View, seat: str) -> int:
    """The points of the fleets of a seat, and of all aboard."""
    found = plans.fleets(game, seat)
    return sum(one["points"] + sum(unit["points"] for unit in one["aboard"]) for one in found)


def _leave(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """In panic baggage flees, and so does everybody at an edge from a battle beyond hope."""
    fleets = {one["name"]: one for one in game["fleets"]}
    lost = plans.lead(game, seat) < 0 and _is_beyond_hope(game, seat)
    for option in (*kinds.get("break-through", ()), *kinds.get("flee", ())):
        aboard = fleets[option.command["fleet"]]["aboard"]
        laden = option.kind == "flee" and any(not one["factor"] for one in aboard)
        if lost or laden:
            return dict(option.command)
    return None


def _move(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """The most urgent move of the best plan for the whole line."""
    options = {one.command["fleet"]: one for one in kinds.get("move", ())}
    if not options:
        return None
    sight = Foresight(game, seat)
    planned = sight.plan({name: one.choices["/to"].values for name, one in options.items()})
    name = sight.first_of(planned)
    if name is None:
        return None
    file, rank = planned[name]
    return {**options[name].command, "to": f"{FILES[file - 1]}{rank}"}


def _attack(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """The attack that is worth most to the battle; none that is not worth its danger."""
    value, command = max(_attacks(game, kinds), key=lambda one: one[0], default=(0.0, None))
    return command if value > 0 else None


Attack = tuple[str, Plain, Plain, Plain]
"""How, by whom, on whom, and the command."""


def _attacks(game: View, kinds: Kinds) -> Iterator[tuple[float, Plain]]:
    """Every attack: what it is worth, what others make of a flip counted, and its command."""
    stakes, found = Stakes(game), list(_possible(game, kinds))
    gains: dict[str, dict[str, float]] = {}
    for how, fleet, target, command in found:
        if target["state"] == "full" and how != "volley":
            gain = _worth(stakes, (how, fleet, {**target, "state": "flipped"}, command))
            gain -= max(0.0, _worth(stakes, (how, fleet, target, command)))
            by = gains.setdefault(target["name"], {})
            by[fleet["name"]] = max(gain, by.get(fleet["name"], 0.0))
    for attack in found:
        _, fleet, target, command = attack
        others = gains.get(target["name"], {}).items()
        then = max((gain for name, gain in others if name != fleet["name"]), default=0.0)
        yield _worth(stakes, attack, FOLLOWED * then), command


def _possible(game: View, kinds: Kinds) -> Iterator[Attack]:
    fleets = {one["name"]: one for one in game["fleets"]}
    for how in ("ram", "board", "volley"):
        for option in kinds.get(how, ()):
            fleet = fleets[option.command["fleet"]]
            modes = option.choices["/mode"].values if how == "board" else ()
            for name in option.choices["/target"].values:
                if how == "ram" and not plans.may_ram(fleet, fleets[name]):
                    continue
                command = {**option.command, "target": name}
                for more in [{"mode": mode} for mode in modes] or [{}]:
                    yield how, fleet, fleets[name], {**command, **more}


def _worth(stakes: Stakes, attack: Attack, then: float = 0.0) -> float:
    how, fleet, target, command = attack
    if how == "ram":
        return stakes.ram(fleet, target, then)
    if how == "volley":
        return stakes.volley(fleet, target)
    unit = next(one for one in fleet["aboard"] if one["active"])
    return stakes.boarding(unit, target, command["mode"], then)


CHOICES: Mapping[str, Sequence[steady.Choice]] = {
    **steady.CHOICES,
    "allocation": (_allocate,),
    "bids": (_bid,),
    "movement": (_call_off, _leave, steady.double, steady.rally, _move, steady.end_movement),
    "combat": (_call_off, _attack, steady.end_combat),
    "call-off": (_answer,),
}
"""Ways to choose, by the phase or the choice that is pending."""
