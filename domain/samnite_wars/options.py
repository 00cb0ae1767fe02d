"""The legal options of a seat or the referee, in a stable order."""

from collections.abc import Iterable, Sequence
from typing import Any

from iacta.domain.kernel.contract.choices import (
    Alternative,
    Choice,
    Choices,
    ChooseOne,
    Option,
    integer,
    one_of,
    option,
    ruling,
    some_of,
)
from iacta.domain.kernel.contract.system import Command, Known
from iacta.domain.kernel.contract.words import count_of, listed
from iacta.domain.samnite_wars import changes as ch
from iacta.domain.samnite_wars import commands as cmd
from iacta.domain.samnite_wars.rules import (
    aftermath,
    battles,
    efforts,
    hands,
    money,
    peace,
    revolts,
    turns,
    windows,
)
from iacta.domain.samnite_wars.rules.rulings import MOST, QUIET, most_coins
from iacta.domain.samnite_wars.state import HOME, SEATS, Player, Side, State
from iacta.domain.samnite_wars.state.words import name as name_of
from iacta.domain.samnite_wars.tables import BY_NAME, LEVIES, SCANDAL

BRINGS = "a win brings {}, a loss costs {}"
STAKES = BRINGS.format(*aftermath.CAMPAIGN)
PAX_TITLES = ("Pax Romana, which brings 1 PT", "Play a Peace card with Pax Romana")


def options(state: State, role: str, known: Known) -> Sequence[Option]:
    """The options of a role, from the state and what the role knows of hidden cards."""
    player = state.player(role.removeprefix("seat:"))
    if state.step == "set-up" and (player is not None or role == "referee"):
        return [option(cmd.SetUp, "Set up: roll, shuffle and deal", "SW P6")]
    if player is None or state.step in ("", "over"):
        return []
    found = list(_due(state, player, hands.visible_hand(player, known)))
    if player.seat == state.consul and turns.may_declare(state):
        found.append(option(cmd.DeclareEnd, "Declare the end of the game", "SW P1"))
    return found


def _due(state: State, player: Player, seen: list[str] | None) -> Iterable[Option]:
    """What is due from a player, as far as it does not rest on a hand that is not ``seen``."""
    battle, consul, hand = state.battle, player.seat == state.consul, seen or []
    match state.step:
        case "event-cards" | "battle-cards":
            if player.seat in windows.seats_to_answer(state):
                yield from _answers(state, player.seat, seen)
        case "rebels":
            if player.seat in revolts.seats_to_name(state):
                regions = {"/region": _regions(state, state.subjects)}
                yield option(cmd.NameRebels, "Name a region to rebel", "SW P12", regions)
        case "ally":
            if battle is not None and player.seat == battle.enemy:
                yield from _allies(state)
        case "gifts":
            if battle is not None and player.seat in battle.giving and seen is not None:
                count = battles.gift_size(player)
                to = {"/cards": some_of(map(_card, hand), count, count)}
                title = f"Give {count_of(count, 'card')} to your ally"
                yield option(cmd.Give, title, battles.CHAPTERS[battle.kind], to, cards=[])
        case "efforts":
            if player.seat in efforts.seats_to_lay(state) and seen is not None:
                yield from _efforts(state, "rome" if consul else "enemy", hand)
        case "etcetera":
            if player.seat in turns.seats_to_discard(state):
                yield option(cmd.Discard, "Discard none", "SW P18", cards=[])
                if hand:
                    some = {"/cards": some_of(map(_card, hand), 1, cmd.MOST_DISCARDS)}
                    title = f"Discard up to {count_of(cmd.MOST_DISCARDS, 'card')}"
                    yield option(cmd.Discard, title, "SW P18", some, key="some", cards=[])
        case _:
            if consul:
                yield from _consul(state, hand)


def _consul(state: State, hand: list[str]) -> Iterable[Option]:
    match state.step:
        case "strategy":
            pay = "Buy cards, 1 gold each: a larger hand to play from"
            upto = integer(1, turns.most_to_draw(state))
            keep = f"Keep the {state.treasury} gold: 1 PT each as your turn ends"
            yield option(cmd.Draw, keep, "SW P10", cards=0)
            yield option(cmd.Draw, pay, "SW P10", {"/cards": upto}, key="some", cards=0)
        case "event":
            yield option(cmd.RollEvent, "Roll the event", "SW P11")
        case "peace":
            yield from _pax(state, hand, cmd.PaxRomana, *PAX_TITLES)
            yield from _campaigns(state, hand)
        case "treaty":
            yield from _pax(state, hand, cmd.PaxRomana, *PAX_TITLES)
        case "pax":
            yield from _pax(
                state, hand, cmd.PeaceCard, "No more Peace cards", "Play another Peace card"
            )
        case "raids":
            yield option(cmd.Fortify, _fortify(state), "SW P14")
            yield from _campaigns(state, hand)
        case "enemy":
            enemies = {"/enemy": _enemies(state)}
            chapter = battles.CHAPTERS[state.current_battle.kind]
            title = "Name the enemy's leader: the Foe who plays against Rome"
            yield option(cmd.NameEnemy, title, chapter, enemies)
        case "free":
            regions = {"/region": _regions(state, state.subjects)}
            yield option(cmd.FreeRegion, "Choose the region that goes free", "SW P15", regions)
        case _:
            pass


def _fortify(state: State) -> str:
    """What fortifying costs, and that it is all that comes of it. SW P14, SW-18."""
    most = f", {state.treasury} at most" if state.treasury < peace.MOST_TO_FORTIFY else ""
    return f"Fortify, for 1d6 gold{most}: no battle, no PT won or lost"


def _pax(
    state: State, hand: list[str], command: type[Command], title: str, with_card_title: str
) -> Iterable[Option]:
    """Pax Romana without a Peace card, or with one that the Treasury can pay for. SW P25."""
    yield option(command, title, "SW P13")
    cards = [
        _peace_card(state, name)
        for name in hand
        if BY_NAME[name].kind == "peace" and state.treasury + BY_NAME[name].gold >= 0
    ]
    if cards:
        with_card = {"/card": one_of(cards)}
        yield option(command, with_card_title, "SW P25", with_card, key="card")


def _peace_card(state: State, name: str) -> Alternative:
    opponents = one_of(map(_seat, state.foes))
    choices: Choices = {"/opponent": opponents} if name == peace.INTRIGUE else {}
    return Alternative(name, _played(state, state.consul, name), choices)


def _card(name: str) -> Alternative:
    """A card that is given or discarded, with what it would do."""
    return Alternative(name, f"{name} ({BY_NAME[name].brief})")


def _played(state: State, seat: str, name: str) -> str:
    """A card that a seat may play now, with what it does and to whom."""
    return f"{name} ({', '.join(_changes(state, seat, name)) or BY_NAME[name].effect})"


def _changes(state: State, seat: str, name: str) -> list[str]:
    """What prestige and gold a card moves that a seat may play now; its own player is `you`."""
    card, changes = BY_NAME[name], []
    spared = card.effect == aftermath.YOKE and state.current_battle.attacker != "rome"  # SW-45
    if card.prestige and not spared:
        named = {"the Consul": name_of(state.consul), "its player": name_of(seat)}
        who, verb = named.get(card.whose, card.whose), "gain" if card.prestige > 0 else "lose"
        does = f"you {verb}" if who == name_of(seat) else f"{who} {verb}s"
        changes.append(f"{does} {abs(card.prestige)} PT")
    if card.gold:
        verb = "gains" if card.gold > 0 else "pays"
        changes.append(f"the Treasury {verb} {abs(card.gold)} gold")
    if card.gold > 0 and state.treasury + card.gold > money.MOST_COINS:
        changes.append(f"and above {money.MOST_COINS} loses 1d10 to corruption")
    if card.kind == "defeat":
        changes.append("the Treasury is lost")
    return changes


def _seat(seat: str) -> Alternative:
    return Alternative(seat, SEATS[seat])


def _regions(state: State, names: Iterable[str]) -> ChooseOne:
    """Regions with what their people may play, and how far Rome has come where it wants more."""
    told = []
    for region in (one for one in state.regions if one.name in names):
        words = [region.civilization, *(["Hellenized"] if region.hellenized else [])]
        if region.needed > 1:
            words.append(f"{region.tokens} of {region.needed} tokens")
        told.append(Alternative(region.name, f"{region.name} ({', '.join(words)})"))
    return one_of(told)


def _enemies(state: State) -> ChooseOne:
    """Who may lead the enemy, and with four or more players each with an ally of Rome."""
    allied = len(state.players) >= battles.PLAYERS_WITH_ALLIES
    prestige = {one.seat: one.prestige for one in state.players}
    enemies = []
    for enemy in state.foes:
        allies = _or_nobody(seat for seat in state.foes if seat != enemy)
        title = f"{SEATS[enemy]}, {prestige[enemy]} PT"
        enemies.append(Alternative(enemy, title, {"/ally": allies} if allied else {}))
    return one_of(enemies)


def _or_nobody(seats: Iterable[str]) -> ChooseOne:
    return one_of((Alternative(None, "Nobody"), *map(_seat, seats)))


def _campaigns(state: State, hand: list[str]) -> Iterable[Option]:
    targets = peace.targets(state)
    if not targets:
        return
    choices: Choices = {"/region": _regions(state, targets), "/enemy": _enemies(state)}
    if peace.campaign_refusal(state, levy=False) is None:
        yield option(cmd.Campaign, f"Campaign, for 2 gold: {STAKES}", "SW P13", choices)
    levies = [name for name in LEVIES if name in hand]
    if state.battle_lost and levies and peace.campaign_refusal(state, levy=True) is None:
        choices = {**choices, "/levy": one_of(levies)}
        title = f"Campaign after a lost battle, for 4 gold: {STAKES}"
        yield option(cmd.Campaign, title, "SW P20", choices, key="levy")


def _allies(state: State) -> Iterable[Option]:
    allies = {"/ally": _or_nobody(battles.possible_allies(state))}
    chapter = battles.CHAPTERS[state.current_battle.kind]
    yield option(cmd.NameAlly, "Take an ally, who gives two cards", chapter, allies)


def _efforts(state: State, side: Side, hand: list[str]) -> Iterable[Option]:
    """Any card that may fight, and with it one of each other type or none. SW-15."""
    nothing = dict.fromkeys(efforts.KINDS)
    fit: dict[str, list[str]] = {kind: [] for kind in efforts.KINDS}
    for name in hand:
        if efforts.allowed(state, side, BY_NAME[name]):
            fit[BY_NAME[name].kind].append(name)
    if not any(fit.values()):
        yield option(cmd.LayEffort, "Lay no cards: none may be played", "SW-15", effort=nothing)
        return
    total = {
        name: efforts.total_effort(state, side, (name,)).force
        for names in fit.values()
        for name in names
    }
    others = {
        kind: {
            f"/effort/{other}": one_of(
                (
                    Alternative(None, "none"),
                    *(Alternative(name, f"{name} (force {total[name]})") for name in fit[other]),
                )
            )
            for other in efforts.KINDS
            if other != kind and fit[other]
        }
        for kind in efforts.KINDS
    }
    cards = one_of(
        Alternative({**nothing, kind: name}, f"{name} (force {total[name]})", others[kind])
        for kind in efforts.KINDS
        for name in fit[kind]
    )
    title = f"Lay a War Effort: {_stakes(state, side)}"
    yield option(cmd.LayEffort, title, "SW P27", {"/effort": cards})


def _stakes(state: State, side: Side) -> str:
    """What the battle is worth to the Consul, told to them or to the enemy's leader."""
    won, lost = aftermath.stakes(state)
    rule = battles.CHAPTERS[state.current_battle.kind]
    if side == "rome":
        return f"{BRINGS.format(won, lost)} ({rule})"
    consul = name_of(state.consul)
    return f"a win costs {consul} {lost}, a loss brings {consul} {won}; you nothing ({rule})"


def _answers(state: State, seat: str, seen: list[str] | None) -> Iterable[Option]:
    """Pass, or any of the cards in hand that may be played now, if the hand is seen. SW-32."""
    hand = seen or []
    window = state.window
    assert window is not None
    base: dict[str, Any] = {"window": window.key, "cards": [], "claim": None}
    titles = {
        name: _played(state, seat, name) for name in (*window.cards, *window.claims) if name in hand
    }
    stay = "Pass" if titles or seen is None else f"Pass: {_why_pass(state, seat, hand)}"
    yield option(cmd.Answer, stay, "SW-32", **base)
    cards = [Alternative(name, titles[name]) for name in window.cards if name in titles]
    claims = [Alternative(name, titles[name]) for name in window.claims if name in titles]
    if cards:
        some = {"/cards": _plays(state, cards, 1)}
        title = f"Play {_named(state, seat, cards)}"
        yield option(cmd.Answer, title, "SW-32", some, key="cards", **base)
    if claims:
        choices: dict[str, Choice] = {"/claim": one_of(claims)}
        if cards:
            choices["/cards"] = _plays(state, cards, 0)
        named = listed([card.value for card in claims], "or")
        conquer = f"Play {named} to conquer the"  # others may too: one card takes it, SW-19
        what = (
            f"Negate the war with {named}"
            if window.key == "event"
            else f"{conquer} {state.current_battle.region}"
        )
        yield option(cmd.Answer, what, "SW-32", choices, key="claim", **base)


def _why_pass(state: State, seat: str, hand: list[str]) -> str:
    """Why a hand has nothing to play now; a Consul's Peace cards have their turn in peace."""
    assert state.window is not None
    event = state.event
    peace_comes = state.window.key == "event" and event is not None and event.kind == "peace"
    held = any(BY_NAME[name].kind == "peace" for name in hand)
    waits = peace_comes and held and seat == state.consul
    return "Peace cards come next" if waits else "nothing to play here"


def _named(state: State, seat: str, cards: list[Alternative]) -> str:
    """The one card that may be played, with what it does; or several by their names."""
    names = [card.value for card in cards]
    if len(names) > 1:
        return listed(names, "or")
    changes = _changes(state, seat, names[0]) or [f"which {BY_NAME[names[0]].effect}"]
    return ", ".join((names[0], *changes))


def _plays(state: State, cards: list[Alternative], least: int) -> Choice:
    """The choice of which of these cards to play together. SW-20."""
    limited = [card for card in cards if card.value != SCANDAL]
    after_battle = state.window is not None and state.window.key == "battle"
    if not after_battle or state.switches.card_limit == "none" or len(limited) < 2:
        return some_of(cards, least, len(cards))
    sets = [[card] for card in limited]
    scandal = [card for card in cards if card.value == SCANDAL]
    if scandal:
        sets = [*sets, scandal, *([card, *scandal] for card in limited)]
    sets = sets if least else [[], *sets]
    return one_of(
        Alternative(
            [card.value for card in one], " and ".join(card.title for card in one) or "none"
        )
        for one in sets
    )


def rulings(state: State) -> Sequence[Alternative]:
    """The changes that the referee may rule in this state."""
    if state.step in ("", "over"):
        return ()
    seats = one_of(_seat(player.seat) for player in state.players)
    lost = one_of((Alternative(True, "lost"), Alternative(False, "not lost")))
    found = [
        ruling(
            ch.SetPrestige, "Set a player's PT", {"/seat": seats, "/prestige": integer(0, MOST)}
        ),
        ruling(ch.SetTreasury, "Set the Treasury", {"/coins": integer(0, most_coins(state))}),
        ruling(ch.SetBattleLost, "Say whether Rome lost a battle", {"/lost": lost}),
    ]
    if state.step in QUIET:
        regions = one_of(
            Alternative(one.name, one.name, {"/tokens": integer(int(one.name == HOME), one.needed)})
            for one in state.regions
        )
        found.append(ruling(ch.SetTokens, "Set Rome's tokens in a region", {"/region": regions}))
    return found
