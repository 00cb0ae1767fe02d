"""Fold effects into the state. No dice, no lookups; an impossible effect raises `CorruptLog`."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, assert_never

from msgspec.structs import replace

from iacta.domain.kernel.contract.system import by_type
from iacta.domain.kernel.proof.errors import CorruptLog, require
from iacta.domain.samnite_wars import changes as ch
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.evolve.battle import fold
from iacta.domain.samnite_wars.evolve.lookups import player_of, player_to_act, region_of
from iacta.domain.samnite_wars.state import FaceDown, Naming, Player, State, Window


def evolve(state: State, effect: fx.AnyEffect | ch.AnyChange) -> State:
    """The state after one effect or one change of a ruling; raises `CorruptLog` if impossible."""
    if TYPE_CHECKING and not isinstance(
        effect,
        fx.TurnEffect
        | fx.DeckEffect
        | fx.AccountEffect
        | fx.WindowEffect
        | fx.EventEffect
        | fx.BattleEffect
        | ch.AnyChange,
    ):
        assert_never(effect)  # the type checker finds an effect that nothing folds
    return _FOLDS[type(effect)](state, effect)


def _turn(state: State, effect: fx.TurnEffect) -> State:
    """Turns, phases, and the end of the game."""
    match effect:
        case fx.Began():
            return _begin(state, effect)
        case fx.SetUpRolled():
            return _set_up(state, effect)
        case fx.TurnBegun():
            require(effect.turn == state.turn + 1 and state.step in ("", "set-up"), effect)
            player_of(state, effect.consul, effect)
            return replace(state, turn=effect.turn, consul=effect.consul, step="strategy")
        case fx.PhaseBegun():
            require(state.step not in ("", "over"), effect)
            return replace(state, step=effect.step)
        case fx.TurnEnded():
            require(state.turn == effect.turn and state.step == "etcetera", effect)
            state = replace(state, event=None, battle=None, names=(), plague=False)
            lost = state.lost_this_turn
            return replace(
                state.with_nothing_laid(), step="", battle_lost=lost, lost_this_turn=False
            )
        case fx.GameEnded():
            require(bool(state.players) and not state.ended, effect)
            state = replace(state.with_nothing_laid(), window=None)
            return replace(state, step="over", ended=effect.reason)
        case _:
            assert_never(effect)


def _cards(state: State, effect: fx.DeckEffect) -> State:
    """The deck, hands and the discard pile."""
    match effect:
        case fx.Shuffled():
            require(state.step not in ("", "over") and effect.left > 0, effect)
            return replace(state, deck=effect.deck.sealed, size=effect.left, drawn=0)
        case fx.Renewed():
            require(state.left == 0 and effect.left == state.discarded > 0, effect)
            state = replace(state, deck=effect.deck.sealed, size=effect.left, drawn=0)
            return replace(state, discard=(), face_down=())
        case fx.TopShown():
            require(state.step not in ("", "over"), effect)
            return replace(state, top=effect.card)
        case fx.Dealt():
            return _deal(state, effect)
        case fx.DiscardLaid():
            player = player_to_act(state, effect.seat, effect)
            require(state.step == "etcetera", effect)
            return state.with_player(replace(player, laid=effect.cards))
        case fx.Discarded():
            return _discard(state, effect)
        case _:
            assert_never(effect)


def _account(state: State, effect: fx.AccountEffect) -> State:
    """The Treasury and prestige."""
    match effect:
        case fx.Taxed():
            require(state.step != "" and effect.total == state.treasury + effect.coins, effect)
            return replace(state, treasury=effect.total)
        case fx.Corrupted():
            require(effect.lost > 0 and effect.total == state.treasury - effect.lost, effect)
            return replace(state, treasury=effect.total)
        case fx.TreasuryChanged():
            require(state.step != "" and effect.total == state.treasury + effect.change, effect)
            return replace(state, treasury=effect.total)
        case fx.PrestigeChanged():
            player = player_of(state, effect.seat, effect)
            require(effect.total == max(0, player.prestige + effect.change), effect)
            return state.with_player(replace(player, prestige=effect.total))
        case _:
            assert_never(effect)


def _answer(state: State, effect: fx.WindowEffect) -> State:
    """Windows, and the cards that are played."""
    match effect:
        case fx.WindowOpened():
            require(state.window is None and state.step not in ("", "over"), effect)
            opened = Window(effect.window, effect.asked, effect.cards, effect.claims)
            return replace(state, window=opened)
        case fx.AnswerLaid():
            player = player_to_act(state, effect.seat, effect)
            window = state.window
            require(window is not None and effect.seat in window.asked, effect)
            return state.with_player(replace(player, laid=effect.cards, claim=effect.claim))
        case fx.WindowClosed():
            require(state.window is not None and state.window.key == effect.window, effect)
            return replace(state.with_nothing_laid(), window=None)
        case fx.CardsPlayed():
            return _play(state, effect)
        case _:
            assert_never(effect)


def _event(state: State, effect: fx.EventEffect) -> State:
    """The turn's event."""
    match effect:
        case fx.EventRolled():
            require(state.step == "event" and state.event is None, effect)
            return replace(state, event=effect.event)
        case fx.CampaignForbidden():
            require(state.event is not None and not state.plague, effect)
            return replace(state, plague=True)
        case fx.WarNegated():
            event = state.event
            if event is None or event.kind != "war":
                raise CorruptLog(f"{effect}: there is no war to negate")
            return replace(state, event=replace(event, kind="pax", how=effect.card))
        case fx.RebelsNamed():
            require(effect.seat in state.foes and state.step == "rebels", effect)
            require(all(one.seat != effect.seat for one in state.names), effect)
            return replace(state, names=(*state.names, Naming(effect.seat, effect.region)))
        case fx.RebelsChosen():
            require(bool(state.names) and state.battle is None, effect)
            return replace(state, event=_rebelling(state, effect))
        case _:
            assert_never(effect)


def _change(state: State, effect: ch.AnyChange) -> State:
    """What a ruling changes."""
    match effect:
        case ch.SetPrestige():
            player = player_of(state, effect.seat, effect)
            return state.with_player(replace(player, prestige=effect.prestige))
        case ch.SetTreasury():
            return replace(state, treasury=effect.coins)
        case ch.SetTokens():
            region = region_of(state, effect.region, effect)
            return state.with_region(replace(region, tokens=effect.tokens))
        case ch.SetBattleLost():
            return replace(state, battle_lost=effect.lost)
        case _:
            assert_never(effect)


def _begin(state: State, effect: fx.Began) -> State:
    require(not state.players and state.step == "", effect)
    return State(
        step="set-up",
        switches=effect.switches,
        players=tuple(Player(seat=seat) for seat in effect.seats),
        regions=effect.regions,
        borders=effect.borders,
    )


def _set_up(state: State, effect: fx.SetUpRolled) -> State:
    require(state.step == "set-up" and len(effect.prestige) == len(state.players), effect)
    player_of(state, effect.consul, effect)
    players = tuple(
        replace(player, prestige=prestige)
        for player, prestige in zip(state.players, effect.prestige, strict=True)
    )
    return replace(state, players=players, treasury=effect.coins, consul=effect.consul)


def _deal(state: State, effect: fx.Dealt) -> State:
    require(0 < effect.count <= state.left, effect)
    player = player_of(state, effect.seat, effect)
    player = replace(
        player,
        cards=player.cards + effect.count,
        hand=effect.hand.sealed,
        shown=(),
        put_away=(),
        received=(),
    )
    return replace(state.with_player(player), drawn=state.drawn + effect.count)


def _play(state: State, effect: fx.CardsPlayed) -> State:
    player = player_of(state, effect.seat, effect)
    require(0 < len(effect.cards) <= player.cards, effect)
    shown = (*player.shown, *effect.cards)
    player = replace(player, cards=player.cards - len(effect.cards), shown=shown)
    return replace(state.with_player(player), discard=(*state.discard, *effect.cards))


def _rebelling(state: State, effect: fx.RebelsChosen) -> Any:
    if state.event is None:
        raise CorruptLog(f"{effect}: no region rebels now")
    return replace(state.event, region=effect.region)


def _discard(state: State, effect: fx.Discarded) -> State:
    player = player_of(state, effect.seat, effect)
    require(bool(player.laid) and 0 <= effect.count <= player.cards, effect)
    piles: Sequence[FaceDown] = (FaceDown(player.laid, effect.count),) if effect.count else ()
    put_away = (*player.put_away, *(pile.cards for pile in piles))
    player = replace(player, cards=player.cards - effect.count, put_away=put_away, laid="")
    return replace(state.with_player(player), face_down=(*state.face_down, *piles))


_FOLDS: Mapping[type, Callable[[State, Any], State]] = by_type(
    {
        fx.TurnEffect: _turn,
        fx.DeckEffect: _cards,
        fx.AccountEffect: _account,
        fx.WindowEffect: _answer,
        fx.EventEffect: _event,
        fx.BattleEffect: fold,
        ch.AnyChange: _change,
    }
)
