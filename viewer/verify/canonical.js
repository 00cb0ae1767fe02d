// Canonical bytes: RFC 8785 (JCS) for what a record may hold, which has no floats and only ASCII member names.
import { utf8 } from "./bytes.js";

class NotCanonical extends Error {}
/**
 * @param {string} why
 * @returns {never}
 */
const fail = (why) => {
  throw new NotCanonical(why);
};
const DEEPEST = 64;

/** @param {string} s */
function string(s) {
  if (
    !s.isWellFormed?.() &&
    /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(s)
  )
    fail("a string holds half a surrogate pair");
  return JSON.stringify(s);
}

/** @param {number} n */
function number(n) {
  if (!Number.isInteger(n)) fail("a number is not an integer");
  if (!Number.isSafeInteger(n)) fail("an integer is not below 2^53");
  return Object.is(n, -0) ? "0" : String(n);
}

/** @param {string} name */
function member(name) {
  if (/[^\x00-\x7f]/.test(name)) fail("a member name is not ASCII");
  return string(name);
}

/**
 * @param {any} x
 * @param {number} depth
 * @returns {string}
 */
function encode(x, depth) {
  if (x === null || typeof x === "boolean") return String(x);
  if (typeof x === "string") return string(x);
  if (typeof x === "number") return number(x);
  if (typeof x !== "object") fail("a value is not JSON");
  if (depth >= DEEPEST) fail("it is nested too deeply");
  if (Array.isArray(x)) return `[${x.map((y) => encode(y, depth + 1)).join(",")}]`;
  return `{${Object.keys(x)
    .sort()
    .map((k) => `${member(k)}:${encode(x[k], depth + 1)}`)
    .join(",")}}`;
}

/**
 * C(x) as text: strings, integers, booleans, null, arrays, objects with ASCII names; anything else throws.
 * @param {unknown} x
 */
export const canonical = (x) => encode(x, 0);
/**
 * Is x made of nothing but these?
 * @param {unknown} x
 */
export function isCanonical(x) {
  try {
    canonical(x);
    return true;
  } catch {
    return false;
  }
}

/**
 * C(x) as bytes.
 * @param {unknown} x
 */
export const C = (x) => utf8(canonical(x));

const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parse one line; throws unless its bytes are those of what it parses to (so no duplicate members, no 2.0).
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {any}
 */
export function parseLine(bytes) {
  let line;
  try {
    line = text.decode(bytes);
  } catch {
    fail("the bytes are not UTF-8");
  }
  const value = parseLoose(line);
  if (canonical(value) !== line) fail("the bytes are not those of canonical JSON");
  return value;
}

/**
 * @param {string} line
 * @returns {any}
 */
export function parseLoose(line) {
  try {
    return JSON.parse(line);
  } catch {
    return fail("this is not JSON");
  }
}

/**
 * {lines, rest}: a line ends with U+000A and nothing else; rest is what stands after the last.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export function lines(bytes) {
  const out = [];
  let from = 0;
  for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, from)) {
    out.push(bytes.subarray(from, i));
    from = i + 1;
  }
  return { lines: out, rest: bytes.subarray(from) };
}
