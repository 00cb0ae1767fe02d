"""The window that a seat may answer in advance: rolls."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from iacta.domain.kernel.contract.choices import Choices, integer
from iacta.domain.kernel.contract.system import Part
from iacta.domain.kernel.contract.windows import Until, Window
from tests.systems.tally import commands as cmd
from tests.systems.tally.rules.hands import hand
from tests.systems.tally.state import State


class Reply(Part, frozen=True):
    """The worth of the card to answer with, where it is held and the roll is at least so high."""

    worth: Annotated[int, Meta(ge=0, le=3)] = 0  #: 0 to pass
    least: Annotated[int, Meta(ge=1, le=6)] = 1


def asked(state: State) -> Sequence[str]:
    """Those who may still answer the roll."""
    return state.pending.window if state.pending else ()


def answer(state: State, seat: str, reply: Reply, known: Mapping[str, Any]) -> cmd.AnyCommand:
    """The card, if it is held and the roll is high enough."""
    board = state.board(seat)
    assert board is not None
    assert state.pending is not None
    cards = [name for name in hand(board, known) or () if state.worth(name) == reply.worth]
    wanted = cards and state.pending.face >= reply.least
    return cmd.Answer(cards[0]) if wanted else cmd.Pass()


CHOICES: Choices = {"/answer/worth": integer(0, 3), "/answer/least": integer(1, 6)}
ROLLS = Window(
    key="rolls",
    title="rolls",
    rule="TY 5",
    shape=Reply,
    untils=(
        Until("turn", "the end of the turn", lambda state: state.turn),
        Until("game", "the end of the game", lambda state: None),
    ),
    asked=asked,
    answer=answer,
    choices=lambda state, seat: CHOICES,
    words=lambda reply: f"answer with a {reply.worth}" if reply.worth else "pass",
)
