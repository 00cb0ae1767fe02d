"""Draw a coastline as a map of soft zones, and write it as a JavaScript module for a renderer.

``python viewer/geo/draw.py`` writes the civil war's map, ``systems/civil-war/map-data.js``; another
map is another call of ``draw`` and ``module``. Only the standard library is needed, and the same
input always gives the same bytes.

A zone is where one of its seed points is the nearest seed of all; it is cut at the coast when it is
shown. Its edges wander a little, the same on both sides, so that they look drawn and claim no
survey's precision.

Coastlines: Natural Earth 1:10m land, public domain (naturalearthdata.com), clipped and simplified.
"""

import json
import math
import random
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

Point = tuple[float, float]
Box = tuple[float, float, float, float]
HERE = Path(__file__).parent


@dataclass(frozen=True)
class Lens:
    """Enlarges the map around a place, in the map's units; far from it nothing moves.

    A distance r from ``at`` becomes r (1 + ``power`` exp(-(r / ``radius``)^2)): at the place itself
    everything is 1 + ``power`` times as large.
    """

    at: Point
    power: float
    radius: float

    def __call__(self, p: Point) -> Point:
        """Where a place of the map is seen."""
        by = 1 + self.power * math.exp(-((math.dist(p, self.at) / self.radius) ** 2))
        return self.at[0] + (p[0] - self.at[0]) * by, self.at[1] + (p[1] - self.at[1]) * by


@dataclass(frozen=True)
class Lambert:
    """Lambert conformal conic: degrees east and north to the map's units, y downwards.

    ``parallels`` are the two true parallels, ``origin`` the place that falls on ``at``. A ``lens``
    enlarges what would be crowded.
    """

    parallels: tuple[float, float]
    origin: Point
    scale: float
    at: Point
    lens: "Lens | None" = None

    @staticmethod
    def _t(lat: float) -> float:
        return math.tan(math.pi / 4 + math.radians(lat) / 2)

    @property
    def n(self) -> float:
        """The cone's constant."""
        a, b = self.parallels
        ratio = math.cos(math.radians(a)) / math.cos(math.radians(b))
        return math.log(ratio) / math.log(self._t(b) / self._t(a))

    @property
    def f(self) -> float:
        """What the radius of a parallel is a multiple of."""
        a = self.parallels[0]
        return math.cos(math.radians(a)) * float(self._t(a) ** self.n) / self.n

    def __call__(self, lon: float, lat: float) -> Point:
        """A place on the map."""
        rho, rho0 = (self.f / self._t(p) ** self.n for p in (lat, self.origin[1]))
        turn = self.n * math.radians(lon - self.origin[0])
        x = self.scale * rho * math.sin(turn) + self.at[0]
        p = x, self.scale * (rho * math.cos(turn) - rho0) + self.at[1]
        return self.lens(p) if self.lens else p

    def constants(self) -> dict[str, Any]:
        """What the same projection needs elsewhere.

        x = dx + k r sin(a), y = dy - k (r0 - r cos(a)) with r = f / tan(45 deg + lat / 2) ** n and
        a = n (lon - lon0); then through the lens.
        """
        rho0 = self.f / self._t(self.origin[1]) ** self.n
        return {
            "n": round(self.n, 7), "f": round(self.f, 7), "r0": round(rho0, 7),
            "lon0": self.origin[0], "k": self.scale, "dx": self.at[0], "dy": self.at[1],
            **({"lens": asdict(self.lens)} if self.lens else {}),
        }  # fmt: skip


# --- paths -----------------------------------------------------------------------------------


def path(points: Iterable[Point], closed: bool = False) -> str:
    """SVG path data in tenths of a unit, relative after the first point."""
    q = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(q) if a != b]
    text = f"M{q[0][0] / 10:g},{q[0][1] / 10:g}l"
    text += " ".join(f"{x / 10:g},{y / 10:g}" for x, y in steps) + ("z" if closed else "")
    return re.sub(r"(?<!\d)0\.", ".", text).replace(" -", "-").replace(",-", "-")


def land(coast: Path, projection: Lambert, box: Box, least: float = 1.6, step: float = 0.7) -> str:
    """All land as one path; islands smaller than ``least`` and steps shorter than ``step`` go."""
    x0, y0, x1, y1 = box
    out = []
    for polygon in json.loads(coast.read_text())["polygons"]:
        for ring in [polygon["outer"], *polygon["holes"]]:
            points: list[Point] = []
            for lon, lat in ring:
                x, y = projection(lon, lat)
                p = (min(max(x, x0), x1), min(max(y, y0), y1))
                if not points or abs(p[0] - points[-1][0]) + abs(p[1] - points[-1][1]) > step:
                    points.append(p)
            xs, ys = [p[0] for p in points], [p[1] for p in points]
            if len(points) > 3 and min(max(xs) - min(xs), max(ys) - min(ys)) >= least:
                out.append(path(points, closed=True))
    return "".join(out)


def graticule(projection: Lambert, lons: range, lats: range) -> str:
    """Meridians and parallels as one path."""
    west, east, south, north = lons[0], lons[-1], lats[0], lats[-1]
    lines = [path([projection(lon, south), projection(lon, north)]) for lon in lons]
    for lat in lats:
        lines.append(path([projection(west + (east - west) * i / 24, lat) for i in range(25)]))
    return "".join(lines)


# --- zones -----------------------------------------------------------------------------------

Edge = tuple[Point, Point, str | None]


def cell(i: int, seeds: Sequence[Point], box: Box) -> list[tuple[Point, int | None]]:
    """The points nearest to seed i: [(corner, the seed across the edge that starts there)]."""
    x0, y0, x1, y1 = box
    px, py = seeds[i]
    poly: list[tuple[Point, int | None]] = [
        ((x0, y0), None), ((x1, y0), None), ((x1, y1), None), ((x0, y1), None),
    ]  # fmt: skip
    for j, (qx, qy) in enumerate(seeds):
        if i == j:
            continue
        middle, normal = ((px + qx) / 2, (py + qy) / 2), (qx - px, qy - py)
        side = [(a[0] - middle[0]) * normal[0] + (a[1] - middle[1]) * normal[1] for a, _ in poly]
        cut: list[tuple[Point, int | None]] = []
        for k, (a, across) in enumerate(poly):
            b, sa, sb = poly[(k + 1) % len(poly)][0], side[k], side[(k + 1) % len(poly)]
            if sa <= 0:
                cut.append((a, across))
            if (sa <= 0) != (sb <= 0):
                t = sa / (sa - sb)
                at = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
                cut.append((at, j if sa <= 0 else across))
        poly = cut
    return poly


class Corners:
    """Corners that differ by the arithmetic alone are one corner."""

    def __init__(self) -> None:
        """Begin with none."""
        self.known: list[Point] = []

    def __call__(self, p: Point) -> Point:
        """The corner that stands for p."""
        for q in self.known:
            if abs(p[0] - q[0]) < 0.01 and abs(p[1] - q[1]) < 0.01:
                return q
        self.known.append(p)
        return p


def edges(seeds: Sequence[tuple[Point, str | None]], box: Box) -> dict[str, list[Edge]]:
    """Every zone's edges, in its own direction, with the zone across (None: no zone)."""
    places, corner = [p for p, _ in seeds], Corners()
    out: dict[str, list[Edge]] = {}
    for i, (_, zone) in enumerate(seeds):
        if zone is None:
            continue
        poly = [(corner(p), across) for p, across in cell(i, places, box)]
        for k, (a, across) in enumerate(poly):
            b, other = poly[(k + 1) % len(poly)][0], None if across is None else seeds[across][1]
            if a != b and other != zone:
                out.setdefault(zone, []).append((a, b, other))
    return out


def chains(pieces: Sequence[tuple[Point, Point]]) -> list[list[Point]]:
    """Directed pieces put end to end as long as they go on."""
    after: dict[Point, list[Point]] = {}
    for a, b in pieces:
        after.setdefault(a, []).append(b)
    ends = {b for _, b in pieces}
    out = []
    for first in sorted(after, key=lambda a: (a in ends, a)):  # open lines before rings
        while after.get(first):
            line = [first]
            while after.get(line[-1]):
                line.append(after[line[-1]].pop())
            out.append(line)
    return out


def wander(a: Point, b: Point, amount: float) -> list[Point]:
    """An uneven line from a to b, the same one as from b to a."""
    p, q = min(a, b), max(a, b)
    chance = random.Random(f"{p[0]:.1f},{p[1]:.1f},{q[0]:.1f},{q[1]:.1f}")
    points = [p, q]
    for _ in range(3):
        finer = [points[0]]
        for u, v in pairwise(points):
            if math.dist(u, v) > 7:
                d = chance.uniform(-amount, amount)
                middle = (
                    (u[0] + v[0]) / 2 - (v[1] - u[1]) * d,
                    (u[1] + v[1]) / 2 + (v[0] - u[0]) * d,
                )
                finer.append(middle)
            finer.append(v)
        points = finer
    return points if (a, b) == (p, q) else points[::-1]


def drawn(line: Sequence[Point], amount: float) -> list[Point]:
    """A chain of corners with each of its edges wandering."""
    out = [line[0]]
    for a, b in pairwise(line):
        out += wander(a, b, amount)[1:]
    return out


# --- a map -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Map:
    """What a map is drawn from.

    ``size``: the frame in units, about a pixel each. ``zones``: by name its seed points in degrees
    [east, north]; the first is the place of its mark. ``outside``: seeds of land that is nobody's
    zone. ``lons``, ``lats``: the graticule. ``margin``: how far the map goes on beyond its frame,
    so that a pane of another shape is still all map. ``amount``: how far edges wander, as a part of
    their length.
    """

    coast: Path
    projection: Lambert
    size: tuple[int, int]
    zones: Mapping[str, Sequence[Point]]
    outside: Sequence[Point]
    lons: range
    lats: range
    margin: int = 200
    amount: float = 0.13


def draw(m: Map) -> dict[str, Any]:
    """The map as data: land, graticule, each zone's area and place, the borders."""
    box = (-m.margin, -m.margin, m.size[0] + m.margin, m.size[1] + m.margin)
    points = [(m.projection(*p), zone) for zone, places in m.zones.items() for p in places]
    around = edges([*points, *((m.projection(*p), None) for p in m.outside)], box)
    zones, borders = {}, []
    for zone, places in m.zones.items():
        rings = chains([(a, b) for a, b, _ in around[zone]])
        x, y = m.projection(*places[0])
        d = "".join(path(drawn(ring, m.amount), closed=True) for ring in rings)
        zones[zone] = {"at": [round(x, 1), round(y, 1)], "d": d}
        others = sorted({o for _, _, o in around[zone] if o is not None and o > zone})
        for other in [*others, None]:
            lines = chains([(a, b) for a, b, o in around[zone] if o == other])
            if lines:
                d = "".join(path(drawn(line, m.amount)) for line in lines)
                borders.append([zone, other, d])
    return {
        "size": list(m.size), "margin": m.margin, "projection": m.projection.constants(),
        "land": land(m.coast, m.projection, box), "grid": graticule(m.projection, m.lons, m.lats),
        "zones": zones, "borders": borders,
    }  # fmt: skip


WIDTH = 100
BREAK = re.compile(r"(?=[ M])|(?<=\d)(?=-)")
"""Where a line of path data may end: white space separates as well as what stands there."""


def wrapped(data: str) -> str:
    """Path data in lines that can be read and compared."""
    lines = [""]
    for piece in BREAK.split(data):
        if lines[-1] and len(lines[-1] + piece) > WIDTH:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return "\n".join(lines)


def literal(value: Any, indent: str = "") -> str:
    """A value in JavaScript: on one line where there is room, else a member a line."""
    flat, inner = json.dumps(value), indent + "  "
    if len(indent + flat) <= WIDTH:
        return flat
    if isinstance(value, str):
        return f"`\n{wrapped(value)}`"
    if isinstance(value, dict):
        rows = [f"{inner}{json.dumps(key)}: {literal(one, inner)},\n" for key, one in value.items()]
        return "{\n" + "".join(rows) + indent + "}"
    return "[\n" + "".join(f"{inner}{literal(one, inner)},\n" for one in value) + indent + "]"


def module(drawing: Mapping[str, Any], about: str) -> str:
    """A JavaScript module that exports the drawing as MAP."""
    credit = "Coastlines: Natural Earth 1:10m land, public domain."
    head = f"// {about}\n// {credit} Written by viewer/geo/draw.py; do not edit.\n"
    return f"{head}export const MAP = {literal(drawing)};\n"


# --- the civil war ---------------------------------------------------------------------------


def seeds(file: Path) -> tuple[dict[str, list[Point]], list[Point]]:
    """The seed points of zones, and of land outside them, from a file of degrees [east, north]."""
    told = json.loads(file.read_text())
    zones = {zone: [(lon, lat) for lon, lat in places] for zone, places in told["zones"].items()}
    return zones, [(lon, lat) for lon, lat in told["outside"]]


def civil_war() -> Map:
    """The Mediterranean about 49 BC."""
    zones, outside = seeds(HERE / "civil-war.json")
    return Map(
        coast=HERE / "mediterranean.json",
        projection=Lambert(
            parallels=(33, 47),
            origin=(17.0, 40.9),
            scale=1405,
            at=(530, 262),
            # Six zones share Italy: at the others' scale their counters would not stand in them.
            lens=Lens(at=(472, 232), power=0.75, radius=135),
        ),
        size=(1104, 510),
        zones=zones,
        outside=outside,
        lons=range(-25, 61, 5),
        lats=range(20, 61, 5),
    )


def main(target: Path) -> None:
    """Write the civil war's map."""
    target.write_text(module(draw(civil_war()), "Map: the Mediterranean about 49 BC, as data."))


if __name__ == "__main__":
    default = HERE.parent / "systems" / "civil-war" / "map-data.js"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else default)
