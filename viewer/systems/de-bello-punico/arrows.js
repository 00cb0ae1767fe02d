// Arrows: a step's deeds as they are drawn. Ways lie under the counters, hex by hex; blows and volleys over them.
import { nothing, svg } from "../../vendor/lit-html/lit-html.js";
import { STAR } from "../../parts/marks.js";
import { HALF, wedge } from "./counter.js";
import { DY, at, distance, move, sides, toward } from "./hexes.js";

/** @import { Deed } from "./types.js" */

const text = (points) => points.map((p) => p.map((n) => n.toFixed(1)).join(",")).join(" ");
/** A point on the way from a to b, this much short of b. */
function short(/** @type {number[]} */ [ax, ay], /** @type {number[]} */ [bx, by], less) {
  const part = less / (Math.hypot(bx - ax, by - ay) || 1);
  return [bx - (bx - ax) * part, by - (by - ay) * part];
}
const CLEAR = 25;

/**
 * The points of a way: the middles of its hexes, over the edge if it leads there, short of the counter at its end.
 * @param {Deed} deed
 */
function pointsOf(deed) {
  const points = deed.hexes.map(at),
    enters = deed.kind === "enter";
  if (deed.off !== null) {
    const [dx, dy] = toward(deed.off, DY * 0.8),
      [x, y] = points.at(enters ? 0 : -1),
      over = [x + dx, y + dy];
    if (enters) points.unshift(over);
    else points.push(over);
  }
  if (deed.off === null || enters)
    points[points.length - 1] = short(points.at(-2), points.at(-1), CLEAR);
  return points;
}

/**
 * Where a unit stood, as an empty counter with the front it had.
 * @param {Deed} deed
 */
const ghost = (deed) =>
  deed.unit && deed.from !== null
    ? svg`<g class="ghost" transform=${move(deed.hexes[0])}><rect
        x=${-HALF[0]} y=${-HALF[1]} width=${2 * HALF[0]} height=${2 * HALF[1]}/>${wedge(deed.from, "was")}</g>`
    : nothing;

/**
 * A turn in place: from the old front, a ghost, round to the new one.
 * @param {Deed} deed
 */
function turned(deed) {
  const { from } = deed,
    to = deed.to ?? from,
    by = ((to - from + 9) % 6) - 3,
    r = 27;
  /** @param {number} facing */
  const p = (facing) =>
    toward(facing, r)
      .map((n) => n.toFixed(1))
      .join(" ");
  if (from === null || !by) return nothing;
  const d = `M${p(from + 0.32 * Math.sign(by))}A${r} ${r} 0 0 ${by > 0 ? 1 : 0} ${p(to - 0.42 * Math.sign(by))}`;
  return svg`<g class="way turn" data-way="turn" data-path=${deed.hexes.join(" ")}
      transform=${move(deed.hexes[0])}>${wedge(from, "was")}<path class="case" d=${d}/><path
      class="ink" marker-end="url(#dbp-tip)" d=${d}/></g>`;
}

/** @param {Deed} deed */
function path(deed) {
  const points = text(pointsOf(deed));
  return svg`<g class=${`way ${deed.kind}`} data-way=${deed.kind} data-path=${deed.hexes.join(" ")}><polyline class="case" points=${points}/>
    <polyline class="ink" marker-end="url(#dbp-tip)" points=${points}/>${
      deed.kind === "pursue" ? svg`<polyline class="core" points=${points}/>` : nothing
    }
    ${
      deed.kind === "lead"
        ? svg`<path class="star" transform=${move(deed.hexes[0])} d=${STAR}/>`
        : nothing
    }</g>`;
}
const isWay = (d) => !["strike", "volley", "at"].includes(d.kind);
/** @param {Deed[]} deeds */
export const ways = (deeds) =>
  deeds
    .filter(isWay)
    .map((d) =>
      d.kind === "turn"
        ? turned(d)
        : svg`${["due", "enter"].includes(d.kind) ? nothing : ghost(d)}${d.hexes.length > 1 || d.off !== null ? path(d) : nothing}`,
    );

/**
 * A sign on the border between two hexes that lie next to each other, pointing at the second; over
 * the counters' strips.
 */
const ASIDE = 14.5;
function between(from, to, d, cls) {
  const a = at(from),
    b = at(to),
    turn = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI + 90,
    x = ((a[0] + b[0]) / 2 - ASIDE).toFixed(1),
    y = ((a[1] + b[1]) / 2).toFixed(1),
    place = `translate(${x} ${y}) rotate(${turn.toFixed(1)}) scale(.62)`;
  return svg`<g class=${cls} transform=${place}><path
      class="case" d=${d}/><path class="ink" d=${d}/></g>`;
}
export const BLOW = "M0-11L12 2H5V11H-5V2H-12z",
  CHARGE = "M0-15L12-3H5.5L12 5H5V12H-5V5H-12L-5.5-3H-12z",
  HELP = "M-8 5L0-4 8 5";

/** @param {Deed} deed */
function struck(deed) {
  const [from, to] = deed.hexes,
    near = distance(from, to) === 1;
  return svg`<g class=${`deed strike${deed.rear === null ? "" : " rear"}`} data-deed="strike"
      data-path=${deed.hexes.join(" ")} data-rear=${deed.rear === null ? nothing : "yes"}>
    ${
      deed.rear === null
        ? nothing
        : svg`<path class="back" d=${sides(at(to), deed.rear + 3, 28.5)}/>`
    }
    ${deed.support.map(([a, b]) => between(a, b, HELP, "help"))}${near ? between(from, to, deed.charge ? CHARGE : BLOW, "blow") : nothing}</g>`;
}

/**
 * A volley flies over the counters' strips, so that their figures can be read.
 * @param {Deed} deed
 */
function shot(deed) {
  const [a, b] = deed.hexes.map(at).map(([x, y]) => [x - ASIDE, y]),
    points = text([short(b, a, -3), short(a, b, 5)]);
  return svg`<g class=${`deed volley${deed.hit === false ? " missed" : ""}`} data-deed="volley"
      data-path=${deed.hexes.join(" ")}><polyline class="case" points=${points}/><polyline
      class="ink" marker-end="url(#dbp-tip)" points=${points}/></g>`;
}
/** @param {Deed[]} deeds */
export const blows = (deeds) =>
  deeds.map((d) => (d.kind === "strike" ? struck(d) : d.kind === "volley" ? shot(d) : nothing));
