// Pictures: the boards of the campaigns on the first page, each after its last event, and the games that come with the viewer.
import * as api from "../api.js";
import { app, update } from "../app.js";
import { context } from "../page.js";
import { extend, replay } from "../replay.js";
import { rendererFor } from "../systems.js";

/** @import { Campaign, CampaignItem, Sample } from "../types.js" */
/** @import { Step, View } from "../renderer.js" */
/** @import { Template } from "../vendor/lit-html/lit-html.js" */

const MOST = 24;

/** What was drawn last of a campaign, by its id: for which audience and event. @type {Map<string, string>} */
const drawn = new Map();

/**
 * A board as a small picture; null where the system has none.
 * @param {string} system
 * @param {View | null} view  before the step
 * @param {Step} step
 * @returns {Promise<Template | null>}
 */
async function picture(system, view, step) {
  const renderer = await rendererFor(system);
  if (!renderer.thumb || !view) return null;
  const campaign = { id: "", name: "", system, seats: view.seats ?? [] };
  const one = extend(replay({ campaign, audience: "public", view, source: "server", head: 1 }), [
    { ...step, seq: 1 },
  ]);
  try {
    return renderer.thumb(context({ replay: one, at: 1 }));
  } catch (e) {
    console.warn(`The renderer of ${system} failed at a picture.`, e);
    return null;
  }
}

/**
 * Draw those that are not drawn yet, or have moved on since; one that cannot be read has none.
 * @param {readonly { campaign: Campaign | CampaignItem, as: string }[]} wanted
 * @param {AbortSignal} signal
 */
export async function readPictures(wanted, signal) {
  for (const { campaign, as } of wanted.slice(0, MOST)) {
    const head = campaign.head?.seq ?? 0,
      what = `${as} ${head}`;
    if (!head || drawn.get(campaign.id) === what || signal.aborted) continue;
    drawn.set(campaign.id, what);
    try {
      const { view, items } = await api.steps(campaign.id, as, head - 1, signal),
        step = items.at(-1);
      const shown = step && items.length === 1 ? await picture(campaign.system, view, step) : null;
      update({ pictures: { ...app.pictures, [campaign.id]: shown } });
    } catch {
      drawn.delete(campaign.id);
    }
  }
}

/**
 * Read the shelf of the games that come with the viewer.
 * @param {AbortSignal} signal
 */
export async function readShelf(signal) {
  if (app.shelf.length) return;
  try {
    const answer = await fetch(new URL("../samples/shelf.json", import.meta.url), { signal });
    /** @type {(Omit<Sample, "picture"> & { view: View, step: Step })[]} */
    const told = await answer.json();
    const shelf = await Promise.all(
      told.map(async ({ view, step, ...sample }) => {
        /** @type {Sample} */
        const shown = { ...sample, picture: await picture(sample.system, view, step) };
        return shown;
      }),
    );
    update({ shelf });
  } catch (e) {
    if (e.name !== "AbortError") console.warn("The sample games could not be read.", e);
  }
}
