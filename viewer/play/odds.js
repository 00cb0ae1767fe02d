// Odds: a bar an outcome, the likeliest first.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { count } from "../words.js";
import { chance, share } from "./chance.js";

/** @import { Odds, Tell } from "./types.js" */

const MOST_BARS = 6;
const MOST_OTHERS = 40;

/**
 * A bar; its length is a share of the whole.
 * @param {number} part
 */
const length = (part) =>
  html`<svg class="b" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
    <rect width=${part} height="1" />
  </svg>`;

/**
 * @param {number} part
 * @param {string} said
 * @param {unknown} what
 */
const bar = (part, said, what) =>
  html`<li>
    ${length(part)}<b class="pr">${said}<span class="vh">: </span></b>
    <div>${what}</div>
  </li>`;

/**
 * @param {Odds["outcomes"]} outcomes
 * @param {Tell} tell
 */
const folded = (outcomes, tell) =>
  html`<details>
    <summary>${count(outcomes.length, "other outcome")}</summary>
    <ul class="others">
      ${outcomes.slice(0, MOST_OTHERS).map((o) => html`<li><b>${chance(o.probability)}</b>: ${tell(o.outcome)}</li>`)}
      ${outcomes.length > MOST_OTHERS ? html`<li>and ${outcomes.length - MOST_OTHERS} that are rarer still</li>` : nothing}
    </ul>
  </details>`;

/**
 * @param {Odds} odds
 * @param {Tell} tell
 */
export function oddsBars({ exact, branches, outcomes }, tell) {
  if (!outcomes.length)
    return html`<p class="note">There are too many ways in which it may go to count them.</p>`;
  const even = outcomes.every((o) => o.probability === outcomes[0].probability),
    shown = outcomes.length <= MOST_BARS ? outcomes : even ? [] : outcomes.slice(0, MOST_BARS - 1),
    rest = outcomes.slice(shown.length),
    other = 1 - shown.reduce((sum, o) => sum + share(o.probability), 0);
  return html`<h3>What may come of it</h3>
    ${shown.length ? nothing : html`<p>${count(outcomes.length, "outcome")}, each ${chance(outcomes[0].probability)}.</p>`}
    <ul class="bars">
      ${shown.map((o) => bar(share(o.probability), chance(o.probability), tell(o.outcome)))}
      ${rest.length ? bar(other, shown.length ? chance(`${Math.round(other * 1000)}/1000`) : "any of them", folded(rest, tell)) : nothing}
    </ul>
    <p class="exact">
      ${exact ? html`<b>Exact</b>: every face was tried, none was thrown.` : `About so, from ${count(branches, "try", "tries")}.`}
    </p>`;
}
