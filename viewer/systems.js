// Systems: a renderer is chosen by the view's system key and loaded when first needed; what has none is shown as tables.
import { isCarried, locate } from "./carried.js";
import * as fallback from "./systems/_fallback.js";

/** @import { Renderer } from "./renderer.js" */

const KEY = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** @type {Map<string, Renderer>} */
const loaded = new Map();

/** @param {string[]} hrefs */
function styles(hrefs) {
  if (isCarried) return; // they stand in the page
  for (const href of hrefs) {
    if (document.head.querySelector(`link[href="${href}"]`)) continue;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    document.head.append(link);
  }
}

/**
 * @param {string} system
 * @returns {Promise<Renderer>}
 */
async function load(system) {
  if (!KEY.test(system)) return fallback;
  try {
    return await import(locate(`systems/${system}.js`));
  } catch (e) {
    console.warn(`The renderer of ${system} could not be loaded.`, e);
    return fallback;
  }
}

/**
 * The renderer of a system: systems/<key>.js, of the viewer or of the game's own package. Never fails: a system that has
 * none, or whose renderer cannot be loaded, is shown as tables.
 * @param {string} system
 */
export async function rendererFor(system) {
  const renderer = loaded.get(system) ?? (await load(system));
  styles([...fallback.styles, ...(renderer === fallback ? [] : (renderer.styles ?? []))]);
  loaded.set(system, renderer);
  return renderer;
}
export { fallback };
