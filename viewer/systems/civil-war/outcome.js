// Outcome: one of the ways in which a throw of the civil war may end, in words.
import { fraction, seatTitle } from "../../words.js";

/** @import { Ctx } from "./types.js" */

/**
 * @param {string} key
 * @param {Ctx} ctx
 */
const table = (key, ctx) => ctx.tables.find((t) => t.key === key);
/**
 * A cell of the combat table: what becomes of a side.
 * @type {Record<string, string>}
 */
const LOSSES = {
  E: "destroyed",
  A: "all reduced, and leaves",
  R: "falls back unhurt",
  "1/4": "a quarter reduced",
  "1/2": "half reduced",
  "3/4": "three quarters reduced",
};

/**
 * @param {number} total
 * @param {Ctx} ctx
 */
function event(total, ctx) {
  const row = table("events", ctx)?.rows.find((r) => r.label === String(total));
  return row ? `${row.cells[0]} (event ${total})` : `Event ${total}`;
}

/** @param {{ winner: string, result: Record<string, string>, column: string }} o */
function combat({ winner, result, column }) {
  const side = (/** @type {string} */ who) => `${who} ${LOSSES[result[who]] ?? result[who]}`,
    loser = winner === "attacker" ? "defender" : "attacker";
  const cell = fraction(`${result.attacker}/${result.defender}`);
  return `The ${winner} wins: ${side(loser)}; ${side(winner)}. ${cell} in column ${column}`;
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
