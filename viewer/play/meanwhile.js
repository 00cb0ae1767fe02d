// Meanwhile: what others have done since an order was sent, told to who sent it. Pure.
import { names } from "../parts/ids.js";
import { hasMark, NEWS } from "../replay.js";

/** @import { Step } from "../renderer.js" */

/**
 * An event that is told: its headline, then what else of it concerns the reader; of a battle what it
 * cost either side.
 * @typedef {{ lines: string[], cost: string[] }} Deed
 */
/**
 * `told`: in the order in which it happened; `more`: events after `since` that are not told.
 * @typedef {{ since: number, told: Deed[], more: number }} News
 */
/**
 * Who reads: the seat, its title, and the game as it stood for it.
 * @typedef {{ seat: string, title: string, game: unknown }} Reader
 */

const MOST = 3; // events
/** So many sentences are told of one beside its headline. */
const BESIDES = 2;
/** What is asked next, which the head of the page says. */
const ASKS = /^(The )?\S+ (may|must|have segment) /;
/** By which a view tells whose a piece or a place is. */
const OWNERS = ["side", "control", "faction"];

/** A title or a sentence without its article. @param {string} words */
export const nameIn = (words) => words.replace(/^The /, "");

/**
 * The names of a seat's pieces and places.
 * @param {Reader} reader
 * @returns {Set<string>}
 */
function possessions({ seat, game }) {
  const lists = Object.values(game ?? {}).filter(Array.isArray);
  return new Set(
    lists
      .flat()
      .filter((one) => OWNERS.some((owner) => one?.[owner] === seat))
      .map((one) => one.id ?? one.name),
  );
}

/**
 * What the log tells of an event; empty of one that only goes on with what was told.
 * @param {Step} step
 */
function headlineOf({ marks, text }) {
  const beat = marks.find(({ kind }) => kind === "beat");
  return beat?.label ?? (beat?.continues ? "" : text[0]);
}

/**
 * An event in words, as far as it concerns the reader; null if it does not.
 * @param {Step} step
 * @param {string} name  what its sentences call the reader
 * @param {ReadonlySet<string>} own
 * @returns {Deed | null}
 */
function concerning(step, name, own) {
  const chapter = step.marks.find(({ kind }) => kind === "chapter")?.label,
    [head, ...rest] = step.text.filter((said) => !ASKS.test(said)),
    begins = chapter ? rest.filter((said) => said.startsWith(chapter)) : [],
    // What has figures in it is the reckoning of a battle, or not of it.
    cost = hasMark(step, "battle") ? rest.filter((said) => !/\d/.test(said)) : [],
    named = rest.filter((said) => said.includes(name) && !cost.includes(said)),
    matters =
      begins.length > 0 ||
      named.length > 0 ||
      head?.includes(name) ||
      NEWS.some((kind) => hasMark(step, kind)) ||
      names(step.event.effects, own);
  if (!matters) return null;
  const lines = [headlineOf(step) || step.text[0], ...named.slice(0, BESIDES), ...begins];
  return { lines: [...new Set(lines)], cost: cost.slice(0, BESIDES) };
}

/**
 * What happened after the event `since`.
 * @param {readonly Step[]} steps
 * @param {number} since
 * @param {Reader} reader
 * @returns {News}
 */
export function meanwhile(steps, since, reader) {
  const later = steps.slice(since),
    read = later.filter(({ unread, text }) => !unread && text[0]),
    name = nameIn(reader.title),
    own = possessions(reader),
    found = read.flatMap((step) => concerning(step, name, own) ?? []),
    headlines = read.map(headlineOf).filter(Boolean),
    told = (found.length ? found : headlines.map((head) => ({ lines: [head], cost: [] }))).slice(
      -MOST,
    );
  return { since, told, more: later.length - told.length };
}
