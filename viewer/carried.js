// Carried: what stands inside a page that was saved as one file. A page that is served carries nothing.

/** @import { SystemDetail } from "./types.js" */

/** The addresses of the modules inside the page, by their paths. @type {Record<string, string> | undefined} */
const made = /** @type {any} */ (globalThis).iacta;

/** Whether this page was saved as one file. */
export const isCarried = made !== undefined;

/**
 * The address of a module of the viewer.
 * @param {string} path
 */
export const locate = (path) => (made ? made[path] : new URL(path, import.meta.url).href);

/** The capsule inside the page, packed. */
export function carriedCapsule() {
  const text = atob(document.getElementById("carried")?.textContent ?? "");
  return new Blob([Uint8Array.from(text, (c) => c.charCodeAt(0))]);
}

/**
 * What a game's words mean, where the page has that game's; null if it has not.
 * @param {string} system
 * @returns {SystemDetail | null}
 */
export function carriedTerms(system) {
  const terms = JSON.parse(document.getElementById("terms")?.textContent ?? "null");
  return terms?.system === system ? terms : null;
}
