// Usual: what is mostly sent as the game proposes it, told and sent at one press.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { small } from "./ending.js";

/** @import { Acts, Item } from "./types.js" */

/**
 * What is proposed first: its name, and what it holds.
 * @param {Item} item  its option is read
 */
function told({ option }) {
  const [choice] = Object.values(option?.choices ?? {}),
    [title, ...holds] = (choice?.one_of?.[0].title ?? "").split(": ");
  return { title, holds: holds.join(": ") };
}

/**
 * @param {Item} item  its option is read
 * @param {boolean} hides  whether it is laid face down
 * @param {boolean} barred
 * @param {Acts} act
 */
export const usualButton = (item, hides, barred, act) =>
  html`<button
    class="btn do end"
    data-usual
    ?disabled=${barred}
    @click=${(/** @type {MouseEvent} */ e) =>
      // A second tap of the same finger was meant for what stood here before.
      e.detail < 2 && act.usual(item.id)}
  >
    ${hides ? "Lay the usual, face down" : "Send the usual"}${small(told(item).title)}
  </button>`;

/**
 * The same in the list, with what it holds.
 * @param {Item} item  its option is read
 * @param {boolean} hides
 * @param {boolean} barred
 * @param {Acts} act
 */
export function usualPart(item, hides, barred, act) {
  const { title, holds } = told(item);
  return html`<div class="lay">
    ${usualButton(item, hides, barred, act)}
    <small
      ><b>${title}</b>${holds ? `: ${holds}` : nothing}. Once ${hides ? "laid" : "sent"}, it stands.
      Or choose yourself:</small
    >
  </div>`;
}
