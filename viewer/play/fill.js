// Fill: an option becomes a command, one answered question after the other. Pure.
//
// An option has a frame (`command`) and `choices`, each keyed by the JSON pointer of the place in
// the frame that it fills. An answer is kept as the player gave it, not as it is sent:
//   one_of   the place of the item in the list
//   some_of  the places of the items, ascending (the same value may stand there twice)
//   list_of  for each item of the list its place among those it may be, and its own answers
//   integer, text, schema  the value itself

import { places } from "./concerns.js";

/** @import { Along } from "../renderer.js" */
/** @import { Alternative, Answers, Asked, Choice, Choices, Command, Entry, Kind, Option, Question } from "./types.js" */

/**
 * RFC 6901: a pointer's reference tokens.
 * @param {string} pointer
 */
const tokens = (pointer) =>
  pointer
    .split("/")
    .slice(1)
    .map((t) => t.replace(/~1/g, "/").replace(/~0/g, "~"));

/**
 * A copy of `value` with `next` at the place; what is missing on the way is made.
 * @param {any} value
 * @param {string[]} place
 * @param {unknown} next
 * @returns {any}
 */
function put(value, [token, ...rest], next) {
  if (token === undefined) return next;
  if (Array.isArray(value)) {
    const at = token === "-" ? value.length : Number(token);
    return value.toSpliced(at, 1, put(value[at] ?? {}, rest, next));
  }
  return { ...value, [token]: put(value?.[token] ?? {}, rest, next) };
}

/**
 * @param {Choice} choice
 * @returns {Kind}
 */
function kindOf(choice) {
  if (choice.one_of) return "one_of";
  if (choice.some_of) return "some_of";
  if (choice.list_of) return "list_of";
  if (choice.integer) return "integer";
  return choice.text ? "text" : "schema";
}

/**
 * How many of a `some_of` may be taken, at least and at most.
 * @param {Asked<"some_of">["choice"]} choice
 */
export const bounds = (choice) => [
  choice.min ?? 0,
  Math.min(choice.max ?? choice.some_of.length, choice.some_of.length),
];

/**
 * An item of a `list_of`, as an option of its own: what is filled in it makes the item.
 * @param {Asked<"list_of">["choice"]} choice
 * @param {Entry} entry
 * @returns {Option}
 */
export function itemOption(choice, entry) {
  const { value, title, choices } = choice.list_of[entry.item];
  return { id: "", title, rule: "", command: /** @type {Command} */ (value), choices };
}

/**
 * @param {Asked<"list_of">["choice"]} choice
 * @param {Entry[]} entries
 */
const isList = (choice, entries) =>
  entries.length >= choice.min &&
  entries.length <= choice.max &&
  entries.every(
    (e) => isPlace(e.item, choice.list_of) && commandOf(itemOption(choice, e), e.answers) !== null,
  );

/**
 * The answer that a choice leaves no alternative to; undefined where there is one.
 * @param {Choice} choice
 */
function forced(choice) {
  if (choice.one_of?.length === 1) return 0;
  if (choice.some_of && bounds(choice)[0] >= choice.some_of.length)
    return choice.some_of.map((_, i) => i);
  if (choice.integer && choice.integer.min === choice.integer.max) return choice.integer.min;
  return undefined;
}

/**
 * Whether a list may stay empty: then it is, until something is taken.
 * @param {Choice} choice
 */
const mayBeNone = (choice) =>
  choice.some_of ? bounds(choice)[0] === 0 : choice.list_of ? choice.min === 0 : false;

/**
 * What stands for nothing among the answers to a question that follows from another: that is taken
 * until something else is. What is asked first is chosen, be it nothing.
 * @param {Choice} choice
 * @param {number} depth
 */
function nothingOf(choice, depth) {
  const at = depth ? (choice.one_of?.findIndex((item) => item.value === null) ?? -1) : -1;
  return at < 0 ? undefined : at;
}

/**
 * The sum of what is taken of a `some_of`, where its values are numbers.
 * @param {Asked<"some_of">["choice"]} choice
 * @param {number[]} [answer]
 */
export const sumOf = (choice, answer = []) =>
  answer.reduce((sum, i) => sum + Number(choice.some_of[i].value), 0);

/**
 * Whether an answer fits its choice. A schema's value is judged by the server.
 * @param {Choice} choice
 * @param {unknown} answer
 */
export function fits(choice, answer) {
  if (answer === undefined || answer === null) return false;
  if (choice.one_of) return isPlace(answer, choice.one_of);
  if (choice.some_of) {
    const [least, most] = bounds(choice);
    return (
      Array.isArray(answer) &&
      answer.length >= least &&
      answer.length <= most &&
      answer.every((i) => isPlace(i, choice.some_of)) &&
      (choice.sum === undefined || sumOf(choice, answer) === choice.sum)
    );
  }
  if (choice.list_of) return Array.isArray(answer) && isList(choice, answer);
  if (choice.integer)
    return isInteger(answer) && answer >= choice.integer.min && answer <= choice.integer.max;
  if (choice.text)
    return typeof answer === "string" && answer !== "" && [...answer].length <= choice.text.max;
  return true;
}

/** @type {(x: unknown) => x is number} */
const isInteger = (x) => Number.isInteger(x);
/**
 * @param {unknown} i
 * @param {unknown[]} list
 */
const isPlace = (i, list) => isInteger(i) && i >= 0 && i < list.length;

/** @param {Question} q */
const valueOf = (q) => {
  if (q.answer === undefined) return undefined;
  if (q.kind === "one_of") return q.choice.one_of[q.answer].value;
  if (q.kind === "some_of") return q.answer.map((i) => q.choice.some_of[i].value);
  if (q.kind === "list_of")
    return q.answer.map((entry) => commandOf(itemOption(q.choice, entry), entry.answers));
  return q.answer;
};

/**
 * The questions that are open or answered, in order: those that follow from an answer stand after
 * it, a level deeper. `answer` is the one given, else the only possible one or none where none need be
 * given, else undefined.
 * @param {Option} option
 * @param {Answers} answers
 */
export function questions(option, answers) {
  /** @type {Question[]} */
  const found = [];
  /**
   * @param {Choices | undefined} choices
   * @param {number} depth
   */
  const walk = (choices, depth) => {
    for (const [pointer, choice] of Object.entries(choices ?? {})) {
      const only = forced(choice),
        none = mayBeNone(choice) ? [] : nothingOf(choice, depth),
        answer = only ?? answers[pointer] ?? none,
        q = /** @type {Question} */ ({
          pointer,
          choice,
          kind: kindOf(choice),
          depth,
          answer,
          answered: fits(choice, answer),
          forced: only !== undefined,
          given: answers[pointer] !== undefined,
        });
      found.push(q);
      if (q.kind === "one_of" && q.answered && q.answer !== undefined)
        walk(q.choice.one_of[q.answer].choices, depth + 1);
    }
  };
  walk(option.choices, 0);
  return found;
}

/**
 * Whether there is anything to answer or to tell: of nothing, nothing is taken, and what cannot be is not.
 * @param {Question} q
 */
export const asks = (q) =>
  q.kind === "some_of"
    ? q.choice.some_of.length > 0
    : !(q.kind === "one_of" && q.forced && q.choice.one_of[0].value === false);

/**
 * The questions that still want an answer, in order; none once the command is whole.
 * @param {Option} option
 * @param {Answers} answers
 */
export const openQuestions = (option, answers) =>
  questions(option, answers).filter((q) => !q.answered);

/**
 * The answers that what is picked on the board already gives, each id to the first question that
 * it fits. Where several fit, none is chosen: who clicks a stack has not said yet which of its
 * units and leaders are meant, and finds the same form as from the list.
 * @param {Option} option
 * @param {string[]} ids
 */
export function picked(option, ids) {
  /** @type {Answers} */
  let answers = {};
  let left = ids;
  for (;;) {
    /** @param {Question} q */
    const fitting = (q) => {
      const at = places(q.choice);
      return left.filter((id) => at.has(id));
    };
    const asked = questions(option, answers),
      counters = new Set(asked.filter((q) => q.kind === "some_of").flatMap(fitting)),
      q = asked.find(
        (q) =>
          !q.forced &&
          !q.given &&
          fitting(q).length === 1 &&
          (q.kind === "one_of" || counters.size === 1),
      );
    if (!q) return answers;
    const [id] = fitting(q),
      at = Number(places(q.choice).get(id));
    answers = answered(option, answers, q.pointer, q.kind === "some_of" ? [at] : at);
    left = left.filter((other) => other !== id);
  }
}

/**
 * What an order takes from the one before, while it may be chosen again.
 * @param {Option} option
 * @param {Command | undefined} before
 * @param {readonly string[]} members  those that mostly stay the same
 * @returns {Answers}
 */
function again({ choices }, before, members) {
  const found = members.map((member) => {
    const pointer = `/${member}`,
      items = choices?.[pointer]?.one_of ?? [];
    return [pointer, items.findIndex(({ value }) => value === before?.[member])];
  });
  return Object.fromEntries(found.filter(([, at]) => at !== -1));
}

/** Where a command names units. */
export const UNITS = "/units";
/** Who goes with an order. @param {Question} q */
export const goesAlong = ({ pointer }) => pointer === UNITS || pointer === "/leaders";
/** What says where to, or how far. */
export const WAYS = ["/to", "/hexes"];
/**
 * Whether a selection may take all there are, with nothing to be weighed.
 * @param {Question} q
 * @returns {q is Asked<"some_of">}
 */
const mayBeAll = (q) =>
  q.kind === "some_of" &&
  !q.forced &&
  q.choice.sum === undefined &&
  bounds(q.choice)[1] === q.choice.some_of.length;

/**
 * The answers that an order begins with: what is picked on the board, else all units that may go,
 * with their leaders, and as far as with the order of its kind that was made last, `before`; of that
 * it takes what its game says mostly stays, `members`.
 * Of a line that advances together, who is picked stands for all of it.
 * @param {Option} option
 * @param {string[]} ids
 * @param {Command | undefined} before
 * @param {readonly string[]} [members]
 * @returns {Answers}
 */
export function begun(option, ids, before, members = []) {
  let answers = option.choices?.["/hexes"]
    ? {}
    : { ...again(option, before, members), ...picked(option, ids) };
  const asked = questions(option, answers),
    units = asked.find((q) => q.pointer === UNITS),
    goes = asked.some((q) => WAYS.includes(q.pointer));
  if (!goes || !units || units.given || !(units.forced || mayBeAll(units))) return answers;
  for (const q of asked) {
    const last = before?.[q.pointer.slice(1)];
    if (goesAlong(q) && mayBeAll(q))
      answers = answered(option, answers, q.pointer, [...q.choice.some_of.keys()]);
    else if (q.kind === "integer" && !q.forced && fits(q.choice, last))
      answers = answered(option, answers, q.pointer, last);
  }
  return answers;
}

/**
 * The same for who has said where a stack goes: all of it goes that may.
 * @param {Option} option
 * @param {readonly string[]} ids
 */
export function sent(option, ids) {
  let answers = picked(option, [...ids]);
  for (const q of questions(option, answers)) {
    if (q.kind !== "some_of" || q.forced || q.given || q.choice.sum !== undefined) continue;
    const at = places(q.choice),
      own = ids.flatMap((id) => at.get(id) ?? []).sort((a, b) => a - b);
    if (own.length && own.length <= bounds(q.choice)[1])
      answers = answered(option, answers, q.pointer, own);
  }
  return answers;
}

/**
 * The answers that go as far along a way as the option offers it without a gap; null if nowhere. Of a
 * number, the one that is given or the largest, with all who may go.
 * @param {Option} option
 * @param {Along} way
 * @returns {Answers | null}
 */
export function along(option, { pointer, to }) {
  const { integer, one_of: items = [] } = option.choices?.[pointer] ?? {};
  if (integer) {
    const far = Math.min(integer.max, Number(to[0] ?? integer.max));
    return begun(option, [], { ...option.command, [pointer.slice(1)]: far });
  }
  const at = to.map((goal) => items.findIndex((item) => item.value === goal)),
    gap = at.indexOf(-1),
    last = at.at(gap < 0 ? -1 : gap - 1);
  return gap === 0 || last === undefined ? null : answered(option, {}, pointer, last);
}

/**
 * The answers with this one given, without those to questions that are no longer asked.
 * @param {Option} option
 * @param {Answers} answers
 * @param {string} pointer
 * @param {unknown} answer
 * @returns {Answers}
 */
export function answered(option, answers, pointer, answer) {
  const next = { ...answers, [pointer]: answer },
    asked = new Set(questions(option, next).map((q) => q.pointer));
  return Object.fromEntries(Object.entries(next).filter(([p]) => asked.has(p)));
}

/**
 * The answers that take the first of whatever is proposed, of a selection as many as may be; null where
 * something is asked that is not chosen from a list.
 * @param {Option} option
 * @returns {Answers | null}
 */
export function proposed(option) {
  /** @type {Answers} */
  let answers = {};
  for (;;) {
    const q = questions(option, answers).find(
      (q) => !q.given && !q.forced && (!q.answered || q.kind === "some_of"),
    );
    if (!q) return answers;
    const some = q.kind === "some_of" && q.choice.sum === undefined;
    if (!some && q.kind !== "one_of") return null;
    const first = some ? Array.from({ length: bounds(q.choice)[1] }, (_, i) => i) : 0;
    answers = answered(option, answers, q.pointer, first);
  }
}

/**
 * The command of an option whose every question is answered; null before.
 * @param {Option} option
 * @param {Answers} answers
 * @returns {Command | null}
 */
export function commandOf(option, answers) {
  let command = structuredClone(option.command);
  for (const q of questions(option, answers)) {
    if (!q.answered) return null;
    command = put(command, tokens(q.pointer), structuredClone(valueOf(q)));
  }
  return command;
}

/**
 * An option with nothing but what was chosen in it, and the answers that choose it there: as much
 * as is needed to make the order again, where the whole may be half a megabyte.
 * @param {Option} option
 * @param {Answers} answers
 * @returns {{ option: Option, answers: Answers }}
 */
export function narrowed(option, answers) {
  const asked = new Map(questions(option, answers).map((q) => [q.pointer, q]));
  /** @type {Answers} */
  const kept = {};
  /**
   * @param {Choices} choices
   * @returns {Choices}
   */
  const narrow = (choices) =>
    Object.fromEntries(
      Object.entries(choices).map(([pointer, choice]) => {
        const q = asked.get(pointer);
        kept[pointer] = q?.answer;
        if (q?.kind === "one_of" && q.answer !== undefined) {
          const chosen = q.choice.one_of[q.answer];
          kept[pointer] = 0;
          return [
            pointer,
            { one_of: [chosen.choices ? { ...chosen, choices: narrow(chosen.choices) } : chosen] },
          ];
        }
        if (q?.kind === "some_of" && q.answer !== undefined) {
          kept[pointer] = q.answer.map((_, i) => i);
          return [pointer, { ...q.choice, some_of: q.answer.map((i) => q.choice.some_of[i]) }];
        }
        return [pointer, choice];
      }),
    );
  const choices = option.choices && narrow(option.choices);
  return { option: choices ? { ...option, choices } : option, answers: kept };
}

/**
 * @param {unknown} a
 * @param {unknown} b
 */
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * The places in a new list of the values that stood at `places` in an old one; those gone are left out.
 * @param {Alternative[]} before
 * @param {Alternative[]} after
 * @param {number[]} places
 */
function moved(before, after, places) {
  /** @type {unknown[]} */
  const free = after.map((item) => item.value);
  return places
    .map((i) => {
      const at = free.findIndex((v) => v !== moved && same(v, before[i].value));
      if (at >= 0) free[at] = moved;
      return at;
    })
    .filter((at) => at >= 0)
    .sort((a, b) => a - b);
}

/**
 * What was answered, as an answer to the same question in its present form; undefined if it no longer holds.
 * @param {Question} q
 * @param {Question} now
 */
function kept(q, now) {
  if (q.answer === undefined) return undefined;
  if (q.kind === "one_of" && now.kind === "one_of")
    return moved(q.choice.one_of, now.choice.one_of, [q.answer])[0];
  if (q.kind === "some_of" && now.kind === "some_of")
    return moved(q.choice.some_of, now.choice.some_of, q.answer);
  if (q.kind === "list_of" && !same(q.choice, now.choice)) return undefined;
  return q.kind === now.kind ? q.answer : undefined;
}

/**
 * Answers to an option as it was, carried over to the option as it is now, as far as they hold.
 * @param {Option} before
 * @param {Option} after
 * @param {Answers} answers
 */
export function carried(before, after, answers) {
  /** @type {Answers} */
  let all = {};
  for (const q of questions(before, answers)) {
    const now = questions(after, all).find((one) => one.pointer === q.pointer),
      next = q.answered && now ? kept(q, now) : undefined;
    if (next !== undefined) all = answered(after, all, q.pointer, next);
  }
  return all;
}
