"""The decider: state, command, dice → effects. Checks the turn and dispatches to the rules."""

from collections.abc import Sequence
from typing import assert_never

from iacta.domain.kernel.proof.dice import Dice
from iacta.domain.kernel.proof.errors import NotYourTurn
from iacta.domain.kernel.proof.seals import Secrets
from iacta.domain.samnite_wars import commands as cmd
from iacta.domain.samnite_wars.effects import AnyEffect
from iacta.domain.samnite_wars.evolve import evolve
from iacta.domain.samnite_wars.rules import (
    aftermath,
    answers,
    battles,
    efforts,
    events,
    genesis,
    peace,
    revolts,
    turns,
)
from iacta.domain.samnite_wars.rules.unfolding import Unfolding
from iacta.domain.samnite_wars.state import SEATS, Player, State


def decide(
    state: State, command: cmd.AnyCommand, role: str, dice: Dice, secrets: Secrets
) -> Sequence[AnyEffect]:
    """Decide a command: its effects, or `Refused` before any die is rolled or seal read."""
    play = Unfolding(state, evolve, dice, secrets)
    if isinstance(command, cmd.SetUp):
        genesis.set_up(play)
    else:
        _act(play, command, _player(state, role))
    return play.effects


def _player(state: State, role: str) -> Player:
    player = state.player(role.removeprefix("seat:"))
    if player is None:
        raise NotYourTurn(f"{role} is not a player in this game")
    return player


def _act(play: Unfolding, command: cmd.PlayerCommand, player: Player) -> None:
    state = play.state
    match command:
        case cmd.Answer(window, cards, claim):
            _check_awaited(player, state.window.asked if state.window else ())
            answers.answer(play, player, window, cards, claim)
        case cmd.NameRebels(region):
            _check_awaited(player, state.foes)
            revolts.name(play, player.seat, region)
        case cmd.NameAlly(ally):
            _check_awaited(player, (state.current_battle.enemy,))
            battles.name_ally(play, ally)
        case cmd.Give(cards):
            battles.give(play, player, cards)
        case cmd.LayEffort(effort):
            _check_awaited(player, (state.consul, state.current_battle.enemy))
            efforts.lay(play, player, effort)
        case cmd.Discard(cards):
            turns.discard(play, player, cards)
        case cmd.DeclareEnd():
            turns.declare(play, player.seat)
        case _:
            _check_awaited(player, (state.consul,))
            _consul(play, command, player)


def _consul(play: Unfolding, command: cmd.ConsulCommand, consul: Player) -> None:
    match command:
        case cmd.Draw(cards):
            turns.draw(play, cards)
        case cmd.RollEvent():
            events.roll(play)
        case cmd.PaxRomana(card, opponent):
            peace.pax_romana(play, consul, card, opponent)
        case cmd.PeaceCard(card, opponent):
            peace.check_card(play, consul, card, opponent)
            peace.play_another_card(play, consul.seat, card, opponent)
        case cmd.Fortify():
            peace.fortify(play)
        case cmd.Campaign(region, enemy, ally, levy):
            peace.campaign(play, consul, region, enemy, ally, levy)
        case cmd.NameEnemy(enemy, ally):
            battles.name_enemy(play, enemy, ally)
        case cmd.FreeRegion(region):
            aftermath.free(play, region)
        case _:
            assert_never(command)


def _check_awaited(player: Player, due: Sequence[str | None]) -> None:
    if player.seat not in due:
        raise NotYourTurn(f"it is not for {SEATS[player.seat]} to act now")
