// Listing: what the first page does: reads one's own games, the public ones and the shelf.
import * as api from "../api.js";
import { app, pageSignal, redraw, showPage, update } from "../app.js";
import { pickFile } from "../drops.js";
import * as keys from "../keys.js";
import { listPage } from "../list.js";
import { saveTokens } from "../saving.js";
import { paste, togglePasting } from "./pasting.js";
import { readPictures, readShelf } from "./pictures.js";
import { ask, mayAsk } from "./turn-sign.js";
import { followGames } from "./yours.js";

/** @import { CampaignList, Filter, Page, Route } from "../types.js" */

/**
 * Show the first page.
 * @param {Route} route
 * @param {AbortSignal} signal
 */
export async function open({ pasting }, signal) {
  showPage({ kind: "list", pasting });
  followGames(signal);
  await Promise.all([readList(), readShelf(signal)]);
}

/** @param {Partial<CampaignList>} changes */
const updateList = (changes) => update({ list: { ...app.list, ...changes } });

/**
 * Read the campaigns that pass the filter, from the beginning or those that follow.
 * @param {Filter} [filter]
 * @param {boolean} [more]
 */
async function readList(filter = app.list.filter, more = false) {
  const signal = pageSignal(),
    { next } = app.list;
  updateList({ filter, busy: true, error: null });
  if (!more) updateList({ items: null, next: null });
  try {
    if (!app.list.systems.length) updateList({ systems: await api.knownSystems(signal) });
    const got = await api.campaigns({ ...filter, after: more ? next : null }, signal);
    if (app.list.filter !== filter) return; // another filter was chosen meanwhile
    const items = more ? [...(app.list.items ?? []), ...got.items] : got.items;
    updateList({ items, next: got.next, busy: false });
    readPictures(
      got.items.map((campaign) => ({ campaign, as: "public" })),
      signal,
    );
  } catch (error) {
    if (error.name !== "AbortError") updateList({ error, busy: false });
  }
}

/** @param {Extract<Page, { kind: "list" }>} page */
export const body = (page) =>
  listPage(app.list, {
    games: app.games,
    held: keys.campaignsHeld().length,
    pictures: app.pictures,
    samples: app.shelf,
    toast: app.toast,
    saveTokens,
    lost: app.lost,
    notify: mayAsk() ? () => ask().then(redraw) : null,
    filter: (chosen) => readList(chosen),
    more: () => readList(app.list.filter, true),
    retry: () => readList(),
    openFile: pickFile,
    pasting: page.pasting === true,
    fault: page.fault ?? "",
    toggle: togglePasting,
    paste,
  });
