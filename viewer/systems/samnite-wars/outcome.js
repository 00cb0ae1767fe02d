// Outcome: one of the ways in which a throw of the Samnite Wars may end, in words.
import { seatTitle } from "../../words.js";
import { eventName } from "./words.js";

/** @import { Ctx } from "./types.js" */

/**
 * @param {any} o
 * @param {Ctx} ctx
 */
export function outcome(o, ctx) {
  const title = (/** @type {string} */ seat) => seatTitle(ctx.seats, seat),
    said = [];
  if (o.event)
    said.push(`${eventName(o.event)}${o.region ? ` in the land of the ${o.region}` : ""}`);
  if (o.rebels) said.push(`The ${o.rebels} rebel`);
  if (o.winner) said.push(o.winner === "rome" ? "Rome wins" : "The enemy wins");
  if ("frees" in o) said.push(o.frees ? "The region is freed" : "Rome keeps the region");
  if ("treasury" in o) said.push(`${o.treasury} gold in the Treasury`);
  for (const [seat, points] of Object.entries(o.prestige ?? {}))
    said.push(`${title(seat)}: ${points} PT`);
  if (o.consul) said.push(`${title(o.consul)} is Consul`);
  return said.join("; ");
}
