// Finding: what may be done after what is composed, and what one press of it would do. No DOM here.
import { eachOnce } from "../words.js";
import { concerning } from "./concerns.js";
import { carried, commandOf, proposed, questions } from "./fill.js";
import { reachOf } from "./reach.js";
import { ends, givesNone, isNow, meet } from "./tray.js";
import { ownItems } from "./waiting.js";

/** @import { Desk } from "./desk.js" */
/** @import { Found, Item, Option } from "./types.js" */

export class Finding {
  #reads = 0;
  #looks = 0;
  #ahead = /** @type {Promise<void>} */ (Promise.resolve());

  /**
   * @param {Desk} desk
   * @param {() => void} foresee  asks what would come of the open order
   */
  constructor(desk, foresee) {
    this.desk = desk;
    this.foresee = foresee;
  }

  /** What may be done now; nothing while orders are composed. */
  get now() {
    return this.desk.state.orders.length ? [] : (this.desk.state.items?.filter(isNow) ?? []);
  }

  /**
   * What ends the phase, where the game has nothing else of use to do; or the only thing to do, once it
   * is known to take one press.
   * @returns {Item | null}
   */
  get ending() {
    const [first, second] = this.now,
      known = !second && first?.id === this.desk.state.after?.id;
    return first && (known || ends(first)) ? first : null;
  }

  /** What is mostly sent as it is proposed, once its option is read; null where there is nothing of the kind. */
  get usual() {
    const item = this.now.find(({ id }) => this.desk.isUsual(id)),
      option = item?.option;
    return option?.choices && proposed(option) ? item : null;
  }

  /**
   * The only thing to do, once it is known to take more than one press: something of it is to be chosen, or
   * dice may fall with it.
   * @returns {Promise<Item | null>}
   */
  async only() {
    await this.#ahead;
    const [first, second] = this.now;
    return first && !second && !this.ending && this.desk.awaited ? first : null;
  }

  /**
   * Read what may be done now, after what is composed.
   * @returns {Promise<void>}
   */
  async read() {
    const mine = ++this.#reads;
    this.desk.set({ reading: true, error: null });
    try {
      const found = await this.desk.service.options(this.desk.earlier),
        filled = this.#filled,
        item = found.items.find(({ id }) => id === filled),
        now = item ? await this.whole(item) : null;
      if (mine !== this.#reads) return;
      if (filled !== this.#filled) return this.read();
      this.#arrive(found, now);
    } catch (error) {
      if (mine === this.#reads) this.desk.set({ reading: false, error });
    }
  }

  /** The id of the option that is being filled. */
  get #filled() {
    return this.desk.state.open?.option.id ?? this.desk.unfinished?.id;
  }

  /**
   * @param {Item} item
   * @returns {Promise<Option | null>}
   */
  async whole(item) {
    return item.option ?? this.desk.service.whole(item);
  }

  /**
   * @param {Found} found
   * @param {Option | null} now  the option that is being filled, as it is now
   */
  #arrive({ at, waiting, items, withheld = "", refused, patches = [] }, now) {
    const { open } = this.desk.state,
      // Kept by its places in the lists: it holds only where these are the same lists.
      unfinished = this.desk.state.at === at ? this.desk.unfinished?.answers : {},
      place = (open ?? this.desk.unfinished)?.place,
      answers = open && now ? carried(open.option, now, open.answers) : unfinished;
    this.desk.unfinished = null;
    const own = ownItems(items, waiting, this.desk.chair);
    this.desk.set({
      at,
      waiting: eachOnce(waiting),
      items: own,
      met: meet(this.desk.state.met, own),
      withheld: withheld || null,
      reading: false,
      orders: this.desk.state.orders.map((order, i) => ({
        ...order,
        lost: refused && i === refused.index ? refused.problem : null,
        patch: patches[i],
      })),
      open: now ? { option: now, answers: answers ?? {}, place } : null,
      after: null,
    });
    this.foresee();
    // Where it cannot be read, the phase is ended as any order is given.
    this.#ahead = this.#lookAhead().catch(() => {});
  }

  /**
   * Read who is awaited for what after the end of the phase, or after the only thing to do, if nothing of
   * that is to be chosen and no die falls with it; of an answer that is laid face down nobody can know.
   * What is mostly sent as it is proposed is read whole.
   */
  async #lookAhead() {
    const [first, second] = this.now,
      usual = this.now.find(({ id }) => this.desk.isUsual(id)),
      one = first && (!second || ends(first));
    if (!usual && !one) return;
    this.#looks += 1;
    this.desk.set({ looking: true });
    try {
      if (usual) usual.option = (await this.whole(usual)) ?? undefined;
      // Of a usual order in which nothing is to be chosen one press is all as well.
      if (one && !usual?.option?.choices) await this.lookAt(first.id);
    } finally {
      this.#looks -= 1;
      this.desk.set({ looking: this.#looks > 0 });
    }
  }

  /**
   * Read what comes of one press for an item, where nothing of it is to be chosen and no die falls.
   * @param {string} id
   */
  async lookAt(id) {
    const item = this.now.find((one) => one.id === id),
      mine = this.#reads;
    if (!item || this.desk.state.after?.id === id) return;
    const option = await this.whole(item),
      plain =
        option && (ends(item) || givesNone(item) || questions(option, {}).every((q) => q.forced)),
      command = plain && commandOf(option, {}),
      waiting = command && (await this.desk.service.after(command)),
      blind = !waiting && this.desk.seals(item.type);
    if (!command || !(waiting || blind) || mine !== this.#reads) return;
    item.option = option;
    this.desk.set({ after: { id, waiting: waiting || null } });
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
    const read = await Promise.all(ids.map((id) => this.desk.service.about(id))),
      may = new Set(about.map((item) => item.id));
    return reachOf(
      read.flat().filter((option) => may.has(option.id)),
      ids,
    );
  }
}
