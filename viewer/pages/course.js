// Course: a whole game in a few numbers: how each measure stood at the end of every turn, and where
// it swung most. Pure.
import { chapterAt, outline, stepAt, viewAt } from "../replay.js";

/** @import { Measure, Renderer, Step } from "../renderer.js" */
/** @import { Course, Curve, Replay, Swing } from "../types.js" */

const SWINGS = 5;

/**
 * The event that ended the game; the last one where none is marked.
 * @param {Replay} replay
 */
const endOf = (replay) => {
  const undone = outline(replay).undone;
  return outline(replay).ends.findLast((seq) => !undone.has(seq)) ?? replay.steps.length;
};

/**
 * @param {Replay} replay
 * @param {number} seq
 * @param {Renderer} renderer
 * @returns {Measure[]}
 */
function measuresAt(replay, seq, renderer) {
  const view = viewAt(replay, seq);
  return view?.game ? (renderer.summary?.(view) ?? []) : [];
}

/**
 * The events at which turns ended: before each chapter, and the end. What was rewound is passed over.
 * @param {Replay} replay
 * @param {number} end
 */
function turns(replay, end) {
  const { chapters, undone } = outline(replay),
    standing = chapters.filter((c) => c.seq <= end && !undone.has(c.seq));
  const ends = standing.map((c, i) => ({
    label: c.label,
    seq: (standing[i + 1]?.seq ?? end + 1) - 1,
  }));
  const first = (standing[0]?.seq ?? 1) - 1;
  return [{ label: "start", seq: Math.max(1, first) }, ...ends];
}

/**
 * How a measure stood at the end of every turn.
 * @param {Replay} replay
 * @param {Renderer} renderer
 * @param {number} end
 * @returns {Curve[]}
 */
function curves(replay, renderer, end) {
  const points = turns(replay, end).map((turn) => ({
    ...turn,
    measures: measuresAt(replay, turn.seq, renderer),
  }));
  const told = points.filter((p) => p.measures.length),
    last = told.at(-1);
  if (!last || told.length < 2) return [];
  return last.measures.map((measure) => ({
    title: measure.title,
    unit: measure.unit,
    better: measure.better,
    goal: measure.goal,
    points: told.map(({ label, seq }) => ({ label, seq })),
    sides: measure.values.map(({ side, title, slot }) => ({
      side,
      title,
      slot,
      values: told.map((p) => valueIn(p.measures, measure.title, side)),
    })),
  }));
}

/**
 * @param {readonly Measure[]} measures
 * @param {string} title
 * @param {string} side
 */
const valueIn = (measures, title, side) =>
  measures.find((m) => m.title === title)?.values.find((v) => v.side === side)?.value ?? 0;

/**
 * What an event changed in a measure: [side, before, after] of each that it moved.
 * @param {Measure} before
 * @param {Measure} after
 */
const moved = (before, after) =>
  after.values
    .map((v) => ({
      title: v.title,
      before: before.values.find((x) => x.side === v.side)?.value ?? v.value,
      after: v.value,
    }))
    .filter((c) => c.before !== c.after);

/**
 * The events that moved a measure most, in their order.
 * @param {Replay} replay
 * @param {Renderer} renderer
 * @param {number} end
 * @returns {Swing[]}
 */
function swings(replay, renderer, end) {
  const { undone, chapters, battles } = outline(replay),
    begin = chapters[0]?.seq ?? 1;
  /** @type {(Swing & { rank: number, weight: number })[]} */
  const found = [];
  let before = measuresAt(replay, begin, renderer);
  for (let seq = begin + 1; seq <= end; seq++) {
    const after = measuresAt(replay, seq, renderer);
    if (!undone.has(seq) && !hasRewound(stepAt(replay, seq)))
      after.forEach((measure, rank) => {
        const earlier = before.find((m) => m.title === measure.title);
        const changes = earlier ? moved(earlier, measure) : [];
        if (changes.length)
          found.push({
            seq,
            label: chapterAt(replay, seq)?.label ?? "",
            text: stepAt(replay, seq)?.text ?? [],
            fought: battles.includes(seq),
            measure: measure.title,
            unit: measure.unit,
            changes,
            rank,
            weight: Math.max(...changes.map((c) => Math.abs(c.after - c.before))),
          });
      });
    before = after;
  }
  const best = found.toSorted((a, b) => a.rank - b.rank || b.weight - a.weight || a.seq - b.seq),
    once = best.filter((s, i) => best.findIndex((x) => x.seq === s.seq) === i);
  return once.slice(0, SWINGS).toSorted((a, b) => a.seq - b.seq);
}

/** @param {Step | null} step */
const hasRewound = (step) => Boolean(step?.marks?.some((m) => m.kind === "rewind"));

const made = new WeakMap();
/**
 * @param {Replay} replay
 * @param {Renderer} renderer
 * @returns {Course}
 */
export function courseOf(replay, renderer) {
  if (!made.has(replay.steps)) {
    const end = endOf(replay);
    made.set(replay.steps, {
      end,
      curves: curves(replay, renderer, end),
      swings: swings(replay, renderer, end),
    });
  }
  return made.get(replay.steps);
}

/**
 * How it ended, where the renderer says nothing: who won, the recorded reason, how long it took.
 * @param {Replay} replay
 * @param {(seat: string) => string} title
 */
export function plainHeadline(replay, title) {
  const end = endOf(replay),
    winners = viewAt(replay, end)?.winners ?? [],
    { chapters } = outline(replay),
    ended = stepAt(replay, end)?.event?.effects?.find((e) => e.type === "concluded"),
    reason = ended && "reason" in ended ? String(ended.reason) : "";
  return {
    title: winners.length
      ? `${winners.map(title).join(" and ")} ${winners.length > 1 ? "win" : "wins"}.`
      : "Nobody is named as the winner.",
    why: `${reason ? `${reason.replace(/\.$/, "")}. ` : ""}It took ${chapters.length > 1 ? `${chapters.length} turns and ` : ""}${end} events.`,
  };
}

/**
 * What a swing is called, and why it came: of a battle who won it, else what the side did that gained,
 * then what names a side with what it has now. The measure itself stands beside it in numbers.
 * @param {Pick<Swing, "text" | "changes" | "fought" | "measure">} swing
 * @returns {{ first: string | undefined, rest: string[] }}
 */
export function toldOf({ text, changes, fought, measure }) {
  const told = text.filter((t) => !t.includes(`${measure}:`)),
    gains = changes.toSorted((a, b) => b.after - b.before - (a.after - a.before)),
    did = gains.map((c) => told.find((t) => t.replace(/^The /, "").startsWith(c.title)));
  const first = (fought ? null : did.find(Boolean)) ?? told[0] ?? text[0],
    at = told.indexOf(first),
    rest = [...told.slice(at + 1), ...told.slice(0, Math.max(0, at))],
    named = rest.filter((t) => changes.some((c) => t.includes(c.title))),
    summed = named.filter((t) =>
      changes.some((c) => t.includes(c.title) && t.split(/\D+/).includes(String(c.after))),
    );
  return { first, rest: [summed, named, rest].find((some) => some.length)?.slice(0, 2) ?? [] };
}

/**
 * From one turn to another, what both are called said once: "48 to 46 BC", "Turns 1 to 16".
 * @param {string} first
 * @param {string} last
 */
export function spanOf(first, last) {
  const [a, b] = [first, last].map((label) => label.split(" ")),
    alike = a.length === 2 && b.length === 2;
  if (alike && a[1] === b[1]) return `${a[0]} to ${last}`;
  if (alike && a[0] === b[0]) return `${a[0]}s ${a[1]} to ${b[1]}`;
  return `${first} to ${last}`;
}
