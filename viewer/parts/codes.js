// Codes: abbreviations, rule numbers and the ids of units within a sentence, each of which tells
// what it is when one points at it, taps it or goes to it by keys.
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { find, findAll } from "../dom.js";
import { boardCard } from "./card.js";

/** @import { SystemDetail } from "../types.js" */

/** ms that one points at a code, or presses on one within a control, before it is told. */
const REST = 250,
  PRESS = 450,
  /** px that a finger may move and still press. */
  SLACK = 10,
  GAP = 6;
/** @typedef {{ title: string, text: string }} Meaning */
/** @type {ReadonlyMap<string, Meaning>} */
let lexicon = new Map();
/** All that is known, another one once a game was learnt: what was drawn with it before is drawn anew. */
export const codesKnown = () => lexicon;
const UNIT = "[a-z]\\d{1,3}";
let pattern = new RegExp(`(?<![\\w-])(${UNIT})(?![\\w-])`);

/** @type {Record<string, string>} */
const SOURCES = {
  printed: "As printed.",
  ruling: "A ruling: the source is silent or unclear.",
  reconstruction: "Our reconstruction.",
};
/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Take over what a game's abbreviations and rule numbers mean; null forgets the last game's.
 * @param {Pick<SystemDetail, "glossary" | "rulebook"> | null} game
 * @param {Record<string, string>} [words]  words that mean as much as a term or a rule
 */
export function learn(game, words = {}) {
  const found = new Map();
  for (const { term, meaning } of game?.glossary ?? [])
    for (const code of term.split(", "))
      if (/^[A-Z]{2,4}$/.test(code)) found.set(code, { title: "", text: meaning });
  const terms = new Map(game?.glossary.map(({ term, meaning }) => [term, meaning]));
  for (const { number, title, provenance, note } of game?.rulebook.rules ?? [])
    found.set(number, { title, text: [note, SOURCES[provenance]].filter(Boolean).join(" ") });
  for (const [word, of] of Object.entries(words)) {
    const text = terms.get(of),
      meaning = text === undefined ? found.get(of) : { title: "", text };
    if (meaning) found.set(word, meaning);
  }
  lexicon = found;
  const longest = [...found.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  pattern = new RegExp(`(?<![\\w-])(${[...longest, UNIT].join("|")})(?![\\w-]|\\.\\d)`);
}

/**
 * Whether a unit of the game has this id.
 * @param {unknown} game
 * @param {string} id
 */
const isUnit = (game, id) =>
  /** @type {{ units?: { id?: string }[] }} */ (game ?? {}).units?.some?.((u) => u.id === id) ??
  false;

/**
 * A text with its codes as buttons. `game`: the view's own part, whose units have ids; `reach`:
 * whether one comes to them by Tab.
 * @param {string} text
 * @param {{ game?: unknown, reach?: boolean }} [given]
 */
export function coded(text, { game = null, reach = true } = {}) {
  const parts = String(text).split(pattern);
  if (parts.length === 1) return text;
  const known = (/** @type {number} */ i) =>
    i % 2 === 1 && (lexicon.has(parts[i]) || isUnit(game, parts[i]));
  /** What stands right after a code stays in its line. */
  const closing = (/** @type {number} */ i) =>
    (known(i) && /^[,.;:)]+/.exec(parts[i + 1])?.[0]) || "";
  const button = (/** @type {string} */ part) =>
    html`<button type="button" class="code" data-code=${part} tabindex=${reach ? 0 : -1}>
      ${part}
    </button>`;
  return parts.map((part, i) => {
    if (!known(i)) return i ? part.slice(closing(i - 1).length) : part;
    const mark = closing(i);
    return mark ? html`<span class="close">${button(part)}${mark}</span>` : button(part);
  });
}

/**
 * The words of a control with its codes, which tell what they mean where one points at them.
 * @param {string} text
 */
export const labelled = (text) =>
  text
    .split(pattern)
    .map((part, i) =>
      i % 2 && lexicon.has(part) ? html`<span class="code" data-code=${part}>${part}</span>` : part,
    );

/**
 * Words that tell what a rule says of them.
 * @param {string} words
 * @param {string} rule
 */
export const ruled = (words, rule) => html`<span class="code" data-code=${rule}>${words}</span>`;

/**
 * What is told of a code; null if it is not known.
 * @param {string} code
 */
function told(code) {
  const meaning = lexicon.get(code);
  return meaning
    ? html`<p><b>${code}</b> ${meaning.title}</p>
        ${meaning.text ? html`<p>${meaning.text}</p>` : nothing}`
    : (boardCard()?.told(code) ?? null);
}

/** @param {EventTarget | null} target */
const codeAt = (target) =>
  target instanceof Element
    ? /** @type {HTMLElement | null} */ (target.closest("[data-code]"))
    : null;

/** The one note that tells what a code means. */
class Note {
  constructor() {
    this.el = document.createElement("div");
    Object.assign(this.el, { id: "code-note", popover: "manual" });
    this.el.setAttribute("role", "note");
    /** @type {HTMLElement | null} */
    this.of = null;
    this.pinned = false;
    this.timer = 0;
  }

  /**
   * @param {HTMLElement} code
   * @param {boolean} [pinned]
   */
  show(code, pinned = false) {
    const name = code.dataset.code ?? "",
      meaning = told(name);
    this.hide();
    if (!meaning) return;
    if (!this.el.isConnected) document.body.append(this.el);
    render(meaning, this.el);
    this.of = code;
    this.pinned = pinned;
    code.setAttribute("aria-describedby", this.el.id);
    for (const counter of findAll(document, ".board [data-card]"))
      counter.toggleAttribute("data-pointed", counter.dataset.card === name);
    this.el.showPopover();
    this.#place(code.getBoundingClientRect());
  }
  /** @param {DOMRect} by */
  #place(by) {
    const { offsetWidth: w, offsetHeight: h } = this.el,
      below = by.bottom + GAP + h <= innerHeight;
    Object.assign(this.el.style, {
      left: `${Math.max(4, Math.min(by.left, innerWidth - w - 4))}px`,
      top: `${below ? by.bottom + GAP : Math.max(4, by.top - GAP - h)}px`,
    });
  }
  hide() {
    clearTimeout(this.timer);
    this.of?.removeAttribute("aria-describedby");
    this.of = null;
    this.pinned = false;
    for (const counter of findAll(document, ".board [data-pointed]"))
      counter.removeAttribute("data-pointed");
    if (this.el.matches(":popover-open")) this.el.hidePopover();
  }
}

/**
 * Have a finger that rests on a control's code be told it and press nothing, and one that closes it
 * there do nothing else.
 * @param {Note} note
 */
function touched(note) {
  let pressing = 0,
    from = [0, 0],
    /** What becomes of the note with the click that is kept from the page; null if none is. */
    kept = /** @type {"open" | "shut" | null} */ (null);
  document.addEventListener("pointerdown", (e) => {
    clearTimeout(pressing);
    kept = null;
    if (e.pointerType !== "touch" || !(e.target instanceof Element)) return;
    const control = e.target.closest("button"),
      code = codeAt(e.target) ?? (control && find(control, "[data-code]"));
    // What is pressed beside the note and its code is meant.
    if (note.pinned && control && control === note.of?.closest("button") && control !== note.of)
      kept = "shut";
    if (!control || !code || code === control) return;
    from = [e.clientX, e.clientY];
    pressing = setTimeout(() => {
      kept = "open";
      note.show(code, true);
    }, PRESS);
  });
  document.addEventListener("pointermove", (e) => {
    if (Math.hypot(e.clientX - from[0], e.clientY - from[1]) > SLACK) clearTimeout(pressing);
  });
  for (const name of ["pointerup", "pointercancel"])
    document.addEventListener(name, () => clearTimeout(pressing));
  document.addEventListener(
    "click",
    (e) => {
      // A key's click has no detail.
      if (!kept || !e.detail) return;
      e.stopPropagation();
      e.preventDefault();
      if (kept === "shut") note.hide();
      kept = null;
    },
    { capture: true },
  );
}

/** Have every code on the page tell what it means. */
function explainCodes() {
  const note = new Note();
  document.addEventListener("pointerover", (e) => {
    if (e.pointerType === "touch" || note.pinned) return;
    const code = codeAt(e.target);
    clearTimeout(note.timer);
    if (code) note.timer = setTimeout(() => note.show(code), REST);
    else if (note.of && !note.of.matches(":focus-visible")) note.hide();
  });
  document.addEventListener("focusin", (e) => {
    const code = codeAt(e.target);
    if (code?.matches(":focus-visible")) note.show(code);
  });
  document.addEventListener("focusout", () => note.pinned || note.hide());
  document.addEventListener("click", (e) => {
    const code = codeAt(e.target);
    // One within a control is the control's.
    if (!code || code.closest("button") !== (code.matches("button") ? code : null))
      return note.el.contains(/** @type {Node} */ (e.target)) || note.hide();
    if (note.pinned && code === note.of) note.hide();
    else note.show(code, true);
  });
  touched(note);
  document.addEventListener(
    "keydown",
    (e) => {
      if (e.key !== "Escape" || !note.of) return;
      e.stopPropagation();
      note.hide();
    },
    { capture: true },
  );
  addEventListener("scroll", () => note.hide(), { capture: true, passive: true });
}
if (globalThis.document) explainCodes();
