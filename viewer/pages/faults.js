// Faults: what is wrong at a field of a form.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { capital } from "../words.js";

/** @import { FieldError } from "../types.js" */

/**
 * What is wrong at a field; the field names it as its description.
 * @param {string} id
 * @param {readonly FieldError[]} errors
 */
export const faults = (id, errors) =>
  errors.length
    ? html`<ul class="faults" id=${`${id}-fault`}>
        ${errors.map((e) => html`<li>${capital(e.detail)}</li>`)}
      </ul>`
    : nothing;
