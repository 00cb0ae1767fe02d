// Since: what has happened since the reader looked, told in a line when a campaign is opened again.
import { html } from "./vendor/lit-html/lit-html.js";
import { seenUpTo } from "./pages/games.js";
import { beatAt, hasMark, isOver, isRead, NEWS, outline } from "./replay.js";
import { count } from "./words.js";

/** @import { Controller } from "./controller.js" */
/** @import { Replay } from "./types.js" */

const TOLD = 3; // headlines

/**
 * The last event that this browser has shown of a campaign that went on since; null if it shows all, or
 * what was shown belongs to the last beat, which is told as one, or an event is asked for.
 * @param {Replay} replay
 * @param {number | null | undefined} asked
 */
export function sinceLooked(replay, asked) {
  const upTo = seenUpTo(replay.campaign.id),
    { length } = replay.steps;
  if (asked || !upTo || upTo >= length || isOver(replay)) return null;
  const beat = beatAt(replay, upTo);
  return beat && beat.last >= length ? null : upTo;
}

/**
 * What came after an event and is worth a headline: the beats with news in them, else the last ones.
 * @param {Replay} replay
 * @param {number} since
 */
function newsSince(replay, since) {
  const beats = outline(replay).beats.filter(({ at }) => at > since && isRead(replay, at)),
    news = beats.filter((beat) =>
      replay.steps
        .slice(beat.first - 1, beat.last)
        .some((step) => NEWS.some((kind) => hasMark(step, kind))),
    );
  return (news.length ? news : beats).filter(({ headline }) => headline).slice(-TOLD);
}

/**
 * @param {Replay} replay
 * @param {number} since
 */
export const headlinesSince = (replay, since) =>
  newsSince(replay, since).map(({ headline }) => headline);

/**
 * @param {Controller} controller
 * @param {number} since
 */
export function sinceLine(controller, since) {
  const { replay, at } = controller.showing,
    seen = Math.max(since, beatAt(replay, at).last),
    left = replay.steps.length - seen;
  return html`<div class="sheet-note since" role="status">
    <p>
      <b>${count(left, "event")} since you looked:</b> ${headlinesSince(replay, seen).join(" ")}
    </p>
    <button class="txt" @click=${() => controller.go("next")}>Step through them</button>
    <button class="txt" @click=${() => controller.go("last")}>Go to the end</button>
  </div>`;
}
