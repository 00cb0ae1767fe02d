// Entry: dice that were thrown elsewhere, typed in for the open order face by face. No DOM here.

/** @import { Entering, Order, Service } from "./types.js" */

/** Nothing is typed in yet. */
const NONE = { next: null, barred: "", text: [], reading: true };

/**
 * What entering rests on: the order that the dice are for, if there is one that may have its dice
 * entered; what is typed in, null while nothing is; and the service.
 * @typedef {object} Host
 * @property {() => Order | null} order
 * @property {() => Entering | null} entering
 * @property {(entering: Entering | null) => void} set
 * @property {Pick<Service, "nextDie">} service
 */

export class Entry {
  #asked = 0;

  /** @param {Host} host */
  constructor(host) {
    this.host = host;
  }

  /** Begin to type in dice; if begun, leave it. */
  toggle() {
    if (this.host.entering()) return this.host.set(null);
    return this.#read([]);
  }
  /** @param {number} face */
  face(face) {
    const entering = this.host.entering();
    if (!entering?.next || entering.reading) return;
    return this.#read([...entering.entered, { ...entering.next, face }]);
  }
  /** Take back the last die that was typed in. */
  unface() {
    const entering = this.host.entering();
    if (entering) return this.#read(entering.entered.slice(0, -1));
  }
  /** @param {string} witness */
  witness(witness) {
    const entering = this.host.entering();
    if (entering) this.host.set({ ...entering, witness });
  }

  /** Whether every die is typed in, and who saw them. */
  get whole() {
    const entering = this.host.entering();
    return Boolean(
      entering?.entered.length &&
      !entering.next &&
      !entering.barred &&
      !entering.reading &&
      entering.witness.trim(),
    );
  }

  /**
   * Ask for the die after these.
   * @param {Entering["entered"]} entered
   */
  async #read(entered) {
    const order = this.host.order(),
      mine = ++this.#asked,
      witness = this.host.entering()?.witness ?? "";
    if (!order) return;
    this.host.set({ ...NONE, entered, witness });
    /** @param {Partial<Entering>} found */
    const arrive = (found) => {
      const entering = this.host.entering();
      if (mine === this.#asked && entering)
        this.host.set({ ...entering, ...found, reading: false });
    };
    const faces = entered.map((d) => d.face);
    try {
      const { next, barred = "", text = [] } = await this.host.service.nextDie(order, faces);
      arrive({ next, barred, text });
    } catch (problem) {
      arrive({ barred: problem.detail || problem.title });
    }
  }
}
