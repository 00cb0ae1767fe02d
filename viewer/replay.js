// Replay: one campaign as one audience sees it. The model is never changed; news makes a longer one that shares the views.
import { apply } from "./patch.js";

/** @import { Outline, Replay } from "./types.js" */
/** @import { Mark, Step, View } from "./renderer.js" */

/**
 * source: "server" | "capsule"; steps run from seq 1; head is the last seq known to exist.
 * @param {Partial<Omit<Replay, "base" | "views">> & Pick<Replay, "campaign" | "audience" | "source"> & { view?: any }} given
 * @returns {Replay}
 */
export const replay = ({
  campaign,
  audience,
  view = null,
  tables = [],
  steps = [],
  head = steps.length,
  source,
  bytes = null,
}) => ({ campaign, audience, base: view, tables, steps, head, source, bytes, views: [] });

/**
 * @param {Replay} r
 * @param {Step[]} items
 * @returns {Replay}
 */
export function extend(r, items) {
  const steps = [...r.steps, ...items.filter((s) => s.seq > r.steps.length)];
  return { ...r, steps, head: Math.max(r.head, steps.length) };
}

/**
 * @param {Replay} r
 * @param {number} seq
 */
export const stepAt = (r, seq) => r.steps[seq - 1] ?? null;

/**
 * The view after event seq (0: before the first); null where the source has none.
 * @param {Replay} r
 * @param {number} seq
 * @returns {View | null}
 */
export function viewAt(r, seq) {
  if (r.base === null || typeof r.base !== "object") return null;
  for (let k = r.views.length; k < seq; k++) {
    const before = k ? r.views[k - 1] : r.base,
      patch = r.steps[k]?.patch;
    r.views.push(Array.isArray(patch) ? apply(before, patch) : before);
  }
  return seq ? r.views[seq - 1] : r.base;
}

/**
 * @param {Step} step
 * @returns {Mark[]}
 */
const marksOf = (step) => (Array.isArray(step.marks) ? step.marks : []);
/**
 * @param {Step} step
 * @param {string} kind
 */
export const hasMark = (step, kind) => marksOf(step).some((m) => m.kind === kind);
const derived = new WeakMap();

/**
 * What the marks say of the whole: {chapters, undone, rewinds, battles, dice, entered, deaths, rulings}.
 * @param {Replay} r
 * @returns {Outline}
 */
export function outline(r) {
  if (derived.has(r.steps)) return derived.get(r.steps);
  /** @type {Outline} */
  const out = {
    chapters: [],
    undone: new Map(),
    rewinds: [],
    battles: [],
    dice: new Set(),
    entered: [],
    deaths: [],
    ends: [],
  };
  for (const s of r.steps) {
    if (s.dice?.length) out.dice.add(s.seq);
    for (const m of marksOf(s)) {
      if (m.kind === "chapter")
        out.chapters.push({ seq: s.seq, label: String(m.label ?? ""), note: String(m.note ?? "") });
      if (m.kind === "battle") out.battles.push(s.seq);
      if (m.kind === "entered") out.entered.push(s.seq);
      if (m.kind === "death") out.deaths.push(s.seq);
      if (m.kind === "end") out.ends.push(s.seq);
      if (m.kind === "rewind" && m.to !== undefined && Number.isInteger(m.to)) {
        out.rewinds.push([s.seq, m.to]);
        for (let q = m.to + 1; q < s.seq; q++) if (!out.undone.has(q)) out.undone.set(q, s.seq);
      }
    }
  }
  derived.set(r.steps, out);
  return out;
}

/**
 * @param {Replay} r
 * @param {number} seq
 */
export const chapterAt = (r, seq) => outline(r).chapters.findLast((c) => c.seq <= seq) ?? null;

/**
 * Whether the war is over at its last event; not if its view cannot be made, as the board says then.
 * @param {Replay} replay
 */
export function isOver(replay) {
  try {
    return viewAt(replay, replay.steps.length)?.status === "concluded";
  } catch {
    return false;
  }
}
