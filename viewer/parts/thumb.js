// Thumb: a board as a small picture, 16 by 9: sides by colour and shape, the last place lit, no
// word. Whoever shows it names it.
import { html, svg } from "../vendor/lit-html/lit-html.js";

/** @import { Template } from "../vendor/lit-html/lit-html.js" */

/**
 * A box [left, top, right, bottom], made as wide or as high as the picture is.
 * @param {number[]} box
 */
export function framed([left, top, right, bottom]) {
  const [w, h] = [right - left, bottom - top],
    width = Math.max(w, (h * 16) / 9),
    height = Math.max(h, (w * 9) / 16);
  return [(left + right - width) / 2, (top + bottom - height) / 2, width, height];
}

/**
 * The box around these places, so much wider; null where there are none.
 * @param {readonly (readonly number[])[]} places
 * @param {number} margin
 */
export function around(places, margin) {
  if (!places.length) return null;
  const xs = places.map(([x]) => x),
    ys = places.map(([, y]) => y);
  return [
    Math.min(...xs) - margin,
    Math.min(...ys) - margin,
    Math.max(...xs) + margin,
    Math.max(...ys) + margin,
  ];
}

/**
 * @param {number[]} frame  left, top, width and height
 * @param {unknown} drawing
 * @returns {Template}
 */
export const picture = (frame, drawing) =>
  html`<svg
    class="thumb"
    viewBox=${frame.map((n) => n.toFixed(1)).join(" ")}
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
  >
    ${drawing}
  </svg>`;

/** The corners of a side's counter, in parts of its width, by slot. */
const ROUND = [0, 0, 0.5, 0.18, 0.3];

/**
 * A side's counter around a place.
 * @param {readonly number[]} at
 * @param {number} slot  0 for nobody's
 * @param {number} width
 */
export function counter(at, slot, width) {
  const [x, y] = at.map((middle) => (middle - width / 2).toFixed(1)),
    corner = ((ROUND[slot] ?? 0) * width).toFixed(1);
  return svg`<rect class=${`s${slot}`} x=${x} y=${y} width=${width} height=${width}
    rx=${corner}></rect>`;
}

/**
 * The light on the last place.
 * @param {readonly number[]} at
 * @param {number} radius
 */
export const light = ([x, y], radius) =>
  svg`<circle class="light" cx=${x.toFixed(1)} cy=${y.toFixed(1)} r=${radius}></circle>`;
