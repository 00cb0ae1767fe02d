"""After a battle: prestige, gold and freedom, the cards of victory and defeat, conquest."""

from domain.kernel.proof.errors import RuleViolation
from domain.samnite_wars.effects import (
    Conquered,
    FreedomRolled,
    PhaseBegun,
    RegionFreed,
)
from domain.samnite_wars.rules import hands, money, turns, windows
from domain.samnite_wars.rules.course import Course
from domain.samnite_wars.state import SEATS
from domain.samnite_wars.tables import BY_NAME, SCANDAL, of_kind

FREE_UP_TO = 3
LOST = -6
REVOLT_WON = 3
YOKE = "if Rome attacked"


def begin(course: Course) -> None:
    """What the battle brings at once; then everybody is asked for cards. SW P12 to SW P15."""
    battle = course.state.battle
    assert battle is not None
    won = battle.winner == "rome"
    match battle.kind:
        case "campaign":
            _campaign(course, won)
        case "revolt":
            _revolt(course, won)
        case "war":
            _war(course, won)
    if course.state.step != "free":
        ask(course)


def _campaign(course: Course, won: bool) -> None:
    """1d6 PT and 1d6 gold, or 6 PT lost. SW P13."""
    consul = course.state.consul
    if not won:
        money.honour(course, consul, LOST, "a campaign lost", "SW P13")
        return
    face = course.dice.roll("d6", "PT of the campaign")
    money.honour(course, consul, face, "a campaign won", "SW P13", face)
    money.gain(course, course.dice.roll("d6", "gold of the campaign"), "booty", "SW P13")


def _revolt(course: Course, won: bool) -> None:
    """3 PT, or 6 lost and the region free on 1 to 3; a Latin city has no token. SW P12, SW-8."""
    state = course.state
    battle = state.battle
    assert battle is not None
    if won:
        money.honour(course, state.consul, REVOLT_WON, "a revolt put down", "SW P12")
        return
    money.honour(course, state.consul, LOST, "a revolt lost", "SW P12")
    if not battle.latin_city and _goes_free(course):
        course.add(RegionFreed(battle.region))


def _war(course: Course, won: bool) -> None:
    """2d6 PT; or as many lost, half the Treasury, and a region on 1 to 3. SW P15."""
    consul = course.state.consul
    faces = tuple(course.dice.roll("d6", "PT of the war") for _ in range(2))
    if won:
        money.honour(course, consul, sum(faces), "a war won", "SW P15", *faces)
        return
    money.honour(course, consul, -sum(faces), "a war lost", "SW P15", *faces)
    coins = course.state.treasury
    money.spend(course, coins - coins // 2, "half of it, after a war lost", "SW-29")
    open_to = course.state.subjects
    if not open_to or not _goes_free(course):  # SW-40: only the Latins, nobody goes free
        return
    if len(open_to) == 1:
        course.add(RegionFreed(open_to[0]))
    else:
        course.add(PhaseBegun("free"))


def _goes_free(course: Course) -> bool:
    face = course.dice.roll("d6", "a region's freedom")
    frees = face <= FREE_UP_TO
    course.add(FreedomRolled(face, frees))
    return frees


def free(course: Course, region: str) -> None:
    """The Consul chooses the region that goes free. SW P15."""
    if region not in course.state.subjects:
        raise RuleViolation(
            "SW P15", f"{region!r} is not Rome's to lose", pointer="/command/region"
        )
    course.add(RegionFreed(region))
    ask(course)


def ask(course: Course) -> None:
    """Ask for Victory or Defeat cards, Scandal, and Conquest after a campaign. SW-32, SW P23."""
    battle = course.state.battle
    assert battle is not None
    won = battle.winner == "rome"
    cards = [*of_kind("victory" if won else "defeat"), SCANDAL]
    if battle.attacker == "rome":
        cards = [name for name in cards if BY_NAME[name].only != "Rome defending"]
    claims = of_kind("conquest") if won and battle.kind == "campaign" else ()
    if not windows.open_for(course, "battle", tuple(cards), claims):
        turns.close(course)


def card(course: Course, name: str) -> None:
    """What a Victory or a Defeat card does to the Consul and the Treasury. SW P23, SW P24."""
    state, played = course.state, BY_NAME[name]
    battle = state.battle
    assert battle is not None
    rule = "SW P23" if played.kind == "victory" else "SW P24"
    spared = played.effect == YOKE and battle.attacker != "rome"  # SW-45
    if played.prestige and not spared:
        money.honour(course, state.consul, played.prestige, name, rule)
    if played.gold:
        money.gain(course, played.gold, name, rule)
    if played.kind == "defeat":  # SW-21: the whole of it, also where a war took half
        money.spend(course, course.state.treasury, f"all of it, by {name}", "SW-21")


def conquer(course: Course, claims: list[tuple[str, str]]) -> None:
    """The Consul's Conquest card, else that of whoever rolls highest for it. SW P13, SW-19.

    Only the card that counts is opened; the others stay in their hands, unseen.
    """
    secrets, consul = course.secrets, course.state.consul
    own = [claim for seat, claim in claims if seat == consul]
    if own and secrets.open(own[0]) is not None:
        _conquest(course, consul, own[0], (), ())
        return
    wanting = [
        (seat, claim)
        for seat, claim in claims
        if seat != consul and secrets.hidden(claim) is not None
    ]
    if not wanting:
        return
    lot = course.dice.contest("d6", [f"{SEATS[seat]} to conquer" for seat, _ in wanting])
    seat, claim = wanting[lot.winner]
    rolled = tuple(one for one, _ in wanting) if len(wanting) > 1 else ()
    _conquest(course, seat, claim, rolled, lot.rounds)


def _conquest(
    course: Course,
    seat: str,
    claim: str,
    wanting: tuple[str, ...],
    rounds: tuple[tuple[int | None, ...], ...],
) -> None:
    """A token on the region, and the card's PT for whoever played it. SW-5, SW-19."""
    name = course.secrets.open(claim)
    battle = course.state.battle
    assert battle is not None
    region = course.state.region(battle.region)
    assert region is not None
    hands.play(course, seat, (name,))
    course.add(Conquered(seat, name, region.name, region.tokens + 1, wanting, rounds))
    money.honour(course, seat, BY_NAME[name].prestige, name, "SW-19")
