// Hexes: flat-topped, named ccrr from 01 at the top left; columns of even number stand half a hex lower.
// Facing 0 is up, then clockwise to 5. Everything here is geometry of the field, in the drawing's own units.

/** @import { Field } from "./types.js" */

const S = 30,
  DX = 1.5 * S;
export const DY = Math.sqrt(3) * S;
export const PAD = [27, 5];

const HIGH = [
  [0, -1],
  [1, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
  [-1, -1],
];
const LOW = [
  [0, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
];
const TURNS = [0, 1, 5];

export const two = (n) => String(n).padStart(2, "0");
export const named = (c, r) => two(c + 1) + two(r + 1);
/** @param {string} hex */
const place = (hex) => [Number(hex.slice(0, 2)) - 1, Number(hex.slice(2)) - 1];

/**
 * The middle of a hex.
 * @param {string} hex
 */
export function at(hex) {
  const [c, r] = place(hex);
  return [PAD[0] + S + c * DX, PAD[1] + DY / 2 + r * DY + (c % 2 ? DY / 2 : 0)];
}
/** @param {Field} field */
export const extent = (field) => [
  2 * PAD[0] + 2 * S + (field.width - 1) * DX,
  2 * PAD[1] + (field.height + 0.5) * DY,
];
/** @param {string} hex */
export const move = (hex) =>
  `translate(${at(hex)
    .map((n) => n.toFixed(1))
    .join(" ")})`;

/**
 * The next hex in a direction, or null beyond the field.
 * @param {string} hex
 * @param {Field} field
 */
export function neighbour(hex, direction, field) {
  const [c, r] = place(hex),
    [dc, dr] = (c % 2 ? LOW : HIGH)[(direction + 6) % 6],
    x = c + dc,
    y = r + dr;
  return x >= 0 && y >= 0 && x < field.width && y < field.height ? named(x, y) : null;
}
/**
 * The three hexes in front of a unit, the middle one first, as far as there is field.
 * @param {string} hex
 * @param {number} facing
 * @param {Field} field
 */
export const front = (hex, facing, field) =>
  TURNS.map((t) => neighbour(hex, facing + t, field)).filter(Boolean);
/**
 * @param {string} hex
 * @param {number} facing
 * @param {Field} field
 */
export const rear = (hex, facing, field) => front(hex, facing + 3, field);

/** @param {string} hex */
function axial(hex) {
  const [c, r] = place(hex);
  return [c, r - (c - (c % 2)) / 2];
}
export function distance(from, to) {
  const [q, r] = axial(from),
    [u, v] = axial(to);
  return Math.max(Math.abs(q - u), Math.abs(r - v), Math.abs(q + r - u - v));
}
/** Every hex of a field, row by row. */
export function all({ width, height }) {
  return Array.from({ length: width * height }, (_, i) => named(i % width, Math.floor(i / width)));
}

const corner = (/** @type {number[]} */ [x, y], i, size) => [
  x + size * Math.cos((i * Math.PI) / 3),
  y + size * Math.sin((i * Math.PI) / 3),
];
const points = (list) => list.map((p) => p.map((n) => n.toFixed(1)).join(" ")).join("L");
/** A hex's outline, around a middle. */
export const outline = (middle = [0, 0], size = S) =>
  `M${points([0, 1, 2, 3, 4, 5].map((i) => corner(middle, i, size)))}z`;
/** The directions from a hex to its six neighbours. */
export const DIRECTIONS = [0, 1, 2, 3, 4, 5];
/** Where the side of a hex that lies in a direction begins and ends. */
export const ends = (middle, d, size = S) => [
  corner(middle, (d + 4) % 6, size),
  corner(middle, (d + 5) % 6, size),
];
/** The side of a hex that lies in a direction. */
export const side = (middle, d, size = S) => `M${points(ends(middle, d, size))}`;
/** The three sides of a hex around a direction. */
export const sides = (middle, d, size) =>
  `M${points([3, 4, 5, 6].map((i) => corner(middle, (d + i) % 6, size)))}`;
/** Where a direction points, as a step of this length. */
export const toward = (d, length) => [
  length * Math.sin((d * Math.PI) / 3),
  -length * Math.cos((d * Math.PI) / 3),
];
