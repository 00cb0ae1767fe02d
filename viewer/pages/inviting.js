// Inviting: what the page of an invitation does: tells what it is to, takes the seat, says what became of it.
import * as api from "../api.js";
import { announce, app, showPage } from "../app.js";
import * as keys from "../keys.js";
import { openAddress } from "../open.js";
import { address, replaceUrl } from "../router.js";
import { claim, isUnanswered, isUsed } from "./claiming.js";
import { invitationPage } from "./invite.js";
import { readPictures, readShelf } from "./pictures.js";

/** @import { Invitation, Route, Told } from "../types.js" */

/** @type {Told} */
const NOTHING_TOLD = { name: "", game: "", scenario: "", seats: [], by: "", closed: false };

/**
 * Show what a link invites to. A claim by it that was begun here goes on by itself.
 * @param {Route} route
 * @param {AbortSignal} signal
 */
export async function open({ id = "", invite, transfer, seat, told }, signal) {
  const systems = await api.knownSystems(signal);
  replaceUrl({ page: "campaign", id });
  const says = told ?? NOTHING_TOLD,
    // A campaign that tells nobody anything is not asked: its refusal would stand in the console.
    campaign = says.closed ? null : await api.campaign(id, "public", signal).catch(() => null),
    named = campaign?.system ?? says.game,
    // A link that was written by hand may call the game by its title.
    system = systems.find((s) => [s.system, s.title].includes(named)) ?? null,
    code = invite ?? transfer ?? "";
  if (signal.aborted) return;
  const role = seat ? `seat:${seat}` : "";
  showPage({
    kind: "invite",
    id,
    code,
    transfer: !invite,
    seat: seat ?? null,
    told: says,
    campaign,
    system,
    held: keys.tokenFor(id, role) ? role : null,
    state: "asked",
    error: null,
  });
  if (named) readShelf(signal, system?.system ?? named);
  if (campaign) readPictures([{ campaign: { ...campaign, id }, as: "public" }], signal);
  if (keys.claimsBegun().some((begun) => begun.code === code)) take();
}

/**
 * Change the page of an invitation, if it is still the one that is shown.
 * @param {string} code
 * @param {Partial<Invitation>} changes
 */
function change(code, changes) {
  const { page } = app;
  if (page.kind === "invite" && page.code === code) showPage({ ...page, ...changes });
}
/** @param {string} code */
const isShown = (code) => app.page.kind === "invite" && app.page.code === code;

/** Take the seat, or the role of another device, and go to the table if the page is still shown. */
async function take() {
  const { page } = app;
  if (page.kind !== "invite") return;
  const { id, code, transfer } = page;
  change(code, { state: "sending", error: null });
  try {
    const role = await claim(
      { campaign: id, kind: transfer ? "transfer" : "invitation", code },
      () => change(code, { state: "again" }),
    );
    if (isShown(code)) location.replace(address({ page: "campaign", id, as: role }));
  } catch (error) {
    const state = isUnanswered(error) ? "unanswered" : isUsed(error) ? "used" : "refused";
    change(code, { state, error });
    if (state === "used") announce("This link is no longer good.");
  }
}

/** @param {Invitation} page */
export const body = (page) =>
  invitationPage(
    page,
    { own: app.pictures[page.id] ?? null, samples: app.shelf },
    { claim: take, look: openAddress },
  );
