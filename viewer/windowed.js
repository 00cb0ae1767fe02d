// Windowed: a long list of rows of unequal height, of which only those in sight and some around them stand on the page.
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";
import { findAll } from "./dom.js";

/** @import { Template } from "./vendor/lit-html/lit-html.js" */

/** @typedef {{ key: string, head?: boolean }} Row a `head` stays on top of the rows under it */

const AROUND = 160; // px that are drawn above and below what is in sight
const GUESS = 44; // px of a row, before any was drawn
const EDGE = 8; // px between the row that is gone to and the list's end
const TRIES = 5; // a row that is drawn is seldom as high as was guessed

/**
 * Where each row begins, and where the last one ends.
 * @param {number} count
 * @param {(index: number) => number} heightOf
 */
function starts(count, heightOf) {
  const out = new Float64Array(count + 1);
  for (let i = 0; i < count; i++) out[i + 1] = out[i] + heightOf(i);
  return out;
}

/**
 * The last row that begins at or above a height.
 * @param {Float64Array} from
 * @param {number} y
 */
function rowAt(from, y) {
  let low = 0,
    high = from.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (from[middle] <= y) low = middle;
    else high = middle;
  }
  return low;
}

/** @param {number} px */
const gap = (px) =>
  px > 0 ? html`<li aria-hidden="true" .style=${`height: ${px}px`}></li>` : nothing;

/** @template {Row} R */
export class Windowed {
  /** @param {(row: R) => Template} draw an `<li>` for a row, which has the row's key as `data-row` */
  constructor(draw) {
    this.draw = draw;
    /** @type {HTMLElement | null} */
    this.box = null;
    /** @type {readonly R[]} */
    this.rows = [];
    /** @type {Map<string, number>} */
    this.heights = new Map();
    /** px of a row that was never drawn: what the first ones are on average, so that a jump draws few. */
    this.guess = GUESS;
    this.from = starts(0, () => 0);
    this.drawn = "";
    this.width = 0;
    /** px of the list that are seen, and how far it is scrolled: to ask has the page laid out. */
    this.tall = 0;
    this.y = 0;
    /** The row that was gone to last. */
    this.revealed = -1;
    this.sizes = new ResizeObserver(() => this.#resized());
  }

  /**
   * Show rows in a list that holds nothing but what is drawn here, and one of them whole in sight.
   * @param {HTMLElement} box
   * @param {readonly R[]} rows
   * @param {number} goal  the row's index; none for where the reader is
   */
  show(box, rows, goal = -1) {
    if (box !== this.box) {
      this.sizes.disconnect();
      this.box = box;
      this.#look();
      box.addEventListener("scroll", () => this.#scrolled(), { passive: true });
      this.sizes.observe(box);
    }
    if (rows !== this.rows) {
      this.rows = rows;
      this.#count();
    }
    this.drawn = "";
    if (goal < 0) this.#draw();
    else this.#reveal(goal);
  }
  #look() {
    if (!this.box) return;
    const { clientWidth, clientHeight, scrollTop } = this.box;
    [this.width, this.tall, this.y] = [clientWidth, clientHeight, scrollTop];
  }
  #scrolled() {
    this.y = this.box?.scrollTop ?? 0;
    this.#draw();
  }

  /**
   * Whether a row is whole in sight.
   * @param {number} index
   */
  sees(index) {
    const { box, from, y, tall } = this;
    if (!box || index < 0 || index + 1 >= from.length) return false;
    return from[index] >= y && from[index + 1] <= y + tall;
  }

  /**
   * Scroll until a row is whole in sight, or its beginning if it is higher than the list.
   * @param {number} index
   */
  #reveal(index) {
    this.revealed = index;
    for (let i = 0; i < TRIES; i++) {
      const to = this.#withRow(index);
      if (i > 0 && Math.abs(to - this.y) < 1) return;
      this.y = to;
      this.#draw();
    }
  }
  /**
   * How far the list is to be scrolled, at least, for a row to be in sight.
   * @param {number} index
   */
  #withRow(index) {
    const { from, tall, y } = this,
      [top, low] = [from[index], from[index + 1]],
      head = this.#headOf(index - 1),
      over = head ? this.#height(head) : 0;
    if (top >= y + over && low <= y + tall - EDGE) return y;
    const to = Math.min(top - over, Math.max(top - tall * 0.62, low - tall + EDGE));
    return Math.max(0, Math.min(to, from[this.rows.length] - tall));
  }

  /** @param {R} row */
  #height = (row) => this.heights.get(row.key) ?? this.guess;
  /** @param {number} index */
  #headOf(index) {
    for (let i = index; i >= 0; i--) if (this.rows[i].head) return this.rows[i];
    return null;
  }
  #count() {
    this.from = starts(this.rows.length, (i) => this.#height(this.rows[i]));
  }
  #resized() {
    const { width } = this;
    this.#look();
    if (width !== this.width) {
      this.heights.clear();
      this.guess = GUESS;
      this.#count();
    }
    this.#draw();
    if (this.rows[this.revealed]) this.#reveal(this.revealed);
  }

  /** Draw what is in sight. Where rows are higher or lower than thought, what is seen stays. */
  #draw() {
    const { box, rows } = this;
    if (!box) return;
    for (let i = 0; i < TRIES; i++) {
      const { y, tall } = this,
        first = rowAt(this.from, Math.max(0, y - AROUND)),
        end = Math.min(rows.length, rowAt(this.from, y + tall + AROUND) + 1),
        drawn = `${first} ${end} ${this.from[rows.length]}`;
      const same = drawn === this.drawn;
      this.drawn = drawn;
      if (!same) this.#render(box, first, end);
      if (box.scrollTop !== y) box.scrollTop = y;
      if (same || !this.#measure(box)) break;
      const seen = rowAt(this.from, y),
        within = y - this.from[seen],
        atEnd = y > 0 && y + tall >= this.from[rows.length] - 1;
      this.#count();
      this.y = atEnd ? this.from[rows.length] - tall : this.from[seen] + within;
    }
    this.y = box.scrollTop;
  }

  /**
   * @param {HTMLElement} box
   * @param {number} first
   * @param {number} end
   */
  #render(box, first, end) {
    const { rows, from } = this,
      head = rows[first]?.head ? null : this.#headOf(first - 1);
    render(
      html`${head ? this.draw(head) : nothing}${gap(from[first] - (head ? this.#height(head) : 0))}
      ${repeat(rows.slice(first, end), (row) => row.key, this.draw)}
      ${gap(from[rows.length] - from[end])}`,
      box,
    );
  }

  /**
   * Whether a row that is drawn is of another height than was thought.
   * @param {HTMLElement} box
   */
  #measure(box) {
    let changed = false;
    for (const row of findAll(box, "[data-row]")) {
      const { height } = row.getBoundingClientRect(),
        key = row.dataset.row ?? "";
      if (!height || Math.abs((this.heights.get(key) ?? this.guess) - height) < 0.5) continue;
      this.heights.set(key, height);
      changed = true;
    }
    const known = [...this.heights.values()];
    if (this.guess === GUESS && known.length)
      this.guess = known.reduce((sum, height) => sum + height, 0) / known.length;
    return changed;
  }
}
