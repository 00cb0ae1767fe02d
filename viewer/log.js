// Log: every beat in words, with its dice, unfolded to its events; turns as chapters; what was rewound
// struck through, never hidden. It is searched, and draws only the rows that are seen.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { around, find, findAll, valueOf } from "./dom.js";
import { markNamed } from "./named.js";
import { coded } from "./parts/codes.js";
import { beatAt, viewAt } from "./replay.js";
import { row, turn } from "./row.js";
import { firstOf, rowsOf, unfolding } from "./rows.js";
import { KINDS } from "./sieve.js";
import { Windowed } from "./windowed.js";
import { count } from "./words.js";

/** @import { Step } from "./renderer.js" */
/** @import { Template } from "./vendor/lit-html/lit-html.js" */
/** @import { Beat, LogRow, Replay, Route, Showing } from "./types.js" */
/** @import { Controller } from "./controller.js" */

/**
 * The game as it stands after an event; null if its view cannot be made, as the board says then.
 * @param {Replay} replay
 * @param {number} seq
 */
function gameAt(replay, seq) {
  try {
    return viewAt(replay, seq)?.game;
  } catch {
    return null;
  }
}

/** The log of a replay: its column on the page, and what stands in it. */
export class Log {
  /** @param {Controller} controller */
  constructor(controller) {
    this.controller = controller;
    /** @type {LogRow[]} */
    this.rows = [];
    /** The rows without the beat that one goes through, and what they were made of. @type {LogRow[]} */
    this.folded = [];
    /** @type {unknown[]} */
    this.made = [];
    /** @type {unknown[]} */
    this.followed = [];
    /** The first events of the beats that the reader has unfolded. @type {ReadonlySet<number>} */
    this.unfolded = new Set();
    /** The beat that is unfolded because one goes through its events. @type {Beat | null} */
    this.entered = null;
    /** The one that the rows have unfolded for it. @type {Beat | null} */
    this.within = null;
    this.route = /** @type {Route} */ ({ page: "campaign" });
    this.here = 0;
    this.index = -1;
    /** The row whose names are marked on the board, and the event that they are marked at. */
    this.named = { key: "", at: 0 };
    this.list = new Windowed((/** @type {LogRow} */ one) =>
      one.chapter ? turn(one.chapter, one.key) : this.#row(one),
    );
  }

  /** @param {LogRow} one */
  #row(one) {
    const { showing } = this.controller,
      game = gameAt(showing.replay, showing.at),
      say = (/** @type {string} */ text, /** @type {boolean} */ current) =>
        coded(text, { game, reach: current }),
      fold = (/** @type {Beat} */ beat) => this.#fold(beat);
    return row(one, { ...showing, here: this.here, say, fold }, this.route);
  }

  /** @param {Beat} beat */
  #fold(beat) {
    const { at } = this.controller.state,
      open = new Set(this.unfolded);
    if (this.#isOpen(beat)) {
      open.delete(beat.first);
      this.entered = null;
      if (beat.first <= at && at <= beat.last) this.controller.goTo(beat.at);
    } else open.add(beat.first);
    this.unfolded = open;
    this.controller.set({}, "log");
  }
  /** @param {Beat} beat */
  #isOpen = (beat) => this.unfolded.has(beat.first) || this.entered?.first === beat.first;

  /** The rows as they are to be now. */
  #make() {
    const { controller } = this,
      { replay, at, query } = controller.showing,
      beat = beatAt(replay, at),
      left = !this.entered || at < this.entered.first || at > this.entered.last;
    if (left) this.entered = at === beat.at ? null : beat;
    const found = (/** @type {Beat} */ one, /** @type {Step[]} */ steps) =>
        query.trim() !== "" && steps.some(({ seq }) => seq !== one.at),
      { shown } = controller,
      of = [shown, this.unfolded];
    if (!of.every((part, i) => part === this.made[i])) {
      this.made = of;
      this.folded = rowsOf(
        replay,
        shown,
        (one, steps) => this.unfolded.has(one.first) || found(one, steps),
      );
    } else if (this.entered === this.within) return;
    this.within = this.entered;
    this.rows = unfolding(this.folded, this.entered, shown);
  }

  /**
   * @param {Showing} state
   * @param {Route} route
   * @param {Template} tools
   */
  column(state, route, tools) {
    const { controller } = this,
      { replay, query, kind } = state,
      sifted = query.trim() || kind !== "all";
    this.route = route;
    this.#make();
    const { shown } = controller;
    return html`<aside class="log" aria-label="Log">
      <div class="find">
        <label class="vh" for="q">Search the log</label
        ><input
          id="q"
          type="search"
          placeholder="Search the log"
          autocomplete="off"
          .value=${query}
          @input=${(/** @type {Event} */ e) => controller.set({ query: valueOf(e) }, "log")}
        />
        <label class="vh" for="k">Show</label
        ><select
          id="k"
          @change=${(/** @type {Event} */ e) => controller.set({ kind: valueOf(e) }, "log")}
        >
          ${KINDS.map(
            ([k, name]) => html`<option value=${k} ?selected=${k === kind}>${name}</option>`,
          )}
        </select>
      </div>
      ${shown.length ? nothing : html`<p class="none note">Nothing in the log matches.</p>`}
      <ol
        tabindex="0"
        aria-label="Events"
        @click=${(/** @type {MouseEvent} */ e) => this.#click(e)}
        @pointermove=${(/** @type {PointerEvent} */ e) => e.pointerType !== "touch" && this.#point(around(e, ".ev"))}
        @pointerleave=${() => this.#point(null)}
        @focusin=${(/** @type {FocusEvent} */ e) => around(e, ":focus-visible") && this.#point(around(e, ".ev"))}
        @focusout=${() => this.#point(null)}
      ></ol>
      ${
        sifted
          ? html`<p class="foot lab">
              ${count(shown.length, "event")} of ${replay.steps.length.toLocaleString("en")}
            </p>`
          : nothing
      }
      ${
        state.behind
          ? html`<p class="foot lab">
              There is more.
              <button class="txt" @click=${() => controller.go("last")}>
                Go to the last event
              </button>
            </p>`
          : nothing
      }
      ${tools}
    </aside>`;
  }

  /**
   * Draw the rows into the column that stands on the page, and bring the current one in sight when
   * it or the list is another than before. Events that are read meanwhile leave a reader who has
   * scrolled away alone.
   * @param {Element} root
   */
  follow(root) {
    const box = find(root, ".log ol");
    if (!box) return;
    const { at, query, kind } = this.controller.state,
      index = this.rows.findLastIndex((one) => firstOf(one) <= at),
      followed = [box, at, query, kind],
      away = followed.every((part, i) => part === this.followed[i]) && !this.list.sees(this.index);
    this.here = index < 0 ? 0 : firstOf(this.rows[index]);
    this.followed = followed;
    this.index = index;
    this.list.show(box, this.rows, away ? -1 : index);
    const { named } = this;
    if (named.key) this.#mark(named.at === at ? named.key : "");
  }

  /**
   * The reader is at this row: by pointer, by keys, or because it was opened.
   * @param {HTMLElement | null} li
   */
  #point(li) {
    const key = li?.dataset.row ?? "",
      { at } = this.controller.state;
    if (key !== this.named.key || at !== this.named.at) this.#mark(key);
  }
  /** @param {string} key */
  #mark(key) {
    this.named = { key, at: this.controller.state.at };
    const rows = this.list.box ? findAll(this.list.box, "[data-row]") : [];
    markNamed(rows.find((li) => li.dataset.row === key) ?? null);
  }

  /** @param {MouseEvent} e */
  #click(e) {
    const li = around(e, ".ev");
    if (!li || around(e, ".fold, summary, .code, .prove") || e.ctrlKey || e.metaKey || e.shiftKey)
      return;
    e.preventDefault();
    this.controller.pause();
    this.controller.goTo(Number(li.dataset.go));
    this.named = { key: li.dataset.row ?? "", at: this.controller.state.at };
    this.controller.set({}, "log");
  }
}
