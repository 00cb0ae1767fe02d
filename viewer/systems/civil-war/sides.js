// Sides: a faction by its seat, or a people, which has one or two letters and the third slot.
import { capital, count, findSeat, seatTitle } from "../../words.js";
import { seatMark, slotMark } from "../../parts/marks.js";

/** @import { Seat } from "../../renderer.js" */

const LETTERS = { Aegyptii: "Ae", Parthi: "Pa", Pontici: "Po", Numidae: "N", Germani: "G" };

/**
 * @param {string | null | undefined} side
 * @param {Seat[]} seats
 */
export const sideMark = (side, seats) =>
  findSeat(seats, side)
    ? seatMark(seats, side, false)
    : slotMark(side ? 3 : 0, side ? (LETTERS[side] ?? String(side).slice(0, 2)) : "?");
/**
 * @param {string | null} side
 * @param {Seat[]} seats
 */
export const letterOf = (side, seats) => {
  const s = findSeat(seats, side);
  return s
    ? String(s.letter ?? "").slice(0, 2)
    : side
      ? (LETTERS[side] ?? String(side).slice(0, 2))
      : "?";
};
/**
 * @param {string | null | undefined} side
 * @param {Seat[]} seats
 * @param {string} otherwise
 */
export const sideName = (side, seats, otherwise) =>
  findSeat(seats, side) ? seatTitle(seats, side) : side ? String(side) : otherwise;
/**
 * @param {string | null} side
 * @param {Seat[]} seats
 */
export const slotOf = (side, seats) => findSeat(seats, side)?.slot ?? (side ? 3 : 0);

/** @param {{ kind: string }} unit */
export const isShip = (unit) => unit.kind === "naves";

const ORDER = ["legio", "auxilia", "equites", "naves", "people"];
const MANY = { people: "tribal" };
/**
 * "7 Legio, 1 Equites" of a list of units.
 * @param {{ kind: string }[]} units
 */
export function unitWords(units) {
  const kinds = new Map();
  for (const u of units) kinds.set(u.kind, (kinds.get(u.kind) ?? 0) + 1);
  return [...kinds]
    .sort(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
    .map(([k, n]) => `${n} ${MANY[k] ?? capital(k)}`)
    .join(", ");
}
/** @param {number} n */
export const units = (n) => count(n, "unit");

/**
 * "9/4" → "2¼"; other fractions stay as they are.
 * @param {unknown} text
 */
export function mixed(text) {
  const m = /^(\d+)\/(\d+)$/.exec(String(text));
  if (!m) return String(text);
  const [, n, d] = m.map(Number),
    whole = Math.floor(n / d),
    rest = n % d,
    sign = {
      "1/4": "¼",
      "1/2": "½",
      "3/4": "¾",
      "1/3": "⅓",
      "2/3": "⅔",
      "1/8": "⅛",
      "3/8": "⅜",
      "5/8": "⅝",
      "7/8": "⅞",
      "1/5": "⅕",
      "2/5": "⅖",
      "3/5": "⅗",
      "4/5": "⅘",
      "1/6": "⅙",
      "5/6": "⅚",
    }[`${rest}/${d}`];
  return rest === 0
    ? String(whole)
    : sign
      ? `${whole || ""}${sign}`
      : whole
        ? `${whole} ${rest}/${d}`
        : text;
}
