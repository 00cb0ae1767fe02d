// Focus: where one goes on by keyboard after an act, and what is brought into sight with it.
import { find, findAll } from "../dom.js";
import { isFootPinned } from "./foot.js";

/** "board": what was chosen there; one goes on there as long as that is where the next is chosen. */
/** @typedef {"" | "act" | "asked" | "board" | "fan" | "next" | "now" | "side" | "tray"} Place */

/** Where the focus goes once the page is drawn. @type {Place} */
let going = "";
/** @param {Place} place */
export const goOn = (place) => {
  going = place;
};

/** What answers a question; a code in its words only tells what it means. */
const CONTROLS = ":is(button:not(.code), select, textarea, input, .picks summary):not([disabled])";
/**
 * Where the question at a pointer is answered.
 * @param {string} pointer
 */
export const controlOf = (pointer) =>
  find(document, `.act [data-question="${CSS.escape(pointer)}"] ${CONTROLS}`);

/**
 * Focus what is to be answered next; false if there is nothing.
 * @param {boolean} filling  an order is being filled: its questions, else the next thing to do
 */
export function focusNext(filling) {
  const places = findAll(
      document,
      filling
        ? `.act .q:is(.open, .may-be) ${CONTROLS}, .act .lasts .btn:not([disabled])`
        : "[data-end]:not([disabled]), .may [data-option], .seldom > summary",
    ),
    at = places.findIndex((el) => el === document.activeElement);
  // What is folded away takes no focus.
  [...places.slice(at + 1), ...places].find((el) => el.checkVisibility())?.focus();
  return places.length > 0;
}

/** Of what had the focus last within the turn's own parts the question; null if it was elsewhere. */
let held = /** @type {string | null} */ (null);
document.addEventListener("focusin", ({ target }) => {
  const part = target instanceof Element && target.closest(".act, .side, .fan");
  held = part ? (target.closest("[data-question]")?.getAttribute("data-question") ?? "") : null;
});

/**
 * Take the focus from a control that will be gone when the page is drawn next: an element that is
 * removed with the focus in it has the browser lay the page out there and then, and again after.
 */
export const letGo = () => find(document, ":is(.act, .do-foot) :focus")?.blur();

/** Whether nothing has the focus any more, or what can no longer hold it. */
const adrift = () =>
  document.activeElement === document.body || document.activeElement?.matches(":disabled") === true;

/** What is asked next: what wants an answer, else what may have one. */
const asked = () => find(document, ".act .q.open") ?? find(document, ".act .q.may-be");

/** Whether the next is chosen on the board as well. */
const isOnBoard = () =>
  find(document, ".act .q.open") !== null && find(document, ".board .offered") !== null;
/** Whether one goes on there, with the order's buttons in reach. */
const staysOnBoard = () => isOnBoard() && isFootPinned();

/**
 * Bring the order into sight, and the first thing that it asks; in one column under the board only where
 * that answers it, or it was begun there: under all of it, as long as it takes no more than half of the window.
 */
function showOrder() {
  const act = find(document, ".act"),
    board = find(document, ".board"),
    first = asked()?.dataset.question,
    below = going === "board" || isOnBoard(),
    whole = below && board && board.offsetHeight < innerHeight / 2;
  act?.toggleAttribute("data-under-board", below);
  (whole ? board : act)?.scrollIntoView({ block: "start" });
  if (first !== undefined) controlOf(first)?.scrollIntoView({ block: "nearest" });
}

/** What is composed, else what may be done. */
const mine = () => find(document, "#your-orders") ?? find(document, "#what-may");

/** The question that the focus was in, the order that is filled, or what may be done. */
function goal() {
  if (going === "fan") return find(document, ".fan .pick");
  const tray = find(document, "#what-may");
  if (going === "tray") return mine();
  if (going === "next" || going === "now") return tray;
  return (!going && held && controlOf(held)) || find(document, ".act h2") || tray;
}

/** The page is drawn: put the focus where one goes on. */
export function settleFocus() {
  const keyed = document.activeElement?.matches(":focus-visible") ?? false,
    begun = going === "act" || going === "board",
    moves = ["tray", "fan", "now"].includes(going) || (begun && keyed);
  if (moves || (adrift() && (going || held !== null))) goal()?.focus({ preventScroll: true });
  // In one column, what was opened or answered may stand out of sight.
  if (going === "tray") mine()?.scrollIntoView({ block: "start" });
  else if (going === "side") find(document, ".side")?.scrollIntoView({ block: "start" });
  else if (begun && !(going === "board" && staysOnBoard())) showOrder();
  else if (going === "asked") showNext();
  else if (going === "next") showOutcome();
  else if (going === "now") find(document, ".now-line")?.scrollIntoView({ block: "start" });
  watch(find(document, ".sec:has(> #what-may)"));
  going = "";
}

/** The question that must be answered next, if it stands below what was pressed, which else stays in sight. */
function showNext() {
  const pressed = find(document, ".act .q :focus"),
    next = find(document, ".act .q.open"),
    below =
      next &&
      (!pressed || pressed.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING);
  (below ? next : pressed)?.scrollIntoView({ block: "nearest" });
}

/** What came of what was sent, and above it whose turn it has become. */
function showOutcome() {
  const flash = find(document, ".flash");
  if (flash) find(document, ".now-line")?.scrollIntoView({ block: "start" });
  flash?.scrollIntoView({ block: "nearest" });
}

/** What may be done, if it is on the page. */
let list = /** @type {Element | null} */ (null);
const sight = new IntersectionObserver(
  (seen) => document.body.toggleAttribute("data-listed", seen.at(-1)?.isIntersecting),
  { rootMargin: "0px 0px -50% 0px" },
);
/**
 * Say on the page whether what may be done is in sight: then no button need lead there.
 * @param {Element | null} now
 */
function watch(now) {
  if (now === list) return;
  sight.disconnect();
  list = now;
  if (now) sight.observe(now);
  else document.body.removeAttribute("data-listed");
}
