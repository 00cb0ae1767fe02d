// Terms: what a game's abbreviations and rule numbers mean, asked of the server once a game is shown. A replay does not wait for
// it, and a page without a server does without.
import { system } from "./api.js";
import { redraw } from "./app.js";
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
    const game = await system(key, signal);
    learn(game);
    learnt = key;
    redraw();
  } catch {
    learnt = "";
  }
}
