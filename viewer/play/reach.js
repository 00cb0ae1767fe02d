// Reach: where what is picked on the board can go, and by which option. Pure.
import { strings, places } from "./concerns.js";
import { questions, sent } from "./fill.js";

/** @import { Option } from "./types.js" */

/**
 * Where something can go: `title` is the answer's own; `by` is the option that takes the most along.
 * @typedef {{ title: string, by: string, takes: number }} Way
 */
/** @typedef {ReadonlyMap<string, Way>} Reach */

/** @type {Reach} */
export const NOWHERE = new Map();

/**
 * How many of `ids` go with an order that was answered so.
 * @param {Option} option
 * @param {ReturnType<typeof questions>} asked
 * @param {readonly string[]} ids
 */
function taken(option, asked, ids) {
  const { type: _, ...members } = option.command,
    named = new Set(strings(members));
  for (const { kind, choice, answer } of asked)
    if (answer !== undefined && (kind === "one_of" || kind === "some_of"))
      for (const i of [answer].flat())
        for (const id of strings((choice.one_of ?? choice.some_of)[i].value)) named.add(id);
  return ids.filter((id) => named.has(id)).length;
}

/**
 * The ids that answer a question which stays open once `ids` are taken.
 * @param {readonly Option[]} options
 * @param {readonly string[]} ids
 * @returns {Reach}
 */
export function reachOf(options, ids) {
  /** @type {Map<string, Way>} */
  const found = new Map();
  for (const option of options) {
    const asked = questions(option, sent(option, ids)),
      takes = taken(option, asked, ids);
    if (!takes) continue;
    for (const { kind, choice, given } of asked) {
      if (kind !== "one_of" || given) continue;
      const at = places(choice);
      // Which of several picked is meant is asked first.
      if (ids.some((id) => at.has(id))) continue;
      for (const [id, i] of at)
        if ((found.get(id)?.takes ?? 0) < takes)
          found.set(id, { title: choice.one_of[i].title, by: option.id, takes });
    }
  }
  return found;
}
