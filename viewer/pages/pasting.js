// Pasting: what somebody was sent, pasted into the first page: a link, a token with its campaign, a
// receipt, a file's text.
import * as api from "../api.js";
import { app, showPage } from "../app.js";
import * as parts from "../parts.js";
import { address, parse } from "../router.js";
import { isProof } from "../sent.js";

/**
 * What a pasted text is: a place to go to, an event's receipt to read, a file's text, or why it is none of these.
 * @typedef {{ to: string } | { id: string, seq: number } | { text: string } | { fault: string }} Pasted
 */

const TOKEN = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const API = /\/v1\/campaigns\/([0-9a-zA-Z-]{1,64})(?:\/events\/(\d{1,9})\/receipt)?/;
/** What mails and sentences put around a link. */
const AROUND = /^[<("'[]+|[>)"'\].,;]+$/g;

/**
 * @param {string} text
 * @param {string} here  the address of this viewer, without what stands after the #
 * @returns {Pasted}
 */
function reading(text, here) {
  if (isProof(text)) return { text };
  const words = text
      .split(/\s+/)
      .map((word) => word.replace(AROUND, ""))
      .filter(Boolean),
    token = words.find((word) => TOKEN.test(word)),
    link = words.find((word) => word.includes("#/")),
    served = words.map((word) => API.exec(word)).find(Boolean),
    id = served?.[1] ?? words.find((word) => ID.test(word));
  if (!words.length) return { fault: "Nothing is pasted yet." };
  if (link) {
    const [where, hash] = link.split(/(?=#\/)/);
    if (hash === undefined || isHere(where, here)) return place(hash ?? where, token);
    return { fault: `This link is for another server. Open it there: ${link}` };
  }
  if (served?.[2]) return { id: served[1], seq: Number(served[2]) };
  if (id) return place(address({ page: "campaign", id }), token);
  if (token)
    return {
      fault:
        "A token alone does not say which campaign it is for. Paste the campaign's link as well, with a space between them.",
    };
  return /^[{\w]/.test(text.trim()) && text.includes("\n")
    ? { text }
    : { fault: "This is not a link, a token or a receipt. Was all of it copied?" };
}

/**
 * Whether an address is this viewer's own.
 * @param {string} where
 * @param {string} here
 */
const isHere = (where, here) =>
  where === "" || where.replace(/\/$/, "") === here.replace(/\/$/, "");

/**
 * @param {string} hash
 * @param {string | undefined} token
 * @returns {Pasted}
 */
function place(hash, token) {
  const { page, token: given } = parse(hash);
  if (page === "unknown")
    return { fault: "This link leads to no page here. Was all of it copied?" };
  const more = page === "campaign" && token && !given;
  return { to: more ? `${hash}${hash.includes("?") ? "&" : "?"}token=${token}` : hash };
}

/**
 * Go to what was pasted, or say why not.
 * @param {string} text
 */
export async function paste(text) {
  const pasted = reading(text, location.href.split("#")[0]),
    openFile = async (/** @type {Blob} */ blob) => (await parts.file.load()).openFile(blob);
  if ("to" in pasted) location.hash = pasted.to;
  else if ("text" in pasted) await openFile(new Blob([pasted.text]));
  else if ("fault" in pasted) showPage({ kind: "list", pasting: true, fault: pasted.fault });
  else
    try {
      await openFile(new Blob([await api.receipt(pasted.id, pasted.seq, "public")]));
    } catch (error) {
      showPage({ kind: "error", error });
    }
}

/** Open or close the field for it. */
export function togglePasting() {
  const { page } = app;
  showPage({ kind: "list", pasting: !(page.kind === "list" && page.pasting) });
}
