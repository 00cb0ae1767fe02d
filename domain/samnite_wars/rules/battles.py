"""A battle on its way: who leads the enemy, allies and their gifts. SW P12, SW-25."""

from iacta.domain.kernel.proof.errors import Invalid, NotYourTurn, RuleViolation
from iacta.domain.samnite_wars.effects import (
    BattleBegun,
    EnemyAllyNamed,
    EnemyNamed,
    Gave,
    GiftsAwaited,
    PhaseBegun,
)
from iacta.domain.samnite_wars.rules import efforts, hands
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import Battle, BattleKind, Player, State

PLAYERS_WITH_ALLIES = 4
GIFT = 2


def begin(play: Unfolding, kind: BattleKind, region: str, *, latin_city: bool = False) -> None:
    """A revolt or a war: the Consul names who leads the enemy, unless there is one Foe only."""
    open_battle(play, kind, region, latin_city=latin_city)
    if len(play.state.foes) > 1:
        play.add(PhaseBegun("enemy"))
        return
    play.add(EnemyNamed(play.state.foes[0]))
    prepare(play)


def open_battle(
    play: Unfolding, kind: BattleKind, region: str, *, latin_city: bool = False
) -> None:
    """Rome attacks in a campaign and a revolt, the enemy in a war. SW-10."""
    play.add(BattleBegun(kind, region, "enemy" if kind == "war" else "rome", latin_city))


def check_principals(state: State, enemy: str, ally: str | None) -> None:
    """The enemy is a Foe; with four or more players Rome may have another as its ally. SW-25."""
    if enemy not in state.foes:
        raise Invalid("the enemy is led by another player", pointer="/command/enemy")
    if ally is None:
        return
    if len(state.players) < PLAYERS_WITH_ALLIES:
        detail = f"allies are for {PLAYERS_WITH_ALLIES} players or more"
        raise RuleViolation("SW-25", detail, pointer="/command/ally")
    if ally == enemy or ally not in state.foes:
        raise RuleViolation("SW-25", "an ally is a third player", pointer="/command/ally")


def name_enemy(play: Unfolding, enemy: str, ally: str | None) -> None:
    """The Consul names the enemy's leader, and an ally if he may and will. SW P12, SW-25."""
    check_principals(play.state, enemy, ally)
    play.add(EnemyNamed(enemy, ally))
    prepare(play)


def prepare(play: Unfolding) -> None:
    """Go on to the enemy's ally where there may be one, else to the efforts. SW-25."""
    if possible_allies(play.state):
        play.add(PhaseBegun("ally"))
    else:
        efforts.begin(play)


def possible_allies(state: State) -> tuple[str, ...]:
    """Whom the enemy's leader may take as his ally."""
    battle = fight(state)
    if len(state.players) < PLAYERS_WITH_ALLIES:
        return ()
    return tuple(seat for seat in state.foes if seat not in (battle.enemy, battle.rome_ally))


def name_ally(play: Unfolding, ally: str | None) -> None:
    """The enemy's leader names his ally; then the allies give. SW-25, SW-38."""
    if ally is not None and ally not in possible_allies(play.state):
        raise RuleViolation("SW-25", "an ally is a third player", pointer="/command/ally")
    play.add(EnemyAllyNamed(ally))
    state, battle = play.state, fight(play.state)
    allies = [state.player(seat) for seat in (battle.rome_ally, battle.enemy_ally) if seat]
    giving = tuple(one.seat for one in allies if one is not None and one.cards)
    if giving:
        play.add(GiftsAwaited(giving), PhaseBegun("gifts"))
    else:
        efforts.begin(play)


def gift(player: Player) -> int:
    """How many cards an ally gives: two, or what he has. SW-38."""
    return min(GIFT, player.cards)


def give(play: Unfolding, player: Player, cards: tuple[str, ...]) -> None:
    """Hand over two cards of the giver's choice, known to giver and receiver. SW-25."""
    battle = fight(play.state)
    if player.seat not in battle.giving:
        raise NotYourTurn(f"{player.seat} has nothing to give")
    if len(cards) != gift(player):
        detail = f"an ally gives {gift(player)} of his {player.cards} cards"
        raise RuleViolation("SW-38", detail, pointer="/command/cards")
    hands.require(player, cards, play.secrets, "/command/cards")
    to = play.state.consul if player.seat == battle.rome_ally else battle.enemy
    assert to is not None
    readers = (f"seat:{player.seat}", f"seat:{to}")
    play.add(Gave(player.seat, to, len(cards), play.secrets.seal(cards, readers)))
    if not fight(play.state).giving:
        efforts.begin(play)


def fight(state: State) -> Battle:
    """The battle of this turn."""
    assert state.battle is not None
    return state.battle
