// Noted: what is kept and said of events, as it stands in the log and above the board.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { mayKeep, noteOn, remarks } from "./notes.js";
import { toggleBookmark } from "./noting.js";
import { icon, seatMark } from "./parts/marks.js";
import { count, seatOf, senderName } from "./words.js";

/** @import { Remark } from "./notes.js" */
/** @import { Seat } from "./renderer.js" */
/** @import { Replay, Showing } from "./types.js" */

const MOST = 12; // remarks on one event that stand in its row; the pane of notes has them all

/**
 * What was said of an event and what one keeps of it, as it stands in the log.
 * @param {Replay} replay
 * @param {number[]} seqs
 * @param {readonly Seat[]} seats
 */
export function notesUnder(replay, seqs, seats) {
  const said = remarks(replay),
    { id } = replay.campaign;
  return seqs.flatMap((seq) => {
    const own = mayKeep ? noteOn(id, seq) : {},
      all = said.get(seq) ?? [],
      left = all.length - MOST;
    return [
      ...all.slice(-MOST).map((one) => remark(one, seats)),
      ...(left > 0 ? [html`<p class="remark lab">and ${count(left, "earlier remark")}</p>`] : []),
      ...(own.text
        ? [
            html`<p class="own-note">
              <span class="lab">Your note</span> <span class="t">${own.text}</span>
            </p>`,
          ]
        : []),
    ];
  });
}
/**
 * Whether one of these events has a bookmark.
 * @param {string} id
 * @param {number[]} seqs
 */
export const bookmarked = (id, seqs) => mayKeep && seqs.some((seq) => noteOn(id, seq).marked);

/**
 * @param {Remark} one
 * @param {readonly Seat[]} seats
 */
export const remark = (one, seats) =>
  html`<p class=${one.undone ? "remark undone" : "remark"}>
    ${seatMark(seats, seatOf(one.for) ?? seatOf(one.by) ?? one.by, false)}
    <span class="lab">${senderName(one, seats)}</span> <span class="t">${one.text}</span>
  </p>`;

/**
 * What one may do with the event that is shown: its bookmark, its note.
 * @param {Showing} state
 * @param {{ open: () => void, fork: string | null }} acts
 */
export function stepActs({ replay, at }, { open, fork }) {
  if (!mayKeep) return nothing;
  const { marked, text } = noteOn(replay.campaign.id, at),
    said = remarks(replay).get(at)?.length ?? 0,
    has = said + (text ? 1 : 0);
  return html`<span class="step-acts" role="group" aria-label=${`Event ${at}`}>
    <button
      class="ico"
      aria-pressed=${String(marked)}
      aria-label="Bookmark"
      title="Bookmark (m)"
      @click=${toggleBookmark}
    >
      ${icon(marked ? "marked" : "mark")}</button
    ><button
      class=${has ? "ico has" : "ico"}
      aria-label=${has ? `Notes: ${has} on this event` : "Notes"}
      title="Notes (w)"
      @click=${open}
    >
      ${icon("note")}</button
    >${
      fork
        ? html`<a class="ico" aria-label="Fork here" title="Fork after this event" href=${fork}
            >${icon("fork")}</a
          >`
        : nothing
    }
  </span>`;
}
