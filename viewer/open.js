// Open: has the part that the address asks for show it.
import * as api from "./api.js";
import { app, controller, leavePage, NO_PROOF, showPage, update } from "./app.js";
import { isCarried } from "./carried.js";
import { asked } from "./here.js";
import * as parts from "./parts.js";
import { parse, replaceUrl } from "./router.js";
import { opening } from "./routes.js";
import { NO_CAMPAIGN, NO_PAGE } from "./wayout.js";

/** Show what the address asks for. */
export async function openAddress() {
  const signal = leavePage();
  update({ route: parse(asked()), notice: "", toast: "", proof: NO_PROOF });
  controller.set({ pane: null, query: "", kind: "all", offline: false });
  try {
    const part = isCarried ? parts.file : opening(app.route);
    if (!part)
      throw new api.Problem({
        type: NO_PAGE,
        title: "There is no such page",
        detail: "This address leads nowhere. Was all of the link copied?",
      });
    if (!part.here) showPage({ kind: "loading", what: "Reading the page" });
    const { open } = await part.load();
    signal.throwIfAborted();
    await open(app.route, signal);
  } catch (error) {
    if (error.name !== "AbortError") showPage({ kind: "error", error: notFound(error) });
  }
}

/**
 * A campaign that is not there, or not for this browser: which of both, the server tells nobody.
 * @param {api.Problem} error
 */
const notFound = (error) =>
  error.status === 404 && app.route.id && app.route.page !== "sample"
    ? new api.Problem({
        type: NO_CAMPAIGN,
        title: "There is no campaign here for you to see",
        detail:
          "Either the link is wrong or the campaign is private. If you were given a link, open that one: then this browser keeps your token.",
        status: 404,
      })
    : error;

/**
 * Look through another audience at the same event.
 * @param {string} audience
 */
export function chooseAudience(audience) {
  const { replay, at } = controller.showing;
  replaceUrl({ page: "campaign", id: replay.campaign.id, at, as: audience });
  openAddress();
}
