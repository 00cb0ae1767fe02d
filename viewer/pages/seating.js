// Seating: what the page of seats does: reads who sits where, gives links, takes seats, hands roles over.
import * as api from "../api.js";
import { announce, app, pageSignal, showPage } from "../app.js";
import { follow } from "../follow.js";
import * as keys from "../keys.js";
import { readTokens, startTransfer } from "../devices.js";
import { takeSeat } from "./claiming.js";
import { entitled } from "./founding.js";
import { seatsPage } from "./seats.js";

/** @import { Route, Seating } from "../types.js" */

/** @param {Partial<Seating>} changes */
function update(changes) {
  if (app.page.kind === "seats") showPage({ ...app.page, ...changes });
}

/**
 * Show who sits where, and follow it: a seat that is claimed elsewhere shows at once.
 * @param {Route} route
 * @param {AbortSignal} signal
 */
export async function open({ id = "" }, signal) {
  showPage({ kind: "loading", what: "Reading the campaign" });
  const audience = keys.rolesHeld(id)[0] ?? "public",
    systems = await api.knownSystems(signal),
    read = async () => {
      const campaign = await api.campaign(id, audience, signal),
        system = systems.find((s) => s.system === campaign.system);
      return { ...campaign, id, seats: entitled(campaign.seats, system, campaign.scenario) };
    },
    campaign = await read();
  let seen = campaign.head?.seq ?? 0;
  showPage({
    kind: "seats",
    title: "Seats",
    campaign,
    copied: null,
    code: null,
    handing: null,
    links: {},
    error: null,
  });
  readTokens(id);
  follow({
    id,
    audience,
    signal,
    after: () => seen,
    news: async (seq) => {
      seen = seq;
      const grown = await read();
      update({ campaign: grown });
    },
  });
}

/**
 * Do something with the campaign shown, and tell what went wrong.
 * @param {(id: string) => Promise<Partial<Seating>>} act
 */
async function attempt(act) {
  if (app.page.kind !== "seats") return;
  const { id } = app.page.campaign;
  try {
    const changes = await act(id);
    const audience = keys.rolesHeld(id)[0] ?? "public";
    const campaign = { ...(await api.campaign(id, audience, pageSignal())), id };
    update({ error: null, campaign, ...changes });
  } catch (error) {
    if (error.name !== "AbortError") update({ error });
  }
}

/** What the page's controls do. */
const seating = {
  /** @param {string} link @param {string} whose */
  async copy(link, whose) {
    try {
      await navigator.clipboard.writeText(link);
      update({ copied: whose });
      announce(`The link of ${whose} is copied.`);
    } catch {
      announce("The link could not be copied; it stands in the field.");
    }
  },
  showCode: (/** @type {string | null} */ code) => update({ code }),
  take: (/** @type {string} */ seat) =>
    attempt(async (id) => {
      await takeSeat(id, seat);
      readTokens(id);
      return {};
    }),
  ask: (/** @type {string | null} */ handing) => update({ handing }),
  handOver: (/** @type {string} */ role) =>
    attempt(async (id) => {
      const { token } = await api.handOver(id, role);
      keys.forget(id, role);
      const links = app.page.kind === "seats" ? app.page.links : {};
      return { handing: null, code: role, links: { ...links, [role]: token } };
    }),
  move(/** @type {string} */ role) {
    if (app.page.kind === "seats") startTransfer(app.page.campaign, role);
  },
};

/** @param {string} id */
const own = (id) => ({
  held: keys.rolesHeld(id),
  invitations: keys.invitationsHeld(id),
  devices: app.devices,
});
/** @param {Seating} page */
export const body = (page) => seatsPage(page, own(page.campaign.id), seating);
