// Pairing: two lines of one tree, read whole, and stepped through together.
import { differences } from "../apart.js";
import { Problem } from "../api.js";
import { announce, app, pageSignal, showPage } from "../app.js";
import { findAll } from "../dom.js";
import { mayLook, reader, readModel } from "../load.js";
import { idsOf } from "../parts/ids.js";
import { readRest } from "../reading.js";
import { fill, firstUnread, outline, viewAt } from "../replay.js";
import { sinceLooked } from "../since.js";
import { replaceUrl } from "../router.js";
import { count } from "../words.js";
import { saw } from "./games.js";

/** @import { Beside, Replay, Route } from "../types.js" */
/** @import { Difference } from "../apart.js" */

/**
 * A whole line, through the eyes that are wanted where one may, else everyone's.
 * @param {string} id
 * @param {string} wanted
 * @param {AbortSignal} signal
 */
async function readLine(id, wanted, signal) {
  const audience = (await mayLook(id, wanted, signal)) ? wanted : "public",
    { model, renderer } = await readModel(id, audience, 1, signal);
  let line = model;
  await readRest(reader(id, audience, signal), {
    head: line.steps.length,
    signal,
    at: () => 1,
    missing: (from, to) => firstUnread(line, from, to),
    got: (page) => {
      line = fill(line, page);
    },
  });
  return { line, renderer };
}

/**
 * The last event that two lines share, by the hashes of their events; 0 if none.
 * @param {[Replay, Replay]} lines
 */
function sharedBy([a, b]) {
  const hash = (/** @type {Replay} */ line, /** @type {number} */ i) =>
    /** @type {{ hash?: string } | undefined} */ (line.steps[i]?.event)?.hash;
  let shared = 0;
  while (hash(a, shared) !== undefined && hash(a, shared) === hash(b, shared)) shared += 1;
  return shared;
}

/** The last event of the longer line. @param {Beside} page */
export const lastOf = ({ lines }) => Math.max(...lines.map((line) => line.steps.length));
/**
 * Where a line stands when the page is at an event: it may have ended before.
 * @param {Replay} line
 * @param {number} at
 */
export const within = (line, at) => Math.min(at, line.steps.length);

/**
 * @param {Route} route
 * @param {AbortSignal} signal
 */
export async function open({ id = "", other = "", at, as }, signal) {
  showPage({ kind: "loading", what: "Reading both lines" });
  const wanted = as ?? "public",
    [left, right] = await Promise.all([id, other].map((one) => readLine(one, wanted, signal)));
  if (signal.aborted) return;
  if (left.line.campaign.system !== right.line.campaign.system)
    throw new Problem({
      title: "These are two different games",
      detail: "Only lines of one game can stand side by side.",
    });
  /** @type {[Replay, Replay]} */
  const lines = [left.line, right.line],
    shared = sharedBy(lines),
    news = lines.map((line) => sinceLooked(line, null)),
    page = { lines, renderer: left.renderer, shared, news, at: 1, shown: /** @type {0} */ (0) };
  const last = lastOf(page);
  showPage({
    kind: "beside",
    title: "Side by side",
    ...page,
    at: Math.max(1, Math.min(last, at ?? shared + 1)),
  });
  syncUrl();
}

/** Write where both stand into the address bar. */
function syncUrl() {
  const { page } = app;
  if (page.kind !== "beside") return;
  const [a, b] = page.lines;
  replaceUrl({
    page: "beside",
    id: a.campaign.id,
    other: b.campaign.id,
    at: page.at,
    as: a.audience === "public" ? b.audience : a.audience,
  });
}

const SETTLED_MS = 140;
let waiting = 0;
/**
 * Go to an event, both lines together.
 * @param {number} seq
 */
export function goBoth(seq) {
  const { page } = app,
    signal = pageSignal();
  if (page.kind !== "beside") return;
  const at = Math.max(1, Math.min(lastOf(page), Math.round(seq)));
  if (at === page.at) return;
  showPage({ ...page, at });
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    if (signal.aborted) return;
    syncUrl();
    for (const line of page.lines) saw(line.campaign.id, within(line, at));
    announce(saidOf({ ...page, at }));
  }, SETTLED_MS);
}

/**
 * Where both stop next: where a beat of either line is told; nowhere at the ends.
 * @param {Beside} page
 * @param {1 | -1} by
 */
export function nextStop({ lines, at }, by) {
  const stops = lines.flatMap((line) => outline(line).beats.map((beat) => beat.at));
  return by > 0
    ? Math.min(...stops.filter((seq) => seq > at))
    : Math.max(...stops.filter((seq) => seq < at));
}
/** Go on, or back, to the next beat. @param {1 | -1} by */
export function stepBoth(by) {
  const { page } = app,
    to = page.kind === "beside" ? nextStop(page, by) : NaN;
  if (Number.isFinite(to)) goBoth(to);
}

/**
 * Where both stand, in a sentence.
 * @param {Beside} page
 */
export function saidOf(page) {
  const { at, shared } = page;
  if (at <= shared)
    return `Event ${at}, in the common past: both lines are one up to event ${shared}.`;
  const found = apartAt(page).length;
  return `Event ${at}. The lines differ in ${found ? count(found, "thing") : "nothing that shows"}.`;
}

let known = /** @type {{ of: unknown[], found: Difference[] }} */ ({ of: [], found: [] });
/**
 * In what both lines differ where they stand.
 * @param {Beside} page
 */
export function apartAt({ lines, at, shared }) {
  const of = [...lines, at];
  if (of.some((part, i) => part !== known.of[i]))
    known = {
      of,
      found:
        at <= shared
          ? []
          : differences(
              viewAt(lines[0], within(lines[0], at)),
              viewAt(lines[1], within(lines[1], at)),
            ),
    };
  return known.found;
}

/** Show one of the two, where there is room for no more. @param {0 | 1} shown */
export function showLine(shown) {
  if (app.page.kind === "beside") showPage({ ...app.page, shown });
}

/**
 * What a key does while two lines are shown; false if nothing.
 * @param {KeyboardEvent} e
 */
export function key({ key: pressed, shiftKey }) {
  const { page } = app,
    by = /** @type {1 | -1 | undefined} */ ({ ArrowLeft: -1, ArrowRight: 1 }[pressed]);
  if (page.kind !== "beside" || !by) return false;
  if (shiftKey) goBoth(page.at + by);
  else stepBoth(by);
  return true;
}

/**
 * Whether an address is only another event of what is shown; then it is gone to.
 * @param {Route} next
 */
export function follows(next) {
  const { page } = app;
  if (page.kind !== "beside" || next.page !== "beside") return false;
  const [a, b] = page.lines;
  if (next.id !== a.campaign.id || next.other !== b.campaign.id || next.at == null) return false;
  if (![a.audience, b.audience].includes(next.as ?? "public")) return false;
  goBoth(next.at);
  return true;
}

/**
 * Mark on both boards what stands for something in which they differ.
 * @param {ParentNode} root
 */
export function drawn(root) {
  if (app.page.kind !== "beside") return;
  const ids = new Set(apartAt(app.page).flatMap((one) => one.ids));
  for (const el of findAll(root, ".line [data-ids]"))
    el.classList.toggle(
      "apart",
      idsOf(el).some((id) => ids.has(id)),
    );
}
