// Games: the campaigns that this browser holds a role in: who is awaited, and what is new since one looked.
import { storage } from "../storage.js";
import { eachOnce } from "../words.js";

/** @import { Campaign, Game, Waiting } from "../types.js" */

const SEEN = "iacta.seen";

/** @returns {Record<string, number>} */
function seen() {
  try {
    const x = JSON.parse(storage.get(SEEN) ?? "{}");
    return x && typeof x === "object" ? x : {};
  } catch {
    return {};
  }
}
/**
 * The last event of a campaign that was shown in this browser; 0 if none was.
 * @param {string} id
 */
export const seenUpTo = (id) => seen()[id] ?? 0;
/**
 * @param {string} id
 * @param {number} seq
 */
export function saw(id, seq) {
  const all = seen();
  if (seq > (all[id] ?? 0)) storage.set(SEEN, JSON.stringify({ ...all, [id]: seq }));
}

/** @param {Waiting} w */
const roleOf = (w) => (w.seat === "referee" ? "referee" : `seat:${w.seat}`);

/**
 * The role held here to sit down in: a seat that is awaited, else a seat, since who plays does not
 * look as a referee first, else the referee, else any.
 * @param {Campaign} campaign
 * @param {string[]} held
 */
export function roleToPlay(campaign, held) {
  const seats = held.filter((role) => role.startsWith("seat:")),
    awaited = (campaign.waiting ?? []).map(roleOf).find((role) => seats.includes(role));
  return awaited ?? seats[0] ?? held.find((role) => role === "referee") ?? held[0] ?? "public";
}

/**
 * `open`: the types of the commands that any seat may send, where the table waits for the referee.
 * @param {Campaign} campaign
 * @param {string[]} held
 * @param {number} upTo
 * @param {ReadonlySet<string>} [open]
 * @returns {Game}
 */
export function gameOf(campaign, held, upTo, open = new Set()) {
  const waiting = campaign.status === "open" ? eachOnce(campaign.waiting ?? []) : [],
    mine = waiting.filter((w) => held.includes(roleOf(w))),
    seated = held.some((role) => role.startsWith("seat:"));
  return {
    campaign,
    held,
    mine,
    anyones: seated
      ? waiting.filter((w) => !mine.includes(w) && w.kinds?.some((kind) => open.has(kind)))
      : [],
    as: roleToPlay(campaign, held),
    seen: upTo,
    news: Math.max(0, (campaign.head?.seq ?? 0) - upTo),
  };
}

/**
 * Since when somebody is awaited, where the server says so.
 * @param {Waiting & { since?: { at: string } }} w
 */
export const since = (w) => w.since?.at ?? "";

/**
 * Since when a campaign waits for one; when it last moved, where that is not known or it does not.
 * @param {Game} game
 */
function moved({ campaign, mine, anyones }) {
  const times = [...mine, ...anyones].map((w) => Date.parse(since(w))).filter(Number.isFinite);
  return times.length ? Math.min(...times) : Date.parse(campaign.at ?? "") || 0;
}

/** @param {Game} game */
const rank = ({ campaign, mine, anyones }) =>
  mine.length + anyones.length ? 0 : campaign.status === "open" ? 1 : 2;

/**
 * Those that await one first, the longest waiting before all; then the others, the last moved before all.
 * @param {readonly Game[]} games
 */
export const inOrder = (games) =>
  games.toSorted((a, b) => {
    const by = rank(a) - rank(b),
      later = moved(a) - moved(b);
    return by || (rank(a) === 0 ? later : -later);
  });

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/**
 * "18 minutes ago".
 * @param {string | undefined} at
 * @param {number} now
 */
export function ago(at, now) {
  const seconds = Math.max(0, (now - Date.parse(at ?? "")) / 1000);
  if (Number.isNaN(seconds)) return "";
  const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? ["second", 1];
  return unit === "second" ? "just now" : relative.format(-Math.floor(seconds / length), unit);
}
