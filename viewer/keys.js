// Keys: the tokens this browser holds, by campaign and role. They go into the Authorization header and nowhere else.
import { storage } from "./storage.js";

const NAME = "iacta.tokens";

function all() {
  try { const x = JSON.parse(storage.get(NAME) ?? "{}"); return x && typeof x === "object" ? x : {}; } catch { return {}; }
}
const save = (x) => storage.set(NAME, JSON.stringify(x));
const order = (role) => ({ observer: 0, referee: 2 })[role] ?? 1;

/** Roles held in a campaign: observer first, then seats, then the referee. */
export const rolesHeld = (campaign) => Object.keys(all()[campaign] ?? {}).sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
export const tokenFor = (campaign, role) => all()[campaign]?.[role] ?? null;
export const campaignsHeld = () => all();

/** The token to send for an audience: that role's own, else any, since a private campaign wants one. */
export const tokenToSend = (campaign, audience) => tokenFor(campaign, audience) ?? tokenFor(campaign, rolesHeld(campaign)[0]);

export function keep(campaign, role, token) {
  const x = all();
  save({ ...x, [campaign]: { ...x[campaign], [role]: token } });
}

export function forget(campaign, role) {
  const { [campaign]: held = {}, ...rest } = all(), { [role]: _, ...left } = held;
  save(Object.keys(left).length ? { ...rest, [campaign]: left } : rest);
}
