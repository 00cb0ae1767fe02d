// Sieve: the steps that are left by what is searched for and by the kind that is chosen.
import { hasMark } from "./replay.js";

/** @import { Step } from "./renderer.js" */

/** What the log can be narrowed to, with its name. */
export const KINDS = [
  ["all", "Everything"],
  ["battle", "Battles"],
  ["dice", "Dice"],
  ["death", "Deaths"],
  ["ruling", "Rulings"],
  ["rewind", "Rewinds"],
  ["entered", "Entered dice"],
];

/**
 * @param {Step} step
 * @param {string} kind
 */
const ofKind = (step, kind) =>
  kind === "all" || (kind === "dice" ? step.dice?.length > 0 : hasMark(step, kind));
/**
 * A step's sentences.
 * @param {Step} step
 */
export const words = (step) => (Array.isArray(step.text) ? step.text : []).map(String);

/**
 * The steps that a search leaves.
 * @param {Step[]} steps
 * @param {string} query
 * @param {string} kind
 */
export function sift(steps, query, kind) {
  const q = query.trim().toLowerCase();
  return q || kind !== "all"
    ? steps.filter(
        (s) =>
          ofKind(s, kind) && (!q || `${s.seq} ${words(s).join(" ")}`.toLowerCase().includes(q)),
      )
    : steps;
}
