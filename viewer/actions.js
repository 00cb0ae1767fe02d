// Actions: what the bar's buttons do: verify, copy a link, save the capsule, open and close panes.
import * as api from "./api.js";
import * as keys from "./keys.js";
import { announce, app, controller, pageSignal, update } from "./app.js";
import { find } from "./dom.js";
import { verified } from "./proof.js";
import { thrownBy } from "./prove.js";
import { seatsOf } from "./page.js";
import { pictureOf } from "./picture.js";
import { link } from "./router.js";
import { count, roleName } from "./words.js";

/** @import { Die } from "./renderer.js" */
/** @import { Proof, Replay, Route } from "./types.js" */

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

/** @param {string | null} name */
export function openPane(name) {
  noteFocus();
  updateProof({ shown: false });
  controller.set({ pane: name });
  if (name) focusPane();
}

/** Close whatever pane is open and go back to the bar. */
export function closePane() {
  if (!app.proof.shown && !controller.state.pane) return;
  const from = app.proof.shown ? ".proof-button" : ".bar [aria-label='Seats and tokens']",
    back = cameFrom?.isConnected ? cameFrom : find(document, from);
  openPane(null);
  back?.focus();
}

/**
 * Follow a die of what is shown.
 * @param {Die} die
 */
export async function prove(die) {
  const { replay } = controller.showing,
    step = replay.steps.find((s) => s.dice.includes(die));
  if (!step) return;
  const thrown = await thrownBy(replay, step, die);
  update({ thrown });
  openPane("die");
}

export function toggleProof() {
  if (app.proof.shown) return closePane();
  noteFocus();
  updateProof({ shown: true });
  controller.set({ pane: null });
  focusPane();
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
export function checkOlder(note) {
  updateProof({ shown: true });
  controller.set({ pane: null });
  focusPane();
  return runChecks({ key: null, older: [note] });
}

/** @param {{ key: string | null, older: string[] }} given */
export async function runChecks({ key, older }) {
  const { replay } = controller.showing,
    signal = pageSignal();
  updateProof({
    ...{ running: { check: 1, done: 0, of: 1 }, report: null, error: null },
    older: older.length,
  });
  try {
    updateProof(await keyFor(key, replay));
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

/**
 * Copy a link made anew from the place, so that nothing else of the address can be in it.
 * @param {Route} to
 */
export async function copyLink(to) {
  const text = link(to);
  try {
    await navigator.clipboard.writeText(text);
    update({ toast: `A link to event ${to.at} is copied. It carries no token.` });
  } catch {
    update({ toast: `The link to event ${to.at}: ${text}` });
  }
  announce(app.toast);
}

/**
 * Copy a text that stands on the page.
 * @param {string} text
 * @param {string} what
 */
export async function copyText(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    update({ toast: `${what} is copied.` });
  } catch {
    update({ toast: `${what} could not be copied; it stands in the field.` });
  }
  announce(app.toast);
}

/**
 * Save the board that is shown as a picture.
 * @param {"png" | "svg"} kind
 */
export async function savePicture(kind) {
  const { replay, at } = controller.showing,
    board = find(document, "main.board");
  if (!board) return;
  try {
    save(`${stemOf(replay)}-${at}.${kind}`, await pictureOf(board, kind));
    update({ toast: `The picture of event ${at} is saved.` });
  } catch (e) {
    update({ toast: `The picture could not be made: ${e.message}.` });
  }
  announce(app.toast);
}

/** What files of a campaign are called. @param {Replay} replay */
const stemOf = ({ campaign }) =>
  campaign.name.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "campaign";

/**
 * Let the browser save a file.
 * @param {string} name
 * @param {Blob} content
 */
function save(name, content) {
  const url = URL.createObjectURL(content),
    a = document.createElement("a");
  Object.assign(a, { href: url, download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** @param {number} seq */
export async function saveReceipt(seq) {
  const { campaign, audience } = controller.showing.replay;
  try {
    const text = await api.receipt(campaign.id, seq, audience);
    save(`event-${seq}.receipt`, new Blob([text], { type: "text/plain" }));
    update({ toast: `The receipt of event ${seq} is saved. Dropped on this page, it is checked.` });
  } catch (e) {
    update({ toast: `The receipt could not be saved: ${e.title ?? e.message}.` });
  }
  announce(app.toast);
}

/** Save every token of this browser: whoever has the file has the seats. */
export function saveTokens() {
  save("iacta-tokens.json", new Blob([keys.asFile()], { type: "application/json" }));
  update({ toast: "Your tokens are saved. Whoever has that file holds your seats: keep it safe." });
  announce(app.toast);
}

/**
 * Save what is shown, as the eyes see it that it is shown to.
 * @param {string} ending
 * @param {string} type
 * @param {(id: string, audience: string) => Promise<Uint8Array<ArrayBuffer>>} read
 */
async function saveCampaign(ending, type, read) {
  const { replay } = controller.showing,
    { id } = replay.campaign,
    stem = stemOf(replay),
    eyes = roleName(replay.audience, seatsOf(replay, 0));
  try {
    save(`${stem}.${ending}`, new Blob([await read(id, replay.audience)], { type }));
    update({ toast: `${count(replay.steps.length, "event")} saved, as seen by ${eyes}.` });
  } catch (e) {
    update({ toast: `It could not be saved: ${e.title ?? e.message}.` });
  }
  announce(app.toast);
}
/** Save the campaign as a file to be verified and replayed; out of a page that carries one, that one. */
export const saveCapsule = () =>
  saveCampaign("capsule", "application/x-ndjson", async (id, audience) => {
    const { bytes } = controller.showing.replay;
    return bytes ?? api.capsule(id, audience, true);
  });
/** Save the campaign as a page that opens from disk. */
export const savePage = () => {
  const { audience } = controller.showing.replay;
  const whose = audience === "public" ? "" : `${audience.replace(":", "-")}-only.`;
  return saveCampaign(`${whose}html`, "text/html", api.onePage);
};
