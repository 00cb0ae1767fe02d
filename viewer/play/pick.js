// Pick: what the board offers to one who plays, and what a click there does.
import { called, capital } from "../words.js";
import { places } from "./concerns.js";
import { bounds, openQuestions, questions } from "./fill.js";
import { isOfKinds, taken as takenOfKinds, toggled as toggledKind } from "./kinds.js";

/** @import { Fan } from "./fan.js" */
/** @import { Choose, Offered } from "./offer.js" */
/** @import { Reach } from "./reach.js" */
/** @import { Answers, Asked, Item, Open, Question } from "./types.js" */

/** @typedef {[ReadonlyMap<string, Offered>, Choose]} Offer */

/** @type {Offer} */
export const NOTHING_OFFERED = [new Map(), () => {}];

/**
 * To who has not begun an order: every id that something to do concerns, and where what is picked
 * can go.
 * @param {Item[]} items
 * @param {readonly string[]} of  the ids that the list is narrowed to
 * @param {Reach} reach  of these
 * @param {Choose} about
 * @returns {Offer}
 */
export function offerItems(items, of, reach, about) {
  /** @type {Map<string, number>} */
  const counts = new Map(),
    begun = new Set(items.flatMap((item) => item.concerns.slice(0, item.named || undefined)));
  for (const item of items)
    for (const id of item.concerns) counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const id of reach.keys()) if (!counts.has(id)) counts.set(id, 1);
  return [
    new Map(
      [...counts].map(([id, n]) => {
        const way = reach.get(id),
          picked = of.includes(id);
        return [
          id,
          {
            title: way ? capital(way.title) : `${called(id)}: ${n} to do`,
            picked,
            begins: !way,
            goal: !way && !begun.has(id),
            other: reach.size > 0 && !way && !picked,
          },
        ];
      }),
    ),
    about,
  ];
}

/**
 * The question that a click on the board answers: the first that is open, else the last of a list.
 * @param {Open} open
 */
function answerable({ option, answers }) {
  /** @param {Question} q */
  const listed = (q) => q.kind === "one_of" || q.kind === "some_of";
  const [asked] = openQuestions(option, answers),
    // While a number is asked for, who goes is shown, and may still be left out.
    q =
      asked && (listed(asked) || asked.kind !== "integer")
        ? asked
        : questions(option, answers).findLast((q) => listed(q) && !q.forced);
  return q && (q.kind === "one_of" || q.kind === "some_of") ? q : null;
}

/**
 * `answer` gives a question its answer, `fill` the order all of its answers, `toggle` takes ids of a selection or gives them back, and
 * `spread` lays out a stack's units, to be taken one by one.
 * @typedef {object} Picks
 * @property {(pointer: string, value: unknown) => void} answer
 * @property {(answers: Answers) => void} fill
 * @property {(q: Asked<"some_of">, ids: string[]) => void} toggle
 * @property {(pointer: string, ids: string[]) => void} spread
 */

/**
 * Things of several kinds: any of them, whatever is taken.
 * @param {Asked<"one_of">} q
 * @param {Question[]} all
 * @param {Picks} picks
 * @returns {Offer}
 */
function offerKinds(q, all, picks) {
  const at = places(q.choice),
    now = takenOfKinds(q, all);
  return [
    new Map(
      [...at].map(([id, i]) => [id, { title: q.choice.one_of[i].title, picked: now.includes(i) }]),
    ),
    ([id]) => picks.fill(toggledKind(q, all, at.get(id) ?? 0)),
  ];
}

/**
 * To who fills an order: the answers to its open question.
 * @param {Open} order
 * @param {Picks} picks
 * @returns {Offer}
 */
export function offerAnswers(order, picks) {
  const all = questions(order.option, order.answers),
    kinds = all.find(isOfKinds);
  if (kinds) return offerKinds(kinds, all, picks);
  const q = answerable(order);
  if (!q) return NOTHING_OFFERED;
  const at = places(q.choice),
    items = q.choice.one_of ?? q.choice.some_of,
    taken = new Set([q.answer ?? []].flat()),
    // Of as many as may be taken one is given back before another is.
    full = q.kind === "some_of" && taken.size >= bounds(q.choice)[1],
    open = [...at].filter(([, i]) => !full || taken.has(i));
  /** @param {string[]} ids */
  const give = (ids) => {
    if (q.kind === "one_of") return picks.answer(q.pointer, at.get(ids[0]));
    if (ids.length > 1) return picks.spread(q.pointer, ids);
    picks.toggle(q, ids);
  };
  return [
    new Map(open.map(([id, i]) => [id, { title: items[i].title, picked: taken.has(i) }])),
    give,
  ];
}

/**
 * A selection's places with these ids taken, or given back where they are.
 * @param {Asked<"some_of">} q
 * @param {string[]} ids
 */
export function toggled(q, ids) {
  const at = places(q.choice),
    these = new Set(ids.flatMap((id) => at.get(id) ?? []));
  return [...new Set(q.answer).symmetricDifference(these)].sort((a, b) => a - b);
}

/**
 * The units of a stack, as answers to a question.
 * @param {Asked<"some_of">} q
 * @param {string[]} ids
 * @param {{ toggle: Fan["toggle"], close: Fan["close"] }} acts
 * @returns {Fan}
 */
export const fanOf = (q, ids, acts) => ({
  ids,
  items: new Map(
    [...places(q.choice)].map(([id, i]) => [
      id,
      { title: q.choice.some_of[i].title, picked: (q.answer ?? []).includes(i) },
    ]),
  ),
  ...acts,
});
