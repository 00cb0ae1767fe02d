// Actions: what opens and closes the panes beside a board, and has a record or a die checked.
import * as api from "./api.js";
import { app, controller, pageSignal, update } from "./app.js";
import { find } from "./dom.js";
import * as parts from "./parts.js";
import * as served from "./served.js";

/** @import { Die } from "./renderer.js" */
/** @import { Part, Proof, Replay } from "./types.js" */

/** @param {Partial<Proof>} changes */
const updateProof = (changes) => update({ proof: { ...app.proof, ...changes } });
function noteFocus() {
  const { activeElement: now } = document;
  if (now instanceof HTMLElement && !now.closest(".pane")) cameFrom = now;
}
const focusPane = () =>
  requestAnimationFrame(() => requestAnimationFrame(() => find(document, ".pane")?.focus()));

/** Where the focus was when a pane was opened: it goes back there. @type {HTMLElement | null} */
let cameFrom = null;

/** The parts that the panes are drawn by. @type {Record<string, Part<unknown>>} */
const PANES = {
  tokens: served.tokens,
  help: parts.help,
  notes: parts.notes,
  share: parts.share,
  die: parts.prove,
};
/** The last pane that was to be opened: one that comes late opens no more. */
let wanted = 0;
/**
 * Have a pane's part here. False if it cannot be loaded, or is not wanted any more.
 * @param {Part<unknown>} part
 */
async function comes(part) {
  const mine = ++wanted,
    signal = pageSignal();
  try {
    await part.load();
  } catch (e) {
    if (!signal.aborted) update({ toast: `${e.title}. ${e.detail}` });
    return false;
  }
  return mine === wanted && !signal.aborted;
}

/** @param {string} name */
export async function openPane(name) {
  noteFocus();
  if (!(await comes(PANES[name]))) return;
  updateProof({ shown: false });
  controller.set({ pane: name });
  focusPane();
}

/** Close whatever pane is open and go back to the bar. */
export function closePane() {
  wanted += 1;
  if (!app.proof.shown && !controller.state.pane) return;
  const from = app.proof.shown ? ".proof-button" : ".bar [aria-label='Seats and tokens']",
    back = cameFrom?.isConnected ? cameFrom : find(document, from);
  noteFocus();
  updateProof({ shown: false });
  controller.set({ pane: null });
  back?.focus();
}

/**
 * Follow a die of what is shown.
 * @param {Die} die
 */
export async function prove(die) {
  const { replay } = controller.showing,
    step = replay.steps.find((s) => s.dice.includes(die)),
    signal = pageSignal();
  if (!step || !(await comes(parts.prove))) return;
  const { thrownBy } = await parts.prove.load(),
    thrown = await thrownBy(replay, step, die);
  if (signal.aborted) return;
  update({ thrown });
  await openPane("die");
}

async function openProof() {
  noteFocus();
  if (!(await comes(parts.proof))) return false;
  updateProof({ shown: true });
  controller.set({ pane: null });
  focusPane();
  return true;
}
export async function toggleProof() {
  if (app.proof.shown) return closePane();
  if (!(await openProof())) return;
  if (!app.proof.report && !app.proof.running) runChecks({ key: null, older: [] });
}

/**
 * The key to check with: the reader's, else the one that the server of this page gives, else none.
 * @param {string | null} key
 * @param {Replay} replay
 * @returns {Promise<Pick<Proof, "key" | "keyFrom">>}
 */
async function keyFor(key, replay) {
  if (key !== null)
    return { key, keyFrom: key === app.proof.key ? app.proof.keyFrom : key ? "reader" : "none" };
  const given = replay.source === "server" ? (await api.serverKey()).key : "";
  return { key: given, keyFrom: given ? "server" : "none" };
}

/**
 * Hold what is shown to a checkpoint that was signed before.
 * @param {string} note
 */
export async function checkOlder(note) {
  if (await openProof()) await runChecks({ key: null, older: [note] });
}

/** @param {{ key: string | null, older: string[] }} given */
export async function runChecks({ key, older }) {
  const { replay } = controller.showing,
    signal = pageSignal();
  updateProof({
    running: { check: 1, done: 0, of: 1 },
    report: null,
    error: null,
    older: older.length,
  });
  try {
    updateProof(await keyFor(key, replay));
    const { verified } = await parts.proof.load();
    const bytes =
      replay.source === "server"
        ? await api.capsule(replay.campaign.id, replay.audience, false, signal)
        : (replay.bytes ?? new Uint8Array());
    updateProof({
      report: await verified(
        bytes,
        { key: app.proof.key, older },
        (running) => updateProof({ running }),
        signal,
      ),
      running: null,
    });
  } catch (error) {
    if (error.name !== "AbortError") updateProof({ error, running: null });
  }
}
