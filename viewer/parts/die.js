// Die: a die as it fell, drawn and in words; the dice of a step; which of them a number was thrown with.
import { html, nothing, svg } from "../vendor/lit-html/lit-html.js";

/** @import { Die, Step } from "../renderer.js" */
/** @import { Template } from "../vendor/lit-html/lit-html.js" */

/** @type {Record<string, [number, number][]>} */
const PIPS = {
  1: [[20, 20]],
  2: [
    [11, 11],
    [29, 29],
  ],
  3: [
    [11, 11],
    [20, 20],
    [29, 29],
  ],
  4: [
    [11, 11],
    [29, 11],
    [11, 29],
    [29, 29],
  ],
  5: [
    [11, 11],
    [29, 11],
    [20, 20],
    [11, 29],
    [29, 29],
  ],
  6: [
    [11, 10],
    [29, 10],
    [11, 20],
    [29, 20],
    [11, 30],
    [29, 30],
  ],
};
/** @param {string} text */
const size = (text) => (text.length > 3 ? "tiny" : text.length > 2 ? "small" : "");

/**
 * @param {string} kind
 * @param {Die["face"]} face
 */
function drawing(kind, face) {
  if (face === null)
    return svg`<rect class="o" x="3" y="3" width="34" height="34" rx="6"/><rect class="shut" x="3" y="3" width="34" height="34" rx="6"/>`;
  if (kind.startsWith("shuffle:"))
    return svg`<rect class="o" x="11" y="3" width="22" height="29" rx="2"/><rect
      class="o" x="6" y="8" width="22" height="29" rx="2"/><text
      class="small" x="17" y="27">${kind.slice(8)}</text>`;
  const pips = kind === "d6" ? PIPS[String(face)] : undefined;
  if (pips)
    return svg`<rect class="o" x="3" y="3" width="34" height="34" rx="6"/>${pips.map(
      ([x, y]) => svg`<circle cx=${x} cy=${y} r="3.7"/>`,
    )}`;
  const text = String(face);
  if (kind === "d10" || kind === "d10_zero")
    return svg`<path class="o" d="M20 1.5 38 15v9.5L20 38.5 2 24.5V15z"/><path
      class="i" d="M20 1.5 30.5 24 20 29.5 9.5 24zM2 24.5l7.5-.5M38 24.5l-7.5-.5M20 29.5v9"/><text
      x="20" y="23" class=${size(text)}>${text}</text>`;
  return svg`<path class="o" d="M13 3h14l10 10v14L27 37H13L3 27V13z"/><text x="20" y="26" class=${size(text)}>${text}</text>`;
}

/** @param {Die} d */
export function dieWords(d) {
  const kind = d.die === "d10_zero" ? "d10" : String(d.die || "die");
  if (d.face === null || d.face === undefined) return `${kind}: sealed`;
  const what = kind.startsWith("shuffle:") ? `shuffle of ${kind.slice(8)}` : `${kind}: ${d.face}`;
  return isEntered(d) ? `${what}, entered by hand, not proven` : what;
}

/**
 * A die, drawn; its name says kind and face.
 * @param {Die} d
 */
export const drawn = (d) =>
  html`<svg
    class=${`die${isEntered(d) ? " entered" : ""}`}
    viewBox="0 0 40 40"
    role="img"
    aria-label=${dieWords(d)}
  >
    ${drawing(String(d.die), d.face ?? null)}
  </svg>`;

/** What a die asks for when it is pressed; the event's `detail` is the die. */
export const PROVE = "prove";
/**
 * A die that tells how it fell when it is pressed. One that is no step's is drawn alone.
 * @param {Die} d
 * @param {boolean} [reach] whether one comes to it by Tab
 */
export const die = (d, reach = true) =>
  d.chain
    ? html`<button
        type="button"
        class="prove"
        tabindex=${reach ? 0 : -1}
        title="How it fell"
        aria-label=${`${dieWords(d)}. How it fell`}
        @click=${(/** @type {Event} */ e) =>
          e.currentTarget?.dispatchEvent(new CustomEvent(PROVE, { bubbles: true, detail: d }))}
      >
        ${drawn(d)}
      </button>`
    : drawn(d);

/**
 * Whether a die was thrown elsewhere and typed in.
 * @param {Die} d
 */
export const isEntered = (d) => d.class === "entered" || d.chain === "entered";

/**
 * What proves a die, by its class.
 * @type {Record<string, string>}
 */
const PROOF = {
  witnessed: "witnessed",
  entropy: "sender's entropy",
  none: "no entropy",
  sealed: "sealed",
  entered: "entered by hand, not proven",
};
/** @param {Die} d */
export const proofWords = (d) => (isEntered(d) ? PROOF.entered : (PROOF[d.class ?? ""] ?? "drawn"));

/**
 * The die of a step that passes the test, the first one; else one of that face, as it must have been.
 * @param {Step<any>} step
 * @param {(die: Die) => boolean} test
 * @param {number | null} face
 * @param {string} [kind]
 * @returns {Die}
 */
export const thrown = (step, test, face, kind = "d6") =>
  (step.dice ?? []).find(test) ?? { die: kind, face };

/**
 * The dice of a step with what each was thrown for.
 * @param {Step<any>} step
 * @returns {Template}
 */
export const diceList = (step) =>
  (step.dice ?? []).length
    ? html`<div class="dice">
        ${step.dice.map(
          (d) =>
            html`<div>
              ${die(d)}<span>${d.for || d.die || "Hidden dice"}<small>${kindWords(d)}</small></span>
            </div>`,
        )}
      </div>`
    : nothing;

/** @param {Die} d */
function kindWords(d) {
  if (isEntered(d)) return html`<span class="entered-word">${proofWords(d)}</span>`;
  if (d.face === null || d.face === undefined) return "sealed from you";
  const face = Array.isArray(d.face)
    ? `order ${d.face.slice(0, 12).join(" ")}${d.face.length > 12 ? " …" : ""}`
    : `${d.die === "d10_zero" ? "d10" : d.die} shows ${d.face}`;
  return `${face}; ${proofWords(d)}`;
}
