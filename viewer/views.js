// Views: what stood after each event. A view is made from the nearest one that is kept, by the
// patches since; some are kept on the way, so that a jump is short however long the campaign, and
// looking at more of it fills no memory.
import { apply } from "./patch.js";

/** @import { Step, View } from "./renderer.js" */

const EVERY = 32; // events between two views that are kept
const RECENT = 8; // views that were asked for last, so that the same one is given again

export class Views {
  /** @param {View | null} base the view before the first event */
  constructor(base) {
    /** @type {Map<number, View | null>} */
    this.kept = new Map([[0, base]]);
    /** @type {Map<number, View | null>} */
    this.recent = new Map();
  }

  /**
   * Keep a view that was read.
   * @param {number} seq
   * @param {View | null} view
   */
  keep(seq, view) {
    if (!this.kept.has(seq)) this.kept.set(seq, view);
  }

  /** @param {number} seq */
  #known = (seq) => this.recent.get(seq) ?? this.kept.get(seq);

  /**
   * The view after an event; null where it is not read yet. Throws what is wrong with a patch.
   * @param {number} seq
   * @param {readonly Step[]} steps
   * @returns {View | null}
   */
  at(seq, steps) {
    let from = seq;
    while (this.#known(from) === undefined) {
      if (!steps[from - 1] || steps[from - 1].unread) return null;
      from -= 1;
    }
    let view = this.#known(from) ?? null;
    while (from < seq) {
      const { patch } = steps[from];
      if (Array.isArray(patch)) view = apply(view, patch);
      from += 1;
      if (from % EVERY === 0) this.keep(from, view);
    }
    this.#remember(seq, view);
    return view;
  }

  /**
   * @param {number} seq
   * @param {View | null} view
   */
  #remember(seq, view) {
    this.recent.delete(seq);
    this.recent.set(seq, view);
    const [oldest] = this.recent.keys();
    if (this.recent.size > RECENT) this.recent.delete(oldest);
  }
}
