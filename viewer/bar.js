// Bar: the head of every page, and its buttons.
import { html } from "./vendor/lit-html/lit-html.js";
import { icon } from "./parts/marks.js";

const mark = html`<a class="mark" href="#/" title="Your games">Iacta</a
  ><i class="motto">what is thrown stays thrown</i>`;

/**
 * @param {string} title
 * @param {unknown} end
 * @param {boolean} [replaying]
 */
export const bar = (title, end, replaying = false) =>
  html`<header class=${replaying ? "bar replaying" : "bar"}>
    ${mark}
    <h1>${title}</h1>
    <div class="end">${end}</div>
  </header>`;
/**
 * @param {string} name
 * @param {string} label
 * @param {() => void} act
 * @param {boolean} [wide]
 */
export const tool = (name, label, act, wide = true) =>
  html`<button class=${wide ? "ico wide" : "ico"} aria-label=${label} title=${label} @click=${act}>
    ${icon(name)}
  </button>`;
