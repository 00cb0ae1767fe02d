// Served: the parts that ask a server. A page that was saved as one file has none of them.
import { part } from "./part.js";

/** @import { Part } from "./types.js" */

/** The first page. @type {Part<typeof import("./pages/listing.js")>} */
export const listing = part("pages/listing.js");
/** A campaign of the server, replayed. @type {Part<typeof import("./campaign.js")>} */
export const campaign = part("campaign.js");
/** The turn of who holds a role. @type {Part<typeof import("./play/seat.js")>} */
export const seat = part("play/seat.js");
/** A new campaign. @type {Part<typeof import("./pages/found.js")>} */
export const found = part("pages/found.js");
/** @type {Part<typeof import("./pages/inviting.js")>} */
export const inviting = part("pages/inviting.js");
/** Claims that were begun and not answered. @type {Part<typeof import("./pages/claiming.js")>} */
export const claiming = part("pages/claiming.js");
/** Who sits where. @type {Part<typeof import("./pages/seating.js")>} */
export const seating = part("pages/seating.js");
/** @type {Part<typeof import("./pages/forking.js")>} */
export const forking = part("pages/forking.js");
/** The tree of forks. @type {Part<typeof import("./pages/branching.js")>} */
export const branching = part("pages/branching.js");
/** Two lines side by side. @type {Part<typeof import("./pages/beside.js")>} */
export const beside = part("pages/beside.js");
/** The pane of seats and tokens. @type {Part<typeof import("./tokens.js")>} */
export const tokens = part("tokens.js");
