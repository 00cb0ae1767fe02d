// Foresight: what would come of the order that is open, asked for once it is whole. No DOM here.
import { commandOf, same } from "./fill.js";

/** @import { Desk } from "./desk.js" */
/** @import { Problem } from "./types.js" */

export class Foresight {
  #asked = 0;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** Whatever is still asked for comes too late. */
  forget() {
    this.#asked += 1;
  }

  /** Ask what would come of the open order once it is whole; the last question asked is answered. */
  ask() {
    const { at, waiting, open, forecast: seen } = this.desk.state,
      command = open && commandOf(open.option, open.answers),
      mine = ++this.#asked;
    if (this.desk.state.entering) this.desk.set({ entering: null });
    if (!command) return;
    // What was seen stands until it is known anew: a button goes dead under no finger.
    if (!seen || !same(seen.command, command))
      this.desk.set({ forecast: { at, waiting, command, answer: null, problem: null } });
    this.desk.delay(async () => {
      if (mine !== this.#asked) return;
      const forecast = await this.desk.service
        .forecast([...this.desk.earlier.map((o) => o.command), command])
        .then(
          (answer) => ({ at, waiting, command, answer, problem: null }),
          (/** @type {Problem} */ problem) => ({ at, waiting, command, answer: null, problem }),
        );
      if (mine === this.#asked) this.desk.set({ forecast });
    }, 150);
  }
}
