// Forking: what the page of a fork does.
import * as api from "../api.js";
import { app, showPage } from "../app.js";
import * as keys from "../keys.js";
import { address } from "../router.js";
import { forkPage, nameOf } from "./fork.js";
import { carry } from "./line.js";

/** @import { Forking, Route } from "../types.js" */

/** @param {Partial<Forking>} changes */
function change(changes) {
  if (app.page.kind === "fork") showPage({ ...app.page, ...changes });
}

/**
 * @param {Route} route
 * @param {AbortSignal} signal
 */
export async function open({ id = "", at }, signal) {
  showPage({ kind: "loading", what: "Reading the campaign" });
  const held = keys.rolesHeld(id),
    as = held.includes("referee") ? "referee" : (held[0] ?? "public"),
    campaign = { ...(await api.campaign(id, as, signal)), id },
    head = campaign.head?.seq ?? 1;
  showPage({
    kind: "fork",
    title: "Fork",
    campaign,
    held,
    at: Math.max(1, Math.min(head, at ?? head)),
    name: "",
    reason: "",
    keepOrder: false,
    key: "",
    busy: false,
    error: null,
  });
}

async function make() {
  const { page } = app;
  if (page.kind !== "fork") return;
  const { campaign, at, reason, keepOrder, key } = page;
  change({ busy: true, error: null });
  try {
    const made = await api.fork(
      campaign.id,
      { at, name: nameOf(page), reason: reason.normalize("NFC").trim(), keep_order: keepOrder },
      key,
    );
    for (const [role, token] of Object.entries(made.tokens))
      keys.keep(made.campaign.id, role, token);
    keys.keepInvitations(made.campaign.id, made.invitations);
    for (const seat of made.held) carry(campaign.id, made.campaign.id, `seat:${seat}`);
    location.hash = address({ page: "seats", id: made.campaign.id });
  } catch (error) {
    change({ busy: false, error });
  }
}

/** What the page's controls do. */
const forking = { change, make };

/** @param {Forking} page */
export const body = (page) => forkPage(page, forking);
