// Sending: what is composed goes to the server, and every answer that may come of it. No DOM here.
import { onlyAnswers } from "./waiting.js";

/** @import { Desk } from "./desk.js" */
/** @import { Event, TurnState, Waiting } from "./types.js" */

/** How often a command is sent again by itself while only others answered the same window. */
const RESENDS = 5;
/** ms that an answer waits for its events, so that both are shown at once. */
const TOGETHER = 1000;

export class Sending {
  /** What the server answers, or answered, to what was sent last. @type {Promise<unknown>} */
  answering = Promise.resolve();

  /**
   * @param {Desk} desk
   * @param {() => Promise<void>} read  reads what may be done
   */
  constructor(desk, read) {
    this.desk = desk;
    this.read = read;
  }

  /**
   * All or none, in one go.
   * @param {Partial<TurnState>} composed  how the state changes with the open order, which is last
   * @param {Pick<TurnState, "at" | "waiting">} seen  where it stood when it was composed
   */
  send(composed, seen) {
    this.desk.undone = [];
    // Kept before it is sent: what is asked for again after a crash is the same.
    this.desk.set({
      ...composed,
      open: null,
      forecast: null,
      entering: null,
      sending: true,
      result: null,
    });
    return this.#deliver(seen, RESENDS);
  }

  /**
   * @param {Pick<TurnState, "at" | "waiting">} seen  where it stood when it was composed
   * @param {number} resends
   * @returns {Promise<void>}
   */
  async #deliver({ at, waiting }, resends) {
    const { orders } = this.desk.state;
    let delivered;
    try {
      const answer = this.desk.service.post(orders, at);
      this.answering = answer;
      delivered = await answer;
    } catch (problem) {
      if (problem.status === 412) return this.#stale(at, waiting, resends);
      const order = orders[problem.command ?? orders.length - 1].key;
      return this.desk.set({
        sending: false,
        result:
          problem.status === 0 || problem.status >= 500
            ? { kind: "unanswered", problem }
            : { kind: "refused", order, problem, events: [], orders: [] },
      });
    }
    const { events, steps, refused } = delivered,
      left = orders.slice(events.length),
      last = events.at(-1)?.seq ?? at;
    await Promise.race([
      this.desk.stood(last, steps),
      new Promise((go) => this.desk.delay(() => go(0), TOGETHER)),
    ]);
    this.desk.set({
      sending: false,
      orders: left,
      result: refused
        ? {
            kind: "refused",
            order: left[0].key,
            problem: refused,
            events,
            orders: orders.slice(0, events.length),
          }
        : { kind: "sent", events, orders },
    });
    await this.read();
  }

  /**
   * @param {number} from
   * @param {Waiting[]} waiting
   * @param {number} resends
   */
  async #stale(from, waiting, resends) {
    await this.read();
    const { at, orders, error } = this.desk.state;
    if (error)
      return this.desk.set({ sending: false, result: { kind: "unanswered", problem: error } });
    const lost = orders.filter((o) => o.lost).length;
    const between = await this.desk.service.events(from).catch(() => null);
    if (
      between &&
      resends > 0 &&
      !lost &&
      onlyAnswers(between, this.desk.chair, waiting, this.desk.state.waiting)
    )
      return this.#deliver(this.desk.state, resends - 1);
    this.desk.set({ sending: false, result: { kind: "stale", from, to: at, lost } });
  }

  /**
   * Events that stand in the log: what this role sent without hearing of it is settled.
   * @param {Event[]} events
   */
  stands(events) {
    if (this.desk.state.sending) return;
    const { orders, result } = this.desk.state,
      keys = new Set(orders.map((o) => o.key)),
      found = events.filter((e) => e.by === this.desk.role && keys.has(e.key)),
      told = new Set(found.map((e) => e.key));
    if (!found.length) return;
    this.desk.undone = [];
    this.desk.set({
      orders: orders.filter((o) => !told.has(o.key)),
      result:
        result && result.kind !== "unanswered"
          ? result
          : { kind: "sent", events: found, orders: orders.filter((o) => told.has(o.key)) },
    });
  }

  /**
   * The dice of the last sending were checked; `doubt` is what was found against them.
   * @param {string | null} doubt
   */
  checked(doubt) {
    const { result } = this.desk.state;
    if (result?.kind === "sent" || result?.kind === "refused")
      this.desk.set({ result: { ...result, doubt } });
  }
}
