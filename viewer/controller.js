// Controller: the one place where the replay moves. Views read `state`; nothing else writes it.
import { beatAt, extend, outline, stepAt } from "./replay.js";
import { saw } from "./pages/games.js";
import { sift } from "./sieve.js";
import { storage } from "./storage.js";

/** @import { Beat, Move, Replay, Showing, State } from "./types.js" */
/** @import { Step } from "./renderer.js" */

const STEP_MS = 1600; // a beat, when the replay plays at its own speed
const LONGER = 2; // times as long where dice fall or a battle is told
/** How many times as fast as its own speed a replay can play. */
export const SPEEDS = [0.5, 1, 2, 4];
const SPEED = "iacta.speed";

/** The speed that the reader chose in this browser. */
const keptSpeed = () => SPEEDS.find((speed) => String(speed) === storage.get(SPEED)) ?? 1;

/**
 * The last of a rising list that is smaller.
 * @param {number[]} seqs
 * @param {number} at
 */
const before = (seqs, at) => seqs.findLast((seq) => seq < at);
/**
 * The first of a rising list that is greater.
 * @param {number[]} seqs
 * @param {number} at
 */
const after = (seqs, at) => seqs.find((seq) => seq > at);

/**
 * One event of each beat that has any among these steps.
 * @param {Replay} replay
 * @param {readonly Step[]} steps
 */
function stopsAmong(replay, steps) {
  /** @type {Map<Beat, number>} */
  const stops = new Map();
  for (const { seq } of steps) {
    const beat = beatAt(replay, seq);
    if (stops.get(beat) !== beat.at) stops.set(beat, seq);
  }
  return [...stops.values()];
}

export class Controller {
  /**
   * changed(what) is called after every change; what is "at" when only the position moved.
   * @param {(what: string) => void} changed
   */
  constructor(changed) {
    this.changed = changed;
    /** @type {State} */
    this.state = {
      replay: null,
      at: 0,
      moves: false,
      direction: 1,
      playing: false,
      speed: keptSpeed(),
      behind: false,
      query: "",
      kind: "all",
      pane: null,
      tab: "board",
      since: null,
      offline: false,
    };
    this.timer = 0;
    /** @type {{ of: unknown[], steps: readonly Step[], stops: number[] }} */
    this.sifted = { of: [], steps: [], stops: [] };
  }
  /**
   * @param {Partial<State>} change
   * @param {string} [what]
   */
  set(change, what = "all") {
    this.state = { ...this.state, ...change };
    this.changed(what);
  }

  /**
   * Show a replay at an event, else where its reader left off, else at its end.
   * @param {Replay} replay
   * @param {number | null | undefined} at
   * @param {number | null} [since] the last event that the reader has seen, if there are more now
   */
  show(replay, at, since = null) {
    this.pause();
    const last = replay.steps.length,
      to = Math.max(1, Math.min(last, at ?? since ?? last));
    this.set({ replay, at: to, moves: false, behind: false, tab: "board", since });
  }

  /**
   * News: a reader at the tail stays there; any other is told that there is more.
   * @param {Step[]} items
   */
  grow(items) {
    const { replay, at } = this.showing,
      tail = at === replay.steps.length,
      longer = extend(replay, items);
    this.set({
      replay: longer,
      ...(tail
        ? { at: longer.steps.length, moves: items.length === 1 }
        : { behind: longer.steps.length > replay.steps.length || this.state.behind }),
    });
  }

  /**
   * The state while something is shown; else an Error.
   * @returns {Showing}
   */
  get showing() {
    const { replay } = this.state;
    if (!replay) throw new Error("Nothing is shown.");
    return { ...this.state, replay };
  }

  /** The steps that the log shows: all of them, or what a search and a kind leave. */
  get shown() {
    return this.#sift().steps;
  }
  /** Where one stops who steps by beat: at the event that its headline tells, else at the last that is shown. */
  get stops() {
    return this.#sift().stops;
  }
  #sift() {
    const { replay, query, kind } = this.showing,
      of = [replay.steps, query, kind];
    if (of.some((part, i) => part !== this.sifted.of[i])) {
      const steps = sift(replay.steps, query, kind);
      this.sifted = { of, steps, stops: stopsAmong(replay, steps) };
    }
    return this.sifted;
  }

  get last() {
    return this.state.replay?.steps.length ?? 0;
  }

  /**
   * Go to an event. Only a single step moves things on the board; scrubbing and held keys do not.
   * @param {number} seq
   * @param {{ held?: boolean, single?: boolean }} [given] `single`: it is the next beat, though events lie between
   */
  goTo(seq, { held = false, single = false } = {}) {
    const { at } = this.state,
      to = Math.max(1, Math.min(this.last, Math.round(seq)));
    if (!this.last || to === at) return;
    const { since } = this.state;
    if (since !== null) saw(this.showing.replay.campaign.id, to);
    this.set(
      {
        at: to,
        since: to === this.last ? null : since,
        moves: !held && (single || Math.abs(to - at) === 1),
        direction: Math.sign(to - at),
        behind: this.state.behind && to !== this.last,
      },
      "at",
    );
  }
  /** The next beat; after the last the end, for a beat is told at an event that others may follow. */
  get #next() {
    const { at } = this.state;
    return after(this.stops, at) ?? this.shown.findLast(({ seq }) => seq > at)?.seq;
  }
  /**
   * Go where a key or a button says; from one beat, or event, to the next of those that the log shows.
   * @param {Move} where
   * @param {{ held?: boolean }} [options]
   */
  go(where, options) {
    const { at, replay } = this.state;
    if (!replay) return;
    const { chapters, battles, dice } = outline(replay),
      { stops } = this,
      events = () => this.shown.map((step) => step.seq),
      turns = chapters.map((chapter) => chapter.seq),
      told = (/** @type {Iterable<number>} */ seqs) => [
        ...new Set([...seqs].map((seq) => beatAt(replay, seq).at)),
      ];
    const to = {
      first: () => 1,
      last: () => this.last,
      prev: () => before(stops, at),
      next: () => this.#next,
      "prev-event": () => before(events(), at),
      "next-event": () => after(events(), at),
      back: () => before(turns, at) ?? 1,
      fore: () => after(turns, at) ?? this.last,
      "prev-battle": () => before(told(battles), at),
      "next-battle": () => after(told(battles), at),
      "prev-throw": () => before(told(dice), at),
      "next-throw": () => after(told(dice), at),
    }[where]();
    if (where !== "next") this.pause();
    const single = where === "prev" || where === "next";
    if (to !== undefined) this.goTo(to, { ...options, single });
  }

  play() {
    if (this.state.playing) return this.pause();
    if (this.state.at === this.last) this.goTo(1);
    this.set({ playing: true });
    this.#tick(STEP_MS / 2);
  }
  /** @param {number} ms */
  #tick(ms) {
    this.timer = setTimeout(() => {
      const { replay, playing, speed } = this.state;
      if (!playing || !replay) return;
      const next = this.#next;
      if (next === undefined) return this.pause();
      this.goTo(next, { single: true });
      const { battles, dice } = outline(replay),
        { first, last } = beatAt(replay, next),
        told = replay.steps
          .slice(first - 1, last)
          .some(({ seq }) => dice.has(seq) || battles.includes(seq));
      this.#tick((STEP_MS * (told ? LONGER : 1)) / speed);
    }, ms);
  }
  /**
   * Play so many times as fast, now and whenever this browser plays.
   * @param {number | undefined} speed
   */
  playAt(speed) {
    if (!speed || !SPEEDS.includes(speed)) return;
    storage.set(SPEED, String(speed));
    this.set({ speed });
  }
  pause() {
    clearTimeout(this.timer);
    if (this.state.playing) this.set({ playing: false });
  }

  get step() {
    return this.state.replay ? stepAt(this.state.replay, this.state.at) : null;
  }
}
