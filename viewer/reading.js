// Reading: the steps of a campaign, as few as a board needs at first, the rest in pages behind it,
// what is looked at first.

/** @import { StepPage } from "./types.js" */

/**
 * What is read, and whom to tell.
 * @typedef {object} ReadGiven
 * @property {number} head
 * @property {() => number} at
 * @property {(from: number, to: number) => number} missing
 * @property {(page: StepPage) => void} got
 * @property {AbortSignal} signal
 * @property {(ms: number) => Promise<unknown>} [wait]
 */

/**
 * Read so many steps after an event, at most a page of them.
 * @typedef {(after: number, limit: number) => Promise<StepPage>} Read
 */

const PAGE = 200; // steps, the most that the API gives at once
const ABREAST = 4; // pages that are asked for at the same time
const PAUSE_MS = 1000; // before a page that was not answered is asked for again, and twice that after the next time
const LONGEST_MS = 30_000;

/**
 * What a board needs: the first step, the one that is looked at and the last, each with the view before it. A short
 * campaign is read whole.
 * @param {Read} read
 * @param {{ at: number, head: number }} given
 * @returns {Promise<StepPage[]>}
 */
export function readBoard(read, { at, head }) {
  if (head <= PAGE) return Promise.all([read(0, PAGE)]);
  return Promise.all([...new Set([0, at - 1, head - 1])].map((after) => read(after, 1)));
}

/**
 * Read all that is not read yet. `at()` says what is looked at, `missing(from, to)` the first event
 * of a stretch that is not read, 0 if it is whole; `got` takes a page. A page that is not answered
 * is asked for again.
 * @param {Read} read
 * @param {ReadGiven} given
 */
export async function readRest(read, given) {
  const { head, at, missing, got, signal, wait = rest } = given,
    left = new Set(Array.from({ length: Math.ceil(head / PAGE) }, (_, i) => i * PAGE));

  /** The page that is nearest to what is looked at. */
  function take() {
    const distance = (/** @type {number} */ from) => Math.abs(from + PAGE / 2 - at()),
      nearest = [...left].reduce((a, b) => (distance(b) < distance(a) ? b : a), Infinity);
    left.delete(nearest);
    return nearest;
  }
  /**
   * @param {number} from
   * @param {number} to
   */
  async function readPage(from, to) {
    let pause = PAUSE_MS;
    for (let seq = missing(from + 1, to); seq && !signal.aborted; seq = missing(seq, to)) {
      try {
        const page = await read(seq - 1, PAGE);
        if (signal.aborted || !page.items.length) return;
        got(page);
        pause = PAUSE_MS;
      } catch (error) {
        if (!lasts(error)) throw error;
        await wait(error.retry ? error.retry * 1000 : pause);
        pause = Math.min(2 * pause, LONGEST_MS);
      }
    }
  }
  async function work() {
    while (left.size && !signal.aborted) {
      const from = take();
      await readPage(from, Math.min(head, from + PAGE));
    }
  }
  await Promise.all(Array.from({ length: ABREAST }, work));
}

/** @param {number} ms */
const rest = (ms) => new Promise((go) => setTimeout(go, ms));
/**
 * Whether asking again may help: the server was not reached, is busy or at fault.
 * @param {{ status?: number, name?: string }} error
 */
const lasts = ({ status, name }) =>
  name !== "AbortError" &&
  status !== undefined &&
  (status === 0 || status === 429 || status >= 500);
