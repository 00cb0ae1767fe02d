// Kinds: things of several kinds, at most one of each, taken and given back one by one. Pure.
//
// The contract asks for the first of them, and then for what goes with it: each item is an object in
// which one place is filled, and its further questions fill other places of that object.
import { capital } from "../words.js";

/** @import { Alternative, Answers, Asked, Question } from "./types.js" */

/** The places of an item's object that are filled. @param {Alternative} item */
const filledOf = ({ value }) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.entries(value).filter(([, one]) => one !== null)
    : [];
/** The place that an item fills. @param {Alternative} item */
export const kindOf = (item) => filledOf(item)[0][0];

/**
 * Whether a question asks for things of several kinds.
 * @param {Question} q
 * @returns {q is Asked<"one_of">}
 */
export const isOfKinds = (q) =>
  q.kind === "one_of" &&
  !q.forced &&
  q.choice.one_of.some((item) => item.choices) &&
  q.choice.one_of.every(
    (item) =>
      filledOf(item).length === 1 &&
      Object.keys(item.choices ?? {}).every((pointer) =>
        Object.keys(Object(item.value)).some((kind) => pointer === `${q.pointer}/${kind}`),
      ),
  );

/**
 * Whether a question is one of those that go with the first thing.
 * @param {Question} q
 * @param {readonly Question[]} all
 */
export const isOfAnother = (q, all) =>
  q.depth > 0 && all.some((one) => isOfKinds(one) && q.pointer.startsWith(`${one.pointer}/`));

/**
 * The pointer of what is asked: of things of several kinds, that of the one that is taken first.
 * @param {Question} q
 */
export const placeOf = (q) =>
  isOfKinds(q) && q.answer !== undefined
    ? `${q.pointer}/${kindOf(q.choice.one_of[q.answer])}`
    : q.pointer;

/**
 * The places in the list of all things that are taken.
 * @param {Asked<"one_of">} q
 * @param {readonly Question[]} all
 */
export function taken(q, all) {
  if (q.answer === undefined) return [];
  const items = q.choice.one_of;
  /** @param {Question} one */
  const also = (one) =>
    one.kind === "one_of" && one.answer !== undefined && one.pointer.startsWith(`${q.pointer}/`)
      ? items.findIndex(
          (item) =>
            `${q.pointer}/${kindOf(item)}` === one.pointer &&
            filledOf(item)[0][1] === one.choice.one_of[Number(one.answer)].value,
        )
      : -1;
  return [q.answer, ...all.map(also).filter((i) => i >= 0)];
}

/**
 * The answers once a thing is taken instead of the one of its kind, or given back.
 * @param {Asked<"one_of">} q
 * @param {readonly Question[]} all
 * @param {number} i
 * @returns {Answers}
 */
export function toggled(q, all, i) {
  const items = q.choice.one_of,
    before = taken(q, all),
    now = before.includes(i)
      ? before.filter((j) => j !== i)
      : [...before.filter((j) => kindOf(items[j]) !== kindOf(items[i])), i],
    [first, ...others] = now.toSorted((a, b) => a - b);
  /** @type {Answers} */
  const answers = { [q.pointer]: first };
  for (const [pointer, choice] of Object.entries(items[first]?.choices ?? {})) {
    const other = others.find((j) => `${q.pointer}/${kindOf(items[j])}` === pointer),
      value = other === undefined ? null : filledOf(items[other])[0][1];
    answers[pointer] = choice.one_of?.findIndex((item) => item.value === value);
  }
  return answers;
}

/** What a title ends in where things add up: "Swords (force 2)". */
const ADDS = /\((\w+) (\d+)\)$/;
/**
 * What the things add up to, where their titles say what each adds: "Force so far: 4".
 * @param {string[]} titles  of all
 * @param {string[]} of  of those that are taken
 */
export function soFar(titles, of) {
  const [name] = titles.map((title) => ADDS.exec(title)?.[1]);
  if (!name || !titles.every((title) => ADDS.exec(title)?.[1] === name)) return "";
  const sum = of.reduce((all, title) => all + Number(ADDS.exec(title)?.[2]), 0);
  return `${capital(name)} so far: ${sum}`;
}
