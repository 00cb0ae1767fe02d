"""The turn around the event: Fate, Taxation, Strategy; then Prestige, Etcetera. SW P7."""

from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, RuleViolation
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.rules import hands, money
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import END_REGIONS, Player, State

BASE_TAX = 2
SETTLED = ("strategy", "event", "peace", "raids", "treaty", "pax", "enemy", "etcetera")
"""The steps in which the Consul alone decides, and Etcetera, whose discards change no result."""


def begin(play: Unfolding, consul: str) -> None:
    """Begin a turn: fill hands and collect taxes, up to the Consul's first choice. SW P8, SW P9."""
    play.add(fx.TurnBegun(play.state.turn + 1, consul))
    hands.refill(play)
    regions = len(play.state.controlled)
    coins = tax(play.state)
    play.add(fx.Taxed(regions, coins, play.state.treasury + coins))
    money.check_corruption(play)
    if not most_to_draw(play.state):
        play.add(fx.PhaseBegun("event"))


def tax(state: State) -> int:
    """The coins that the next Taxation Phase brings. SW P9, SW-5."""
    return BASE_TAX + len(state.controlled)


def most_to_draw(state: State) -> int:
    """How many cards the Consul can buy. SW P10, SW-31."""
    return min(state.treasury, hands.within_reach(state))


def draw(play: Unfolding, cards: int) -> None:
    """Buy cards for a coin each, even beyond ten in hand. SW P10, SW-22."""
    state = play.state
    if cards > state.treasury:
        raise RuleViolation(
            "SW P10", f"the Treasury holds only {state.treasury}", pointer="/command/cards"
        )
    if cards > hands.within_reach(state):
        detail = f"only {hands.within_reach(state)} cards are left to draw"
        raise RuleViolation("SW-31", detail, pointer="/command/cards")
    money.spend(play, cards, "cards", "SW P10")
    hands.deal(play, state.consul, cards)
    hands.show_top(play)
    play.add(fx.PhaseBegun("event"))


def close(play: Unfolding) -> None:
    """End the event: PT for the Treasury's gold, then everybody's discards. SW P17."""
    state = play.state
    if state.treasury:
        reason = "the gold in the Treasury"
        money.change_prestige(play, state.consul, state.treasury, reason, "SW P17")
    play.add(fx.PhaseBegun("etcetera"))
    if not seats_to_discard(play.state):
        _end(play)


def seats_to_discard(state: State) -> list[str]:
    """The seats that have still to choose discards: all who hold cards. SW P18."""
    return [player.seat for player in state.players if player.cards and not player.laid]


def discard(play: Unfolding, player: Player, cards: tuple[str, ...]) -> None:
    """Discard up to five cards face down; the last player to do so ends the turn. SW P18, SW-22."""
    if player.laid:
        raise Conflict("you have already chosen your discards")
    if not player.cards:
        raise NotYourTurn("a player without cards discards nothing")
    hands.require_cards(player, cards, play.secrets, "/command/cards")
    play.add(fx.DiscardLaid(player.seat, play.secrets.member("cards").sealed))
    if seats_to_discard(play.state):
        return
    for seat in play.state.turn_order:
        one = play.state.player(seat)
        if one is not None and one.laid:
            play.add(fx.Discarded(seat, len(play.secrets.hidden(one.laid))))
    _end(play)


def _end(play: Unfolding) -> None:
    """Begin the next player's turn, or end the game at the turn limit. SW P7, SW-41."""
    state = play.state
    play.add(fx.TurnEnded(state.turn))
    if state.switches.turn_limit and state.turn >= state.switches.turn_limit:
        play.add(fx.GameEnded(f"turn {state.turn} was the last", "SW-41"))
        return
    begin(play, state.turn_order[1])


def may_declare(state: State) -> bool:
    """Whether the Consul may end the game now: six regions, including the Latins. SW P1, SW-6."""
    return _is_settled(state) and len(state.controlled) >= END_REGIONS


def _is_settled(state: State) -> bool:
    """Whether no event or battle waits for the answers of others, or for a region to free. SW-6."""
    if state.switches.declaration == "any-time":
        return state.step not in ("", "set-up", "over")
    return state.step in SETTLED


def declare(play: Unfolding, seat: str) -> None:
    """End the game by the Consul's declaration. SW P1, SW-6."""
    state = play.state
    if seat != state.consul:
        raise RuleViolation("SW P1", "only the current Consul may declare the end")
    if len(state.controlled) < END_REGIONS:
        detail = f"Rome controls {len(state.controlled)} of the {END_REGIONS} regions needed"
        raise RuleViolation("SW P1", detail)
    if not _is_settled(state):
        raise RuleViolation("SW-6", "the event at hand must be settled before the end is declared")
    play.add(fx.GameEnded("the Consul of six regions declared the end", "SW P1", seat))


def winners(state: State) -> tuple[str, ...]:
    """The seats with the most PT; ties share the victory. SW P1, SW-6."""
    best = max(player.prestige for player in state.players)
    return tuple(player.seat for player in state.players if player.prestige == best)
