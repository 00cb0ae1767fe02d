// Chance: chances and outcomes in words that any game can be told in. Pure.
import { capital } from "../words.js";

/** @import { Outcome } from "./types.js" */

/** @param {string} name */
const words = (name) => name.replace(/[-_]/g, " ");

/**
 * "1/6" → 1/6.
 * @param {string} text
 */
export const share = (text) => {
  const [top, under = 1] = text.split("/").map(Number);
  return top / under;
};

/**
 * A chance as one says it: "5 in 6", or about so if its numbers are large.
 * @param {string} text
 */
export function chance(text) {
  const [top, under = 1] = text.split("/").map(Number);
  if (top === under) return "certain";
  if (under <= 36) return `${top} in ${under}`;
  const p = top / under;
  if (p > 0.995) return "all but certain";
  if (p >= 0.095 && p <= 0.905) return `about ${Math.round(p * 10)} in 10`;
  return `about ${Math.max(1, Math.round(p * 100))} in 100`;
}

/**
 * @param {unknown} v
 * @returns {string}
 */
function said(v) {
  if (v === null || v === undefined || v === false) return "";
  if (v === true) return "yes";
  if (Array.isArray(v)) return v.map(said).filter(Boolean).join(", ");
  return typeof v === "object" ? entries(v).join(", ") : String(v);
}
/** @param {object} o */
const entries = (o) =>
  Object.entries(o).flatMap(([key, value]) => {
    const text = said(value);
    return text === "" ? [] : [`${words(key)} ${text}`];
  });

/**
 * An outcome of any game in words: "Winner attacker; losses eliminated 2".
 * @param {Outcome} outcome
 */
export const outcomeWords = (outcome) =>
  capital(entries(outcome).join("; ")) || "Nothing comes of it";
