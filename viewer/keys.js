// Keys: the tokens this browser holds, by campaign and role, and what is still to be given to
// others. A token goes into the Authorization header and nowhere else; an invitation into the link
// that is given to its player.
import { storage } from "./storage.js";

/**
 * What is kept under a name, by campaign.
 * @param {string} name
 * @returns {Record<string, Record<string, string>>}
 */
function kept(name) {
  try {
    const x = JSON.parse(storage.get(name) ?? "{}");
    return x && typeof x === "object" ? x : {};
  } catch {
    return {};
  }
}

/**
 * Keep something of a campaign, or forget it: null.
 * @param {string} name
 * @param {string} campaign
 * @param {Record<string, string | null>} changes
 */
function change(name, campaign, changes) {
  const { [campaign]: held, ...rest } = kept(name),
    left = Object.entries({ ...held, ...changes }).filter(([, value]) => value !== null);
  storage.set(
    name,
    JSON.stringify(left.length ? { ...rest, [campaign]: Object.fromEntries(left) } : rest),
  );
}

const TOKENS = "iacta.tokens",
  INVITATIONS = "iacta.invitations",
  CLAIMS = "iacta.claims";
const all = () => kept(TOKENS);
/** @param {string} role */
const order = (role) => ({ observer: 0, referee: 2 })[role] ?? 1;

/**
 * Roles held in a campaign: observer first, then seats, then the referee.
 * @param {string} campaign
 */
export const rolesHeld = (campaign) =>
  Object.keys(all()[campaign] ?? {}).sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
/**
 * What the server refused while this page is open. It stays kept, since it may be good elsewhere,
 * and is not sent again.
 * @type {Set<string>}
 */
const refused = new Set();
/** @param {string} token */
export const refuse = (token) => refused.add(token);

/**
 * The token of a role; null where none is held, or the server has refused it.
 * @param {string} campaign
 * @param {string} role
 */
export function tokenFor(campaign, role) {
  const token = all()[campaign]?.[role] ?? null;
  return token !== null && refused.has(token) ? null : token;
}

/**
 * The token to send for an audience: that role's own, else any, since a private campaign wants one.
 * @param {string} campaign
 * @param {string} audience
 */
export const tokenToSend = (campaign, audience) =>
  [audience, ...rolesHeld(campaign)].map((role) => tokenFor(campaign, role)).find(Boolean) ?? null;

/** The campaigns that this browser holds a token of. */
export const campaignsHeld = () => Object.keys(all());

/**
 * @param {string} campaign
 * @param {string} role
 * @param {string} token
 */
export const keep = (campaign, role, token) => change(TOKENS, campaign, { [role]: token });
/**
 * @param {string} campaign
 * @param {string} role
 */
export const forget = (campaign, role) => change(TOKENS, campaign, { [role]: null });

const FILE = "tokens";
/** Everything that is held here, as the text of a file. */
export const asFile = () =>
  `${JSON.stringify({ iacta: FILE, tokens: all(), invitations: kept(INVITATIONS) }, null, 1)}\n`;

/**
 * Take what such a file holds, beside what is held already; how many tokens it had. Null: it is no such file.
 * @param {string} text
 */
export function fromFile(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return null;
  }
  if (file?.iacta !== FILE) return null;
  let taken = 0;
  for (const [name, held] of [
    [TOKENS, file.tokens],
    [INVITATIONS, file.invitations],
  ])
    for (const [campaign, given] of Object.entries(held ?? {})) {
      const words = Object.entries(given ?? {}).filter(([, word]) => typeof word === "string");
      change(name, campaign, Object.fromEntries(words));
      if (name === TOKENS) taken += words.length;
    }
  return taken;
}

/**
 * What one who founded a campaign gives away: the code of each free seat, and the token of those who only look on.
 * @param {string} campaign
 */
export const invitationsHeld = (campaign) => kept(INVITATIONS)[campaign] ?? {};
/**
 * Keep codes by seat, or forget one that is used: null.
 * @param {string} campaign
 * @param {Record<string, string | null>} codes
 */
export const keepInvitations = (campaign, codes) => change(INVITATIONS, campaign, codes);

/**
 * A claim that was begun here and is not answered yet: the code, and the token that it is to become.
 * @typedef {{ campaign: string, kind: "invitation" | "transfer", code: string, token: string }} Claim
 */
const BYTES = 32;
/** A new token: fresh random bytes in base64url. */
const newToken = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(BYTES))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The claims that were begun here and are not answered yet. @returns {Claim[]} */
export const claimsBegun = () =>
  Object.entries(kept(CLAIMS)).flatMap(([campaign, claims]) =>
    Object.entries(claims).map(([what, token]) => {
      const [kind, code] = what.split(" ");
      return { campaign, kind: kind === "transfer" ? kind : "invitation", code, token };
    }),
  );
/**
 * Begin to claim by a code, or go on: its token is kept before anything is sent, and stays the same until the claim is
 * answered.
 * @param {Omit<Claim, "token">} given
 * @returns {Claim}
 */
export function beginClaim({ campaign, kind, code }) {
  const what = `${kind} ${code}`,
    token = kept(CLAIMS)[campaign]?.[what] ?? newToken();
  change(CLAIMS, campaign, { [what]: token });
  return { campaign, kind, code, token };
}
/**
 * Forget a claim that was answered.
 * @param {Claim} claim
 */
export const endClaim = ({ campaign, kind, code }) =>
  change(CLAIMS, campaign, { [`${kind} ${code}`]: null });
