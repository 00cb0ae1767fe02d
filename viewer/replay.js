// Replay: one campaign as one audience sees it. The model is never changed; news makes a longer one
// that shares the views.
import { Views } from "./views.js";
import { actingSeat } from "./words.js";

/** @import { Mark, Step, View } from "./renderer.js" */
/** @import { Beat, Outline, Replay } from "./types.js" */

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
}) => ({
  ...{ campaign, audience, base: view, tables, steps, head, source, bytes },
  views: new Views(view),
});

/**
 * The places of events that are still to be read.
 * @param {number} count
 * @returns {Step[]}
 */
export const unread = (count) =>
  Array.from({ length: count }, (_, i) => ({
    ...{ seq: i + 1, unread: true, at: "", by: "", for: "", text: ["…"] },
    ...{ dice: [], marks: [], patch: null },
    event: /** @type {any} */ (null),
  }));

/**
 * Put steps that were read in their places; `view` is the view before the first of them.
 * @param {Replay} r
 * @param {{ view: View | null, items: Step[] }} given
 * @returns {Replay}
 */
export function fill(r, { view, items }) {
  const steps = [...r.steps],
    [first] = items;
  for (const step of items) if (step.seq <= steps.length) steps[step.seq - 1] = step;
  if (first) r.views.keep(first.seq - 1, view);
  return { ...r, steps };
}

/**
 * Whether an event is read.
 * @param {Replay} r
 * @param {number} seq
 */
export const isRead = (r, seq) => !r.steps[seq - 1]?.unread;

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
 * The view after event seq (0: before the first); null where the source has none, or it is not read yet.
 * @param {Replay} r
 * @param {number} seq
 * @returns {View | null}
 */
export function viewAt(r, seq) {
  if (r.base === null || typeof r.base !== "object") return null;
  return r.views.at(seq, r.steps);
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
/** What is worth a headline: the kinds of marks. */
export const NEWS = ["end", "death", "battle", "conquest"];
const derived = new WeakMap();
/** @param {Step} step */
const beatMark = (step) => marksOf(step).find((m) => m.kind === "beat");
/**
 * Who acts in an event's first sentence, as its game tells it, else who sent it; null if nobody does.
 * @param {Step} step
 */
export function actorOf(step) {
  const mark = beatMark(step);
  return mark ? (mark.seat ?? null) : actingSeat(step);
}

/**
 * The steps' beats, and which beat each step is in. A game that tells of none has one beat a step,
 * told of the seat that sent it; what is undone or taken up elsewhere ends a beat.
 * @param {readonly Step[]} steps
 */
function beatsOf(steps) {
  /** @type {Beat[]} */
  const beats = [],
    beatOf = [];
  let closed = true;
  for (const step of steps) {
    const mark = beatMark(step),
      seat = actorOf(step),
      headline = String(mark?.label ?? step.text?.[0] ?? "");
    if (closed || !mark?.continues)
      beats.push({ first: step.seq, last: step.seq, at: step.seq, headline, seat });
    const beat = beats[beats.length - 1];
    beat.last = step.seq;
    if (mark?.label) Object.assign(beat, { at: step.seq, headline, seat });
    beatOf.push(beats.length - 1);
    closed = hasMark(step, "rewind") || hasMark(step, "fork");
  }
  return { beats, beatOf };
}

/**
 * What the marks say of the whole: {beats, chapters, undone, rewinds, battles, dice, entered, deaths, rulings}.
 * @param {Pick<Replay, "steps">} r
 * @returns {Outline}
 */
export function outline(r) {
  if (derived.has(r.steps)) return derived.get(r.steps);
  /** @type {Outline} */
  const out = {
    ...beatsOf(r.steps),
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
 * The beat that an event belongs to.
 * @param {Replay} r
 * @param {number} seq
 */
export function beatAt(r, seq) {
  const { beats, beatOf } = outline(r);
  return beats[beatOf[seq - 1]] ?? null;
}

/**
 * The first event of a stretch that is not read; 0 where all of it is.
 * @param {Replay} r
 * @param {number} from
 * @param {number} to
 */
export function firstUnread(r, from, to) {
  for (let seq = from; seq <= Math.min(to, r.steps.length); seq++) if (!isRead(r, seq)) return seq;
  return 0;
}

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
