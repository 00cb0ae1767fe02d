// Ending: the button that ends a phase.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { aside, deed } from "./tray.js";

/** @import { Acts, Item } from "./types.js" */

/** Why it is ended, and what comes then. @param {Item} ending @param {string} next */
export const because = (ending, next) => [aside(ending), next].filter(Boolean).join("; ");
/** @param {string} words */
export const small = (words) => (words ? html` <small>${words}</small>` : nothing);

/**
 * What ends the phase, where there is nothing else of use to do; `next`: what comes then, in words.
 * @param {Item} ending
 * @param {string} next
 * @param {boolean} barred
 * @param {Acts} act
 */
export const endButton = (ending, next, barred, act) =>
  html`<button
    class="btn do end"
    data-end=${ending.id}
    ?disabled=${barred}
    @click=${(/** @type {MouseEvent} */ e) =>
      // A second tap of the same finger was meant for what stood here before.
      e.detail < 2 && act.end(ending.id)}
  >
    ${deed(ending)}${small(next)}
  </button>`;
