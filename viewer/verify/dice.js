// Dice: the stream of a draw, and the faces read from it.
import { utf8, hex, sha256, hmacKey } from "./bytes.js";
import { C } from "./canonical.js";
import { isObject, isSealed, sides } from "./shapes.js";

/** @import { FallenDie } from "./types.js" */

/**
 * The command with every sealed value replaced by {"sealed":""}.
 * @param {any} x
 * @returns {any}
 */
function withoutSeals(x) {
  if (Array.isArray(x)) return x.map(withoutSeals);
  if (!isObject(x)) return x;
  return isSealed(x)
    ? { sealed: "" }
    : Object.fromEntries(Object.entries(x).map(([k, v]) => [k, withoutSeals(v)]));
}

/**
 * D: what the command contributes to the message of a draw.
 * @param {unknown} command
 */
export const commandDigest = async (command) => hex(await sha256(C(withoutSeals(command))));

/** The stream of one draw: HMAC blocks, read from the front. */
export class Stream {
  #mac;
  #message;
  #block = new Uint8Array(0);
  #at = 0;
  #next = 0;
  /**
   * @param {(message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>} mac
   * @param {string} message
   */
  constructor(mac, message) {
    this.#mac = mac;
    this.#message = message;
  }

  /**
   * @param {{
   *   campaign: string,
   *   chain: string,
   *   link: number,
   *   D: string,
   *   entropy: string,
   *   seed: Uint8Array<ArrayBuffer>,
   * }} given
   */
  static async of({ campaign, chain, link, D, entropy, seed }) {
    return new Stream(
      await hmacKey(seed),
      `iacta/draw/1\n${campaign}\n${chain}\n${link}\n${D}\n${entropy}\n`,
    );
  }

  async byte() {
    if (this.#at === this.#block.length) {
      this.#block = await this.#mac(utf8(this.#message + this.#next));
      this.#next += 1;
      this.#at = 0;
    }
    return this.#block[this.#at++];
  }

  /**
   * A number below n, each equally likely: values past the last whole multiple of n are discarded.
   * @param {number} n
   */
  async uniform(n) {
    const wide = n > 256,
      W = wide ? 65536 : 256,
      limit = Math.floor(W / n) * n;
    for (;;) {
      const value = wide ? (await this.byte()) * 256 + (await this.byte()) : await this.byte();
      if (value < limit) return value % n;
    }
  }

  /** @param {number} n */
  async shuffle(n) {
    const list = Array.from({ length: n }, (_, i) => i);
    for (let i = n - 1; i >= 1; i--) {
      const j = await this.uniform(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  }

  /**
   * The face of the next die of this kind.
   * @param {string} die
   */
  async face(die) {
    if (die === "d10_zero") return this.uniform(10);
    const n = sides(die);
    if (n === null) throw new Error("this is no die");
    return die.startsWith("shuffle:") ? this.shuffle(n) : 1 + (await this.uniform(n));
  }
}

/**
 * @param {unknown} a
 * @param {unknown} b
 */
const same = (a, b) =>
  Array.isArray(a) && Array.isArray(b)
    ? a.length === b.length && a.every((x, i) => x === b[i])
    : a === b;

/**
 * The first die that does not follow from the stream: {index, expected}; null if all do.
 * @param {Parameters<typeof Stream.of>[0]} draw
 * @param {FallenDie[]} dice
 */
export async function firstWrongFace(draw, dice) {
  const stream = await Stream.of(draw);
  for (const [index, d] of dice.entries()) {
    const expected = await stream.face(d.die);
    if (!same(expected, d.face)) return { index, expected };
  }
  return null;
}
