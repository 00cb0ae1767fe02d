// Devices: the tokens of the roles held here: which there are, moved to another device, revoked, kept in a file.
import * as api from "./api.js";
import { announce, app, NO_DEVICES, update } from "./app.js";
import * as keys from "./keys.js";
import { transferLink } from "./router.js";

/** @import { Campaign, Devices } from "./types.js" */

/** @param {Partial<Devices>} changes */
const change = (changes) => update({ devices: { ...app.devices, ...changes } });

/**
 * Read which tokens the roles held here have; each role is asked with its own.
 * @param {string} id
 */
export async function readTokens(id) {
  update({ devices: NO_DEVICES });
  for (const role of keys.rolesHeld(id).filter((r) => r !== "observer")) await readRole(id, role);
}

/**
 * @param {string} id
 * @param {string} role
 */
async function readRole(id, role) {
  try {
    const { tokens } = await api.whoami(id, keys.tokenFor(id, role) ?? "");
    change({ tokens: { ...app.devices.tokens, [role]: tokens } });
  } catch (error) {
    change({ error });
  }
}

/**
 * Make a link that gives another device this role, once and for ten minutes.
 * @param {Pick<Campaign, "id" | "visibility">} campaign
 * @param {string} role
 */
export async function startTransfer({ id, visibility }, role) {
  try {
    const { transfer: code, until } = await api.startTransfer(id, role),
      link = transferLink({ id, code, closed: visibility === "private" });
    change({ transfer: { role, link, until }, error: null });
  } catch (error) {
    change({ error, transfer: null });
  }
}
export const endTransfer = () => change({ transfer: null });

/** @param {string} link */
export async function copyTransfer(link) {
  try {
    await navigator.clipboard.writeText(link);
    announce("The link is copied.");
  } catch {
    announce("The link could not be copied; it stands in the field.");
  }
}

/**
 * @param {string} id
 * @param {string} role
 * @param {string} token  its id, not the token itself
 */
export async function revoke(id, role, token) {
  try {
    await api.revoke(id, role, token);
    change({ error: null });
    await readRole(id, role);
  } catch (error) {
    change({ error });
  }
}
