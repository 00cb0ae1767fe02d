// Claiming: an invitation, or a code of another device, becomes a token that this browser made and
// keeps before it is sent, so that an answer that is lost loses no seat.
import * as api from "../api.js";
import * as keys from "../keys.js";

/** @import { Problem } from "../api.js" */
/** @import { Claim } from "../keys.js" */

/** Seconds after which the same claim is sent again. */
const PAUSES = [1, 3, 8];

/**
 * Whether nobody knows if a claim has arrived: no answer, half an answer, a server in trouble.
 * @param {Problem} problem
 */
export const isUnanswered = ({ status }) => status < 400 || status === 429 || status >= 500;

/**
 * Whether a claim was refused because its code was used: with another token, in another browser.
 * @param {Problem} problem
 */
export const isUsed = ({ status, kind }) =>
  status === 404 || (status === 409 && kind !== "read-only");

/**
 * Send a claim once, and keep what it brings; its role. One that is not answered stays begun.
 * @param {Claim} claim
 */
async function send(claim) {
  const { campaign, kind, code, token } = claim;
  try {
    const { role } = await api.claim(campaign, { [kind]: code, token });
    keys.keep(campaign, role, token);
    keys.keepInvitations(campaign, { [role.replace(/^seat:/, "")]: null });
    keys.endClaim(claim);
    return role;
  } catch (problem) {
    if (!isUnanswered(problem)) keys.endClaim(claim);
    throw problem;
  }
}

/** @param {number} seconds */
const pause = (seconds) => new Promise((go) => setTimeout(go, seconds * 1000));

/**
 * Claim a role, and send the same again while there is no answer; the role. `again` is told before each repetition.
 * @param {Omit<Claim, "token">} what
 * @param {() => void} [again]
 */
export async function claim(what, again = () => {}) {
  const claim = keys.beginClaim(what);
  for (const seconds of PAUSES)
    try {
      return await send(claim);
    } catch (problem) {
      if (!isUnanswered(problem)) throw problem;
      again();
      await pause(Math.max(seconds, problem.retry ?? 0));
    }
  return send(claim);
}

/**
 * Claim a seat of a campaign that was founded here, by the invitation that this browser keeps.
 * @param {string} id
 * @param {string} seat
 */
export async function takeSeat(id, seat) {
  await claim({ campaign: id, kind: "invitation", code: keys.invitationsHeld(id)[seat] });
}

/**
 * Send again, once, what was begun here and never answered: the page was closed, or the server went down.
 * @param {string | null} [but]  the code of a page that does so itself
 */
export const settleClaims = (but) =>
  Promise.all(
    keys
      .claimsBegun()
      .filter(({ code }) => code !== but)
      .map((claim) => send(claim).catch(() => null)),
  );
