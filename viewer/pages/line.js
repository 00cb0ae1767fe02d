// Line: how those who sit in a campaign find the line that play goes on in.
import { html } from "../vendor/lit-html/lit-html.js";
import * as api from "../api.js";
import { update } from "../app.js";
import * as keys from "../keys.js";
import { address } from "../router.js";

/** @import { Campaign, Replay } from "../types.js" */

/**
 * A token that is good in a fork too is kept for it as well.
 * @param {string} from
 * @param {string} to
 * @param {string} role
 */
export function carry(from, to, role) {
  const token = keys.tokenFor(from, role);
  if (token) keys.keep(to, role, token);
}

/**
 * The forks that carry this campaign's tokens: those its log notes, and that of a copy left behind.
 * @param {Replay} replay
 */
function carrying({ campaign, steps }) {
  const noted = new Set(
    steps.flatMap((s) =>
      (s.event?.effects ?? []).flatMap((e) =>
        e.type === "fork-made" && "child" in e ? [e.child] : [],
      ),
    ),
  );
  return (campaign.forks ?? []).filter((f) => campaign.status === "read-only" || noted.has(f.id));
}

/**
 * Keep one's tokens for a fork that takes them, and tell of the line that play goes on in.
 * @param {Replay} replay
 * @param {AbortSignal} signal
 */
export async function followForks(replay, signal) {
  const { campaign } = replay,
    held = keys.rolesHeld(campaign.id).filter((role) => role !== "referee"),
    forks = carrying(replay),
    child = forks.at(-1);
  if (child)
    for (const role of held) {
      if (keys.tokenFor(child.id, role)) continue;
      const token = keys.tokenFor(campaign.id, role) ?? "",
        who = await api.whoami(child.id, token, signal).catch(() => null);
      if (who?.role === role) keys.keep(child.id, role, token);
    }
  const notice = noticeOf(campaign, child);
  if (notice) update({ notice });
}

/**
 * @param {Campaign} campaign
 * @param {{ id: string, name: string, at: number } | undefined} child
 */
function noticeOf(campaign, child) {
  const left = campaign.status === "read-only",
    as = child && keys.rolesHeld(child.id)[0];
  if (child)
    return html`${
        left
          ? "This copy was left behind by a restored backup and can only be read. Play goes on in"
          : `After event ${child.at} a fork was made that carries the seats:`
      } <a href=${address({ page: "campaign", id: child.id, as })}>${child.name}</a>.`;
  if (!left) return null;
  return keys.tokenFor(campaign.id, "referee")
    ? html`This copy was left behind by a restored backup and can only be read.
        <a href=${address({ page: "fork", id: campaign.id, at: campaign.head?.seq })}
          >Fork it to play on</a
        >.`
    : html`This copy was left behind by a restored backup and can only be read. Its referee can fork
      it; the seats go on there with the tokens that they have.`;
}
