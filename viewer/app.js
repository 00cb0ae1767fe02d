// App: what the shell knows beside the replay. Others read `app`; it is changed by update() alone, which draws.
import { Controller } from "./controller.js";
import { isOver } from "./replay.js";
import { replaceUrl } from "./router.js";
import { fallback } from "./systems.js";

/** @import { App, Devices, Page, Proof, Replay, Route } from "./types.js" */

/** @type {Proof} */
export const NO_PROOF = {
  shown: false,
  running: null,
  report: null,
  error: null,
  key: "",
  keyFrom: "none",
  older: 0,
};

/** @type {Devices} */
export const NO_DEVICES = { tokens: {}, transfer: null, error: null };

/** @type {App} */
const state = {
  route: { page: "list" },
  page: { kind: "loading", what: "Reading" },
  list: { items: null, next: null, filter: {}, busy: false, error: null, systems: [] },
  games: [],
  lost: 0,
  proof: NO_PROOF,
  thrown: null,
  pictures: {},
  shelf: [],
  devices: NO_DEVICES,
  renderer: fallback,
  file: null,
  checkpoint: null,
  notice: "",
  toast: "",
  dropping: false,
};
/** @type {Readonly<App>} */
export const app = state;

/** @type {() => void} */
let draw = () => {};
/**
 * Have draw() called after every change.
 * @param {() => void} drawing
 */
export function onChange(drawing) {
  draw = drawing;
}
export const redraw = () => draw();

/**
 * Change what the shell knows, and draw it.
 * @param {Partial<App>} changes
 */
export function update(changes) {
  Object.assign(state, changes);
  draw();
}

let fetching = new AbortController();
/** The signal that ends what is being fetched for the page that is open. */
export const pageSignal = () => fetching.signal;
/** Stop what was being fetched for the page before; the signal for the next one. */
export function leavePage() {
  fetching.abort();
  whenMoved = () => {};
  fetching = new AbortController();
  return fetching.signal;
}

/** @type {() => void} */
let whenMoved = () => {};
/**
 * Have moved() called whenever another event of the page that is open is gone to.
 * @param {() => void} moved
 */
export function onMove(moved) {
  whenMoved = moved;
}

/** ms after which what is stepped through is thought to stand still. */
const PAUSE_MS = 140;
let announcing = 0,
  addressing = 0;

/** @param {string} what */
function moved(what) {
  if (what !== "at") return draw();
  update({ toast: "" });
  whenMoved();
  clearTimeout(announcing);
  announcing = setTimeout(announceStep, PAUSE_MS);
  syncUrl();
}
export const controller = new Controller(moved);

/** @param {Page} page */
export function showPage(page) {
  if (page.kind !== "replay") controller.pause();
  update({ page });
}

/**
 * Show what the controller holds: a war that is over opens on its result, unless an event of it was asked for.
 * @param {number | null | undefined} asked
 */
export function showReplay(asked) {
  const { replay } = controller.state,
    over = replay && isOver(replay);
  showPage({ kind: over && (asked === null || asked === undefined) ? "result" : "replay" });
  syncUrl();
}

/**
 * Tell those who listen.
 * @param {string} text
 */
export function announce(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

/** Tell those who listen where the replay stands. */
export function announceStep() {
  const { step, last } = controller;
  if (step) announce(`Event ${step.seq} of ${last}. ${(step.text ?? []).join(" ")}`);
}

/** Have where the replay stands written into the address bar once it stands still: that takes a tenth of a jump. */
export function syncUrl() {
  clearTimeout(addressing);
  addressing = setTimeout(writeUrl, PAUSE_MS);
}
function writeUrl() {
  const { replay, at } = controller.state;
  if (!replay || app.page.kind !== "replay") return;
  state.route = { ...state.route, at };
  replaceUrl({ ...placeOf(replay), at });
}

/**
 * Where what is shown stands: on the server, among the games that come with the viewer, or in a file.
 * @param {Replay} replay
 * @returns {Route}
 */
export function placeOf({ source, campaign, audience }) {
  if (source === "server") return { page: "campaign", id: campaign.id, as: audience };
  return app.route.page === "sample"
    ? { page: "sample", id: campaign.system }
    : { page: "capsule", id: campaign.id };
}
