// File: capsules and receipts opened from this computer, by dropping them anywhere or choosing them.
import { takeDocuments } from "./pages/found.js";
import { sit } from "./play/seat.js";
import { checkOlder } from "./actions.js";
import { Problem } from "./api.js";
import { app, controller, pageSignal, showPage, showReplay, update } from "./app.js";
import { openCapsule, unpack } from "./capsule.js";
import { carriedCapsule } from "./carried.js";
import * as keys from "./keys.js";
import { readReceipt, receiptText } from "./receipt.js";
import { address, replaceUrl } from "./router.js";
import { fallback, rendererFor } from "./systems.js";
import { ownTerms, readTerms } from "./terms.js";
import { RECEIPT } from "./verify/receipt.js";
import { parseCheckpoint, unquote } from "./verify/note.js";
import { count } from "./words.js";

/** @import { Page } from "./types.js" */

/**
 * @param {string} text
 * @param {string} [key]
 */
export async function checkReceipt(text, key = "") {
  showPage({ kind: "loading", what: "Checking the receipt" });
  showPage({ kind: "receipt", ...(await readReceipt(text, key)) });
}

const LARGEST_NOTE = 10_000; // characters of a checkpoint, with what a mail has around it
/**
 * A checkpoint in a text that was pasted or dropped, however a mail has quoted it; null if there is none.
 * @param {string} text
 */
function checkpointIn(text) {
  const note = text.length < LARGEST_NOTE ? unquote(text) : null,
    read = note && parseCheckpoint(note);
  return read ? { note, campaign: read.campaign } : null;
}
/**
 * Whether a text is something that is checked: a receipt or a checkpoint.
 * @param {string} text
 */
export const isProof = (text) => text.startsWith(RECEIPT) || checkpointIn(text) !== null;

/**
 * Hold the campaign of a checkpoint to it: the one that is shown, else that of this server.
 * @param {NonNullable<ReturnType<typeof checkpointIn>>} given
 */
function holdTo({ note, campaign }) {
  const { replay } = controller.state;
  if (app.page.kind === "replay" && replay?.campaign.id === campaign) return checkOlder(note ?? "");
  update({ checkpoint: note });
  location.hash = address({ page: "campaign", id: campaign, at: 1 });
}

/** Show the campaign that stands inside this page, or the file that was opened in its place. */
export async function showCarried() {
  if (app.file) return showCapsule();
  await showFile(
    await unpack(carriedCapsule()),
    "Saved as one page. It checks itself, which proves nothing to you: save its capsule, and check that with a verifier and a key that you trust.",
  );
}

export async function showCapsule() {
  const { file } = app;
  if (!file) return showPage({ kind: "capsule" });
  await showFile(
    file,
    "From a file. Names, sentences and views in it are covered by no hash; dice are taken from its events.",
  );
}

/**
 * A game that comes with the viewer: read from its files, no server is asked.
 * @param {string} system
 * @param {AbortSignal} signal
 */
export async function openSample(system, signal) {
  showPage({ kind: "loading", what: "Reading the game" });
  const answer = await fetch(new URL(`samples/${system}.capsule`, import.meta.url), { signal });
  if (!answer.ok)
    throw new Problem({
      title: "There is no such game here",
      detail: "No game of this name comes with the viewer.",
      status: 404,
    });
  await showFile(
    await unpack(await answer.blob()),
    "A game that comes with the viewer, played by bots. It can be verified like any other.",
  );
}

/**
 * @param {Uint8Array<ArrayBuffer>} file
 * @param {string} from
 */
async function showFile(file, from) {
  const receipt = receiptText(file);
  if (receipt !== null) return checkReceipt(receipt);
  showPage({ kind: "loading", what: "Reading the capsule" });
  const { replay, faults } = openCapsule(file);
  const { system } = replay.campaign,
    own = await rendererFor(system),
    signal = pageSignal();
  readTerms(system, () => ownTerms(system, own, signal));
  const [fault] = faults;
  const unsound = fault
    ? ` It is not a sound capsule: ${fault.text}${fault.line ? ` (line ${fault.line})` : ""}.`
    : "";
  update({
    renderer: replay.base === null ? fallback : own,
    notice: `${from}${unsound}`,
  });
  controller.show(replay, app.route.at);
  sit(replay);
  showReplay(replay.base === null ? 1 : app.route.at);
}

/**
 * Take the tokens of a file that this viewer saved, and go to the first page; how many. Null: it is another file.
 * @param {Uint8Array<ArrayBuffer>} file
 */
function takeTokens(file) {
  if (file[0] !== "{".charCodeAt(0)) return null;
  const taken = keys.fromFile(new TextDecoder().decode(file));
  if (taken === null) return null;
  replaceUrl({ page: "list" });
  return taken;
}

/**
 * Open a capsule or check a receipt; take the tokens of a file that this viewer saved.
 * @param {Blob} blob
 * @param {() => void} openAddress
 */
export async function openFile(blob, openAddress) {
  try {
    const file = await unpack(blob);
    const taken = takeTokens(file);
    if (taken !== null) {
      await openAddress();
      update({
        toast: `${count(taken, "token")} of your file ${taken === 1 ? "is" : "are"} kept here now.`,
      });
      return;
    }
    const checkpoint = checkpointIn(new TextDecoder().decode(file.subarray(0, LARGEST_NOTE)));
    if (checkpoint && receiptText(file) === null) return holdTo(checkpoint);
    update({ file });
    if (!location.hash.startsWith("#/capsule")) {
      location.hash = "#/capsule";
      return;
    }
    replaceUrl({ page: "capsule" });
    openAddress();
  } catch (error) {
    showPage({ kind: "error", error });
  }
}

/**
 * Let the reader choose a file.
 * @param {() => void} openAddress
 */
export function pickFile(openAddress) {
  const input = document.createElement("input");
  input.type = "file";
  input.addEventListener("change", () => {
    const file = input.files?.[0];
    if (file) openFile(file, openAddress);
  });
  input.click();
}

/**
 * What becomes of a file that is dropped on a page.
 * @param {Page} page
 */
export const dropWords = ({ kind }) =>
  kind === "new"
    ? "Drop documents of your own, each under its name"
    : "Drop a capsule to replay it, a receipt or checkpoint to check it, or your saved tokens";

/**
 * A file dropped anywhere on the page is opened; openAddress() shows what the address asks for.
 * @param {() => void} openAddress
 */
export function acceptDrops(openAddress) {
  /** @param {DragEvent} e */
  const holds = (e) => e.dataTransfer?.types?.includes("Files");
  /** @param {boolean} now */
  const over = (now) => {
    if (app.dropping !== now) update({ dropping: now });
  };
  addEventListener("dragover", (e) => {
    if (holds(e)) {
      e.preventDefault();
      over(true);
    }
  });
  addEventListener("dragleave", (e) => {
    if (!e.relatedTarget) over(false);
  });
  addEventListener("drop", (e) => {
    if (!holds(e)) return;
    e.preventDefault();
    over(false);
    const files = [...(e.dataTransfer?.files ?? [])];
    if (app.page.kind === "new") return void takeDocuments(files);
    const [file] = files;
    if (file) openFile(file, openAddress);
  });
}
