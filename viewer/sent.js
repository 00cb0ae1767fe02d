// Sent: what of a text that was pasted or dropped is a proof: a receipt, or a checkpoint.
import { parseCheckpoint, RECEIPT, unquote } from "./verify/note.js";

export const LARGEST_NOTE = 10_000; // characters of a checkpoint, with what a mail has around it
/**
 * A checkpoint in a text that was pasted or dropped, however a mail has quoted it; null if there is none.
 * @param {string} text
 */
export function checkpointIn(text) {
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
 * The text of a receipt's bytes, or null if they are none.
 * @param {Uint8Array} bytes
 */
export function receiptText(bytes) {
  const text = new TextDecoder().decode(bytes);
  return text.startsWith(RECEIPT) ? text : null;
}
