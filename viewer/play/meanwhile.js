// Meanwhile: what others have done since an order was sent, told to who sent it. Pure.
import { names } from "../parts/ids.js";
import { hasMark, NEWS, outline } from "../replay.js";

/** @import { Step } from "../renderer.js" */
/** @import { Beat } from "../types.js" */

/**
 * A line of the log that came since, told by its headline: the event that this is of, what else of it
 * concerns the reader, and of a battle what it cost either side. `minor`: it concerns them least, where
 * there are many.
 * @typedef {{ seq: number, head: string, rest: string[], cost: string[], minor: boolean }} Deed
 */
/**
 * `told`: in the order in which it happened; `past`: whether any event came after the order.
 * @typedef {{ told: Deed[], past: boolean }} News
 */
/**
 * Who reads: the seat, its title, and the game as it stood for it.
 * @typedef {{ seat: string, title: string, game: unknown }} Reader
 */

/** Up to so many deeds are all told at once; of more so many. */
const FEW = 4;
const MOST = 3;
/** So many sentences are told of one beside its headline, the last ones. */
const BESIDES = 2;
/** What is asked next, which the head of the page says. */
export const ASKS = /^(The )?\S+ (may|must|have segment) /;
/** The marks of what a turn comes to: it is told before anything else where there are many. */
const TURNS = ["chapter", "conquest", "end"];
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
 * What an event tells beside its headline, as far as it concerns the reader; null if nothing of it does.
 * @param {Step} step
 * @param {string} name  what its sentences call the reader
 * @param {ReadonlySet<string>} own
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
  return matters
    ? {
        seq: step.seq,
        head: step.text[0],
        rest: [...named.slice(0, BESIDES), ...begins],
        cost: cost.slice(0, BESIDES),
      }
    : null;
}

/**
 * What happened after the event `since`, a deed for each line of the log. What only goes on with the
 * reader's own order is told where it concerns them.
 * @param {Step[]} steps
 * @param {number} since
 * @param {Reader} reader
 * @returns {News}
 */
export function meanwhile(steps, since, reader) {
  const name = nameIn(reader.title),
    own = possessions(reader);
  /** @type {Set<Deed>} */
  const turns = new Set();
  /** @param {Beat} beat @returns {Deed[]} */
  const deeds = ({ first, last, at, headline }) => {
    const later = steps.slice(Math.max(first - 1, since), last).filter((step) => !step.unread),
      // What the reader did themselves in it they know.
      found = later.flatMap((step) =>
        step.by === `seat:${reader.seat}` ? [] : (concerning(step, name, own) ?? []),
      ),
      { seq, head } = at > since ? { seq: at, head: headline } : (found[0] ?? {});
    if (!seq || !head || !later.length) return [];
    const rest = found.flatMap((one) => [one.head, ...one.rest]).filter((said) => said !== head);
    const deed = {
      seq,
      head,
      rest: [...new Set(rest)].slice(-BESIDES),
      cost: found.flatMap(({ cost }) => cost),
      minor: !found.length,
    };
    if (later.some((step) => TURNS.some((kind) => hasMark(step, kind)))) turns.add(deed);
    return [deed];
  };
  const told = outline({ steps })
      .beats.filter(({ last }) => last > since)
      .flatMap(deeds),
    matters = told.filter(({ minor }) => !minor),
    // As many as there is room for, the last ones, after what turns.
    most = new Set(
      (matters.length ? matters : told)
        .toReversed()
        .toSorted((a, b) => Number(turns.has(b)) - Number(turns.has(a)))
        .slice(0, MOST),
    );
  return {
    told: told.map((deed) => ({ ...deed, minor: told.length > FEW && !most.has(deed) })),
    past: steps.length > since,
  };
}
