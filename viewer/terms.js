// Terms: what a game's abbreviations and rule numbers mean: asked of the server once a campaign of its is shown; in a
// page that was saved as one file they stand. A replay does not wait for it.
import { system } from "./api.js";
import { redraw } from "./app.js";
import { carriedTerms, isCarried } from "./carried.js";
import { learn } from "./parts/codes.js";

let learnt = "";
/**
 * @param {string} key
 * @param {AbortSignal} signal
 */
export async function readTerms(key, signal) {
  if (key === learnt) return;
  learn(null);
  try {
    const game = isCarried ? carriedTerms(key) : await system(key, signal);
    learn(game);
    learnt = key;
    redraw();
  } catch {
    learnt = "";
  }
}
