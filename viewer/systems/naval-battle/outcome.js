// Outcome: one of the ways in which a throw at sea may end, in words.
import { CHECKS, sideName } from "./names.js";

/** @import { Ctx } from "./types.js" */

/**
 * @param {any} o
 * @param {Ctx} ctx
 */
export function outcome(o, ctx) {
  const game = ctx.view?.game,
    said = [];
  if ("target" in o) {
    const struck = o.target.map((/** @type {any} */ t) => `${t.name} is ${t.now}`);
    said.push(struck.join(", ") || "No blow tells");
    if (o.attacker !== "unhurt") said.push(`the attacker is ${o.attacker}`);
    if (o.beaten) said.push("the fleet is beaten");
  }
  for (const s of o.sunk ?? [])
    said.push(`${s.fleet} sinks${s.drowned.length ? `, ${s.drowned.join(", ")} with her` : ""}`);
  for (const fleet of o.reverted ?? []) said.push(`${fleet} reverts to her side`);
  for (const c of o.checks ?? []) said.push(`${c.name} ${CHECKS[c.result] ?? c.result}`);
  if ("rallies" in o) said.push(o.rallies ? "Rallies" : "Does not rally");
  for (const l of o.left ?? []) said.push(`${l.fleet}: ${l.fate}`);
  if (o.returns)
    said.push(o.returns.length ? `Back: ${o.returns.join(", ")}` : "Nobody comes back");
  if (o.ended) {
    const { winner, points } = o.ended;
    said.push(
      `The battle ends ${points.join(" to ")}, ${winner ? `${sideName(game, winner)} win` : "drawn"}`,
    );
  }
  return said.join("; ");
}
