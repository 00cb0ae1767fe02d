// Load: a campaign as one audience sees it, fetched from the API.
import * as api from "./api.js";
import * as keys from "./keys.js";
import { seenUpTo } from "./pages/games.js";
import { readBoard } from "./reading.js";
import { fill, replay as newReplay, unread } from "./replay.js";
import { rendererFor } from "./systems.js";

/** @import { Read } from "./reading.js" */

/**
 * Through whose eyes one may look: everyone's, a role's whose token one holds, and any seat's once the seals are open.
 * @param {string} id
 * @param {string} audience
 * @param {AbortSignal} signal
 */
export async function mayLook(id, audience, signal) {
  return (
    audience === "public" ||
    keys.tokenFor(id, audience) !== null ||
    Boolean((await api.campaign(id, "public", signal)).seals_opened)
  );
}

/**
 * The campaign with the steps that its board needs; the others have their places.
 * @param {string} id
 * @param {string} audience
 * @param {number | null | undefined} wanted  the event to look at
 * @param {AbortSignal} signal
 */
export async function readModel(id, audience, wanted, signal) {
  const campaign = { ...(await api.campaign(id, audience, signal)), id },
    head = campaign.head?.seq ?? 0,
    at = Math.max(1, Math.min(head, wanted ?? (seenUpTo(id) || head)));
  const [tables, renderer, pages] = await Promise.all([
    api.tables(campaign.system, signal).then(
      (t) => t.items ?? [],
      () => [],
    ),
    rendererFor(campaign.system),
    readBoard(reader(id, audience, signal), { at, head }),
  ]);
  const [{ view, items }] = pages;
  if (!items.length)
    throw new api.Problem({
      title: "This campaign has no events yet",
      detail: "There is nothing to replay.",
    });
  const known = Math.max(head, items.at(-1)?.seq ?? 0),
    given = { campaign, audience, view, tables, head: known, steps: unread(known) };
  return { renderer, model: pages.reduce(fill, newReplay({ ...given, source: "server" })) };
}

/**
 * @param {string} id
 * @param {string} audience
 * @param {AbortSignal} signal
 * @returns {Read}
 */
export const reader = (id, audience, signal) => (after, limit) =>
  api.steps(id, audience, after, signal, limit);
