// Outcome: one of the ways in which a throw of the civil war may end, in words.
import { count, listed, seatTitle } from "../../words.js";
import { spelled } from "./facts.js";

/** @import { Ctx } from "./types.js" */

/**
 * @param {string} key
 * @param {Ctx} ctx
 */
const table = (key, ctx) => ctx.tables.find((t) => t.key === key);
/** @typedef {{ reduced: number, eliminated: number }} Lost */
/**
 * What a side loses: `2 units reduced`; empty where it loses nothing.
 * @param {Lost} lost
 */
const lostWords = ({ reduced, eliminated }) =>
  listed(
    [
      reduced ? `${count(reduced, "unit")} reduced` : "",
      eliminated ? `${count(eliminated, "unit")} eliminated` : "",
    ].filter(Boolean),
  );

/**
 * An event's name and what it does: the name alone tells nothing.
 * @param {number} total
 * @param {Ctx} ctx
 */
function event(total, ctx) {
  const row = table("events", ctx)?.rows.find((r) => r.label === String(total));
  return row ? `${row.cells[0]} (event ${total}): ${spelled(row.cells[1])}` : `Event ${total}`;
}

/** @param {{ winner: string, losses: Record<string, Lost>, fallen?: string[] }} o */
function combat({ winner, losses, fallen = [] }) {
  const loser = winner === "attacker" ? "defender" : "attacker",
    lost = [loser, winner].flatMap((who) => {
      const words = lostWords(losses[who]);
      return words ? `the ${who} has ${words}` : [];
    }),
    dead = fallen.length ? [`${listed(fallen)} ${fallen.length > 1 ? "die" : "dies"}`] : [];
  return `The ${winner} wins: ${[...lost, ...dead].join("; ") || "no loss"}`;
}

/**
 * @param {any} o
 * @param {Ctx} ctx
 */
export function outcome(o, ctx) {
  const title = (/** @type {string} */ seat) => seatTitle(ctx.seats, seat),
    said = [];
  if ("event" in o) said.push(event(o.event, ctx));
  for (const { name, faction } of o.factions ?? []) said.push(`${name} joins ${title(faction)}`);
  if (o.died) said.push(o.died.length ? `${o.died.join(", ")}: dead` : "Nobody dies");
  if (o.winner) said.push(combat(o));
  if (o.initiative) said.push(`${title(o.initiative)} has the initiative`);
  if ("caught" in o) said.push(o.caught ? "The fleet is intercepted" : "The fleet slips through");
  if ("won" in o) said.push(o.won ? "The embassy succeeds" : "The embassy fails");
  return said.join("; ");
}
