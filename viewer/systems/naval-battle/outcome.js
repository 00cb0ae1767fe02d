// Outcome: one of the ways in which a throw at sea may end, in words.
import { sideName } from "./names.js";

/** @import { Ctx } from "./types.js" */

/** How those stand who do not pass, and what they do not do for it this turn. */
const AMISS = {
  H: "halted (no move)",
  D: "disrupted (no attack)",
  F: "failed (no move, no attack)",
  R: "routed (flees)",
};
/**
 * How many come to what: `8 of 10 pass, 2 disrupted (no attack)`.
 * @param {Record<string, number>} checks
 */
function checked(checks) {
  const all = Object.values(checks).reduce((sum, n) => sum + n, 0),
    passed = checks.P ?? 0,
    amiss = Object.entries(AMISS)
      .filter(([letter]) => checks[letter])
      .map(([letter, words]) => `${checks[letter]} ${words}`);
  return [passed === all ? `All ${all} pass` : `${passed} of ${all} pass`, ...amiss].join(", ");
}

/**
 * @param {any} o
 * @param {Ctx} ctx
 */
export function outcome(o, ctx) {
  const game = ctx.view?.game,
    said = [];
  if ("target" in o) {
    const sunk = (o.sunk ?? []).map((/** @type {any} */ s) => s.fleet),
      struck = o.target
        .filter((/** @type {any} */ t) => !sunk.includes(t.name))
        .map((/** @type {any} */ t) => `${t.name}: ${t.now}`);
    if (struck.length || !sunk.length) said.push(struck.join(", ") || "No blow tells");
    if (o.attacker !== "unhurt") said.push(`the attacker is ${o.attacker}`);
    if (o.beaten && !sunk.length) said.push("the fleet is beaten");
  }
  for (const s of o.sunk ?? [])
    said.push(`${s.fleet}: sunk${s.drowned.length ? `, with ${s.drowned.join(", ")}` : ""}`);
  for (const fleet of o.reverted ?? []) said.push(`${fleet}: back on her side`);
  if (o.checks) said.push(checked(o.checks));
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
