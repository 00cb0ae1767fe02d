"""The three cases in which fleets meet, and who decides that they fight. NV 1.2."""

from iacta.domain.kernel.proof.errors import Conflict, NotYourTurn, OutOfPhase, RuleViolation
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle import effects as fx
from iacta.domain.naval_battle.rules.unfolding import Unfolding
from iacta.domain.naval_battle.state import Leader, Seat, State

COST = 1
"""Military Stratagems for an interception. NV 1.6."""


def forces(state: State, seat: str) -> list[str]:
    """The Forces of a side that are in the hex, in order."""
    return list(dict.fromkeys(one.force for one in state.fleets if one.side == seat))


def interceptors(state: State) -> list[Leader]:
    """The leaders who can pay for an interception in case (c). NV 1.6."""
    if state.side("reactive").stratagems < COST:
        return []
    return [one for one in state.leaders if one.side == "reactive"]


def agree(play: Unfolding, seat: Seat) -> None:
    """Both sides' agreement makes the battle of case (a). NV 1.3."""
    _only(play.state, "a")
    if play.state.side(seat).agreed:
        raise Conflict("you have agreed already")
    play.add(fx.Agreed(seat))
    if all(side.agreed for side in play.state.sides):
        play.add(fx.PhaseBegun("allocation"))


def decline(play: Unfolding, seat: Seat) -> None:
    """One refusal, and there is no battle in case (a). NV 1.3."""
    _only(play.state, "a")
    if play.state.side(seat).agreed:
        raise Conflict("you have agreed already")
    name = play.state.side(seat).name
    play.add(
        fx.BattleEnded("declined", f"no battle: the {name} decline", (0, 0)), fx.PhaseBegun("over")
    )


def intercept(play: Unfolding, seat: Seat, command: cmd.Intercept) -> None:
    """The reactive side intercepts supply, or by a stratagem the moving Force."""
    state = play.state
    _reactive(state, seat)
    if command.force not in forces(state, "reactive"):
        rule = "NV 2.3" if state.case == "b" else "NV 1.6"
        detail = f"you have no such Force: {command.force}"
        raise RuleViolation(rule, detail, pointer="/command/force")
    if state.case == "b":  # NV 1.4; one Force of a siege and not both, NV 2.3
        if command.leader is not None:
            detail = "intercepting supply takes no leader and no stratagem"
            raise RuleViolation("NV 1.4", detail, pointer="/command/leader")
        play.add(fx.Intercepted("reactive", command.force, "", 0), fx.PhaseBegun("reply"))
        return
    if command.leader not in [leader.name for leader in interceptors(state)]:  # NV 1.6
        detail = "choose one of your leaders, who pays a Military Stratagem"
        raise RuleViolation("NV 1.6", detail, pointer="/command/leader")
    play.add(
        fx.Intercepted("reactive", command.force, command.leader, COST),
        fx.PhaseBegun("allocation"),  # NV 1.7: the battle is fought at once
    )


def let_pass(play: Unfolding, seat: Seat) -> None:
    """Nobody intercepts: supply, or the moving Force, goes through. NV 1.4, NV 1.6."""
    _reactive(play.state, seat)
    what = "supply" if play.state.case == "b" else "the moving Force"
    play.add(
        fx.BattleEnded("passed", f"no battle: {what} is let pass", (0, 0), passage=True),
        fx.PhaseBegun("over"),
    )


def give_battle(play: Unfolding, seat: Seat) -> None:
    """The active side does not concede: there is a battle. NV 1.5."""
    _active(play.state, seat)
    play.add(fx.BattleGiven("active"), fx.PhaseBegun("allocation"))


def concede(play: Unfolding, seat: Seat) -> None:
    """The active side concedes that supply is cut: there is no battle. NV 1.5."""
    _active(play.state, seat)
    play.add(
        fx.BattleEnded("cut", "no battle: supply is cut", (0, 0), passage=False),
        fx.PhaseBegun("over"),
    )


def _only(state: State, case: str) -> None:
    if state.case != case:
        name = state.side("reactive").name
        raise OutOfPhase(f"in case ({state.case}) the {name} decide whether to intercept")


def _reactive(state: State, seat: Seat) -> None:
    if state.case == "a":
        raise OutOfPhase("in case (a) there is no interception: both sides agree or decline")
    if seat != "reactive":
        name = state.side("reactive").name
        raise NotYourTurn(f"only the {name} decide whether to intercept")


def _active(state: State, seat: Seat) -> None:
    if seat != "active":
        name = state.side("active").name
        raise NotYourTurn(f"only the {name} give battle or concede")
