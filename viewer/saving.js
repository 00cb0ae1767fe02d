// Saving: what is copied, and what the browser saves as a file: a campaign, a page, a receipt, a picture, tokens.
import * as api from "./api.js";
import { announce, app, controller, update } from "./app.js";
import { seatsOf } from "./context.js";
import { find } from "./dom.js";
import * as keys from "./keys.js";
import * as parts from "./parts.js";
import { link } from "./router.js";
import { count, roleName } from "./words.js";

/** @import { Replay, Route } from "./types.js" */

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
    const { pictureOf } = await parts.picture.load();
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
    update({ toast: `The receipt for event ${seq} is saved. Drop it on this page to check it.` });
  } catch (e) {
    update({ toast: `The receipt could not be saved: ${e.title ?? e.message}.` });
  }
  announce(app.toast);
}

/** Save every token that this browser holds. Anyone with the file can play those seats. */
export function saveTokens() {
  save("iacta-tokens.json", new Blob([keys.asFile()], { type: "application/json" }));
  update({
    toast: "Your tokens are saved. Anyone with that file can play your seats: keep it safe.",
  });
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
