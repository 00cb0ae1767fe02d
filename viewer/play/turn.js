// Turn: what one role does with what it may do: it composes orders, takes them back and sends them. No DOM here.
import { Desk } from "./desk.js";
import { Entry } from "./entry.js";
import { answered, begun, sent } from "./fill.js";
import { Finding } from "./finding.js";
import { Foresight } from "./foresight.js";
import { layAll, made } from "./making.js";
import { Sending } from "./sending.js";

/** @import { Along } from "../renderer.js" */
/** @import { Given } from "./desk.js" */
/** @import { Answers, Event, Item, Order } from "./types.js" */

export class Turn extends Desk {
  #opened = 0;
  #foresight = new Foresight(this);
  #finding = new Finding(this, () => this.#foresight.ask());
  #sending = new Sending(this, () => this.read());

  /** @param {Given} given */
  constructor(given) {
    super(given);
    /** The dice that are typed in, where no other orders are composed. */
    this.entry = new Entry({
      order: () => (this.state.orders.length ? null : made(this)),
      entering: () => this.state.entering,
      set: (entering) => this.set({ entering }),
      service: this.service,
    });
  }

  /** What the server answers, or answered, to what was sent last. */
  get answering() {
    return this.#sending.answering;
  }
  get ending() {
    return this.#finding.ending;
  }
  get usual() {
    return this.#finding.usual;
  }
  /** The only thing to do, where it takes more than one press. */
  only() {
    return this.#finding.only();
  }
  /** Read what may be done now, after what is composed. */
  read() {
    return this.#finding.read();
  }
  /** Read what comes of one press for an item. @param {string} id */
  lookAt(id) {
    return this.#finding.lookAt(id);
  }
  /**
   * Where what is picked on the board can go, by any option that concerns it.
   * @param {string[]} ids
   * @param {Item[]} items
   */
  reach(ids, items) {
    return this.#finding.reach(ids, items);
  }
  /** Events that stand in the log. @param {Event[]} events */
  stands(events) {
    this.#sending.stands(events);
  }
  /** The dice of the last sending were checked. @param {string | null} doubt */
  checked(doubt) {
    this.#sending.checked(doubt);
  }

  get undoable() {
    return this.undone.length > 0;
  }

  /** Take back the last thing done here; what was sent stays sent. */
  undo() {
    const before = this.undone.pop();
    if (!before) return;
    /** @param {readonly Order[]} orders */
    const keys = (orders) => orders.map((o) => o.key),
      composed = String(keys(before.orders)) !== String(keys(this.state.orders));
    this.set({ ...before, forecast: null, entering: null, result: null });
    return composed ? this.read() : this.#foresight.ask();
  }

  /**
   * Begin an order. What was picked on the board, `ids`, is chosen in it where it fits, else all units
   * that may take part; where it was said as well where these go, `to`, all of them that may.
   * @param {string} id
   * @param {string[]} [ids]
   * @param {string[]} [to]
   * @returns {Promise<void> | void}
   */
  choose(id, ids = [], to = []) {
    const item = this.state.items?.find((item) => item.id === id);
    if (!item || this.state.sending) return;
    if (!item.option) return this.#open(item, ids, to);
    this.#opened += 1;
    this.remember();
    this.set({
      open: {
        option: item.option,
        answers: to.length
          ? sent(item.option, [...ids, ...to])
          : begun(item.option, ids, this.before.get(item.type), this.stays(item.type)),
      },
      opening: false,
      forecast: null,
      result: null,
    });
    this.#foresight.ask();
  }

  /**
   * Read the option of an item, and begin an order with it.
   * @param {Item} item
   * @param {string[]} ids
   * @param {string[]} to
   * @returns {Promise<void>}
   */
  async #open(item, ids, to) {
    const mine = ++this.#opened;
    this.set({ opening: true });
    try {
      item.option = (await this.service.whole(item)) ?? undefined;
      if (mine !== this.#opened) return;
      this.set({ opening: false });
      return item.option ? this.choose(item.id, ids, to) : this.read();
    } catch (error) {
      if (mine === this.#opened) this.set({ opening: false, error });
    }
  }

  /**
   * Give the order that is filled all of its answers anew.
   * @param {Answers} answers
   */
  fill(answers) {
    const { open, sending } = this.state;
    if (!open || sending) return;
    this.remember();
    this.set({ open: { ...open, answers }, forecast: null, result: null });
    this.#foresight.ask();
  }

  /**
   * @param {string} pointer
   * @param {unknown} value
   */
  answer(pointer, value) {
    const { open, sending } = this.state;
    if (!open || sending) return;
    // A text that is typed is one step.
    if (typeof value !== "string" || open.answers[pointer] === undefined) this.remember();
    const answers = answered(open.option, open.answers, pointer, value);
    this.set({ open: { ...open, answers }, forecast: null, result: null });
    this.#foresight.ask();
  }

  drop() {
    if (!this.state.open || this.state.sending) return;
    this.remember();
    this.set({ open: null, forecast: null, entering: null, result: null });
  }

  /** Put the order that was being filled with those to be sent. */
  add() {
    const order = made(this);
    if (!order || this.state.sending) return;
    this.remember();
    this.set({ open: null, forecast: null, entering: null, ...this.with(order) });
    return this.read();
  }

  /**
   * Fill a composed order anew: it is taken from those to be sent, and comes back to its place.
   * @param {string} key
   */
  change(key) {
    const place = this.state.orders.findIndex((o) => o.key === key),
      order = this.state.orders[place];
    if (!order || this.state.sending) return;
    this.remember();
    const open = { option: order.option, answers: order.answers, place };
    this.set({ ...this.without(order), open, forecast: null, result: null });
    return this.read();
  }

  /** @param {string} key */
  remove(key) {
    const order = this.state.orders.find((o) => o.key === key);
    if (!order || this.state.sending) return;
    this.remember();
    this.set({ ...this.without(order), forecast: null, result: null });
    return this.read();
  }

  /**
   * Put an order of each way with those to be sent.
   * @param {readonly Along[]} ways
   */
  async lay(ways) {
    const { sending, open, opening } = this.state;
    if (sending || open || opening) return;
    await layAll(this, this.#finding, ways);
  }

  /** Send what is composed, the open order last if it is whole; in one go, all or none. */
  async send() {
    const { entering, forecast, orders, sending } = this.state;
    if (sending || (entering && !this.entry.whole)) return;
    const whole = made(this),
      order =
        whole && entering
          ? {
              ...whole,
              entered: {
                witness: entering.witness.trim(),
                faces: entering.entered.map((d) => d.face),
              },
            }
          : whole;
    if (!order && !orders.length) return;
    this.#foresight.forget();
    // On the head that its odds were seen on: what has come since is told before it is sent.
    await this.#sending.send(
      order ? this.with(order) : {},
      order && forecast ? forecast : this.state,
    );
  }

  /** Give up everything that is composed, the throws of what was refused included. */
  clear() {
    if (this.state.sending) return;
    this.remember();
    this.set({ open: null, orders: [], left: [], forecast: null, entering: null, result: null });
    return this.read();
  }
}
