"""How a civil war ends. CW-28, CW-62."""

from tests.conformance.ending import Ending

YEARS = "the war's years are over"
MORE = "more control points after the last year"
ENOUGH = r"\d+ control points"
ENDINGS = (
    Ending("years", "table", YEARS),
    Ending("years", "zones", YEARS),
    Ending("more-points", "dyrrhachium", MORE),
    Ending("enough-points", "dyrrhachium", ENOUGH, "steady"),
    Ending("equal-points", "ides", "equal control points after the last year"),
    Ending("nothing-left", "rubicon", "the other seat has nothing left", "steady"),
    Ending("more-points", "rubicon", MORE),
)
