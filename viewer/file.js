// File: capsules and receipts opened from this computer, by dropping them anywhere or choosing them.
import { app, controller, readdress, show } from "./app.js";
import { openCapsule, unpack } from "./capsule.js";
import { readReceipt, receiptText } from "./receipt.js";
import { settle } from "./router.js";
import { fallback, rendererFor } from "./systems.js";

export async function checkReceipt(text, key = "") {
  show({ kind: "loading", what: "Checking the receipt" });
  show({ kind: "receipt", ...await readReceipt(text, key) });
}

export async function showCapsule() {
  const receipt = receiptText(app.file);
  if (receipt !== null) return checkReceipt(receipt);
  show({ kind: "loading", what: "Reading the capsule" });
  const { replay, faults } = openCapsule(app.file);
  const own = await rendererFor(replay.campaign.system);
  app.renderer = replay.base === null ? fallback : own;
  const [fault] = faults;
  app.notice = `From a file. Names, sentences and views in it are covered by no hash; dice are taken from its events.${fault ? ` It is not a sound capsule: ${fault.text}${fault.line ? ` (line ${fault.line})` : ""}.` : ""}`;
  controller.show(replay, app.route.at);
  show({ kind: "replay" });
  readdress();
}

async function openFile(blob, go) {
  try {
    app.file = await unpack(blob);
    if (!location.hash.startsWith("#/capsule")) { location.hash = "#/capsule"; return; }
    settle({ page: "capsule" });
    go();
  } catch (error) { show({ kind: "error", error }); }
}

/** Let the reader choose a file. */
export function pick(go) {
  const input = document.createElement("input");
  input.type = "file";
  input.addEventListener("change", () => { if (input.files[0]) openFile(input.files[0], go); });
  input.click();
}

/** A file dropped anywhere on the page is opened; go() shows what the address asks for. */
export function acceptDrops(go) {
  const holds = (e) => e.dataTransfer?.types?.includes("Files");
  const over = (now) => { if (app.dropping !== now) { app.dropping = now; app.draw(); } };
  addEventListener("dragover", (e) => { if (holds(e)) { e.preventDefault(); over(true); } });
  addEventListener("dragleave", (e) => { if (!e.relatedTarget) over(false); });
  addEventListener("drop", (e) => {
    if (!holds(e)) return;
    e.preventDefault();
    over(false);
    if (e.dataTransfer.files[0]) openFile(e.dataTransfer.files[0], go);
  });
}
