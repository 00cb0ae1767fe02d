// Tray: what may be done, sifted, grouped and told in few words. Pure.
import { capital, listed, typeWords } from "../words.js";

/** @import { Option } from "./types.js" */

/** What can wait: it is folded under one line. */
const ASIDE = /^campaign\.(annotate|consent|resign)/;
/** @param {Option} item */
export const waits = (item) => ASIDE.test(item.command.type);

/**
 * The options that a filter's words leave.
 * @param {Option[]} items
 * @param {string} filter
 */
export function sifted(items, filter) {
  const asked = filter.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    const text =
      `${item.title} ${item.rule} ${typeWords(item.command.type)} ${hint(item, Infinity)}`.toLowerCase();
    return asked.every((word) => text.includes(word));
  });
}

/**
 * What an option's first list holds, in words: "Roma, Capua and 3 more"; "" where it has none.
 * @param {Option} option
 * @param {number} [most]
 */
export function hint({ choices = {} }, most = 3) {
  const list = Object.values(choices).find((c) => c.one_of)?.one_of ?? [],
    names = list.map((item) => item.title.replace(/^to /, "").split(",")[0]);
  if (names.length < 2) return names.join("");
  return names.length <= most
    ? listed(names)
    : `${names.slice(0, most - 1).join(", ")} and ${names.length - most + 1} more`;
}

/**
 * The words that every title begins with, each going on after them.
 * @param {string[]} titles
 */
function opening(titles) {
  const [first, ...rest] = titles.map((title) => title.split(" "));
  let n = 0;
  while (n < first.length - 1 && rest.every((t) => n < t.length - 1 && t[n] === first[n])) n += 1;
  return first.slice(0, n).join(" ");
}

/**
 * `title` is the option's without what stands before it, in the heading of its group.
 * @typedef {{ option: Option, before: string, title: string, hint: string }} Row
 */
/**
 * `key` is the group's own as long as what it holds is of one kind.
 * @typedef {{ key: string, title: string, rule: string, rows: Row[] }} Group
 */

/**
 * Options in groups, each under the words that its titles have in common, in the order in which they were given.
 * @param {Option[]} items
 * @returns {Group[]}
 */
export function grouped(items) {
  /** @type {Map<string, Option[]>} */
  const groups = new Map();
  for (const item of items) {
    const key = `${item.command.type} ${item.title.split(" ")[0]}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups].map(([key, of]) => {
    const common = of.length > 1 ? opening(of.map((o) => o.title)) : "",
      kind = capital(typeWords(of[0].command.type)),
      shared = common.includes(" ") || common === kind ? common : "",
      titles = of.map((o) => o.title),
      rules = new Set(of.map((o) => o.rule));
    return {
      key,
      title: of.length > 1 ? shared || kind : "",
      rule: of.length > 1 && rules.size === 1 ? of[0].rule : "",
      rows: of.map((option) => ({
        option,
        before: shared,
        title: capital(option.title.slice(shared ? shared.length + 1 : 0)),
        hint: titles.filter((t) => t === option.title).length > 1 ? hint(option) : "",
      })),
    };
  });
}
