// Apart: in what two views of one game differ: in words, and as pointers that light it on a board.
// Pure; it knows no game. A thing of a game is known by its own name, wherever it stands in the view.
import { isObject } from "./parts/values.js";
import { capital, findSeat, seatTitle } from "./words.js";

/** @import { Seat, View } from "./renderer.js" */

/**
 * @typedef {object} Thing
 * @property {string} kind the list that it stands in
 * @property {string} name empty for the game itself
 * @property {string} place the thing that it stands in; empty if in none
 * @property {Map<string, string>} values
 */
/**
 * A thing in which the two differ: what, its ids on the board, and rows of [what of it, here, there].
 * @typedef {{ what: string, ids: string[], rows: [string, string, string][] }} Difference
 */

const OWN = ["id", "name", "seat", "key"];
/** What a thing is called by its game; null if it has no name. @param {any} x */
const nameOf = (x) => {
  const key = isObject(x) ? OWN.find((k) => typeof x[k] === "string" && x[k]) : undefined;
  return key === undefined ? null : String(x[key]);
};
/** @param {unknown} x @returns {x is any[]} */
const named = (x) => Array.isArray(x) && x.length > 0 && x.every((y) => nameOf(y) !== null);

const NONE = "none",
  LONGEST = 90; // characters of a value
/**
 * @param {any} x
 * @param {readonly Seat[]} seats
 * @returns {string}
 */
function inWords(x, seats) {
  if (x === null || x === undefined || x === "") return NONE;
  if (typeof x === "boolean") return x ? "yes" : "no";
  if (typeof x === "string") return findSeat(seats, x) ? seatTitle(seats, x) : x;
  if (typeof x !== "object") return String(x);
  if (typeof x.sealed === "string") return "sealed";
  const parts = Array.isArray(x)
      ? x.map((y) => inWords(y, seats))
      : Object.entries(x).map(([k, y]) => `${plain(k)} ${inWords(y, seats)}`),
    text = parts.join(", ") || NONE;
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}
/** @param {string} k */
const plain = (k) => k.replace(/[-_]/g, " ");

/**
 * Every thing in a value, and what is to be said of each.
 * @param {any} x
 * @param {Thing} of
 * @param {string} label
 * @param {readonly Seat[]} seats
 * @param {Thing[]} out
 */
function collect(x, of, label, seats, out) {
  if (named(x)) {
    for (const one of x) {
      const name = nameOf(one) ?? "",
        /** @type {Thing} */
        thing = { kind: label, name, place: of.name, values: new Map() };
      out.push(thing);
      for (const [k, v] of Object.entries(one)) if (v !== name) collect(v, thing, k, seats, out);
    }
  } else if (isObject(x) && typeof x.sealed !== "string")
    for (const [k, v] of Object.entries(x)) collect(v, of, label ? `${label} ${k}` : k, seats, out);
  else if (Array.isArray(x) && !x.length) of.values.set(label, NONE);
  else of.values.set(label, inWords(x, seats));
}

/**
 * The things of a view by what they are called; where several are called the same, by their place as well.
 * @param {View} view
 * @returns {Map<string, Thing>}
 */
function things(view) {
  /** @type {Thing} */
  const game = { kind: "", name: "", place: "", values: new Map() },
    all = [game],
    seats = view.seats ?? [];
  const about = {
    turn: view.turn?.label ?? "",
    phase: view.phase?.title ?? "",
    status: view.status,
    winners: view.winners,
    awaited: (view.waiting ?? []).map((w) => seatTitle(seats, w.seat)),
  };
  for (const [k, v] of Object.entries(about)) game.values.set(k, inWords(v, seats));
  collect(view.game ?? {}, game, "", seats, all);
  /** @type {Map<string, Thing>} */
  const out = new Map();
  const alike = Map.groupBy(all, ({ kind, name }) => `${kind}/${name}`);
  for (const [key, same] of alike)
    same.forEach((thing, i) =>
      out.set(same.length > 1 ? `${key}/${thing.place}/${i}` : key, thing),
    );
  return out;
}

/**
 * @param {Thing | undefined} a
 * @param {Thing | undefined} b
 * @returns {[string, string, string][]}
 */
function rowsOf(a, b) {
  const where = (/** @type {Thing} */ one) => one.place || "there";
  if (!a || !b) return [["", a ? where(a) : "not there", b ? where(b) : "not there"]];
  /** @type {[string, string, string][]} */
  const rows = a.place === b.place ? [] : [["place", a.place || NONE, b.place || NONE]];
  for (const label of new Set([...a.values.keys(), ...b.values.keys()])) {
    const [here, there] = [a, b].map((one) => one.values.get(label) ?? NONE);
    if (here !== there) rows.push([plain(label), here, there]);
  }
  return rows;
}

/**
 * In what two views differ, the game itself first.
 * @param {View | null} here
 * @param {View | null} there
 * @returns {Difference[]}
 */
export function differences(here, there) {
  if (!here || !there) return [];
  const [left, right] = [things(here), things(there)];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((key) => {
    const [a, b] = [left.get(key), right.get(key)],
      rows = rowsOf(a, b),
      one = a ?? b,
      seats = here.seats ?? [];
    if (!rows.length || !one) return [];
    const ids = [one.name, a?.place, b?.place].filter((id) => typeof id === "string" && id !== ""),
      kind = plain(one.kind);
    return [
      {
        what: one.name ? `${capital(kind)}: ${inWords(one.name, seats)}` : "The game",
        ids: /** @type {string[]} */ (ids),
        rows,
      },
    ];
  });
}

/** @param {string} path @param {string | number} k */
const below = (path, k) => `${path}/${String(k).replace(/~/g, "~0").replace(/\//g, "~1")}`;
/**
 * What of a value is not so in another, as a patch that lights it.
 * @param {any} mine
 * @param {any} other
 * @param {string} [path]
 * @returns {{ op: string, path: string }[]}
 */
export function unlike(mine, other, path = "") {
  if (mine === other) return [];
  if (Array.isArray(mine) && Array.isArray(other)) {
    const byName = named(mine) && named(other) ? new Map(other.map((y) => [nameOf(y), y])) : null,
      found = mine.flatMap((x, i) =>
        unlike(x, byName ? byName.get(nameOf(x)) : other[i], below(path, i)),
      );
    return mine.length < other.length
      ? [...found, { op: "remove", path: below(path, "gone") }]
      : found;
  }
  if (isObject(mine) && isObject(other))
    return [
      ...Object.keys(mine).flatMap((k) => unlike(mine[k], other[k], below(path, k))),
      ...Object.keys(other).flatMap((k) =>
        k in mine ? [] : [{ op: "remove", path: below(path, k) }],
      ),
    ];
  return [{ op: "replace", path }];
}
