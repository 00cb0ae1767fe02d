// Capsule: the lines of a saved campaign, read strictly. What is wrong is collected, not thrown,
// so that later checks can still say what they find.
import { lines, parseLine, parseLoose, isCanonical } from "./canonical.js";
import { isObject, eventShape, isOpenings } from "./shapes.js";

/** @import { Capsule } from "./types.js" */

const decoder = new TextDecoder();
const AUDIENCE = /^(public|observer|referee|seat:[a-z0-9][a-z0-9-]*)$/;

/** @param {any} x */
function headerShape(x) {
  if (!isObject(x) || x.iacta !== "capsule") return "the first line is not a capsule's header";
  if (x.version !== 1) return "the capsule's version is not 1";
  if (!isObject(x.campaign) || typeof x.campaign.id !== "string")
    return "the header names no campaign";
  if (typeof x.audience !== "string" || !AUDIENCE.test(x.audience))
    return "the header names no audience";
  return typeof x.key === "string" ? "" : "the header holds no key";
}

const KINDS = ["header", "view", "event", "openings", "checkpoint"];
/**
 * @param {unknown} x
 * @param {number} index
 * @returns {string}
 */
const kindOf = (x, index) =>
  index === 0
    ? "header"
    : (KINDS.slice(index === 1 ? 1 : 2).find((k) => isObject(x) && Object.hasOwn(x, k)) ??
      "unknown");

/**
 * @param {string} kind
 * @param {any} x
 */
function lineShape(kind, x) {
  if (kind === "header") return headerShape(x);
  if (kind === "event") return eventShape(x.event);
  if (kind === "openings")
    return Object.keys(x).length === 1 && isOpenings(x.openings)
      ? ""
      : "the openings are not salts and values by their digests";
  if (kind === "checkpoint")
    return Object.keys(x).length === 1 && typeof x.checkpoint === "string"
      ? ""
      : "the checkpoint is not a text";
  return kind === "view" ? "" : "the line is none that a capsule has";
}

/**
 * Read a capsule's bytes.
 * {header, view, tables, steps: [{event, text, patch, marks}], events, openings, checkpoint, faults, usable}:
 * faults are {line, seq, text}; usable is false if some event has not the shape of one.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @returns {Capsule}
 */
export function readCapsule(bytes) {
  /** @type {Capsule} */
  const out = {
    header: null,
    view: null,
    tables: [],
    steps: [],
    events: [],
    openings: {},
    checkpoint: null,
    faults: [],
    usable: true,
  };
  let stage = 0;
  /**
   * @param {number | null} line
   * @param {number | null} seq
   * @param {string} text
   */
  const fault = (line, seq, text) => out.faults.push({ line, seq, text });
  const file = lines(bytes);
  for (const [i, raw] of [...file.lines, ...(file.rest.length ? [file.rest] : [])].entries()) {
    let x = null,
      broken = "";
    try {
      x = parseLine(raw);
    } catch (e) {
      broken = e.message;
    }
    if (broken) {
      try {
        x = parseLoose(decoder.decode(raw));
      } catch {
        /* said below */
      }
    }
    const kind = kindOf(x, i),
      seq = kind === "event" && Number.isInteger(x.event?.seq) ? x.event.seq : null;
    if (broken) fault(i + 1, seq, broken);
    const shape = lineShape(kind, x) || (isCanonical(x) ? "" : "it holds what no record may");
    if (shape) {
      fault(i + 1, seq, shape);
      if (kind === "event" || kind === "unknown") {
        out.usable = false;
        continue;
      }
    }
    const rank = KINDS.indexOf(kind);
    if (rank < stage || (rank === stage && kind !== "event" && i > 0))
      fault(i + 1, seq, "the lines are not in a capsule's order");
    stage = Math.max(stage, rank);
    if (shape) continue;
    if (kind === "header") out.header = x;
    if (kind === "view") {
      out.view = x.view;
      if (Array.isArray(x.tables)) out.tables = x.tables;
    }
    if (kind === "event") {
      out.events.push(x.event);
      out.steps.push(x);
    }
    if (kind === "openings") out.openings = x.openings;
    if (kind === "checkpoint") out.checkpoint = x.checkpoint;
  }
  if (!out.header) {
    out.usable = false;
    if (!out.faults.length) fault(1, null, "the file is empty");
  }
  if (!out.events.length) {
    out.usable = false;
    fault(null, null, "the capsule holds no event");
  }
  if (stage < KINDS.indexOf("openings")) fault(null, null, "the capsule has no line of openings");
  if (out.checkpoint === null) fault(null, null, "the capsule has no checkpoint");
  if (file.rest.length) fault(null, null, "the capsule does not end with a line feed");
  return out;
}
