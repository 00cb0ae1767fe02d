// Rewind: what a rewind would undo, and the board before and after it.
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @import { Step } from "../renderer.js" */
/** @import { Acts, Open } from "./types.js" */

/**
 * The event that an order would rewind to, or agrees to rewind to; null if it is no such order.
 * @param {Open} open
 */
export function rewindsTo({ option, answers }) {
  const to = answers["/to"];
  return /^campaign\.(rewind|consent)$/.test(option.command.type) && typeof to === "number"
    ? to
    : null;
}

const MOST = 5;

/**
 * `steps`: the campaign's; `peeked`: whether the board stands as it would stand after it.
 * @param {number} to
 * @param {{ steps: Step[], peeked: boolean }} given
 * @param {Acts} act
 */
export function rewindPanel(to, { steps, peeked }, act) {
  const head = steps.length,
    undone = steps.slice(to);
  return html`<h3>The board</h3>
    <div class="picks" role="group" aria-label="The board">
      <button class="pick" aria-pressed=${String(!peeked)} @click=${() => act.peek(null)}>
        As it is, event ${head}</button
      ><button class="pick" data-peek aria-pressed=${String(peeked)} @click=${() => act.peek(to)}>
        Rewound, as after event ${to}
      </button>
    </div>
    <p class="note">
      ${undone.length > 1 ? `Events ${to + 1} to ${head} are` : `Event ${head} is`} undone. What is
      undone stays in the log, struck through.
    </p>
    <ul class="undoes">
      ${undone.slice(0, MOST).map((step) => html`<li><small>${step.seq}</small> ${step.text[0]}</li>`)}
      ${undone.length > MOST ? html`<li>and ${undone.length - MOST} more</li>` : nothing}
    </ul>`;
}
