"""Fold effects of a battle into the state."""

from typing import Any, assert_never

from msgspec.structs import replace

from iacta.domain.kernel.proof.errors import CorruptLog, require
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.evolve.lookups import player_of, player_to_act, region_of
from iacta.domain.samnite_wars.state import Battle, State


def _battle(state: State, effect: Any) -> Battle:
    if state.battle is None or state.battle.winner is not None:
        raise CorruptLog(f"{effect}: there is no battle to fight")
    return state.battle


def fold(state: State, effect: fx.BattleEffect) -> State:
    """The state after one effect of a battle; raises `CorruptLog` if impossible."""
    match effect:
        case fx.BattleBegun():
            require(state.battle is None, effect)
            region_of(state, effect.region, effect)
            battle = Battle(
                kind=effect.kind,
                region=effect.region,
                attacker=effect.attacker,
                latin_city=effect.latin_city,
            )
            return replace(state, battle=battle)
        case fx.EnemyNamed():
            battle = _battle(state, effect)
            require(battle.enemy is None and effect.enemy in state.foes, effect)
            battle = replace(battle, enemy=effect.enemy, rome_ally=effect.ally)
            return replace(state, battle=battle)
        case fx.EnemyAllyNamed():
            battle = _battle(state, effect)
            require(battle.enemy_ally is None, effect)
            return replace(state, battle=replace(battle, enemy_ally=effect.ally))
        case fx.GiftsAwaited():
            battle = _battle(state, effect)
            require(not battle.giving, effect)
            return replace(state, battle=replace(battle, giving=effect.seats))
        case fx.Gave():
            return _give(state, effect)
        case fx.Conquered():
            return _conquer(state, effect)
        case fx.EffortLaid():
            battle = _battle(state, effect)
            require(effect.seat in (state.consul, battle.enemy), effect)
            player = player_to_act(state, effect.seat, effect)
            return state.with_player(replace(player, laid=effect.effort))
        case fx.BattleFought():
            return _fought(state, effect)
        case fx.FreedomRolled():
            if state.battle is None or state.battle.winner != "enemy":
                raise CorruptLog(f"{effect}: no battle was lost")
            return state
        case fx.RegionFreed():
            region = region_of(state, effect.region, effect)
            require(region.controlled, effect)
            return state.with_region(replace(region, tokens=0))
        case _:
            assert_never(effect)


def _fought(state: State, effect: fx.BattleFought) -> State:
    battle = replace(
        _battle(state, effect),
        rome_effort=effect.rome,
        enemy_effort=effect.enemy,
        rounds=effect.rounds,
        winner=effect.winner,
    )
    lost = state.lost_this_turn or effect.winner == "enemy"
    return replace(state.with_nothing_laid(), battle=battle, lost_this_turn=lost)


def _give(state: State, effect: fx.Gave) -> State:
    battle = _battle(state, effect)
    require(effect.seat in battle.giving, effect)
    giver = player_of(state, effect.seat, effect)
    require(0 < effect.count <= giver.cards, effect)
    digest = effect.cards.sealed
    put_away = (*giver.put_away, digest)
    state = state.with_player(replace(giver, cards=giver.cards - effect.count, put_away=put_away))
    taker = player_of(state, effect.to, effect)
    received = (*taker.received, digest)
    state = state.with_player(replace(taker, cards=taker.cards + effect.count, received=received))
    giving = tuple(seat for seat in battle.giving if seat != effect.seat)
    return replace(state, battle=replace(battle, giving=giving))


def _conquer(state: State, effect: fx.Conquered) -> State:
    region = region_of(state, effect.region, effect)
    require(not region.controlled and effect.tokens == region.tokens + 1, effect)
    player = player_of(state, effect.seat, effect)
    conquests = (*player.conquests, effect.region)
    state = state.with_player(replace(player, conquests=conquests))
    return state.with_region(replace(region, tokens=effect.tokens))
