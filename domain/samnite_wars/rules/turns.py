"""The turn's frame: Fate, Taxation, Strategy before the event, Prestige, Etcetera after. SW P7."""

from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, RuleViolation
from iacta.domain.samnite_wars.effects import (
    Discarded,
    DiscardLaid,
    GameEnded,
    PhaseBegun,
    Taxed,
    TurnBegun,
    TurnEnded,
)
from iacta.domain.samnite_wars.rules import hands, money
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import END_REGIONS, Player, State

BASE_TAX = 2


def begin(play: Unfolding, consul: str) -> None:
    """Fill the hands and take the taxes; then the Consul's choices begin. SW P8, SW P9."""
    play.add(TurnBegun(play.state.turn + 1, consul))
    hands.refill(play)
    regions = len(play.state.controlled)
    coins = tax(play.state)
    play.add(Taxed(regions, coins, play.state.treasury + coins))
    money.corrupt(play)
    if not most_to_draw(play.state):
        play.add(PhaseBegun("event"))


def tax(state: State) -> int:
    """What the next Taxation Phase brings. SW P9, SW-5."""
    return BASE_TAX + len(state.controlled)


def most_to_draw(state: State) -> int:
    """How many cards the Consul can pay for. SW P10, SW-31."""
    return min(state.treasury, hands.within_reach(state))


def draw(play: Unfolding, cards: int) -> None:
    """Pay gold for as many cards, beyond ten if he likes. SW P10, SW-22."""
    state = play.state
    if cards > state.treasury:
        raise RuleViolation(
            "SW P10", f"the Treasury holds {state.treasury}", pointer="/command/cards"
        )
    if cards > hands.within_reach(state):
        detail = f"only {hands.within_reach(state)} cards are left to draw"
        raise RuleViolation("SW-31", detail, pointer="/command/cards")
    money.spend(play, cards, "for cards", "SW P10")
    hands.deal(play, state.consul, cards)
    hands.show_top(play)
    play.add(PhaseBegun("event"))


def close(play: Unfolding) -> None:
    """The event is resolved: PT for the Treasury's gold, then everybody's discards. SW P17."""
    state = play.state
    if state.treasury:
        money.honour(play, state.consul, state.treasury, "gold in the Treasury", "SW P17")
    play.add(PhaseBegun("etcetera"))
    if not discarding(play.state):
        _end(play)


def discarding(state: State) -> list[str]:
    """Who has still to say what he discards: whoever holds cards. SW P18."""
    return [player.seat for player in state.players if player.cards and not player.laid]


def discard(play: Unfolding, player: Player, cards: tuple[str, ...]) -> None:
    """Put away up to five cards, face down; the last to do so ends the turn. SW P18, SW-22."""
    if player.laid:
        raise Conflict("the discard is laid, and stands")
    if not player.cards:
        raise NotYourTurn("who holds no cards discards none")
    hands.require(player, cards, play.secrets, "/command/cards")
    play.add(DiscardLaid(player.seat, play.secrets.member("cards").sealed))
    if discarding(play.state):
        return
    for seat in play.state.order:
        one = play.state.player(seat)
        if one is not None and one.laid:
            play.add(Discarded(seat, len(play.secrets.hidden(one.laid))))
    _end(play)


def _end(play: Unfolding) -> None:
    """The next player becomes Consul, or the limit is reached. SW P7, SW-41."""
    state = play.state
    play.add(TurnEnded(state.turn))
    if state.switches.turn_limit and state.turn >= state.switches.turn_limit:
        play.add(GameEnded(f"turn {state.turn} was the last", "SW-41"))
        return
    begin(play, state.order[1])


def may_declare(state: State) -> bool:
    """Whether the Consul may end the game: six regions, the Latins counted. SW-6."""
    return state.step not in ("", "set-up", "over") and len(state.controlled) >= END_REGIONS


def declare(play: Unfolding, seat: str) -> None:
    """The Consul ends the game, at any time in his turn. SW P1, SW-6."""
    state = play.state
    if seat != state.consul:
        raise RuleViolation("SW-6", "only the current Consul declares the end")
    if not may_declare(state):
        detail = f"Rome controls {len(state.controlled)} regions of {END_REGIONS}"
        raise RuleViolation("SW P1", detail)
    play.add(GameEnded("the Consul of six regions declared the end", "SW-6", seat))


def winners(state: State) -> tuple[str, ...]:
    """Most PT wins; a tie is shared. SW P1, SW-6."""
    best = max(player.prestige for player in state.players)
    return tuple(player.seat for player in state.players if player.prestige == best)
