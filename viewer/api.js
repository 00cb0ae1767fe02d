// API: the service's answers, with its problems turned into errors that can be shown.
import { home } from "./here.js";
import { refuse, tokenFor, tokenToSend } from "./keys.js";

/** @import { components } from "iacta/api" */

/**
 * What a problem is made of.
 * @typedef {object} ProblemGiven
 * @property {string} title
 * @property {string} [detail]
 * @property {number} [status]
 * @property {string} [request_id]
 * @property {{ id: string, title: string } | null} [rule]
 * @property {number | null} [retry]
 * @property {string} [type]
 * @property {FieldError[]} [errors]
 * @property {string | null} [die]
 * @property {string | null} [for]
 */
/** @typedef {components["schemas"]["FieldError"]} FieldError */
/** @import { PrintedTable } from "./renderer.js" */
/** @import { Campaign, CampaignPage, Items, NewCampaign, StepPage, SystemDetail, SystemItem } from "./types.js" */

const base = new URL("v1/", home());

/**
 * What went wrong, in words: title, detail, status (0 if the server was not reached), request;
 * the rule that forbids it, and after how many seconds to ask again, where there is one. `kind` is
 * the last part of its address under /problems; `errors` what is wrong at which place of the body;
 * `die` and `purpose` what is to be entered next, where entered dice do not fit.
 */
export class Problem extends Error {
  /** @param {ProblemGiven} given */
  constructor({
    title,
    detail = "",
    status = 0,
    request_id = "",
    rule = null,
    retry = null,
    type = "",
    errors = [],
    die = null,
    for: purpose = null,
  }) {
    super(title);
    this.title = String(title);
    this.detail = String(detail);
    this.status = status;
    this.request = String(request_id);
    this.rule = rule;
    this.retry = retry;
    this.kind = type.replace("/problems/", "");
    this.errors = errors;
    this.die = die ?? "";
    this.purpose = purpose ?? "";
  }

  /** The place in a batch of the command that it is about; undefined where none is named. */
  get command() {
    const [, place] =
      this.errors.map((e) => /^\/commands\/(\d+)/.exec(e.pointer)).find(Boolean) ?? [];
    return place === undefined ? undefined : Number(place);
  }
}

/** @param {Response} response */
async function problem(response) {
  /** @type {Partial<components["schemas"]["ProblemBody"]>} */
  let body = {};
  try {
    body = await response.json();
  } catch {
    /* not a problem document: the status must do */
  }
  return new Problem({
    title: body.title ?? `The server answered ${response.status}`,
    detail: body.detail,
    request_id: body.request_id ?? response.headers.get("x-request-id") ?? "",
    rule: body.rule,
    type: body.type,
    errors: body.errors,
    die: body.die,
    for: body.for,
    retry: Number(response.headers.get("retry-after")) || null,
    status: response.status,
  });
}

/**
 * @param {string} path
 * @param {{
 *   token?: string | null,
 *   accept?: string,
 *   method?: string,
 *   body?: object,
 *   headers?: Record<string, string>,
 *   signal?: AbortSignal,
 * }} [given]
 */
async function request(
  path,
  { token, accept = "application/json", method = "GET", body, headers: more = {}, signal } = {},
) {
  const headers = {
    Accept: accept,
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(body ? { "Content-Type": "application/json" } : {}),
    ...more,
  };
  let response;
  try {
    response = await fetch(new URL(path, base), {
      method,
      headers,
      signal,
      body: body && JSON.stringify(body),
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
    });
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Problem({
      title: "The server cannot be reached",
      detail: "The connection failed, or the server is not running. Try again in a moment.",
    });
  }
  if (response.status === 401 && token) refuse(token);
  if (!response.ok) throw await problem(response);
  return response;
}

/**
 * @param {string} path
 * @param {Parameters<typeof request>[1]} [options]
 */
export const json = async (path, options) => {
  const response = await request(path, options);
  try {
    return await response.json();
  } catch {
    throw new Problem({
      title: "The server's answer cannot be read",
      detail: "It is not JSON.",
      status: response.status,
    });
  }
};
/** @param {object} x */
const query = (x) =>
  new URLSearchParams(
    Object.entries(x).filter(([, v]) => v !== null && v !== undefined && v !== ""),
  ).toString();
/** @param {string} id */
const of = (id) => `campaigns/${encodeURIComponent(id)}`;

/**
 * @param {AbortSignal} signal
 * @returns {Promise<Items<SystemItem>>}
 */
export const systems = (signal) => json("systems", { signal });
/**
 * The server's systems; none where they cannot be read, for pages that need no more than their names.
 * @param {AbortSignal} signal
 * @returns {Promise<SystemItem[]>}
 */
export const knownSystems = (signal) =>
  systems(signal).then(
    ({ items }) => items,
    () => [],
  );
/**
 * @param {string} system
 * @param {AbortSignal} signal
 * @returns {Promise<Items<PrintedTable>>}
 */
export const tables = (system, signal) =>
  json(`systems/${encodeURIComponent(system)}/tables`, { signal });
/**
 * @param {string} system
 * @param {AbortSignal} signal
 * @returns {Promise<SystemDetail>}
 */
export const system = (system, signal) => json(`systems/${encodeURIComponent(system)}`, { signal });
/**
 * Found a campaign; some servers want their own key for it.
 * @param {components["schemas"]["CreateCampaign"]} body
 * @param {string} key
 * @returns {Promise<NewCampaign>}
 */
export const create = (body, key) =>
  json("campaigns", { method: "POST", body, token: key || null });
/** @returns {Promise<Record<string, any>>} the parsed openapi.json */
export const contract = () => json("../openapi.json");
/** @returns {Promise<{ key: string }>} */
export const serverKey = () => json("key");
/**
 * @param {object} filter
 * @param {AbortSignal} signal
 * @returns {Promise<CampaignPage>}
 */
export const campaigns = (filter, signal) =>
  json(`campaigns?${query({ limit: 50, ...filter })}`, { signal });
/**
 * @param {string} id
 * @param {string} audience
 * @param {AbortSignal} signal
 * @returns {Promise<Campaign>}
 */
export const campaign = (id, audience, signal) =>
  json(of(id), { token: tokenToSend(id, audience), signal });
/**
 * @param {string} id
 * @param {string} audience
 * @param {number} after
 * @param {AbortSignal} signal
 * @param {number} [limit]
 * @returns {Promise<StepPage>}
 */
export const steps = (id, audience, after, signal, limit = 200) =>
  json(`${of(id)}/steps?${query({ after, limit, audience })}`, {
    token: tokenToSend(id, audience),
    signal,
  });
/**
 * @param {string} id
 * @param {string} token
 * @param {AbortSignal} [signal]
 * @returns {Promise<components["schemas"]["Whoami"]>}
 */
export const whoami = (id, token, signal) => json(`${of(id)}/whoami`, { token, signal });
/**
 * Exchange an invitation, or a code of another device, for the token that is sent along.
 * @param {string} id
 * @param {{ invitation?: string, transfer?: string, token: string }} body
 * @returns {Promise<components["schemas"]["TokenIssued"]>}
 */
export const claim = (id, body) => json(`${of(id)}/claims`, { method: "POST", body });
/**
 * Fork a campaign: as its referee if one is here, else with any role's token, else with the server's own key.
 * @param {string} id
 * @param {{ at: number, name: string, reason: string, keep_order: boolean }} body
 * @param {string} key
 * @returns {Promise<components["schemas"]["ForkedCampaign"]>}
 */
export const fork = (id, body, key) =>
  json(`${of(id)}/forks`, {
    method: "POST",
    body,
    token: tokenToSend(id, "referee") ?? (key || null),
  });
/**
 * A page of the tree of forks that a campaign belongs to, as far as the holder of a role may see it.
 * @param {string} id
 * @param {string} audience
 * @param {string | null} after
 * @param {AbortSignal} signal
 * @returns {Promise<components["schemas"]["Lineage"]>}
 */
export const lineage = (id, audience, after, signal) =>
  json(`${of(id)}/lineage?${query({ limit: 200, after })}`, {
    token: tokenToSend(id, audience),
    signal,
  });
/**
 * The proof of one event, as a file holds it.
 * @param {string} id
 * @param {number} seq
 * @param {string} audience
 */
export const receipt = async (id, seq, audience) =>
  (
    await request(`${of(id)}/events/${seq}/receipt`, {
      token: tokenToSend(id, audience),
      accept: "text/plain",
    })
  ).text();
/**
 * A code by which another device takes this role, once.
 * @param {string} id
 * @param {string} role
 * @returns {Promise<components["schemas"]["TransferStarted"]>}
 */
export const startTransfer = (id, role) =>
  json(`${of(id)}/transfers`, { method: "POST", token: tokenFor(id, role) });
/**
 * Revoke another token of a role that is held here.
 * @param {string} id
 * @param {string} role
 * @param {string} token
 */
export const revoke = (id, role, token) =>
  request(`${of(id)}/tokens/${encodeURIComponent(token)}`, {
    method: "DELETE",
    token: tokenFor(id, role),
  });
/**
 * A new token for a role, by the referee; those it had are revoked.
 * @param {string} id
 * @param {string} role
 * @returns {Promise<{ token: string, role: string }>}
 */
export const handOver = (id, role) =>
  json(`${of(id)}/tokens`, { method: "POST", body: { role }, token: tokenToSend(id, "referee") });
/**
 * @param {string} id
 * @param {string} audience
 * @param {number} after
 * @param {AbortSignal} signal
 */
export const stream = (id, audience, after, signal) =>
  request(`${of(id)}/stream?${query({ after })}`, {
    token: tokenToSend(id, audience),
    accept: "text/event-stream",
    signal,
  });
/**
 * @param {string} id
 * @param {string} audience
 * @param {{ accept: string, steps?: boolean, signal?: AbortSignal }} given
 */
async function saved(id, audience, { accept, steps, signal }) {
  const answer = await request(`${of(id)}/capsule?${query({ audience, steps: steps || null })}`, {
    token: tokenToSend(id, audience),
    accept,
    signal,
  });
  return new Uint8Array(await answer.arrayBuffer());
}
/**
 * @param {string} id
 * @param {string} audience
 * @param {boolean} steps
 * @param {AbortSignal} [signal]
 */
export const capsule = (id, audience, steps, signal) =>
  saved(id, audience, { accept: "application/x-ndjson", steps, signal });
/**
 * The campaign as one page that opens from disk.
 * @param {string} id
 * @param {string} audience
 */
export const onePage = (id, audience) => saved(id, audience, { accept: "text/html" });
