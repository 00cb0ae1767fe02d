// Router: what the address after # asks for, and addresses made for links. An
// address of a place holds no secret; a link made for one person holds the code or token that it gives.

import { home, isEmbedded } from "./here.js";

/** @import { Route, Told } from "./types.js" */

const ID = /^[0-9a-zA-Z-]{1,64}$/;
const SEAT = /^[a-z0-9-]{1,32}$/;
const SEQ = /^\d{1,9}$/;
const AUDIENCE = /^(public|observer|referee|seat:[a-z0-9-]+)$/;

/** Whether who holds this role acts in a campaign. @param {string} role */
export const isPlayed = (role) => role === "referee" || role.startsWith("seat:");

/**
 * What stands after the #.
 * @param {string} hash
 * @returns {Route}
 */
export function parse(hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split("?"),
    given = new URLSearchParams(query);
  const wellFormed = (/** @type {string} */ name, /** @type {RegExp} */ pattern) => {
    const value = given.get(name);
    return value !== null && pattern.test(value) ? value : null;
  };
  const said = (/** @type {string} */ name) => given.get(name)?.slice(0, 80) ?? "";
  const seq = wellFormed("at", SEQ),
    at = seq === null ? null : Number(seq);
  const parts = path.split("/").filter(Boolean);
  if (!parts.length) return { page: "list", ...(given.has("paste") ? { pasting: true } : {}) };
  if (parts[0] === "new" && parts.length === 1) return { page: "new" };
  if (parts[0] === "capsule" && parts.length === 1) return { page: "capsule", at };
  if (parts[0] === "samples" && parts.length === 2 && ID.test(parts[1]))
    return { page: "sample", id: parts[1], at };
  if (parts[0] === "campaigns" && parts.length === 3 && ID.test(parts[1]) && parts[2] === "fork")
    return { page: "fork", id: parts[1], at };
  if (parts[0] === "campaigns" && parts.length === 3 && ID.test(parts[1]) && parts[2] === "seats")
    return { page: "seats", id: parts[1] };
  if (parts[0] === "campaigns" && parts.length === 3 && ID.test(parts[1]) && parts[2] === "forks")
    return { page: "forks", id: parts[1] };
  if (
    parts[0] === "campaigns" &&
    parts.length === 4 &&
    parts[2] === "beside" &&
    [parts[1], parts[3]].every((part) => ID.test(part))
  )
    return { page: "beside", id: parts[1], other: parts[3], at, as: wellFormed("as", AUDIENCE) };
  if (parts[0] === "campaigns" && parts.length === 2 && ID.test(parts[1]))
    return {
      page: "campaign",
      id: parts[1],
      at,
      as: wellFormed("as", AUDIENCE),
      invite: given.get("invite"),
      seat: wellFormed("seat", SEAT),
      token: given.get("token"),
      transfer: given.get("transfer"),
      told: {
        name: said("name"),
        game: said("game"),
        scenario: said("scenario"),
        seats: (given.get("seats") ?? "").split(".").filter((s) => SEAT.test(s)),
        by: said("by"),
        closed: given.has("closed"),
      },
    };
  return { page: "unknown" };
}

/** @param {Route} given */
export function address({ page, id, other, at, as }) {
  if (page === "list") return "#/";
  if (page === "new") return "#/new";
  if (page === "seats") return `#/campaigns/${id}/seats`;
  if (page === "fork") return `#/campaigns/${id}/fork?at=${at}`;
  if (page === "forks") return `#/campaigns/${id}/forks`;
  const seen = page === "campaign" || page === "beside",
    q = [at != null && `at=${at}`, seen && as && as !== "public" && `as=${as}`]
      .filter(Boolean)
      .join("&");
  const place =
    page === "capsule"
      ? "#/capsule"
      : page === "sample"
        ? `#/samples/${id}`
        : `#/campaigns/${id}${page === "beside" ? `/beside/${other}` : ""}`;
  return `${place}${q ? `?${q}` : ""}`;
}

/** @param {string} hash */
const whole = (hash) => new URL(hash, home()).href;

/**
 * The same, as a whole address that can be mailed.
 * @param {Route} route
 */
export const link = (route) => whole(address(route));

/**
 * The link that gives a player their seat. It also says what it is to, for a private campaign tells nobody yet.
 * @param {{ id: string, code: string, seat: string, told: Told }} given
 */
export function invitationLink({ id, code, seat, told: { seats, closed, ...told } }) {
  const said = { invite: code, seat, ...told, seats: seats.join("."), closed: closed ? "yes" : "" },
    given = Object.entries(said).filter(([, v]) => v);
  return whole(`#/campaigns/${id}?${new URLSearchParams(given)}`);
}

/**
 * The link that gives a role to whoever opens it: for one new holder, never for a page or a list.
 * @param {{ id: string, token: string }} given
 */
export const tokenLink = ({ id, token }) => whole(`#/campaigns/${id}?token=${token}`);

/**
 * The link that gives another device of the same player a role, once. It says whether the campaign
 * tells others nothing.
 * @param {{ id: string, code: string, closed: boolean }} given
 */
export const transferLink = ({ id, code, closed }) =>
  whole(`#/campaigns/${id}?${closed ? "closed=yes&" : ""}transfer=${code}`);

/**
 * Change the address bar without a step in the history.
 * @param {Route} route
 */
export function replaceUrl(route) {
  if (!isEmbedded) history.replaceState(null, "", address(route));
}

/**
 * Where a campaign's event stands to be framed.
 * @param {Route} route
 */
export const embedLink = ({ id, at }) => new URL(`embed/${id}/${at}`, home()).href;
/**
 * The link to a campaign's event of which a preview can be made.
 * @param {Route} route
 */
export const previewLink = ({ id, at }) => new URL(`c/${id}/${at}`, home()).href;
