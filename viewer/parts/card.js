// Card: what a counter is and holds, beside it, when one points at it, taps it or goes to it by keys.
//
// A renderer puts one <board-card> on its board and marks its counters with data-card="<key>";
// `cards` makes what is said of a key. Arrows go from counter to counter once the board has the focus;
// Tab goes from a counter into its card where something can be pressed there, Escape back.
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { find, findAll } from "../dom.js";
import { idsOf } from "./ids.js";

/** @import { Template } from "../vendor/lit-html/lit-html.js" */

/** ms that one points at a counter before it is told; longer where a click there chooses. */
const REST = 250,
  LONG_REST = 900,
  GAP = 10,
  /** px that it is high at least, where there is so much to say. */
  LEAST = 120,
  PHONE = 760;
/** Directions of the arrow keys. @type {Record<string, [number, number]>} */
const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** @param {Element} el */
const middle = (el) => {
  const { left, right, top, bottom } = el.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
};
/**
 * What two boxes have in common, in px².
 * @param {DOMRect} a
 * @param {DOMRect} b
 */
const shared = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** @param {EventTarget | null} target */
const counterOf = (target) =>
  target instanceof Element
    ? /** @type {HTMLElement | null} */ (target.closest("[data-card]"))
    : null;

/** @param {Element} el */
const mayBeChosen = (el) =>
  el.closest(".offered") !== null || el.querySelector(".offered") !== null;

class BoardCard extends HTMLElement {
  /** @type {(key: string) => Template | null} */
  #cards = () => null;
  #key = "";
  #pinned = false;
  #timer = 0;
  /** What the pointer went to last. @type {HTMLElement | null} */
  #pointed = null;
  /** @type {HTMLElement | null} */
  #board = null;

  /** @param {(key: string) => Template | null} cards */
  set cards(cards) {
    this.#cards = cards;
    if (this.#key) queueMicrotask(() => this.#show(this.#key));
  }

  /**
   * What is said of a key, here or wherever else it is named.
   * @param {string} key
   */
  told(key) {
    return this.#cards(key);
  }

  /**
   * What is said of the counter that stands for all of these; null where none does.
   * @param {readonly string[]} ids
   */
  toldOf(ids) {
    const el = findAll(this.#board ?? this, "[data-card][data-ids]").find((o) => {
      const its = idsOf(o);
      return ids.every((id) => its.includes(id));
    });
    return el ? this.#cards(el.dataset.card ?? "") : null;
  }

  connectedCallback() {
    this.popover = "manual";
    this.classList.add("counter-words");
    this.#board = this.closest(".board");
    for (const [name, listener] of this.#listeners) this.#board?.addEventListener(name, listener);
    document.addEventListener("pointerdown", this.#elsewhere);
    document.addEventListener("keydown", this.#escape, { capture: true });
  }
  disconnectedCallback() {
    clearTimeout(this.#timer);
    this.#key = "";
    for (const [name, listener] of this.#listeners)
      this.#board?.removeEventListener(name, listener);
    document.removeEventListener("pointerdown", this.#elsewhere);
    document.removeEventListener("keydown", this.#escape, { capture: true });
  }

  /** @type {[string, (e: any) => void][]} */
  #listeners = [
    [
      // What the page moves under a pointer that rests is not pointed at.
      "pointermove",
      (/** @type {PointerEvent} */ e) => {
        const el = counterOf(e.target);
        if (e.pointerType === "touch" || el === this.#pointed) return;
        this.#pointed = el;
        if (this.#pinned) return;
        clearTimeout(this.#timer);
        if (!el) this.#hide();
        else
          this.#timer = setTimeout(
            () => this.#show(el.dataset.card ?? ""),
            mayBeChosen(el) ? LONG_REST : REST,
          );
      },
    ],
    [
      "pointerleave",
      () => {
        this.#pointed = null;
        clearTimeout(this.#timer);
        if (!this.#pinned) this.#hide();
      },
    ],
    [
      "click",
      (/** @type {PointerEvent} */ e) => {
        const el = counterOf(e.target),
          key = el?.dataset.card ?? "";
        // What may be chosen is chosen, and nothing lies over what is lit next; a long press tells it.
        if (!el || mayBeChosen(el)) {
          clearTimeout(this.#timer);
          if (!this.#pinned) this.#hide();
          return;
        }
        if (this.#pinned && key === this.#key) this.#hide();
        else this.#show(key, true);
      },
    ],
    [
      "contextmenu",
      (/** @type {PointerEvent} */ e) => {
        const el = counterOf(e.target);
        if (!el) return;
        e.preventDefault();
        this.#show(el.dataset.card ?? "", true);
      },
    ],
    [
      "focusin",
      (/** @type {FocusEvent} */ e) => {
        const el = counterOf(e.target);
        if (el?.matches(":focus-visible")) this.#show(el.dataset.card ?? "");
      },
    ],
    [
      "focusout",
      (/** @type {FocusEvent} */ e) => {
        const to = /** @type {Node | null} */ (e.relatedTarget);
        if (!this.#pinned && !this.contains(to)) this.#hide();
      },
    ],
    ["board-zoom", () => this.#hide()],
    // What was tapped is chosen: nothing lies over what is asked next.
    [
      "board-chosen",
      () => {
        clearTimeout(this.#timer);
        this.#hide();
      },
    ],
    [
      "keydown",
      (/** @type {KeyboardEvent} */ e) => {
        this.#enter(e);
        this.#go(e);
      },
    ],
  ];
  #elsewhere = (/** @type {PointerEvent} */ e) => {
    if (this.#pinned && !counterOf(e.target) && !this.contains(/** @type {Node} */ (e.target)))
      this.#hide();
  };
  #escape = (/** @type {KeyboardEvent} */ e) => {
    if (e.key !== "Escape" || !this.#key) return;
    e.stopPropagation();
    if (this.contains(document.activeElement)) this.#counter()?.focus({ preventScroll: true });
    else this.#hide();
  };

  /** Of whose counter the card is shown. */
  #counter() {
    return findAll(this.#board ?? this, "[data-card]").find((o) => o.dataset.card === this.#key);
  }

  /** Tab leads from a counter into its card. @param {KeyboardEvent} e */
  #enter(e) {
    const first = find(this, ":is(a, button):not([tabindex='-1'])");
    if (e.key !== "Tab" || e.shiftKey || !first || counterOf(e.target) !== this.#counter()) return;
    e.preventDefault();
    first.focus({ preventScroll: true });
  }

  /**
   * What the page has to say of what happened last to these; it is asked by an event.
   * @param {readonly string[]} ids
   */
  #lately(ids) {
    const detail = { ids, line: /** @type {unknown} */ (nothing) };
    if (ids.length) this.dispatchEvent(new CustomEvent("card-lately", { bubbles: true, detail }));
    return detail.line;
  }

  #hide() {
    this.#key = "";
    this.#pinned = false;
    this.classList.remove("pinned");
    if (this.matches(":popover-open")) this.hidePopover();
  }

  /** @param {string} key */
  #show(key, pinned = this.#pinned) {
    this.#key = key;
    const el = this.#counter(),
      told = el && this.#cards(key);
    if (!el || !told) return this.#hide();
    this.#pinned = pinned;
    this.classList.toggle("pinned", pinned);
    render(html`${told}${this.#lately(idsOf(el))}`, this);
    if (!this.matches(":popover-open")) this.showPopover();
    this.#place(el);
  }

  /** What is seen of the board, above what is pinned at the page's foot. @returns {DOMRect} */
  #room() {
    const { left, right, top, bottom } = (this.#board ?? this).getBoundingClientRect(),
      pinned = parseFloat(getComputedStyle(document.documentElement).scrollPaddingBottom) || 0,
      [x, y] = [Math.max(left, 0), Math.max(top, 0)];
    return new DOMRect(
      x,
      y,
      Math.min(right, innerWidth) - x,
      Math.min(bottom, innerHeight - pinned) - y,
    );
  }

  /**
   * Beside the counter within what is seen of the board, where it covers the fewest others, least of
   * all what may be chosen or pressed now and what the step lit.
   * @param {HTMLElement} el
   */
  #place(el) {
    const by = el.getBoundingClientRect(),
      room = this.#room(),
      phone = innerWidth <= PHONE,
      // As a sheet it is as high as the larger room above or below the counter.
      most = phone ? Math.max(by.top - room.top, room.bottom - by.bottom) - GAP : room.height - GAP;
    this.style.setProperty("--most", `${Math.round(Math.max(LEAST, most))}px`);
    const { offsetWidth: w, offsetHeight: h } = this,
      others = findAll(this.#board ?? this, "[data-card], .offered, button:enabled, label, summary")
        .filter((o) => o !== el && !o.contains(el))
        .map((o) => ({
          box: o.getBoundingClientRect(),
          weight: o.matches("[data-card]:not(.offered, .now, .lit)")
            ? 1
            : o.matches(".now, .lit")
              ? 4
              : 6,
        }));
    const clamp = (
      /** @type {number} */ v,
      /** @type {number} */ least,
      /** @type {number} */ most,
    ) => Math.max(least, Math.min(v, most));
    const level = clamp(by.top + by.height / 2 - h / 2, room.top, room.bottom - h),
      plumb = clamp(by.left + by.width / 2 - w / 2, room.left, room.right - w);
    const places = phone
      ? [
          [room.left, room.bottom - h],
          [room.left, room.top],
        ]
      : [
          [by.right + GAP, level],
          [by.left - GAP - w, level],
          [plumb, by.bottom + GAP],
          [plumb, by.top - GAP - h],
        ];
    const cost = (/** @type {number[]} */ [x, y]) => {
      const box = new DOMRect(x, y, w, h),
        out = x < room.left || y < room.top || x + w > room.right || y + h > room.bottom;
      return (
        (out ? 1e7 : 0) +
        shared(box, by) * 100 +
        others.reduce((sum, o) => sum + shared(box, o.box) * o.weight, 0)
      );
    };
    const [x, y] = places.toSorted((a, b) => cost(a) - cost(b))[0];
    Object.assign(this.style, {
      left: `${clamp(x, room.left, room.right - w)}px`,
      top: `${clamp(y, room.top, room.bottom - h)}px`,
    });
  }

  /**
   * An arrow goes to the nearest counter that way; the first one to what the step is about.
   * @param {KeyboardEvent} e
   */
  #go(e) {
    const to = ARROWS[e.key],
      at = counterOf(e.target),
      pane = e.target instanceof Element && e.target.matches("board-zoom");
    if (!to || e.shiftKey || (!at && !pane)) return;
    const all = findAll(this.#board ?? this, "board-zoom [data-card]"),
      from = at && middle(at);
    const far = (/** @type {Element} */ el) => {
      const [dx, dy] = from ? [middle(el)[0] - from[0], middle(el)[1] - from[1]] : [0, 0],
        ahead = dx * to[0] + dy * to[1],
        aside = Math.abs(dx * to[1]) + Math.abs(dy * to[0]);
      return ahead > 1 ? ahead + aside * 2 : Infinity;
    };
    const next = at
      ? all.filter((el) => far(el) < Infinity).toSorted((a, b) => far(a) - far(b))[0]
      : (all.find((el) => el.matches(".now, .lit")) ?? all[0]);
    e.preventDefault();
    e.stopPropagation();
    if (!next) return;
    if (!next.hasAttribute("tabindex")) next.setAttribute("tabindex", "-1");
    next.focus({ preventScroll: true });
  }
}

customElements.define("board-card", BoardCard);

/**
 * The card of the board that is shown.
 * @returns {BoardCard | null}
 */
export const boardCard = () => {
  const card = find(document, "board-card");
  return card instanceof BoardCard ? card : null;
};

/**
 * Rows of a card: what a value is called, and the value; those without a value are left out.
 * @param {[string, unknown][]} rows
 */
export const facts = (rows) =>
  html`<dl>
    ${rows
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`;

/**
 * A stack spread out, a small counter for each unit.
 * @param {{ slot: number, value: unknown, words: unknown, reduced: boolean }[]} units
 */
export const fanned = (units) =>
  units.length
    ? html`<ul class="fanned">
        ${units.map(
          (u) =>
            html`<li class=${`k${u.slot}${u.reduced ? " reduced" : ""}`}>
              <b>${u.value}</b>${u.words}
            </li>`,
        )}
      </ul>`
    : nothing;
