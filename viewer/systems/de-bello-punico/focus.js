// Focus: what a step without a deed on the field is about: the unit that is asked, else the middle of the fighting.
import { at, front } from "./hexes.js";
import { HERE, unitOf } from "./names.js";

/** @import { Game } from "./types.js" */

const NAMED = ["attacker", "target", "shooter", "unit"];

/**
 * The hexes of the units that are asked or settled next.
 * @param {Game} game
 */
function asked(game) {
  const due = game.pending?.[0];
  if (!due) return [];
  const ids = NAMED.map((k) => due[k]).filter(Boolean);
  const leader = /^leader/.test(due.kind)
    ? "side" in due && game.leaders.find((l) => l.side === due.side)
    : null;
  return [...ids.map((id) => unitOf(game, id)?.hex), leader?.hex].filter(Boolean);
}

/**
 * Where enemies face each other. Where nobody does, the middle of all lies between the armies.
 * @param {Game} game
 */
function fighting(game) {
  const here = game.units.filter(HERE),
    at_ = new Map(here.map((u) => [u.hex, u]));
  const close = here.filter((u) =>
    front(u.hex, u.facing, game.field).some((h) => at_.get(h) && at_.get(h).side !== u.side),
  );
  return close.map((u) => u.hex);
}

/**
 * {hexes: to be ringed, middle: a point}.
 * @param {Game} game
 */
export function focusOf(game) {
  const hexes = asked(game),
    around = (hexes.length ? hexes : fighting(game)).map(at);
  const mean = (i) => around.reduce((sum, p) => sum + p[i], 0) / (around.length || 1);
  return { hexes, middle: around.length ? [mean(0), mean(1)] : null };
}
