"""How measurements grow, drawn: one SVG, both axes logarithmic."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from html import escape

from tests.bench.measure import Line

OF = re.compile(r"(.*?) (?:of|at any of) ([0-9,]+) events(.*)")
DRAWN = (
    "state, p99",
    "200 steps",
    "fork",
    "audit",
    "capsule with steps",
)
WIDTH, HEIGHT = 720, 420
LEFT, RIGHT, TOP, BOTTOM = 60, 250, 20, 40
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
STYLE = (
    "text{font:13px sans-serif;fill:#333}.grid{stroke:#8884}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}}"
)

UNIT = "ms of processor"
"""what others do on the machine changes little of it"""

Points = list[tuple[float, float]]
Place = Callable[[float, float], tuple[float, float]]


def series(lines: Sequence[Line]) -> dict[str, Points]:
    """What is drawn, by name: numbers of events and medians."""
    found: dict[str, Points] = {name: [] for name in DRAWN}
    for line in lines:
        matched = OF.fullmatch(line.name)
        if matched and line.unit == UNIT:
            name, events, more = matched.groups()
            if name + more in found:
                found[name + more].append((float(events.replace(",", "")), line.value.median))
    return {name: sorted(points) for name, points in found.items() if points}


def growth(lines: Sequence[Line]) -> str:
    """The chart. ValueError if nothing was measured at two lengths."""
    drawn = {name: points for name, points in series(lines).items() if len(points) > 1}
    if not drawn:
        raise ValueError("nothing was measured at two lengths")
    xs = _decades([x for points in drawn.values() for x, _ in points])
    ys = _decades([y for points in drawn.values() for _, y in points])

    def place(x: float, y: float) -> tuple[float, float]:
        across = (math.log10(x) - xs[0]) / (xs[-1] - xs[0])
        up = (math.log10(y) - ys[0]) / (ys[-1] - ys[0])
        right, low = WIDTH - RIGHT, HEIGHT - BOTTOM
        return LEFT + across * (right - LEFT), low - up * (low - TOP)

    parts = [*_grid(xs, ys, place), *_curves(drawn, place)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        "<title>Milliseconds of the processor by the number of events</title>"
        f"<style>{STYLE}</style>{''.join(parts)}</svg>\n"
    )


def _decades(values: Sequence[float]) -> range:
    """The powers of ten that hold all values, two at least."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return range(low, max(high, low + 1) + 1)


def _grid(xs: range, ys: range, place: Place) -> Iterator[str]:
    low, high = 10.0 ** ys[0], 10.0 ** ys[-1]
    for power in xs:
        x, y = place(10.0**power, low)
        yield f'<path class="grid" d="M{x:.1f} {y:.1f}V{TOP}"/>'
        yield f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{10**power:,}</text>'
    for power in ys:
        x, y = place(10.0 ** xs[0], 10.0**power)
        yield f'<path class="grid" d="M{x:.1f} {y:.1f}H{WIDTH - RIGHT}"/>'
        yield f'<text x="{x - 6:.1f}" y="{y + 4:.1f}" text-anchor="end">{10.0**power:,g}</text>'
    x, y = place(10.0 ** xs[0], high)
    yield f'<text x="{x + 4:.1f}" y="{y + 12:.1f}">ms</text>'
    yield f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 6}" text-anchor="end">events</text>'


def _curves(drawn: dict[str, Points], place: Place) -> Iterator[str]:
    """Each series, with its name at its end; names are kept apart."""
    ends = sorted(drawn.items(), key=lambda one: place(*one[1][-1])[1])
    below = float(TOP)
    for name, points in ends:
        colour = COLOURS[DRAWN.index(name)]
        places = [place(*point) for point in points]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for x, y in places:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
        x, y = places[-1]
        below = max(below + 16, y + 4)
        yield f'<path stroke="{colour}" d="M{x + 4:.1f} {y:.1f}L{x + 18:.1f} {below - 4:.1f}"/>'
        yield f'<text x="{x + 22:.1f}" y="{below:.1f}">{escape(name)}</text>'
