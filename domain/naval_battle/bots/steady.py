"""The steady bot: it keeps a line, tries to strike first, and takes the attacks that pay.

By phase, what is considered in turn; the first that is worth doing is done.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from iacta.domain.kernel.contract.choices import Below, ChooseInteger, Option, by_kind, fill
from iacta.domain.naval_battle.bots import chances, plans
from iacta.domain.naval_battle.bots.plans import Plain, View
from iacta.domain.naval_battle.state import other

WEAKER = 0.5
"""The share of the enemy's power below which a battle is avoided."""
BOLD = 5
"""The turn from which nobody waits any longer for the enemy to come."""
SPARE = 1
"""A lead in fleets that is not enough to go on for."""
WORTH_MOVING = 0.05
"""What a better square has to be worth, so that fleets do not shuffle about."""


def steady_command(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """A sensible command from a seat's view and options; None where there is none."""
    return choose(CHOICES, game, options, role, below)


def choose(
    choices: Mapping[str, Sequence["Choice"]],
    game: View,
    options: Sequence[Option],
    role: str,
    below: Below,
) -> Plain | None:
    """The first command that one of the ways to choose in this phase finds; None without any."""
    if not options:
        return None
    kinds, seat = by_kind(options), role.removeprefix("seat:")
    for way in choices.get(phase_of(game), ()):
        command = way(game, kinds, seat, below)
        if command is not None:
            return command
    return fill(options[0], below)


Kinds = Mapping[str, Sequence[Option]]


def phase_of(game: View) -> str:
    """The choice that is pending, or the phase."""
    pending = game["pending"]
    return pending["choice"] if pending else str(game["phase"])


def _plain(kinds: Kinds, kind: str) -> Plain | None:
    """The first option of a kind as it is."""
    return dict(kinds[kind][0].command) if kind in kinds else None


# --- before the battle


def _occasion(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """Fight unless much the weaker, with the stronger Force and the best leader."""
    enemy = plans.power(game, other(seat), None)
    strong = {force: plans.power(game, seat, force) for force in _forces(game, seat)}
    if game["case"] == "a":
        return _plain(kinds, "agree" if sum(strong.values()) >= WEAKER * enemy else "decline")
    if max(strong.values()) < WEAKER * enemy or "intercept" not in kinds:
        return _plain(kinds, "let-pass")
    ratings = {one["name"]: one["rating"] for one in game["ashore_leaders"]}
    best = max(
        kinds["intercept"],
        key=lambda one: (
            strong[one.command.get("force", "force")] if game["case"] == "b" else 0,
            ratings.get(one.command.get("leader"), 0),
        ),
    )
    return dict(best.command)


def _forces(game: View, seat: str) -> list[str]:
    return list(dict.fromkeys(one["force"] for one in game["fleets"] if one["owner"] == seat))


def _reply(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """Give battle for supply unless much the weaker."""
    enemy = other(seat)
    theirs = plans.power(game, enemy, plans.side_of(game, enemy)["force"])
    stands = plans.power(game, seat, None) >= WEAKER * theirs
    return _plain(kinds, "give-battle" if stands else "concede")


def allocate(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """All fleets, the strongest units on deck."""
    return fill(kinds["allocate"][0], lambda count: 0) if "allocate" in kinds else None


def _bid(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """Save stratagems that cannot win; where they can, mostly bid enough to be sure of it."""
    if "bid" not in kinds:
        return None
    option = kinds["bid"][0]
    choice = option.choices["/stratagems"]
    assert isinstance(choice, ChooseInteger)
    most = choice.integer.max
    theirs = plans.side_of(game, other(seat))["stratagems"]
    tie = seat == ("active" if game["case"] == "a" else "reactive")
    sure = theirs if tie else theirs + 1
    wanted = min(most, sure) if below(3) else most // 2
    if most + tie <= 0 or (most < theirs and not below(2)):
        wanted = 0
    return {**option.command, "stratagems": wanted}


def _deploy(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """Baggage ships and those that cannot board stay behind the line, the others form it."""
    fleets = {one["name"]: one for one in game["fleets"]}
    for option in kinds.get("place", ()):
        fleet = fleets[option.command["fleet"]]
        squares = option.choices["/square"].values
        back = [to for to in squares if plans.to_edge(game, seat, plans.at(to)) == 0]
        if back and _weak(fleet) and len(squares) > len(back):
            middle = (game["board"]["columns"] + 1) / 2
            to = min(back, key=lambda to: (abs(plans.at(to)[0] - middle), to))
            return {**option.command, "square": to}
    return _plain(kinds, "form-line")


def _weak(fleet: Plain) -> bool:
    laden = any(not one["factor"] for one in fleet["aboard"])
    return laden or not fleet["aboard"] or fleet["discipline"] == "mob"


# --- movement


def _leave(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """Break through or flee with those who make for that edge."""
    fleets = {one["name"]: one for one in game["fleets"]}
    edges = (("break-through", other(seat)), ("flee", seat))
    for kind, edge in edges:
        for option in kinds.get(kind, ()):
            if plans.goal(game, seat, fleets[option.command["fleet"]]) == edge:
                return dict(option.command)
    return None


def _call_off(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """In panic, bank a lead or save the rest; who is far outnumbered would be refused."""
    if not plans.side_of(game, seat)["panicked"]:
        return None
    breaks_out = game["case"] == "c" and seat == "active"
    saves = not breaks_out and plans.outnumbers(game, other(seat)) <= SPARE
    return _plain(kinds, "call-off") if plans.lead(game, seat) > 0 or saves else None


def rally(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """Rally units, and fleets that do not make for an edge."""
    fleets = {one["name"]: one for one in game["fleets"]}
    for option in kinds.get("rally", ()):
        fleet = fleets.get(option.command["name"])
        if fleet is None or plans.goal(game, seat, fleet) is None:
            return dict(option.command)
    return None


def double(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """The double move, where half of the line can strike with it and hardly any without."""
    if "double-move" not in kinds or "move" not in kinds:
        return None
    fleets = {one["name"]: one for one in game["fleets"]}
    movers = [fleets[option.command["fleet"]] for option in kinds["move"]]
    enemies = plans.fleets(game, other(seat))
    away = [_nearest(plans.at(one["square"]), enemies) for one in movers]
    once = sum(1 for squares in away if squares <= plans.REACH)
    twice = sum(1 for squares in away if squares <= plans.DOUBLE_REACH)
    pays = twice - once >= 2 and 2 * twice >= len(movers) and once <= len(movers) // 4
    return _plain(kinds, "double-move") if pays else None


def _nearest(square: plans.At, enemies: Sequence[Plain]) -> int:
    return min((plans.between(square, plans.at(one["square"])) for one in enemies), default=0)


def _move(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """The move that improves a fleet's place most."""
    better, _, command = max(_moves(game, kinds, seat), key=_first_two, default=(0.0, "", None))
    return command if better > WORTH_MOVING else None


def _moves(game: View, kinds: Kinds, seat: str) -> Iterator[tuple[float, str, Plain]]:
    """Every move: by how much it improves a fleet's place, where to, and its command."""
    fleets = {one["name"]: one for one in game["fleets"]}
    for option in kinds.get("move", ()):
        fleet = fleets[option.command["fleet"]]
        here = _place(game, seat, fleet, plans.at(fleet["square"]))
        for to in option.choices["/to"].values:
            better = _place(game, seat, fleet, plans.at(to)) - here
            yield better, to, {**option.command, "to": to}


def _first_two(one: tuple[float, str, Plain | None]) -> tuple[float, str]:
    return one[:2]


def _place(game: View, seat: str, fleet: Plain, square: plans.At) -> float:
    """What a square is worth to a fleet: attacks from it, friends beside it, enemies in reach."""
    edge = plans.goal(game, seat, fleet)
    enemies = plans.fleets(game, other(seat))
    away = [plans.between(square, plans.at(one["square"])) for one in enemies]
    near = sum(1 for squares in away if squares <= plans.REACH)
    if edge is not None:
        barred = plans.barred(square, game["board"]["edges"][edge], enemies)
        return -1.0 * plans.to_edge(game, edge, square) - 0.3 * barred - 0.1 * near
    laden = any(not one["factor"] for one in fleet["aboard"])
    attack = 0.0 if laden else max(plans.attacks(fleet, square, enemies), default=0.0)
    friends = [one for one in plans.fleets(game, seat) if one["name"] != fleet["name"]]
    line = sum(1 for one in friends if plans.between(square, plans.at(one["square"])) <= 2)
    ready = fleet["state"] == "full" and not _weak(fleet)
    risk = (0.0 if game["turn"] >= BOLD or attack > 0 else 0.35) if ready else 0.8
    pull = 0.4 if ready else 0.1
    return 1.5 * attack + 0.1 * min(line, 3) - risk * near - pull * min(away, default=0)


def end_movement(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """The end of movement."""
    return _plain(kinds, "end-movement")


# --- combat


def _attack(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """The attack that is expected to win most; none that costs more than it wins."""
    value, command = max(_attacks(game, kinds), key=lambda one: one[0], default=(0.0, None))
    return command if value > 0 else None


def _attacks(game: View, kinds: Kinds) -> Iterator[tuple[float, Plain]]:
    """Every attack: what it is worth, and its command."""
    fleets = {one["name"]: one for one in game["fleets"]}
    for kind in ("ram", "board", "volley"):
        for option in kinds.get(kind, ()):
            fleet = fleets[option.command["fleet"]]
            for name in option.choices["/target"].values:
                command = {**option.command, "target": name}
                for value, more in _values(kind, option, fleet, fleets[name]):
                    yield value, {**command, **more}


def _values(kind: str, option: Option, fleet: Plain, target: Plain) -> list[tuple[float, Plain]]:
    if kind == "ram":
        return [(chances.ram(fleet, target), {})]
    if kind == "volley":
        return [(chances.volley(fleet, target), {})]
    unit = next(one for one in fleet["aboard"] if one["active"])
    modes = option.choices["/mode"].values
    return [(chances.boarding(unit, target, mode), {"mode": mode}) for mode in modes]


def end_combat(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """The end of combat."""
    return _plain(kinds, "end-combat")


def _take(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """Capture, unless so many enemies are near that the prize would soon be lost again."""
    pending = game["pending"]
    fleets = {one["name"]: one for one in game["fleets"]}
    prize = fleets[pending["fleet"]]
    captors = next(
        one for one in fleets[pending["ship"]]["aboard"] if one["name"] == pending["unit"]
    )
    square = plans.at(prize["square"])
    near = sum(
        1
        for one in plans.fleets(game, other(seat))
        if one["name"] != prize["name"] and plans.between(square, plans.at(one["square"])) <= 2
    )
    holds = 1 if captors["state"] == "flipped" else 3
    return _plain(kinds, "sink" if near >= holds else "capture")


def _answer(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """End it in panic, or with a lead that pursuit could hardly make greater."""
    wins = plans.lead(game, seat) > 0 and plans.outnumbers(game, seat) <= SPARE
    return _plain(kinds, "agree" if wins or plans.side_of(game, seat)["panicked"] else "decline")


def _passage(game: View, kinds: Kinds, seat: str, below: Below) -> Plain | None:
    """For oneself, and not for the enemy."""
    wanted = seat == "active"
    found = (dict(one.command) for one in kinds["passage"] if one.command["allow"] == wanted)
    return next(found, None)


Choice = Callable[[View, Kinds, str, Below], Plain | None]
CHOICES: dict[str, tuple[Choice, ...]] = {
    "occasion": (_occasion,),
    "reply": (_reply,),
    "allocation": (allocate,),
    "bids": (_bid,),
    "deployment": (_deploy,),
    "movement": (_call_off, _leave, double, rally, _move, end_movement),
    "combat": (_attack, end_combat),
    "capture": (_take,),
    "call-off": (_answer,),
    "passage": (_passage,),
}
"""Ways to choose, by the phase or the choice that is pending."""
