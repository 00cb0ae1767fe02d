// Signs: what a unit has done or has upon it this turn, each a small drawing in a square of ten, and its words.
import { svg } from "../../vendor/lit-html/lit-html.js";

/** In the order in which they stand on a counter. */
export const SIGNS = {
  finis: ["M2 2l6 6M8 2L2 8", "motionless this turn"],
  furious: ["M5 0.5L8.5 5H6l2 4.5L2 5.5h2.6z", "furious, led by Rome", true],
  moved: ["M3 1.5L7 5 3 8.5", "has moved"],
  stopped: ["M8 1.5v7M1.5 5H6M4 3l2 2-2 2", "goes no further"],
  hastened: ["M1 1.5L4.5 5 1 8.5M5 1.5L8.5 5 5 8.5", "has 1 MP more"],
  charge: ["M5 0.8V9M1.5 4.2L5 0.8l3.5 3.4", "ran four hexes straight ahead"],
  "no-attack": [
    "M5 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8M2.2 2.2l5.6 5.6",
    "left an enemy zone, may not attack",
  ],
  attacked: ["M1.5 8.5L8.5 1.5M1.5 1.5l7 7M1 6l3 3M9 6L6 9", "has attacked"],
  supported: ["M1.5 6.5L5 3l3.5 3.5", "has supported a combat"],
  withdrew: ["M8.5 2v4.5H1.5M4 4L1.5 6.5 4 9", "has withdrawn"],
  fired: ["M1 9L9 1M9 1H5.4M9 1v3.6", "has shot"],
  point: ["M5 0.8v8.4M0.8 5h8.4", "fights with a Command Point"],
  commanded: ["M5 1a4 4 0 1 1 0 8 4 4 0 0 1 0-8M5 3v4M3 5h4", "has had a Command Point"],
  routed: ["M1.5 1.5h7v4h-7zM1.5 1.5v7.5", "panicked this turn"],
  checked: ["M1.5 5.5L4 8l4.5-6", "was rolled for as elephants"],
};
const ORDER = Object.keys(SIGNS);
/** @param {string} mark */
export const signWords = (mark) => SIGNS[mark]?.[1] ?? String(mark).replace(/-/g, " ");

/** @param {string[]} marks */
export const sorted = (marks) =>
  [...(marks ?? [])].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
/**
 * One sign, drawn at the origin.
 * @param {string} mark
 */
export function sign(mark) {
  const [d, , filled] = SIGNS[mark] ?? ["M5 3.5v3"];
  return svg`<path class=${filled ? "sign full" : "sign"} d=${d}/>`;
}
