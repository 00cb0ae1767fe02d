// Side: what stands at the right while one plays, as tabs: what one may do, or the log.
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { find } from "../dom.js";

/** @import { Shown } from "./types.js" */

/** @typedef {Exclude<Shown["tab"], "look">} Tab */

/** @type {[Tab, string][]} */
const TABS = [
  ["orders", "Orders"],
  ["log", "Log"],
];

/**
 * `counts`: what stands beside a tab's title; `due`: whether orders are awaited; `content`: of the
 * chosen one.
 * @param {{ tab: Tab, counts: Record<Tab, number>, due: boolean, content: unknown, choose: (tab: Tab) => void }} given
 */
export function sideColumn({ tab, counts, due, content, choose }) {
  /** @param {KeyboardEvent} e */
  const turn = (e) => {
    const at = TABS.findIndex(([name]) => name === tab),
      to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    const [name] = TABS.at(to % TABS.length) ?? TABS[0];
    choose(name);
    find(document, `#tab-${name}`)?.focus();
  };
  return html`<div class="side">
    <div class="tabs" role="tablist" aria-label="Beside the board" @keydown=${turn}>
      ${TABS.map(
        ([name, title]) =>
          html`<button
            id=${`tab-${name}`}
            role="tab"
            aria-selected=${String(tab === name)}
            aria-controls="beside"
            tabindex=${tab === name ? 0 : -1}
            @click=${() => choose(name)}
          >
            ${title}<sup>${counts[name] || ""}</sup>${
              due && name === "orders" && tab !== name ? html` <small>your turn</small>` : nothing
            }
          </button>`,
      )}
    </div>
    <div id="beside" class="tabbed" role="tabpanel" aria-labelledby=${`tab-${tab}`}>${content}</div>
  </div>`;
}
