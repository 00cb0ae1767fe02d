// Noting: what the keys and buttons of notes do: a bookmark, a note of one's own, a remark that is
// sent for everyone.
import * as api from "./api.js";
import { announce, controller, redraw, update } from "./app.js";
import * as keys from "./keys.js";
import { keepNote, mayKeep, noted, noteOn } from "./notes.js";
import { storage } from "./storage.js";

/** @import { Replay } from "./types.js" */
/** @import { Problem } from "./api.js" */

/**
 * What a key does here; false if nothing.
 * @param {KeyboardEvent} e
 * @param {() => void} toggle the pane of notes
 */
export function notingKey({ key, repeat }, toggle) {
  if (!mayKeep || repeat) return false;
  const act = {
    m: toggleBookmark,
    j: () => goToNote(1),
    J: () => goToNote(-1),
    w: toggle,
  }[key];
  act?.();
  return act !== undefined;
}

/** A remark that is being written, by campaign and event; it is nowhere else until it is sent. */
const draft = {
  of: "",
  text: "",
  key: "",
  busy: false,
  error: /** @type {Problem | null} */ (null),
};

/** @param {string} toast */
function tell(toast) {
  update({ toast });
  announce(toast);
}

/** Set a bookmark on the event that is shown, or take it away. */
export function toggleBookmark() {
  if (!mayKeep) return;
  const { replay, at } = controller.showing,
    { id } = replay.campaign,
    marked = !noteOn(id, at).marked;
  keepNote(id, at, { marked });
  tell(marked ? `Event ${at} has a bookmark${lasting()}.` : `Event ${at} has no bookmark now.`);
}
/** What is to be said of where it is kept. */
const lasting = () =>
  storage.lasting()
    ? ", in this browser only"
    : ", until this page is closed: this browser keeps nothing";

/**
 * Keep what is written on the event that is shown.
 * @param {string} text
 */
export function writeNote(text) {
  const { replay, at } = controller.showing;
  keepNote(replay.campaign.id, at, { text });
  redraw();
}

/**
 * Forget the note and the bookmark of an event.
 * @param {number} seq
 */
export function forgetNote(seq) {
  keepNote(controller.showing.replay.campaign.id, seq, { marked: false, text: "" });
  redraw();
}

/**
 * Go to the next event with a note or a bookmark of one's own, or to the one before.
 * @param {1 | -1} by
 */
export function goToNote(by) {
  const { replay, at } = controller.showing,
    own = noted(replay.campaign.id).filter((seq) => seq <= controller.last),
    to = by > 0 ? own.find((seq) => seq > at) : own.findLast((seq) => seq < at);
  controller.pause();
  if (to !== undefined) return controller.goTo(to);
  tell(
    own.length
      ? `There is no bookmark ${by > 0 ? "after" : "before"} this.`
      : "There is no bookmark yet: m sets one.",
  );
}

/**
 * The role to remark as: the one looked through, else any that plays; null where one may not.
 * @param {Replay} replay
 */
export function remarksAs({ campaign, audience, source }) {
  if (source !== "server" || campaign.status === "read-only" || !mayKeep) return null;
  const held = keys
    .rolesHeld(campaign.id)
    .filter((role) => role !== "observer" && keys.tokenFor(campaign.id, role) !== null);
  return held.includes(audience) ? audience : (held.at(0) ?? null);
}

/** The draft of a remark on the event that is shown. */
export function remarkDraft() {
  const { replay, at } = controller.showing,
    of = `${replay.campaign.id} ${at}`;
  if (draft.of !== of && !draft.busy) Object.assign(draft, { of, text: "", key: "", error: null });
  return draft;
}
/** @param {string} text */
export function writeRemark(text) {
  Object.assign(remarkDraft(), { text, key: "", error: null });
  redraw();
}

/** Send the remark. Without an answer the same one is sent again: it is never said twice. */
export async function sendRemark() {
  const { replay, at } = controller.showing,
    role = remarksAs(replay),
    now = remarkDraft(),
    text = now.text.normalize("NFC").trim();
  if (!role || !text || now.busy) return;
  now.key ||= crypto.randomUUID();
  Object.assign(now, { busy: true, error: null });
  redraw();
  try {
    await api.json(`campaigns/${encodeURIComponent(replay.campaign.id)}/commands`, {
      method: "POST",
      token: keys.tokenFor(replay.campaign.id, role),
      body: { command: { type: "campaign.annotate", seq: at, text } },
      headers: { "Idempotency-Key": now.key },
    });
    Object.assign(now, { text: "", key: "", busy: false });
    tell(`Your remark on event ${at} stands in the record.`);
  } catch (error) {
    Object.assign(now, { busy: false, error });
    redraw();
  }
}
