// Windowed: a long list of rows of unequal height, of which only those in sight and some around them stand on the page.
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { repeat } from "./vendor/lit-html/directives/repeat.js";
import { findAll } from "./dom.js";

/** @import { Template } from "./vendor/lit-html/lit-html.js" */

/** @typedef {{ key: string, head?: boolean }} Row a `head` stays on top of the rows under it */

const AROUND = 80; // px that are drawn above and below what is in sight
const GUESS = 44; // px of a row, before any was drawn
const EDGE = 8; // px between the row that is gone to and the list's end
const TRIES = 5; // a row that is drawn is seldom as high as was guessed
const NONE = { head: -1, first: 0, end: 0 };

/**
 * Where each row begins, and where the last one ends.
 * @param {Float64Array} heights
 */
function starts(heights) {
  const out = new Float64Array(heights.length + 1);
  for (let i = 0; i < heights.length; i++) out[i + 1] = out[i] + heights[i];
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

/**
 * Leave nothing of the rows that stood in a list to those that come: no focus, nothing unfolded.
 * @param {HTMLElement} box
 */
function letGo(box) {
  const { activeElement: focused } = document;
  if (focused instanceof HTMLElement && focused !== box && box.contains(focused)) focused.blur();
  for (const open of box.querySelectorAll("details[open]")) open.removeAttribute("open");
}

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
    /** px of a row that was never drawn: what the others are on average, so that a jump draws few. */
    this.guess = GUESS;
    /** px of each row, and where it begins. */
    this.high = new Float64Array();
    this.from = starts(this.high);
    /** The row that stays on top (-1: none), the first under it and the one after the last, as drawn. */
    this.drawn = NONE;
    /** Which element each row that is drawn stands in, by their number, and how many were made. @type {Map<string, number>} */
    this.seats = new Map();
    this.made = 0;
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
    if (rows !== this.rows) this.#take(rows);
    this.drawn = NONE;
    if (goal < 0) this.#draw();
    else this.#reveal(goal);
  }
  #look() {
    if (!this.box) return;
    const { clientWidth, clientHeight, scrollTop } = this.box;
    [this.width, this.tall, this.y] = [clientWidth, clientHeight, scrollTop];
  }
  #scrolled() {
    const y = this.box?.scrollTop ?? 0;
    if (y === this.y) return; // it was scrolled here
    this.y = y;
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
    if (!this.seats.has(this.rows[index].key)) this.#guess();
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
      over = this.high[this.#headOf(index - 1)] ?? 0;
    if (top >= y + over && low <= y + tall - EDGE) return y;
    const to = Math.min(top - over, Math.max(top - tall * 0.62, low - tall + EDGE));
    return Math.max(0, Math.min(to, from[this.rows.length] - tall));
  }

  /**
   * The last head at or above a row; -1 if there is none.
   * @param {number} index
   */
  #headOf(index) {
    let i = index;
    while (i >= 0 && !this.rows[i].head) i--;
    return i;
  }
  /**
   * Take other rows, most of which are often the same, before and after what has changed.
   * @param {readonly R[]} rows
   */
  #take(rows) {
    const { rows: old } = this,
      least = Math.min(rows.length, old.length),
      [end, oldEnd] = [rows.length - 1, old.length - 1];
    let before = 0,
      after = 0;
    while (before < least && rows[before] === old[before]) before++;
    while (after < least - before && rows[end - after] === old[oldEnd - after]) after++;
    this.rows = rows;
    this.#size(before, after);
  }
  /**
   * What is known of the rows' heights, and where that has each begin.
   * @param {number} before  rows at the beginning whose heights stay
   * @param {number} after  rows at the end
   */
  #size(before = 0, after = 0) {
    const { rows, high: were, heights, guess } = this,
      high = new Float64Array(rows.length);
    high.set(were.subarray(0, before));
    high.set(were.subarray(were.length - after), rows.length - after);
    for (let i = before; i < rows.length - after; i++) high[i] = heights.get(rows[i].key) ?? guess;
    this.high = high;
    this.from = starts(high);
  }
  /** Guess anew how high rows are: where none that is in sight stays there, none is seen to move. */
  #guess() {
    const known = [...this.heights.values()],
      mean = known.reduce((sum, height) => sum + height, 0) / known.length;
    if (!(Math.abs(mean - this.guess) > mean / 10)) return;
    this.guess = mean;
    this.#size();
  }
  #resized() {
    const { width } = this;
    this.#look();
    if (width !== this.width) {
      this.heights.clear();
      this.#size();
      this.drawn = NONE;
    }
    this.#draw();
    if (this.rows[this.revealed]) this.#reveal(this.revealed);
  }

  /** Draw what is in sight. Where rows are higher or lower than thought, what is seen stays. */
  #draw() {
    const { box } = this;
    if (!box) return;
    for (let i = 0; i < TRIES; i++) {
      const drawn = i && this.#fills() ? this.drawn : this.#inSight(),
        same = drawn.first === this.drawn.first && drawn.end === this.drawn.end,
        { y, tall } = this;
      if (!same) this.#render(box, drawn);
      if (box.scrollTop !== y) box.scrollTop = y;
      if (same || !this.#measure(box)) break;
      const { from } = this,
        seen = rowAt(from, y),
        atEnd = y > 0 && y + tall >= from[this.rows.length] - 1;
      this.from = starts(this.high);
      this.y = atEnd ? this.from[this.rows.length] - tall : this.from[seen] + y - from[seen];
    }
    this.y = box.scrollTop;
  }
  /** Which rows are in sight, and a few around them. */
  #inSight() {
    const { from, y, tall, rows } = this,
      first = rowAt(from, Math.max(0, y - AROUND)),
      end = Math.min(rows.length, rowAt(from, y + tall + AROUND) + 1);
    return { head: rows[first]?.head ? -1 : this.#headOf(first - 1), first, end };
  }
  /** Whether what is drawn is enough, now that it is measured. */
  #fills() {
    const { from, y, tall, rows } = this,
      { first, end } = this.drawn;
    return (
      (first === 0 || from[first] <= y - AROUND) &&
      (end === rows.length || from[end] >= y + tall + AROUND)
    );
  }

  /**
   * Give each row its element. One that stays keeps its own; where none stays, after a jump, the
   * others are written into what stands there, which costs half of new ones.
   * @param {HTMLElement} box
   * @param {readonly R[]} shown
   */
  #seat(box, shown) {
    const { seats } = this,
      stays = shown.some(({ key }) => seats.has(key)),
      free = stays ? [] : [...seats.values()];
    if (!stays) letGo(box);
    this.seats = new Map(
      shown.map(({ key }) => [key, seats.get(key) ?? free.shift() ?? this.made++]),
    );
  }

  /**
   * @param {HTMLElement} box
   * @param {typeof NONE} drawn
   */
  #render(box, drawn) {
    const { rows, from, high } = this,
      { head, first, end } = drawn,
      shown = rows.slice(first, end);
    this.drawn = drawn;
    this.#seat(box, shown);
    render(
      html`${head < 0 ? nothing : this.draw(rows[head])}${gap(from[first] - (high[head] ?? 0))}
      ${repeat(shown, (row) => this.seats.get(row.key), this.draw)}
      ${gap(from[rows.length] - from[end])}`,
      box,
    );
  }

  /**
   * Whether a row that is drawn is of another height than was thought.
   * @param {HTMLElement} box
   */
  #measure(box) {
    const { head, first } = this.drawn,
      drawn = findAll(box, "[data-row]"),
      over = head < 0 ? 0 : 1;
    let changed = false;
    for (const [i, row] of drawn.entries()) {
      const { height } = row.getBoundingClientRect(),
        index = i < over ? head : first + i - over;
      if (!height) continue;
      this.heights.set(this.rows[index].key, height);
      if (Math.abs(this.high[index] - height) < 0.5) continue;
      this.high[index] = height;
      changed = true;
    }
    return changed;
  }
}
