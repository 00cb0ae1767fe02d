// Sum: numbers under one another with their reasons, so that they can be added up by eye.
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** @typedef {{ what: unknown, value: unknown, cls?: string }} Row */

/**
 * A die that begins a sum, with the words for it.
 * @param {unknown} what
 * @param {unknown} value
 * @returns {Row}
 */
export const thrownRow = (what, value) => ({ what, value, cls: "d" });

/**
 * rows: [{what, value, cls}]; total: {what, value} or null; name: what a test finds the sum by.
 * @param {Row[]} rows
 * @param {Row | null} [total]
 * @param {string | typeof nothing} [name]
 */
export const sum = (rows, total = null, name = nothing) =>
  html`<dl class="sum" data-sum=${name}>
    ${rows.map(
      ({ what, value, cls = "" }) =>
        html`<div class=${cls}>
          <dt>${what}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
    ${
      total
        ? html`<div class="t">
            <dt>${total.what}</dt>
            <dd class=${typeof total.value === "string" && !/\d/.test(total.value) ? "word" : ""}>
              ${total.value}
            </dd>
          </div>`
        : nothing
    }
  </dl>`;
