// Playing: the turn of the role that this browser plays, and what is shown of it. One place, for
// all who draw or change it.
import { controller, redraw } from "../app.js";

/** @import { Event } from "../verify/types.js" */
/** @import { Turn } from "./turn.js" */
/** @import { Shown } from "./types.js" */

/** @type {Shown} */
const NOTHING_SHOWN = {
  tab: "orders",
  filter: "",
  of: [],
  to: [],
  armed: "",
  fan: null,
  peek: null,
  folds: new Set(),
};

export let turn = /** @type {Turn | null} */ (null);
export let shown = NOTHING_SHOWN;

/**
 * Play this turn from now on; of another nothing is shown any more.
 * @param {Turn | null} next
 */
export function play(next) {
  turn = next;
  shown = NOTHING_SHOWN;
}
/** Change what is shown with what is drawn next. @param {Partial<Shown>} changes */
export function put(changes) {
  shown = { ...shown, ...changes };
}
/** @param {Partial<Shown>} changes */
export function show(changes) {
  put(changes);
  redraw();
}

/** What the column shows. Who was led to the log to look back has the orders again at its end. */
export const tab = () => (shown.tab === "look" ? (lookingBack() ? "log" : "orders") : shown.tab);

/** Whether what one may do is shown, at the head of the log. */
export const ordering = () => turn !== null && tab() === "orders" && !lookingBack();

/** Whether the board shows what was: nothing can be ordered there. */
export const lookingBack = () =>
  turn !== null && controller.state.at !== controller.last && controller.state.at !== shown.peek;

/** What was sent before the page was left, or without an answer, may stand in the log. */
export function settle() {
  turn?.stands(controller.showing.replay.steps.filter((step) => !step.unread).map(recorded));
}
/** @param {{ event: unknown }} step */
export const recorded = (step) => /** @type {Event} */ (step.event);

/** Whether the role that is looked through can act here. */
export const seated = () => turn !== null;
/** What this chair is awaited for, or anyone; null if for nothing. */
export const awaited = () => turn?.awaited ?? turn?.anyones ?? null;
