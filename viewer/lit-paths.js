// Lit paths: which values of a view a step changed.
import { touched } from "./patch.js";

/**
 * @param {string} a
 * @param {string} b
 */
const covers = (a, b) => a === b || b.startsWith(`${a}/`);

/**
 * {lit(path), inside(path)} for a patch and the view it led to. lit: the value is new, or part of something new.
 * A whole game set at once lights nothing. inside: something within it changed or went.
 * @param {object[] | null} patch
 * @param {unknown} after
 */
export function litPaths(patch, after) {
  /** @type {ReturnType<typeof touched>} */
  let found = { set: [], gone: [] };
  try {
    if (Array.isArray(patch)) found = touched(patch, after);
  } catch {
    /* a patch that cannot be read lights nothing */
  }
  const set = found.set.filter((p) => p !== "" && p !== "/game"),
    all = [...set, ...found.gone];
  return {
    /** @param {string} path */
    lit: (path) => set.some((p) => covers(p, path)),
    /** @param {string} path */
    inside: (path) => all.some((p) => p !== path && covers(path, p)),
  };
}
