// Branching: the tree of forks that a campaign belongs to, read as far as the API tells it to this
// browser.
import * as api from "../api.js";
import { app, showPage } from "../app.js";
import * as keys from "../keys.js";
import { forksPage } from "./forks.js";

/** @import { Branch, Route, Tree } from "../types.js" */

const MOST_PAGES = 3,
  /** Branches of which more is asked than their place in the tree. */
  TOLD = 40;

/**
 * The role to ask as.
 * @param {string} id
 */
function eyes(id) {
  const held = keys.rolesHeld(id);
  return held.includes("referee") ? "referee" : (held[0] ?? "public");
}

/**
 * @param {Route} route
 * @param {AbortSignal} signal
 */
export async function open({ id = "" }, signal) {
  showPage({ kind: "loading", what: "Reading the tree of forks" });
  const campaign = { ...(await api.campaign(id, eyes(id), signal)), id },
    nodes = [];
  let next = null;
  for (let page = 0; page < MOST_PAGES && (page === 0 || next); page++) {
    const got = await api.lineage(id, eyes(id), next, signal);
    nodes.push(...got.items);
    next = got.next;
  }
  /** @type {Branch[]} */
  const branches = nodes.map((node) => ({
    ...{ id: node.id, name: node.name, parent: node.parent, at: node.at },
    ...{ restored: node.restored !== null, held: keys.rolesHeld(node.id) },
    campaign: node.id === id ? campaign : null,
    began: null,
  }));
  showPage({ kind: "forks", title: "Forks", campaign, branches, more: next !== null });
  await Promise.all(branches.slice(0, TOLD).map((branch) => readMore(branch, signal)));
}

/**
 * Ask what else is told of a branch. One that cannot be read stays as the tree tells it.
 * @param {Branch} branch
 * @param {AbortSignal} signal
 */
async function readMore({ id, at, campaign: known }, signal) {
  try {
    const as = eyes(id),
      [campaign, first] = await Promise.all([
        known ?? api.campaign(id, as, signal),
        at === null ? null : api.steps(id, "public", at, signal, 1),
      ]);
    change(id, { campaign: { ...campaign, id }, began: first?.items[0] ?? null });
  } catch (error) {
    if (error.name !== "AbortError" && !(error instanceof api.Problem)) throw error;
  }
}

/**
 * @param {string} id
 * @param {Partial<Branch>} changes
 */
function change(id, changes) {
  const { page } = app;
  if (page.kind !== "forks") return;
  /** @type {Tree["branches"]} */
  const branches = page.branches.map((one) => (one.id === id ? { ...one, ...changes } : one));
  showPage({ ...page, branches });
}

/** @param {Tree} page */
export const body = (page) => forksPage(page);
