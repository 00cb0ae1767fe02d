"""The windows that a side may answer in advance: proposals to end the battle, and prizes."""

from iacta.domain.kernel.contract.choices import Alternative, Choices, one_of
from iacta.domain.kernel.contract.system import Part
from iacta.domain.kernel.contract.windows import Until, Window
from iacta.domain.naval_battle import commands as cmd
from iacta.domain.naval_battle.state import CallDue, CaptureDue, State


class ProposalAnswer(Part, frozen=True):
    """What a side says to proposals to end the battle."""

    agree: bool = False  #: whether it agrees


class PrizeAnswer(Part, frozen=True):
    """What becomes of beaten fleets. No leader moves to one that is captured."""

    sink: bool = False  #: whether they are sunk


def _proposal(state: State) -> tuple[str, ...]:
    return (state.pending.seat,) if isinstance(state.pending, CallDue) else ()


def _prize(state: State) -> tuple[str, ...]:
    return (state.pending.seat,) if isinstance(state.pending, CaptureDue) else ()


PROPOSALS: Choices = {
    "/answer/agree": one_of((Alternative(False, "Fight on"), Alternative(True, "Agree")))
}
PRIZES: Choices = {
    "/answer/sink": one_of(
        (Alternative(False, "Capture every beaten fleet"), Alternative(True, "Sink them all"))
    )
}
UNTILS = (
    Until("turn", "the end of the turn", lambda state: state.turn),
    Until("battle", "the end of the battle", lambda state: None),
)
WINDOWS = (
    Window(
        key="proposal",
        title="proposals to end the battle",
        rule="NB-14",
        shape=ProposalAnswer,
        untils=UNTILS,
        asked=_proposal,
        answer=lambda state, seat, answer, known: cmd.Agree() if answer.agree else cmd.Decline(),
        choices=lambda state, seat: PROPOSALS,
        words=lambda answer: "agree" if answer.agree else "fight on",
    ),
    Window(
        key="prize",
        title="beaten fleets",
        rule="NV 9.1",
        shape=PrizeAnswer,
        untils=UNTILS,
        asked=_prize,
        answer=lambda state, seat, answer, known: cmd.Sink() if answer.sink else cmd.Capture(),
        choices=lambda state, seat: PRIZES,
        words=lambda answer: "sink them" if answer.sink else "capture them",
    ),
)
