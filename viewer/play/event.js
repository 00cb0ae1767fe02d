// Event: a question for an event's number, answered by what happened.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { valueOf } from "../dom.js";

/** @import { Step } from "../renderer.js" */
/** @import { Question } from "./types.js" */

/** So many of the last ones are listed; an earlier one is named by its number. */
const LAST = 60;

/** Whether a place of a command names an event. @param {string} type @param {string} pointer */
const namesEvent = (type, pointer) =>
  /^campaign\.(rewind|consent|annotate)$/.test(type) && /^\/(to|seq)$/.test(pointer);

/**
 * The last events to choose from, the newest first; nothing where no event is asked for.
 * @param {string} type
 * @param {Question} q
 * @param {Step[]} steps
 * @param {(answer: unknown) => void} give
 */
export function eventPicker(type, q, steps, give) {
  if (q.kind !== "integer" || !namesEvent(type, q.pointer)) return nothing;
  const { min, max } = q.choice.integer,
    last = steps.filter(({ seq }) => seq >= min && seq <= max).slice(-LAST),
    listed = last.some(({ seq }) => seq === q.answer);
  return html`<select
    class="event"
    aria-label="The event, by what happened"
    @change=${(/** @type {globalThis.Event} */ e) => valueOf(e) && give(Number(valueOf(e)))}
  >
    <option value="" .selected=${!listed}>Choose by what happened …</option>
    ${last
      .toReversed()
      .map(
        ({ seq, text }) =>
          html`<option value=${seq} .selected=${seq === q.answer}>${seq}: ${text[0]}</option>`,
      )}
  </select>`;
}
