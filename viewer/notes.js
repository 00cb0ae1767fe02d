// Notes: what is remarked on events. A reader's own notes and bookmarks are kept in this browser,
// by campaign, and go nowhere else; what a seat or the referee annotated stands in the record, and
// is found in its steps.
import { isEmbedded } from "./here.js";
import { outline } from "./replay.js";
import { storage } from "./storage.js";

/** @import { Replay } from "./types.js" */
/** @import { Step } from "./renderer.js" */

/**
 * What a reader keeps of an event.
 * @typedef {object} Note
 * @property {boolean} [marked] whether it has a bookmark
 * @property {string} [text]
 */
/**
 * What somebody said of an event, for everyone.
 * @typedef {object} Remark
 * @property {number} on the event that it is about
 * @property {number} seq the event that it is
 * @property {string} by
 * @property {string} for
 * @property {string} text
 * @property {boolean} undone whether a rewind took it back
 */

const NAME = "iacta.notes",
  /** Characters of a note, as of a remark. */
  LONGEST = 2000;
export { LONGEST };

/** What was read last, as it was stored. @type {{ text: string | null, notes: Record<string, any> }} */
let read = { text: null, notes: {} };

/** @returns {Record<string, any>} */
function all() {
  const text = storage.get(NAME);
  if (text === read.text) return read.notes;
  let notes = {};
  try {
    const found = JSON.parse(text ?? "{}");
    if (found && typeof found === "object" && !Array.isArray(found)) notes = found;
  } catch {
    /* what is no JSON holds no notes */
  }
  read = { text, notes };
  return notes;
}

/** Whether notes can be taken here: a framed page keeps nothing. */
export const mayKeep = !isEmbedded;

/**
 * A reader's own note on an event; empty if there is none.
 * @param {string} id
 * @param {number} seq
 * @returns {Note}
 */
export function noteOn(id, seq) {
  const found = all()[id]?.[seq];
  return {
    marked: found?.marked === true,
    text: typeof found?.text === "string" ? found.text.slice(0, LONGEST) : "",
  };
}

/**
 * Keep a note, or what changed of it; what says nothing any more is forgotten.
 * @param {string} id
 * @param {number} seq
 * @param {Note} change
 */
export function keepNote(id, seq, change) {
  const { [id]: kept, ...rest } = all(),
    { [seq]: _, ...others } = kept && typeof kept === "object" ? kept : {},
    { marked, text } = { ...noteOn(id, seq), ...change },
    note = { ...(marked && { marked }), ...(text?.trim() && { text: text.trim() }) },
    notes = Object.keys(note).length ? { ...others, [seq]: note } : others;
  storage.set(NAME, JSON.stringify(Object.keys(notes).length ? { ...rest, [id]: notes } : rest));
}

/**
 * The events that a reader has a note or a bookmark on, in their order.
 * @param {string} id
 * @returns {number[]}
 */
export function noted(id) {
  const kept = all()[id];
  return Object.keys(kept && typeof kept === "object" ? kept : {})
    .map(Number)
    .filter((seq) => Number.isInteger(seq) && seq > 0)
    .toSorted((a, b) => a - b);
}

const found = /** @type {WeakMap<Step[], Map<number, Remark[]>>} */ (new WeakMap());
/**
 * What was remarked for everyone, by the event that it is about.
 * @param {Replay} replay
 * @returns {ReadonlyMap<number, Remark[]>}
 */
export function remarks(replay) {
  const { steps } = replay,
    known = found.get(steps);
  if (known) return known;
  const { undone } = outline(replay),
    /** @type {Map<number, Remark[]>} */
    out = new Map();
  for (const { seq, by, for: whom, event } of steps)
    for (const effect of /** @type {any[]} */ (event?.effects ?? [])) {
      if (effect?.type !== "annotated" || !Number.isInteger(effect.seq)) continue;
      const remark = { on: effect.seq, seq, by, for: whom, text: String(effect.text) };
      const all = out.get(effect.seq) ?? [];
      all.push({ ...remark, undone: undone.has(seq) });
      out.set(effect.seq, all);
    }
  found.set(steps, out);
  return out;
}

/**
 * Every event that has a note, a bookmark or a remark, in their order.
 * @param {Replay} replay
 */
export const marked = (replay) =>
  [...new Set([...noted(replay.campaign.id), ...remarks(replay).keys()])]
    .filter((seq) => seq <= replay.steps.length)
    .toSorted((a, b) => a - b);
