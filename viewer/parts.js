// Parts: what a page of a campaign loads when it is wanted, be the campaign on a server or in a file.
import { part } from "./part.js";

/** @import { Part } from "./types.js" */

/** What is opened from this computer. @type {Part<typeof import("./file.js")>} */
export const file = part("file.js");
/** @type {Part<typeof import("./receipt.js")>} */
export const receipt = part("receipt.js");
/** @type {Part<typeof import("./pages/replaying.js")>} */
export const replaying = part("pages/replaying.js");
/** The result of a war that is over. @type {Part<typeof import("./pages/over.js")>} */
export const over = part("pages/over.js");

/** @type {Part<typeof import("./proof.js")>} */
export const proof = part("proof.js");
/** One die followed from its seed. @type {Part<typeof import("./prove.js")>} */
export const prove = part("prove.js");
/** @type {Part<typeof import("./help.js")>} */
export const help = part("help.js");
/** @type {Part<typeof import("./notes-pane.js")>} */
export const notes = part("notes-pane.js");
/** @type {Part<typeof import("./share.js")>} */
export const share = part("share.js");
/** @type {Part<typeof import("./picture.js")>} */
export const picture = part("picture.js");
