// Log: every event in words, with its dice; turns as chapters; what was rewound struck through, never hidden.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { around, find, valueOf } from "./dom.js";
import { die } from "./parts/die.js";
import { seatMark } from "./parts/marks.js";
import { outline, viewAt } from "./replay.js";
import { KINDS, words } from "./sieve.js";
import { actingSeat, count, seatsIn } from "./words.js";
import { Windowed } from "./windowed.js";
import { address } from "./router.js";

/** @import { Step } from "./renderer.js" */
/** @import { Template } from "./vendor/lit-html/lit-html.js" */
/** @import { Chapter, Replay, Route, Showing } from "./types.js" */
/** @import { Controller } from "./controller.js" */

/**
 * @param {Step} step
 * @param {number | undefined} undoneBy
 */
function tags(step, undoneBy) {
  const out = [];
  for (const m of Array.isArray(step.marks) ? step.marks : []) {
    if (m.kind === "rewind") out.push(html`<span class="tag">Rewind</span> to ${m.to}. `);
    if (m.kind === "ruling") out.push(html`<span class="tag">Ruling</span> by the referee. `);
    if (m.kind === "fork") out.push(html`<span class="tag">Fork</span> at ${m.at}. `);
    if (m.kind === "entered")
      out.push(html`<span class="tag">Entered</span> by hand, not proven. `);
  }
  if (undoneBy) out.push(html`<span class="tag">Undone</span> by ${undoneBy}. `);
  return out;
}

/**
 * @typedef {object} LogRow
 * @property {string} key
 * @property {boolean} [head]
 * @property {Chapter} [chapter] where a turn begins
 * @property {Step} [step]
 */

/**
 * The rows of the log: the steps that a search leaves, under the turns that they belong to.
 * @param {readonly Step[]} shown
 * @param {Chapter[]} chapters
 * @returns {LogRow[]}
 */
function rowsOf(shown, chapters) {
  const rows = [];
  let next = 0;
  for (const step of shown) {
    let chapter = null;
    while (next < chapters.length && chapters[next].seq <= step.seq) chapter = chapters[next++];
    if (chapter) rows.push({ key: `turn ${chapter.seq}`, head: true, chapter });
    rows.push({ key: String(step.seq), step });
  }
  return rows;
}

/**
 * @param {Step} step
 * @param {{ replay: Replay, at: number, here: number }} given `here`: the event whose row is lit
 * @param {Route} route
 */
function row(step, { replay, at, here }, route) {
  const [head = "", ...rest] = words(step),
    undoneBy = outline(replay).undone.get(step.seq),
    marks = tags(step, undoneBy),
    seat = actingSeat(step),
    seats = seatsOf(replay),
    current = step.seq === at,
    look = ["ev", undoneBy && "undone", step.seq === here && "here", step.seq > at && "later"];
  return html`<li
    class=${look.filter(Boolean).join(" ")}
    data-seq=${step.seq}
    data-row=${step.seq}
    aria-current=${current ? "step" : nothing}
  >
    <a
      class="n"
      tabindex=${current ? 0 : -1}
      href=${address({ ...route, at: step.seq })}
      aria-label=${`Event ${step.seq}`}
      >${step.seq}</a
    >
    <p>
      ${seat ? html`${seatMark(seats, seat)} ` : nothing}<span class="t">${head}</span>
      ${(step.dice ?? []).map(die)}${
        rest.length || marks.length
          ? html`<span class="sub">${marks}${rest.join(" ")}</span>`
          : nothing
      }
    </p>
  </li>`;
}

/**
 * The seats as the game names them; as the campaign does where its first view cannot be made.
 * @param {Replay} replay
 */
function seatsOf(replay) {
  try {
    return seatsIn(viewAt(replay, 1)) ?? replay.campaign.seats;
  } catch {
    return replay.campaign.seats;
  }
}

/**
 * @param {Chapter} chapter
 * @param {string} key
 */
const turn = ({ label, note }, key) =>
  html`<li class="year" data-row=${key}><b>${label}</b><span>${note}</span></li>`;

/** The log of a replay: its column on the page, and what stands in it. */
export class Log {
  /** @param {Controller} controller */
  constructor(controller) {
    this.controller = controller;
    /** @type {LogRow[]} */
    this.rows = [];
    /** @type {readonly Step[]} */
    this.made = [];
    /** @type {unknown[]} */
    this.followed = [];
    this.route = /** @type {Route} */ ({ page: "campaign" });
    this.here = 0;
    this.list = new Windowed((/** @type {LogRow} */ { key, chapter, step }) =>
      chapter
        ? turn(chapter, key)
        : row(/** @type {Step} */ (step), { ...controller.showing, here: this.here }, this.route),
    );
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
    if (this.made !== controller.shown) {
      this.made = controller.shown;
      this.rows = rowsOf(this.made, outline(replay).chapters);
    }
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
      ${this.made.length ? nothing : html`<p class="none note">Nothing in the log matches.</p>`}
      <ol
        tabindex="0"
        aria-label="Events"
        @click=${(/** @type {MouseEvent} */ e) => this.#click(e)}
      ></ol>
      ${
        sifted
          ? html`<p class="foot lab">
              ${count(this.made.length, "event")} of ${replay.steps.length.toLocaleString("en")}
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
   * it or the list is another than before.
   * @param {Element} root
   */
  follow(root) {
    const box = find(root, ".log ol");
    if (!box) return;
    const { at } = this.controller.state,
      index = this.rows.findLastIndex(({ step }) => step && step.seq <= at),
      followed = [box, this.rows, at];
    this.here = this.rows[index]?.step?.seq ?? 0;
    this.list.show(box, this.rows);
    if (followed.every((part, i) => part === this.followed[i])) return;
    this.followed = followed;
    if (index >= 0) this.list.reveal(index);
  }

  /** @param {MouseEvent} e */
  #click(e) {
    const li = around(e, ".ev");
    if (!li || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    this.controller.pause();
    this.controller.goTo(Number(li.dataset.seq));
  }
}
