// Turn: what one role may do, what it has composed, and what became of what it sent. No DOM here.
import { eachOnce } from "../words.js";
import { concerning } from "./concerns.js";
import {
  along,
  answered,
  begun,
  carried,
  commandOf,
  narrowed,
  questions,
  same,
  sent,
} from "./fill.js";
import { keepDraft, newOrder, readDraft } from "./draft.js";
import { Entry } from "./entry.js";
import { reachOf } from "./reach.js";
import { ends, givesNone, isNow, meet } from "./tray.js";
import { anyones, awaitedFor, onlyAnswers, othersAwaited, ownItems } from "./waiting.js";

/** @import { Along, Step } from "../renderer.js" */
/** @import { Answers, Command, Event, Foreseen, Found, Item, Open, Option, Order, Problem, Service, TurnState, Waiting } from "./types.js" */

/** How often a command is sent again by itself while only others answered the same window. */
const RESENDS = 5;
/** ms that an answer waits for its events, so that both are shown at once. */
const TOGETHER = 1000;
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
 * @property {() => void} [changed]
 * @property {(seq: number, steps: Step[]) => Promise<void>} [stood]
 * @property {(run: () => void, ms: number) => unknown} [delay]
 */

export class Turn {
  /** @type {Pick<TurnState, "open" | "orders" | "left">[]} */
  #undone = [];
  /** The order of each kind that was made last. @type {Map<string, Command>} */
  #before = new Map();
  #asked = 0;
  #reads = 0;
  #opened = 0;
  #looks = 0;

  /** @param {Given} given */
  constructor({
    campaign,
    role,
    actsFor = null,
    service,
    seals = () => false,
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
    this.changed = changed;
    this.stood = stood;
    this.delay = delay;
    /** What the server answers, or answered, to what was sent last. @type {Promise<unknown>} */
    this.answering = Promise.resolve();
    const { at, open, orders, left } = readDraft(campaign, this.kept);
    /** The option that was being filled when the page was left; it is opened once they are read. */
    this.unfinished = open;
    /** The dice that are typed in, where no other orders are composed. */
    this.entry = new Entry({
      order: () => (this.state.orders.length ? null : this.#made()),
      entering: () => this.state.entering,
      set: (entering) => this.#set({ entering }),
      service,
    });
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
  #set(change) {
    const before = this.state;
    this.state = { ...before, ...change };
    const { at, open, orders, left } = this.state,
      drafted = !before.items || KEPT.some((part) => before[part] !== this.state[part]);
    if (this.state.items && drafted)
      keepDraft(this.campaign, this.kept, {
        at,
        orders,
        left,
        open: open && { id: open.option.id, answers: open.answers },
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

  /** What may be done now; nothing while orders are composed. */
  get #now() {
    return this.state.orders.length ? [] : (this.state.items?.filter(isNow) ?? []);
  }

  /**
   * What ends the phase, where the game has nothing else of use to do; or the only thing to do, once it
   * is known to take one press.
   * @returns {Item | null}
   */
  get ending() {
    const [first, second] = this.#now,
      known = !second && first?.id === this.state.after?.id;
    return first && (known || ends(first)) ? first : null;
  }

  /** The types of the commands that this role is awaited for, in the order that the game tells. */
  get kinds() {
    return (this.awaited ?? this.anyones)?.kinds ?? [];
  }

  /** The others who are awaited for what this role is: with whichever answer is the last, dice may fall. */
  get others() {
    return othersAwaited(this.state.waiting, this.awaited);
  }

  /**
   * Read what may be done now, after what is composed.
   * @returns {Promise<void>}
   */
  async read() {
    const mine = ++this.#reads;
    this.#set({ reading: true, error: null });
    try {
      const found = await this.service.options(this.state.orders),
        filled = this.#filled,
        item = found.items.find(({ id }) => id === filled),
        now = item ? await this.#whole(item) : null;
      if (mine !== this.#reads) return;
      if (filled !== this.#filled) return this.read();
      this.#arrive(found, now);
    } catch (error) {
      if (mine === this.#reads) this.#set({ reading: false, error });
    }
  }

  /** The id of the option that is being filled. */
  get #filled() {
    return this.state.open?.option.id ?? this.unfinished?.id;
  }

  /**
   * @param {Item} item
   * @returns {Promise<Option | null>}
   */
  async #whole(item) {
    return item.option ?? this.service.whole(item);
  }

  /**
   * What became of what was sent, and up to where it was told: standing answers follow at once, and
   * are told with it; what comes later is others' doing.
   * @param {number} at
   */
  #still(at) {
    const { result } = this.state;
    return result?.kind === "sent" ? { ...result, until: result.until ?? at } : result;
  }

  /**
   * @param {Found} found
   * @param {Option | null} now  the option that is being filled, as it is now
   */
  #arrive({ at, waiting, items, withheld = "", refused, patches = [] }, now) {
    const { open } = this.state,
      // Kept by its places in the lists: it holds only where these are the same lists.
      unfinished = this.state.at === at ? this.unfinished?.answers : {},
      answers = open && now ? carried(open.option, now, open.answers) : unfinished;
    this.unfinished = null;
    const own = ownItems(items, waiting, this.chair);
    this.#set({
      at,
      waiting: eachOnce(waiting),
      result: this.#still(at),
      items: own,
      met: meet(this.state.met, own),
      withheld: withheld || null,
      reading: false,
      orders: this.state.orders.map((order, i) => ({
        ...order,
        lost: refused && i === refused.index ? refused.problem : null,
        patch: patches[i],
      })),
      open: now ? { option: now, answers: answers ?? {} } : null,
      after: null,
    });
    this.#foresee();
    // Where it cannot be read, the phase is ended as any order is given.
    this.#lookAhead().catch(() => {});
  }

  /**
   * Read who is awaited for what after the end of the phase, or after the only thing to do, if nothing of
   * that is to be chosen and no die falls with it; of an answer that is laid face down nobody can know.
   */
  async #lookAhead() {
    const [first, second] = this.#now;
    if (!first || (second && !ends(first))) return;
    this.#looks += 1;
    this.#set({ looking: true });
    try {
      await this.lookAt(first.id);
    } finally {
      this.#looks -= 1;
      this.#set({ looking: this.#looks > 0 });
    }
  }

  /**
   * Read what comes of one press for an item, where nothing of it is to be chosen and no die falls.
   * @param {string} id
   */
  async lookAt(id) {
    const item = this.#now.find((one) => one.id === id),
      mine = this.#reads;
    if (!item || this.state.after?.id === id) return;
    const option = await this.#whole(item),
      plain =
        option && (ends(item) || givesNone(item) || questions(option, {}).every((q) => q.forced)),
      command = plain && commandOf(option, {}),
      waiting = command && (await this.service.after(command)),
      blind = !waiting && this.seals(item.type);
    if (!command || !(waiting || blind) || mine !== this.#reads) return;
    item.option = option;
    this.#set({ after: { id, waiting: waiting || null } });
  }

  #remember() {
    const { open, orders, left } = this.state;
    this.#undone.push({ open, orders, left });
  }
  get undoable() {
    return this.#undone.length > 0;
  }

  /** Take back the last thing done here; what was sent stays sent. */
  undo() {
    const before = this.#undone.pop();
    if (!before) return;
    /** @param {readonly Order[]} orders */
    const keys = (orders) => orders.map((o) => o.key),
      composed = String(keys(before.orders)) !== String(keys(this.state.orders));
    this.#set({ ...before, forecast: null, entering: null, result: null });
    return composed ? this.read() : this.#foresee();
  }

  /**
   * Where what is picked on the board can go, by any option that concerns it.
   * @param {string[]} ids
   * @param {Item[]} items
   */
  async reach(ids, items) {
    const about = concerning(items, ids),
      known = about.flatMap((item) => item.option ?? []);
    if (known.length === about.length) return reachOf(known, ids);
    // Read by each id alone, of a long list only what is of that unit is sent.
    const read = await Promise.all(ids.map((id) => this.service.about(id))),
      may = new Set(about.map((item) => item.id));
    return reachOf(
      read.flat().filter((option) => may.has(option.id)),
      ids,
    );
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
    this.#remember();
    this.#set({
      open: {
        option: item.option,
        answers: to.length
          ? sent(item.option, [...ids, ...to])
          : begun(item.option, ids, this.#before.get(item.type)),
      },
      opening: false,
      forecast: null,
      result: null,
    });
    this.#foresee();
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
    this.#set({ opening: true });
    try {
      item.option = (await this.service.whole(item)) ?? undefined;
      if (mine !== this.#opened) return;
      this.#set({ opening: false });
      return item.option ? this.choose(item.id, ids, to) : this.read();
    } catch (error) {
      if (mine === this.#opened) this.#set({ opening: false, error });
    }
  }

  /**
   * Give the order that is filled all of its answers anew.
   * @param {Answers} answers
   */
  fill(answers) {
    const { open, sending } = this.state;
    if (!open || sending) return;
    this.#remember();
    this.#set({ open: { ...open, answers }, forecast: null, result: null });
    this.#foresee();
  }

  /**
   * @param {string} pointer
   * @param {unknown} value
   */
  answer(pointer, value) {
    const { open, sending } = this.state;
    if (!open || sending) return;
    // A text that is typed is one step.
    if (typeof value !== "string" || open.answers[pointer] === undefined) this.#remember();
    const answers = answered(open.option, open.answers, pointer, value);
    this.#set({ open: { ...open, answers }, forecast: null, result: null });
    this.#foresee();
  }

  drop() {
    if (!this.state.open || this.state.sending) return;
    this.#remember();
    this.#set({ open: null, forecast: null, entering: null, result: null });
  }

  /** Put the order that was being filled with those to be sent. */
  add() {
    const order = this.#made();
    if (!order || this.state.sending) return;
    this.#remember();
    this.#set({ open: null, forecast: null, entering: null, ...this.#with(order) });
    return this.read();
  }

  /**
   * Fill a composed order anew: it is taken from those to be sent.
   * @param {string} key
   */
  change(key) {
    const order = this.state.orders.find((o) => o.key === key);
    if (!order || this.state.sending) return;
    this.#remember();
    const open = { option: order.option, answers: order.answers };
    this.#set({ ...this.#without(order), open, forecast: null, result: null });
    return this.read();
  }

  /** @param {string} key */
  remove(key) {
    const order = this.state.orders.find((o) => o.key === key);
    if (!order || this.state.sending) return;
    this.#remember();
    this.#set({ ...this.#without(order), forecast: null, result: null });
    return this.read();
  }

  /** @param {Order} order */
  #without(order) {
    const { orders, left } = this.state;
    return { orders: orders.filter((o) => o !== order), left: [...left, order.entropy] };
  }
  /** @param {Order} order */
  #with(order) {
    const { orders, left } = this.state;
    this.#before.set(order.command.type, order.command);
    return { orders: [...orders, order], left: left.filter((e) => e !== order.entropy) };
  }

  /** @returns {Order | null} the open one, if it is whole */
  #made() {
    const { open, forecast } = this.state;
    return open && this.#orderOf(open, forecast?.answer ?? null);
  }

  /**
   * @param {Open} open
   * @param {Foreseen | null} answer  what would come of it, as far as it is known
   * @returns {Order | null} an order, if it is whole
   */
  #orderOf(open, answer) {
    const command = commandOf(open.option, open.answers),
      known = answer?.kind === "certain" ? answer : null;
    if (!command) return null;
    const { option, answers } = narrowed(open.option, open.answers);
    return {
      ...newOrder(option, answers, command, this.state.left[0]),
      text: known?.text,
      patch: known?.patches.at(-1),
      // Unless it is known that no die falls with it, one may.
      throws: !known && answer?.kind !== "opens",
    };
  }

  /**
   * Put an order of each way with those to be sent, as far along it as may be after those before it.
   * What cannot be begun any more, or throws, is passed over.
   * @param {readonly Along[]} ways
   */
  async lay(ways) {
    const { sending, open, opening } = this.state;
    if (sending || open || opening) return;
    this.#remember();
    this.#set({ opening: true });
    try {
      for (const way of ways) await this.#layOne(way);
    } catch (error) {
      this.#set({ error });
    } finally {
      this.#set({ opening: false });
    }
  }

  /** @param {Along} way */
  async #layOne(way) {
    const item = this.state.items?.find(({ id }) => id === way.option),
      option = item && (await this.#whole(item)),
      answers = option && along(option, way),
      command = answers && commandOf(option, answers);
    if (!command) return;
    const commands = this.state.orders.map((o) => o.command),
      answer = await this.service.forecast([...commands, command]),
      order = this.#orderOf({ option, answers }, answer);
    if (!order || order.throws || this.state.sending) return;
    this.#set(this.#with(order));
    await this.read();
  }

  /** Ask what would come of the open order once it is whole; the last question asked is answered. */
  #foresee() {
    const { at, waiting, open, orders, forecast: seen } = this.state,
      command = open && commandOf(open.option, open.answers),
      mine = ++this.#asked;
    if (this.state.entering) this.#set({ entering: null });
    if (!command) return;
    // What was seen stands until it is known anew: a button goes dead under no finger.
    if (!seen || !same(seen.command, command))
      this.#set({ forecast: { at, waiting, command, answer: null, problem: null } });
    this.delay(async () => {
      if (mine !== this.#asked) return;
      const forecast = await this.service.forecast([...orders.map((o) => o.command), command]).then(
        (answer) => ({ at, waiting, command, answer, problem: null }),
        (/** @type {Problem} */ problem) => ({ at, waiting, command, answer: null, problem }),
      );
      if (mine === this.#asked) this.#set({ forecast });
    }, 150);
  }

  /** Send what is composed, the open order last if it is whole; in one go, all or none. */
  async send() {
    if (this.state.sending) return;
    const { entering, forecast } = this.state;
    if (entering && !this.entry.whole) return;
    const made = this.#made(),
      order =
        made && entering
          ? {
              ...made,
              entered: {
                witness: entering.witness.trim(),
                faces: entering.entered.map((d) => d.face),
              },
            }
          : made,
      composed = order ? this.#with(order) : { orders: this.state.orders };
    if (!composed.orders.length) return;
    this.#undone = [];
    this.#asked += 1;
    // Kept before it is sent: what is asked for again after a crash is the same.
    this.#set({
      ...composed,
      open: null,
      forecast: null,
      entering: null,
      sending: true,
      result: null,
    });
    // On the head that its odds were seen on: what has come since is told before it is sent.
    await this.#deliver(order && forecast ? forecast : this.state, RESENDS);
  }

  /**
   * @param {Pick<TurnState, "at" | "waiting">} seen  where it stood when it was composed
   * @param {number} resends
   * @returns {Promise<void>}
   */
  async #deliver({ at, waiting }, resends) {
    const { orders } = this.state;
    let delivered;
    try {
      const answer = this.service.post(orders, at);
      this.answering = answer;
      delivered = await answer;
    } catch (problem) {
      if (problem.status === 412) return this.#stale(at, waiting, resends);
      const order = orders[problem.command ?? orders.length - 1].key;
      return this.#set({
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
      this.stood(last, steps),
      new Promise((go) => this.delay(() => go(0), TOGETHER)),
    ]);
    this.#set({
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
    const { at, orders, error } = this.state;
    if (error) return this.#set({ sending: false, result: { kind: "unanswered", problem: error } });
    const lost = orders.filter((o) => o.lost).length;
    const between = await this.service.events(from).catch(() => null);
    if (
      between &&
      resends > 0 &&
      !lost &&
      onlyAnswers(between, this.chair, waiting, this.state.waiting)
    )
      return this.#deliver(this.state, resends - 1);
    this.#set({ sending: false, result: { kind: "stale", from, to: at, lost } });
  }

  /**
   * Events that stand in the log: what this role sent without hearing of it is settled.
   * @param {Event[]} events
   */
  stands(events) {
    if (this.state.sending) return;
    const { orders, result } = this.state,
      keys = new Set(orders.map((o) => o.key)),
      found = events.filter((e) => e.by === this.role && keys.has(e.key)),
      told = new Set(found.map((e) => e.key));
    if (!found.length) return;
    this.#undone = [];
    this.#set({
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
    const { result } = this.state;
    if (result?.kind === "sent" || result?.kind === "refused")
      this.#set({ result: { ...result, doubt } });
  }

  /** Give up everything that is composed, the throws of what was refused included. */
  clear() {
    if (this.state.sending) return;
    this.#remember();
    this.#set({ open: null, orders: [], left: [], forecast: null, entering: null, result: null });
    return this.read();
  }
}
