// App: what the shell knows beside the replay, in one place. draw() is set by main.js, which alone draws.
import { Controller } from "./controller.js";
import { settle } from "./router.js";
import { fallback } from "./systems.js";

export const NO_PROOF = { shown: false, running: null, report: null, error: null, key: "", keyFrom: "none" };

export const app = {
  route: { page: "list" },
  /** {kind: "loading" | "list" | "replay" | "invite" | "capsule" | "receipt" | "error", …}. */
  page: { kind: "loading", what: "Reading" },
  list: { items: null, next: null, filter: {}, busy: false, error: null, systems: [] },
  proof: NO_PROOF,
  renderer: fallback,
  /** The bytes of the capsule that was opened last. */
  file: null,
  notice: "",
  passing: "",
  dropping: false,
  /** What is being fetched for this page ends when another is opened. */
  stop: new AbortController(),
  draw: () => {},
};

const live = () => document.getElementById("live");
let waiting = null;

function changed(what) {
  app.draw();
  if (what !== "at") return;
  app.passing = "";
  clearTimeout(waiting);
  waiting = setTimeout(() => { announce(); readdress(); }, 140);
}
export const controller = new Controller(changed);

export function show(page) {
  app.page = page;
  if (page.kind !== "replay") controller.pause();
  app.draw();
}

export const say = (text) => { live().textContent = text; };

/** Tell those who listen where the replay stands. */
export function announce() {
  const { step, last } = controller;
  if (step) say(`Event ${step.seq} of ${last}. ${(step.text ?? []).join(" ")}`);
}

/** Write where the replay stands into the address bar. */
export function readdress() {
  const { replay, at } = controller.state;
  if (!replay || app.page.kind !== "replay") return;
  app.route = { ...app.route, at };
  settle({ page: replay.source === "server" ? "campaign" : "capsule", id: replay.campaign.id, at, as: replay.audience });
}
