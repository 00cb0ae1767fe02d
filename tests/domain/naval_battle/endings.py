"""How a naval battle ends. NV 1.3, NV 1.4, NV 1.5, NV 1.6, NB-14."""

from tests.conformance.ending import Ending

WON = "(the .+ have won|neither side has won)(, .+)?"
ENDINGS = (
    Ending("last-turn", "actium", f"the last turn is over; {WON}"),
    Ending("no-fleet", "actium", f"the .+ have no fleet on the board; {WON}", "steady"),
    Ending("declined", "actium", f"no battle: the .+ decline; {WON}", eager=("decline",)),
    Ending(
        "called-off", "supply", f"both sides agree to end it; {WON}", eager=("call-off", "agree")
    ),
    Ending("passed", "supply", f"no battle: supply is let pass; {WON}", eager=("let-pass",)),
    Ending("cut", "supply", f"no battle: supply is cut; {WON}", eager=("intercept", "concede")),
    Ending(
        "passed",
        "interception",
        f"no battle: the moving Force is let pass; {WON}",
        eager=("let-pass",),
    ),
    Ending("last-turn", "interception", f"the last turn is over; {WON}"),
)
