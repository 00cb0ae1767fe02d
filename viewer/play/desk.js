// Desk: what one role has before it in one campaign, and the one place where that changes.
import { keepDraft, readDraft } from "./draft.js";
import { anyones, awaitedFor, othersAwaited } from "./waiting.js";

/** @import { Step } from "../renderer.js" */
/** @import { Command, Order, Service, TurnState } from "./types.js" */

/** What of the state is kept in the browser. */
const KEPT = /** @type {const} */ (["at", "open", "orders", "left"]);

/**
 * Whose turn it is, and what it is in touch with. `actsFor`: the seat in whose name a referee acts, if
 * any; `stood(seq, steps)` is called once what was sent stands in the log up to an event, and what may
 * be done next is read after it.
 * @typedef {object} Given
 * @property {string} campaign
 * @property {string} role
 * @property {string | null} [actsFor]
 * @property {Service} service
 * @property {(type: string) => boolean} [seals]  whether something of such a command is laid face down
 * @property {(type: string) => readonly string[]} [stays]  what of a command mostly is as in the one before
 * @property {(id: string) => boolean} [isUsual]  whether the first that an option proposes is mostly sent as it is
 * @property {() => void} [changed]
 * @property {(seq: number, steps: Step[]) => Promise<void>} [stood]
 * @property {(run: () => void, ms: number) => unknown} [delay]
 */

export class Desk {
  /** What stood before each thing done here; what was sent stays sent. @type {Pick<TurnState, "open" | "orders" | "left">[]} */
  undone = [];
  /** The order of each kind that was made last. @type {Map<string, Command>} */
  before = new Map();

  /** @param {Given} given */
  constructor({
    campaign,
    role,
    actsFor = null,
    service,
    seals = () => false,
    stays = () => [],
    isUsual = () => false,
    changed = () => {},
    stood = async () => {},
    delay = (run, ms) => setTimeout(run, ms),
  }) {
    this.campaign = campaign;
    this.role = role;
    this.actsFor = actsFor;
    /** Whose the commands are. */
    this.chair = actsFor ? `seat:${actsFor}` : role;
    /** What the draft is kept by: that for a seat is another than its own. */
    this.kept = actsFor ? `${role} for ${actsFor}` : role;
    this.service = service;
    this.seals = seals;
    this.stays = stays;
    this.isUsual = isUsual;
    this.changed = changed;
    this.stood = stood;
    this.delay = delay;
    const { at, open, orders, left } = readDraft(campaign, this.kept);
    /** The option that was being filled when the page was left; it is opened once they are read. */
    this.unfinished = open;
    /** @type {TurnState} */
    this.state = {
      at,
      waiting: [],
      items: null,
      met: [],
      withheld: null,
      reading: false,
      looking: false,
      opening: false,
      error: null,
      open: null,
      orders,
      left,
      forecast: null,
      entering: null,
      after: null,
      sending: false,
      result: null,
    };
  }

  /** @param {Partial<TurnState>} change */
  set(change) {
    const before = this.state;
    this.state = { ...before, ...change };
    const { at, open, orders, left } = this.state,
      drafted = !before.items || KEPT.some((part) => before[part] !== this.state[part]);
    if (this.state.items && drafted)
      keepDraft(this.campaign, this.kept, {
        at,
        orders,
        left,
        open: open && { id: open.option.id, answers: open.answers, place: open.place },
      });
    this.changed();
  }

  /** Whether this role is awaited. */
  get awaited() {
    return awaitedFor(this.state.waiting, this.chair);
  }

  /** What the table waits for that anyone may do, this role too. */
  get anyones() {
    return this.awaited ? null : anyones(this.state.waiting, this.state.items ?? []);
  }

  /** The types of the commands that this role is awaited for, in the order that the game tells. */
  get kinds() {
    return (this.awaited ?? this.anyones)?.kinds ?? [];
  }

  /** The others who are awaited for what this role is: with whichever answer is the last, dice may fall. */
  get others() {
    return othersAwaited(this.state.waiting, this.awaited);
  }

  /** So that what is done now can be taken back. */
  remember() {
    const { open, orders, left } = this.state;
    this.undone.push({ open, orders, left });
  }

  /** Where the order that is filled stands among those to be sent. */
  get #place() {
    const { open, orders } = this.state;
    return open?.place ?? orders.length;
  }

  /** The orders that come before the one that is filled. */
  get earlier() {
    return this.state.orders.slice(0, this.#place);
  }

  /** The state's change where an order is put with those to be sent. @param {Order} order */
  with(order) {
    const { orders, left } = this.state;
    this.before.set(order.command.type, order.command);
    return {
      orders: orders.toSpliced(this.#place, 0, order),
      left: left.filter((e) => e !== order.entropy),
    };
  }
  /** The state's change where it is taken from them. @param {Order} order */
  without(order) {
    const { orders, left } = this.state;
    return { orders: orders.filter((o) => o !== order), left: [...left, order.entropy] };
  }
}
