// Rows: which rows the log has: the beats that a search leaves, under their turns, unfolded where the reader wants it.
import { beatAt, outline } from "./replay.js";

/** @import { Step } from "./renderer.js" */
/** @import { Beat, LogRow, Replay } from "./types.js" */

/**
 * The rows of the log: the beats that a search leaves, under the turns that they belong to, and the
 * events of those that are unfolded.
 * @param {Replay} replay
 * @param {readonly Step[]} shown
 * @param {(beat: Beat, steps: Step[]) => boolean} isOpen
 * @returns {LogRow[]}
 */
export function rowsOf(replay, shown, isOpen) {
  const rows = [],
    { chapters } = outline(replay);
  let next = 0;
  for (let i = 0; i < shown.length;) {
    const beat = beatAt(replay, shown[i].seq),
      steps = [];
    while (i < shown.length && shown[i].seq <= beat.last) steps.push(shown[i++]);
    let chapter = null;
    while (next < chapters.length && chapters[next].seq <= beat.first) chapter = chapters[next++];
    if (chapter) rows.push({ key: `turn ${chapter.seq}`, head: true, chapter });
    if (beat.first === beat.last) {
      rows.push({ key: String(beat.first), beat, step: steps[0] });
      continue;
    }
    const open = isOpen(beat, steps);
    rows.push({ key: `beat ${beat.first}`, beat, open });
    if (open) rows.push(...steps.map((step) => ({ key: String(step.seq), step })));
  }
  return rows;
}

/**
 * The same rows, with a beat unfolded that one goes through, if it stands folded among them.
 * @param {LogRow[]} rows
 * @param {Beat | null} entered
 * @param {readonly Step[]} shown
 * @returns {LogRow[]}
 */
export function unfolding(rows, entered, shown) {
  const at = entered
    ? rows.findIndex(({ beat, open }) => beat?.first === entered.first && open === false)
    : -1;
  if (!entered || at < 0) return rows;
  const steps = shown.filter(({ seq }) => entered.first <= seq && seq <= entered.last);
  return rows.toSpliced(
    at,
    1,
    { ...rows[at], open: true },
    ...steps.map((step) => ({ key: String(step.seq), step })),
  );
}

/** The first event of a row. @param {LogRow} row */
export const firstOf = ({ step, beat }) => step?.seq ?? beat?.first ?? Infinity;
