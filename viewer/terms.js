// Terms: what a game's abbreviations and rule numbers mean, and how it goes. Of a campaign the server is asked; what
// is opened from a file asks no server: the terms come with the viewer, or stand in the page that
// was saved as one file. A replay does not wait for them.
import { redraw } from "./app.js";
import { carriedTerms, isCarried } from "./carried.js";
import { learn } from "./parts/codes.js";

/** @import { SystemDetail } from "./types.js" */
/** @import { Renderer } from "./renderer.js" */
/** @typedef {Pick<SystemDetail, "glossary" | "primer" | "rulebook">} Terms */

let learnt = "",
  told = /** @type {readonly string[]} */ ([]);
/** How the game goes, in paragraphs; none before it is read, or where it is not told. */
export const primer = () => told;
/**
 * The terms that come with a renderer, or stand in this page; null if there are none.
 * @param {string} key
 * @param {Renderer} renderer
 * @param {AbortSignal} signal
 * @returns {Promise<Terms | null>}
 */
export async function ownTerms(key, { terms }, signal) {
  if (isCarried) return carriedTerms(key);
  if (!terms) return null;
  return (await fetch(new URL(`systems/${terms}`, import.meta.url), { signal })).json();
}

/**
 * @param {string} key
 * @param {Renderer} renderer
 * @param {() => Promise<Terms | null>} read
 */
export async function readTerms(key, { words }, read) {
  if (key === learnt) return;
  learn(null);
  told = [];
  try {
    const terms = await read();
    learn(terms, words);
    told = terms?.primer ?? [];
    learnt = key;
    redraw();
  } catch {
    learnt = "";
  }
}
