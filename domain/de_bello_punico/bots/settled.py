"""What the strong bot does without a search: markers, volleys, dice to reroll, and its leader."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from iacta.domain.de_bello_punico.bots.filling import hits_on
from iacta.domain.de_bello_punico.bots.judgement import Fighter, price, toll, traded
from iacta.domain.de_bello_punico.bots.pruning import worn
from iacta.domain.de_bello_punico.bots.sight import Plain, Sight, distance, force, prize
from iacta.domain.de_bello_punico.rules.combat import damage
from iacta.domain.de_bello_punico.rules.leaders import DEADLY
from iacta.domain.de_bello_punico.rules.modifiers import CHARGE
from iacta.domain.kernel.contract.choices import Option


def settled(see: Sight, kinds: Mapping[str, Sequence[Option]]) -> Plain | None:
    """What takes no search: a volley, a die, a leader who must withdraw."""
    if "shoot" in kinds:
        return _shot(see, kinds["shoot"][0])
    if "reroll" in kinds:
        pays = _reroll_pays(see, see.game["pending"][0])
        return dict(kinds["reroll" if pays else "accept"][0].command)
    if "withdraw" in kinds and see.game["pending"][0]["kind"] == "leader-withdrawal":
        return _saved(see, kinds["withdraw"][0])
    return None


def fighter_of(unit: Plain) -> Fighter:
    """A unit as a view shows it, in a combat."""
    cost = price(prize(unit), unit["strength"])
    return Fighter(cost, force(unit), unit["morale"], unit["disorder"])


def _shot(see: Sight, option: Option) -> Plain:
    """The volley that costs the enemy most."""
    best, chosen = -1.0, ("", "")
    for one in option.choices["/shooter"].alternatives:
        for target in one.choices["/target"].alternatives:
            unit = see.units[target.value]
            cost = price(prize(unit), unit["strength"])
            more = toll(cost, unit["morale"], unit["disorder"] + 1)
            value = hits_on(target) * (more - toll(cost, unit["morale"], unit["disorder"]))
            if value > best:
                best, chosen = value, (one.value, target.value)
    shooter, target_ = chosen
    return {**option.command, "shooter": shooter, "target": target_}


def _reroll_pays(see: Sight, due: Plain) -> bool:
    """Whether another throw is better on average than the die as it stands."""
    own = next(at for at, one in enumerate(due["throws"]) if one["side"] == see.side)
    faces: list[int] = [one["face"] for one in due["throws"]]
    worths = []
    for face in range(1, 7):
        thrown = [face if at == own else one for at, one in enumerate(faces)]
        worths.append(_thrown(see, due, thrown, own))
    return fmean(worths) > worths[faces[own] - 1]


def _thrown(see: Sight, due: Plain, faces: Sequence[int], own: int) -> float:
    """What dice are worth to the side whose own is ``own``."""
    match due["kind"]:
        case "initiative":
            mine, theirs = (faces[at] + due["bonus"][at] for at in (own, 1 - own))
            return float((mine > theirs) - (mine < theirs))
        case "combat":
            gain = _fought(see, due, *faces)
            return -gain if own else gain
        case "volley":
            return float(faces[own] <= due["number"])
        case "leader":
            return faces[own] != DEADLY
    return faces[own]


def _fought(see: Sight, due: Plain, attack: int, defence: int) -> float:
    """What two dice of a combat are worth to the attacker."""
    attacker, target = see.units[due["attacker"]], see.units[due["target"]]
    mine, theirs = fighter_of(attacker), fighter_of(target)
    edge = see.edge(attacker, target, attacker["hex"]) - mine.plus + theirs.plus
    edge += len(due["support"]) + CHARGE * due["charge"]
    hurt, harm = damage(mine.plus + edge + attack, theirs.plus + len(due["defence"]) + defence)
    return traded(mine, theirs, hurt, harm)


def _sound(see: Sight) -> set[str]:
    """Where units stand that a leader can trust: on foot or horse, and not soon broken."""
    return {one["hex"] for one in see.mine if one["arm"] in ("foot", "horse") and not worn(one)}


def led(see: Sight, option: Option) -> Plain | None:
    """The leader follows the line: with a sound unit behind it, where most are commanded."""
    here, sound = see.leader["hex"], _sound(see)
    goals = [hex_ for hex_ in option.choices["/to"].values if hex_ in sound]
    if not goals:
        exposed = here not in see.at and see.gap(here) == 1
        return _saved(see, option) if exposed else None

    def good(hex_: str) -> tuple[int, int]:
        return see.in_range(hex_) + 3 * min(see.gap(hex_), 3), -distance(here, hex_)

    best = max(goals, key=good)
    better = here not in sound or good(best)[0] > good(here)[0] + 1
    return {**option.command, "to": best} if better else None


def _saved(see: Sight, option: Option) -> Plain:
    """Out of the enemy's reach; with a sound unit if there is one, else rather alone."""
    sound = _sound(see)

    def safe(hex_: str) -> tuple[bool, bool, bool, int]:
        return see.gap(hex_) > 1, hex_ in sound, hex_ not in see.at, see.gap(hex_)

    return {**option.command, "to": max(option.choices["/to"].values, key=safe)}
