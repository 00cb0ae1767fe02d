"""War Efforts: the cards a side may lay, and how forces add up. SW P27, SW P21, SW P22."""

from collections.abc import Callable
from typing import assert_never

import msgspec

from iacta.domain.kernel.proof.canonical import to_plain
from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, RuleViolation
from iacta.domain.samnite_wars.commands import WarEffort
from iacta.domain.samnite_wars.effects import BattleFought, EffortLaid, PhaseBegun
from iacta.domain.samnite_wars.rules import aftermath, hands
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import (
    HOME,
    Effort,
    Fighting,
    Player,
    Reason,
    Region,
    Side,
    State,
)
from iacta.domain.samnite_wars.tables import BY_NAME, Card

KINDS = ("ally", "strategy", "troops", "weapon", "battle")


def begin(play: Unfolding) -> None:
    """Have both principals lay War Efforts in secret; without cards there is none to lay. SW-15."""
    play.add(PhaseBegun("efforts"))
    if not seats_to_lay(play.state):
        _fight(play)


def seats_to_lay(state: State) -> list[str]:
    """The seats that have still to lay a War Effort."""
    battle = state.battle
    principals = (state.consul, battle.enemy) if battle else ()
    return [
        player.seat
        for player in state.players
        if player.seat in principals and player.cards and not player.laid
    ]


def lay(play: Unfolding, player: Player, effort: WarEffort) -> None:
    """Lay a War Effort; the second one reveals both. SW-15."""
    if player.laid:
        raise Conflict("you have already laid a War Effort")
    if not player.cards:
        raise NotYourTurn("a player without cards lays no War Effort")
    state = play.state
    side: Side = "rome" if player.seat == state.consul else "enemy"
    _check(play, player, side, effort)
    play.add(EffortLaid(player.seat, play.secrets.member("effort").sealed))
    if not seats_to_lay(play.state):
        _fight(play)


def _check(play: Unfolding, player: Player, side: Side, effort: WarEffort) -> None:
    for kind in KINDS:
        name = getattr(effort, kind)
        if name is None:
            continue
        pointer = f"/command/effort/{kind}"
        if name not in BY_NAME or BY_NAME[name].kind != kind:
            raise RuleViolation("SW P27", f"{name!r} is not a card of type {kind}", pointer=pointer)
        if not allowed(play.state, side, BY_NAME[name]):
            detail = f"{name} is restricted to: {BY_NAME[name].only}"
            raise RuleViolation("SW P22", detail, pointer=pointer)
        hands.require_cards(player, (name,), play.secrets, pointer)
    if not effort.cards and any(
        allowed(play.state, side, BY_NAME[name])
        for name in hands.cards_in_hand(player, play.secrets.known)
    ):
        raise RuleViolation(
            "SW P27",
            "you hold a card that may be played, so you must lay one",
            pointer="/command/effort",
        )


def allowed(state: State, side: Side, card: Card) -> bool:
    """Whether a side may lay a card in this battle. SW P22, SW-11, SW-13.

    For the enemy its region counts. For the Consul any region that Rome controls counts, even a
    rebelling one (SW-35), if the card names a region or a culture.
    """
    battle = state.current_battle
    if card.kind not in KINDS:
        return False

    def role(named: str) -> bool:
        return battle.role(side) == named

    region = _region(state)
    match card.only:
        case "":
            return True
        case "attacker" | "defender":
            return role(card.only)
        case "Rome":
            return side == "rome"
        case "Rome or Samnites":
            return side == "rome" or region.name == "Samnites"
        case "enemy of Rome":
            return side == "enemy"
        case "civilized":
            return _culture(state, side, _civilized)
        case "non-civilized":
            return _culture(state, side, lambda one: not _civilized(one))
        case "Hellenized":
            return _culture(state, side, lambda one: one.hellenized)
        case "civilized defender":
            return role("defender") and _culture(state, side, _civilized)
        case "civilized against civilized":  # Rome is civilized, so its enemy decides
            return _civilized(region)
        case "free Tarentines defending":
            free = region.name == "Tarentines" and not region.controlled
            return side == "enemy" and role("defender") and free
        case "Gauls" | "Messapians" as people:
            return _culture(state, side, lambda one: one.name == people)
        case "Rome defending":  # no War Effort's, but a defeat's: see `aftermath`
            return False
        case _:
            assert_never(card.only)


def _region(state: State) -> Region:
    region = state.region(state.current_battle.region)
    assert region is not None
    return region


def _civilized(region: Region) -> bool:
    return region.civilization == "civilized"


def _culture(state: State, side: Side, fits: Callable[[Region], bool]) -> bool:
    """Whether the side's own region, or one that Rome controls for the Consul, ``fits``. SW-13."""
    if side == "enemy":
        return fits(_region(state))
    return any(fits(region) for region in state.regions if region.controlled)


def total_effort(state: State, side: Side, names: tuple[str, ...]) -> Effort:
    """The War Effort of these cards, each part of a card's force with its reason."""
    return Effort(
        tuple(
            Fighting(name, BY_NAME[name].kind, tuple(_parts(state, side, BY_NAME[name])))
            for name in names
        )
    )


def _parts(state: State, side: Side, card: Card) -> list[Reason]:
    if card.kind == "ally":
        return [_ally(state, side, card.name)]
    parts = [Reason(card.force, "as printed", "SW P26")]
    if card.bonus:
        parts += _bonus(state, side, card.bonus)
    return parts


def _ally(state: State, side: Side, people: str) -> Reason:
    """3 for the region's own side, 2 if Rome controls it, otherwise 1. SW P21, SW-14."""
    if side == "enemy" and _region(state).name == people:
        return Reason(3, f"the enemy are the {people}", "SW P21")
    if side == "rome" and people in state.controlled:
        rule = "SW-14" if people == HOME else "SW P21"
        return Reason(2, f"Rome controls the {people}", rule)
    return Reason(1, "allies from elsewhere", "SW P21")


def _bonus(state: State, side: Side, bonus: str) -> list[Reason]:
    """+1 by what the side itself is, never by what it controls. SW P26, SW-36, SW-11, SW-12."""
    region = _region(state)
    civilization = "civilized" if side == "rome" else region.civilization
    who = "Rome is" if side == "rome" else f"the {region.name} are"
    if bonus == "not semi-civilized" and civilization != "semi-civilized":
        return [Reason(1, f"{who} {civilization}", "SW-12")]
    if bonus == "civilized" and civilization == "civilized":
        return [Reason(1, f"{who} civilized", "SW-11" if side == "rome" else "SW P26")]
    if bonus == "Samnites" and side == "enemy" and region.name == "Samnites":
        return [Reason(1, "the enemy are the Samnites", "SW P26")]
    return []


def names_of(value: object) -> tuple[str, ...]:
    """The card names of a War Effort, from its opened seal."""
    return msgspec.convert(to_plain(value), WarEffort).cards


def _fight(play: Unfolding) -> None:
    """Reveal both War Efforts; the higher force wins, ties roll d6 until one is higher. SW-16."""
    state = play.state
    rome, enemy = (_opened(play, side) for side in ("rome", "enemy"))
    winner: Side = "rome" if rome.force > enemy.force else "enemy"
    rounds: tuple[tuple[int | None, ...], ...] = ()
    if rome.force == enemy.force:
        lot = play.dice.roll_off("d6", ["tie, for Rome", "tie, for the enemy"])
        winner, rounds = ("rome", "enemy")[lot.winner], lot.rounds
    assert state.current_battle.enemy is not None
    play.add(BattleFought(rome, enemy, rounds, winner))
    hands.play(play, state.consul, (card.name for card in rome.cards))
    hands.play(play, state.current_battle.enemy, (card.name for card in enemy.cards))
    aftermath.begin(play)


def _opened(play: Unfolding, side: Side) -> Effort:
    state, battle = play.state, play.state.current_battle
    player = state.player(state.consul if side == "rome" else battle.enemy or "")
    if player is None or not player.laid:
        return Effort()
    return total_effort(state, side, names_of(play.secrets.open(player.laid)))
