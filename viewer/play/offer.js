// Offer: lights on the board what may be chosen, and answers a click or a key there.
//
// A renderer draws what it draws; an element that stands for units or places carries their ids in
// `data-ids` (parts/ids.js), and in `data-seat` whose they are where seats have places that are
// called alike. What the panel draws of the board is marked `data-targets`.
import { find, findAll } from "../dom.js";
import { idsOf } from "../parts/ids.js";

/**
 * An element that is a place has `data-place`; `data-place="to"` is one that nothing begins with.
 * `begins`: an order may begin with it, nothing leads there yet; `goal`: orders only end there, and
 * none is begun; `other`: something else is picked. For these only counters are lit, which may be
 * picked instead.
 * @typedef {{ title: string, picked: boolean, begins?: boolean, goal?: boolean, other?: boolean }} Offered
 * @typedef {(ids: string[]) => void} Choose
 */

/** Where something may be chosen. */
export const BOARDS = ".board, [data-targets]";

/**
 * What a click on an element does.
 * @type {WeakMap<Element, () => void>}
 */
const offers = new WeakMap();

/**
 * Give an element what it shall have, and touch nothing that it has already: a board's elements are
 * hundreds, and each that is touched has its style reckoned anew.
 * @param {Element} el
 * @param {Record<string, string | null>} attributes  null: it shall have none
 */
function dress(el, attributes) {
  for (const [name, value] of Object.entries(attributes))
    if (value === null) el.removeAttribute(name);
    else if (el.getAttribute(name) !== value) el.setAttribute(name, value);
}
const BARE = { tabindex: null, role: null, "aria-label": null, "aria-pressed": null };

/**
 * Whether an element of a board is lit for what is offered.
 * @param {Offered | undefined} offered
 * @param {string | undefined} place  its `data-place`
 */
export const isLit = (offered, place) =>
  offered !== undefined &&
  !((offered.other || offered.goal) && place !== undefined) &&
  !(offered.begins && place === "to");

/**
 * Light the elements of `boards` that stand for an id of `offered`.
 * A click or Enter on one calls `choose(ids)` with those of its ids that are offered.
 * @param {readonly Element[]} boards
 * @param {string} seat  whose places are lit
 * @param {ReadonlyMap<string, Offered>} offered
 * @param {Choose} choose
 */
export function light(boards, seat, offered, choose) {
  for (const el of boards.flatMap((board) => findAll(board, "[data-ids]"))) {
    const theirs = (el.dataset.seat ?? seat) !== seat,
      ids = theirs ? [] : idsOf(el).filter((id) => isLit(offered.get(id), el.dataset.place)),
      picked = ids.some((id) => offered.get(id)?.picked);
    el.classList.toggle("offered", ids.length > 0);
    el.classList.toggle("picked", picked);
    if (!ids.length) {
      if (offers.delete(el)) dress(el, BARE);
      continue;
    }
    offers.set(el, () => choose(ids));
    if (el.ariaHidden === "true") continue; // what it stands for has a tab stop already
    dress(el, {
      tabindex: "0",
      role: "button",
      "aria-label": ids.map((id) => offered.get(id)?.title).join("; "),
      "aria-pressed": String(picked),
    });
  }
}

/** What was sought last, so that a board which was moved since stays. */
let sought = "";
/**
 * Mark on a board what stands for one of `ids`, apart from the land, each with its place among them,
 * and bring it into sight, the last before the others.
 * @param {Element} board
 * @param {readonly string[]} ids
 */
export function seek(board, ids) {
  const places = new Map(ids.map((id, i) => [id, i])),
    key = ids.join(" ");
  if (key || sought)
    for (const el of findAll(board, "[data-ids]"))
      dress(el, {
        "data-sought":
          el.dataset.zone === undefined && idsOf(el).some((id) => places.has(id))
            ? String(Math.max(...idsOf(el).map((id) => places.get(id) ?? 0)))
            : null,
      });
  if (key === sought) return;
  sought = key;
  if (key) find(board, "board-zoom")?.dispatchEvent(new Event("board-seek"));
}

const LIT = `:is(${BOARDS}) .offered`;
/**
 * What is lit under what was pressed: a place that a counter stands on, or a name lies over.
 * @param {Event} e
 * @param {Element} on
 */
function beneath(e, on) {
  if (!(e instanceof MouseEvent) || !on.closest(BOARDS) || on.closest("a, button, label, summary"))
    return null;
  const under = document.elementsFromPoint(e.clientX, e.clientY);
  return under.find((el) => el.matches(LIT)) ?? null;
}
/** @param {Event} e */
function chosen(e) {
  const on = e.target instanceof Element ? e.target : null,
    el = on && (on.closest(LIT) ?? beneath(e, on));
  return el ? offers.get(el) : undefined;
}
/** @param {Event} e */
function clicked(e) {
  const choose = chosen(e);
  if (!choose) return;
  e.target?.dispatchEvent(new CustomEvent("board-chosen", { bubbles: true }));
  choose();
}
/** @param {Event} e */
function pressed(e) {
  const choose = chosen(e);
  if (!choose || !(e instanceof KeyboardEvent) || !["Enter", " "].includes(e.key)) return;
  e.preventDefault();
  choose();
}
/**
 * Listen for what is chosen on a board drawn within `root`. Once is enough; more does nothing.
 * @param {Element} root
 */
export function listen(root) {
  root.addEventListener("click", clicked);
  root.addEventListener("keydown", pressed);
}
