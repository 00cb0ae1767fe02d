// Lately: the last event that did something to a counter of the board, told on its card.
import { controller } from "./app.js";
import { names } from "./parts/ids.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";

/** @import { Replay } from "./types.js" */

/**
 * The last event up to `at` whose effects name one of these; null if no event that is read does.
 * @param {Replay} replay
 * @param {number} at
 * @param {readonly string[]} ids
 */
function lastOf({ steps }, at, ids) {
  const these = new Set(ids),
    found = steps.slice(0, at).findLast((step) => names(step?.event?.effects, these));
  return found ?? null;
}

/**
 * What happened last to what stands for these ids, with a way there.
 * @param {readonly string[]} ids
 */
export function latelyLine(ids) {
  const { replay, at } = controller.showing,
    step = lastOf(replay, at, ids);
  return step?.text?.length
    ? html`<p class="lately">
        ${
          step.seq === at
            ? "Now:"
            : html`<button class="txt" @click=${() => controller.goTo(step.seq)}>
                Event ${step.seq}:
              </button>`
        }
        ${step.text[0]}
      </p>`
    : nothing;
}
