// Controller: the one place where the replay moves. Views read `state`; nothing else writes it.
import { extend, outline, stepAt } from "./replay.js";

/** @import { Move, Replay, Showing, State } from "./types.js" */
/** @import { Step } from "./renderer.js" */

const STEP_MS = 1600;

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
      behind: false,
      query: "",
      kind: "all",
      pane: null,
      offline: false,
    };
    this.timer = 0;
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
   * @param {Replay} replay
   * @param {number | null | undefined} at
   */
  show(replay, at) {
    this.pause();
    const last = replay.steps.length;
    this.set({ replay, at: Math.max(1, Math.min(last, at ?? last)), moves: false, behind: false });
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

  get last() {
    return this.state.replay?.steps.length ?? 0;
  }

  /**
   * Go to an event. Only a single step moves things on the board; scrubbing and held keys do not.
   * @param {number} seq
   * @param {{ held?: boolean }} [given]
   */
  goTo(seq, { held = false } = {}) {
    const { at } = this.state,
      to = Math.max(1, Math.min(this.last, Math.round(seq)));
    if (!this.last || to === at) return;
    this.set(
      {
        at: to,
        moves: !held && Math.abs(to - at) === 1,
        direction: Math.sign(to - at),
        behind: this.state.behind && to !== this.last,
      },
      "at",
    );
  }
  /**
   * @param {Move} where
   * @param {{ held?: boolean }} [options]
   */
  go(where, options) {
    const { at, replay } = this.state;
    if (!replay) return;
    const chapters = outline(replay).chapters.map((c) => c.seq);
    const to = {
      first: () => 1,
      last: () => this.last,
      prev: () => at - 1,
      next: () => at + 1,
      back: () => chapters.findLast((c) => c < at) ?? 1,
      fore: () => chapters.find((c) => c > at) ?? this.last,
    }[where];
    if (where !== "next") this.pause();
    this.goTo(to(), options);
  }

  play() {
    if (this.state.playing) return this.pause();
    if (this.state.at === this.last) this.goTo(1);
    this.set({ playing: true });
    const tick = () => {
      if (!this.state.playing) return;
      if (this.state.at >= this.last) return this.pause();
      this.goTo(this.state.at + 1);
      this.timer = setTimeout(tick, STEP_MS);
    };
    this.timer = setTimeout(tick, STEP_MS / 2);
  }
  pause() {
    clearTimeout(this.timer);
    if (this.state.playing) this.set({ playing: false });
  }

  get step() {
    return this.state.replay ? stepAt(this.state.replay, this.state.at) : null;
  }
}
