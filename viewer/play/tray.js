// Tray: what may be done, sifted, grouped and told in few words. Pure.
import { capital, listed, typeWords } from "../words.js";

/** @import { Together } from "../renderer.js" */
/** @import { Item } from "./types.js" */

/** What can wait: it is folded under one line. */
const ASIDE = /^campaign\.(annotate|consent|resign)/;
/** @param {Item} item */
export const waits = (item) => ASIDE.test(item.type);

/** What answers a question that is not asked yet: nobody waits for it. @param {Item} item */
export const inAdvance = ({ type }) => /^campaign\.stand/.test(type);
/** What can be done now. @param {Item} item */
export const isNow = (item) => !waits(item) && !inAdvance(item);

/** The command that ends a phase, or a part of it, as games call it. */
const ENDS = /\.end(-|$)/;
/** @param {Item} item */
export const ends = ({ type }) => ENDS.test(type);
/** From so many on they can be searched. */
export const MANY = 8;
const SHORT = 28; // letters, under a deed on half of a phone's foot
/** What an option does, without its reasons. @param {Pick<Item, "title">} item */
export const deed = ({ title }) => title.replace(/:? \(.*|[:;] .*/, "");
/**
 * What the game names after its endings: it is seldom wanted.
 * @param {Item[]} items
 */
export function seldom(items) {
  const last = items.findLastIndex(ends);
  return last < 0 ? [] : items.slice(last + 1).filter((item) => isNow(item));
}
/** Why, or of what kind, in few words: what a title says behind its deed. @param {Item} item */
export function aside({ title }) {
  const [, ...behind] = title.split(": "),
    words = behind.join(": ");
  return words.length <= SHORT ? words : "";
}
/** Whether it is to give nothing, so that a press which says so need ask nothing. @param {Item} item */
export const givesNone = (item) => /(?<! or) none$/.test(deed(item));
/**
 * What pressing once tells: what is left to do, as its title says, and that it is not done yet.
 * @param {Item} item
 */
export const armedWords = (item) =>
  [...item.title.split(": ").slice(1), `press again to ${ends(item) ? "end" : "send"}`].join(": ");

/**
 * Whether what orders several units at one press orders more than one of them, as things stand.
 * @param {Together} together
 * @param {Item[]} items
 */
export function isForMany({ orders }, items) {
  const can = new Map(items.map(({ id, concerns }) => [id, concerns]));
  const go = orders.filter(
    ({ option, to: [first] }) =>
      can.has(option) && (first === undefined || can.get(option)?.includes(first)),
  );
  return go.length > 1;
}

/** What groups an option: its kind, and the word that its title begins with. @param {Item} item */
const groupKey = ({ type, title }) => `${type} ${title.split(" ")[0]}`;

/**
 * The groups of options in the order in which each was met first, `met` before.
 * @param {readonly string[]} met
 * @param {Item[]} items
 */
export const meet = (met, items) => [...new Set([...met, ...items.map(groupKey)])];

/**
 * Options in the order in which the table waits for them, `kinds`: what the phase is for first,
 * what it is not awaited for after it, endings last, unless the game names an ending before all else;
 * what the game names after its endings is seldom wanted, and stays there.
 * Of one kind, a group keeps its place among those that were `met`, though the options that it was
 * met for are composed and gone.
 * @param {Item[]} items
 * @param {readonly string[]} kinds
 * @param {readonly string[]} [met]
 */
export function inOrder(items, kinds, met = []) {
  const over = items.length > 0 && ends(items[0]),
    behind = seldom(items);
  /** @param {Item} item */
  const rank = (item) =>
    ends(item)
      ? over
        ? -1
        : kinds.length + 1
      : behind.includes(item)
        ? kinds.length + 2 + behind.indexOf(item)
        : kinds.includes(item.type)
          ? kinds.indexOf(item.type)
          : kinds.length;
  const places = new Map(meet(met, items).map((key, i) => [key, i]));
  /** @param {Item} item */
  const place = (item) => places.get(groupKey(item)) ?? 0;
  return items.toSorted((a, b) => rank(a) - rank(b) || place(a) - place(b));
}

/**
 * The options that a filter's words leave.
 * @param {Item[]} items
 * @param {string} filter
 */
export function sifted(items, filter) {
  const asked = filter.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return items.filter((item) => {
    const text =
      `${item.title} ${item.rule} ${typeWords(item.type)} ${item.concerns.join(" ")}`.toLowerCase();
    return asked.every((word) => text.includes(word));
  });
}

const MOST = 3;
/**
 * What an item concerns and not all of its like do: "Roma, Capua and 3 more".
 * @param {Item} item
 * @param {Item[]} like
 */
export function hint(item, like) {
  const names = item.concerns.filter((id) => !like.every((one) => one.concerns.includes(id)));
  return names.length <= MOST
    ? listed(names)
    : `${names.slice(0, MOST - 1).join(", ")} and ${names.length - MOST + 1} more`;
}

/**
 * The words that every title begins with, each going on after them; none where one of them is all
 * that another begins with: "Pax Romana" is not a kind of "Pax".
 * @param {string[]} titles
 */
function opening(titles) {
  const [first, ...rest] = titles.map((title) => title.split(" ")),
    least = Math.min(first.length, ...rest.map((t) => t.length));
  let n = 0;
  while (n < least && rest.every((t) => t[n] === first[n])) n += 1;
  if (n === least) n = rest.every((t) => t.length === least) ? n - 1 : 0;
  // An article belongs to what follows: "Move", "the Egyptian squadron".
  if (first[n - 1] === "the") n -= 1;
  return first.slice(0, n).join(" ");
}

/** What a title ends in, where options differ by how far they lead: "March from Roma, 4 MA". */
const FAR = /^(.+), (\d+(?: to \d+)? \S+(?: points)?)$/;
/** A people in its own land is named once. @param {string} title */
const once = (title) => title.replace(/^(.+) by the \1 alone\b/, "$1");

/**
 * An option, and those that differ from it only by how far they lead.
 * @typedef {{ item: Item, farther: { item: Item, far: string }[] }} Reaching
 */
/**
 * @param {Item[]} items
 * @returns {Reaching[]}
 */
function reaching(items) {
  /** @type {(Reaching & { stem: string })[]} */
  const found = [];
  for (const item of items) {
    const [, stem = item.title, far] = FAR.exec(item.title) ?? [],
      first = far && found.find((one) => one.stem === stem);
    if (first) first.farther.push({ item, far });
    else found.push({ stem, item, farther: [] });
  }
  return found;
}

/**
 * `title` is the option's without what stands before it, in the heading of its group.
 * @typedef {Reaching & { before: string, title: string, hint: string }} Row
 */
/**
 * `key` is the group's own as long as what it holds is of one kind.
 * @typedef {{ key: string, title: string, rule: string, rows: Row[] }} Group
 */

/**
 * Options in groups, each under the words that its titles have in common, in the order in which they were given.
 * @param {Item[]} items
 * @returns {Group[]}
 */
export function grouped(items) {
  return [...Map.groupBy(items, groupKey)].map(([key, all]) => {
    const firsts = reaching(all),
      of = firsts.map(({ item }) => item),
      shared = of.length > 1 ? opening(of.map((o) => o.title)) : "",
      kind = capital(typeWords(of[0].type)),
      rules = new Set(of.map((o) => o.rule));
    return {
      key,
      title: of.length > 1 ? shared.replace(/[:,]$/, "") || kind : "",
      rule: of.length > 1 && rules.size === 1 ? of[0].rule : "",
      rows: firsts.map(({ item, farther }) => ({
        item,
        farther,
        before: shared,
        title: once(capital(item.title.slice(shared ? shared.length + 1 : 0))),
        hint: hint(
          item,
          of.filter((o) => o.title === item.title),
        ),
      })),
    };
  });
}
