"""How a civil war ends. CW-28, CW-62."""

from typing import Any

import msgspec

from iacta.domain.civil_war.documents import WARS
from tests.conformance.ending import Ending

YEARS = "the war's years are over"
OUTLASTED = "they have outlasted the war"
MORE = "more control points after the last year"
ENOUGH = r"\d+ control points"
NOTHING = "the (Caesarians|Republicans) have nothing left"


def last_stand() -> dict[str, Any]:
    """Caesar against one levy, which is all that the Republic has; points win nothing."""
    war: dict[str, Any] = msgspec.to_builtins(WARS["rubicon"])
    war |= {"victory": 21, "peoples": []}
    levy = {"side": "republican", "unit": "levy", "zone": "Etruria", "count": 1}
    war["forces"] = [one for one in war["forces"] if one["side"] == "caesarian"] + [levy]
    for one in war["leaders"]:
        if one["faction"] == "republican":
            one |= {"zone": None, "faction": None, "faction_leader": False, "died": war["year"]}
    zones = [name for held in war["holdings"] for name in held["zones"]]
    war["holdings"] = [{"seat": "caesarian", "zones": zones}]
    return {"data": {"rubicon": war}}


def by_points(scenario: str) -> dict[str, Any]:
    """A war in which control points decide after the last year."""
    return {"data": {scenario: msgspec.to_builtins(WARS[scenario]) | {"outlasts": None}}}


ENDINGS = (
    Ending("years", "table", YEARS),
    Ending("years", "zones", YEARS),
    Ending("outlasted", "dyrrhachium", OUTLASTED),
    Ending("more-points", "dyrrhachium", MORE, create=by_points("dyrrhachium")),
    Ending("enough-points", "dyrrhachium", ENOUGH, "steady"),
    Ending(
        "equal-points",
        "ides",
        "equal control points after the last year",
        create=by_points("ides"),
    ),
    Ending("nothing-left", "rubicon", NOTHING, "steady", create=last_stand()),
    Ending("outlasted", "rubicon", OUTLASTED),
)
