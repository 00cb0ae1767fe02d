// Canonical bytes: RFC 8785 (JCS). What is recorded holds no floats and only ASCII member names;
// the uncovered lines of a capsule (views, patches) may hold any JSON, so they are encoded loosely.
import { utf8 } from "./bytes.js";

export class NotCanonical extends Error {}
const fail = (why) => { throw new NotCanonical(why); };

function string(s) {
  if (!s.isWellFormed?.() && /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(s)) fail("a string holds half a surrogate pair");
  return JSON.stringify(s);
}

function number(n, strict) {
  if (!Number.isFinite(n)) fail("a number is not finite");
  if (strict && !Number.isInteger(n)) fail("a number is not an integer");
  if (strict && !Number.isSafeInteger(n)) fail("an integer is not below 2^53");
  return Object.is(n, -0) ? "0" : String(n);
}

function member(name, strict) {
  if (strict && /[^\x00-\x7f]/.test(name)) fail("a member name is not ASCII");
  return string(name);
}

function encode(x, strict) {
  if (x === null || typeof x === "boolean") return String(x);
  if (typeof x === "string") return string(x);
  if (typeof x === "number") return number(x, strict);
  if (Array.isArray(x)) return `[${x.map((y) => encode(y, strict)).join(",")}]`;
  if (typeof x === "object") return `{${Object.keys(x).sort().map((k) => `${member(k, strict)}:${encode(x[k], strict)}`).join(",")}}`;
  return fail("a value is not JSON");
}

/** C(x) as text: strings, integers, booleans, null, arrays, objects with ASCII names; anything else throws. */
export const canonical = (x) => encode(x, true);
/** The same with floats and any member names: RFC 8785 without this record's narrowing. */
export const jcs = (x) => encode(x, false);
/** C(x) as bytes. */
export const C = (x) => utf8(canonical(x));

const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Parse one line; throws unless its bytes are those of what it parses to (so no duplicate members, no 2.0). */
export function parseLine(bytes) {
  let line;
  try { line = text.decode(bytes); } catch { fail("the bytes are not UTF-8"); }
  const value = parseLoose(line);
  if (jcs(value) !== line) fail("the bytes are not those of canonical JSON");
  return value;
}

export function parseLoose(line) {
  try { return JSON.parse(line); } catch { return fail("this is not JSON"); }
}

/** Lines end with U+000A only; the last may end the file. */
export function lines(bytes) {
  const out = [];
  let from = 0;
  for (let i = bytes.indexOf(10); i >= 0; i = bytes.indexOf(10, from)) { out.push(bytes.subarray(from, i)); from = i + 1; }
  if (from < bytes.length) out.push(bytes.subarray(from));
  return out;
}
