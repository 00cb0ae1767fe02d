// Names: sides, squares, the letters on a fleet's counter, and the words for what a counter is.
import { capital, count, findSeat } from "../../words.js";
import { seatMark } from "../../parts/marks.js";

/** @import { Ctx, Found, Game, Seen } from "./types.js" */

export const SEATS = ["active", "reactive"];
/** @param {string} seat */
export const other = (seat) => (seat === "active" ? "reactive" : "active");

/**
 * @param {Game} game
 * @param {string} seat
 */
export const sideName = (game, seat) =>
  String(game.sides.find((s) => s.seat === seat)?.name ?? capital(String(seat)));
/**
 * @param {Ctx} ctx
 * @param {string | null | undefined} seat
 */
export const sideMark = (ctx, seat) => seatMark(ctx.seats, seat, false);
/**
 * @param {Ctx} ctx
 * @param {string} seat
 */
export const slotOf = (ctx, seat) => findSeat(ctx.seats, seat)?.slot ?? (seat === "active" ? 1 : 2);
/** @param {string} name */
export const owned = (name) => `${name}${/s$/.test(name) ? "’" : "’s"}`;

/**
 * "c4" → {x: 3, y: row from the top, from 1}, or from the other corner of a board that is turned; null
 * if it is no square.
 * @param {string | null} square
 * @param {Seen} board
 */
export function place(square, board) {
  const m = /^([a-l])(\d+)$/.exec(String(square ?? ""));
  if (!m) return null;
  const [x, rank] = [m[1].charCodeAt(0) - 96, Number(m[2])];
  return board.turned ? { x: board.columns + 1 - x, y: rank } : { x, y: board.rows + 1 - rank };
}
/**
 * Whether a side's edge is the lower one, as the board is seen.
 * @param {string} seat
 * @param {Seen} board
 */
export const isNear = (seat, board) =>
  ((board.edges?.[seat] ?? (seat === "active" ? 1 : board.rows)) === 1) !== Boolean(board.turned);
/** @param {number} x */
export const fileLetter = (x) => String.fromCharCode(96 + x);

const ORDINALS = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5, sixth: 6 };
/**
 * The tries for one name: "Agrippa's second squadron" → Ag2; "Arruntius' centre" → Ar, AC, Au …
 * @param {string} name
 */
function tries(name) {
  const words = String(name)
      .replace(/['’]s?(?=\s|$)/g, "")
      .split(/[\s.-]+/)
      .filter(Boolean),
    ordinal = words.map((w) => ORDINALS[w.toLowerCase()]).find(Boolean);
  const [one = "?", two = ""] = words.filter((w) => !ORDINALS[w.toLowerCase()]),
    head = one.charAt(0).toUpperCase(),
    stem = capital(one.slice(0, 2).toLowerCase());
  return [
    ordinal ? `${stem}${ordinal}` : stem,
    ...(two ? [head + two.charAt(0).toUpperCase()] : []),
    ...[...one.slice(2)].map((c) => head + c),
    ...Array.from({ length: 99 }, (_, i) => `${head}${i + 1}`),
  ];
}
const known = new WeakMap();
/**
 * Fleet → two or three letters that no other fleet of the battle has.
 * @param {Game} game
 * @returns {Map<string, string>}
 */
export function letters(game) {
  if (!known.has(game.fleets)) {
    const taken = new Set(),
      out = new Map();
    for (const { name } of game.fleets) {
      const found = tries(name).find((t) => !taken.has(t)) ?? "?";
      taken.add(found);
      out.set(name, found);
    }
    known.set(game.fleets, out);
  }
  return known.get(game.fleets);
}

export const CHECKS = { P: "passes", H: "halts", D: "is disrupted", F: "fails", R: "routs" };
/** How one stands, or several, who did not pass. */
export const STANDS = { H: "halted", D: "disrupted", F: "check failed", R: "routed" };
/** "flipped, disrupted, panicked": what is not as it should be; "full" if all is. */
export function condition(one) {
  return [
    one.state === "flipped" ? "flipped" : "full",
    STANDS[one.check],
    one.rallied ? "rallied" : "",
    one.panicked ? "panicked" : "",
  ]
    .filter(Boolean)
    .join(", ");
}
/** @param {number} n */
export const dice = (n) => count(n, "die", "dice");

/**
 * Everyone with a name: {what: "fleet" | "unit" | "leader", one, fleet}, as the game stands.
 * @param {Game | null | undefined} game
 * @param {string} name
 * @returns {Found | null}
 */
export function find(game, name) {
  for (const fleet of game?.fleets ?? []) {
    if (fleet.name === name) return { what: "fleet", one: fleet, fleet };
    const unit = fleet.aboard.find((u) => u.name === name),
      leader = fleet.leaders.find((l) => l.name === name);
    if (unit) return { what: "unit", one: unit, fleet };
    if (leader) return { what: "leader", one: leader, fleet };
  }
  const ashore = (game?.ashore ?? []).find((u) => u.name === name);
  return ashore ? { what: "unit", one: ashore, fleet: null } : null;
}
