// Part: a module of the viewer that is loaded when it is first wanted, with what it imports asked for at once.
import { Problem } from "./api.js";
import { locate } from "./carried.js";

/** What the page says that parts and renderers import, beyond what every page has. */
const written = globalThis.document?.getElementById("parts")?.textContent;
/** @type {Record<string, string[]>} */
const imports = JSON.parse(written ?? "{}");
const asked = new Set();

/**
 * Whether the page says of a module that it is there.
 * @param {string} path
 */
export const isThere = (path) => path in imports;

/**
 * Have the browser fetch a module and what it imports, before it is wanted.
 * @param {string} path
 */
export function fetchAhead(path) {
  for (const one of imports[path] ?? []) {
    if (asked.has(one)) continue;
    asked.add(one);
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = locate(one);
    document.head.append(link);
  }
}

/**
 * A part by the path of its module.
 * @param {string} path
 */
export function part(path) {
  let here = /** @type {any} */ (null),
    coming = /** @type {Promise<any> | null} */ (null);
  return {
    /** The module, once it has come; null before. */
    get here() {
      return here;
    },
    fetchAhead: () => fetchAhead(path),
    /** The module. Rejects with a Problem where it cannot be loaded; the next call tries again. */
    load() {
      fetchAhead(path);
      coming ??= import(locate(path)).then(
        (module) => (here = module),
        (error) => {
          coming = null;
          console.warn(`${path} could not be loaded.`, error);
          throw new Problem({
            title: "A part of this page could not be loaded",
            detail: "The connection failed, or the server is not running. Try again in a moment.",
          });
        },
      );
      return /** @type {Promise<any>} */ (coming);
    },
  };
}
