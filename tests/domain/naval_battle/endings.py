"""How a naval battle ends. NV 1.3, NV 1.4, NV 1.5, NV 1.6, NB-14."""

from tests.conformance.ending import Ending

WON = "(the .+ have won|neither side has won)(, and .+)?"
ENDINGS = (
    Ending("last-turn", "naulochus", f"{WON}; the last turn is over"),
    Ending("no-fleet", "actium", f"{WON}; the .+ have no fleet on the board", "steady"),
    Ending("declined", "naulochus", "no battle: the .+ decline", eager=("decline",)),
    Ending(
        "called-off", "supply", f"{WON}; both sides agree to end it", eager=("call-off", "agree")
    ),
    Ending("passed", "supply", "no battle: supply is let pass", eager=("let-pass",)),
    Ending("cut", "supply", "no battle: supply is cut", eager=("intercept", "concede")),
    Ending(
        "passed", "interception", "no battle: the moving Force is let pass", eager=("let-pass",)
    ),
    Ending("last-turn", "interception", f"{WON}; the last turn is over"),
)
