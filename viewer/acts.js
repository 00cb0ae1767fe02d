// Acts: what the bar's buttons do: verify, copy a link, save the capsule, open and close panes.
import * as api from "./api.js";
import { app, controller, say } from "./app.js";
import { inWorker } from "./proof.js";
import { seatsOf } from "./page.js";
import { link } from "./router.js";
import { count, roleName } from "./words.js";

const root = () => document.getElementById("app");
const prove = (x) => { app.proof = { ...app.proof, ...x }; app.draw(); };
const focusPane = () => requestAnimationFrame(() => requestAnimationFrame(() => root().querySelector(".pane")?.focus()));

export function pane(name) {
  prove({ shown: false });
  controller.set({ pane: name });
  if (name) focusPane();
}

/** Close whatever pane is open and go back to the bar. */
export function close() {
  if (!app.proof.shown && !controller.state.pane) return;
  const from = app.proof.shown ? ".proof-button" : ".bar [aria-label='Seats and tokens']";
  pane(null);
  root().querySelector(from)?.focus();
}

export function toggleProof() {
  if (app.proof.shown) return close();
  prove({ shown: true });
  controller.set({ pane: null });
  focusPane();
  if (!app.proof.report && !app.proof.running) check({ key: null, older: [] });
}

/** The key to check with: the reader's, else the one that the server of this page gives, else none. */
async function keyFor(key, replay) {
  if (key !== null) return { key, keyFrom: key === app.proof.key ? app.proof.keyFrom : key ? "reader" : "none" };
  const given = replay.source === "server" ? (await api.serverKey()).key : "";
  return { key: given, keyFrom: given ? "server" : "none" };
}

export async function check({ key, older }) {
  const { replay } = controller.state, { signal } = app.stop;
  prove({ running: { check: 1, done: 0, of: 1 }, report: null, error: null });
  try {
    prove(await keyFor(key, replay));
    const bytes = replay.source === "server" ? await api.capsule(replay.campaign.id, replay.audience, false, signal) : replay.bytes;
    prove({ report: await inWorker(bytes, { key: app.proof.key, older }, (running) => prove({ running }), signal), running: null });
  } catch (error) { if (error.name !== "AbortError") prove({ error, running: null }); }
}

/** Copy a link made anew from the place, so that nothing else of the address can be in it. */
export async function copy(to) {
  const text = link(to);
  try { await navigator.clipboard.writeText(text); app.passing = `A link to event ${to.at} is copied. It carries no token.`; } catch { app.passing = `The link to event ${to.at}: ${text}`; }
  say(app.passing);
  app.draw();
}

export async function save() {
  const { replay } = controller.state, { id, name } = replay.campaign;
  try {
    const url = URL.createObjectURL(new Blob([await api.capsule(id, replay.audience, true)], { type: "application/x-ndjson" })), a = document.createElement("a");
    Object.assign(a, { href: url, download: `${name.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "campaign"}.capsule` });
    a.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
    app.passing = `${count(replay.steps.length, "event")} saved, as seen by ${roleName(replay.audience, seatsOf(replay, 0))}.`;
  } catch (e) { app.passing = `The capsule could not be saved: ${e.title ?? e.message}.`; }
  app.draw();
}
