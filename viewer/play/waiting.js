// Waiting: who is awaited for what, as one role sees it. Pure.

/** @import { Event, Item, Waiting } from "./types.js" */

/**
 * @param {unknown} a
 * @param {unknown} b
 */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
/** @param {string} role */
const seatOf = (role) => role.replace(/^seat:/, "");
/**
 * @param {Waiting[]} waiting
 * @param {string} role
 */
export const awaitedFor = (waiting, role) => waiting.find((w) => w.seat === seatOf(role)) ?? null;

/**
 * What it is to be awaited: a turn, or only an answer to what another does in theirs.
 * @param {Waiting} mine
 * @param {readonly string[]} answers  the commands that only answer
 */
export const awaitedWords = ({ kinds }, answers) =>
  kinds.every((kind) => answers.includes(kind)) ? "Your answer" : "Your turn";

/**
 * Whether nothing came between but other seats' answers to the window that this role answers too.
 * @param {Event[]} events
 * @param {string} role
 * @param {Waiting[]} before
 * @param {Waiting[]} after
 */
export function onlyAnswers(events, role, before, after) {
  const mine = awaitedFor(before, role);
  return (
    mine !== null &&
    same(mine.kinds, awaitedFor(after, role)?.kinds) &&
    events.every((e) => mine.kinds.includes(e.command.type) && ![e.by, e.for].includes(role))
  );
}

/**
 * The others who are awaited for what `mine` is.
 * @param {Waiting[]} waiting
 * @param {Waiting | null} mine
 */
export const othersAwaited = (waiting, mine) =>
  waiting.filter((w) => mine && w.seat !== mine.seat && same(w.kinds, mine.kinds));

/**
 * What is awaited of the referee that anyone may do who may do one of `items`; null if nothing.
 * @param {Waiting[]} waiting
 * @param {Item[]} items
 */
export function anyones(waiting, items) {
  const may = new Set(items.map((item) => item.type));
  return waiting.find((w) => w.seat === "referee" && w.kinds.some((kind) => may.has(kind))) ?? null;
}

/**
 * What a chair does itself: a referee enters a seat's orders in its name, and sees them then.
 * @param {Item[]} items
 * @param {Waiting[]} waiting
 * @param {string} chair
 */
export function ownItems(items, waiting, chair) {
  if (chair !== "referee") return items;
  const of = Map.groupBy(waiting, (w) => w.seat === "referee"),
    kinds = (/** @type {boolean} */ own) => new Set(of.get(own)?.flatMap((w) => w.kinds)),
    [own, others] = [kinds(true), kinds(false)];
  return items.filter(
    ({ type }) => type.startsWith("campaign.") || own.has(type) || !others.has(type),
  );
}
