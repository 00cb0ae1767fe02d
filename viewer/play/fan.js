// Fan: the units of a stack, beside it on the board, to be taken one by one.
import { html, render } from "../vendor/lit-html/lit-html.js";
import { findAll } from "../dom.js";
import { icon } from "../parts/marks.js";
import { idsOf } from "../parts/ids.js";

/**
 * `items`: by id what is said of a unit, and whether it is taken.
 * @typedef {object} Fan
 * @property {string[]} ids
 * @property {ReadonlyMap<string, { title: string, picked: boolean }>} items
 * @property {(ids: string[]) => void} toggle
 * @property {() => void} close
 */

/** @param {Fan} fan */
function drawn({ ids, items, toggle, close }) {
  const taken = ids.filter((id) => items.get(id)?.picked),
    left = ids.filter((id) => !items.get(id)?.picked);
  return html`<p class="lab" role="status">
      ${taken.length} of ${ids.length} chosen
      ${left.length ? html`<button class="txt" @click=${() => toggle(left)}>All</button>` : ""}
      ${taken.length ? html`<button class="txt" @click=${() => toggle(taken)}>Clear</button>` : ""}
      <button class="ico" aria-label="Close" @click=${close}>${icon("close")}</button>
    </p>
    <div class="picks">
      ${ids.map(
        (id) =>
          html`<button
            class="pick"
            aria-pressed=${String(items.get(id)?.picked === true)}
            @click=${() => toggle([id])}
          >
            ${items.get(id)?.title}
          </button>`,
      )}
    </div>`;
}

/** px between stack and fan. */
const GAP = 8;

/**
 * Show a stack’s units beside it, within the board; null takes them away.
 * @param {HTMLElement | null} board
 * @param {Fan | null} fan
 */
export function layFan(board, fan) {
  const old = board?.querySelector(":scope > .fan"),
    stack =
      board && fan
        ? findAll(board, "[data-ids]").find((el) => fan.ids.every((id) => idsOf(el).includes(id)))
        : undefined;
  if (!board || !fan || !stack) return old?.remove();
  const host = old instanceof HTMLElement ? old : document.createElement("div");
  host.className = "fan";
  host.setAttribute("role", "group");
  host.setAttribute("aria-label", "The units there");
  if (!old) board.append(host);
  render(drawn(fan), host);
  const at = board.getBoundingClientRect(),
    by = stack.getBoundingClientRect(),
    right = by.right + GAP + host.offsetWidth < at.right,
    x = right
      ? by.right - at.left + GAP
      : Math.max(GAP, by.left - at.left - host.offsetWidth - GAP),
    y = Math.max(GAP, Math.min(by.top - at.top, at.height - host.offsetHeight - GAP));
  host.style.setProperty("--x", `${Math.round(x + board.scrollLeft)}px`);
  host.style.setProperty("--y", `${Math.round(y + board.scrollTop)}px`);
}
