// File: capsules and receipts opened from this computer, and the games that come with the viewer.
import { checkOlder } from "./actions.js";
import { Problem } from "./api.js";
import { app, controller, pageSignal, showPage, showReplay, update } from "./app.js";
import { openCapsule, unpack } from "./capsule.js";
import { carriedCapsule, isCarried } from "./carried.js";
import * as keys from "./keys.js";
import { openAddress } from "./open.js";
import * as parts from "./parts.js";
import { isOver } from "./replay.js";
import { address, replaceUrl } from "./router.js";
import { checkpointIn, isProof, LARGEST_NOTE, receiptText } from "./sent.js";
import * as served from "./served.js";
import { fallback, rendererFor } from "./systems.js";
import { ownTerms, readTerms } from "./terms.js";
import { count } from "./words.js";

/** @import { Route } from "./types.js" */

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
async function showCarried() {
  if (app.file) return showCapsule();
  await showFile(
    await unpack(carriedCapsule()),
    "Saved as one page. It checks itself, which proves nothing to you: save its capsule, and check that with a verifier and a key that you trust.",
  );
}

async function showCapsule() {
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
async function openSample(system, signal) {
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
  if (receipt !== null) {
    const signal = pageSignal(),
      { checkReceipt } = await parts.receipt.load();
    return signal.aborted ? undefined : checkReceipt(receipt);
  }
  showPage({ kind: "loading", what: "Reading the capsule" });
  const { replay, faults } = openCapsule(file);
  const { system } = replay.campaign,
    signal = pageSignal(),
    [own] = await Promise.all([rendererFor(system), parts.replaying.load()]);
  signal.throwIfAborted();
  if (isOver(replay)) parts.over.fetchAhead();
  readTerms(system, own, () => ownTerms(system, own, signal));
  const [fault] = faults;
  const unsound = fault
    ? ` It is not a sound capsule: ${fault.text}${fault.line ? ` (line ${fault.line})` : ""}.`
    : "";
  update({
    renderer: replay.base === null ? fallback : own,
    notice: `${from}${unsound}`,
  });
  controller.show(replay, app.route.at);
  served.seat.here?.sit(replay);
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
 */
export async function openFile(blob) {
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
 * Open a text, if it is a receipt or a checkpoint.
 * @param {string} text
 */
export const openProof = (text) => (isProof(text) ? openFile(new Blob([text])) : null);

/**
 * Show what this page carries, a game that comes with the viewer, or the file that was opened.
 * @param {Route} route
 * @param {AbortSignal} signal
 */
export function open({ page, id = "" }, signal) {
  if (isCarried) return showCarried();
  return page === "sample" ? openSample(id, signal) : showCapsule();
}
