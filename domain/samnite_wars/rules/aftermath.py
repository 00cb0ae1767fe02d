"""After a battle: prestige, gold and freedom, the cards of victory and defeat, conquest."""

from iacta.domain.kernel.contract.words import listed
from iacta.domain.kernel.proof.errors import RuleViolation
from iacta.domain.samnite_wars.effects import Conquered, FreedomRolled, PhaseBegun, RegionFreed
from iacta.domain.samnite_wars.rules import hands, money, turns, windows
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import SEATS, State
from iacta.domain.samnite_wars.tables import BY_NAME, SCANDAL, of_kind

FREE_UP_TO = 3
LOST = -6
WON_CAMPAIGN = "a campaign won"
REVOLT_WON = 3
WAR_DICE = 2
YOKE = "if Rome attacked"
CAMPAIGN = ("1d6 PT and 1d6 gold", f"{-LOST} PT")
"""What a campaign brings the Consul if Rome wins, and what it costs if Rome loses. SW P13."""


def stakes(state: State) -> tuple[str, str]:
    """What the battle brings the Consul if Rome wins, and what it costs if Rome loses, in words."""
    battle = state.current_battle
    match battle.kind:
        case "campaign":
            return CAMPAIGN
        case "revolt":
            region = [] if battle.latin_city else [f"on 1 to {FREE_UP_TO} the {battle.region}"]
            return f"{REVOLT_WON} PT", listed([f"{-LOST} PT", *region])
        case "war":
            prestige, (coins, _) = f"{WAR_DICE}d6 PT", _half(state)
            gold = [f"{coins} of the {state.treasury} gold"] if coins else []
            region = [f"on 1 to {FREE_UP_TO} a region"] if state.subjects else []
            return prestige, listed([prestige, *gold, *region])


def begin(play: Unfolding) -> None:
    """Apply the immediate results of the battle, then open the card window. SW P12 to SW P15."""
    battle = play.state.current_battle
    won = battle.winner == "rome"
    match battle.kind:
        case "campaign":
            _campaign(play, won)
        case "revolt":
            _revolt(play, won)
        case "war":
            _war(play, won)
    if play.state.step != "free":
        open_window(play)


def _campaign(play: Unfolding, won: bool) -> None:
    """1d6 PT and 1d6 gold, or 6 PT lost. SW P13."""
    consul = play.state.consul
    if not won:
        money.change_prestige(play, consul, LOST, "a campaign lost", "SW P13")
        return
    face = play.dice.roll("d6", "PT of the campaign")
    money.change_prestige(play, consul, face, WON_CAMPAIGN, "SW P13", face)
    money.gain(play, play.dice.roll("d6", "gold of the campaign"), WON_CAMPAIGN, "SW P13")


def _revolt(play: Unfolding, won: bool) -> None:
    """3 PT; or 6 lost, and the region free on 1 to 3 unless a Latin city. SW P12, SW-8."""
    state = play.state
    battle = state.current_battle
    if won:
        money.change_prestige(play, state.consul, REVOLT_WON, "a revolt put down", "SW P12")
        return
    money.change_prestige(play, state.consul, LOST, "a revolt lost", "SW P12")
    if not battle.latin_city and _goes_free(play):
        play.add(RegionFreed(battle.region))


def _war(play: Unfolding, won: bool) -> None:
    """2d6 PT; or as many lost, half the Treasury, and a region on 1 to 3. SW P15."""
    consul = play.state.consul
    faces = tuple(play.dice.roll("d6", "PT of the war") for _ in range(WAR_DICE))
    if won:
        money.change_prestige(play, consul, sum(faces), "a war won", "SW P15", *faces)
        return
    money.change_prestige(play, consul, -sum(faces), "a war lost", "SW P15", *faces)
    coins, rule = _half(play.state)
    money.spend(play, coins, "a war lost", rule)
    open_to = play.state.subjects
    if not open_to or not _goes_free(play):  # SW-40: with only the Latins, no region goes free
        return
    if len(open_to) == 1:
        play.add(RegionFreed(open_to[0]))
    else:
        play.add(PhaseBegun("free"))


def _half(state: State) -> tuple[int, str]:
    """Half the Treasury and its rule; rounded down, or by switch what stays. SW P15, SW-29."""
    coins = state.treasury
    if state.switches.war_loss == "remainder":
        return coins - coins // 2, "SW-29"
    return coins // 2, "SW P15"


def _goes_free(play: Unfolding) -> bool:
    face = play.dice.roll("d6", "a region's freedom")
    frees = face <= FREE_UP_TO
    play.add(FreedomRolled(face, frees))
    return frees


def free(play: Unfolding, region: str) -> None:
    """Free the region that the Consul chose; refused if it cannot be lost. SW P15."""
    if region not in play.state.subjects:
        raise RuleViolation(
            "SW P15", f"{region!r} is not a region that Rome can lose", pointer="/command/region"
        )
    play.add(RegionFreed(region))
    open_window(play)


def open_window(play: Unfolding) -> None:
    """Open the window for Victory or Defeat cards, Scandal and Conquest. SW-32, SW P23."""
    battle = play.state.current_battle
    won = battle.winner == "rome"
    cards = [*of_kind("victory" if won else "defeat"), SCANDAL]
    if battle.attacker == "rome":
        cards = [name for name in cards if BY_NAME[name].only != "Rome defending"]
    claims = of_kind("conquest") if won and battle.kind == "campaign" else ()
    if not windows.open_for(play, "battle", tuple(cards), claims):
        turns.close(play)


def apply_card(play: Unfolding, name: str) -> None:
    """Apply a Victory or Defeat card to the Consul and the Treasury. SW P23, SW P24."""
    state, played = play.state, BY_NAME[name]
    battle = state.current_battle
    rule = "SW P23" if played.kind == "victory" else "SW P24"
    spared = played.effect == YOKE and battle.attacker != "rome"  # SW-45
    if played.prestige and not spared:
        money.change_prestige(play, state.consul, played.prestige, name, rule)
    if played.gold:
        money.gain(play, played.gold, name, rule)
    if played.kind == "defeat":  # SW-21: whatever a lost war has left
        money.spend(play, play.state.treasury, name, "SW P24")


def conquer(play: Unfolding, claims: list[tuple[str, str]]) -> None:
    """Play one Conquest card: the Consul's, or that of the highest roller. SW P13, SW-19.

    A Consul who passes counts as one without a card: whether they hold one is hidden. Only the
    card that is played is revealed; the others stay hidden in their hands.
    """
    secrets, consul = play.secrets, play.state.consul
    own = [claim for seat, claim in claims if seat == consul]
    if own and secrets.open(own[0]) is not None:
        _conquest(play, consul, own[0], (), ())
        return
    wanting = [
        (seat, claim)
        for seat, claim in claims
        if seat != consul and secrets.hidden(claim) is not None
    ]
    if not wanting:
        return
    lot = play.dice.roll_off("d6", [f"{SEATS[seat]} to conquer" for seat, _ in wanting])
    seat, claim = wanting[lot.winner]
    rolled = tuple(one for one, _ in wanting) if len(wanting) > 1 else ()
    _conquest(play, seat, claim, rolled, lot.rounds)


def _conquest(
    play: Unfolding,
    seat: str,
    claim: str,
    wanting: tuple[str, ...],
    rounds: tuple[tuple[int | None, ...], ...],
) -> None:
    """Put a token on the region, and give the card's PT to its player. SW P13, SW-5."""
    name = play.secrets.open(claim)
    battle = play.state.current_battle
    region = play.state.region(battle.region)
    assert region is not None
    hands.play(play, seat, (name,))
    play.add(Conquered(seat, name, region.name, region.tokens + 1, wanting, rounds))
    money.change_prestige(play, seat, BY_NAME[name].prestige, name, "SW P13")
