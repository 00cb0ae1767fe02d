// Routes: which part opens an address, which draws a page, and all that a page is made of.
import * as parts from "./parts.js";
import * as served from "./served.js";

/** @import { Drawing, Opening, Page, Part, Route } from "./types.js" */

/**
 * The part that opens an address; null if there is no such page.
 * @param {Route} route
 * @returns {Part<Opening> | null}
 */
export function opening({ page, invite, token, transfer }) {
  switch (page) {
    case "list":
      return served.listing;
    case "new":
      return served.found;
    case "seats":
      return served.seating;
    case "fork":
      return served.forking;
    case "forks":
      return served.branching;
    case "beside":
      return served.beside;
    case "sample":
    case "capsule":
      return parts.file;
    case "campaign":
      return !token && (invite || transfer) ? served.inviting : served.campaign;
    default:
      return null;
  }
}

/** @type {{ [K in Page["kind"]]?: Part<Drawing<Extract<Page, { kind: K }>>> }} */
const DRAWING = {
  list: served.listing,
  new: served.found,
  seats: served.seating,
  fork: served.forking,
  forks: served.branching,
  beside: served.beside,
  invite: served.inviting,
  receipt: parts.receipt,
  replay: parts.replaying,
  result: parts.over,
};
/**
 * The part that draws a page; undefined where the shell does.
 * @param {Page} page
 */
export const drawing = ({ kind }) => /** @type {Part<Drawing> | undefined} */ (DRAWING[kind]);

/**
 * The parts that the page of an address is made of, as far as the address tells.
 * @param {Route} route
 * @returns {Part<unknown>[]}
 */
export function partsOf(route) {
  const first = opening(route);
  if (!first) return [];
  const sits = route.token || (route.as && route.as !== "public" && route.as !== "observer");
  return [
    first,
    ...(route.page === "sample" || first === served.campaign ? [parts.replaying] : []),
    ...(route.page === "sample" && route.at === null ? [parts.over] : []),
    ...(first === served.campaign && sits ? [served.seat] : []),
  ];
}
