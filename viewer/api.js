// API: the service's answers, with its problems turned into errors that can be shown.
import { tokenToSend } from "./keys.js";

const base = new URL("v1/", new URL(".", location.href.split("#")[0]));

/** What went wrong, in words: title, detail, status (0 if the server was not reached), request. */
export class Problem extends Error {
  constructor({ title, detail = "", status = 0, request_id = "", type = "" }) {
    super(title);
    Object.assign(this, { title: String(title), detail: String(detail), status, request: String(request_id), type: String(type) });
  }
}

async function problem(response) {
  let body = {};
  try { body = await response.json(); } catch { /* not a problem document: the status must do */ }
  return new Problem({ title: body.title ?? `The server answered ${response.status}`, detail: body.detail, request_id: body.request_id ?? response.headers.get("x-request-id") ?? "", type: body.type, status: response.status });
}

export async function request(path, { token, accept = "application/json", method = "GET", body, signal } = {}) {
  const headers = { Accept: accept, ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(body ? { "Content-Type": "application/json" } : {}) };
  let response;
  try { response = await fetch(new URL(path, base), { method, headers, signal, body: body && JSON.stringify(body), credentials: "omit", referrerPolicy: "no-referrer", cache: "no-store" }); }
  catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Problem({ title: "The server cannot be reached", detail: "The connection failed, or the server is not running." });
  }
  if (!response.ok) throw await problem(response);
  return response;
}

const json = async (path, options) => {
  const response = await request(path, options);
  try { return await response.json(); } catch { throw new Problem({ title: "The server's answer cannot be read", detail: "It is not JSON.", status: response.status }); }
};
const query = (x) => new URLSearchParams(Object.entries(x).filter(([, v]) => v !== null && v !== undefined && v !== "")).toString();
const of = (id) => `campaigns/${encodeURIComponent(id)}`;

export const systems = (signal) => json("systems", { signal });
export const tables = (system, signal) => json(`systems/${encodeURIComponent(system)}/tables`, { signal });
export const serverKey = () => json("key");
export const campaigns = (filter, signal) => json(`campaigns?${query({ limit: 50, ...filter })}`, { signal });
export const campaign = (id, audience, signal) => json(of(id), { token: tokenToSend(id, audience), signal });
export const steps = (id, audience, after, signal) => json(`${of(id)}/steps?${query({ after, limit: 200, audience })}`, { token: tokenToSend(id, audience), signal });
export const whoami = (id, token) => json(`${of(id)}/whoami`, { token });
export const claim = (id, invitation) => json(`${of(id)}/claims`, { method: "POST", body: { invitation } });
export const stream = (id, audience, after, signal) => request(`${of(id)}/stream?${query({ after })}`, { token: tokenToSend(id, audience), accept: "text/event-stream", signal });
export const capsule = async (id, audience, withSteps = false, signal) => new Uint8Array(await (await request(`${of(id)}/capsule?${query({ audience, steps: withSteps || null })}`, { token: tokenToSend(id, audience), accept: "application/x-ndjson", signal })).arrayBuffer());
