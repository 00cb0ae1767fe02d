// Moves: what goes where with an order, by the change of the view that is foreseen. Pure.
import { apply, holderOf, PatchError } from "../patch.js";

/** @import { View } from "../renderer.js" */
/** @import { Move } from "./types.js" */

/**
 * What a change gives another place: a member of what has an `id` or a `name`, if the new value is a
 * place.
 * @param {View} view
 * @param {any[]} patch
 * @param {(id: string) => boolean} isPlace
 * @returns {Move[]}
 */
const moved = (view, patch, isPlace) =>
  patch.flatMap(({ op, path, value }) => {
    if (op !== "replace" || typeof value !== "string" || !isPlace(value)) return [];
    const { id, name } = holderOf(view, path),
      from = id ?? name;
    return typeof from === "string" ? [{ from, to: value }] : [];
  });

/**
 * What goes where with each of several orders, one after the other, from a view on. Of an order whose
 * change is not known, and of those after it, nothing is said.
 * @param {View} view
 * @param {(object[] | undefined)[]} patches
 * @param {(id: string) => boolean} isPlace
 */
export function movesOf(view, patches, isPlace) {
  const known = patches.findIndex((patch) => !patch);
  let at = view;
  return patches.slice(0, known < 0 ? undefined : known).map((patch = []) => {
    try {
      const moves = moved(at, patch, isPlace);
      at = apply(at, patch);
      return moves;
    } catch (fault) {
      // Foreseen on another view than this one, which is read anew.
      if (fault instanceof PatchError) return [];
      throw fault;
    }
  });
}
