// Log: every beat in words, with its dice, unfolded to its events; turns as chapters; what was rewound struck through, never
// hidden.
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { around, find, findAll, valueOf } from "./dom.js";
import { coded } from "./parts/codes.js";
import { die } from "./parts/die.js";
import { seatMark } from "./parts/marks.js";
import { bookmarked, notesUnder } from "./noted.js";
import { actorOf, beatAt, outline, viewAt } from "./replay.js";
import { KINDS, words } from "./sieve.js";
import { count, seatsIn } from "./words.js";
import { Windowed } from "./windowed.js";
import { markNamed } from "./named.js";
import { address } from "./router.js";

/** @import { Die, Seat, Step } from "./renderer.js" */
/** @import { Template } from "./vendor/lit-html/lit-html.js" */
/** @import { Beat, Chapter, Replay, Route, Showing } from "./types.js" */
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
 * @property {Beat} [beat] of several events, told as one
 * @property {boolean} [open] whether its events stand under it
 * @property {Step} [step] an event; without a beat it is one of those under it
 */

/**
 * The rows of the log: the beats that a search leaves, under the turns that they belong to, and the
 * events of those that are unfolded.
 * @param {Replay} replay
 * @param {readonly Step[]} shown
 * @param {(beat: Beat, steps: Step[]) => boolean} isOpen
 * @returns {LogRow[]}
 */
function rowsOf(replay, shown, isOpen) {
  const rows = [],
    { chapters } = outline(replay);
  let next = 0;
  for (let i = 0; i < shown.length;) {
    const beat = beatAt(replay, shown[i].seq),
      steps = [];
    while (i < shown.length && shown[i].seq <= beat.last) steps.push(shown[i++]);
    let chapter = null;
    while (next < chapters.length && chapters[next].seq <= beat.first) chapter = chapters[next++];
    if (chapter) rows.push({ key: `turn ${chapter.seq}`, head: true, chapter });
    if (beat.first === beat.last) {
      rows.push({ key: String(beat.first), beat, step: steps[0] });
      continue;
    }
    const open = isOpen(beat, steps);
    rows.push({ key: `beat ${beat.first}`, beat, open });
    if (open) rows.push(...steps.map((step) => ({ key: String(step.seq), step })));
  }
  return rows;
}

/** The first event of a row. @param {LogRow} row */
const firstOf = ({ step, beat }) => step?.seq ?? beat?.first ?? Infinity;

const FEW = 6; // dice that stand there one by one
/**
 * @param {Die[]} dice
 * @param {boolean} reach whether one comes to them by Tab
 */
const thrown = (dice, reach) => {
  const all = dice.map((one) => die(one, reach));
  return dice.length > FEW
    ? html`<details class="many">
        <summary tabindex=${reach ? 0 : -1}>${dice.length} dice</summary>
        ${all}
      </details>`
    : all;
};

/**
 * What stands in a row after its number.
 * @param {object} given
 * @param {readonly Seat[]} given.seats
 * @param {string | null} given.seat
 * @param {string} given.head
 * @param {unknown} given.dice
 * @param {unknown[]} given.marks
 * @param {string[]} given.rest
 * @param {unknown[]} given.notes
 * @param {(text: string) => unknown} given.say
 */
const body = ({ seats, seat, head, dice, marks, rest, notes, say }) =>
  html`<div class="b">
    <p>${seat ? html`${seatMark(seats, seat)} ` : nothing}<span class="t">${say(head)}</span></p>
    ${dice}${
      rest.length || marks.length
        ? html`<p class="sub">${marks}${say(rest.join(" "))}</p>`
        : nothing
    }${notes}
  </div>`;

/**
 * @param {LogRow} row
 * @param {{ replay: Replay, at: number, here: number, say: (text: string, current: boolean) => unknown, fold: (beat: Beat) => void }} given
 *   `here`: the event whose row is lit
 * @param {Route} route
 */
function row({ key, beat, step, open = false }, { replay, at, here, say, fold }, route) {
  const seq = step?.seq ?? beat?.at ?? 0,
    told = step ?? replay.steps[seq - 1],
    within = beat ? replay.steps.slice(beat.first - 1, beat.last) : [told],
    { undone } = outline(replay),
    current = !open && seq === at,
    own = step && !beat,
    bare = open ? [] : within,
    seats = seatsOf(replay),
    seqs = bare.map((one) => one.seq);
  const look = [
    "ev",
    undone.has(seq) && "undone",
    !open && firstOf({ key, beat, step }) === here && "here",
    firstOf({ key, beat, step }) > at && "later",
    own && "within",
    bookmarked(replay.campaign.id, seqs) && "bookmarked",
  ];
  return html`<li
    class=${look.filter(Boolean).join(" ")}
    data-seq=${open ? nothing : seq}
    data-go=${seq}
    data-row=${key}
    aria-current=${current ? "step" : nothing}
  >
    <a
      class="n"
      tabindex=${current ? 0 : -1}
      href=${address({ ...route, at: seq })}
      aria-label=${`Event ${seq}`}
      >${open ? nothing : seq}</a
    >
    ${body({
      seats,
      seat: beat ? beat.seat : actorOf(told),
      head: beat ? beat.headline : (words(told)[0] ?? ""),
      dice: thrown(
        bare.flatMap((one) => one.dice ?? []),
        current,
      ),
      marks: bare.flatMap((one) => tags(one, undone.get(one.seq))),
      rest: open ? [] : words(told).filter((line, i) => i > 0 || (beat && line !== beat.headline)),
      notes: notesUnder(replay, seqs, seats),
      say: (text) => say(text, current),
    })}
    ${
      beat && !step
        ? html`<button
            class="fold"
            aria-expanded=${String(open)}
            aria-label=${`The ${within.length} events of this`}
            title=${open ? "Fold" : `Its ${within.length} events`}
            tabindex=${current || open ? 0 : -1}
            @click=${() => fold(beat)}
          >
            ${within.length}
          </button>`
        : nothing
    }
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
    /** @type {unknown[]} what the rows were made of */
    this.made = [];
    /** @type {unknown[]} */
    this.followed = [];
    /** The first events of the beats that the reader has unfolded. @type {ReadonlySet<number>} */
    this.unfolded = new Set();
    /** The beat that is unfolded because one goes through its events. @type {Beat | null} */
    this.entered = null;
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
    const of = [controller.shown, this.unfolded, this.entered?.first];
    if (of.every((part, i) => part === this.made[i])) return;
    this.made = of;
    const found = (/** @type {Beat} */ one, /** @type {Step[]} */ steps) =>
      query.trim() !== "" && steps.some(({ seq }) => seq !== one.at);
    this.rows = rowsOf(
      replay,
      controller.shown,
      (one, steps) => this.#isOpen(one) || found(one, steps),
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
    this.list.show(box, this.rows);
    this.followed = followed;
    this.index = index;
    if (index >= 0 && !away) this.list.reveal(index);
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
