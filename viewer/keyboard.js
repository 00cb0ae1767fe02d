// Keyboard: arrows step from beat to beat, with Shift from event to event; Home and End go to the
// ends, Page Up and Page Down to the turns, b and d to battles and throws, j to bookmarks; silent
// while somebody types.

import { SPEEDS } from "./controller.js";

/** @import { Controller } from "./controller.js" */
/** @import { Move } from "./types.js" */

/** @type {Record<string, Move>} */
const KEYS = {
  ArrowLeft: "prev",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  PageUp: "back",
  PageDown: "fore",
  b: "next-battle",
  B: "prev-battle",
  d: "next-throw",
  D: "prev-throw",
};
/** @type {Record<string, Move>} */
const SHIFTED = { ArrowLeft: "prev-event", ArrowRight: "next-event" };
const PLAY = ["z", "n", "t"];
/**
 * Whether a key is something that is written. A field for a number takes no letters.
 * @param {KeyboardEvent} e
 */
const typing = ({ target, key }) =>
  target instanceof Element &&
  target.closest("input, textarea, select, [contenteditable]") !== null &&
  !(target.matches("[type=number]") && /^[a-z]$/i.test(key));
/** A page that is a little higher than its window is not read by scrolling. */
const long = () => document.documentElement.scrollHeight > innerHeight * 1.25;
/**
 * Where the page or a list scrolls, its own keys are left to it.
 * @param {EventTarget | null} el
 */
const scrolls = (el) =>
  el instanceof Element &&
  (el.closest(".log ol, .pane, .board") !== null || (long() && !el.closest(".time")));

/**
 * @param {Controller} controller
 * `press(key)` is what a key does for one who plays, `own(e)` what it does on a page of another
 * kind, or for notes: whether it did anything.
 * @param {{
 *   escape: () => unknown,
 *   search: () => void,
 *   press: (key: string) => boolean,
 *   own: (e: KeyboardEvent) => boolean,
 *   help: () => unknown,
 * }} given
 */
export function keyboard(controller, { escape, search, press, own, help }) {
  addEventListener("keydown", (e) => {
    if (e.key === "Escape") return escape();
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey) && (e.repeat || press("Ctrl+Enter")))
      return e.preventDefault();
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || typing(e)) return;
    if (own(e)) return e.preventDefault();
    if (!controller.state.replay) return;
    if (PLAY.includes(e.key) && (e.repeat || press(e.key))) return e.preventDefault();
    if (e.key === "?") return help();
    if (e.key === "/") {
      e.preventDefault();
      return search();
    }
    if (e.key === " " && !(e.target instanceof Element && e.target.closest("button, a, summary"))) {
      e.preventDefault();
      return controller.play();
    }
    if (e.key === "<" || e.key === ">") {
      const now = SPEEDS.indexOf(controller.state.speed);
      return controller.playAt(SPEEDS[e.key === "<" ? now - 1 : now + 1]);
    }
    const letter = e.key.length === 1,
      where = (e.shiftKey && !letter ? SHIFTED : KEYS)[e.key];
    if (!where || (!letter && !e.key.startsWith("Arrow") && scrolls(e.target))) return;
    e.preventDefault();
    controller.go(where, { held: e.repeat });
  });
}

/**
 * Hold a button to repeat: first after a pause, then quickly. Returns what lit-html listens with.
 * @param {(options: { held: boolean }) => void} act
 */
export function holding(act) {
  let timer = 0,
    repeated = false;
  const stop = () => {
    clearTimeout(timer);
    timer = 0;
  };
  const again = () => {
    repeated = true;
    act({ held: true });
    timer = setTimeout(again, 80);
  };
  return {
    /** @param {PointerEvent} e */
    down(e) {
      if (e.button === 0) {
        repeated = false;
        stop();
        timer = setTimeout(again, 380);
      }
    },
    up: stop,
    click() {
      if (!repeated) act({ held: false });
      repeated = false;
    },
  };
}
