// Found: what the page of a new campaign does: reads the systems, keeps the draft, founds it.
import * as api from "../api.js";
import { app, pageSignal, showPage } from "../app.js";
import * as keys from "../keys.js";
import { address } from "../router.js";
import { takeSeat } from "./claiming.js";
import { readShelf } from "./pictures.js";
import { begin, request } from "./founding.js";
import { newPage } from "./new.js";

/** @import { Founder, Founding, FoundingSeat, Route } from "../types.js" */

/** @param {Partial<Founder>} changes */
function update(changes) {
  if (app.page.kind === "new") showPage({ ...app.page, ...changes });
}

/** @param {(draft: Founding) => Partial<Founding>} changes */
function redraft(changes) {
  if (app.page.kind !== "new") return;
  const { draft } = app.page;
  update({ draft: { ...draft, ...changes(draft) }, notTaken: "" });
}

/**
 * Show the page, on the first system of the server.
 * @param {Route} _
 * @param {AbortSignal} signal
 */
export async function open(_, signal) {
  showPage({ kind: "loading", what: "Reading the games" });
  const { items } = await api.systems(signal);
  showPage({
    kind: "new",
    systems: items,
    draft: begin(await api.system(items[0].system, signal)),
    coming: "",
    key: "",
    busy: false,
    error: null,
    notTaken: "",
  });
  await readShelf(signal);
}

/**
 * Take another system, and keep what was said of the campaign itself.
 * @param {string} system
 */
async function choose(system) {
  update({ coming: system, error: null });
  const isWanted = () => app.page.kind === "new" && app.page.coming === system;
  try {
    const chosen = begin(await api.system(system, pageSignal()));
    if (!isWanted()) return;
    redraft(({ name, visibility }) => ({ ...chosen, name, visibility }));
    update({ coming: "" });
  } catch (error) {
    if (isWanted() && error.name !== "AbortError") update({ coming: "", error });
  }
}

/**
 * Take files as documents: each stands for the document whose name it has.
 * @param {readonly File[]} files
 */
export async function takeDocuments(files) {
  for (const file of files) {
    if (app.page.kind !== "new") return;
    const { system } = app.page.draft,
      key = file.name.replace(/\.json$/i, "");
    if (!system.documents.some((d) => d.key === key)) {
      const known = system.documents.map((d) => `${d.key}.json`).join(", ");
      update({ notTaken: `No document is called ${file.name}. There are ${known}.` });
      return;
    }
    try {
      const content = JSON.parse(await file.text());
      redraft(({ documents }) => ({
        documents: { ...documents, [key]: { file: file.name, content } },
      }));
    } catch {
      update({ notTaken: `${file.name} is not JSON.` });
      return;
    }
  }
}

function pickDocuments() {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", multiple: true, accept: ".json,application/json" });
  input.addEventListener("change", () => takeDocuments([...(input.files ?? [])]));
  input.click();
}

async function found() {
  if (app.page.kind !== "new") return;
  const { draft, key } = app.page;
  update({ busy: true, error: null });
  try {
    const { campaign, tokens, invitations } = await api.create(request(draft), key);
    keys.keep(campaign.id, "referee", tokens.referee);
    keys.keepInvitations(campaign.id, {
      ...invitations,
      // Whoever looks at a public campaign needs no token.
      observer: draft.visibility === "private" ? tokens.observer : null,
    });
    // It is founded now, whatever becomes of the seats: the page of seats tells.
    for (const { seat, mine } of draft.seats)
      if (mine) await takeSeat(campaign.id, seat).catch(() => null);
    location.hash = address({ page: "seats", id: campaign.id });
  } catch (error) {
    update({ busy: false, error });
  }
}

/** What the page's controls do. */
const founding = {
  choose,
  change: (/** @type {Partial<Founding>} */ changes) => redraft(() => changes),
  seat: (/** @type {string} */ seat, /** @type {Partial<FoundingSeat>} */ changes) =>
    redraft(({ seats }) => ({
      seats: seats.map((s) => (s.seat === seat ? { ...s, ...changes } : s)),
    })),
  drop: (/** @type {string} */ key) =>
    redraft(({ documents: { [key]: _, ...documents } }) => ({ documents })),
  pick: pickDocuments,
  key: (/** @type {string} */ key) => update({ key }),
  found,
};

/** @param {Founder} page */
export const body = (page) => newPage(page, app.shelf, founding);
