// Advance: the whole army straight ahead at one press.
import { HERE } from "./names.js";

/** @import { Together } from "../../renderer.js" */
/** @import { Game } from "./types.js" */

const NOTE = [
  "One line after the other, each unit straight ahead as far as it may go.",
  "Whoever is blocked or in an enemy zone stays; leaders are moved separately.",
].join(" ");

/**
 * Rank by rank: who stands behind is free once those before them have gone. How far the enemy is, the
 * advance of a single line tells, which stands below.
 * @param {Game} game
 * @param {string} seat
 * @returns {Together}
 */
export function advance({ units }, seat) {
  const own = units.filter((unit) => HERE(unit) && unit.side === seat);
  return {
    title: "Advance the whole army",
    note: NOTE,
    orders: own.map(() => ({ option: "march", pointer: "/hexes", to: [] })),
    less: {
      title: "Or fewer hexes",
      most: Math.max(...own.map((unit) => unit.movement)) - 1,
    },
  };
}
