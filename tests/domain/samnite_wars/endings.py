"""How the Samnite Wars end. SW P1, SW-6, SW-41."""

from tests.conformance.ending import Ending

ENDINGS = (
    Ending("last-turn", "standard", r"turn \d+ was the last"),
    Ending(
        "declared",
        "standard",
        "the Consul of six regions declared the end",
        eager=("declare-end",),
    ),
)
