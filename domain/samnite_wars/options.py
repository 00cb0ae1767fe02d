"""What a seat or the referee may do now, in a stable order."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from iacta.domain.kernel.contract.system import Known, Option
from iacta.domain.samnite_wars.rules import battles, efforts, hands, peace, revolts, turns, windows
from iacta.domain.samnite_wars.state import SEATS, Player, Side, State
from iacta.domain.samnite_wars.tables import BY_NAME, LEVIES, SCANDAL

MOST_DISCARDS = 5
KIND_TITLES = {
    "ally": "an Ally",
    "strategy": "a Strategy",
    "troops": "a Troop",
    "weapon": "a Weapon",
    "battle": "a Battle",
}


def options(state: State, role: str, known: Known) -> Sequence[Option]:
    """Every legal command of a role, from the state and what the role knows."""
    player = state.player(role.removeprefix("seat:"))
    if state.step == "set-up" and (player is not None or role == "referee"):
        return [_plain("set-up", "Set up: roll, shuffle and deal", "SW P6")]
    if player is None or state.step in ("", "over"):
        return []
    hand = hands.seen(player, known) or []
    found = list(_due(state, player, hand))
    if player.seat == state.consul and turns.may_declare(state):
        found.append(_plain("declare-end", "Declare the end of the game", "SW P1"))
    return found


def _plain(kind: str, title: str, rule: str, **members: Any) -> Option:
    return Option(kind, title, rule, {"type": f"samnite-wars.{kind}", **members})


def _choice(
    key: str, kind: str, title: str, rule: str, choices: Mapping[str, Any], **members: Any
) -> Option:
    command = {"type": f"samnite-wars.{kind}", **members}
    return Option(f"{kind}:{key}" if key else kind, title, rule, command, choices)


def _one_of(names: Iterable[str | None], none: str = "") -> dict[str, Any]:
    return {"one_of": [{"value": name, "title": name or none} for name in names]}


def _due(state: State, player: Player, hand: list[str]) -> Iterable[Option]:
    battle, consul = state.battle, player.seat == state.consul
    match state.step:
        case "event-cards" | "battle-cards":
            if player.seat in windows.answering(state):
                yield from _answers(state, hand)
        case "rebels":
            if player.seat in revolts.naming(state):
                regions = {"/region": _one_of(state.subjects)}
                yield _choice("", "name-rebels", "Name the region that rebels", "SW P12", regions)
        case "ally":
            if battle is not None and player.seat == battle.enemy:
                yield from _allies(state)
        case "gifts":
            if battle is not None and player.seat in battle.giving:
                count = battles.gift(player)
                to = {"/cards": _some(hand, count, count)}
                yield _choice("", "give", f"Give {count} of your cards", "SW-25", to, cards=[])
        case "efforts":
            if player.seat in efforts.laying(state):
                yield from _efforts(state, "rome" if consul else "enemy", hand)
        case "etcetera":
            if player.seat in turns.discarding(state):
                yield _plain("discard", "Discard nothing", "SW P18", cards=[])
                some = {"/cards": _some(hand, 1, MOST_DISCARDS)}
                yield _choice("some", "discard", "Discard cards", "SW P18", some, cards=[])
        case _:
            if consul:
                yield from _consul(state, hand)


def _some(names: Sequence[str], low: int, high: int) -> dict[str, Any]:
    items = [{"value": name, "title": name} for name in names]
    return {"some_of": items, "min": low, "max": min(high, len(names))}


def _consul(state: State, hand: list[str]) -> Iterable[Option]:
    match state.step:
        case "strategy":
            most = {"/cards": {"integer": {"min": 1, "max": turns.most_to_draw(state)}}}
            yield _plain("draw", "Keep the gold", "SW P10", cards=0)
            yield _choice("some", "draw", "Pay for cards, a coin each", "SW P10", most, cards=0)
        case "event":
            yield _plain("roll-event", "Roll the event", "SW P11")
        case "peace":
            yield from _pax(state, hand, "pax-romana", "Pax Romana")
            yield from _campaigns(state, hand)
        case "treaty":
            yield from _pax(state, hand, "pax-romana", "Pax Romana")
        case "pax":
            yield from _pax(state, hand, "peace-card", "No more Peace cards")
        case "raids":
            yield _plain("fortify", "Fortify: roll what it costs", "SW P14")
            yield from _campaigns(state, hand)
        case "enemy":
            enemies = {"/enemy": _enemies(state)}
            yield _choice("", "name-enemy", "Name the enemy's leader", "SW P12", enemies)
        case "free":
            regions = {"/region": _one_of(state.subjects)}
            yield _choice("", "free-region", "Choose the region that goes free", "SW P15", regions)
        case _:
            pass


def _pax(state: State, hand: list[str], kind: str, title: str) -> Iterable[Option]:
    """Pax Romana without a Peace card, and with each that the Treasury can pay. SW P25."""
    yield _plain(kind, title, "SW P13")
    cards = [
        name
        for name in hand
        if BY_NAME[name].kind == "peace" and state.treasury + BY_NAME[name].gold >= 0
    ]
    if cards:
        items = [_peace_card(state, name) for name in cards]
        with_card = {"/card": {"one_of": items}}
        yield _choice("card", kind, "Pax Romana with a Peace card", "SW P25", with_card)


def _peace_card(state: State, name: str) -> dict[str, Any]:
    item: dict[str, Any] = {"value": name, "title": f"{name}: {BY_NAME[name].note}"}
    if name == peace.INTRIGUE:
        item["choices"] = {"/opponent": _seats(state.foes)}
    return item


def _seats(seats: Iterable[str]) -> dict[str, Any]:
    return {"one_of": [{"value": seat, "title": SEATS[seat]} for seat in seats]}


def _enemies(state: State) -> dict[str, Any]:
    """Who may lead the enemy, and with four players or more each with an ally of Rome's."""
    items: list[dict[str, Any]] = []
    for enemy in state.foes:
        item: dict[str, Any] = {"value": enemy, "title": SEATS[enemy]}
        if len(state.players) >= battles.PLAYERS_WITH_ALLIES:
            item["choices"] = {"/ally": _or_nobody(seat for seat in state.foes if seat != enemy)}
        items.append(item)
    return {"one_of": items}


def _or_nobody(seats: Iterable[str]) -> dict[str, Any]:
    nobody = {"value": None, "title": "Nobody"}
    return {"one_of": [nobody, *({"value": seat, "title": SEATS[seat]} for seat in seats)]}


def _campaigns(state: State, hand: list[str]) -> Iterable[Option]:
    targets = peace.targets(state)
    if not targets:
        return
    choices = {"/region": _one_of(targets), "/enemy": _enemies(state)}
    if peace.barred(state, levy=False) is None:
        yield _choice("", "campaign", "Campaign, for 2 gold", "SW P13", choices)
    levies = [name for name in LEVIES if name in hand]
    if state.battle_lost and levies and peace.barred(state, levy=True) is None:
        choices = {**choices, "/levy": _one_of(levies)}
        title = "Campaign after a lost battle, for 4 gold"
        yield _choice("levy", "campaign", title, "SW P20", choices)


def _allies(state: State) -> Iterable[Option]:
    allies = {"/ally": _or_nobody(battles.possible_allies(state))}
    yield _choice("", "name-ally", "Take an ally, who gives two cards", "SW-25", allies)


def _efforts(state: State, side: Side, hand: list[str]) -> Iterable[Option]:
    """One option for each type that may come first, with any of the later types. SW-15.

    Together they are every effort of at least one card, each once.
    """
    nothing = dict.fromkeys(efforts.KINDS)
    fit: dict[str, list[str | None]] = {kind: [] for kind in efforts.KINDS}
    for name in hand:
        if efforts.allowed(state, side, BY_NAME[name]):
            fit[BY_NAME[name].kind].append(name)
    if not any(fit.values()):
        yield _plain("lay-effort", "Lay nothing: no card fits", "SW-15", effort=nothing)
    for index, kind in enumerate(efforts.KINDS):
        if not fit[kind]:
            continue
        choices = {f"/effort/{kind}": _one_of(fit[kind])}
        for later in efforts.KINDS[index + 1 :]:
            if fit[later]:
                choices[f"/effort/{later}"] = _one_of([None, *fit[later]], "none")
        title = f"Lay a War Effort with {KIND_TITLES[kind]} card first"
        yield _choice(kind, "lay-effort", title, "SW P27", choices, effort=nothing)


def _answers(state: State, hand: list[str]) -> Iterable[Option]:
    """Nothing, or any of the cards in hand that may be played now. SW-32."""
    window = state.window
    assert window is not None
    base: dict[str, Any] = {"window": window.key, "cards": [], "claim": None}
    yield _plain("answer", "Play no card", "SW-32", **base)
    cards = [name for name in window.cards if name in hand]
    claims = [name for name in window.claims if name in hand]
    if cards:
        some = {"/cards": _plays(state, cards, 1)}
        yield _choice("cards", "answer", "Play cards", "SW-32", some, **base)
    if claims:
        choices: dict[str, Any] = {"/claim": _one_of(claims)}
        if cards:
            choices["/cards"] = _plays(state, cards, 0)
        what = "Negate the war" if window.key == "event" else "Conquer the region"
        yield _choice("claim", "answer", what, "SW-32", choices, **base)


def _plays(state: State, cards: list[str], least: int) -> dict[str, Any]:
    """Which of these cards may be played together. SW-20."""
    limited = [name for name in cards if name != SCANDAL]
    after_battle = state.window is not None and state.window.key == "battle"
    if not after_battle or state.switches.card_limit == "none" or len(limited) < 2:
        return _some(cards, least, len(cards))
    sets = [[name] for name in limited]
    if SCANDAL in cards:
        sets = [*sets, [SCANDAL], *([name, SCANDAL] for name in limited)]
    sets = sets if least else [[], *sets]
    return {"one_of": [{"value": one, "title": " and ".join(one) or "none"} for one in sets]}
