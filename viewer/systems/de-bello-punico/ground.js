// Ground: the hexes by kind of ground, their marks, and the numbers of columns and rows on the rim.
import { svg } from "../../vendor/lit-html/lit-html.js";
import {
  DIRECTIONS,
  DY,
  PAD,
  all,
  at,
  ends,
  extent,
  named,
  neighbour,
  outline,
  toward,
  two,
} from "./hexes.js";

/** @import { Field } from "./types.js" */

export const GROUND = {
  hill: "M-13 6l8-13 8 13M0 6l6-9 7 9",
  rocky: "M-12 6l5-7 5 2 2 5zM2-3l5-6 6 4-2 5z",
  bushes: "M-11 5q3-10 6 0q3-10 6 0q3-10 6 0",
  river: "M-16-5q8-7 16 0t16 0M-16 6q8-7 16 0t16 0",
};
/** A mark's path, moved: its steps are relative, its beginnings are not. */
const shifted = (d, /** @type {number[]} */ [x, y]) =>
  d.replace(
    /M(-?[\d.]+) ?(-?[\d.]+)/g,
    (_, a, b) => `M${(x + +a).toFixed(1)} ${(y + +b).toFixed(1)}`,
  );

/**
 * What a hex is, in words: "hill, 2 MP".
 * @param {Field} field
 * @param {string} hex
 */
export function groundOf(field, hex) {
  const letter = field.rows[Number(hex.slice(2)) - 1]?.[Number(hex.slice(0, 2)) - 1],
    kind = field.terrain.find((t) => t.letter === letter);
  return kind
    ? `${kind.title.toLowerCase()}, ${kind.cost === null ? "nobody enters" : `${kind.cost} MP`}`
    : "open ground";
}

/** How far along a hex's side its hachures stand. */
const STROKES = [0.1, 0.3, 0.5, 0.7, 0.9];
/**
 * The rim of a kind of ground, where other ground lies beyond it: its line, or hachures, which run down
 * a slope as on old maps.
 * @param {string[]} list
 * @param {Field} field
 * @param {boolean} slopes
 */
function edgeOf(list, field, slopes) {
  const inside = new Set(list);
  return list.flatMap((hex) =>
    DIRECTIONS.filter((d) => {
      const next = neighbour(hex, d, field);
      return next !== null && !inside.has(next);
    }).map((d) => {
      const [a, b] = ends(at(hex), d),
        [dx, dy] = toward(d, 6);
      if (!slopes)
        return `M${a[0].toFixed(1)} ${a[1].toFixed(1)}L${b[0].toFixed(1)} ${b[1].toFixed(1)}`;
      return STROKES.map((t) => {
        const [x, y] = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
        return `M${x.toFixed(1)} ${y.toFixed(1)}l${dx.toFixed(1)} ${dy.toFixed(1)}`;
      }).join("");
    }),
  );
}
/** Ground that rises above what lies beside it. */
const HIGH = ["hill", "rocky"];

/**
 * One path of outlines and one of marks for each kind of ground, and the rim of what is not open.
 * @param {Field} field
 */
export function ground(field) {
  const kinds = new Map(field.terrain.map((t) => [t.letter, t.key])),
    hexes = new Map();
  for (const hex of all(field)) {
    const key =
      kinds.get(field.rows[Number(hex.slice(2)) - 1][Number(hex.slice(0, 2)) - 1]) ?? "open";
    hexes.set(key, [...(hexes.get(key) ?? []), hex]);
  }
  // Open ground first, so that the rims of the others lie over it.
  return [...hexes]
    .sort(([a], [b]) => Number(b === "open") - Number(a === "open"))
    .map(
      ([key, list]) =>
        svg`<path class=${`hx ${key}`} d=${list.map((h) => outline(at(h))).join("")}/>${
          GROUND[key]
            ? svg`<path class="tm" d=${list.map((h) => shifted(GROUND[key], at(h))).join("")}/><path
                class=${`tm edge-of ${key}`} d=${edgeOf(list, field, HIGH.includes(key)).join("")}/>`
            : ""
        }`,
    );
}

/**
 * Columns are numbered in the notches of the upper and lower rim, rows at both sides; in the corner
 * stands where north is, by which the texts tell facings.
 * @param {Field} field
 */
export function rim(field) {
  const [w, h] = extent(field),
    upTo = (n) => Array.from({ length: n }, (_, i) => i),
    sides = PAD[0] / 2 + 2,
    notch = PAD[1] + DY / 4;
  const text = (x, y, s) =>
    svg`<text class="rim" x=${x.toFixed(1)} y=${(y + 6).toFixed(1)}>${s}</text>`;
  const row = (r) => [
    text(sides, at(named(0, r))[1], two(r + 1)),
    text(w - sides, at(named(field.width - 1, r))[1], two(r + 1)),
  ];
  return [
    text(sides, notch - DY / 4, "N↑"),
    ...upTo(field.width).map((c) =>
      text(at(named(c, 0))[0], c % 2 ? notch : h - notch, two(c + 1)),
    ),
    ...upTo(field.height).flatMap(row),
  ];
}
