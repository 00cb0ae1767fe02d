// Outcome: one of the ways in which a throw on the field may end, in words.
import { capital, seatTitle } from "../../words.js";
import { unitOf } from "./names.js";

/** @import { Ctx } from "./types.js" */

/**
 * @param {any} o
 * @param {Ctx} ctx
 */
export function outcome(o, ctx) {
  const unit = (/** @type {string} */ id) => {
      const u = unitOf(ctx.view?.game, id);
      return u ? `${u.title} ${u.id}` : id;
    },
    said = [];
  if ("initiative" in o)
    said.push(
      o.initiative
        ? `${seatTitle(ctx.seats, o.initiative)} has the initiative`
        : "A tie: both throw again",
    );
  if (o.faces)
    said.push(
      Object.entries(o.faces)
        .map(([whose, face]) => `${seatTitle(ctx.seats, whose)} ${face}`)
        .join(", "),
    );
  if ("face" in o) said.push(`The die shows ${o.face}`);
  if ("hit" in o)
    said.push(
      `The volley ${o.hit ? "hits" : "misses"}${o.stands === false ? ", unless it is rerolled" : ""}`,
    );
  if (o.elephants) said.push(`Elephants: ${o.elephants}`);
  if ("attacker" in o) {
    const worse = ["attacker", "defender"].filter((side) => o[side]);
    said.push(
      worse.length
        ? capital(worse.map((side) => `${side} +${o[side]} Disorder`).join(", "))
        : "No Disorder",
    );
  }
  if (o.panic) said.push(`${o.panic.map(unit).join(", ")} in panic`);
  if (o.died) said.push(o.died.length ? `${o.died.join(", ")}: dead` : "The leader lives");
  // What a spent point does is told before, of all outcomes.
  return said.join("; ") || "Nothing else comes of it";
}
