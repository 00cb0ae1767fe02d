// Concerns: which options and answers have to do with which unit or place, so that the board can
// light them. Ids are the strings that a command names: of units, leaders, zones, hexes, cards.

/** @import { Choice, Item, Option } from "./types.js" */

/**
 * Every string in a value, at any depth.
 * @param {unknown} value
 * @returns {Generator<string>}
 */
export function* strings(value) {
  if (typeof value === "string") yield value;
  else if (value !== null && typeof value === "object")
    for (const part of Object.values(value)) yield* strings(part);
}

/**
 * The ids that a choice's items stand for, at its first level.
 * @param {Choice} choice
 */
const idsOf = (choice) =>
  (choice.one_of ?? choice.some_of ?? []).flatMap((item) => [...strings(item.value)]);

/**
 * The ids that an option concerns: what its frame names, and what may be chosen first.
 * @param {Pick<Option, "command" | "choices">} option
 */
export function concerns({ command: { type: _, ...members }, choices = {} }) {
  return [...new Set([...strings(members), ...Object.values(choices).flatMap(idsOf)])];
}

/**
 * A whole option as an item of the tray.
 * @param {Option} option
 * @returns {Item}
 */
export const itemOf = (option) => ({
  id: option.id,
  title: option.title,
  rule: option.rule,
  type: option.command.type,
  concerns: concerns(option),
  named: concerns({ command: option.command }).length,
  option,
});

/**
 * The items that concern one of `ids`; of a place alone those that begin there, else those that lead
 * to it.
 * @param {Item[]} items
 * @param {string[]} ids
 */
export function concerning(items, ids) {
  /** @param {string[]} of */
  const one = (of) => ids.some((id) => of.includes(id)),
    begun = items.filter(({ concerns, named }) => one(concerns.slice(0, named)));
  // A stack is told by who stands in it: a leader whom an order names may march with all others too.
  return ids.length === 1 && begun.length ? begun : items.filter(({ concerns }) => one(concerns));
}

/**
 * Id → the place of the item in a `one_of` or `some_of` that stands for it alone.
 * @param {Choice} choice
 */
export function places(choice) {
  /** @type {Map<string, number>} */
  const found = new Map();
  (choice.one_of ?? choice.some_of ?? []).forEach((item, i) => {
    const ids = [...strings(item.value)];
    if (ids.length === 1 && !found.has(ids[0])) found.set(ids[0], i);
  });
  return found;
}
