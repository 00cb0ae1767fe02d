"""Before a battle: the enemy's leader, allies and the cards they give. SW P12, SW-25."""

from collections.abc import Sequence

from iacta.domain.kernel.contract.words import count_of
from iacta.domain.kernel.proof.errors import Invalid, NotYourTurn, RuleViolation
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.rules import efforts, hands
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import SEATS, BattleKind, Player, State

CHAPTERS: dict[BattleKind, str] = {"revolt": "SW P12", "campaign": "SW P13", "war": "SW P15"}
"""Each kind of battle is printed with its own rules for the enemy's leader and for allies."""
PLAYERS_WITH_ALLIES = 4
GIFT = 2


def begin(play: Unfolding, kind: BattleKind, region: str, *, latin_city: bool = False) -> None:
    """Begin a revolt or a war: the Consul names the enemy's leader unless there is only one Foe."""
    open_battle(play, kind, region, latin_city=latin_city)
    if len(play.state.foes) > 1:
        play.add(fx.PhaseBegun("enemy"))
        return
    play.add(fx.EnemyNamed(play.state.foes[0]))
    prepare(play)


def open_battle(
    play: Unfolding, kind: BattleKind, region: str, *, latin_city: bool = False
) -> None:
    """Open a battle: Rome attacks in campaigns and revolts, the enemy in wars. SW-10."""
    play.add(fx.BattleBegun(kind, region, "enemy" if kind == "war" else "rome", latin_city))


def check_principals(state: State, kind: BattleKind, enemy: str, ally: str | None) -> None:
    """Refuse an enemy or an ally of Rome who is not eligible. SW P12, SW P13, SW P15, SW-25."""
    if enemy not in state.foes:
        raise Invalid("the enemy's leader must be another player", pointer="/command/enemy")
    if ally is not None and len(state.players) < PLAYERS_WITH_ALLIES:
        detail = f"allies need {PLAYERS_WITH_ALLIES} or more players"
        raise RuleViolation(CHAPTERS[kind], detail, pointer="/command/ally")
    _check_ally(state, ally, [seat for seat in state.foes if seat != enemy])


def _check_ally(state: State, ally: str | None, eligible: Sequence[str]) -> None:
    """Refuse an ally who does not play, leads a side, or is the other side's ally. SW-25."""
    if ally is None or ally in eligible:
        return
    if state.player(ally) is None:
        raise Invalid("the ally must be a player of this game", pointer="/command/ally")
    detail = f"{SEATS[ally]} has a part in this battle already"
    raise RuleViolation("SW-25", detail, pointer="/command/ally")


def name_enemy(play: Unfolding, enemy: str, ally: str | None) -> None:
    """Name the enemy's leader, and optionally an ally of Rome. SW P12, SW P15, SW-25."""
    check_principals(play.state, play.state.current_battle.kind, enemy, ally)
    play.add(fx.EnemyNamed(enemy, ally))
    prepare(play)


def prepare(play: Unfolding) -> None:
    """Continue with the enemy's ally if there may be one, otherwise with War Efforts. SW-25."""
    if possible_allies(play.state):
        play.add(fx.PhaseBegun("ally"))
    else:
        efforts.begin(play)


def possible_allies(state: State) -> tuple[str, ...]:
    """The seats that the enemy's leader may take as an ally."""
    battle = state.current_battle
    if len(state.players) < PLAYERS_WITH_ALLIES:
        return ()
    return tuple(seat for seat in state.foes if seat not in (battle.enemy, battle.rome_ally))


def name_ally(play: Unfolding, ally: str | None) -> None:
    """Name the enemy's ally or none; then the allies give cards. SW-25, SW-38."""
    _check_ally(play.state, ally, possible_allies(play.state))
    play.add(fx.EnemyAllyNamed(ally))
    state, battle = play.state, play.state.current_battle
    allies = [state.player(seat) for seat in (battle.rome_ally, battle.enemy_ally) if seat]
    giving = tuple(one.seat for one in allies if one is not None and one.cards)
    if giving:
        play.add(fx.GiftsAwaited(giving), fx.PhaseBegun("gifts"))
    else:
        efforts.begin(play)


def gift_size(player: Player) -> int:
    """How many cards an ally gives: two, or all if there are fewer. SW-38."""
    return min(GIFT, player.cards)


def give(play: Unfolding, player: Player, cards: tuple[str, ...]) -> None:
    """Give two cards of the giver's choice, known only to giver and receiver. SW P12, SW-25."""
    battle, size = play.state.current_battle, gift_size(player)
    if player.seat not in battle.giving:
        raise NotYourTurn(f"{SEATS[player.seat]} does not have to give cards")
    if len(cards) != size:
        rule = CHAPTERS[battle.kind] if size == GIFT else "SW-38"
        detail = f"an ally must give {count_of(size, 'card')}"
        raise RuleViolation(rule, detail, pointer="/command/cards")
    hands.require_cards(player, cards, play.secrets, "/command/cards")
    to = play.state.consul if player.seat == battle.rome_ally else battle.enemy
    assert to is not None
    readers = (f"seat:{player.seat}", f"seat:{to}")
    play.add(fx.Gave(player.seat, to, len(cards), play.secrets.seal(cards, readers)))
    if not play.state.current_battle.giving:
        efforts.begin(play)
