// More: that a pane holds more below than it shows is said at its foot, where its last line would else be cut.
import { html } from "../vendor/lit-html/lit-html.js";

/** The end of what a pane holds: the hint before it is shown while the end is out of sight. */
class PaneEnd extends HTMLElement {
  #watch = /** @type {IntersectionObserver | null} */ (null);

  connectedCallback() {
    const { parentElement: root, previousElementSibling: hint } = this;
    this.#watch = new IntersectionObserver(
      (seen) => hint?.toggleAttribute("data-shown", !seen.at(-1)?.isIntersecting),
      // Less than that is no line of text.
      { root, rootMargin: "0px 0px 2px" },
    );
    this.#watch.observe(this);
  }
  disconnectedCallback() {
    this.#watch?.disconnect();
  }
}

customElements.define("pane-end", PaneEnd);

/**
 * Nearly a pane farther: the last lines that were seen stay in sight. Who has a keyboard scrolls by it.
 * @param {Event} e
 */
function farther({ target }) {
  const pane = target instanceof Element ? target.closest(".more-below")?.parentElement : null;
  pane?.scrollBy({ top: 0.8 * pane.clientHeight });
}

/** Stands last in an element that scrolls. */
export const more = html`<div class="more-below" aria-hidden="true">
    <span @click=${farther}>more</span>
  </div>
  <pane-end></pane-end>`;
