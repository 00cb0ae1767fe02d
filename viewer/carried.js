// Carried: what stands inside a page that was saved as one file. A page that is served carries nothing.

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
