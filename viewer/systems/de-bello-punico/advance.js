// Advance: the whole army straight ahead at one press, and how far the enemy is.
import { distance } from "./hexes.js";
import { HERE } from "./names.js";

/** @import { Together } from "../../renderer.js" */
/** @import { Game } from "./types.js" */

const NOTE = [
  "Rank by rank, each straight ahead as far as it may go.",
  "Whoever is blocked or in an enemy zone stays; leaders are moved separately.",
  "Nothing is sent yet.",
].join(" ");

/**
 * Rank by rank: who stands behind is free once those before them have gone.
 * @param {Game} game
 * @param {string} seat
 * @returns {Together}
 */
export function advance({ units }, seat) {
  const here = units.filter(HERE),
    own = here.filter((unit) => unit.side === seat),
    enemies = here.filter((unit) => unit.side !== seat),
    far = Math.min(...own.flatMap((one) => enemies.map((foe) => distance(one.hex, foe.hex))));
  return {
    title: "All units ahead",
    note: NOTE,
    orders: own.map(() => ({ option: "march", pointer: "/hexes", to: [] })),
    less: {
      title: `Or no farther than so many hexes${enemies.length ? ` (the nearest enemy is ${far} away)` : ""}`,
      most: Math.max(...own.map((unit) => unit.movement)) - 1,
    },
  };
}
