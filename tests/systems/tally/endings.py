"""How a Tally ends."""

from tests.conformance.ending import Ending

ENDINGS = (
    Ending("last-turn", "short", "the last turn is played"),
    Ending("last-turn", "long", "the last turn is played"),
)
