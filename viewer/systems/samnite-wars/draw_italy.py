"""Draw the Italy of the Samnite Wars: the coast in Lambert's conic, ten peoples about 300 BC.

The game's own map is a picture that did not survive; the seats are a reconstruction from where
Livy, Strabo and the Roman colonies of the time place each people. No border is known as a line:
the seeds are chosen so that two peoples' lands meet where the game has a border between them.
Run from the root: ``python -m viewer.systems.samnite-wars.draw_italy``.
"""

import sys
from pathlib import Path

from viewer.geo.draw import HERE, Lambert, Map, draw, module

PEOPLES = {
    "Latins": [(12.75, 41.75), (13.2, 41.45)],  # Latium from the Tiber to the Liris
    "Etruscans": [(11.3, 43.1), (11.9, 42.55), (10.7, 43.8)],  # between Arno and Tiber
    "Samnites": [(14.35, 41.75), (13.75, 42.1), (15.0, 41.25)],  # with the Frentani and Hirpini
    "Campanians": [(14.3, 40.98)],  # the plain of Capua and the Greek cities of the bay
    "Gauls": [(9.6, 45.2), (7.9, 45.0), (11.6, 45.0), (12.0, 44.35)],  # Insubres to Senones
    "Umbrians": [(12.75, 43.15), (13.5, 43.0), (13.0, 43.75)],  # with Picenum, as the game says
    "Messapians": [(16.2, 41.15), (15.7, 41.75), (18.0, 40.35)],  # with Daunians and Peucetians
    "Tarentines": [(17.15, 40.6)],  # Tarentum and the head of its gulf
    "Lucanians": [(15.85, 40.35)],
    "Bruttians": [(16.35, 39.1), (16.1, 38.4)],
}
OUTSIDE = [
    (8.5, 44.2), (6.2, 44.6), (7.0, 46.6), (11.5, 47.0), (12.2, 45.75), (13.4, 46.6), (14.6, 45.6),
    (16.0, 44.5), (19.8, 41.0), (14.2, 37.5), (9.0, 40.0), (9.1, 42.2), (10.0, 36.5),
]  # fmt: skip
"""Ligurians, Veneti, the Alps, Illyria, Epirus, the islands, Africa."""

ITALY = Map(
    coast=HERE / "italy.json",
    projection=Lambert(parallels=(38, 45), origin=(12.9, 41.6), scale=2850, at=(170, 262)),
    size=(404, 480),
    zones=PEOPLES,
    outside=OUTSIDE,
    lons=range(0, 27, 2),
    lats=range(32, 53, 2),
    margin=140,
)


def italy() -> str:
    """The module's text: the same bytes for the same input."""
    return module(draw(ITALY), "Italy about 300 BC, as data.")


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("italy.js")
    target.write_text(italy(), encoding="utf-8")
