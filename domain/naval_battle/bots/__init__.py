"""Two bots: one picks legal commands at random, one plays sensibly.

Both get a view and options, never the state, and are deterministic for the same random choices.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from iacta.domain.kernel.contract.choices import Below, Option, Unfillable, fill
from iacta.domain.naval_battle.bots.load import any_load

Plain = dict[str, Any]
View = Mapping[str, Any]

RARELY = 12
"""Options that end a battle early are taken once in this many times."""
EARLY_ENDS = (
    ("decline", "NV 1.3"),
    ("let-pass", "NV 1.4"),
    ("let-pass", "NV 1.6"),
    ("concede", "NV 1.5"),
    ("call-off", "NB-14"),
    ("agree", "NB-14"),
)


def random_command(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """Any option, filled at random; a load that is no proposal is made up from the view."""
    if not options:
        return None
    found = [
        option
        for option in options
        if ((_kind(option), option.rule) not in EARLY_ENDS or below(RARELY) == 0)
    ] or list(options)
    option = found[below(len(found))]
    try:
        return fill(option, below)
    except Unfillable:
        return any_load(game, role, below)


def _kind(option: Option) -> str:
    return str(option.command["type"]).removeprefix("naval-battle.")


def steady_command(game: View, options: Sequence[Option], role: str, below: Below) -> Plain | None:
    """Closes, breaks through when it can, rams the flipped, boards with its best, shoots last."""
    if not options:
        return None
    seat = role.removeprefix("seat:")
    for kind, choose in PREFERENCE:
        for option in options:
            if _kind(option) == kind:
                command = choose(game, option, seat)
                if command is not None:
                    return command
    return fill(options[0], below)


def _fleets(game: View) -> dict[str, Plain]:
    return {fleet["name"]: fleet for fleet in game["fleets"]}


def _targets(game: View, option: Option) -> list[Plain]:
    fleets = _fleets(game)
    return [fleets[name] for name in option.choices["/target"].values]


def _as_it_is(game: View, option: Option, seat: str) -> Plain | None:
    return dict(option.command)


def _first(game: View, option: Option, seat: str) -> Plain | None:
    return fill(option, lambda count: 0)


def _fight_on(game: View, option: Option, seat: str) -> Plain | None:
    return dict(option.command) if option.rule == "NB-14" else None


def _passage(game: View, option: Option, seat: str) -> Plain | None:
    """For oneself, and not for the enemy."""
    return dict(option.command) if option.command["allow"] == (seat == "active") else None


def _finish(game: View, option: Option, seat: str) -> Plain | None:
    """Ram a flipped hull with a sound one."""
    if _fleets(game)[option.command["fleet"]]["state"] == "flipped":
        return None
    flipped = [one["name"] for one in _targets(game, option) if one["state"] == "flipped"]
    return {**option.command, "target": min(flipped)} if flipped else None


def _ram(game: View, option: Option, seat: str) -> Plain | None:
    """Ram any hull with a sound one."""
    if _fleets(game)[option.command["fleet"]]["state"] == "flipped":
        return None
    return {**option.command, "target": min(one["name"] for one in _targets(game, option))}


def _board(game: View, option: Option, seat: str) -> Plain | None:
    """Heavy infantry and legions board the weakest deck; others leave it to the rams."""
    fleet = _fleets(game)[option.command["fleet"]]
    unit = next((one for one in fleet["aboard"] if one["active"]), None)
    if unit is None or unit["weight"] != "heavy" or unit["state"] == "flipped":
        return None
    mode = "Quincunx" if "Quincunx" in option.choices["/mode"].values else "Phalanx"
    targets = sorted(_targets(game, option), key=lambda one: (_strength(one), one["name"]))
    return {**option.command, "target": targets[0]["name"], "mode": mode}


def _strength(fleet: Plain) -> int:
    """The hits needed to beat a fleet: two for each counter that is not flipped."""
    fighters = [one for one in fleet["aboard"] if one["factor"]]
    return sum(1 if one["state"] == "flipped" else 2 for one in (*fighters, fleet))


def _approach(game: View, option: Option, seat: str) -> Plain | None:
    """Towards the far edge for whoever breaks through, else towards the nearest enemy."""
    fleet = _fleets(game)[option.command["fleet"]]
    goals = [
        _square(one["square"])
        for one in game["fleets"]
        if one["status"] == "board" and one["control"] != seat
    ]
    through = game["case"] == "c" and seat == "active"
    home = next(side for side in game["sides"] if side["seat"] == seat)["panicked"] and not through
    here = _distance(game, _square(fleet["square"]), goals, seat, through, home)
    best = min(
        option.choices["/to"].values,
        key=lambda to: (_distance(game, _square(to), goals, seat, through, home), to),
    )
    if _distance(game, _square(best), goals, seat, through, home) >= here:
        return None
    return {**option.command, "to": best}


def _square(name: str) -> tuple[int, int]:
    return ord(name[0]) - ord("a") + 1, int(name[1:])


def _distance(
    game: View,
    at: tuple[int, int],
    goals: list[tuple[int, int]],
    seat: str,
    through: bool,
    home: bool,
) -> int:
    edges: dict[str, int] = game["board"]["edges"]
    if through:
        return abs(edges["reactive"] - at[1])
    if home:
        return abs(edges[seat] - at[1])
    return min((abs(at[0] - x) + abs(at[1] - y) for x, y in goals), default=0)


PREFERENCE: tuple[tuple[str, Callable[[View, Option, str], Plain | None]], ...] = (
    ("decline", _fight_on),
    ("allocate", _first),
    ("passage", _passage),
    ("capture", _as_it_is),
    ("break-through", _as_it_is),
    ("flee", _as_it_is),
    ("rally", _as_it_is),
    ("move", _approach),
    ("end-movement", _as_it_is),
    ("ram", _finish),
    ("board", _board),
    ("ram", _ram),
    ("volley", _first),
    ("end-combat", _as_it_is),
)
"""What is considered in turn; the first that is worth doing is done."""
