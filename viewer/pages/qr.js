// QR: a link as a code that a phone reads, dark on light in both themes, with the quiet edge that readers want.
import { html } from "../vendor/lit-html/lit-html.js";
import { generate } from "../vendor/lean-qr/nano.js";

const EDGE = 4;

/**
 * @param {string} text
 * @param {string} label
 */
export function qr(text, label) {
  const code = generate(text),
    rows = [...Array(code.size).keys()],
    side = code.size + 2 * EDGE;
  const d = rows
    .flatMap((y) => rows.filter((x) => code.get(x, y)).map((x) => `M${x} ${y}h1v1h-1z`))
    .join("");
  return html`<svg
    class="qr"
    viewBox=${`${-EDGE} ${-EDGE} ${side} ${side}`}
    role="img"
    aria-label=${label}
    shape-rendering="crispEdges"
  >
    <rect x=${-EDGE} y=${-EDGE} width=${side} height=${side}></rect>
    <path d=${d}></path>
  </svg>`;
}
