// States: nothing here, being fetched, gone wrong; each says what one can do.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { Problem } from "./api.js";
import { count } from "./words.js";

/**
 * @param {string} title
 * @param {unknown} text
 * @param {unknown} [acts]
 */
export const empty = (title, text, acts = nothing) =>
  html`<section class="state">
    <h2>${title}</h2>
    <p>${text}</p>
    <div class="acts">${acts}</div>
  </section>`;

/**
 * @param {string} what
 * @param {number | null} [done]
 * @param {number | null} [of]
 * @param {unknown} [acts]
 */
export function loading(what, done = null, of = null, acts = nothing) {
  return html`<section class="state" aria-busy="true">
    <h2>${what}</h2>
    <p>${of ? html`${count(done ?? 0, "event")} of ${of.toLocaleString("en")}` : "One moment."}</p>
    <div
      class="gauge"
      role="progressbar"
      aria-label=${what}
      aria-valuemin="0"
      aria-valuemax=${of ?? 1}
      aria-valuenow=${done ?? 0}
    >
      <svg width="100%" height="14">
        <line
          x1="0"
          x2=${`${of ? Math.min(100, (100 * (done ?? 0)) / of) : 0}%`}
          y1="13"
          y2="13"
        ></line>
      </svg>
    </div>
    <div class="acts">${acts}</div>
  </section>`;
}

/** @type {Record<number, string>} */
const REMEDY = {
  401: "A token is missing or no longer good. Look at it as Everyone, or open the link that you were given.",
  403: "The token you hold does not open this. Look at it as somebody else.",
  429: "Wait a little, then try again.",
};
/** What a kind of problem is called for readers of a page; else as the API calls it. @type {Record<string, string>} */
const HEADING = {
  conflict: "That cannot be done now",
  "invalid-request": "Something here is missing or wrong",
  unauthorized: "A token is needed",
  forbidden: "That is not for this seat",
  "not-found": "There is nothing here",
};
/** @param {Problem} e */
const remedy = (e) =>
  REMEDY[e.status] ??
  (e.status >= 500
    ? "The fault is the server's. Try again; if it persists, send its operator the request's number."
    : "");

/**
 * An error, with retry if there is something to retry.
 * @param {Problem | Error} e
 * @param {unknown} [acts]
 * @param {string} [what]  what one can do; if left out, what the status allows
 */
export function failed(e, acts = nothing, what = e instanceof Problem ? remedy(e) : "") {
  const known = e instanceof Problem;
  return html`<section class="state bad" role="alert">
    <h2>${known ? (HEADING[e.kind] ?? e.title) : "This cannot be shown"}</h2>
    <p>${known ? e.detail : e.message}</p>
    ${what ? html`<p>${what}</p>` : nothing}
    <div class="acts">${acts}</div>
    ${
      known && e.request
        ? html`<p class="lab">Request <span class="mono">${e.request}</span></p>`
        : nothing
    }
  </section>`;
}
