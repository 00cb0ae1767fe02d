// Replaying: the page of a replay, and what is done once it is drawn: the ruler's width, the log's
// row, the board's light.
import { controller, redraw } from "../app.js";
import { find, findAll } from "../dom.js";
import { latelyLine } from "../lately.js";
import { Log } from "../log.js";
import { showLit } from "../motion.js";
import { notingKey } from "../noting.js";
import { makeRuler } from "../ruler.js";
import * as served from "../served.js";
import { makeTransport } from "../transport.js";
import { replayBody, toggleNotes } from "./replay.js";

const ruler = makeRuler(controller),
  transport = makeTransport(controller),
  log = new Log(controller);

export const body = () => replayBody({ log, transport, ruler: (state) => ruler(state, width) });

document.addEventListener("card-lately", (e) => {
  const { detail } = /** @type {CustomEvent} */ (e);
  detail.line = latelyLine(detail.ids);
});

/* The ruler is drawn to its width. */
let width = 0,
  watched = /** @type {Element | null} */ (null);
const sizes = new ResizeObserver(([e]) => {
  if (Math.abs(e.contentRect.width - width) > 0.5) {
    width = e.contentRect.width;
    redraw();
  }
});
/** @param {Element | null} el */
function watch(el) {
  if (!el || el === watched) return;
  if (watched) sizes.unobserve(watched);
  watched = el;
  sizes.observe(el);
}

/** What the order that is filled asks, by pointer. @param {Element} replay */
const questions = (replay) =>
  [...findAll(replay, ".act [data-question]")].map((q) => q.dataset.question).join(" ");

/**
 * Say on the page's own element what stands in it: a style that looks for that itself (`:has`) is
 * worked out anew at every change.
 * @param {HTMLElement | null} replay
 */
function standOut(replay) {
  if (!replay) return;
  const stands = find(replay, "main.board")?.firstElementChild?.getAttribute("class") ?? "",
    asks = find(replay, ".act") ? questions(replay) : undefined;
  if (replay.dataset.board !== stands) replay.dataset.board = stands;
  if (asks === undefined) delete replay.dataset.acting;
  else if (replay.dataset.acting !== asks) replay.dataset.acting = asks;
  replay.toggleAttribute("data-aiming", find(replay, ".board .picked") !== null);
}

/**
 * The page is drawn, and not measured yet: what is lit later has it laid out twice. The log comes last,
 * for it measures its rows.
 * @param {HTMLElement} root
 */
export function unmeasured(root) {
  standOut(find(root, ".replay"));
  served.seat.here?.lit();
  log.follow(root);
}

/**
 * @param {HTMLElement} root
 * @param {boolean} stepped  whether it shows another event than before
 */
export function drawn(root, stepped) {
  watch(document.getElementById("ruler"));
  if (stepped) {
    showLit(find(root, ".board"));
    // Another step is told from its beginning.
    find(root, ".why")?.scrollTo({ top: 0 });
  }
  served.seat.here?.drawn();
}

/** @param {KeyboardEvent} e */
export const key = (e) => notingKey(e, toggleNotes);
