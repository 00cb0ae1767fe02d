// Pictures: the boards of the campaigns on the first page, each after its last event, and the games
// that come with the viewer.
import * as api from "../api.js";
import { app, update } from "../app.js";
import { context } from "../context.js";
import { extend, replay } from "../replay.js";
import { glanceFor } from "../systems.js";

/** @import { Campaign, CampaignItem, Sample } from "../types.js" */
/** @import { Step, View } from "../renderer.js" */

const MOST = 24;

/** What was drawn last of a campaign, by its id: for which audience and event. @type {Map<string, string>} */
const known = new Map();

const NOTHING = { picture: null, headline: null };

/**
 * A board as a small picture, and how the game ended; null where the system does not tell.
 * @param {string} system
 * @param {View | null} view  before the step
 * @param {Step} step
 * @returns {Promise<Pick<Sample, "picture" | "headline">>}
 */
async function drawn(system, view, step) {
  const { thumb, headline } = await glanceFor(system);
  if (!thumb || !view) return NOTHING;
  const campaign = { id: "", name: "", system, seats: view.seats ?? [] };
  const one = extend(replay({ campaign, audience: "public", view, source: "server", head: 1 }), [
    { ...step, seq: 1 },
  ]);
  try {
    const ctx = context({ replay: one, at: 1 });
    return { picture: thumb(ctx), headline: headline?.(ctx) ?? null };
  } catch (e) {
    console.warn(`The renderer of ${system} failed at a picture.`, e);
    return NOTHING;
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
    if (!head || known.get(campaign.id) === what || signal.aborted) continue;
    known.set(campaign.id, what);
    try {
      const { view, items } = await api.steps(campaign.id, as, head - 1, signal),
        step = items.at(-1);
      const { picture } =
        step && items.length === 1 ? await drawn(campaign.system, view, step) : NOTHING;
      update({ pictures: { ...app.pictures, [campaign.id]: picture } });
    } catch {
      known.delete(campaign.id);
    }
  }
}

/** @typedef {Omit<Sample, "scenario" | "picture" | "headline"> & { view: View & { scenario?: string }, step: Step }} Told */
/** What is told of the games that come with the viewer, once it is read. @type {Told[] | null} */
let told = null;
/**
 * Read the shelf of the games that come with the viewer, or of one system's alone.
 * @param {AbortSignal} signal
 * @param {string} [only]
 */
export async function readShelf(signal, only) {
  try {
    told ??= await readTold(signal);
    const missing = told.filter(
        ({ system }) =>
          (!only || system === only) && !app.shelf.some((one) => one.system === system),
      ),
      come = await Promise.all(
        missing.map(async ({ view, step, ...sample }) => {
          /** @type {Sample} */
          const shown = {
            ...sample,
            scenario: view.scenario ?? null,
            ...(await drawn(sample.system, view, step)),
          };
          return shown;
        }),
      ),
      place = (/** @type {Sample} */ one) => told?.findIndex((s) => s.system === one.system) ?? 0;
    // Another page may have asked for them at once.
    const more = come.filter((one) => !app.shelf.some((s) => s.system === one.system));
    if (more.length) update({ shelf: [...app.shelf, ...more].sort((a, b) => place(a) - place(b)) });
  } catch (e) {
    if (e.name !== "AbortError") console.warn("The sample games could not be read.", e);
  }
}
/**
 * @param {AbortSignal} signal
 * @returns {Promise<Told[]>}
 */
const readTold = async (signal) =>
  (await fetch(new URL("../samples/shelf.json", import.meta.url), { signal })).json();
