"""Answers in a window: laid unseen, opened together, counted in turn order. SW-32."""

from domain.kernel.proof.errors import Conflict, OutOfPhase, RuleViolation
from domain.samnite_wars.effects import AnswerLaid, CampaignForbidden, WarNegated, WindowClosed
from domain.samnite_wars.rules import aftermath, events, hands, money, turns, windows
from domain.samnite_wars.rules.course import Course
from domain.samnite_wars.state import Ask, Player, State, Window
from domain.samnite_wars.tables import BY_NAME, PLAGUE, SCANDAL


def answer(
    course: Course, player: Player, key: Ask, cards: tuple[str, ...], claim: str | None
) -> None:
    """Lay an answer; the last one opens them all. SW-32."""
    window = course.state.window
    if window is None or window.key != key:
        raise OutOfPhase(f"nobody is asked about the {key}")
    if player.laid:
        raise Conflict("the answer is laid, and stands")
    _check(course.state, window, cards, claim)
    named = (*cards, claim) if claim is not None else cards
    hands.require(player, named, course.secrets, "/command/cards" if cards else "/command/claim")
    members = course.secrets.member("cards").sealed, course.secrets.member("claim").sealed
    course.add(AnswerLaid(player.seat, *members))
    if not windows.answering(course.state):
        _close(course)


def _check(state: State, window: Window, cards: tuple[str, ...], claim: str | None) -> None:
    for name in cards:
        if name not in window.cards:
            raise RuleViolation("SW-32", f"{name!r} cannot be played now", pointer="/command/cards")
    if claim is not None and claim not in window.claims:
        raise RuleViolation("SW-32", f"{claim!r} cannot be played now", pointer="/command/claim")
    after_battle = [name for name in cards if name != SCANDAL]
    limited = window.key == "battle" and state.switches.card_limit == "one"
    if limited and len(after_battle) > 1:
        detail = "one Victory or Defeat card a player and battle"
        raise RuleViolation("SW-20", detail, pointer="/command/cards")


def _close(course: Course) -> None:
    """Open the answers from the Consul on, and go on with the turn."""
    state, window = course.state, course.state.window
    assert window is not None
    laid = [state.player(seat) for seat in state.order if seat in window.asked]
    answers = [(one.seat, one.laid, one.claim) for one in laid if one is not None]
    course.add(WindowClosed(window.key))
    for seat, cards, _ in answers:
        names = tuple(course.secrets.open(cards))
        hands.play(course, seat, names)
        for name in names:
            _effect(course, seat, name)
    claims = [(seat, claim) for seat, _, claim in answers] if window.claims else []
    if window.key == "event":
        _negate(course, claims)
        events.resolve(course)
    else:
        aftermath.conquer(course, claims)
        turns.close(course)


def _effect(course: Course, seat: str, name: str) -> None:
    if name == SCANDAL:
        change = BY_NAME[name].prestige
        money.honour(course, course.state.consul, change, name, "SW P26")
    elif name == PLAGUE:
        course.add(CampaignForbidden(seat))
    else:
        aftermath.card(course, name)


def _negate(course: Course, claims: list[tuple[str, str]]) -> None:
    """The first card that negates the war, in turn order; later ones stay unseen. SW-26."""
    for seat, claim in claims:
        name = course.secrets.open(claim)
        if name is not None:
            hands.play(course, seat, (name,))
            course.add(WarNegated(seat, name))
            return
