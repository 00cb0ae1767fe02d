// Actions: what the bar's buttons do: verify, copy a link, save the capsule, open and close panes.
import * as api from "./api.js";
import * as keys from "./keys.js";
import { announce, app, controller, pageSignal, update } from "./app.js";
import { find } from "./dom.js";
import { verified } from "./proof.js";
import { seatsOf } from "./page.js";
import { link } from "./router.js";
import { count, roleName } from "./words.js";

/** @import { Proof, Replay, Route } from "./types.js" */

/** @param {Partial<Proof>} changes */
const updateProof = (changes) => update({ proof: { ...app.proof, ...changes } });
const focusPane = () =>
  requestAnimationFrame(() => requestAnimationFrame(() => find(document, ".pane")?.focus()));

/** @param {string | null} name */
export function openPane(name) {
  updateProof({ shown: false });
  controller.set({ pane: name });
  if (name) focusPane();
}

/** Close whatever pane is open and go back to the bar. */
export function closePane() {
  if (!app.proof.shown && !controller.state.pane) return;
  const from = app.proof.shown ? ".proof-button" : ".bar [aria-label='Seats and tokens']";
  openPane(null);
  find(document, from)?.focus();
}

export function toggleProof() {
  if (app.proof.shown) return closePane();
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

/** @param {{ key: string | null, older: string[] }} given */
export async function runChecks({ key, older }) {
  const { replay } = controller.showing,
    signal = pageSignal();
  updateProof({ running: { check: 1, done: 0, of: 1 }, report: null, error: null });
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
    { id, name } = replay.campaign,
    stem = name.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "campaign",
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
