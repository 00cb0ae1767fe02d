// While-open: the body of a details element, drawn only while it is open.
import { nothing, render } from "../vendor/lit-html/lit-html.js";

/** @typedef {() => unknown} Make */

/** Stands within a details element, after its summary; `body` makes what it holds. */
class WhileOpen extends HTMLElement {
  /** @type {Make} */
  #make = () => nothing;
  #details = /** @type {HTMLDetailsElement | null} */ (null);

  /** @param {Make} make */
  set body(make) {
    this.#make = make;
    this.#draw();
  }
  connectedCallback() {
    this.#details = this.closest("details");
    this.#details?.addEventListener("toggle", this);
    this.#draw();
  }
  disconnectedCallback() {
    this.#details?.removeEventListener("toggle", this);
  }
  handleEvent() {
    this.#draw();
  }
  #draw() {
    if (this.#details) render(this.#details.open ? this.#make() : nothing, this);
  }
}

customElements.define("while-open", WhileOpen);
