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

/** Up to so many, a chance is told as it is: two dice have as many faces together. */
const TOLD = 36;
/** @param {number} p */
const inTenths = (p) => p >= 0.095 && p <= 0.905;

/**
 * @param {number} a
 * @param {number} b
 * @returns {number}
 */
const divisor = (a, b) => (b ? divisor(b, a % b) : a);

/**
 * What chances that stand side by side are told in, so that they can be compared at a glance; their
 * smallest common one, else tenths or hundredths.
 * @param {string[]} texts
 */
export function under(texts) {
  const common = texts
    .map((text) => Number(text.split("/")[1] ?? 1))
    .reduce((all, one) => (all * one) / divisor(all, one), 1);
  if (common <= TOLD) return common;
  return texts.every((text) => inTenths(share(text))) ? 10 : 100;
}

/**
 * A chance as one says it: "5 in 6", or about so if its numbers are large.
 * @param {string} text
 * @param {number} [all]  what it is told in
 */
export function chance(text, all = under([text])) {
  const p = share(text),
    [, parts = 1] = text.split("/").map(Number);
  if (p === 1) return "certain";
  if (all <= TOLD && all % parts === 0) return `${Math.round(p * all)} in ${all}`;
  if (p > 0.995) return "all but certain";
  const of = inTenths(p) && all === 10 ? 10 : 100,
    said = Math.max(1, Math.round(p * of)),
    about = Math.abs(p * of - said) < 1e-9 ? "" : "about ";
  return `${about}${said} in ${of}`;
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
