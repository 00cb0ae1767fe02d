// Yours: reads the campaigns that this browser holds a role in, and reads them again while the page stands.
import * as api from "../api.js";
import { update } from "../app.js";
import * as keys from "../keys.js";
import { readPictures } from "./pictures.js";
import { gameOf, inOrder, seenUpTo } from "./games.js";

const MINUTE = 60_000;

/**
 * @param {string} id
 * @param {AbortSignal} signal
 */
async function game(id, signal) {
  const held = keys.rolesHeld(id);
  try {
    return gameOf({ ...(await api.campaign(id, held[0], signal)), id }, held, seenUpTo(id));
  } catch {
    return null; // a token that was replaced, or a campaign of another server
  }
}

/** @param {AbortSignal} signal */
async function readGames(signal) {
  const ids = keys.campaignsHeld(),
    read = await Promise.all(ids.map((id) => game(id, signal))),
    found = read.filter((one) => one !== null);
  if (signal.aborted) return;
  const games = inOrder(found);
  update({ games, lost: ids.length - games.length });
  await readPictures(games, signal);
}

/**
 * Read them now, every minute, and whenever the page is looked at again.
 * @param {AbortSignal} signal
 */
export function followGames(signal) {
  const timer = setInterval(() => readGames(signal), MINUTE);
  signal.addEventListener("abort", () => clearInterval(timer));
  document.addEventListener("visibilitychange", () => document.hidden || readGames(signal), {
    signal,
  });
  return readGames(signal);
}
