// Composed: the orders that wait to be sent, and why one of them cannot stand.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { icon } from "../parts/marks.js";

/** @import { Acts, Order, Problem, TurnState } from "./types.js" */

/**
 * Why an order cannot stand, at the order itself.
 * @param {string} what
 * @param {Problem} problem
 */
const barred = (what, { detail, title, rule }) =>
  html`<small class="barred" role="alert"
    ><b>${what}</b>
    ${detail || title}${rule ? html` <span>${rule.id}: ${rule.title}</span>` : nothing}</small
  >`;

/**
 * One composed order, by its option's title and what was chosen for it.
 * @param {Order} o
 * @param {number} i
 * @param {Pick<TurnState, "sending" | "result">} state
 * @param {Acts} act
 */
function order(o, i, { sending, result }, act) {
  const throws = o.throws ? html`<small>It may throw dice.</small>` : nothing,
    why = o.lost
      ? barred("No longer possible.", o.lost)
      : result?.kind === "refused" && result.order === o.key
        ? barred("Refused.", result.problem)
        : null;
  return html`<li class=${why ? "barred" : ""}>
    <span class="no" aria-hidden="true">${why ? icon("fail") : i + 1}</span
    ><span><span class="what">${o.text?.[0] ?? o.option.title}</span>${why ?? throws}</span
    ><span class="ends"
      ><button
        class="txt"
        aria-label=${`Change order ${i + 1}`}
        ?disabled=${sending}
        @click=${() => act.change(o.key)}
      >
        Change</button
      ><button
        class="ico"
        aria-label=${`Take out order ${i + 1}`}
        ?disabled=${sending}
        @click=${() => act.remove(o.key)}
      >
        ${icon("close")}
      </button></span
    >
  </li>`;
}

/**
 * What is composed; the button that sends it stands at the foot.
 * @param {TurnState} state
 * @param {Acts} act
 */
export function composed({ open, orders, sending, result }, act) {
  if (!orders.length) return nothing;
  const throws = orders.slice(0, -1).some((o) => o.throws);
  return html`<section class="sec" aria-labelledby="your-orders">
    <h2 id="your-orders" tabindex="-1">
      Your orders <small>${orders.length} composed${open ? " and the open one" : ""}</small>
    </h2>
    <ol class="olist">
      ${repeat(
        orders,
        (o) => o.key,
        (o, i) => order(o, i, { sending, result }, act),
      )}
    </ol>
    <p class="safe">
      ${
        orders.length > 1
          ? html`<b
              >${throws ? "In this order, until one is refused." : "All or none, in this order."}</b
            >`
          : nothing
      }
      Nobody sees them until you send them.
    </p>
  </section>`;
}
