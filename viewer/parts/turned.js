// Turned: which games' boards this browser's reader looks at from the other side.
import { storage } from "../storage.js";

const NAME = "iacta.turned";

const turned = () => new Set((storage.get(NAME) ?? "").split(" ").filter(Boolean));

/**
 * Whether the board of a game is turned by half.
 * @param {string} system
 */
export const isTurned = (system) => turned().has(system);

/**
 * Look at the board of a game from the other side, from now on.
 * @param {string} system
 */
export function turnBoard(system) {
  storage.set(NAME, [...turned().symmetricDifference(new Set([system]))].join(" "));
}
