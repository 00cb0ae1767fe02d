// Words: names of roles, seats, numbers and times, said the same way everywhere.

/** @import { Seat, Waiting } from "./renderer.js" */

/**
 * A seat, of a campaign or of a system.
 * @typedef {Pick<Seat, "seat" | "title"> & Partial<Seat>} Named
 */

/** @param {unknown} role */
export const seatOf = (role) =>
  typeof role === "string" && role.startsWith("seat:") ? role.slice(5) : null;
/** @param {unknown} text */
const plain = (text) =>
  String(text)
    .replace(/^[^.]*\./, "")
    .replace(/[-_]/g, " ");
/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** What an id is called: a unit by its code, a place by its name. @param {string} id */
export const called = (id) => (/\d/.test(id) ? id : capital(id));

/**
 * The seats of a view. Where its game names their sides, as a naval battle does, that is what they
 * are called and lettered by.
 * @param {{ seats?: Seat[], game?: unknown } | null} view
 * @returns {Seat[] | null}
 */
export function seatsIn(view) {
  if (!Array.isArray(view?.seats)) return null;
  const sides = /** @type {{ sides?: unknown }} */ (view.game)?.sides,
    names = new Map(
      (Array.isArray(sides) ? sides : []).flatMap(({ seat, name }) =>
        seat && name ? [[seat, String(name)]] : [],
      ),
    ),
    letters = new Set([...names.values()].map((name) => name.charAt(0)));
  return view.seats.map((s) => {
    const title = names.get(s.seat);
    return title
      ? { ...s, title, letter: letters.size === names.size ? title.charAt(0) : s.letter }
      : s;
  });
}
/**
 * @param {readonly Named[] | undefined} seats
 * @param {unknown} seat
 */
export const findSeat = (seats, seat) =>
  (Array.isArray(seats) ? seats : []).find((s) => s?.seat === seat) ?? null;
/**
 * @param {readonly Named[] | undefined} seats
 * @param {string} seat
 */
export const seatTitle = (seats, seat) => {
  const s = findSeat(seats, seat);
  return String(s?.title ?? s?.name ?? capital(plain(seat ?? "")));
};

/**
 * A title within a sentence: "the active player".
 * @param {string} title
 */
export const within = (title) => title.replace(/^The /, "the ");
/**
 * A title that stands by itself, in a list of names: "Antonians".
 * @param {string} title
 */
export const bare = (title) => title.replace(/^The /, "");

/** @type {Record<string, string>} */
const ROLES = {
  public: "Everyone",
  observer: "Observer",
  referee: "Referee",
  service: "Service",
};
/**
 * What a role is called; "public" is Everyone.
 * @param {string} role
 * @param {readonly Named[]} [seats]
 */
export function roleName(role, seats = []) {
  const seat = seatOf(role);
  return seat === null ? (ROLES[role] ?? role) : seatTitle(seats, seat);
}

/**
 * Who sent an event, the seat first if a referee acted for it.
 * @param {{ by: string, for: string }} step
 * @param {readonly Named[]} seats
 */
export const senderName = (step, seats) =>
  step.for
    ? `${roleName(step.for, seats)}, by the ${roleName(step.by, seats).toLowerCase()}`
    : roleName(step.by, seats);
/** @param {{ by: string, for: string }} step */
export const actingSeat = (step) => seatOf(step.for) ?? seatOf(step.by);

/**
 * @param {number} n
 * @param {string} one
 * @param {string} [many]
 */
export const count = (n, one, many = `${one}s`) =>
  `${Number(n).toLocaleString("en")} ${n === 1 ? one : many}`;
/** "civil-war.choose-losses" → "choose losses". */
export const typeWords = plain;

/**
 * What somebody is awaited for.
 * @param {Waiting} w
 */
export function waitingWords(w) {
  if (typeof w.for === "string" && w.for && !w.for.startsWith("seat:")) return w.for;
  return Array.isArray(w.kinds) && w.kinds.length ? w.kinds.map(plain).join(" or ") : "a decision";
}
/**
 * Several things in one phrase: "the retreat from Roma and Etruria".
 * @param {string[]} phrases
 */
function joined(phrases) {
  const each = [...new Set(phrases)].map((phrase) => phrase.split(" ")),
    least = Math.min(...each.map((words) => words.length)) - 1,
    [first] = each;
  let alike = 0;
  while (alike < least && each.every((words) => words[alike] === first[alike])) alike += 1;
  // An article alone is nothing that they have in common.
  if (each.length === 1 || alike < 2) return listed(each.map((words) => words.join(" ")));
  return `${first.slice(0, alike).join(" ")} ${listed(each.map((words) => words.slice(alike).join(" ")))}`;
}
/**
 * Who is awaited, each once, with all that they are awaited for.
 * @template {Waiting} W
 * @param {readonly W[]} waiting
 * @returns {W[]}
 */
export const eachOnce = (waiting) =>
  [...Map.groupBy(waiting, (w) => w.seat).values()].map((all) =>
    all.length === 1
      ? all[0]
      : {
          ...all[0],
          for: joined(all.map(waitingWords)),
          kinds: [...new Set(all.flatMap((w) => w.kinds ?? []))],
        },
  );
/**
 * Who waits for the same, together: [[words, seats], …].
 * @param {readonly Waiting[]} waiting
 * @returns {[string, string[]][]}
 */
export function waitingGroups(waiting) {
  const groups = new Map();
  for (const w of eachOnce(waiting)) {
    const words = waitingWords(w);
    groups.set(words, [...(groups.get(words) ?? []), w.seat]);
  }
  return [...groups];
}

const date = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
/** @param {string} at */
export const timeWords = (at) => {
  const t = Date.parse(at);
  return Number.isNaN(t) ? "" : date.format(t);
};
/** @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
/** @param {string | number} text */
export const minus = (text) => String(text).replace(/-(?=\d)/g, "−");
/** @param {unknown} text */
export const fraction = (text) =>
  String(text)
    .replace(/\b1\/4\b/g, "¼")
    .replace(/\b1\/2\b/g, "½")
    .replace(/\b3\/4\b/g, "¾");
/**
 * "Rome, Carthage and Syracuse".
 * @param {string[]} words
 */
export const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
