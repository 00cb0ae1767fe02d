// Systems: a renderer is chosen by the view's system key and loaded when first needed; what has
// none is shown as tables.
import { isCarried, locate } from "./carried.js";
import { fetchAhead, isThere } from "./part.js";
import * as fallback from "./systems/_fallback.js";

/** @import { Glance, Renderer } from "./renderer.js" */

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
  const path = `systems/${system}.js`;
  fetchAhead(path);
  try {
    return await import(locate(path));
  } catch (e) {
    console.warn(`The renderer of ${system} could not be loaded.`, e);
    return fallback;
  }
}

/**
 * What a list of games shows of a system: of its renderer no more than that, where it has a file for it.
 * @param {string} system
 * @returns {Promise<Glance>}
 */
export async function glanceFor(system) {
  const path = `systems/${system}/glance.js`;
  if (loaded.has(system) || !isThere(path)) return rendererFor(system);
  fetchAhead(path);
  return import(locate(path)).catch((e) => {
    console.warn(`The pictures of ${system} could not be loaded.`, e);
    return {};
  });
}

/**
 * The renderer of a system: systems/<key>.js, of the viewer or of the game's own package. Never
 * fails: a system that has none, or whose renderer cannot be loaded, is shown as tables.
 * @param {string} system
 */
export async function rendererFor(system) {
  const renderer = loaded.get(system) ?? (await load(system));
  styles([...fallback.styles, ...(renderer === fallback ? [] : (renderer.styles ?? []))]);
  loaded.set(system, renderer);
  return renderer;
}
export { fallback };
