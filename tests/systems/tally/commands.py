"""What seats and the referee may send."""

from typing import Annotated

from msgspec import Meta

from iacta.domain.kernel.contract.system import Command, CommandSpec
from tests.systems.tally.tables import Name


class SetUp(Command, frozen=True, tag="tally.set-up"):
    """Shuffle and deal. TY 1."""


class Bid(Command, frozen=True, tag="tally.bid"):
    """Lay a bid in secret; 0 is no bid, and looks like any other. TY 2."""

    bid: Annotated[int, Meta(ge=0, le=99)]


class Roll(Command, frozen=True, tag="tally.roll"):
    """Roll the leader's die, with a card or without. TY 4."""

    card: Name | None = None


class Answer(Command, frozen=True, tag="tally.answer"):
    """Answer a roll with a card. TY 5."""

    card: Name


class Pass(Command, frozen=True, tag="tally.pass"):
    """Let a roll stand. TY 5."""


AnyCommand = SetUp | Bid | Roll | Answer | Pass

COMMANDS = (
    CommandSpec(SetUp, "Shuffle and deal", ("referee",), ("set-up",)),
    CommandSpec(Bid, "Bid", ("seat",), ("bids",), secret=("bid",), example={"bid": 2}),
    CommandSpec(Roll, "Roll", ("seat",), ("roll",), example={"card": "sword"}),
    CommandSpec(Answer, "Answer", ("seat",), ("window",), example={"card": "shield"}),
    CommandSpec(Pass, "Pass", ("seat",), ("window",)),
)
