"""Answers in a window: laid in secret, revealed together, applied in turn order. SW-32."""

from iacta.domain.kernel.proof.errors import Conflict, OutOfPhase, RuleViolation
from iacta.domain.samnite_wars import effects as fx
from iacta.domain.samnite_wars.rules import aftermath, events, hands, money, turns, windows
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import Ask, Player, State, Window
from iacta.domain.samnite_wars.tables import BY_NAME, PLAGUE, SCANDAL

TIMES = {
    "conquest": "SW P13",
    "victory": "SW P23",
    "defeat": "SW P24",
    "peace": "SW P25",
    "special": "SW-32",
    "forbids a campaign": "SW-46",
    "negates a war": "SW-47",
    "allows a campaign": "SW P20",
}
"""The rule that says when cards of a type or with an effect may be played; SW P27 for others."""


def answer(
    play: Unfolding, player: Player, key: Ask, cards: tuple[str, ...], claim: str | None
) -> None:
    """Lay an answer; the last one reveals them all. SW-32."""
    window = play.state.window
    if window is None or window.key != key:
        raise OutOfPhase(f"the {key} is not to be answered now")
    if player.laid:
        raise Conflict("you have already answered")
    _check(play.state, window, cards, claim)
    named = (*cards, claim) if claim is not None else cards
    hands.require_cards(
        player, named, play.secrets, "/command/cards" if cards else "/command/claim"
    )
    members = play.secrets.member("cards").sealed, play.secrets.member("claim").sealed
    play.add(fx.AnswerLaid(player.seat, *members))
    if not windows.seats_to_answer(play.state):
        _close(play)


def _check(state: State, window: Window, cards: tuple[str, ...], claim: str | None) -> None:
    for name in cards:
        if name not in window.cards:
            raise _untimely(state, window, name, "/command/cards")
    if claim is not None and claim not in window.claims:
        raise _untimely(state, window, claim, "/command/claim")
    after_battle = [name for name in cards if name != SCANDAL]
    limited = window.key == "battle" and state.switches.card_limit == "one"
    if limited and len(after_battle) > 1:
        detail = "one Victory or Defeat card per player and battle"
        raise RuleViolation("SW-20", detail, pointer="/command/cards")


def _untimely(state: State, window: Window, name: str, pointer: str) -> RuleViolation:
    """The refusal of a card that is not asked for in this place, by the rule that keeps it out."""
    if name not in BY_NAME:
        return RuleViolation("SW P26", f"there is no card {name!r}", pointer=pointer)
    if name in (*window.cards, *window.claims):
        place = "claim" if name in window.claims else "cards"
        return RuleViolation("SW-32", f"{name} belongs in {place!r}", pointer=pointer)
    detail = f"{name} cannot be played now"
    if name in state.open_discard:
        return RuleViolation("SW-32", detail, pointer=pointer)
    card, lost = BY_NAME[name], window.key == "battle" and state.current_battle.winner == "enemy"
    rule = TIMES.get(card.effect) or TIMES.get(card.kind, "SW P27")
    if card.only == "Rome defending" and lost:  # other Defeat cards may be played
        rule = "SW P26"
    return RuleViolation(rule, detail, pointer=pointer)


def _close(play: Unfolding) -> None:
    """Reveal the answers in turn order from the Consul, and continue the turn."""
    state, window = play.state, play.state.window
    assert window is not None
    laid = [state.player(seat) for seat in state.turn_order if seat in window.asked]
    answers = [(one.seat, one.laid, one.claim) for one in laid if one is not None]
    play.add(fx.WindowClosed(window.key))
    for seat, cards, _ in answers:
        names = tuple(play.secrets.open(cards))
        hands.play(play, seat, names)
        for name in names:
            _effect(play, seat, name)
    claims = [(seat, claim) for seat, _, claim in answers] if window.claims else []
    if window.key == "event":
        _negate(play, claims)
        events.resolve(play)
    else:
        aftermath.conquer(play, claims)
        turns.close(play)


def _effect(play: Unfolding, seat: str, name: str) -> None:
    if name == SCANDAL:
        change = BY_NAME[name].prestige
        money.change_prestige(play, play.state.consul, change, name, "SW P26")
    elif name == PLAGUE:
        play.add(fx.CampaignForbidden(seat))
    else:
        aftermath.apply_card(play, name)


def _negate(play: Unfolding, claims: list[tuple[str, str]]) -> None:
    """Play the first card that negates the war, in turn order; later ones stay hidden. SW-26."""
    for seat, claim in claims:
        name = play.secrets.open(claim)
        if name is not None:
            hands.play(play, seat, (name,))
            play.add(fx.WarNegated(seat, name))
            return
