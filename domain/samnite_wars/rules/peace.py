"""Peace and Raids: Pax Romana, Fortify, or a campaign. SW P13, SW P14."""

from iacta.domain.kernel.proof.errors import Invalid, RuleViolation
from iacta.domain.samnite_wars.effects import EnemyNamed, PhaseBegun
from iacta.domain.samnite_wars.rules import battles, hands, money, turns
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import Player, State
from iacta.domain.samnite_wars.tables import BY_NAME, LEVIES

COST = 2
PAX = 1
MOST_TO_FORTIFY = 6
INTRIGUE = "Intrigue"


def pax_romana(play: Unfolding, consul: Player, card: str | None, opponent: str | None) -> None:
    """Gain 1 PT, and play a Peace card if one is given. SW P13, SW P25, SW-49."""
    check_card(play, consul, card, opponent)
    money.change_prestige(play, consul.seat, PAX, "Pax Romana", "SW P13")
    play_another_card(play, consul.seat, card, opponent)


def check_card(play: Unfolding, consul: Player, card: str | None, opponent: str | None) -> None:
    """Refuse a Peace card that cannot be played, or a missing or needless opponent."""
    if (opponent is not None) != (card == INTRIGUE):
        detail = "Intrigue names an opponent, and no other card does"
        raise RuleViolation("SW-33", detail, pointer="/command/opponent")
    if opponent is not None and opponent not in play.state.foes:
        raise Invalid("the opponent must be another player", pointer="/command/opponent")
    if card is None:
        return
    if card not in BY_NAME or BY_NAME[card].kind != "peace":
        raise RuleViolation("SW P25", f"{card!r} is not a Peace card", pointer="/command/card")
    if play.state.treasury + BY_NAME[card].gold < 0:
        detail = f"{card} costs {-BY_NAME[card].gold} gold, more than is in the Treasury"
        raise RuleViolation("SW P26", detail, pointer="/command/card")
    hands.require_cards(consul, (card,), play.secrets, "/command/card")


def play_another_card(play: Unfolding, seat: str, card: str | None, opponent: str | None) -> None:
    """Play a Peace card, if any; another may follow if they are not limited. SW-20."""
    if card is not None:
        _play(play, seat, card, opponent)
        player = play.state.player(seat)
        if play.state.switches.card_limit == "none" and player is not None and player.cards:
            play.add(PhaseBegun("pax"))
            return
    turns.close(play)


def _play(play: Unfolding, seat: str, name: str, opponent: str | None) -> None:
    card = BY_NAME[name]
    hands.play(play, seat, (name,))
    if card.gold < 0:
        money.spend(play, -card.gold, name, "SW P25")
    if card.gold > 0:
        money.gain(play, card.gold, name, "SW P25")
    if card.prestige:
        money.change_prestige(play, opponent or seat, card.prestige, name, "SW P25")


def fortify(play: Unfolding) -> None:
    """Spend 1d6 gold, or all if there is less. SW P14, SW-3, SW-18."""
    face = play.dice.roll("d6", "fortifying")
    coins = play.state.treasury
    rule = "SW P14" if face <= coins else "SW-18"
    money.spend(play, min(face, coins), f"fortifications ({face} rolled)", rule)
    turns.close(play)


def targets(state: State) -> tuple[str, ...]:
    """The regions that Rome may invade: bordering the Republic, and not its own. SW P13, SW-17."""
    return tuple(
        region.name
        for region in state.regions
        if not region.controlled and state.bordering(region.name)
    )


def campaign_cost(*, levy: bool) -> int:
    """What a campaign costs, in gold; ``levy``: with a levy card. SW P13, SW-34."""
    return COST - BY_NAME[LEVIES[0]].gold if levy else COST


def campaign_refusal(state: State, levy: bool) -> RuleViolation | None:
    """The refusal of a campaign by public facts, or None; ``levy``: with a levy card."""
    if state.plague:
        return RuleViolation("SW P26", "Plague forbids a campaign this turn")
    if state.battle_lost and not levy:
        return RuleViolation("SW P20", "Rome lost a battle in its last turn")
    cost = campaign_cost(levy=levy)
    if state.treasury < cost:
        return RuleViolation(
            "SW-34" if levy else "SW P13",
            f"the campaign costs {cost} gold, more than is in the Treasury",
        )
    return None


def _check_target(state: State, region: str) -> None:
    """Refuse a region that is unknown, Rome's own, or beyond the border. SW P13, SW-17."""
    if state.region(region) is None:
        raise Invalid(f"there is no region {region!r}", pointer="/command/region")
    if region in state.controlled:
        raise RuleViolation(
            "SW-17", f"Rome controls the {region} already", pointer="/command/region"
        )
    if not state.bordering(region):
        detail = f"the {region} do not border the Republic"
        raise RuleViolation("SW P13", detail, pointer="/command/region")


def campaign(
    play: Unfolding, consul: Player, region: str, enemy: str, ally: str | None, levy: str | None
) -> None:
    """Pay for a campaign and open its battle; refused if it is not allowed. SW P13, SW-17."""
    state = play.state
    if levy is not None and levy not in LEVIES:
        raise RuleViolation(
            "SW P20", f"{levy!r} is neither Recruitment nor Conscription", pointer="/command/levy"
        )
    if levy is not None and not state.battle_lost:
        raise RuleViolation(
            "SW P20", "a levy is needed only after a lost battle", pointer="/command/levy"
        )
    refusal = campaign_refusal(state, levy is not None)
    if refusal is not None:
        raise refusal
    _check_target(state, region)
    battles.check_principals(state, "campaign", enemy, ally)
    if levy is not None:
        hands.require_cards(consul, (levy,), play.secrets, "/command/levy")
        hands.play(play, consul.seat, (levy,))
        money.spend(play, -BY_NAME[levy].gold, levy, "SW P26")
    money.spend(play, COST, "the campaign", "SW P13")
    battles.open_battle(play, "campaign", region)
    play.add(EnemyNamed(enemy, ally))
    battles.prepare(play)
