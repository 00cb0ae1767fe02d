// Yours: reads the campaigns that this browser holds a role in, and reads them again while the page stands.
import * as api from "../api.js";
import { update } from "../app.js";
import * as keys from "../keys.js";
import { readPictures } from "./pictures.js";
import { gameOf, inOrder, seenUpTo } from "./games.js";

const MINUTE = 60_000;

/** By system the types of the commands that a seat may send too where the referee is awaited. */
const open = /** @type {Map<string, Promise<ReadonlySet<string>>>} */ (new Map());
/**
 * @param {string} system
 * @param {AbortSignal} signal
 */
function openTo(system, signal) {
  const known =
    open.get(system) ??
    api.system(system, signal).then(
      ({ commands }) =>
        new Set(commands.filter((c) => c.roles.includes("seat")).map((c) => c.type)),
      () => {
        open.delete(system);
        return new Set();
      },
    );
  open.set(system, known);
  return known;
}

/**
 * @param {string} id
 * @param {AbortSignal} signal
 */
async function game(id, signal) {
  const held = keys.rolesHeld(id);
  try {
    const campaign = { ...(await api.campaign(id, held[0], signal)), id },
      referee = campaign.waiting?.some((w) => w.seat === "referee");
    return gameOf(
      campaign,
      held,
      seenUpTo(id),
      referee ? await openTo(campaign.system, signal) : undefined,
    );
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
